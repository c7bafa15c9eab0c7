"""What cannot be meant by a question, whatever lies nearest: another sort of answer, or another thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.wording.word_stems import content_stems
from embodied_memory.memory.wording.words import canonical, split_words
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import named_things
from embodied_memory.words.said import AskedKind

_OF_NOW = (
    QueryIntent.WHO_IS_HOME, QueryIntent.WHO_IS_THERE, QueryIntent.WHO_IS_AWAKE, QueryIntent.LOCATION,
    QueryIntent.ROOM, QueryIntent.STATE, QueryIntent.HOLDER,
)  # fmt: skip
_NOT_OF_NOW = (AskedKind.WHEN, AskedKind.HOW_LONG, AskedKind.WHY)
_SURELY_ASKED = 0.8


def is_of_another_sort(question: str, plan: QueryPlan) -> bool:
    """Whether how somebody or something is now was taken to be asked for, where it is when, how long or why; or where
    somebody is, where it is a thing of theirs that is unknown ("where's Tom's passport?").
    """
    reading = the_reading()
    if plan.intent not in _OF_NOW or reading is None:
        return False
    if not plan.thing.ids and any(re.search(rf"\b{re.escape(name)}['’]s [a-z]", question) for name in plan.people):
        return True
    asked = reading.read(question).asked
    return max((asked.get(one, 0.0) for one in _NOT_OF_NOW), default=0.0) >= _SURELY_ASKED


def of_what_is_looked_for(question: str, plan: QueryPlan, found: Sequence[BearingPiece]) -> tuple[BearingPiece, ...]:
    """Without what was done with other things, where one is looked for that memory knows by no name and no meaning:
    where the box is is no answer to where the passport is.
    """
    reading = the_reading()
    if plan.thing.ids or plan.place.ids or reading is None:
        return tuple(found)
    said, owners = reading.read(question), content_stems(" ".join(plan.people))
    names = [_words_for(one.text) - owners for one in named_things(said)][:1]
    if said.asked.get(AskedKind.WHERE, 0.0) < _SURELY_ASKED or not any(names):
        return tuple(found)
    return tuple(one for one in found if one.piece.is_said or names[0] & _words_for(one.piece.text))


def _words_for(text: str) -> frozenset[str]:
    """Its telling words, a cup and a mug as one."""
    return content_stems(" ".join(canonical((word,)) for word in split_words(text)))
