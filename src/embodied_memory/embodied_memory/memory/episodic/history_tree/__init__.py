"""The history tree (H2-EMV, section 4.1): what happened, grouped and summarised level by level."""
