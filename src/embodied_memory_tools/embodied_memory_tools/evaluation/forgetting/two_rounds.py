"""One life, remembered by one variant: events, questions and feedback in order of time (H2-EMV, section 4.2.1).

Everything goes through `Memory`, as in the robot: events are recorded, the history is kept up every hour, with
forgetting at night and in idle hours as scheduled, questions explore the history, feedback is given in words.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from embodied_memory import Memory
from embodied_memory.config import MemoryConfig
from embodied_memory.memory.episodic.tree.node import Level
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.forgetting.judging import JudgedAnswer, Wanted
from embodied_memory_tools.evaluation.forgetting.question_pairs import DAY_NS, Asking, Life, QuestionPair
from embodied_memory_tools.evaluation.forgetting.variants import Variant

HOUR_NS = 3_600_000_000_000
_MORNING_NS = 5 * HOUR_NS
"""When the tree is measured: after the night's forgetting."""
_SOMEBODY = "Anna"
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
    """What became of one life in one variant. sizes: of every morning while the life went on."""

    seed: int
    variant: str
    records: int
    answers: tuple[JudgedAnswer, ...]
    sizes: tuple[TreeSize, ...]
    rules: int
    wall_s: float


def run_two_rounds(
    life: Life, variant: Variant, base: MemoryConfig, embedder: Embedder, on_hour: OnHour = lambda part: None
) -> TwoRounds:
    """Live it with a new memory. base: the configuration for all that the variant does not say."""
    started = time.monotonic()
    config = variant.config(base)
    with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "memory.db", embedder, config) as memory:
        run = _Run(life, memory)
        run.live(on_hour)
        records, rules = memory.counts()["records"], len(memory.rules.all())
    wall_s = time.monotonic() - started
    return TwoRounds(life.seed, variant.name, records, tuple(run.answers), tuple(run.sizes), rules, wall_s)


class _Run:
    """A life as it goes on."""

    def __init__(self, life: Life, memory: Memory) -> None:
        self._life, self._memory = life, memory
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
                self._ask(self._life.pairs[place // 2], place % 2)
            else:
                self._keep_up(now_ns)
                if now_ns % DAY_NS == _MORNING_NS and now_ns < end + DAY_NS:
                    self._measure(now_ns // DAY_NS - begin // DAY_NS)
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

    def _ask(self, pair: QuestionPair, which: int) -> None:
        asking = (pair.first, pair.second)[which]
        while self._memory.upkeep.build_history():
            pass
        self.answers.append(self._answer(pair, asking, which + 1))
        if which == 0 and pair.feedback:
            self._memory.rules.give_feedback(pair.feedback, _SOMEBODY, asking.asked_ns, about=asking.question)

    def _answer(self, pair: QuestionPair, asking: Asking, number: int) -> JudgedAnswer:
        events = self._life.events
        wanted = Wanted(
            {self._record_ids[place]: (events[place].stamp_ns, events[place].text) for place in asking.events}
        )
        found = self._memory.upkeep.explore_history(asking.question)
        correct = wanted.is_cited_by(found)
        return JudgedAnswer(
            pair.kind, number, asking.question, bool(pair.feedback), correct, correct or wanted.is_told_by(found),
            not self._leaves() & set(wanted.sentences), found.cost.tokens, found.cost.nodes_read,
        )  # fmt: skip

    def _leaves(self) -> set[int]:
        """Records that are still in the tree."""
        tree = self._memory.stores.tree.snapshot()
        return {leaf.record_id for leaf in tree.level(Level.INSTANT) if not leaf.is_forgotten}

    def _measure(self, day: int) -> None:
        tree = self._memory.stores.tree.snapshot()
        upper = sum(1 for level in range(Level.GOAL, tree.top) for _ in tree.level(level))
        self.sizes.append(TreeSize(day, len(tree), upper))
