"""What was seen when: the memory bank of views (LMEE, sections 3 and 4)."""
