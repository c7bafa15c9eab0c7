"""The one file of a memory: its tables, the stores opened from it, and its commits."""
