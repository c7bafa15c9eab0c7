"""Measures what the project does: episodes in simulated homes, their judgement and their tables."""
