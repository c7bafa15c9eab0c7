"""One life, remembered by one variant: events, questions and feedback in order of time (H2-EMV, section 4.2.1).

Everything goes through `Memory`, as in the robot: events are recorded, the history is kept up every hour, with
forgetting at night and in idle hours as scheduled. What people say goes through the `DialogManager`: it reads whether
they ask or say what is to be remembered, questions explore the history, feedback changes the rules.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from embodied_memory import DialogManager, Memory
from embodied_memory.config import MemoryConfig
from embodied_memory.dialog.talk.dialog_memory import MemoryAtHand
from embodied_memory.dialog.talk.reply import Reply
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer, Evidence
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.memory.episodic.history_tree.explorer import TreeExploration
from embodied_memory.memory.episodic.tree.node import Level
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.forgetting.judging import JudgedAnswer, Wanted
from embodied_memory_tools.evaluation.forgetting.question_pairs import DAY_NS, Asking, Life, QuestionPair
from embodied_memory_tools.evaluation.forgetting.variants import Variant

HOUR_NS = 3_600_000_000_000
_MORNING_NS = 5 * HOUR_NS
"""When the tree is measured: after the night's forgetting."""
_SOMEBODY = "Anna"
_TOLD = 5
_RECORD, _ASK, _KEEP_UP = range(3)

OnHour = Callable[[float], None]
"""Told, hour by hour, which part of the life is over."""


@dataclass(frozen=True)
class TreeSize:
    """In the morning of a day. nodes: all but the root; upper: of level 3 and above, as the paper counts.

    Placeholders of what is forgotten count as nodes.
    """

    day: int
    nodes: int
    upper: int


@dataclass(frozen=True)
class TwoRounds:
    """What became of one life in one variant. sizes: of every morning while the life went on, or at each question
    where the tree is made then.

    feedback: what was said of remembering; understood: so much of it the dialog read as that.
    """

    seed: int
    variant: str
    records: int
    answers: tuple[JudgedAnswer, ...]
    sizes: tuple[TreeSize, ...]
    rules: int
    wall_s: float
    feedback: int = 0
    understood: int = 0


def run_two_rounds(
    life: Life,
    variant: Variant,
    base: MemoryConfig,
    embedder: Embedder,
    on_hour: OnHour = lambda part: None,
    model: LanguageModel | None = None,
) -> TwoRounds:
    """Live it with a new memory. base: the configuration for all that the variant does not say; model: plays the
    roles of memory, if there is one.
    """
    started = time.monotonic()
    config = variant.config(base)
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory(Path(folder) / "memory.db", embedder, config, language_model=model) as memory,
    ):
        run = _Run(life, memory, partial(in_retrospect, memory, embedder, config, model) if variant.offline else None)
        run.live(on_hour)
        records, rules = memory.counts()["records"], len(memory.rules.all())
    wall_s = time.monotonic() - started
    return TwoRounds(
        life.seed, variant.name, records, tuple(run.answers), tuple(run.sizes), rules, wall_s, run.feedback,
        run.history.understood,
    )  # fmt: skip


@contextmanager
def in_retrospect(
    memory: Memory, embedder: Embedder, config: MemoryConfig, model: LanguageModel | None, now_ns: int
) -> Iterator[Memory]:
    """A copy of a memory whose history was never built: all of it at once now, then forgotten from (the paper's
    offline variants, as H-EMV builds its tree at question time).
    """
    with tempfile.TemporaryDirectory() as folder:
        memory.upkeep.export(Path(folder) / "copy.db")
        with Memory(Path(folder) / "copy.db", embedder, config, language_model=model) as copy:
            copy.upkeep.build_history(copy.counts()["records"])
            copy.upkeep.forget(now_ns)
            yield copy


class HistoryAtHand(MemoryAtHand):
    """What the dialog has of memory where questions explore the history tree alone.

    explored: whose tree that is; found: for the last question.
    """

    def __init__(self, memory: Memory, people: frozenset[str]) -> None:
        super().__init__(memory, people, 0)
        self.explored, self.found = memory, TreeExploration("")
        self.understood = 0

    def answer(self, question: str, asker: str = "") -> Answer:
        """See `DialogMemory`."""
        self.found = found = self.explored.upkeep.explore_history(question, _TOLD, asker=asker)
        kept = tuple(Evidence(each.record_id, each.stamp_ns, "kept", each.text) for each in found.highlights[:_TOLD])
        evidence = (*self.memory.evidence_of(found.record_ids), *kept)
        text = " ".join(one.summary for one in evidence) or "I don't know."
        return Answer(question, text, bool(evidence), float(bool(evidence)), evidence)

    def give_feedback(self, text: str, person: str, about: str) -> str:
        """See `DialogMemory`."""
        self.understood += 1
        return super().give_feedback(text, person, about)


