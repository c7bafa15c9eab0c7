"""What all miners share: the history, names, words, chance, and when a stated certainty is right."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from embodied_memory.evidence import EpistemicStatus
from embodied_memory_tools.evaluation.household_traces.naming import Naming
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent, SeenHistory
from embodied_memory_tools.evaluation.household_traces.trace_question import AnswerKind, ExpectedAnswer
from embodied_memory_tools.evaluation.household_traces.true_deeds import TrueDeeds, day_of
from embodied_memory_tools.evaluation.household_traces.wordings import Wordings
from household.home import ROBOT_ID
from household.residents.spoken import moment
from household.residents.trace_truth import TraceTruth

MINUTE_NS = 60_000_000_000
HOUR_NS = 60 * MINUTE_NS
DAY_NS = 24 * HOUR_NS

FRESH = frozenset({EpistemicStatus.FRESH})
NOT_FRESH = frozenset({EpistemicStatus.STALE, EpistemicStatus.UNCERTAIN})
DOUBTFUL = NOT_FRESH | {EpistemicStatus.CONTRADICTED}
UNDISPUTED = FRESH | NOT_FRESH
_SETTLING = ("fulfil", "cancel promise")
_STILL_FRESH_NS = 10 * MINUTE_NS

ACTIVITY_SIGNS = {
    "breakfast": ("breakfast",),
    "lunch": ("lunch",),
    "dinner": ("dinner",),
    "cooking": ("cook", "cooking", "cooks", "cooked", "preparing a meal"),
    "tv": ("tv", "television"),
    "reading": ("read", "reads", "reading"),
    "work": ("work", "working", "works", "worked"),
    "medication": ("medication", "pills"),
    "exercise": ("exercise", "exercising", "exercises", "exercised", "workout"),
    "watering the plants": ("plants",),
    "phone call": ("phone", "phone call", "phone calls"),
    "music": ("music",),
    "board game": ("board game",),
    "wake up": ("getting up", "got up", "get up", "gets up", "out of bed", "woke up", "waking up"),
    "sleep": ("to bed", "to sleep", "lay down", "sleeping"),
}
"""Words by which one knows an activity in an answer."""

ACTIVITY_NAMES = {
    "breakfast": ("has breakfast", "have breakfast", "having breakfast"),
    "lunch": ("has lunch", "have lunch", "having lunch"),
    "dinner": ("has dinner", "have dinner", "having dinner"),
    "cooking": ("cooks", "cook", "cooking"),
    "tv": ("watches TV", "watch TV", "watching TV"),
    "reading": ("reads", "read", "reading"),
    "work": ("works", "work", "working"),
    "medication": ("takes the medication", "take the medication", "taking the medication"),
    "exercise": ("exercises", "exercise", "exercising"),
    "watering the plants": ("waters the plants", "water the plants", "watering the plants"),
    "phone call": ("makes phone calls", "make a phone call", "making a phone call"),
    "music": ("listens to music", "listen to music", "listening to music"),
    "board game": ("plays a board game", "play a board game", "playing a board game"),
    "wake up": ("gets up", "get up", "getting up"),
    "sleep": ("goes to bed", "go to bed", "going to bed"),
}
"""Activities as one asks for them: "what does she do", "what did she do", "while doing what"."""


class Mining:
    """The ground that miners dig in."""

    def __init__(self, history: SeenHistory, truth: TraceTruth, rng: random.Random, wordings: Wordings) -> None:
        self.history, self.truth, self.rng = history, truth, rng
        self.naming = Naming(truth)
        self._really = TrueDeeds(truth)
        self._wordings = wordings

    def ask(self, section: str, /, **words: str) -> str:
        """A wording of a question."""
        return self._wordings.ask(self.rng, section, **words)

    def ask_whether(
        self, section: str, is_so: bool, sides: tuple[tuple[str, ...], tuple[str, ...]], words: Mapping[str, str]
    ) -> tuple[str, ExpectedAnswer]:
        """A wording, and its answer: where the wording asks for the opposite, yes and no change sides.

        sides: what an answer says that means it is so, and that it is not.
        """
        yes, no = sides
        question, is_opposite = self._wordings.ask_whether(self.rng, section, **words)
        return question, choice(not is_so, no, yes) if is_opposite else choice(is_so, yes, no)

    def place_answer(self, *locations: str) -> ExpectedAnswer:
        """Any of the places."""
        accepted = tuple(phrase for location in locations for phrase in self.naming.place_phrases(location))
        return ExpectedAnswer(AnswerKind.WORDS, accepted, self.naming.other_places(*locations))

    def room_answer(self, room: str) -> ExpectedAnswer:
        """A room, or outside."""
        return ExpectedAnswer(AnswerKind.WORDS, self.naming.place_phrases(room), self.naming.other_rooms(room))

    def thing_answer(self, *entity_ids: str) -> ExpectedAnswer:
        """Any of the things."""
        accepted = tuple(phrase for entity_id in entity_ids for phrase in self.naming.phrases(entity_id))
        return ExpectedAnswer(AnswerKind.WORDS, accepted, self.naming.other_things(*entity_ids))

    def person_answer(self, name: str) -> ExpectedAnswer:
        """A person."""
        return ExpectedAnswer(AnswerKind.WORDS, (name,), self.naming.other_people(name))

    def is_next_put(self, person: str, after_ns: int, put_ns: int) -> bool:
        """Whether the person really put down nothing else between two times, seen or not."""
        return not any(after_ns < stamp_ns < put_ns for stamp_ns in self._really.puts.get(person, ()))

    def did_once(self, person: str, activity: str, evidence_id: str) -> bool:
        """Whether the person really did that once on the day of the evidence, seen or not."""
        return self._really.activities[person, activity, day_of(evidence_id)] == 1

    def saw_all(self, person: str, span: tuple[int, int], activity: str = "") -> bool:
        """Whether the robot saw all that a person was about in a time; "" for any activity."""
        seen = {s.evidence_id for s in self.history.between(*span)}
        edges = {s.evidence_id for s in self.history.events if s.event.actor == person}
        return self._really.done_between(person, span, activity) <= seen | edges

    def missed_an_end(self, promises: Sequence[SeenEvent], cutoff_ns: int) -> bool:
        """Whether one of them was kept or taken back where the robot was not."""
        subjects = {seen.meaning.subject for seen in promises}
        last = self.history.before(cutoff_ns)[-1].evidence_id
        ends = (one for one, m in self.truth.meanings.items() if m.subject in subjects and m.intent in _SETTLING)
        return any(end < last for end in ends)

    def is_unmoved(self, thing: str, since_ns: int, cutoff_ns: int) -> bool:
        """Whether a thing really lay still from a time on."""
        moves = self.truth.history(thing, "location")
        return not any(since_ns < move.stamp_ns < cutoff_ns for move in moves)

    def stayed(self, since_ns: int, until_ns: int) -> bool:
        """Whether the robot was in one room all the time."""
        moves = self.truth.history(ROBOT_ID, "room")
        return not any(since_ns < move.stamp_ns <= until_ns for move in moves)

    def seen_statuses(self, seen_ns: int, cutoff_ns: int) -> frozenset[EpistemicStatus]:
        """What may be said of a state that was seen, and that nothing known speaks against.

        It must be called fresh if the robot has not left the room since, and it was not long ago.
        """
        is_watched = cutoff_ns - seen_ns <= _STILL_FRESH_NS and self.stayed(seen_ns, cutoff_ns)
        return FRESH if is_watched else UNDISPUTED

    def is_true(self, entity_id: str, attribute: str, value: str, at_ns: int) -> bool:
        """Whether it is really so."""
        return self.truth.state(entity_id, attribute, at_ns) == value


def day_words(stamp_ns: int, cutoff_ns: int) -> str:
    """A day as one says it at the time of the question: "today", "yesterday", "on Tuesday", "on 3 March"."""
    days = cutoff_ns // DAY_NS - stamp_ns // DAY_NS
    when = moment(stamp_ns)
    if days < 7:
        return {0: "today", 1: "yesterday"}.get(days, f"on {when:%A}")
    return f"on {when.day} {when:%B}"


def choice(is_so: bool, yes: tuple[str, ...], no: tuple[str, ...]) -> ExpectedAnswer:
    """Yes or no; the phrases say it in other words."""
    sides = (("yes", *yes), ("no", *no))
    return ExpectedAnswer(AnswerKind.CHOICE, *(sides if is_so else sides[::-1]))
