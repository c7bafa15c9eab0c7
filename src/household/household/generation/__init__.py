"""Homes generated from a seed."""

from household.generation.generate import generate_home

__all__ = ["generate_home"]
