"""What a question asks for, before anything is looked up: p_q of ObsMem (section 4.3); where the evidence of each
intent is, and what a question must name for it to make sense.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from embodied_memory.memory.retrieval.seen.question import SeenQuestion, first_of, seen_question
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.said import AskedKind, Said

_NOTHING = ((),)
_THING = (("thing",),)
_PERSON = (("person",),)
_PLACE = (("place",),)
_ACTIVITY = (("activity",),)
_THING_OR_PERSON = (*_THING, *_PERSON)
_ANYTHING = (*_THING, *_PERSON, *_PLACE, *_ACTIVITY)


class QueryIntent(str, Enum):
    """What is asked."""

    LOCATION = "location"
    ROOM = "room"
    STATE = "state"
    SETTING = "setting"
    HOLDER = "holder"
    HELD_THINGS = "held things"
    PREVIOUS = "previous"
    CONTENTS = "contents"
    BESIDE = "beside"
    WHO_IS_THERE = "who is there"
    WHO_WAS_THERE = "who was there"
    WHO_IS_HOME = "who is home"
    WHO_IS_AWAKE = "who is awake"
    IN_STATE = "in state"
    WHO_CHANGED = "who changed"
    WHEN_CHANGED = "when changed"
    WHEN_DID = "when did"
    WHO_DID = "who did"
    WHEN_HANDLED = "when handled"
    LAST_SEEN = "last seen"
    HOW_OFTEN = "how often"
    HOW_MANY = "how many"
    HOW_MANY_DUE = "how many due"
    WHICH_FIRST = "which first"
    JUST_BEFORE = "just before"
    JUST_AFTER = "just after"
    WISHED_SETTING = "wished setting"
    FAVOURITE = "favourite"
    WISHED_PLACE = "wished place"
    WISHES = "wishes"
    USUAL_TIME = "usual time"
    USUAL_PLACE = "usual place"
    USUAL_THING = "usual thing"
    USUAL_DEEDS = "usual deeds"
    DUE = "due"
    DUE_TIME = "due time"
    IS_DONE = "is done"
    IS_OPEN = "is open"
    WHO_PROMISED = "who promised"
    WHO_TOLD = "who told"
    WHO_TOLD_TELLER = "who told teller"
    WHO_ASKED = "who asked"
    WHAT_SAID = "what said"
    WHAT_HAPPENED = "what happened"
    ONE_DEED = "one deed"
    ABOUT = "about"
    UNKNOWN = "unknown"


class ViewName(str, Enum):
    """Where evidence comes from: V(p_q) of equation 4 is a set of these."""

    STATE = "state"
    BELIEF = "belief"
    EVENT = "event"
    EPISODE = "episode"
    COMMITMENT = "commitment"
    REPORTED = "reported"


class Hop(str, Enum):
    """What the next step takes from the events that a step found."""

    THING_USED = "thing used"
    THING_PUT_AFTER = "thing put after"
    PLACE_USED = "place used"


@dataclass(frozen=True)
class Target:
    """Something that a question names. ids: the entity, or all that it may be; none if memory knows no such thing.

    words: as it was said; is_kind: a sort of thing is meant ("which mug", "a book"), not one of them.
    """

    words: str
    ids: tuple[str, ...] = ()
    is_kind: bool = False

    @property
    def entity_id(self) -> str:
        """The entity if there is no doubt, "" otherwise."""
        return self.ids[0] if len(self.ids) == 1 else ""


NOWHERE = Target("")


@dataclass(frozen=True)
class TimeFilter:
    """start_ns <= stamp < end_ns, nanoseconds since the epoch. is_moment: a clock time was told, give or take."""

    start_ns: int
    end_ns: int
    is_moment: bool = False

    @property
    def asked_ns(self) -> int:
        """The moment at which a state is asked for: the middle of a moment, else the end."""
        return (self.start_ns + self.end_ns) // 2 if self.is_moment else self.end_ns - 1

    def holds(self, stamp_ns: int) -> bool:
        """Whether a time lies within."""
        return self.start_ns <= stamp_ns < self.end_ns


@dataclass(frozen=True)
class QueryPlan:
    """p_q: the intent, the target entities, the attribute, the time filter and the views to look into.

    things, people: in the order of the question; place: a room or a piece of furniture, with `relation` before it;
    activities: canonical names, or the words of one that has none; attribute and value: of a state, as "power" and
    "on"; days: weekdays asked about, 0 is Monday, none for all; day_part: a name of `DAY_HOURS` for what is asked of
    every day, "" for all of it; is_first: the first time is meant, not the last; is_doubted: it is asked how sure.
    unheard: telling words that no way of asking and no name has; is_whether: the answer is yes or no.
    via: a question to be answered first, of which `hop` says what is taken over. alternatives: other readings, to be
    tried in order if this one has no answer. likeness: how like known questions of its intent it is, about 1 for one
    of them; lead: by how much more than of the next intent.
    """

    question: str
    intent: QueryIntent
    things: tuple[Target, ...] = ()
    people: tuple[str, ...] = ()
    place: Target = NOWHERE
    relation: str = ""
    attribute: str = ""
    value: str = ""
    activities: tuple[str, ...] = ()
    time: TimeFilter | None = None
    days: tuple[int, ...] = ()
    day_part: str = ""
    is_first: bool = False
    is_doubted: bool = False
    unheard: tuple[str, ...] = ()
    is_whether: bool = False
    views: tuple[ViewName, ...] = ()
    via: QueryPlan | None = None
    hop: Hop | None = None
    alternatives: tuple[QueryPlan, ...] = ()
    likeness: float = 0.0
    lead: float = 0.0

    @cached_property
    def said(self) -> Said | None:
        """What the one reading made of the question, of several of the first; None where nobody reads."""
        return as_read(first_of(self.question))

    @cached_property
    def seen(self) -> SeenQuestion:
        """What it asks of the things that were seen, or of what the robot did."""
        return seen_question(self.question, self.said)

    def asks(self, *kinds: AskedKind) -> float:
        """How likely one of these kinds of things is asked, 0 to 1."""
        return sum(self.said.asked.get(one, 0.0) for one in kinds) if self.said is not None else 0.0

    @property
    def thing(self) -> Target:
        """The first thing named."""
        return self.things[0] if self.things else NOWHERE

    @property
    def person(self) -> str:
        """The first person named, "" if none is."""
        return self.people[0] if self.people else ""


_NOW = (ViewName.BELIEF, ViewName.STATE, ViewName.EVENT, ViewName.REPORTED)


_PAST = (ViewName.EVENT,)


_SAID = (ViewName.REPORTED, ViewName.EVENT)


_HEARD = (ViewName.REPORTED,)
_DUTY = (ViewName.COMMITMENT, ViewName.REPORTED)


@dataclass(frozen=True)
class _Ask:
    """views: in the order in which their evidence is listened to; needs: any of these must be named as a whole."""

    views: tuple[ViewName, ...]
    needs: tuple[tuple[str, ...], ...] = _ANYTHING


_ASKS: dict[QueryIntent, _Ask] = {
    QueryIntent.LOCATION: _Ask(_NOW, _THING_OR_PERSON),
    QueryIntent.ROOM: _Ask(_NOW, _THING_OR_PERSON),
    QueryIntent.STATE: _Ask(_NOW, _THING),
    QueryIntent.SETTING: _Ask(_NOW, (("thing", "setting"),)),
    QueryIntent.HOLDER: _Ask(_NOW, _THING),
    QueryIntent.HELD_THINGS: _Ask(_NOW, _PERSON),
    QueryIntent.CONTENTS: _Ask(_NOW),
    QueryIntent.BESIDE: _Ask(_NOW, _THING),
    QueryIntent.WHO_IS_THERE: _Ask(_NOW, (*_PLACE, *_PERSON)),
    QueryIntent.WHO_WAS_THERE: _Ask(_PAST, _PLACE),
    QueryIntent.WHO_IS_AWAKE: _Ask(_PAST, _NOTHING),
    QueryIntent.WHO_IS_HOME: _Ask((ViewName.BELIEF, ViewName.STATE)),
    QueryIntent.IN_STATE: _Ask((ViewName.BELIEF, ViewName.STATE)),
    QueryIntent.LAST_SEEN: _Ask(_NOW, _THING_OR_PERSON),
    QueryIntent.PREVIOUS: _Ask((ViewName.STATE, ViewName.EVENT), _THING),
    QueryIntent.WHO_CHANGED: _Ask((ViewName.EVENT, ViewName.STATE), _THING),
    QueryIntent.WHEN_CHANGED: _Ask((ViewName.EVENT, ViewName.STATE), _THING),
    QueryIntent.WHEN_DID: _Ask(_PAST, (*_ACTIVITY, ("person", "place"))),
    QueryIntent.WHO_DID: _Ask(_PAST, _ACTIVITY),
    QueryIntent.WHEN_HANDLED: _Ask(_PAST, _THING),
    QueryIntent.HOW_OFTEN: _Ask(_PAST, (*_ACTIVITY, *_THING_OR_PERSON)),
    QueryIntent.HOW_MANY: _Ask((ViewName.BELIEF, ViewName.STATE), (*_THING, *_PLACE)),
    QueryIntent.HOW_MANY_DUE: _Ask(_DUTY),
    QueryIntent.WHICH_FIRST: _Ask(_PAST, (("two activities",),)),
    QueryIntent.JUST_BEFORE: _Ask((ViewName.EVENT,), _THING),
    QueryIntent.JUST_AFTER: _Ask((ViewName.EVENT,), _THING),
    QueryIntent.WISHED_SETTING: _Ask(_HEARD, (*_THING, ("setting",))),
    QueryIntent.FAVOURITE: _Ask(_HEARD, _THING),
    QueryIntent.WISHED_PLACE: _Ask(_HEARD, _THING),
    QueryIntent.WISHES: _Ask(_HEARD, _PERSON),
    QueryIntent.USUAL_TIME: _Ask(_PAST, _ACTIVITY),
    QueryIntent.USUAL_PLACE: _Ask(_PAST, _ACTIVITY),
    QueryIntent.USUAL_THING: _Ask(_PAST, _ACTIVITY),
    QueryIntent.USUAL_DEEDS: _Ask(_PAST, _PERSON),
    QueryIntent.DUE: _Ask(_DUTY),
    QueryIntent.DUE_TIME: _Ask(_DUTY),
    QueryIntent.IS_DONE: _Ask(_DUTY),
    QueryIntent.IS_OPEN: _Ask(_DUTY),
    QueryIntent.WHO_PROMISED: _Ask(_DUTY),
    QueryIntent.WHO_TOLD: _Ask(_SAID, (*_THING_OR_PERSON, *_PLACE)),
    QueryIntent.WHO_TOLD_TELLER: _Ask(_SAID, _PERSON),
    QueryIntent.WHO_ASKED: _Ask(_SAID, _THING),
    QueryIntent.WHAT_SAID: _Ask(_SAID, _THING_OR_PERSON),
    QueryIntent.WHAT_HAPPENED: _Ask((ViewName.EVENT, ViewName.EPISODE)),
    QueryIntent.ONE_DEED: _Ask(_PAST, _PERSON),
    QueryIntent.ABOUT: _Ask((*_NOW[:2], ViewName.EVENT, ViewName.REPORTED, ViewName.COMMITMENT), _THING_OR_PERSON),
    QueryIntent.UNKNOWN: _Ask(()),
}


def views_of(intent: QueryIntent) -> tuple[ViewName, ...]:
    """V(p_q) of equation 4."""
    return _ASKS[intent].views


def has_what_it_needs(plan: QueryPlan) -> bool:
    """Whether the plan names what its intent is about."""
    there = {
        "thing": bool(plan.things),
        "person": bool(plan.people),
        "place": bool(plan.place.ids),
        "activity": bool(plan.activities),
        "two activities": len(plan.activities) > 1,
        "setting": bool(plan.attribute),
    }
    return any(all(there[one] for one in needed) for needed in _ASKS[plan.intent].needs)
