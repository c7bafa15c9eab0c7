"""The answer of the sentence that is read to answer a question, where none of memory's own forms fits better; and
how sure it is told to be, as measured on other people's questions (`learn-known`): that it still is so, and that
it is what was asked for, are both only likely, and how often such answers were right tells more than the lesser
of the two.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.known_now.known_statements import KnownStatement
from embodied_memory.memory.retrieval.known_now.statement_search import StatementSearch
from embodied_memory.memory.retrieval.pieces.choice_weights import log_odds, logistic
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.seen.question import SeenIntent, asks_several
from embodied_memory.words.said import AskedKind
from embodied_memory.words.wording.phrases import sentence
from embodied_memory.words.wording.words import content_stems

WEIGHTS = Path(__file__).with_name("known_certainty.json")
FEATURES = ("believed", "answers the question")
_LEAST, _NO_ANSWER, _ASKS_WHETHER = 0.35, 0.0, 0.4
"""The second: what is read closely as less answers likelier not than not."""
_AGREED = 0.5
"""So likely at least is what the forms tell where the thing is among those that were found by meaning, too."""
_SURELY_READ = 0.85
"""As like known questions as nine in ten wrong readings of other people's are not."""
_OF_NOW = (
    QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.LAST_SEEN, QueryIntent.STATE, QueryIntent.IN_STATE,
    QueryIntent.CONTENTS, QueryIntent.HOW_MANY, QueryIntent.HOLDER,
    QueryIntent.UNKNOWN,
)  # fmt: skip


def known_row(believed: float, answers: float) -> tuple[float, float]:
    """As it is learned from. believed: how likely it still is so; answers: how likely it is what was asked for."""
    return log_odds(believed), log_odds(answers)


def known_certainty(believed: float, answers: float) -> float:
    """0 to 1; of both, as `known_row`."""
    return round(logistic(_learned(), known_row(believed, answers)), 4)


@lru_cache(maxsize=1)
def _learned() -> tuple[float, ...]:
    """One weight a feature, and the bias. ValueError if they are of other features."""
    told = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    if tuple(told["features"]) != FEATURES:
        raise ValueError(f"{WEIGHTS.name} is of other features: run `make learn-known`")
    return tuple(told["weights"])


@dataclass(frozen=True)
class KnownAnswer:
    """likely: that it answers the question at least, as it was read; 0 for an answer by the forms of questions."""

    answer: Answer
    likely: float = 0.0


def may_be_of_now(plan: QueryPlan) -> bool:
    """Whether a question may ask for what is known now: not where it surely asks for something else, nor several that
    go on with each other.
    """
    if plan.time is not None or plan.via is not None or asks_several(plan.question):
        return False
    return plan.likeness < _SURELY_READ or plan.intent in _OF_NOW


def as_known(
    plan: QueryPlan,
    asker: str,
    structured: Answer,
    known_now: Callable[[], tuple[KnownStatement, ...]],
    search: StatementSearch,
    tell: Callable[[str, KnownStatement], Answer],
) -> KnownAnswer:
    """structured: by the forms of questions. Its answer stays unless a sentence of what is known now is read to
    answer the question, and better. known_now: as the asker may hear it; tell: the answer to a question of which a
    sentence is the gist.
    """
    question, by_forms = plan.question, KnownAnswer(structured)
    if plan.said is None:
        return by_forms
    found = search.search(question, asker, plan.said, known_now)
    best = found[0] if found else None
    if best is not None and structured.known and _tells_of(best.statement, structured):
        text = _whether(plan, best.statement, structured.text, known_now)
        return KnownAnswer(replace(structured, text=text), max(best.probability, _AGREED))
    if best is None or best.probability < _LEAST or best.closely < _NO_ANSWER:
        return by_forms
    if structured.known and best.closely < search.read_closely(question, asker, structured.text):
        return by_forms
    told = tell(question, best.statement)
    if not told.known:
        return by_forms
    text = _whether(plan, best.statement, told.text, known_now)
    certainty = round(min(told.certainty, best.probability), 4)
    return KnownAnswer(replace(told, text=text, certainty=certainty), best.probability)


def _tells_of(statement: KnownStatement, structured: Answer) -> bool:
    """Whether both tell where the same thing is."""
    return statement.kind is AskedKind.WHERE and bool(set(structured.object_ids) & set(statement.ids))


def _whether(
    plan: QueryPlan, statement: KnownStatement, text: str, known_now: Callable[[], tuple[KnownStatement, ...]]
) -> str:
    """With a verdict where it is asked whether there is one, there or at a place that is known by its words."""
    asked = plan.seen
    is_asked = asked.intent is SeenIntent.IS_THERE or plan.asks(AskedKind.EXISTS) >= _ASKS_WHETHER
    tells_whether = statement.kind is AskedKind.STATE or text.startswith(("Yes", "No"))
    if not is_asked or tells_whether:
        return text
    place, told = content_stems(asked.place) if asked.place else frozenset(), content_stems(statement.text)
    known = (content_stems(one.about) for one in known_now() if one.kind is AskedKind.CONTENTS)
    is_elsewhere = bool(place) and not place <= told and any(place <= one for one in known)
    return f"{'Not as far as I know' if is_elsewhere else 'Yes'}. {sentence(text)}"
