"""What people decide that the robot is to remember or may forget: rules of relevance (H2-EMV, section 4.1)."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import RecordReceipt
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule, RuleRevision
from embodied_memory.memory.episodic.forgetting.rule_reviser import FeedbackSaid
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.reasoning import Reasoning
from embodied_memory.memory.record_checks import storable

RecordWords = Callable[[str, str, int], RecordReceipt]
"""(words, who says them to the robot, stamp_ns) -> the receipt of their record, which they surely have."""


class RuleControl:
    """`Memory.rules`. Times are stamp_ns; each change says whose wish it was and can be taken back."""

    def __init__(self, file: MemoryFile, reasoning: Reasoning, record_words: RecordWords) -> None:
        self._file, self._reasoning, self._record_words = file, reasoning, record_words

    def give_feedback(self, text: str, person: str, stamp_ns: int, about: str = "") -> RuleRevision | None:
        """Record what a person says of the robot's remembering, and let the rules learn from it.

        about: what was talked of just before, for "you should have known that". Returns what changed in the rules;
        None if nothing did. The words are recorded in any case.
        """
        receipt = self._record_words(text, person, stamp_ns)
        said = FeedbackSaid(receipt.summary, storable(person), stamp_ns, receipt.record_id, storable(about))
        return self._reasoning.think(lambda: self._revise(lambda: self._file.stores.rules.learn(said)))

    def all(self) -> tuple[RelevanceRule, ...]:
        """All relevance rules, by id, each with where it came from."""
        with self._file.lock:
            return self._file.stores.rules.rules

    def history(self) -> tuple[RuleRevision, ...]:
        """What became of the rules, step by step, oldest first."""
        with self._file.lock:
            return self._file.stores.rules.history

    def add(self, text: str, person: str, stamp_ns: int, keep: bool = True) -> RuleRevision | None:
        """A rule in a person's own words: to keep what it names, or to forget it."""
        text, person = storable(text), storable(person)
        return self._revise(lambda: self._file.stores.rules.add(text, person, stamp_ns, keep))

    def edit(
        self,
        rule_id: int,
        person: str,
        stamp_ns: int,
        text: str | None = None,
        keep: bool | None = None,
        enabled: bool | None = None,
    ) -> RuleRevision | None:
        """Change a rule. Raises KeyError for an unknown one."""
        text = None if text is None else storable(text)
        return self._revise(lambda: self._file.stores.rules.edit(rule_id, person, stamp_ns, text, keep, enabled))

    def remove(self, rule_id: int, person: str, stamp_ns: int) -> RuleRevision | None:
        """Go on without a rule; what it kept expires as if it had never been. Raises KeyError for an unknown one."""
        return self._revise(lambda: self._file.stores.rules.remove(rule_id, person, stamp_ns))

    def undo(self, person: str, stamp_ns: int) -> RuleRevision | None:
        """Take back the last change of the rules that was not taken back yet; None if there is none."""
        return self._revise(lambda: self._file.stores.rules.undo(person, stamp_ns))

    def _revise(self, revise: Callable[[], RuleRevision | None]) -> RuleRevision | None:
        """A step of the rules, with what it lets go in the tree, in one transaction."""
        with self._file.tree_at_rest, self._file.commit() as commit:
            revision = revise()
            if revision is not None:
                stores = self._file.stores
                commit.write(stores.rules, revision)
                commit.write(stores.tree, stores.tree.release(revision.released_rule_ids))
        return revision
