"""The nodes of the history tree: what is in them, how they are grouped and summed up (H2-EMV, section 4)."""
