"""Erasing a person from a memory: which records concern them, and no byte of those left."""
