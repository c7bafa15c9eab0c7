"""Household text games, read and played through their observation texts alone (STMA, section 5)."""
