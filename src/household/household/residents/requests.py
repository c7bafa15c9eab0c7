"""What residents have asked a robot for that is there in earnest, and how they go on talking with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from household.home import ROBOT_ID
from household.residents.acts import Meaning, Say, Step
from household.residents.beat import Beat, MemoryTarget
from household.residents.phrasebook import phrasebook
from household.residents.robot_words import News, RobotQuestion, news_in, pick_reading, question_in, words_of
from household.residents.scene import Scene
from household.residents.spoken import place_words, room_name, the, thing_words

INSTRUCTS = "instruct "
"""Meanings of instructions begin so: what they want is that an attribute of the subject gets the value."""
SHORTEST_PATIENCE_S = 600.0
_MOST_A_DAY, _ROBOT_MINUTES_A_DAY = 8, 240
_ROBOT_SECONDS = 180.0
"""So long a person waits, by the clock that the robot goes by."""
_ASKS_AGAIN_AFTER_S = 25.0
"""By the robot's clock, too: it had something else to do."""
_MOST_TRIES = 4
_ORDINALS = ("first", "second", "third", "fourth")
_AFTER_FAILURE = (("why not", 0.5), ("feedback", 0.7))
"""What is said when the robot says that it could not do it, up to which chance."""


@dataclass
class Request:
    """An instruction of a person. text: as it was said; wanted: what shall become so; said_ns: when it was said last;
    until_ns: of their patience; again_ns: when they say it again, 0 if they do not.

    offered: the thing that they hold out to the robot, "" if none.
    """

    by: str
    text: str
    wanted: Meaning
    said_ns: int
    until_ns: int
    offered: str = ""
    is_open: bool = True
    again_ns: int = 0
    tries: int = 1


class Requests:
    """Open requests, the newest last. time_scale: how much faster the residents' clock goes than the robot's."""

    def __init__(self, time_scale: float) -> None:
        self.most_a_day = max(1, min(_MOST_A_DAY, round(_ROBOT_MINUTES_A_DAY / time_scale)))
        """So many errands a day each person has for a robot to which days are that much shorter."""
        self.patience_ns = int(max(SHORTEST_PATIENCE_S, _ROBOT_SECONDS * time_scale) * 1e9)
        self._pause_ns = int(_ASKS_AGAIN_AFTER_S * time_scale * 1e9)
        self.told: set[tuple[str, str]] = set()
        """Of whom the robot has heard which preference: name, thing."""
        self._all: list[Request] = []

    def open(self, request: Request) -> None:
        """A person has one request at a time."""
        for before in self._all:
            before.is_open = before.is_open and before.by != request.by
        self._all = [one for one in self._all if one.is_open] + [request]

    def of(self, names: Sequence[str]) -> list[Request]:
        """The open ones of these people, the newest first."""
        return [one for one in reversed(self._all) if one.is_open and one.by in names]

    def is_free_for(self, who: str, now_ns: int) -> bool:
        """Whether nobody else waits for the robot: people do not send it away from each other's errands."""
        return all(one.by == who or not one.is_open or one.until_ns < now_ns for one in self._all)

    def offered_by(self, thing_id: str) -> str:
        """Who holds this thing out to the robot; "" if nobody does."""
        return next((one.by for one in self._all if one.is_open and one.offered == thing_id), "")

    def react(self, scene: Scene, hearers: Sequence[str], text: str) -> Beat | None:
        """What somebody who heard the robot says to it next, as a beat; None if nobody says anything."""
        waiting, news = self.of(hearers), news_in(text)
        if not waiting or news is News.OTHER:
            return None
        question = question_in(text)
        if question is not None:
            return self._answer(scene, _asker(waiting, question), question)
        if news is News.OCCUPIED:
            self._put_off(scene, hearers)
            return None
        request = self._concerned(scene, waiting, words_of(text))
        if request is None:
            return None
        request.is_open = news is News.DONE and request.wanted.attribute == "held by"
        return self._complain(scene, request) if news is News.FAILED else None

    def _concerned(self, scene: Scene, waiting: Sequence[Request], told: frozenset[str]) -> Request | None:
        """Whose thing the robot speaks of, the newest first; where only one waits at all, it is about them."""
        for one in waiting:
            thing = scene.world[one.wanted.subject]
            if words_of(the(thing)) <= told:
                return one
        return waiting[0] if len(self.of(tuple(scene.residents))) == 1 else None

    def _put_off(self, scene: Scene, hearers: Sequence[str]) -> None:
        """Whoever spoke last tries it again later, if they hear that the robot has something else to do."""
        request = max((one for one in self._all if one.is_open), key=lambda one: one.said_ns)
        if request.by not in hearers:
            return
        request.tries += 1
        request.again_ns = scene.now_ns + self._pause_ns
        request.is_open = request.tries <= _MOST_TRIES

    def _complain(self, scene: Scene, request: Request) -> Beat | None:
        chance = scene.rng.random()
        section = next((section for section, up_to in _AFTER_FAILURE if chance < up_to), "")
        words = thing_words(scene.world[request.wanted.subject])
        return _reply(scene, request.by, phrase(scene, section, **words), section) if section else None

    def _answer(self, scene: Scene, request: Request, question: RobotQuestion) -> Beat:
        meant = _meant(scene, request, question.phrase)
        reading = pick_reading(question.readings, *told_apart(scene, request.by, meant))
        if not reading:
            request.is_open = False
            return _reply(scene, request.by, phrase(scene, "answer none"), "answer none")
        is_told_apart = not any(words_of(reading) < words_of(other) for other in question.readings)
        number = _ORDINALS[question.readings.index(reading) % len(_ORDINALS)]
        section = "answer robot" if is_told_apart else "answer by number"
        text = phrase(scene, section, reading=reading, number=number)
        return _reply(scene, request.by, text, "answer robot", meant)


