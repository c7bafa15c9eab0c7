"""The people of a home from a seed: names, beds, belongings, habits and preferences."""

from __future__ import annotations

import random

from household.entity import Entity
from household.residents.handling import likely_values
from household.residents.home_map import HomeMap
from household.residents.phrasebook import phrasebook
from household.residents.resident import EVERY_DAY, WEEKDAYS, WEEKEND, Habit, Preference, Resident

_OWN = {
    "mug": ("mug", "cup"),
    "book": ("book", "notebook"),
    "keys": ("keys", "wallet"),
    "phone": ("phone",),
    "notes": ("laptop", "notebook"),
    "cup": ("cup", "mug", "bottle"),
    "towel": ("towel", "shoes"),
    "headphones": ("headphones",),
}
"""What each person has of their own, while there are enough of them."""
_SHARED = {
    "dish": ("plate", "bowl"),
    "pan": ("pan", "pot"),
    "remote": ("remote control",),
    "bottle": ("bottle",),
    "game": ("ball", "globe", "toy car"),
}
_HOBBIES = ("exercise", "watering the plants", "phone call", "music", "board game", "reading", "tv")


def draw_residents(home_map: HomeMap, rng: random.Random) -> tuple[Resident, ...]:
    """2 to 4 people. Deterministic for the home and the generator's state."""
    names = rng.sample(phrasebook("names").variants("names"), rng.choice((2, 3, 3, 4)))
    beds = home_map.pieces("bed", "single bed", "sofa")
    taken: set[str] = set()
    shared = {role: _choose(home_map, rng, kinds, taken) for role, kinds in _SHARED.items()}
    residents = []
    for k, name in enumerate(names):
        own = {role: _choose(home_map, rng, kinds, taken) for role, kinds in _OWN.items()}
        things = {role: thing for role, thing in {**shared, **own}.items() if thing}
        habits = _habits(rng, goes_out=k % 2 == 0, takes_pills=k == len(names) - 1)
        wishes = _preferences(home_map, rng, things, habits)
        residents.append(Resident(name, beds[k % len(beds)].entity_id, habits, wishes, things))
    return tuple(residents)


def _choose(home_map: HomeMap, rng: random.Random, categories: tuple[str, ...], taken: set[str]) -> str:
    """An untaken thing of the first category that has one; "" if there is none."""
    for category in categories:
        free = [thing.entity_id for thing in home_map.things(category) if thing.entity_id not in taken]
        if free:
            chosen = rng.choice(free)
            taken.add(chosen)
            return chosen
    return ""


def _habits(rng: random.Random, goes_out: bool, takes_pills: bool) -> tuple[Habit, ...]:
    wake = _quarter(rng.uniform(6.25, 7.25))
    late = wake + _quarter(rng.uniform(1.0, 2.0))
    habits = [
        Habit("wake up", wake, WEEKDAYS), Habit("wake up", late, WEEKEND),
        Habit("breakfast", wake + 0.5, WEEKDAYS), Habit("breakfast", late + 0.5, WEEKEND),
        Habit("dinner", _quarter(rng.uniform(18.5, 19.0)), EVERY_DAY),
        Habit("sleep", _quarter(rng.uniform(22.0, 23.0)), EVERY_DAY),
    ]  # fmt: skip
    if goes_out:
        habits.append(Habit("leave", wake + 1.25, WEEKDAYS))
        habits.append(Habit("come home", _quarter(rng.uniform(16.5, 17.5)), WEEKDAYS))
    else:
        habits.append(Habit("work", _quarter(rng.uniform(9.0, 10.0)), WEEKDAYS))
        habits.append(Habit("lunch", _quarter(rng.uniform(12.0, 13.0)), WEEKDAYS))
        habits.append(Habit("cooking", _quarter(rng.uniform(17.5, 18.0)), EVERY_DAY, chance=0.85))
    habits.append(Habit("lunch", _quarter(rng.uniform(12.5, 13.25)), WEEKEND))
    if takes_pills:
        habits.append(Habit("medication", _quarter(rng.uniform(19.75, 20.25)), EVERY_DAY))
    habits += _hobbies(rng)
    return tuple(sorted(habits, key=lambda habit: habit.hour))


def _hobbies(rng: random.Random) -> list[Habit]:
    """One for each evening, and one for the weekend."""
    evening = rng.choice(("tv", "reading"))
    free = [hobby for hobby in _HOBBIES if hobby != evening]
    weekly, weekend = rng.sample(free, 2)
    days = frozenset(rng.sample(range(5), 3))
    return [
        Habit(evening, _quarter(rng.uniform(20.5, 21.0)), EVERY_DAY, chance=0.85),
        Habit(weekly, _quarter(rng.uniform(17.75, 18.25)), days, chance=0.85),
        Habit(weekend, _quarter(rng.uniform(14.5, 16.5)), WEEKEND, chance=0.85),
    ]


def _preferences(
    home_map: HomeMap, rng: random.Random, things: dict[str, str], habits: tuple[Habit, ...]
) -> tuple[Preference, ...]:
    wishes = [Preference("favourite", things[role]) for role in ("mug", "book") if role in things]
    shelves = home_map.storage()
    for role in ("keys", "phone", "headphones"):
        if role in things and shelves:
            wishes.append(Preference("belongs", things[role], "", f"on {rng.choice(shelves).entity_id}"))
    practised = {habit.activity for habit in habits}
    devices = (("tv", ("tv",)), ("reading", ("floor lamp", "table lamp")), ("music", ("speaker",)),
               ("breakfast", ("coffee maker", "kettle")))  # fmt: skip
    for activity, categories in devices:
        device = home_map.piece(*categories)
        if activity in practised and device is not None:
            wishes.append(_setting(rng, device, activity))
    return tuple(wishes)


def _setting(rng: random.Random, device: Entity, activity: str) -> Preference:
    """How a person likes a device to be set."""
    name = next(name for name in device.setting_rules if name != "power")
    rule = device.setting_rules[name]
    return Preference("setting", device.entity_id, name, rng.choice(likely_values(rule)), activity)


def _quarter(hour: float) -> float:
    """Habits keep to quarters of an hour."""
    return round(hour * 4) / 4
