"""A question with its names found: people, things, rooms, activities, settings and times, each by its sort; and
the time that it is about, with the question without its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.names.entity_names import PERSON, ROOM, THING, TOLD
from embodied_memory.memory.retrieval.query_plan.query_plan import Target, TimeFilter
from embodied_memory.memory.retrieval.query_plan.question_words import (
    AMOUNTS,
    ASKING_KIND,
    ASKING_PERSON,
    BEFORE_A_DEED,
    COMING_HOME,
    DETERMINERS,
    DOUBT,
    KIND_WORDS,
    LEAVING_HOME,
    MEASURES,
    NO_SETTINGS,
    NOT_ALONE,
    NOT_NAMES,
    SEEING,
    STATE_WORDS,
    WRITTEN_OUT,
    ActivityMention,
    activities_in,
    activity_of_object,
    mended,
)
from embodied_memory.words.time_words.parse_time import parse_time
from embodied_memory.words.time_words.time_phrase import Granularity, TimePhrase
from embodied_memory.words.wording.description import GROUP_OF_WORD
from embodied_memory.words.wording.words import canonical, singular, split_words, stem

_LONGEST_NAME = 6
_GOING_ALONE = {"leave": LEAVING_HOME, "come": COMING_HOME, "return": COMING_HOME}
_ASKS_WHAT = frozenset({"what", "which", "where", "who", "whom", "why"})
_TAG = {PERSON: "PERSON", ROOM: "ROOM", THING: "THING", TOLD: "THING"}


@dataclass(frozen=True)
class Mention:
    """A name in the question. tag: PERSON, THING, ROOM, DOING, SETTING or WHEN; name: canonical where it has one."""

    tag: str
    words: str
    target: Target
    name: str = ""


@dataclass(frozen=True)
class AnnotatedQuestion:
    """tokens: lower-case words, with each name replaced by its tag; mentions: those names, None for plain words.

    is_doubted: the question is how sure the rest of it is.
    """

    question: str
    tokens: tuple[str, ...]
    mentions: tuple[Mention | None, ...]
    time: TimeFilter | None
    days: tuple[int, ...]
    is_doubted: bool = False

    @property
    def text(self) -> str:
        """The tokens, with a space on both sides of each."""
        return f" {' '.join(self.tokens)} "

    def of(self, *tags: str) -> list[tuple[int, Mention]]:
        """(position, mention) of these tags, in order."""
        return [(k, one) for k, one in enumerate(self.mentions) if one is not None and one.tag in tags]


class Annotator:
    """Finds names by what memory knows."""

    def __init__(self, beliefs: BeliefTracks, utc_offset_s: float = 0.0) -> None:
        self._beliefs = beliefs
        self._utc_offset_s = utc_offset_s

    def annotate(self, question: str, now_ns: int) -> AnnotatedQuestion:
        """Never fails."""
        text = question
        for pattern, full in WRITTEN_OUT:
            text = pattern.sub(full, text)
        plain = DOUBT.sub("", text, count=1)
        told = read_time(mended(plain, self._is_part_of_name), now_ns, self._utc_offset_s)
        words = tuple(word.removesuffix("'s") for word in split_words(told.rest))
        spans = dict(self._spans(words))
        tokens: list[str] = []
        mentions: list[Mention | None] = []
        position = 0
        while position < len(words):
            end, mention = spans.get(position, (position + 1, None))
            tokens.append(mention.tag if mention else words[position])
            mentions.append(mention)
            position = end
        return AnnotatedQuestion(question, tuple(tokens), tuple(mentions), told.time, told.days, plain != text)

    def _spans(self, words: tuple[str, ...]) -> Iterator[tuple[int, tuple[int, Mention]]]:
        """(start, (end, mention)), none overlapping: things and activities, then settings."""
        named = (*activities_in(words), *self._by_their_objects(words), *self._by_going_alone(words))
        doing = {one.start: one for one in named}
        position = 0
        found: list[tuple[int, int, Mention]] = []
        while position < len(words):
            one = self._name_or_deed(words, position, doing.get(position))
            if one is not None:
                found.append((position, *one))
            position = one[0] if one else position + 1
        settings = self._settings(words, found)
        for start, end, mention in found:
            if not any(start <= position < end for position in settings) or end - start > 1:
                yield start, (end, mention)
        covered = {position for start, end, _ in found if end - start > 1 for position in range(start, end)}
        yield from ((start, setting) for start, setting in settings.items() if start not in covered)

    def _name_or_deed(
        self, words: tuple[str, ...], position: int, deed: ActivityMention | None
    ) -> tuple[int, Mention] | None:
        """The name that begins here, unless an activity does that is not rather a thing's name."""
        if deed is None or not self._is_deed(deed, words):
            return self._name_at(words, position)
        spoken = " ".join(words[deed.start : deed.end])
        return deed.end, Mention("DOING", spoken, Target(spoken), deed.name)

    def _is_deed(self, deed: ActivityMention, words: tuple[str, ...]) -> bool:
        """Whether an activity's words are not rather a thing's: "watch TV" is, "the work desk" is not.

        A working lamp is no activity either: without a person nobody works.
        """
        word, length = words[deed.start], deed.end - deed.start
        if length == 1 and word in STATE_WORDS and not self._has_person(words):
            return False
        if length > 1 or word.endswith("ing") or stem(word) in activity_of_object():
            return True
        return not self._name_at(words, deed.start)

    def _by_their_objects(self, words: tuple[str, ...]) -> Iterator[ActivityMention]:
        """ "Anna, TV, on Monday": the thing stands for what is done with it, as it has no article."""
        if not self._has_person(words):
            return
        for position, word in enumerate(words[1:], start=1):
            name, before = activity_of_object().get(stem(word)), words[position - 1]
            if name and (
                before in BEFORE_A_DEED
                or before in ASKING_PERSON
                or before.endswith("ing")
                or self._is_person(before)
            ):
                start = position - 1 if before in SEEING or before.endswith("ing") else position
                yield ActivityMention(name, start, position + 1)

    def _by_going_alone(self, words: tuple[str, ...]) -> Iterator[ActivityMention]:
        """ "When did Tom leave?": nothing but home is left where nothing else is named."""
        name = _GOING_ALONE.get(words[-1]) if words else None
        if name and (words[0] not in _ASKS_WHAT or words[:2] == ("what", "time")) and self._has_person(words[1:]):
            yield ActivityMention(name, len(words) - 1, len(words))

    def _has_person(self, words: tuple[str, ...]) -> bool:
        return any(word in ASKING_PERSON or self._is_person(word) for word in words)

    def _is_person(self, word: str) -> bool:
        return bool(self._beliefs.resolve_among(word, (PERSON,)).entity_id)

    def _name_at(self, words: tuple[str, ...], start: int) -> tuple[int, Mention] | None:
        """The longest name that begins here."""
        for end in range(min(len(words), start + _LONGEST_NAME), start, -1):
            if not self._may_name(words[start:end]) or (end > start + 1 and self._is_person(words[start])):
                continue
            mention = self._mention(words[start:end], words[start - 1] if start else "")
            if mention:
                return end, mention
        return None

    def _may_name(self, words: tuple[str, ...]) -> bool:
        bare = words
        while bare and bare[0] in DETERMINERS:
            bare = bare[1:]
        if not bare or bare[-1] in GROUP_OF_WORD or len(words) - len(bare) > 2:
            return False
        if len(words) == 1 and words[0] in NOT_ALONE:
            return False
        return all(word in GROUP_OF_WORD or self._is_known(word) for word in bare)

    def _is_known(self, word: str) -> bool:
        return word not in NOT_NAMES and self._is_part_of_name(word)

    def _is_part_of_name(self, word: str) -> bool:
        known = self._beliefs.names.knows_word
        is_word = word in GROUP_OF_WORD or known(word) or known(singular(word)) or known(canonical((word,)))
        return is_word or self._is_person(word)

    def _mention(self, words: tuple[str, ...], before: str) -> Mention | None:
        phrase = " ".join(words)
        bare = " ".join(word for word in words if word not in DETERMINERS)
        for sorts in ((PERSON,), (ROOM,), (THING,), (TOLD,)):
            found = self._beliefs.resolve_among(bare, sorts)
            if sorts == (PERSON,) and (not found.entity_id or self._is_thing_and_person(bare)):
                continue
            if found.candidates:
                target = Target(phrase, found.candidates, self._is_kind(words, found.candidates, before))
                return Mention(_TAG[sorts[0]], phrase, target, found.entity_id)
        return None

    def _is_thing_and_person(self, phrase: str) -> bool:
        """ "the red mug Anna", of "which of the red mugs Anna likes": two names rather than a person's long one."""
        before = phrase.rpartition(" ")[0]
        return bool(before) and bool(self._beliefs.resolve_among(before, (THING,)).candidates)

    def _is_kind(self, words: tuple[str, ...], ids: tuple[str, ...], before: str) -> bool:
        is_asked_for = before in ASKING_KIND or words[0] in KIND_WORDS
        return is_asked_for or (len(ids) > 1 and words[0] not in DETERMINERS)

    def _settings(
        self, words: tuple[str, ...], things: list[tuple[int, int, Mention]]
    ) -> dict[int, tuple[int, Mention]]:
        """start -> (end, mention): names of attributes that other things of the question have."""
        found: dict[int, tuple[int, Mention]] = {}
        for start, end, mention in things:
            if mention.tag != "THING":
                continue
            names = {name for one in mention.target.ids for name in self._beliefs.attributes_of(one)} - NO_SETTINGS
            by_root = {stem(word): name for name in names for word in split_words(name)}
            for position, word in enumerate(words):
                name = by_root.get(stem(word)) or by_root.get(stem(MEASURES.get(word, word)))
                if name and not start <= position < end and word not in NOT_NAMES:
                    begin = position - 2 if words[max(0, position - 2) : position] in AMOUNTS else position
                    found[begin] = (position + 1, Mention("SETTING", word, Target(word), name))
        return found


