"""What all answers from the tracks are made of: the plan, the evidence, and what is needed to speak of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embodied_memory.evidence import Answer, EpistemicStatus, Evidence, UsualPlace
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.whereabouts import relation_and_landmark
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.memory.retrieval.query_plan.question_words import ASKING_KIND, ASKING_PERSON, NOT_NAMES
from embodied_memory.memory.retrieval.views.candidate import Candidate, bears_on
from embodied_memory.memory.retrieval.views.entity_phrases import caption_of, named, place_words
from embodied_memory.memory.retrieval.views.event_rows import EventRows
from embodied_memory.memory.retrieval.views.retriever import EvidenceBundle
from embodied_memory.memory.retrieval.views.seen_things import SURELY_SEEN, SeenThings
from embodied_memory.words.time_words.describe_time import describe_time
from embodied_memory.words.wording.phrases import listed, sentence
from embodied_memory.words.wording.word_stems import content_stems, stem
from embodied_memory.words.wording.words import split_words

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
