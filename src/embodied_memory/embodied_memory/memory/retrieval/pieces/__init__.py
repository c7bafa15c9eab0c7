"""Pieces of evidence: all that was heard and seen done, found by words, meaning, names and time together."""