_FOREVER_NS, _DAY_NS = 2**62, 86_400 * 10**9
_WEEK_NS = 7 * _DAY_NS
_WEEKDAY = re.compile(r"(?<!last )\b(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.I)
_MEAL_AS_TIME = re.compile(r"\b(after|before|during|at) (?=(?:breakfast|lunch|dinner|supper)\b)", re.I)
"""A meal is something that somebody does rather than a time of the day."""


_ASKS = frozenset({"does", "do", "did", "is", "are", "was", "were", "will", "has", "have", "when", "what", "must"})
"""What follows "until when" asks for a time and tells none."""


@dataclass(frozen=True)
class ToldTime:
    """rest: the question without the words of the time; a time told by an event stands at its end.

    days: weekdays that are meant by habit.
    """

    rest: str
    time: TimeFilter | None = None
    days: tuple[int, ...] = ()


def read_time(text: str, now_ns: int, utc_offset_s: float = 0.0) -> ToldTime:
    """Never fails: without words of time, nothing is filtered."""
    text = _MEAL_AS_TIME.sub(r"\1 having ", text)
    found = parse_time(text, now_ns, utc_offset_s)
    if found is None:
        return ToldTime(text)
    is_asked = found.anchor is not None and found.anchor.clause.partition(" ")[0].lower() in _ASKS
    if is_asked and not found.has_interval:
        return ToldTime(text)
    parts = [found.rest.rstrip(" ?.!")]
    if found.anchor is not None and is_asked:
        parts = [found.anchor.kind.value, found.anchor.clause, *parts]
    elif found.anchor is not None:
        parts += [found.anchor.kind.value, found.anchor.clause]
    if found.order.value:
        parts.append(found.order.value)
    return ToldTime(" ".join(parts), _filter(found), found.weekdays)


def _filter(found: TimePhrase) -> TimeFilter | None:
    if not found.has_interval:
        return None
    since_ns = found.since_ns if found.since_ns is not None else 0
    until_ns = found.until_ns if found.until_ns is not None else _FOREVER_NS
    return TimeFilter(since_ns, until_ns, found.granularity is Granularity.MINUTE)


def of_this_week(time: TimeFilter | None, question: str, first_ns: int, now_ns: int) -> TimeFilter | None:
    """ "On Thursday", asked on a Thursday: a week ago, or today where nothing of a week ago is remembered.

    first_ns: of the oldest record.
    """
    if time is None or time.end_ns > first_ns or not _WEEKDAY.search(question) or time.start_ns + _WEEK_NS > now_ns:
        return time
    today = TimeFilter(time.start_ns + _WEEK_NS, time.end_ns + _WEEK_NS, time.is_moment)
    return today if now_ns - today.start_ns < _DAY_NS else time
