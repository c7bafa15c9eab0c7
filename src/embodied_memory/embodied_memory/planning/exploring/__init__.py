"""Searching a home for goals: frontiers, remembered objects, and the steps between (MemoryExplorer, section 4)."""
