"""Answers what the robot was to go and look at, from what was seen since the look began (LMEE, section 14), and
tells honestly what was not seen.

What memory knew before is never told as the outcome of a look: an answer counts only if it rests on newer
views. A language model, where one plays the role, is asked what memory's records of the look do not tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel

from embodied_memory.event import Provenance
from embodied_memory.evidence import (
    Answer,
    EpistemicStatus,
    Evidence,
    RememberedObject,
    RetrievalResult,
    RetrievedMemory,
)
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.personal.sentence_role import is_personal
from embodied_memory.memory.spatial.recognition import LASTING_ATTRIBUTES
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.exploring.language_policy import memories_in_words, memories_with_objects
from embodied_memory.planning.instruction import TaskReport
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.meaning import GOOD_MATCH, Meanings, in_words
from embodied_memory.planning.tasks.robot_skills import TaskMemory
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal, as_told
from embodied_memory.planning.tasks.task_state import TaskState
from embodied_memory.words.wording.phrases import listed
from embodied_memory.words.wording.words import split_words

_LONGEST_ANSWER = 500


class SearchAnswerReply(BaseModel):
    """Figure 18: the memory that shows the answer, and the answer."""

    memory: int | None = None
    answer: str = ""


@dataclass(frozen=True)
class SearchAnswer:
    """shown_by: the memory that shows it; None where the model was of no use and memory answered by itself."""

    text: str
    shown_by: RetrievedMemory | None = None


class QuestionAfterSearch:
    """The role over a language model. offline: what memory answers by itself."""

    def __init__(self, advisor: Advisor, offline: Callable[[str], str]) -> None:
        self._advisor = advisor
        self._offline = offline

    def told(
        self,
        question: str,
        retrieved: RetrievalResult,
        known: tuple[RememberedObject, ...] = (),
        choices: tuple[tuple[str, str], ...] = (),
    ) -> SearchAnswer:
        """A sentence, or the letter of a choice. choices: (letter, words). retrieved: for the question."""
        shelves = memories_with_objects(retrieved.memories, (), known)
        request = asking(
            "answer after search",
            tuple(memory.thumbnail for memory in retrieved.memories if memory.thumbnail),
            question=" ".join(question.split()),
            choices="; ".join(f"{letter}) {' '.join(words.split())}" for letter, words in choices) or "none",
            memories=memories_in_words(shelves),
        )
        letters = tuple(letter for letter, _ in choices)
        return self._advisor.advice(
            request,
            SearchAnswerReply,
            lambda reply: _checked(reply, retrieved.memories, letters),
            lambda: SearchAnswer(self._offline(question)),
        )


def _checked(
    reply: SearchAnswerReply, memories: tuple[RetrievedMemory, ...], letters: tuple[str, ...]
) -> SearchAnswer:
    """Raises UnusableReplyError for a memory or a choice that there is not, and for no answer."""
    answer = " ".join(reply.answer.split())[:_LONGEST_ANSWER]
    if reply.memory is None or not 0 <= reply.memory < len(memories) or not answer:
        raise UnusableReplyError("no memory shows the answer")
    if letters and answer.rstrip(".)") not in letters:
        raise UnusableReplyError("the answer is none of the choices")
    return SearchAnswer(answer.rstrip(".)") if letters else answer, memories[reply.memory])


class LookAnswers:
    """Of one instruction. things: what memory knows now. advisor: a language model that may be asked."""

    def __init__(self, memory: TaskMemory, things: Callable[[], KnownThings], advisor: Advisor | None = None) -> None:
        self._memory, self._things, self._advisor = memory, things, advisor
        self._meanings = Meanings(memory)
        self._goal: TaskGoal | None = None
        self._since_ns = 0
        self.told: list[Answer] = []

    def follow(self, state: TaskState) -> None:
        """To be called before each step and after the last: answers a look that has ended, notes one that begins."""
        if state.goal is self._goal:
            return
        ended, self._goal = self._goal, state.goal
        if ended is not None and ended.deed is Deed.LOOK:
            self._end(ended, state)
        self._since_ns = self._things().newest_ns

    def _end(self, goal: TaskGoal, state: TaskState) -> None:
        """A look in vain is a reason too."""
        is_reached = bool(state.reached) and state.reached[-1] is goal
        goal = self._in_words_of_memory(goal, state.speaker)
        if is_reached:
            self.told.append(self._answer(goal))
            return
        reason = state.reasons.pop() if state.reasons else "it could not be done"
        text = in_vain(goal, self._things(), self._since_ns, reason)
        state.reasons.append(text.rstrip("."))
        self.told.append(Answer(goal.question, text, False, 0.0))

    def _answer(self, goal: TaskGoal) -> Answer:
        """By memory, by the model, or what was seen as it is."""
        answer = self._memory.answer(goal.question)
        if self._rests_on_look(answer):
            return replace(answer, text=as_seen_now(answer.text))
        seen = self._seen(goal)
        plain = what_was_seen(goal, seen)
        told = self._by_model(goal, seen, plain.text) if self._advisor is not None else None
        return told or plain

    def _in_words_of_memory(self, goal: TaskGoal, speaker: str) -> TaskGoal:
        """With what "my favourite cup" means to the speaker in its place, where that is one thing."""
        question = goal.question
        meant = [self._meant(words, speaker) for words in (goal.thing, goal.to)]
        for said, words in zip((goal.thing, goal.to), meant, strict=True):
            question = question.replace(said, f"the {words}", 1) if words != said else question
        return replace(goal, question=question, thing=meant[0], to=meant[1])

    def _meant(self, words: str, speaker: str) -> str:
        return self._meanings.of(words, speaker).words if is_personal(words) else words

    def _rests_on_look(self, answer: Answer) -> bool:
        """Whether every thing that it names was seen since, or what it cites was, and by the robot itself."""
        if not answer.known or any(one.provenance is Provenance.REPORTED for one in answer.evidence):
            return False
        things = [one for one in map(self._newest, answer.object_ids) if one is not None]
        if any(one.last_seen_ns <= self._since_ns for one in things):
            return False
        if any(one.stamp_ns > self._since_ns for one in answer.evidence):
            return True
        return answer.status is EpistemicStatus.FRESH and any(_shows(one, answer.text) for one in things)

    def _newest(self, object_id: str) -> RememberedObject | None:
        """As memory has it now: what it publishes of all things may be older."""
        known = self._things().get(object_id)
        if known is None or known.last_seen_ns > self._since_ns:
            return known
        found = self._memory.retrieve(known.called).objects
        return next((one for one in found if one.object_id == object_id), known)

    def _seen(self, goal: TaskGoal) -> tuple[RememberedObject, ...]:
        """What the question is about, as far as the look showed it; then the place that was looked at."""
        asked = self._memory.retrieve(goal.thing).objects if goal.thing else ()
        place = self._things().in_room(goal.to.lower()) or (self._memory.retrieve(goal.to).objects if goal.to else ())
        good = [one for one in (*asked, *place) if one.match >= GOOD_MATCH and one.last_seen_ns > self._since_ns]
        return tuple({one.object_id: one for one in good}.values())

    def _by_model(self, goal: TaskGoal, seen: tuple[RememberedObject, ...], plain: str) -> Answer | None:
        """From views newer than the look, or from what was seen in words; None where the model is of no use."""
        assert self._advisor is not None
        views = [one for one in self._memory.retrieve(goal.question).memories if one.stamp_ns > self._since_ns]
        if seen and not views:
            newest, ids = max(seen, key=lambda one: one.last_seen_ns), tuple(one.object_id for one in seen)
            text = "what the robot saw just now"
            views = [RetrievedMemory(newest.record_id, newest.last_seen_ns, newest.position, 1.0, (), ids, text)]
        if not views:
            return None
        role = QuestionAfterSearch(self._advisor, lambda question: plain)
        said = role.told(goal.question, RetrievalResult(goal.question, tuple(views)), seen)
        if said.shown_by is None:
            return None
        ids = tuple(one.object_id for one in seen if one.object_id in said.shown_by.object_ids)
        return Answer(goal.question, said.text, True, _FAIR_BY_MODEL, (evidence_of(said.shown_by),), ids)


_FAIR_BY_MODEL = 0.7


def _shows(thing: RememberedObject, text: str) -> bool:
    """Whether the state that a text tells is what was last seen of the thing."""
    states = {value.lower() for name, value in thing.attributes if name not in LASTING_ATTRIBUTES}
    states |= {"open" if value == "true" else "closed" for name, value in thing.attributes if name == "open"}
    return not states.isdisjoint(split_words(text))


_FAIR, _MOST_NAMED = 0.7, 6
_WAS = re.compile(r"\bwas ([\w -]+?) when I last saw (?:it|them) [^.;]*")
_WHEN = re.compile(
    r"[;:,]? (?:as )?I (?:last )?saw (?:it|them|that) (?:just now|\d+ seconds? ago|[^.;]*ago)(?=[.;]|$)"
    r"|[:;,] as I last saw(?=[.;]|$)"
)
_JUST_NOW = re.compile(r",? \(?just now\)?|,? \d+ seconds? ago")
_IS_THERE = re.compile(r"(?:is|are)\b", re.I)
_WITHIN = 0.5
"""From this share of its things on, a room was looked at."""


def as_seen_now(text: str) -> str:
    """Memory tells when it saw what it tells; after a look that was now. "No, the TV is off."."""
    told = _WHEN.sub("", _WAS.sub(r"is \1", text)).replace("Not as far as I know", "No")
    told = " ".join(_JUST_NOW.sub("", told).split()).replace(" .", ".").strip()
    told = re.sub(r"\.\.+", ".", told)
    return told if told.endswith((".", "!", "?")) else f"{told}."


def what_was_seen(goal: TaskGoal, seen: Sequence[RememberedObject]) -> Answer:
    """For a question that memory does not answer from the look: the things asked about, or that there were none."""
    asked = [one for one in seen if _is_asked(goal, one)]
    cited = _sights((asked or seen)[:_MOST_NAMED])
    ids = tuple(one.object_id for one in asked[:_MOST_NAMED])
    if asked:
        if goal.to or goal.question.startswith("Where"):
            places = listed([in_words(one) for one in asked[:_MOST_NAMED]])
            text = f"{'Yes, I' if _IS_THERE.match(goal.question) else 'I'} saw {places}."
            return Answer(
                goal.question, text, True, _FAIR, cited, ids, tuple(one.position for one in asked)[: len(ids)]
            )
        states = listed([f"{in_words(one)}{_state(one)}" for one in asked[:_MOST_NAMED]])
        text = f"I saw {states}; more I could not tell from looking."
        return Answer(goal.question, text, False, 0.0, cited, ids)
    missed = (
        "saw nobody" if goal.question.startswith("Who") else f"saw no {goal.thing}" if goal.thing else "saw nothing"
    )
    is_one = goal.thing[:1].isupper() or is_personal(goal.thing)
    missed = f"did not see {as_told(goal.thing)} there" if is_one else missed
    return Answer(goal.question, f"I looked {_there(goal)} and {missed}.", bool(goal.to), _FAIR, cited)


def in_vain(goal: TaskGoal, things: KnownThings, since_ns: int, reason: str) -> str:
    """ "I looked in the kitchen and the hall and did not find the red book."; else why the look was not possible."""
    sought = as_told(goal.sought)
    if "may not have the robot" in reason:
        return f"I could not see into {sought}: it is shut, and I may not open it for you."
    if "did not find" not in reason:
        return f"I could not look at {sought}: {reason}."
    rooms = [f"the {room}" for room in _rooms_looked_at(things, since_ns)]
    return f"I looked {f'in {listed(rooms)}' if rooms else 'around'} and did not find {sought}."


def with_answers(report: TaskReport, answers: tuple[Answer, ...]) -> TaskReport:
    """What was done and what was seen, in this order; a look in vain was told as a reason already."""
    said = report.summary.rstrip(". ")
    told = [said, *(one.text.rstrip(". ") for one in answers if one.text.rstrip(". ") not in said)]
    return replace(report, summary=". ".join(filter(None, told)), answers=answers) if answers else report


def evidence_of(memory: RetrievedMemory) -> Evidence:
    """The view that shows an answer."""
    return Evidence(memory.record_id, memory.stamp_ns, "instant", memory.text)


def _sights(things: Sequence[RememberedObject]) -> tuple[Evidence, ...]:
    """The records in which they were seen, each with all that it showed of them."""
    shown: dict[tuple[int, int], list[str]] = {}
    for one in things:
        shown.setdefault((one.record_id, one.last_seen_ns), []).append(describe(one))
    return tuple(
        Evidence(record_id, stamp_ns, "instant", f"saw {listed(names)}")
        for (record_id, stamp_ns), names in shown.items()
    )


def _is_asked(goal: TaskGoal, thing: RememberedObject) -> bool:
    """Not the place itself, nor, where somebody or something certain is asked for, what else is there."""
    if not goal.thing:
        return False
    is_there = not goal.to or goal.to.lower() in (thing.room.lower(), thing.support_category.lower())
    return is_there and thing.category.lower() in goal.thing.lower()


def _state(thing: RememberedObject) -> str:
    states = [f"{name} {value}" for name, value in thing.attributes if name not in LASTING_ATTRIBUTES]
    return f" ({', '.join(states)})" if states else ""


def _there(goal: TaskGoal) -> str:
    if is_room(goal.to):
        return f"in the {goal.to}"
    return f"{'into' if goal.relation == 'in' else 'at'} the {goal.sought}"


def _rooms_looked_at(things: KnownThings, since_ns: int) -> list[str]:
    """Where most of what memory has there was seen since, in the order in which they were left."""
    there = [one for one in things.all() if one.room and one.status is not EpistemicStatus.CONTRADICTED]
    seen = {room: [one.last_seen_ns for one in there if one.room == room and one.last_seen_ns > since_ns]
            for room in {one.room for one in there}}  # fmt: skip
    total = {room: sum(one.room == room for one in there) for room in seen}
    looked = [room for room, stamps in seen.items() if len(stamps) >= max(1, _WITHIN * total[room])]
    return sorted(looked, key=lambda room: max(seen[room]))
