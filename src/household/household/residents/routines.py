"""Scripts of everyday life: meals, reading, tv, work, medication; getting up, leaving, coming home, going to bed."""

from __future__ import annotations

from dataclasses import dataclass

from household.entity import Entity
from household.residents.acts import ComeHome, LeaveHome, Script, Step
from household.residents.beat import Beat
from household.residents.handling import go, put, put_anywhere, set_device, take
from household.residents.notes import Misplaced
from household.residents.scene import Scene

_HABITUAL = 0.72
"""How often a thing is put back where it usually goes."""


@dataclass(frozen=True)
class Routine:
    """How an activity goes. role: the belonging used; places: where, the first that there is; device: switched on.

    after: where the thing usually goes then; nothing if it stays where the activity was.
    """

    minutes: float
    places: tuple[str, ...]
    role: str = ""
    device: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


_TABLES = ("kitchen table", "dining table", "coffee table", "kitchen counter")
_SEATS = ("armchair", "sofa", "bed", "single bed")
ROUTINES = {
    "breakfast": Routine(20, _TABLES, "mug", ("coffee maker", "kettle"), ("kitchen counter", "dishwasher")),
    "lunch": Routine(25, _TABLES, "dish", ("microwave", "toaster"), ("dishwasher", "kitchen counter")),
    "dinner": Routine(35, _TABLES, "dish", (), ("kitchen counter", "dishwasher")),
    "cooking": Routine(40, ("kitchen counter", "oven"), "pan", ("oven",), ("kitchen counter", "kitchen cabinet")),
    "tv": Routine(70, ("sofa", "armchair"), "remote", ("tv",), ("coffee table", "tv stand", "side table")),
    "reading": Routine(45, _SEATS, "book", ("floor lamp", "table lamp"), ("side table", "nightstand", "bookshelf")),
    "work": Routine(110, ("desk", *_TABLES), "notes", ("monitor", "laptop"), ()),
    "medication": Routine(3, ("washbasin", "bathroom cabinet", "kitchen counter"), "cup", (), ("kitchen counter",)),
    "exercise": Routine(30, ("rug", "sofa"), "towel", ("speaker",), ("washing machine", "dresser")),
    "watering the plants": Routine(8, ("potted plant", "window"), "bottle", (), ("kitchen counter", "dishwasher")),
    "phone call": Routine(15, _SEATS, "phone", (), ("nightstand", "side table", "coffee table")),
    "music": Routine(30, _SEATS, "headphones", ("speaker", "tv"), ("bookshelf", "dresser", "tv stand")),
    "board game": Routine(
        50, ("coffee table", "dining table", "kitchen table"), "game", (), ("bookshelf", "tv stand")
    ),
}


def practise(scene: Scene, beat: Beat) -> Script:
    """An activity of the table: device on, thing in hand, time spent, device off, thing back or not quite."""
    activity, who = beat.words["activity"], beat.actor
    if not scene.is_home(who):
        return
    routine, resident = ROUTINES[activity], scene.residents[who]
    place = usual_place(scene, who, activity)
    device = usual_device(scene, who, activity)
    if device is not None:
        yield from _switch_on(scene, who, activity, device)
    thing_id = resident.belongings.get(routine.role, "")
    has_thing = bool(thing_id) and (yield from take(scene, who, thing_id))
    if place is None or not (yield from go(scene, who, place.entity_id)):
        return
    used = ((thing_id,) if has_thing else ()) + ((device.entity_id,) if device else ())
    yield scene.spend(who, activity, place, used, routine.minutes)
    if device is not None and scene.rng.random() < 0.9:
        yield from set_device(scene, who, device, "power", "off")
    if has_thing:
        yield from _put_back(scene, who, thing_id, routine, place)


def usual_place(scene: Scene, who: str, activity: str) -> Entity | None:
    """Where a person does that: the same place of those there are, for each person their own."""
    places = scene.map.pieces(*ROUTINES[activity].places)
    rank = sorted(scene.residents).index(who)
    return (
        places[rank % len(places)] if places and ROUTINES[activity].places[0] in _SEATS else next(iter(places), None)
    )