def phrase(scene: Scene, section: str, /, **words: str) -> str:
    """A sentence to the robot."""
    return phrasebook("requests").say(scene.rng, section, **words)


def to_robot(scene: Scene, section: str, meaning: Meaning, /, **words: str) -> Step:
    """A sentence that the actor says to the robot."""
    return Step(Say(phrase(scene, section, **words), meaning), scene.rng.uniform(3, 8))


def told_apart(scene: Scene, who: str, entity_id: str) -> tuple[str, str]:
    """How a person tells a thing from others: what it looks like, and where they believe it to be."""
    entity = scene.world[entity_id]
    known = scene.stage.knowledge[who].best(entity_id, "location")
    location = known.value if known is not None and entity.movable else ""
    place = place_words(scene.world, location, with_room=True) if location else f"in the {room_name(entity.room_id)}"
    return f"{entity.caption} {entity.category}", place


def _asker(waiting: Sequence[Request], question: RobotQuestion) -> Request:
    """Whose words the robot quotes; else whoever asked last."""
    quoted = (one for one in waiting if question.phrase and question.phrase.lower() in one.text.lower())
    return next(quoted, waiting[0])


def _meant(scene: Scene, request: Request, said: str) -> str:
    """What of a request the quoted words are about: its thing, or its place."""
    _, _, place_id = request.wanted.value.partition(" ")
    place = scene.world.get(place_id)
    if place is None:
        return request.wanted.subject
    quoted, thing = words_of(said), scene.world[request.wanted.subject]
    is_place = len(quoted & words_of(the(place))) > len(quoted & words_of(the(thing)))
    return place.entity_id if is_place else thing.entity_id


def _reply(scene: Scene, who: str, text: str, intent: str, about: str = "") -> Beat:
    """After a few seconds."""
    when_ns = scene.now_ns + int(scene.rng.uniform(2, 6) * 1e9)
    words = {"text": text, "intent": intent, "about": about}
    return Beat(when_ns, who, "reply", f"talk of {who} and {ROBOT_ID}", MemoryTarget.SOCIAL_CONTEXT, words)
