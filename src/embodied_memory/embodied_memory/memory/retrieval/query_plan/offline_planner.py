"""Plans by rules: names from what memory knows, intents from examples, roles from the places of names (4.3).

How much a question is like the examples of each intent: least squares over features, learned when first used.
Words, names and classes of words (`cue_words.txt`) are features, and pairs of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve
from scipy.sparse import csr_matrix

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.retrieval.query_plan.annotation import AnnotatedQuestion, Annotator
from embodied_memory.memory.retrieval.query_plan.plan_completion import (
    BEFORE_A_PLACE,
    PlanCompletion,
    place_word_before,
)
from embodied_memory.memory.retrieval.query_plan.query_plan import NOWHERE, QueryIntent, QueryPlan, Target, views_of
from embodied_memory.memory.retrieval.query_plan.question_words import PARTS_OF_DAY, WHETHER, is_ordinary
from embodied_memory.words.wording.words import content_stems, stem

_LEAST = 0.25
"""Right intents of other people's wordings score less in one case of a hundred."""
_LEAST_OF_BEST = 0.3


_FINAL = frozenset(
    {
        QueryIntent.HOW_MANY, QueryIntent.IN_STATE, QueryIntent.WHO_IS_HOME, QueryIntent.WHEN_HANDLED,
        QueryIntent.ABOUT, QueryIntent.ONE_DEED, QueryIntent.USUAL_DEEDS, QueryIntent.WHO_WAS_THERE,
        QueryIntent.WHO_IS_AWAKE,
    }
)  # fmt: skip
"""None of that sort is no reason to tell another."""
_MUCH_THE_SAME = frozenset(
    {
        QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.STATE, QueryIntent.SETTING, QueryIntent.CONTENTS,
        QueryIntent.LAST_SEEN, QueryIntent.WHAT_HAPPENED, QueryIntent.PREVIOUS, QueryIntent.HOLDER,
        QueryIntent.WHO_CHANGED, QueryIntent.WHEN_CHANGED, QueryIntent.DUE, *_FINAL,
    }
)  # fmt: skip
"""What fits nearly every question that names a thing is no second reading."""
_FIRST = "first"
_MOST_READINGS = 3


def ranked_intents(tokens: Sequence[str]) -> dict[QueryIntent, float]:
    """How like its examples a question is, about 1 for one of them: the likely intents, the likeliest first. tokens:
    as of an `AnnotatedQuestion`. Empty if it is like nothing that is known.
    """
    scores = learned_scores().of(tokens) if tokens else {}
    least = max(_LEAST, _LEAST_OF_BEST * max(scores.values(), default=0.0))
    likely = sorted((one for one in scores if scores[one] >= least), key=lambda intent: -scores[intent])
    return {one: scores[one] for one in likely}


