"""Personal memory: what objects mean to people and how they do things (MEMENTO, section 3)."""
