"""Episodes summed up by a language model (ObsMem, section 4.2), by rules where it fails."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

from pydantic import BaseModel, Field

from embodied_memory.config import BeliefConfig
from embodied_memory.event import EventKind, Provenance
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import Request, UnusableReplyError, asking
from embodied_memory.memory.belief.episode import (
    NS,
    EpisodeAtom,
    EpisodeEvent,
    EpisodeMaterial,
    EpisodeSynthesiser,
    Synthesis,
    TemplateSynthesiser,
)
from embodied_memory.words.wording.words import is_borne_out

_MAX_WORDS = 60
"""Of a subject, relation or object, in characters; what is longer is no name."""


class AtomReply(BaseModel):
    """One thing that the episode tells, and the numbers of its events."""

    subject: str
    relation: str
    object: str
    events: list[int] = Field(min_length=1)


class SynthesisReply(BaseModel):
    """What the model is asked for."""

    summary: str = Field(min_length=1, max_length=2000)
    atoms: list[AtomReply] = Field(default_factory=list, max_length=40)


class LanguageSynthesiser:
    """Adds the model's summary and atoms to those of the rules; atoms without a source in the episode are dropped."""

    def __init__(self, advisor: Advisor, config: BeliefConfig, fallback: EpisodeSynthesiser | None = None) -> None:
        self._advisor = advisor
        self._config = config
        self._fallback = fallback or TemplateSynthesiser(config)

    def synthesise(self, material: EpisodeMaterial) -> Synthesis:
        """Never fails: the rules' synthesis if there is no usable reply."""
        by_rules = self._fallback.synthesise(material)
        request = self._request(material)
        return self._advisor.advice(
            request, SynthesisReply, lambda reply: _joined(by_rules, reply, material), lambda: by_rules
        )

    def _request(self, material: EpisodeMaterial) -> Request:
        return asking(
            "synthesise episode",
            place=material.draft.place or "unknown",
            people=", ".join(material.people) or "nobody",
            events="\n".join(map(self._line, material.events)),
        )

    def _line(self, event: EpisodeEvent) -> str:
        zone = timezone(timedelta(hours=self._config.utc_offset_h))
        time = datetime.fromtimestamp(event.stamp_ns // NS, zone).strftime("%H:%M")
        text = " ".join(event.text.split())
        told = f'said "{text}"' if event.kind == EventKind.UTTERANCE.value else text
        things = f" ({', '.join(event.object_ids)})" if event.object_ids else ""
        return f"[{event.record_id}] {time}, {event.actor}: {told}{things}"


def _joined(by_rules: Synthesis, reply: SynthesisReply, material: EpisodeMaterial) -> Synthesis:
    """Raises UnusableReplyError for a summary that says nothing of what happened."""
    summary = " ".join(reply.summary.split())
    if not is_borne_out(summary, (f"{event.actor} {event.text}" for event in material.events)):
        raise UnusableReplyError("a summary of something else")
    known = {(atom.subject, atom.relation, atom.object) for atom in by_rules.atoms}
    new = [atom for atom in _atoms(reply, material) if (atom.subject, atom.relation, atom.object) not in known]
    return Synthesis(summary, (*by_rules.atoms, *new))


def _atoms(reply: SynthesisReply, material: EpisodeMaterial) -> Iterator[EpisodeAtom]:
    events = {event.record_id: event for event in material.events}
    subjects = {material.robot, *material.people, *material.object_ids}
    for told in reply.atoms:
        sources = [events[number] for number in dict.fromkeys(told.events) if number in events]
        words = [" ".join(part.split()) for part in (told.subject, told.relation, told.object)]
        if sources and words[0] in subjects and all(0 < len(part) <= _MAX_WORDS for part in words):
            seen = all(
                event.kind != EventKind.UTTERANCE.value and event.provenance is Provenance.OBSERVED
                for event in sources
            )
            provenance = Provenance.OBSERVED if seen else Provenance.REPORTED
            records = tuple(event.record_id for event in sources)
            newest = max(event.stamp_ns for event in sources)
            yield EpisodeAtom(words[0], words[1], words[2], provenance, newest, records)
