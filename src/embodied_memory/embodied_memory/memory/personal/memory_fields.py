"""The parts of a personal memory that requests are matched against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.act_trace import ActTrace
from embodied_memory.memory.personal.knowledge import Knowledge, UserPattern
from embodied_memory.memory.personal.noun_phrases import object_phrases, place_phrases
from embodied_memory.memory.personal.request_words import sentences
from embodied_memory.memory.personal.sentence_role import SentenceRole, sentence_role


@dataclass(frozen=True)
class MemoryFields:
    """An instruction or statement in parts (MEMENTO, appendix C.4), and what the trace shows of it.

    objects, places: what was handled and where it was put, by the trace, else by the words.
    people: whose it is. is_pattern: it tells how somebody does things, not what things mean to them.
    """

    text: str
    command: str
    description: str
    personal: str
    objects: tuple[str, ...]
    places: tuple[str, ...]
    people: tuple[str, ...]
    is_pattern: bool


def memory_fields(text: str, trace: ActTrace, knowledge: Sequence[Knowledge]) -> MemoryFields:
    """Take an instruction and its trace apart."""
    parts: dict[SentenceRole, list[str]] = {role: [] for role in SentenceRole}
    for sentence in sentences(text):
        parts[sentence_role(sentence)].append(sentence)
    told = (thing for known in knowledge for thing in known.objects)
    return MemoryFields(
        text=text,
        command=" ".join(parts[SentenceRole.COMMAND]),
        description=" ".join(parts[SentenceRole.DESCRIPTION]),
        personal=" ".join(parts[SentenceRole.PERSONAL]),
        objects=trace.objects or tuple(dict.fromkeys(told)) or object_phrases(text),
        places=trace.places or place_phrases(text),
        people=tuple(dict.fromkeys(known.person for known in knowledge if known.person)),
        is_pattern=bool(knowledge) and all(isinstance(known, UserPattern) for known in knowledge),
    )
