"""Homes generated from a seed."""

from collections.abc import Callable, Mapping

from household.generation.generate import generate_home
from household.generation.lived import generate_lived_home
from household.home import Home

__all__ = ["HOMES", "generate_home", "generate_lived_home", "make_home"]

HOMES: Mapping[str, Callable[[int], Home]] = {"generated": generate_home, "lived": generate_lived_home}
"""Sorts of homes: of each, one for every seed."""


def make_home(kind: str, seed: int) -> Home:
    """The home of a seed. Raises ValueError for a kind that there is not."""
    if kind not in HOMES:
        raise ValueError(f'there are no "{kind}" homes; choose from {", ".join(HOMES)}')
    return HOMES[kind](seed)
