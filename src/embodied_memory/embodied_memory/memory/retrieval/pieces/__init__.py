"""Pieces of evidence: everything heard and seen done, word for word, found by words, meaning, names and time together."""
