"""What people think of when they want something of a robot: a thing, a place for it, a device."""

from __future__ import annotations

from household.entity import Entity
from household.residents.acts import Meaning
from household.residents.requests import INSTRUCTS
from household.residents.scene import Scene
from household.residents.talks import believed_place
from household.resting_places import has_room

_NOT_FOR_HANDS = frozenset({"knife", "scissors"})


def thing_in_mind(scene: Scene, who: str) -> str:
    """One of the person's own things or of those they know of last; none that somebody holds as far as they know."""
    known = [t for t in scene.map.things() if t.category not in _NOT_FOR_HANDS]
    lying = [t for t in known if believed_place(scene, who, t).startswith("on ")]
    own = [t for t in lying if t.entity_id in scene.residents[who].belongings.values()]
    choice = scene.rng.choice(own or lying) if lying and scene.rng.random() < 0.6 else None
    return (choice or scene.rng.choice(lying)).entity_id if lying else ""


def new_place(scene: Scene, who: str, thing_id: str, name: str = "put") -> Meaning:
    """To have it put somewhere else, where there is room for it."""
    here, thing = believed_place(scene, who, scene.world[thing_id]), scene.world[thing_id]
    pieces = [p for p in scene.map.storage() if f"on {p.entity_id}" != here] or scene.map.storage()
    roomy = [piece for piece in pieces if has_room(scene.world, thing, piece)]
    value = f"on {scene.rng.choice(roomy or pieces).entity_id}"
    return Meaning(INSTRUCTS + name, thing_id, "location", value, who)


def some_device(scene: Scene, categories: tuple[str, ...], setting: str) -> Entity | None:
    """One with that setting, or with any number to set, that can be named without doubt."""
    fitting = [
        device
        for device in scene.map.pieces(*categories)
        if scene.map.is_unique(device.entity_id)
        and (setting in device.settings if setting else any(not r.allowed for r in device.setting_rules.values()))
    ]
    return scene.rng.choice(fitting) if fitting else None
