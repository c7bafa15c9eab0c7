"""MEMENTO: finding the personal memories that requests refer to."""
