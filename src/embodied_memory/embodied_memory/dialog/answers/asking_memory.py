"""A question as memory is asked it: with names, and once more together with what was asked before, which it may go on
with ("and what time's that?").
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from embodied_memory.dialog.talk.conversation import DialogAct, Reading, Turn
from embodied_memory.dialog.talk.dialog_memory import DialogMemory
from embodied_memory.dialog.utterance.completion import as_named
from embodied_memory.dialog.utterance.references import with_things_meant
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.pieces.choice_weights import log_odds
from embodied_memory.memory.retrieval.pieces.piece_features import telling
from embodied_memory.words.plain_words import in_third_person, plainly_asked
from embodied_memory.words.who_is_meant import of_the_speaker
from embodied_memory.words.wording.words import split_words

RATHER_RIGHT, _SURELY, _HARDLY = 0.5, 0.7, 0.1
_COMPLETED = 0.5
"""How much less likely a question goes on where what it left out has been put into it."""
_GOING_ON, _TOLD_BEFORE = 0.75, 0.5
"""How much the log odds that a question goes on count beside those of the two answers, and that one of them rests on
what was just told: of 106 questions of four homes that follow others 78 are right so, 75 always or 65 never together.
"""
GONE_ON = tuple(one.value for one in (DialogAct.QUESTION, DialogAct.REPORT, DialogAct.CORRECTION, DialogAct.RULE))
"""What a question may go on with: "no, the match isn't on Friday" and then "what time?"."""
FEATURES = (
    "begins with and", "begins with so, but, then, or", "words", "it or that", "he or she", "names somebody",
    "three words at most", "telling words", "there or then", "of the speaker",
)  # fmt: skip
_WORD = re.compile(r"[a-z']+")
_NAME = re.compile(r"(?<!^)\b[A-Z][a-z]+")
_THINGS = frozenset(["it", "that", "this", "them", "they", "those", "these", "it's", "its", "that's"])
_THERE = frozenset(["there", "then", "there's"])
_SPEAKER = frozenset(["i", "me", "my", "mine", "we", "us", "our", "ours", "i'm", "i've", "we're", "we've"])
_PEOPLE = frozenset(["he", "she", "his", "her", "him", "he's", "she's"])


def as_meant(question: str, speaker: str, memory: DialogMemory) -> str:
    """With the thing that "my favourite cup" means."""
    return with_things_meant(of_the_speaker(plainly_asked(question)), speaker, memory.recall_personal)


def answer_of(
    memory: DialogMemory, asked: Reading, meant: str, speaker: str, turns: Sequence[Turn], heard: str = ""
) -> Answer:
    """Memory knows people by name. What goes on with the question before it, as "from when?" does, is asked with it,
    and so is what memory cannot answer alone.

    meant: the question `as_meant`; turns: those before, oldest first; heard: the question as it was said, to which
    `asked` may have added what it leaves out.
    """
    meant = _with_beside(asked.beside, meant, heard)
    alone = memory.answer(meant, speaker)
    if not alone.known and asked.text != meant:
        alone = memory.answer(asked.text, speaker)
    before = turns[-1] if turns else None
    if before is None or before.act not in GONE_ON:
        return alone
    is_completed = bool(heard) and not set(split_words(asked.text)) <= set(split_words(heard))
    likely = goes_on(asked.text) * (_COMPLETED if is_completed else 1.0)
    if likely < (_SURELY if before.act != DialogAct.QUESTION.value else _HARDLY if alone.known else 0.0):
        return alone
    chain, named = [in_third_person(one, speaker) for one in _gone_on_with(turns)], in_third_person(meant, speaker)
    if split_words(named) in [split_words(one) for one in chain]:
        return alone  # asked again
    together = memory.answer(" ".join((*chain, named)), speaker)
    told_before = _tells_the_same(alone, before.answer) - _tells_the_same(together, before.answer)
    gain = log_odds(together.certainty) - (log_odds(alone.certainty) if alone.known else log_odds(0.0))
    is_likelier = _GOING_ON * log_odds(likely) + gain + _TOLD_BEFORE * told_before > 0
    is_said_again = _first_sentence(together) == _first_sentence(before.answer)  # how long ago it was may differ
    is_quoted = together.certainty >= _SURELY and '"' in _first_sentence(together)  # it may answer both
    is_answer = together.known and (is_quoted or not is_said_again)
    return together if is_answer and is_likelier else alone


def _with_beside(beside: str, meant: str, heard: str) -> str:
    """In the order in which it was said."""
    is_after = bool(beside) and bool(heard) and not heard.lstrip().startswith(beside[: len(beside) // 2 + 1])
    return f"{meant.rstrip()} {beside}" if is_after else f"{beside} {meant}".strip()


def _gone_on_with(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What was said right before, after what it all began with: "where's the mug?", "who put it there?" of "why?"."""
    last = first = len(turns) - 1
    while first and turns[first - 1].act in GONE_ON and _went_on(turns[first]):
        first -= 1
    return (turns[last].said,) if first == last else (turns[first].said, turns[last].said)


def _went_on(turn: Turn) -> bool:
    return turn.act == DialogAct.QUESTION.value and goes_on(turn.heard or turn.said) >= RATHER_RIGHT


def _first_sentence(answer: Answer) -> str:
    return answer.text.split(". ")[0]


def _tells_the_same(answer: Answer, before: Answer) -> bool:
    """Whether it rests on what was told just before, which who asks on has heard."""
    told = (one.record_id for one in before.evidence[:1])
    return any(one.record_id == record_id for one in answer.evidence[:1] for record_id in told)


def place_of(thing: str, speaker: str, memory: DialogMemory) -> str:
    """ "The scissors are on the desk; ...", with how sure that is, if memory has seen them; else ""."""
    asked = as_meant(f"Where is {as_named(thing)}?", speaker, memory)
    answer = memory.answer(asked, speaker) if thing else None
    is_seen = answer is not None and answer.known and bool(answer.object_ids)
    return answer.text if answer is not None and is_seen else ""


def features_of(question: str) -> tuple[float, ...]:
    """As `FEATURES`."""
    words = _WORD.findall(question.lower())
    names = {name.lower() for name in _NAME.findall(question)}
    tells = [word for word in telling(question) if word.removesuffix("'s") not in names]
    first = words[0] if words else ""
    return (
        float(first == "and"),
        float(first in ("so", "but", "then", "or")),
        math.log(1 + len(words)),
        float(not _THINGS.isdisjoint(words)),
        float(not _PEOPLE.isdisjoint(words)),
        float(_NAME.search(question) is not None),
        float(len(words) <= 3),
        math.log(1 + len(tells)),
        float(not _THERE.isdisjoint(words)),
        float(not _SPEAKER.isdisjoint(words)),
    )


def goes_on(question: str) -> float:
    """How likely it does, where there was a question before it: a logistic regression, learned by `make learn`."""
    weights, bias = _learned()
    odds = sum(weight * value for weight, value in zip(weights, features_of(question), strict=True)) + bias
    return 1.0 / (1.0 + math.exp(-odds))


@lru_cache(maxsize=1)
def _learned() -> tuple[tuple[float, ...], float]:
    """As they come with this package. ValueError if they are of other features."""
    told = json.loads(Path(__file__).with_name("going_on.json").read_text(encoding="utf-8"))
    if tuple(told["features"]) != FEATURES:
        raise ValueError("going_on.json is of other features: run `make learn`")
    return tuple(told["weights"]), float(told["bias"])