class OfflinePlanner:
    """Reads a question by the names in it and the words between them."""

    def __init__(self, beliefs: BeliefTracks, utc_offset_s: float = 0.0) -> None:
        self._annotator = Annotator(beliefs, utc_offset_s)
        self._beliefs = beliefs
        self._completion = PlanCompletion(beliefs, utc_offset_s)

    def plan(self, question: str, now_ns: int) -> QueryPlan:
        """The first intent that fits and has what it needs; UNKNOWN if there is none."""
        told = self._annotator.annotate(question, now_ns)
        plan = self._with_roles(told)
        likely = ranked_intents(told.tokens)
        scores = list(likely.values())
        guesses = (
            self._completion.complete(replace(plan, intent=intent, likeness=score, lead=_lead(score, scores)), told)
            for intent, score in likely.items()
        )
        found = [one for one in guesses if one is not None]
        readings = [replace(one, views=views_of(one.intent)) for one in found]
        if not readings:
            return replace(plan, views=views_of(QueryIntent.UNKNOWN))
        if readings[0].intent in _FINAL:
            return readings[0]
        others = tuple(one for one in readings[1:] if one.intent not in _MUCH_THE_SAME)
        return replace(readings[0], alternatives=others[:_MOST_READINGS])

    def _with_roles(self, told: AnnotatedQuestion) -> QueryPlan:
        """Who and what is named, and which of it is a place."""
        things: list[Target] = []
        place, relation = NOWHERE, ""
        named = [(mention, place_word_before(told, position)) for position, mention in told.of("THING", "ROOM")]
        has_thing = any(mention.tag == "THING" and not before for mention, before in named)
        for mention, before in named:
            is_place = mention.tag == "ROOM" or (before and (things or has_thing))
            if is_place and place is NOWHERE:
                place, relation = mention.target, BEFORE_A_PLACE.get(before, "")
            elif mention.tag == "THING":
                things.append(mention.target)
        return QueryPlan(
            told.question,
            QueryIntent.UNKNOWN,
            tuple(self._narrowed(things, place)),
            tuple(dict.fromkeys(mention.name for _, mention in told.of("PERSON"))),
            place,
            relation,
            attribute=next((mention.name for _, mention in told.of("SETTING")), ""),
            activities=tuple(mention.name for _, mention in told.of("DOING")),
            time=told.time,
            days=told.days,
            day_part=next((PARTS_OF_DAY[word] for word in told.tokens if word in PARTS_OF_DAY), ""),
            is_first=_FIRST in told.tokens,
            is_doubted=told.is_doubted,
            unheard=_unheard(told),
            is_whether=told.tokens[:1] in [(word,) for word in WHETHER],
        )

    def _narrowed(self, things: list[Target], place: Target) -> list[Target]:
        """ "the mug on the desk" is the one that is there, if several may be meant."""
        if not things or len(things[0].ids) < 2 or not place.entity_id or things[0].is_kind:
            return things
        there = set(self._beliefs.located_at(place.entity_id))
        kept = tuple(one for one in things[0].ids if one in there or self._beliefs.room_of(one) == place.entity_id)
        return [replace(things[0], ids=kept or things[0].ids), *things[1:]]


def _lead(score: float, scores: list[float]) -> float:
    """Over the best of the others; negative for all but the likeliest."""
    others = list(scores)
    others.remove(score)
    return score - max(others, default=0.0)


def _unheard(told: AnnotatedQuestion) -> tuple[str, ...]:
    """ "Did Anna break the mug": "break"."""
    return tuple(word for word in told.tokens if word.islower() and content_stems(word) and not is_ordinary(word))


TAGS = ("THING", "PERSON", "ROOM", "DOING", "SETTING")
_MOST_ALIKE = 2
_NEAR = 3
"""Of cues and names, each is paired with so many that follow it."""
_RIDGE = 0.2
_AT_ONCE = 256
_LEAST_COUNT = 2
"""A feature of one example alone tells nothing about others."""
Example = tuple[QueryIntent, tuple[str, ...]]


@lru_cache(maxsize=1)
def _classes() -> dict[str, re.Pattern[str]]:
    """Of each class of cues, to be searched in tokens with a space on both sides of each."""
    lines = Path(__file__).with_name("cue_words.txt").read_text(encoding="utf-8").splitlines()
    words = {name: told for name, _, told in (line.partition(" = ") for line in lines if line.startswith("@"))}
    return {name: re.compile(_alternatives(name, words)) for name in words}


def _alternatives(cue: str, classes: dict[str, str]) -> str:
    """@put|hide -> one group of all words. A space stands on both sides; the last one may be the next cue's."""
    words = cue
    while "@" in words:
        words = "|".join(classes[part] if part.startswith("@") else part for part in words.split("|"))
    return f" (?:{'|'.join(re.escape(word).replace('_', ' ') for word in words.split('|'))})(?= )"


def features_of(tokens: Sequence[str]) -> frozenset[str]:
    """tokens: lower-case words, with each name replaced by its tag."""
    return frozenset(_features(tokens))


