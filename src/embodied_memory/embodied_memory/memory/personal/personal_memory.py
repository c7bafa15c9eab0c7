"""A personal memory as the store keeps it and as it is given back."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from embodied_memory.act_trace import ActTrace
from embodied_memory.event import Provenance
from embodied_memory.evidence import Evidence
from embodied_memory.memory.personal.knowledge import Knowledge
from embodied_memory.memory.personal.knowledge_learning import learn_knowledge

RECORD_KIND = "personal memory"

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class PersonalMemory:
    """What one person said, what was done then, and what it tells (MEMENTO, section 3 and appendix B.2).

    record_id: the row of the event log it was said in; person: who said it; scene: the home or map, "" if
    unknown; corrects: the record it takes the place of, if any.
    """

    record_id: int
    person: str
    stamp_ns: int
    scene: str
    text: str
    trace: ActTrace = field(default_factory=ActTrace)
    knowledge: tuple[Knowledge, ...] = ()
    corrects: int | None = None

    @staticmethod
    def of_words(record_id: int, person: str, stamp_ns: int, text: str, trace: ActTrace) -> PersonalMemory:
        """What a person said, with what it tells, wherever that was."""
        return PersonalMemory(record_id, person, stamp_ns, "", text, trace, learn_knowledge(person, text))

    def concerns(self, person: str) -> bool:
        """Whether the person said it, is told of, or is named anywhere in it, in whatever case."""
        people = (self.person, *(known.person for known in self.knowledge))
        told = (*people, self.text, *(known.statement for known in self.knowledge), self.trace.as_text())
        return any(name_occurs(person, text) for text in told)

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose it is: whoever it tells of, each once; who said it, if it tells of nobody."""
        return tuple(dict.fromkeys(known.person for known in self.knowledge)) or (self.person,)

    def as_evidence(self) -> Evidence:
        """The citation: it is known because it was said."""
        return Evidence(self.record_id, self.stamp_ns, RECORD_KIND, self.text, Provenance.REPORTED)


@dataclass(frozen=True)
class PersonalRecollection:
    """A memory that a request may mean. reference: the part of the request that means it.

    score: how likely it is the one meant by that part, 0 to 1, if any memory is. rivals: record ids of other
    readings about as likely: ask, do not guess.
    """

    memory: PersonalMemory
    reference: str
    score: float
    rivals: tuple[int, ...] = ()

    @property
    def evidence(self) -> Evidence:
        """What to cite."""
        return self.memory.as_evidence()


class UnknownPersonalMemoryError(KeyError):
    """There is no personal memory of that record. The message names it."""

    def __str__(self) -> str:
        return str(self.args[0])


def name_occurs(name: str, text: str) -> bool:
    """Whether all words of a name stand in the text in a row, in whatever case.

    No pattern is made of them, as patterns stay in a cache.
    """
    part, whole = _WORD.findall(name.casefold()), _WORD.findall(text.casefold())
    return bool(part) and any(whole[start : start + len(part)] == part for start in range(len(whole)))
