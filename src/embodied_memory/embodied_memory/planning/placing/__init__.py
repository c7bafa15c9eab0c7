"""Things that are to be put somewhere, as instructions and remembered episodes tell of it (MEMENTO, section 3)."""