def _features(tokens: Sequence[str]) -> Iterator[str]:
    counts = Counter(tokens)
    yield from (f"{tag} {min(counts[tag], _MOST_ALIKE)}" for tag in TAGS)
    stems = [token if token in TAGS else stem(token) for token in tokens]
    yield from (word for word in stems if word not in TAGS)
    yield from (f"{one}_{other}" for one, other in pairwise(stems))
    yield from (f"^{first}" for first in stems[:1])
    marks = [(position, token) for position, token in enumerate(tokens) if token in TAGS]
    marks += _classes_in(tokens)
    yield from {name for _, name in marks}
    names = [name for _, name in sorted(marks)]
    yield from (f"{one}<{other}" for k, one in enumerate(names) for other in names[k + 1 : k + 1 + _NEAR])


def _classes_in(tokens: Sequence[str]) -> list[tuple[int, str]]:
    """(position, class) of every word of a class of cues."""
    text = f" {' '.join(tokens)} "
    return [(text.count(" ", 0, m.start()), name) for name, cue in _classes().items() for m in cue.finditer(text)]


class IntentScores:
    """Linear in the features, each weighed by how rare it is; about 1 for an example's own intent, 0 for others."""

    def __init__(self, examples: Sequence[Example]) -> None:
        """ValueError without examples."""
        if not examples:
            raise ValueError("there are no examples to learn intents from")
        found = [features_of(tokens) for _, tokens in examples]
        counts = Counter(feature for one in found for feature in one)
        kept = sorted(feature for feature, count in counts.items() if count >= _LEAST_COUNT)
        self._columns = {feature: column for column, feature in enumerate(kept)}
        self._rarity = np.array([np.log1p(len(found) / counts[feature]) for feature in kept], np.float32)
        self._intents = sorted({intent for intent, _ in examples}, key=lambda intent: intent.value)
        rows = self._rows(found)
        wanted = np.array([[intent is one for one in self._intents] for intent, _ in examples], np.float32)
        shares = solve(_alike(rows), wanted, assume_a="pos", overwrite_a=True, check_finite=False)
        self._weights: NDArray[np.float32] = rows.T @ shares

    def of(self, tokens: Sequence[str]) -> Mapping[QueryIntent, float]:
        """The score of every intent that has examples. tokens: as of an `AnnotatedQuestion`."""
        scores = (self._rows([features_of(tokens)]) @ self._weights)[0]
        return dict(zip(self._intents, map(float, scores), strict=True))

    def _rows(self, found: Sequence[Collection[str]]) -> csr_matrix:
        """(N, columns), each row of length 1; features that no example has are left out."""
        known = [sorted(self._columns[feature] for feature in one if feature in self._columns) for one in found]
        told = [self._rarity[columns] for columns in known]
        lengths = (float(np.linalg.norm(one)) or 1.0 for one in told)
        values = np.concatenate([one / length for one, length in zip(told, lengths, strict=True)])
        begins = np.cumsum([0, *map(len, known)])
        return csr_matrix((values, np.concatenate(known).astype(np.int32), begins), (len(known), len(self._columns)))


def _alike(rows: csr_matrix) -> NDArray[np.float32]:
    """(N, N), how alike the examples are, and the ridge; piece by piece, as a small computer spares little memory."""
    alike = np.empty((rows.shape[0], rows.shape[0]), np.float32, order="F")
    for first in range(0, rows.shape[0], _AT_ONCE):
        some = rows[first : first + _AT_ONCE].toarray().T
        alike[:, first : first + _AT_ONCE] = rows @ some
    alike[np.diag_indices_from(alike)] += _RIDGE
    return alike


@lru_cache(maxsize=1)
def learned_scores() -> IntentScores:
    """Of the examples that come with this package."""
    files = (Path(__file__).with_name(name) for name in ("intent_examples.txt", "intent_examples_of_others.txt"))
    return IntentScores([example for file in files for example in read_examples(file)])


def read_examples(path: Path) -> list[Example]:
    """ "[intent]" begins a section, each line after it is one question. ValueError for what is no intent."""
    found: list[Example] = []
    intent = QueryIntent.UNKNOWN
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            intent = QueryIntent(line.strip("[]"))
        elif line and not line.startswith("#"):
            found.append((intent, tuple(line.split())))
    return found
