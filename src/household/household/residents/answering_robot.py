"""How residents go on talking with a robot that they asked for something."""

from __future__ import annotations

from collections.abc import Sequence

from household.home import ROBOT_ID
from household.residents.acts import Meaning, Say, Step
from household.residents.beat import Beat, MemoryTarget
from household.residents.phrasebook import phrasebook
from household.residents.requests import Request, Requests
from household.residents.robot_words import News, RobotQuestion, news_in, pick_reading, question_in, words_of
from household.residents.scene import Scene
from household.residents.spoken import place_words, room_name, the, thing_words

_ORDINALS = ("first", "second", "third", "fourth")
_AFTER_FAILURE = (("why not", 0.5), ("feedback", 0.7))
"""What is said when the robot says that it could not do it, up to which chance."""


def react(scene: Scene, hearers: Sequence[str], text: str) -> Beat | None:
    """What somebody who heard the robot says to it next, as a beat; None if nobody says anything."""
    if scene.requests is None:
        return None
    waiting, news = scene.requests.of(hearers), news_in(text)
    if not waiting or news is News.OTHER:
        return None
    question = question_in(text)
    if question is not None:
        return _answer(scene, _asker(waiting, question), question)
    if news is News.OCCUPIED:
        scene.requests.put_off(hearers, scene.now_ns)
        return None
    request = _concerned(scene, scene.requests, waiting, words_of(text))
    if request is None:
        return None
    request.is_open = news is News.DONE and request.wanted.attribute == "held by"
    return _complain(scene, request) if news is News.FAILED else None


def _concerned(scene: Scene, requests: Requests, waiting: Sequence[Request], told: frozenset[str]) -> Request | None:
    """Whose thing the robot speaks of, the newest first; where only one waits at all, it is about them."""
    for one in waiting:
        thing = scene.world[one.wanted.subject]
        if words_of(the(thing)) <= told:
            return one
    return waiting[0] if len(requests.of(tuple(scene.residents))) == 1 else None


def _complain(scene: Scene, request: Request) -> Beat | None:
    chance = scene.rng.random()
    section = next((section for section, up_to in _AFTER_FAILURE if chance < up_to), "")
    words = thing_words(scene.world[request.wanted.subject])
    return _reply(scene, request.by, phrase(scene, section, **words), section) if section else None


def _answer(scene: Scene, request: Request, question: RobotQuestion) -> Beat:
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
