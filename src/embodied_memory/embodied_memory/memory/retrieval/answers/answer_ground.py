"""What all answers from the tracks are made of: the plan, the evidence, and what is needed to speak of it; and
states as the evidence tells them, from whichever view knows most of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embodied_memory.event import Event
from embodied_memory.evidence import Answer, EpistemicStatus, Evidence, UsualPlace
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, StateFact, relation_and_landmark
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName
from embodied_memory.memory.retrieval.query_plan.question_words import ASKING_KIND, ASKING_PERSON, NOT_NAMES
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance, bears_on, same_attribute
from embodied_memory.memory.retrieval.views.entity_phrases import caption_of, named, place_words
from embodied_memory.memory.retrieval.views.event_rows import EventRows
from embodied_memory.memory.retrieval.views.retriever import SURELY_SEEN, EvidenceBundle, SeenThings
from embodied_memory.words.time_words.local_calendar import describe_time
from embodied_memory.words.wording.phrases import listed, sentence
from embodied_memory.words.wording.words import content_stems, split_words, stem

_ANY = frozenset(split_words("anything something everything any"))
_OF_ANY_QUESTION = NOT_NAMES | ASKING_KIND | ASKING_PERSON | _ANY
_SURE = ((0.85, "I am sure"), (0.6, "I am fairly sure"), (0.3, "I am not sure"))


@dataclass(frozen=True)
class AnswerGround:
    """For one question. most_cited: evidence an answer gives; now_ns: the time of asking; seen: what is doubted.

    usual_places: where things of a kind belong, by what they are called.
    """

    plan: QueryPlan
    bundle: EvidenceBundle
    beliefs: BeliefTracks
    rows: EventRows
    now_ns: int
    utc_offset_s: float = 0.0
    most_cited: int = 5
    seen: SeenThings = SURELY_SEEN
    usual_places: Callable[[str], tuple[UsualPlace, ...]] = lambda words: ()

    def when(self, stamp_ns: int) -> str:
        """The day and the clock time."""
        return describe_time(stamp_ns, self.now_ns, self.utc_offset_s)

    def span(self) -> str:
        """ " since Monday at 00:00", or between two times, where a time is asked about, else ""."""
        time = self.plan.time
        if time is None or time.start_ns <= 0:
            return ""
        start, end = (self.when(stamp_ns).removeprefix("on ") for stamp_ns in (time.start_ns, time.end_ns))
        return f" since {start}" if time.end_ns >= self.now_ns else f" between {start} and {end}"

    def name(self, entity_id: str) -> str:
        """ "the red mug"."""
        return named(entity_id, self.beliefs)

    def caption(self, entity_id: str) -> str:
        """ "red mug"."""
        return caption_of(entity_id, self.beliefs)

    def place(self, location: str, room: str = "") -> str:
        """ "on the brown table in the kitchen". room: where that of the table is not known.

        What may not exist is no place.
        """
        relation, landmark = relation_and_landmark(location)
        if not (relation and self.seen.is_refused(landmark)):
            return place_words(location, self.beliefs, room)
        room = self.beliefs.room_of(landmark) or room
        return f"in {self.name(room)}" if room else "somewhere"

    def known(
        self,
        text: str,
        certainty: float,
        evidence: Sequence[Candidate] = (),
        status: EpistemicStatus | None = None,
        entities: Sequence[str] = (),
        room: str = "",
    ) -> Answer:
        """An answer that cites these candidates first, then what else was selected and supports it.

        Nothing is known from evidence none of which bears on the question.
        """
        cited = self.citations(evidence)
        if evidence and not cited:
            return self.unknown()
        certainty *= math.prod(self.seen.likely(entity_id) for entity_id in entities)
        doubt = f"{_how_sure(certainty)}: " if self.plan.is_doubted else ""
        return Answer(
            question=self.plan.question,
            text=sentence(f"{doubt}{text}"),
            known=True,
            certainty=round(min(1.0, certainty), 4),
            evidence=cited,
            object_ids=tuple(entities),
            room=room,
            status=status,
        )

    def unknown(self, text: str = "") -> Answer:
        """ "I don't know", and why; or what was looked for."""
        text = text or looked_for(self.plan)
        return Answer(self.plan.question, sentence(f"I don't know{f': {text}' if text else ''}"), False, 0.0)

    def citations(self, candidates: Sequence[Candidate]) -> tuple[Evidence, ...]:
        """One record each: first what each candidate rests on before all, then its further records.

        What does not bear on the question is never cited.
        """
        steps = [one for one in self.bundle.selected if one.is_step]
        chosen = [*steps, *(one for one in candidates if bears_on(one, self.plan))]
        ids = [one.record_ids[0] for one in chosen] + [more for one in chosen for more in one.record_ids[1:]]
        return self.rows.evidence(list(dict.fromkeys(ids))[: self.most_cited])


def looked_for(plan: QueryPlan) -> str:
    """What memory was searched for in vain: the names in the question, else its telling words."""
    named = [*plan.unheard, *(thing.words for thing in plan.things), *plan.people, *plan.activities]
    words = [one for one in named if one] or telling_words(plan.question)
    return f"I remember nothing that fits {listed(list(dict.fromkeys(words)))}" if words else ""


def telling_words(question: str) -> list[str]:
    """The words of a question that are not of any question, each once."""
    stems = content_stems(question)
    words = dict.fromkeys(word for word in split_words(question) if stem(word) in stems and "'s" not in word)
    return [word for word in words if word not in _OF_ANY_QUESTION]


def _how_sure(certainty: float) -> str:
    return next((words for least, words in _SURE if certainty >= least), "I am not sure at all")


_UNJUDGED = 0.7


@dataclass(frozen=True)
class KnownFact:
    """An attribute of an entity had a value. seen_ns: when that was seen or said last; source: who said it, "" if it
    was seen. status: None if nobody judged it. against: what speaks for something else.
    """

    entity_id: str
    attribute: str
    value: str
    seen_ns: int
    source: str
    certainty: float
    status: EpistemicStatus | None
    candidate: Candidate
    against: tuple[StateFact, ...] = ()


def facts_in(candidates: Sequence[Candidate], attribute: str) -> list[KnownFact]:
    """One fact for each entity: a belief before a bare state, a state before what an event or a report shows."""
    best: dict[str, tuple[int, KnownFact]] = {}
    for one in candidates:
        for fact in _read(one, attribute):
            rank = _RANKS.get(one.view, 9)
            known = best.get(fact.entity_id)
            if known is None or rank < known[0] or (rank == known[0] and fact.seen_ns > known[1].seen_ns):
                best[fact.entity_id] = (rank, fact)
    return [fact for _, fact in best.values()]


_RANKS = {ViewName.BELIEF: 0, ViewName.STATE: 1, ViewName.EVENT: 2, ViewName.REPORTED: 3}


def _read(one: Candidate, attribute: str) -> list[KnownFact]:
    content = one.content
    if isinstance(content, Belief):
        return [_of_belief(content, one)] if same_attribute(content.fact.attribute, attribute) else []
    if isinstance(content, StateFact):
        is_it = content.holds and same_attribute(content.attribute, attribute) and one.view is ViewName.STATE
        return [_of_fact(content, one)] if is_it else []
    if isinstance(content, Event):
        return [
            KnownFact(c.entity_id, c.attribute, c.value, content.stamp_ns, "", _UNJUDGED, None, one)
            for c in content.changes
            if c.entity_id in one.entities and c.value and same_attribute(c.attribute, attribute)
        ]
    if isinstance(content, HeardUtterance):
        return [
            KnownFact(s.entity_id, s.attribute, s.value, s.stamp_ns, s.speaker, _UNJUDGED, None, one)
            for s in content.statements
            if s.entity_id and s.holds and s.value and same_attribute(s.attribute, attribute)
        ]
    return []


def _of_belief(known: Belief, one: Candidate) -> KnownFact:
    fact = known.fact
    return KnownFact(
        fact.entity_id, fact.attribute, fact.value, known.since_ns, fact.source, known.certainty, known.status, one,
        known.contradicting,
    )  # fmt: skip


def _of_fact(fact: StateFact, one: Candidate) -> KnownFact:
    return KnownFact(fact.entity_id, fact.attribute, fact.value, fact.stamp_ns, fact.source, _UNJUDGED, None, one)


def whereabouts(candidates: Sequence[Candidate]) -> list[KnownFact]:
    """Where each entity is, or who holds it if that is newer."""
    places = {fact.entity_id: fact for fact in facts_in(candidates, LOCATION)}
    for held in facts_in(candidates, HELD_BY):
        place = places.get(held.entity_id)
        if place is None or held.seen_ns > place.seen_ns:
            places[held.entity_id] = held
    return list(places.values())


def trusted(fact: KnownFact, ground: AnswerGround) -> str:
    """When it was seen or said, and what that is worth now."""
    when = ground.when(fact.seen_ns)
    known = f"{fact.source} told me so {when}" if fact.source else f"I saw that {when}"
    if is_over(fact, ground):
        return f"{known}, no longer there when I looked again"
    if fact.status is EpistemicStatus.STALE and not fact.source:
        return f"{known}, it may have changed since"
    if fact.status is EpistemicStatus.UNCERTAIN:
        return f"{known}, but I cannot be sure any more"
    return f"{known}{_against(fact, ground)}"


def is_over(fact: KnownFact, ground: AnswerGround) -> bool:
    """Whether it is only the last that was known: something is believed since, if only that it is so no more."""
    time = ground.plan.time
    if fact.status is not None or (time is not None and time.end_ns <= ground.now_ns):
        return False
    now = ground.beliefs.current(fact.entity_id, fact.attribute, ground.now_ns)
    return now is not None and not now.fact.value


def _against(fact: KnownFact, ground: AnswerGround) -> str:
    """The newest thing that speaks against it."""
    other = max(fact.against, key=lambda one: one.stamp_ns, default=None)
    if other is None:
        return ""
    who = f"{other.source} said" if other.source else "I saw"
    if not other.holds or not other.value:
        return f", but {other.source or 'later I'} {'said it is' if other.source else 'saw it'} gone from there"
    told = ground.place(other.value) if fact.attribute == LOCATION else other.value
    return f", but {who} {'that it is ' if other.source else 'it '}{told} {ground.when(other.stamp_ns)}"


def cited_for(fact: KnownFact, ground: AnswerGround) -> list[Candidate]:
    """The fact's own evidence, then that of what contradicts it, and who said the same since."""
    others = [
        one
        for one in ground.bundle.selected
        if one.view is ViewName.BELIEF and one.content in fact.against and fact.entity_id in one.entities
    ]
    said = [
        one
        for one in ground.bundle.selected
        if isinstance(one.content, HeardUtterance)
        and any(s.entity_id == fact.entity_id for s in one.content.statements)
    ]
    return [fact.candidate, *others, *said]
