"""Homes with what was said and done there, and questions with what answers them: examples of what is evidence.

A file has a line (JSON) for each home, then one for each piece and question of it: `tests/words/asked/format.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

from embodied_memory.event import Event, EventKind, Provenance

_MONDAY = datetime(2026, 6, 1, tzinfo=timezone.utc)
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_NS = 10**9


@dataclass(frozen=True)
class AskedQuestion:
    """gold: places in the home's events of what answers it, none if nothing does; goes_on: with the one before it."""

    text: str
    asker: str
    gold: frozenset[int]
    goes_on: bool = False


@dataclass(frozen=True)
class AskedHome:
    """who_is_who: "Name: who", as the configuration has it; events: in the order of time."""

    who_is_who: tuple[str, ...]
    events: tuple[Event, ...]
    questions: tuple[AskedQuestion, ...]


def read_asked_homes(path: Path) -> Iterator[AskedHome]:
    """ValueError with the line for what is not of the format."""
    home: list[dict[str, object]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            told = json.loads(line)
            if "home" in told and home:
                yield _home(home)
                home = []
            home.append(told)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path.name}, line {number}: {error!r}") from error
    if home:
        yield _home(home)


def _home(lines: list[dict[str, object]]) -> AskedHome:
    people: dict[str, str] = lines[0]["people"]  # type: ignore[assignment]
    pieces = [line for line in lines[1:] if "id" in line]
    places = {str(piece["id"]): place for place, piece in enumerate(pieces)}
    questions = tuple(
        AskedQuestion(
            str(line["q"]),
            str(line["asker"]),
            frozenset(places[one] for one in line["ev"]),  # type: ignore[attr-defined]
            bool(line.get("goes_on")),
        )
        for line in lines[1:]
        if "q" in line
    )
    return AskedHome(
        tuple(f"{name}: {who}" for name, who in people.items()), _events(pieces, tuple(people)), questions
    )


def _events(pieces: list[dict[str, object]], people: tuple[str, ...]) -> tuple[Event, ...]:
    """Days follow each other: one that is earlier in the week than the one before is of the next week."""
    events: list[Event] = []
    stamp = _MONDAY
    for piece in pieces:
        day, clock = str(piece["t"]).split()
        stamp = max(_at(stamp, day, clock), stamp + timedelta(seconds=1))
        is_said = "say" in piece
        events.append(
            Event(
                int(stamp.timestamp()) * _NS,
                EventKind.UTTERANCE if is_said else EventKind.ACTIVITY,
                str(piece["who"]),
                str(piece["say"] if is_said else piece["did"]),
                place=str(piece["room"]),
                provenance=Provenance.REPORTED if is_said else Provenance.OBSERVED,
                observers=("robot", *people),
            )
        )
    return tuple(events)


def _at(after: datetime, day: str, clock: str) -> datetime:
    """That time on the first such day, from the day of `after` on."""
    hour, minute = clock.split(":")[:2]
    begins = after.replace(hour=0, minute=0, second=0)
    days = (_DAYS.index(day[:3]) - begins.weekday()) % 7
    return begins + timedelta(days=days, hours=int(hour), minutes=int(minute))
