"""What homes in games are like: which rooms adjoin, behind which doors, and where things lie.

`room_knowledge.txt` holds counts over games that were made for that alone; docs/evaluation.md tells how.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from importlib.resources import files

from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place

NO_FOOD = ("BBQ", "cookbook", "knife", "oven", "stove")
"""What a recipe needs besides its ingredients; of ingredients only those count that a recipe asked for."""
_UNHEARD = 0.02
"""The share of what was never counted: games may differ from those that were."""


class RoomKnowledge:
    """Shares in 0..1; small but never 0 for what was never seen."""

    def __init__(self, lines: tuple[str, ...] = ()) -> None:
        self._together: Counter[frozenset[str]] = Counter()
        self._beside: defaultdict[frozenset[str], Counter[str]] = defaultdict(Counter)
        self._lies: defaultdict[str, Counter[Place]] = defaultdict(Counter)
        self._seen: Counter[tuple[str, str]] = Counter()
        self._needed: Counter[tuple[str, str]] = Counter()
        for line in lines:
            self._learn([part.strip() for part in line.split("|")])
        self.rooms = tuple(sorted({room for pair in self._together for room in pair}))

    @classmethod
    @lru_cache(maxsize=1)
    def learned(cls) -> RoomKnowledge:
        """From the counts that come with the package."""
        text = (
            files("embodied_memory_tools.evaluation.textworld.player")
            .joinpath("room_knowledge.txt")
            .read_text("utf-8")
        )
        return cls(tuple(line for line in text.splitlines() if line and not line.startswith("#")))

    def beside(self, room: str, other: str) -> float:
        """How often there is a way between two rooms."""
        pair = frozenset((room, other))
        if not self._together[pair]:
            return _UNHEARD
        return max(_UNHEARD, self._beside[pair].total() / self._together[pair])

    def through(self, room: str, other: str, door: str) -> float:
        """How often there is a way with this door ("": none) between them."""
        doors = self._beside[frozenset((room, other))]
        share = (doors[door] + _UNHEARD) / (doors.total() + 1)
        return self.beside(room, other) * share

    def places_of(self, thing: str) -> dict[Place, float]:
        """Where a thing that a recipe may ask for lies, with shares that sum to 1; {} for one never met."""
        places = self._lies[thing]
        total = places.total()
        return {place: count / total for place, count in places.items()} if total else {}

    def needed(self, thing: str, room: str) -> float:
        """How often a recipe asks for such a thing that lies in this room."""
        return self._needed[thing, room] / self._seen[thing, room] if self._seen[thing, room] else 0.0

    def _learn(self, told: list[str]) -> None:
        if told[0] == "together":
            self._together[frozenset(told[1:3])] += int(told[3])
        elif told[0] == "beside":
            self._beside[frozenset(told[1:3])][told[3]] += int(told[4])
        elif told[0] == "lies":
            thing, room, holder, count, needed = told[1], told[2], told[3], int(told[4]), int(told[5])
            self._seen[thing, room] += count
            self._needed[thing, room] += needed
            if needed or thing in NO_FOOD:
                self._lies[thing][Place(room, holder)] += needed or count
