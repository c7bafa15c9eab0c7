"""Which sentence of what is known answers a question: found by meaning, then read with the question together.

It is told where none of memory's own forms fits better, as sure as such answers were on other people's
questions (`learn-known`): that it still is so, and that it is what was asked for, are both only likely, and how
often such answers were right tells more than the lesser of the two.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.known_now.known_statements import Counted, KnownStatement, counts_of
from embodied_memory.memory.retrieval.pieces.choice_weights import BearingWeights, log_odds, logistic
from embodied_memory.memory.retrieval.pieces.piece_rows import WordVectors
from embodied_memory.memory.retrieval.pieces.piece_search import asked_by
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.seen.question import SeenIntent, asks_several
from embodied_memory.perception.readers import Reader, Readers
from embodied_memory.words.pair_reader import NameReader, the_name_reader
from embodied_memory.words.said import AskedKind, Said
from embodied_memory.words.wording.phrases import sentence
from embodied_memory.words.wording.words import content_stems

_ASKED = (
    AskedKind.WHERE, AskedKind.EXISTS, AskedKind.CONTENTS, AskedKind.COUNT, AskedKind.STATE, AskedKind.DID,
)  # fmt: skip
_ASKED_SO_TOO = (AskedKind.NAME, AskedKind.LIST, AskedKind.AMOUNT, AskedKind.OTHER)
_TOLD = (AskedKind.WHERE, AskedKind.CONTENTS, AskedKind.COUNT, AskedKind.STATE)
FEATURES = (
    "read closely", "alike", "less read than best", "named", "odds that it is named", "less named than best",
    "of a room", "of the room asked",
    *(f"asks {asked.value}, tells {told.value}" for asked in _ASKED for told in _TOLD),
    *(f"tells {told.value}" for told in _TOLD),
)  # fmt: skip
WEIGHTS = Path(__file__).with_name("statement_weights.json")
_NEAR, _CLOSELY = 40, 8
_ALIKE_WEIGHS = 10.0
"""As much as the odds that a thing is named: of 315 questions of three homes, 276 have an answer among the eight."""
_LEAST_ASKED, _LEAST_NAMED = 0.1, 0.05
_COUNTS, _COUNTED, _MOST_COUNTED = 0.3, 0.5, 80
"""Who asks for a number so likely is told of all things that are so likely meant, of the nearest."""
_ASKS_STATE = 0.6
"""Of 49 questions that surely ask for a state 41 were rightly answered by one, none by anything else."""
_SURE = 1e-3


@dataclass(frozen=True)
class ReadStatement:
    """A statement, and how likely it answers the question. row: `FEATURES`."""

    statement: KnownStatement
    probability: float
    row: tuple[float, ...] = ()
    closely: float = 0.0


@lru_cache(maxsize=1)
def learned_statements() -> BearingWeights:
    """As they come with this package. ValueError if they are of other features."""
    return BearingWeights.read(WEIGHTS, FEATURES)


class _Named(NamedTuple):
    """alike: how near the question; named: how likely that names what is told of."""

    statement: KnownStatement
    alike: float
    named: float


class StatementSearch:
    """close: who reads closely; names: who reads what is meant; sentences: vectors near those of questions."""

    def __init__(self, close: Reader, names: NameReader, sentences: WordVectors) -> None:
        self._close, self._names, self._sentences = close, names, sentences

    def read_closely(self, question: str, asker: str, text: str) -> float:
        """How well a text answers, as the close reader has it: above 0 if it likelier does than not."""
        return float(self._close.logits(asked_by(question, asker), [(text, "")])[0])

    def search(
        self, question: str, asker: str, said: Said, known_now: Callable[[], Sequence[KnownStatement]]
    ) -> list[ReadStatement]:
        """The likeliest first; empty where none of that is asked for. said: the question as it was read."""
        known = _that_may_answer(said, known_now()) if asked_of_now(said) >= _LEAST_ASKED else ()
        asked = asked_by(question, asker)
        found = self._named(question, asked, said, known)
        if not found:
            return []
        close = self._close.logits(asked, [(one.statement.text, "") for one in found])
        rows = _rows(question, said, found, close)
        likely = learned_statements().probabilities(rows)
        order = np.argsort(-likely, kind="stable")
        return [ReadStatement(found[k].statement, float(likely[k]), tuple(rows[k]), float(close[k])) for k in order]

    def _named(self, question: str, asked: str, said: Said, known: Sequence[KnownStatement]) -> list[_Named]:
        """The statements near the question that tell of what it names, the best first; empty where it names nothing
        that is known.
        """
        if not known:
            return []
        alike = self._alike(asked, known)
        counted = self._counted(question, said, known, alike)
        if counted:
            known = [*known, *counted]
            alike = np.concatenate((alike, self._alike(asked, list(counted))))
        near = np.argsort(-alike, kind="stable")[:_NEAR]
        named = counted | self._likely(question, [known[k] for k in near if known[k] not in counted])
        found = [_Named(known[k], float(alike[k]), named[known[k]]) for k in near]
        best = sorted(found, key=lambda one: -(_ALIKE_WEIGHS * one.alike + log_odds(one.named, _SURE)))[:_CLOSELY]
        return [one for one in best if one.named >= _LEAST_NAMED]

    def _alike(self, asked: str, known: Sequence[KnownStatement]) -> NDArray[np.float32]:
        """(N,) how near each is to the question."""
        return self._sentences.of([one.text for one in known]) @ self._sentences.unkept(asked)

    def _likely(self, question: str, known: Sequence[KnownStatement]) -> dict[KnownStatement, float]:
        """How likely the question means what each tells of."""
        names = tuple(sorted({one.about for one in known}))
        named = dict(zip(names, self._names.likely(question, names), strict=True))
        return {one: named[one.about] for one in known}

    def _counted(
        self, question: str, said: Said, known: Sequence[KnownStatement], alike: NDArray[np.float32]
    ) -> dict[KnownStatement, float]:
        """Where a number is asked for: how many there are of all that the question means, of whatever sort, with how
        likely it means these.
        """
        if said.asked.get(AskedKind.COUNT, 0.0) < _COUNTS:
            return {}
        order = np.argsort(-alike, kind="stable")
        places = [known[k] for k in order if known[k].kind is AskedKind.WHERE][:_MOST_COUNTED]
        likely = self._likely(question, places) if places else {}
        meant = [one for one in places if likely[one] >= _COUNTED]
        if not meant:
            return {}
        mean = sum(likely[one] for one in meant) / len(meant)
        counts = counts_of([Counted(one.about, one.ids[0], one.room) for one in meant])
        return {one: mean for one in counts if one not in known}


def _that_may_answer(said: Said, known: Sequence[KnownStatement]) -> Sequence[KnownStatement]:
    """Who surely asks for a state is answered by none of where a thing is."""
    is_state = said.asked.get(AskedKind.STATE, 0.0) >= _ASKS_STATE
    return [one for one in known if one.kind is AskedKind.STATE] if is_state else known


def _rows(question: str, said: Said, found: Sequence[_Named], close: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, F): `FEATURES` of each."""
    stems, best = content_stems(question), max(one.named for one in found)
    rows = []
    for closely, (one, alike, named) in zip(map(float, close), found, strict=True):
        room = one.room if one.kind is AskedKind.COUNT else ""
        rows.append((
            closely, alike, closely - float(close.max()), named, log_odds(named, _SURE), named - best,
            float(bool(room)), float(bool(content_stems(room) & stems)),
            *(said.asked.get(kind, 0.0) * (one.kind is told) for kind in _ASKED for told in _TOLD),
            *(float(one.kind is told) for told in _TOLD),
        ))  # fmt: skip
    return np.array(rows, np.float64)


def statements_beside(readers: Readers | None, sentences: WordVectors) -> StatementSearch | None:
    """None where nobody reads."""
    names = the_name_reader() if readers is not None else None
    return StatementSearch(readers.close, names, sentences) if readers is not None and names is not None else None


def asked_of_now(said: Said) -> float:
    """How likely something is asked for that statements may tell, in whatever words."""
    return sum(said.asked.get(one, 0.0) for one in (*_ASKED, *_ASKED_SO_TOO))


KNOWN_WEIGHTS = Path(__file__).with_name("known_certainty.json")
KNOWN_FEATURES = ("believed", "answers the question")
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
    told = json.loads(KNOWN_WEIGHTS.read_text(encoding="utf-8"))
    if tuple(told["features"]) != KNOWN_FEATURES:
        raise ValueError(f"{KNOWN_WEIGHTS.name} is of other features: run `make learn-known`")
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
