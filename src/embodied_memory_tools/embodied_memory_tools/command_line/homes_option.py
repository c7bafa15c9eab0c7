"""The options of evaluations that choose homes: of which kind, how many, of which seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.command_line.seed_list import parse_seeds

if TYPE_CHECKING:
    from embodied_memory_tools.evaluation.homes import HomeKind

HOMES_OPTION = typer.Option(
    metavar="KIND:COUNT",
    help="Which homes, and how many, such as 10, lived or lived:10. generated: made from a seed; lived: larger, "
    "cluttered, with look-alikes, hidden things, doors, glass and mirrors, and people who move things.",
)
FIRST_SEED_OPTION = typer.Option(min=0, help="Seed of the first home.")
SEEDS_OPTION = typer.Option(help="Seeds instead of a count, such as 300-319 or 3,5,8.")


@dataclass(frozen=True)
class ChosenHomes:
    """Homes of a kind by their seeds."""

    kind: HomeKind
    seeds: tuple[int, ...]


def chosen_homes(homes: str, usual: str, first_seed: int, seeds: str) -> ChosenHomes:
    """ "lived:10", "lived" or "10"; what is left out is as in `usual`, which has both. seeds: instead of the count.

    Raises RequestError, which says what would do, and typer.BadParameter for seeds that are none.
    """
    from embodied_memory_tools.evaluation.homes import HOME_KINDS

    name, count = _read(homes, *_read(usual, "", ""))
    if name not in HOME_KINDS:
        kinds = ", ".join(HOME_KINDS)
        raise RequestError(f'there are no "{name}" homes; choose from {kinds}, such as lived or lived:10')
    if not (count.isdecimal() and int(count) > 0):
        raise RequestError(f'"{count}" is no number of homes; write one from 1 on, such as 10 or {name}:10')
    chosen = parse_seeds(seeds) if seeds else range(first_seed, first_seed + int(count))
    return ChosenHomes(HOME_KINDS[name], tuple(chosen))


def _read(text: str, usual_name: str, usual_count: str) -> tuple[str, str]:
    """Kind and count as written; what begins like a number is a count."""
    name, colon, count = (part.strip() for part in text.partition(":"))
    if not colon and name.lstrip("+-")[:1].isdecimal():
        return usual_name, name
    return name or usual_name, count if colon else usual_count
