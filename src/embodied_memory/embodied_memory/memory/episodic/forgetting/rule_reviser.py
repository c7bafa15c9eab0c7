"""The role revise-rules (H2-EMV, section 4.1): what a piece of feedback changes in the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from embodied_memory.config import ForgettingConfig
from embodied_memory.memory.episodic.forgetting.feedback import Feedback, Wish, own_topic, understand
from embodied_memory.memory.episodic.forgetting.relevance import EmbedText
from embodied_memory.memory.episodic.forgetting.relevance_rule import (
    FORGET,
    RelevanceRule,
    RuleChange,
    RuleOrigin,
    factors_to_keep,
)
from embodied_memory.memory.episodic.forgetting.topic import likeness, topic_of
from embodied_memory.words.saying_sorts import Remembering, remembering_wanted, the_rememberings

_SAME = 0.75
_NAMED = 0.5
_WISHES = {Remembering.KEEP: Wish.REMEMBER, Remembering.LET_GO: Wish.FORGET}
_LEADS = {Wish.REMEMBER: "Remember", Wish.FORGET: "Do not mind"}


@dataclass(frozen=True)
class FeedbackSaid:
    """Feedback as it came. about: what was talked of just before, such as the question, for "that was important"."""

    text: str
    person: str
    stamp_ns: int
    record_id: int = 0
    about: str = ""


class ReviseRules(Protocol):
    """Turns feedback into changes of rules."""

    def __call__(self, rules: Sequence[RelevanceRule], said: FeedbackSaid, next_id: int) -> tuple[RuleChange, ...]:
        """None if nothing was understood or nothing has to change. next_id: of the first new rule.

        A rule that a person edited is left as it is, unless the feedback asks to withdraw it.
        """
        ...


class OfflineReviser:
    """By cues and words, and by what was learned of such sayings, which has the last word where a cue says the
    opposite: adds a rule, merges it into one like it, turns one around, or withdraws one.
    """

    def __init__(self, config: ForgettingConfig, embed_text: EmbedText | None = None) -> None:
        self._config = config
        self._embed_text = embed_text

    def __call__(self, rules: Sequence[RelevanceRule], said: FeedbackSaid, next_id: int) -> tuple[RuleChange, ...]:
        """See ReviseRules."""
        feedback = _understood(said)
        if feedback is None or not topic_of(feedback.topic).terms:
            return ()
        if feedback.wish is Wish.WITHDRAW:
            return tuple(RuleChange(rule, None) for rule in rules if self._alike(rule, feedback) >= _NAMED)
        new = self._rule(feedback, said, next_id)
        alike = [rule for rule in rules if self._alike(rule, feedback) >= _SAME]
        if any(rule.edited and rule.enabled and rule.keeps == new.keeps for rule in alike):
            return ()
        learned = [rule for rule in alike if not rule.edited]
        return _merged(learned, new)

    def _rule(self, feedback: Feedback, said: FeedbackSaid, rule_id: int) -> RelevanceRule:
        keeps = feedback.wish is Wish.REMEMBER
        return RelevanceRule(
            rule_id,
            f"{_LEADS[feedback.wish]} {feedback.topic}",
            factors_to_keep(self._config) if keeps else FORGET,
            RuleOrigin(said.text, said.person, said.stamp_ns, said.record_id),
            feedback.lifetime_s,
        )

    def _alike(self, rule: RelevanceRule, feedback: Feedback) -> float:
        by_words = likeness(topic_of(rule.text), topic_of(feedback.topic))
        if by_words > 0 or self._embed_text is None:
            return by_words
        one, other = self._embed_text([rule.text.partition(" ")[2], feedback.topic])
        return float(one @ other) if float(one @ other) >= self._config.rule_similarity else 0.0


def _understood(said: FeedbackSaid) -> Feedback | None:
    """With a topic: what the cue names that wants the same, else what is named at all, else what was asked before.

    Of what was asked before nothing is wanted by a cue alone where such sayings were learned: "that's not so
    important" is said of anything.
    """
    by_cue, wish = understand(said.text), _WISHES.get(remembering_wanted(said.text))
    if by_cue is not None and (wish in (None, by_cue.wish) or by_cue.wish is Wish.WITHDRAW):
        feedback = by_cue
    elif wish is not None:
        feedback = Feedback(wish, "")
    else:
        return None
    if topic_of(feedback.topic).terms:
        return feedback
    may_be_asked = wish is not None or feedback.wish is Wish.WITHDRAW or the_rememberings() is None
    asked = " ".join(said.about.strip(" ?!.").split()) if may_be_asked else ""
    return replace(feedback, topic=own_topic(said.text) or asked)


def _merged(learned: Sequence[RelevanceRule], new: RelevanceRule) -> tuple[RuleChange, ...]:
    """The new rule takes the place of the first that is like it; the others that are like it go.

    Of two that ask for the same the one with fewer words is the more general, and its text stays.
    """
    if not learned:
        return (RuleChange(None, new),)
    first, *others = learned
    text = new.text
    if first.keeps == new.keeps and topic_of(first.text).weight <= topic_of(new.text).weight:
        text = first.text
    after = replace(new, rule_id=first.rule_id, text=text)
    same = replace(after, origin=first.origin) == first
    changes = [] if same else [RuleChange(first, after)]
    return tuple(changes + [RuleChange(rule, None) for rule in others])
