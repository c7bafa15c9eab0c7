"""Homes that are lived in: larger, cluttered, with look-alikes, hidden things, doors, glass and mirrors."""

from household.generation.lived.generate import generate_lived_home

__all__ = ["generate_lived_home"]
