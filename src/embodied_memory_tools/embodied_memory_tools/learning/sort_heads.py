"""Learns what one linear head each reads: what is needed, what is talked about, what would do harm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from embodied_memory.words import chat_topics, needs, risks
from embodied_memory.words.chat_topics import ChatTopic
from embodied_memory.words.needs import Need
from embodied_memory.words.risks import Risk
from embodied_memory.words.sort_reader import features, sort_encoders
from embodied_memory_tools.learning.linear_heads import (
    OF_A_TALK,
    WANTING,
    Label,
    labelled_lines,
    learn_linear,
    no_hints,
    of_acts,
)

_OF_NEEDS = 0.1
_OF_CHAT, _OF_RISKS = 0.03, 0.01


def learn_sort_heads(
    told: Sequence[tuple[str, str]],
    need_files: Iterable[Path],
    chat_files: Iterable[Path],
    risk_files: Iterable[Path],
    package: Path,
    tell: Callable[[str], None],
) -> None:
    """What is needed, talked about, and would do harm; left as it is where there are no examples of it.

    told: (speech act, saying) of homes at large, as examples of none; package: the folder of `embodied_memory`.
    """
    written = [one for path in need_files for one in labelled_lines(path, Need, 1)]
    hints = [said for need, (said,) in written if need is not Need.NONE]
    examples = [(need, as_said) for need, (said,) in written for as_said in (said, _as_sentence(said))]
    if written:
        examples += [(Need.NONE, said) for said in no_hints(told, hints)]
        _learn_sort(examples, Need, package / "words" / needs.HEAD.name, _OF_NEEDS)
        needs.the_needs.cache_clear()
        tell(f"what is needed by {len(written)} sayings")
    chat = [(topic, said) for path in chat_files for topic, (said,) in labelled_lines(path, ChatTopic, 1)]
    if chat:
        others = (*of_acts(told, WANTING), *of_acts(told, OF_A_TALK))
        chat += [(ChatTopic.NONE, said) for said in others]
        _learn_sort(chat, ChatTopic, package / "words" / chat_topics.HEAD.name, _OF_CHAT)
        chat_topics.the_chat_topics.cache_clear()
        tell(f"what is talked about in {len(chat)} sayings")
    orders = [(risk, said) for path in risk_files for risk, (said,) in labelled_lines(path, Risk, 1)]
    if orders:
        orders += [(Risk.NONE, said) for said in of_acts(told, ("instruct",))]
        _learn_sort(orders, Risk, package / "words" / risks.HEAD.name, _OF_RISKS)
        risks.the_risks.cache_clear()
        tell(f"what {len(orders)} orders would do")


def _learn_sort(examples: Sequence[tuple[Label, str]], kinds: type[Label], into: Path, strength: float) -> None:
    encoders = sort_encoders()
    if encoders is not None:
        rows = [features(said, encoders) for _, said in examples]
        learn_linear(rows, [label for label, _ in examples], kinds, strength).write(into)


def _as_sentence(said: str) -> str:
    """As a recogniser that puts marks writes it: they are no sign of a need, nor of none."""
    return f"{said[:1].upper()}{said[1:].rstrip('.!?')}."
