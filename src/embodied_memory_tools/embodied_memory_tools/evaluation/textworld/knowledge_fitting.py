"""Counts what homes in games are like, over games made for that alone: which rooms adjoin, what lies where.

    python -m embodied_memory_tools.evaluation.textworld.knowledge_fitting FIRST_SEED GAMES FILE

The file is `player/room_knowledge.txt`. Games are made, but neither compiled nor played.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

_LEVELS = ({"recipe": 2, "take": 1, "go": 9}, {"recipe": 3, "take": 2, "go": 9}, {"recipe": 4, "take": 3, "go": 12})
_TAKEN_FOR_GRANTED = {"open": True, "cook": True, "cut": True, "drop": True, "recipe_seed": 0, "split": None}


class RoomCounts:
    """together: games with both rooms; beside: with this between them; lies: things at a place; needed: of those."""

    def __init__(self) -> None:
        self.together: Counter[tuple[str, str]] = Counter()
        self.beside: Counter[tuple[str, str, str]] = Counter()
        self.lies: Counter[tuple[str, str, str]] = Counter()
        self.needed: Counter[tuple[str, str, str]] = Counter()

    def add(self, game: Any) -> None:
        """One game, as textworld makes it."""
        names = {key: entity.name or key for key, entity in game.infos.items()}
        facts = [
            (fact.name, [names.get(one.name, one.name) for one in fact.arguments], fact) for fact in game.world.facts
        ]
        rooms = sorted(entity.name for entity in game.infos.values() if entity.type == "r")
        self.together.update(combinations(rooms, 2))
        doors = {frozenset((told[0], told[2])): told[1] for name, told, _ in facts if name == "link"}
        pairs = {frozenset((told[0], told[-1])) for name, told, _ in facts if name.endswith("_of")}
        for pair in pairs:
            one, other = sorted(pair)
            self.beside[one, other, doors.get(pair, "")] += 1
        ingredients = {name for name, _, _ in game.metadata["ingredients"]}
        for thing, room, holder in _places(facts):
            self.lies[thing, room, holder] += 1
            self.needed[thing, room, holder] += thing in ingredients

    def lines(self) -> Iterator[str]:
        """Sorted, one count a line."""
        for (one, other), count in sorted(self.together.items()):
            yield f"together | {one} | {other} | {count}"
        for (one, other, door), count in sorted(self.beside.items()):
            yield f"beside | {one} | {other} | {door} | {count}"
        for place, count in sorted(self.lies.items()):
            yield f"lies | {' | '.join(place)} | {count} | {self.needed[place]}"


def _places(facts: list[tuple[str, list[str], Any]]) -> Iterator[tuple[str, str, str]]:
    room_of = {told[0]: told[1] for name, told, _ in facts if name == "at"}
    for name, told, fact in facts:
        if name == "at" and fact.arguments[0].type not in ("P", "s", "c"):
            yield told[0], told[1], ""
        elif name in ("on", "in") and told[1] in room_of:
            yield told[0], room_of[told[1]], told[1]


def count_games(first_seed: int, games: int) -> RoomCounts:
    """Over games of levels 2 to 4 in turn (level 1 has no rooms that they have not)."""
    from textworld import GameOptions
    from textworld.challenges.tw_cooking import cooking

    counts = RoomCounts()
    for number in range(games):
        options = GameOptions()
        options.seeds = first_seed + number
        counts.add(cooking.make({**_TAKEN_FOR_GRANTED, **_LEVELS[number % len(_LEVELS)]}, options))
    return counts


def save(counts: RoomCounts, first_seed: int, games: int, path: Path) -> None:
    """As text, with a line that says where it comes from."""
    head = f"# Counts over {games} cooking games of levels 2 to 4, seeds {first_seed} to {first_seed + games - 1}."
    forms = (
        "# together | room | room | games    beside | room | room | door | games    lies | thing | room | on or in"
    )
    path.write_text("\n".join((head, f"{forms} | seen | needed", *counts.lines())) + "\n", encoding="utf-8")


if __name__ == "__main__":
    chosen = (int(sys.argv[1]), int(sys.argv[2]))
    save(count_games(*chosen), *chosen, Path(sys.argv[3]))
