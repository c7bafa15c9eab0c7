"""The corpus HuRIC 2.1 (Vanzo et al., Artificial Intelligence 278, 2020): sentences with their frames, as XML."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Frame:
    """verb: the lemma of its lexical unit; heads: role -> the lemma of its semantic head."""

    name: str
    verb: str
    heads: Mapping[str, str]


@dataclass(frozen=True)
class Command:
    """One sentence. source: the file it is from."""

    source: str
    sentence: str
    frames: tuple[Frame, ...]


def read_commands(folder: Path) -> list[Command]:
    """Every .hrc file below a folder. ValueError for one that is none, or where there are none."""
    files = sorted(folder.rglob("*.hrc"))
    if not files:
        raise ValueError(f"there are no .hrc files below {folder}")
    return [command for path in files for command in _commands_of(path)]


def _commands_of(path: Path) -> Iterator[Command]:
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        raise ValueError(f"{path.name} is no XML: {error}") from error
    for one in root.iter("command"):
        lemmas = {token.get("id", ""): token.get("lemma", "") for token in one.iter("token") if token.get("lemma")}
        frames = tuple(_frame(frame, lemmas) for frame in one.iter("frame"))
        yield Command(path.name, (one.findtext("sentence") or "").strip(), frames)


def _frame(frame: ElementTree.Element, lemmas: Mapping[str, str]) -> Frame:
    unit = frame.find("lexicalUnit/token")
    verb = lemmas.get(unit.get("id", ""), "") if unit is not None else ""
    heads = {
        element.get("type", ""): lemmas.get(element.get("semanticHead", ""), "")
        for element in frame.iter("frameElement")
    }
    return Frame(frame.get("name", ""), verb, heads)
