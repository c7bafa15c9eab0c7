"""Commands of HuRIC as utterances with roles: its frames' elements, by the few roles that are read here."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping
from pathlib import Path

from embodied_memory.words.one_reading import things_of
from embodied_memory.words.said import DeedKind, Filler, Role, SpeechAct
from embodied_memory_tools.learning.labelled_moves import LabelledMoves
from embodied_memory_tools.learning.labelled_utterances import MarkedUtterance

_ROLES = {
    "Theme": Role.THEME, "Cotheme": Role.THEME, "Phenomenon": Role.THEME, "Sought_entity": Role.THEME,
    "Device": Role.THEME, "Containing_object": Role.THEME, "Container_portal": Role.THEME, "Entity": Role.THEME,
    "Goal": Role.GOAL, "Area": Role.GOAL, "Path": Role.GOAL, "Direction": Role.GOAL,
    "Source": Role.SOURCE, "Ground": Role.SOURCE, "Location": Role.SOURCE, "Place": Role.SOURCE,
    "Beneficiary": Role.RECIPIENT, "Recipient": Role.RECIPIENT, "Time": Role.TIME, "Operational_state": Role.VALUE,
}  # fmt: skip
_STATING = frozenset({"Being_located", "Being_in_category", "Entity"})
_PREPOSITION = re.compile(
    r"(?:to|into|in|on|from|at|for|onto|inside|near|next to|of|with|under|by|towards?)\s+", re.I
)
_BARE = (Role.GOAL, Role.SOURCE, Role.RECIPIENT)

_KINDS = {
    "Bringing": DeedKind.BRING, "Giving": DeedKind.BRING, "Taking": DeedKind.HOLD, "Placing": DeedKind.PUT,
    "Locating": DeedKind.FIND, "Motion": DeedKind.GO, "Cotheme": DeedKind.GO, "Inspecting": DeedKind.LOOK,
    "Perception_active": DeedKind.LOOK, "Releasing": DeedKind.HOLD, "Manipulation": DeedKind.HOLD,
    "Attaching": DeedKind.OTHER,
}  # fmt: skip
_CARRYING = frozenset({"Bringing", "Placing", "Taking", "Giving", "Releasing", "Manipulation"})

Spans = Mapping[str, tuple[int, int]]


def read_huric(folder: Path) -> Iterator[MarkedUtterance]:
    """Every command below a folder whose tokens stand in its sentence."""
    for sentence, command in _commands(folder):
        spans = _spans(sentence, command)
        if spans:
            yield _marked(sentence, command, spans)


def read_huric_deeds(folder: Path) -> Iterator[tuple[MarkedUtterance, tuple[DeedKind, ...]]]:
    """What the commands that order something want done with each thing that they name, by the frame that names it."""
    for sentence, command in _commands(folder):
        spans = _spans(sentence, command)
        utterance = _marked(sentence, command, spans) if spans else None
        if utterance is None or utterance.label != SpeechAct.INSTRUCT.value:
            continue
        kinds = {mark: kind for frame in command.iter("frame") for mark, kind in _kinds(sentence, frame, spans)}
        things = things_of([Filler(Role(role), "", begin, end) for role, begin, end in utterance.marks])
        wanted = tuple(kinds.get((one.role.value, one.start, one.end)) for one in things)
        if wanted and all(wanted):
            yield utterance, tuple(kind for kind in wanted if kind is not None)


def _kinds(
    sentence: str, frame: ElementTree.Element, spans: Spans
) -> Iterator[tuple[tuple[str, int, int], DeedKind]]:
    """A kind for each mark of a frame of which the kind is known."""
    told = " ".join(sentence[begin:end].lower() for begin, end in _tokens(frame, spans))
    kind = _KINDS.get(frame.get("name", ""))
    if frame.get("name") == "Closure":
        kind = DeedKind.OPEN if "open" in told else DeedKind.CLOSE
    elif frame.get("name") == "Change_operational_state":
        kind = DeedKind.OFF if re.search(r"\boff\b|\bstop", told) else DeedKind.ON
    if kind is None:
        return
    for mark in _mark(sentence, Role.DEED, frame.find("lexicalUnit"), spans):
        yield mark, kind
    for element in frame.iter("frameElement"):
        role = _ROLES.get(element.get("type", ""))
        for mark in _mark(sentence, role, element, spans) if role else []:
            yield mark, kind


def _tokens(frame: ElementTree.Element, spans: Spans) -> list[tuple[int, int]]:
    """Of all that a frame names, once each, in the order of the words."""
    return sorted({spans[one.get("id", "")] for one in frame.iter("token") if one.get("id", "") in spans})


def read_without_moves(folder: Path) -> Iterator[LabelledMoves]:
    """The commands by which nothing is carried: "follow me to the kitchen"."""
    for sentence, command in _commands(folder):
        names = {frame.get("name", "") for frame in command.iter("frame")}
        if sentence and names and names.isdisjoint(_CARRYING):
            yield LabelledMoves(sentence, {}, {})


def _commands(folder: Path) -> Iterator[tuple[str, ElementTree.Element]]:
    """(sentence, command) of all below a folder."""
    for path in sorted(folder.rglob("*.hrc")):
        for command in ElementTree.parse(path).getroot().iter("command"):
            yield (command.findtext("sentence") or "").strip(), command


def _spans(sentence: str, command: ElementTree.Element) -> Spans:
    """The characters of each token; empty where one is not found."""
    spans, after = {}, 0
    for token in command.iterfind("tokens/token"):
        surface = token.get("surface", "")
        begin = sentence.lower().find(surface.lower(), after)
        if begin < 0:
            return {}
        after = begin + len(surface)
        spans[token.get("id", "")] = (begin, after)
    return spans


def _marked(sentence: str, command: ElementTree.Element, spans: Spans) -> MarkedUtterance:
    marks: list[tuple[str, int, int]] = []
    names = {frame.get("name", "") for frame in command.iter("frame")}
    for frame in command.iter("frame"):
        marks += _mark(sentence, Role.DEED, frame.find("lexicalUnit"), spans)
        for element in frame.iter("frameElement"):
            role = _ROLES.get(element.get("type", ""))
            marks += _mark(sentence, role, element, spans) if role else []
    is_told = bool(names) and names <= _STATING
    act = SpeechAct.TELL if is_told else SpeechAct.INSTRUCT
    widest_first = sorted(marks, key=lambda mark: mark[1] - mark[2])
    return MarkedUtterance(act.value, sentence, tuple(widest_first), has_all_roles=True)


def _mark(sentence: str, role: Role, element: ElementTree.Element | None, spans: Spans) -> list[tuple[str, int, int]]:
    tokens = element.iter("token") if element is not None else ()
    found = [spans[token.get("id", "")] for token in tokens if token.get("id", "") in spans]
    if not found:
        return []
    begin, end = min(first for first, _ in found), max(last for _, last in found)
    before = _PREPOSITION.match(sentence, begin, end) if role in _BARE else None
    return [(role.value, before.end() if before else begin, end)]
