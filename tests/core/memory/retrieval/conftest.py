"""A day in a home, told event by event, in a memory that is then asked."""

from __future__ import annotations

import pytest

from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder

MINUTE = 60_000_000_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MONDAY = 1_772_409_600_000_000_000
"""Monday, 2 March 2026, midnight UTC."""

LOOKS = {
    "mug_1": "a red mug", "mug_2": "a blue mug", "book_3": "a green book", "table_4": "a brown table",
    "shelf_5": "a white shelf", "lamp_6": "a black lamp", "desk_7": "a gray desk",
}  # fmt: skip
ROOMS = {"table_4": "kitchen", "shelf_5": "living room", "desk_7": "study", "lamp_6": "study"}


def at(hour, day=0):
    """Nanoseconds of an hour of a day of the story; day 0 is the Monday."""
    return MONDAY + day * DAY + int(hour * HOUR)


class Home:
    """Builders of events; ids are those of LOOKS."""

    def __init__(self, memory):
        self.memory = memory
        self.named_in = {}

    def tell(self, stamp_ns, kind, actor, text, things=(), place="", changes=(), observers=("robot",)):
        looks = tuple(LOOKS.get(name, "") for name in things)
        made = tuple(StateChange(*change) for change in changes)
        event = Event(
            stamp_ns, kind, actor, text, tuple(things), place, observers, changes=made, object_captions=looks
        )
        record_id = self.memory.record_event(event).record_id
        self.named_in[record_id] = " ".join((actor, *looks))
        return record_id

    def sees(self, stamp_ns, thing, where):
        room = ROOMS[where]
        shown = f"In the {room} the robot saw {LOOKS[thing]} on {LOOKS[where]}."
        changes = ((where, "location", room), (thing, "location", f"on {where}"))
        return self.tell(stamp_ns, EventKind.SKILL_ENDED, "robot", shown, (where, thing), room, changes)

    def puts(self, stamp_ns, who, thing, where):
        text = f"{who} put the {LOOKS[thing][2:]} on the {LOOKS[where][2:]}."
        changes = ((thing, "held by", ""), (thing, "location", f"on {where}"))
        kind = EventKind.OBJECT_STATE_CHANGED
        return self.tell(stamp_ns, kind, who, text, (thing, where), ROOMS[where], changes, (who, "robot"))

    def takes(self, stamp_ns, who, thing, where):
        text = f"{who} picked up the {LOOKS[thing][2:]} from the {LOOKS[where][2:]}."
        changes = ((thing, "held by", who), (thing, "location", ""))
        kind = EventKind.OBJECT_STATE_CHANGED
        return self.tell(stamp_ns, kind, who, text, (thing, where), ROOMS[where], changes, (who, "robot"))

    def sets(self, stamp_ns, who, device, name, value):
        text = f"{who} set {name} of the {LOOKS[device][2:]} to {value}."
        changes = ((device, name, value),)
        kind = EventKind.DEVICE_STATE_CHANGED
        return self.tell(stamp_ns, kind, who, text, (device,), ROOMS[device], changes, (who, "robot"))

    def does(self, stamp_ns, who, text, *things, place="kitchen"):
        return self.tell(stamp_ns, EventKind.ACTIVITY, who, text, things, place, (), (who, "robot"))

    def goes(self, stamp_ns, who, text, place):
        changes = ((who, "location", place),)
        return self.tell(stamp_ns, EventKind.PERSON_MOVED, who, text, (who,), place, changes, (who, "robot"))

    def says(self, stamp_ns, who, text, place="kitchen"):
        return self.tell(stamp_ns, EventKind.UTTERANCE, who, text, (), place, (), (who, "robot"))

    def ask(self, question, now_ns):
        return self.memory.answer(question, now_ns)

    def cited(self, answer):
        return [one.record_id for one in answer.evidence]


@pytest.fixture
def home(tmp_path):
    """An empty home."""
    with Memory(tmp_path / "memory.db", HashingEmbedder()) as memory:
        yield Home(memory)


@pytest.fixture
def lived_in(home):
    """Anna and Bob live here for three days; `records` names what is cited."""
    records = {}
    for day in range(3):
        for who, hour in (("Anna", 7.0), ("Bob", 8.0 + day / 20)):
            key = f"{who} breakfast {day}"
            records[key] = home.does(
                at(hour, day), who, f"{who} eats breakfast at the brown table.", "table_4", "mug_1"
            )
    seen = "In the study the robot saw a gray desk."
    home.tell(
        at(8.5, 2), EventKind.SKILL_ENDED, "robot", seen, ("desk_7",), "study", (("desk_7", "location", "study"),)
    )
    records["seen on table"] = home.sees(at(9, 2), "book_3", "table_4")
    records["red mug on table"] = home.sees(at(9.1, 2), "mug_1", "table_4")
    records["taken"] = home.takes(at(10, 2), "Anna", "book_3", "table_4")
    records["put on shelf"] = home.puts(at(10.2, 2), "Anna", "book_3", "shelf_5")
    records["blue mug put"] = home.puts(at(10.4, 2), "Anna", "mug_2", "shelf_5")
    records["lamp dim"] = home.sets(at(11, 2), "Bob", "lamp_6", "brightness", "30")
    records["lamp bright"] = home.sets(at(11.5, 2), "Bob", "lamp_6", "brightness", "80")
    records["lamp on"] = home.sets(at(11.6, 2), "Bob", "lamp_6", "power", "on")
    records["wish"] = home.says(
        at(12, 2), "Bob", "Robot, when I am reading I like the brightness of the black lamp at 40."
    )
    records["favourite"] = home.says(at(12.1, 2), "Anna", "Robot, the blue mug is my favourite mug.")
    records["kept"] = home.says(
        at(12.2, 2), "Anna", "Robot, the green book should always be put back on the gray desk."
    )
    records["promise"] = home.says(at(12.3, 2), "Bob", "Anna, I will call the dentist tomorrow at 10:00.")
    records["remind"] = home.says(at(12.4, 2), "Anna", "Robot, please remind me to water the garden today at 18:00.")
    records["hearsay"] = home.says(
        at(12.6, 2), "Bob", "Robot, Anna told me that the red mug is on the gray desk in the study."
    )
    records["asked"] = home.says(at(12.7, 2), "Bob", "Robot, where is the green book?")
    records["came home"] = home.goes(at(13, 2), "Anna", "Anna came home.", "hallway")
    home.records = records
    return home