def usual_device(scene: Scene, who: str, activity: str) -> Entity | None:
    """The device that a person uses for it: the one they have a preference for, or the first there is."""
    wish = next((w for (name, _, a), w in scene.wishes.items() if name == who and a == activity), None)
    chosen = scene.world.get(wish.entity_id) if wish is not None else None
    return chosen or scene.map.piece(*ROUTINES[activity].device)


def _switch_on(scene: Scene, who: str, activity: str, device: Entity) -> Script:
    yield from set_device(scene, who, device, "power", "on")
    wish = scene.wishes.get((who, device.entity_id, activity))
    if wish is not None and wish.attribute and scene.rng.random() < 0.9:
        yield from set_device(scene, who, device, wish.attribute, wish.value)


def _put_back(scene: Scene, who: str, thing_id: str, routine: Routine, place: Entity | None) -> Script:
    """Usually where it goes; now and then just anywhere, which the next day may have to mend."""
    belongs = scene.residents[who].preference("belongs", entity_id=thing_id)
    usual = [belongs.value] if belongs else []
    usual += [f"on {piece.entity_id}" for c in routine.after for piece in scene.map.pieces(c) if piece.is_surface]
    here = [f"on {place.entity_id}"] if place is not None and place.is_surface else []
    if scene.rng.random() < _HABITUAL and usual:
        done = yield from put(scene, who, usual[:3] + here)
    elif scene.rng.random() < 0.5 and here:
        done = yield from put(scene, who, here)
    else:
        done = yield from put_anywhere(scene, who)
        scene.notes.misplaced.append(Misplaced(thing_id, who))
    if not done:
        yield from put_anywhere(scene, who)


def wake(scene: Scene, beat: Beat) -> Script:
    """Get up, wash, say good morning."""
    who = beat.actor
    yield scene.spend(who, "wake up", None, (), 5)
    bathroom = scene.map.piece("washbasin", "bathtub", "bathroom cabinet")
    if bathroom is not None:
        yield from go(scene, who, bathroom.entity_id)
    if scene.rng.random() < 0.5:
        yield scene.spend(who, "shower", None, (), 10)


def sleep(scene: Scene, beat: Beat) -> Script:
    """Lamp on, lie down, lamp off."""
    who = beat.actor
    bed = scene.world[scene.residents[who].bed_id]
    lamp = next((e for e in scene.map.pieces("table lamp") if e.room_id == bed.room_id), None)
    yield from go(scene, who, bed.entity_id)
    if lamp is not None and scene.rng.random() < 0.7:
        yield from set_device(scene, who, lamp, "power", "on")
        yield from set_device(scene, who, lamp, "power", "off")
    phone = scene.residents[who].belongings.get("phone", "")
    stand = scene.map.piece("nightstand", "dresser")
    if phone and stand is not None and scene.rng.random() < 0.6 and (yield from take(scene, who, phone)):
        yield from put(scene, who, [f"on {stand.entity_id}"])
    yield from go(scene, who, bed.entity_id)
    yield scene.spend(who, "sleep", None, (bed.entity_id,), 1)


def leave(scene: Scene, beat: Beat) -> Script:
    """Take the keys and go; come home is a beat of its own."""
    who = beat.actor
    if not scene.is_home(who):
        return
    keys = scene.residents[who].belongings.get("keys", "")
    if keys:
        yield from take(scene, who, keys)
    yield from go(scene, who, scene.map.entrance)
    yield Step(LeaveHome(), 60)


def come_home(scene: Scene, beat: Beat) -> Script:
    """Come in and put down what one has in hand, as a rule where it belongs."""
    who = beat.actor
    if scene.is_home(who):
        return
    yield Step(ComeHome(), 10)
    held = scene.world.held_by(who)
    if held is None:
        return
    belongs = scene.residents[who].preference("belongs", entity_id=held.entity_id)
    is_usual = belongs is not None and scene.rng.random() < _HABITUAL
    if is_usual and belongs is not None and (yield from put(scene, who, [belongs.value])):
        return
    scene.notes.misplaced.append(Misplaced(held.entity_id, who))
    yield from put_anywhere(scene, who)


def rest(scene: Scene, beat: Beat) -> Script:
    """Walk somewhere and be there a while."""
    room_id = beat.words.get("room") or scene.rng.choice(scene.map.room_ids)
    if scene.is_home(beat.actor):
        yield from go(scene, beat.actor, room_id)