class _Run:
    """A life as it goes on. retrospect: makes the history when it is asked for; None: it is kept up all along."""

    def __init__(
        self, life: Life, memory: Memory, retrospect: Callable[[int], AbstractContextManager[Memory]] | None
    ) -> None:
        self._life, self._memory, self._retrospect = life, memory, retrospect
        people = {name.lower() for event in life.events for name in (event.actor, *event.observers)}
        self.history = HistoryAtHand(memory, frozenset(people | {_SOMEBODY.lower()}))
        self._dialog, self.feedback = DialogManager(self.history), 0
        self._record_ids: dict[int, int] = {}
        self.answers: list[JudgedAnswer] = []
        self.sizes: list[TreeSize] = []

    def live(self, on_hour: OnHour) -> None:
        """All that happens, in order of time; of the same moment: the event, then what is asked."""
        begin, end = self._life.events[0].stamp_ns, self._life.events[-1].stamp_ns
        for now_ns, what, place in sorted(self._agenda()):
            if what == _RECORD:
                self._record(place)
            elif what == _ASK:
                self._ask(place // 2, place % 2)
            else:
                if self._retrospect is None:
                    self._keep_up(now_ns)
                if self._retrospect is None and now_ns % DAY_NS == _MORNING_NS and now_ns < end + DAY_NS:
                    self._measure(now_ns)
                on_hour(min(1.0, (now_ns - begin) / max(1, end - begin)))

    def _agenda(self) -> Iterator[tuple[int, int, int]]:
        """(stamp_ns, what, its place among its like)."""
        events, pairs = self._life.events, self._life.pairs
        yield from ((event.stamp_ns, _RECORD, place) for place, event in enumerate(events))
        for place, pair in enumerate(pairs):
            yield pair.first.asked_ns, _ASK, 2 * place
            yield pair.second.asked_ns, _ASK, 2 * place + 1
        end = max([events[-1].stamp_ns + DAY_NS, *(pair.second.asked_ns for pair in pairs)])
        yield from (
            (hour * HOUR_NS, _KEEP_UP, 0) for hour in range(events[0].stamp_ns // HOUR_NS + 1, end // HOUR_NS)
        )

    def _record(self, place: int) -> None:
        receipt = self._memory.record_event(self._life.events[place])
        assert receipt is not None  # the robot observed it
        self._record_ids[place] = receipt.record_id

    def _keep_up(self, now_ns: int) -> None:
        while self._memory.upkeep.keep_up(now_ns):
            pass

    def _ask(self, number: int, which: int) -> None:
        pair = self._life.pairs[number]
        asking = (pair.first, pair.second)[which]
        with self._history(asking.asked_ns) as self.history.explored:
            self.answers.append(replace(self._answer(pair, asking, which + 1), pair=number))
            if self._retrospect is not None:
                self._measure(asking.asked_ns)
            if which == 0 and pair.feedback:  # it may be taken for a question
                self.feedback += 1
                self._say(pair.feedback, asking.asked_ns)

    def _history(self, now_ns: int) -> AbstractContextManager[Memory]:
        """The memory whose tree is explored, with all that was recorded by now in it."""
        if self._retrospect is not None:
            return self._retrospect(now_ns)
        while self._memory.upkeep.build_history():
            pass
        return nullcontext(self._memory)

    def _say(self, text: str, now_ns: int) -> Reply:
        self.history.now_ns, self.history.found = now_ns, TreeExploration(text)
        return self._dialog.reply(Utterance(now_ns, _SOMEBODY, text))

    def _answer(self, pair: QuestionPair, asking: Asking, number: int) -> JudgedAnswer:
        events = self._life.events
        wanted = Wanted(
            {self._record_ids[place]: (events[place].stamp_ns, events[place].text) for place in asking.events}
        )
        self._say(asking.question, asking.asked_ns)
        found = self.history.found
        correct = wanted.is_cited_by(found)
        return JudgedAnswer(
            pair.kind, number, asking.question, bool(pair.feedback), correct, correct or wanted.is_told_by(found),
            not self._leaves() & set(wanted.sentences), found.cost.tokens, found.cost.nodes_read,
        )  # fmt: skip

    def _leaves(self) -> set[int]:
        """Records that are still in the tree."""
        tree = self.history.explored.stores.tree.snapshot()
        return {leaf.record_id for leaf in tree.level(Level.INSTANT) if not leaf.is_forgotten}

    def _measure(self, now_ns: int) -> None:
        day = now_ns // DAY_NS - self._life.events[0].stamp_ns // DAY_NS
        tree = self.history.explored.stores.tree.snapshot()
        upper = sum(1 for level in range(Level.GOAL, tree.top) for _ in tree.level(level))
        self.sizes.append(TreeSize(day, len(tree), upper))
