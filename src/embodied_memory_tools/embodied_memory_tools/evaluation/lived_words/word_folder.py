"""A folder of lived days: a home, what happened there, questions about it, and what people say to the robot."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from embodied_memory.event import ROBOT

DONT_KNOW = "DK"
"""What stands in `must` of what is asked where there is nothing to tell."""

Kind = Literal[
    "say", "put", "take", "give", "open", "close", "switch_on", "switch_off", "enter", "leave", "robot_say",
    "robot_pick", "robot_handover", "robot_see",
]  # fmt: skip
Line = TypeVar("Line", bound=BaseModel)


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_GROWN_UP = 14


class WordHome(_Line):
    """people, visitors: name -> who they are; furniture: room -> pieces; objects_at_start: name -> (on, piece)."""

    people: dict[str, str]
    visitors: dict[str, str] = {}
    rooms: tuple[str, ...]
    furniture: dict[str, tuple[str, ...]]
    objects_at_start: dict[str, tuple[str, str]] = {}
    states_at_start: dict[str, str] = {}
    grants: tuple[str, ...] = ()

    @property
    def who_is_who(self) -> tuple[str, ...]:
        """As the memory's configuration has it."""
        return tuple(f"{name}: {who}" for name, who in {**self.people, **self.visitors}.items())

    @property
    def children(self) -> tuple[str, ...]:
        """Those of whom an age below 14 is told ("her son, 12")."""
        ages = ((name, re.search(r"\b(\d{1,2})\b", who)) for name, who in self.people.items())
        return tuple(name for name, age in ages if age and int(age[1]) < _GROWN_UP)


class LifeEvent(_Line):
    """One thing that was said or done. t: local time; to: "robot", a name, or "" for everybody in the room."""

    id: str
    t: datetime
    kind: Kind
    room: str = ""
    who: str = ROBOT
    to: str = ""
    text: str = ""
    object: str = ""
    rel: str = ""
    place: str = ""

    @property
    def stamp_ns(self) -> int:
        """The local time as if it were UTC, nanoseconds since the epoch."""
        return int(self.t.replace(tzinfo=timezone.utc).timestamp()) * 10**9


class JudgedLine(_Line):
    """must, no: regular expressions for a first verdict."""

    must: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    @field_validator("must", "no")
    @classmethod
    def _compile(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in value:
            re.compile(pattern)
        return value

    @property
    def is_unknowable(self) -> bool:
        """Whether there is nothing to tell."""
        return self.must == (DONT_KNOW,)


class WordQuestion(JudgedLine):
    """ev: the events that are its evidence."""

    id: str
    fam: str
    conv: str | None = None
    asker: str
    q: str
    gold: str = ""
    ev: tuple[str, ...] = ()


class WordUtterance(JudgedLine):
    """What somebody says to the robot. s: its conversation; act: what the right reply does; must: only where
    something is to be told.
    """

    id: str
    s: str
    who: str
    text: str
    act: str = ""
    gold: str = ""


@dataclass(frozen=True)
class WordFolder:
    """All that a folder holds, the events in the order of time."""

    name: str
    home: WordHome
    life: tuple[LifeEvent, ...]
    questions: tuple[WordQuestion, ...]
    utterances: tuple[WordUtterance, ...]


def read_word_folder(folder: Path) -> WordFolder:
    """ValueError that names file and line for what is missing or not of the format."""
    home = _parsed(WordHome, _text_of(folder / "home.json"), "home.json")
    life = sorted(read_lines(LifeEvent, folder / "life.jsonl"), key=lambda event: event.t)
    questions, utterances = folder / "questions.jsonl", folder / "utterances.jsonl"
    if not questions.is_file() and not utterances.is_file():
        raise ValueError(f"{folder} has neither questions.jsonl nor utterances.jsonl: there is nothing to ask")
    return WordFolder(
        folder.resolve().name,
        home,
        tuple(life),
        tuple(read_lines(WordQuestion, questions)) if questions.is_file() else (),
        tuple(read_lines(WordUtterance, utterances)) if utterances.is_file() else (),
    )


def read_lines(kind: type[Line], path: Path) -> list[Line]:
    """A JSON object a line. ValueError names file, line and field."""
    lines = enumerate(_text_of(path).splitlines(), start=1)
    return [_parsed(kind, line, f"{path.name}, line {number}") for number, line in lines if line.strip()]


def _parsed(kind: type[Line], text: str, where: str) -> Line:
    try:
        return kind.model_validate(json.loads(text))
    except ValidationError as error:
        first = error.errors()[0]
        named = ".".join(map(str, first["loc"]))
        raise ValueError(f"{where}: {named}: {first['msg']}") from error
    except (ValueError, re.error) as error:
        raise ValueError(f"{where}: {error}") from error


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error
