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
_ROBOT_SECONDS = 120.0
"""So long a person waits, by the clock that the robot goes by."""
_MOST_TRIES = 3
_AFTER_FAILURE = (("why not", 0.5), ("feedback", 0.7))
"""What is said when the robot says that it could not do it, up to which chance."""


@dataclass
class Request:
    """An instruction of a person. text: as it was said; wanted: what shall become so; until_ns: of their patience.

    offered: the thing that they hold out to the robot, "" if none.
    """

    by: str
    text: str
    wanted: Meaning
    until_ns: int
    offered: str = ""
    is_open: bool = True
    tries: int = 1


class Requests:
    """Open requests, the newest last. time_scale: how much faster the residents' clock goes than the robot's."""

    def __init__(self, time_scale: float) -> None:
        self.patience_ns = int(max(SHORTEST_PATIENCE_S, _ROBOT_SECONDS * time_scale) * 1e9)
        self._pause_ns = int(4 * time_scale * 1e9)
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
        request = _concerned(waiting, text)
        if news is News.OCCUPIED and request.tries < _MOST_TRIES:
            request.tries += 1
            return _reply(scene, request.by, request.text, request.wanted.intent, self._pause_ns)
        request.is_open = request.is_open and news is News.DONE and request.wanted.attribute == "held by"
        if news is not News.FAILED:
            return None
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
        return _reply(scene, request.by, phrase(scene, "answer robot", reading=reading), "answer robot", 0, meant)


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


def _concerned(waiting: Sequence[Request], text: str) -> Request:
    """Whose words come back in what the robot says; else whoever asked last."""
    return max(waiting, key=lambda one: len(words_of(one.text) & words_of(text)))


def _meant(scene: Scene, request: Request, said: str) -> str:
    """What of a request the quoted words are about: its thing, or its place."""
    _, _, place_id = request.wanted.value.partition(" ")
    place = scene.world.get(place_id)
    if place is None:
        return request.wanted.subject
    quoted, thing = words_of(said), scene.world[request.wanted.subject]
    is_place = len(quoted & words_of(the(place))) > len(quoted & words_of(the(thing)))
    return place.entity_id if is_place else thing.entity_id


def _reply(scene: Scene, who: str, text: str, intent: str, pause_ns: int = 0, about: str = "") -> Beat:
    """After a few seconds."""
    when_ns = scene.now_ns + pause_ns + int(scene.rng.uniform(2, 6) * 1e9)
    words = {"text": text, "intent": intent, "about": about}
    return Beat(when_ns, who, "reply", f"talk of {who} and {ROBOT_ID}", MemoryTarget.SOCIAL_CONTEXT, words)
