"""Answers what the robot was to go and look at, from what was seen since the look began (LMEE, section 14).

What memory knew before is never told as the outcome of a look: an answer counts only if it rests on newer views. A
language model, where one plays the role, is asked what memory's records of the look do not tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pydantic import BaseModel

from embodied_memory.event import Provenance
from embodied_memory.evidence import Answer, EpistemicStatus, RememberedObject, RetrievalResult, RetrievedMemory
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.personal.sentence_role import is_personal
from embodied_memory.memory.spatial.object_identity import LASTING_ATTRIBUTES
from embodied_memory.planning.exploring.language_policy import memories_in_words, memories_with_objects
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.look_wording import as_seen_now, evidence_of, in_vain, what_was_seen
from embodied_memory.planning.tasks.meaning import GOOD_MATCH, Meanings
from embodied_memory.planning.tasks.task_body import TaskMemory
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_state import TaskState
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
        return Answer(goal.question, said.text, True, _FAIR, (evidence_of(said.shown_by),), ids)


_FAIR = 0.7


def _shows(thing: RememberedObject, text: str) -> bool:
    """Whether the state that a text tells is what was last seen of the thing."""
    states = {value.lower() for name, value in thing.attributes if name not in LASTING_ATTRIBUTES}
    states |= {"open" if value == "true" else "closed" for name, value in thing.attributes if name == "open"}
    return not states.isdisjoint(split_words(text))
