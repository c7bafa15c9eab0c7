"""What a home may contain: every category with its size, colours, maker, settings and affordances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from household.entity import Entity, EntityKind, SettingRule
from household.generation import appliance_shapes as a
from household.generation import fixture_shapes as x
from household.generation import furniture_shapes as f
from household.generation import object_shapes as o
from household.generation.cabinet_shapes import Front, case
from household.generation.furniture_shapes import Maker, Size
from household.shape import Appearance

_POWER = {"power": ("off", SettingRule(("off", "on")))}
Settings = dict[str, tuple[str, SettingRule]]
_WOODS = ("brown", "beige", "white", "black")
_CLOTHS = ("blue", "gray", "green", "red", "beige", "purple", "orange")
_BRIGHT = ("red", "blue", "green", "yellow", "white", "orange", "purple", "pink", "black")
_PLURAL = frozenset({"keys", "shoes", "headphones", "scissors", "slippers"})


@dataclass(frozen=True)
class Article:
    """A category of things. size: (depth, width, height), metres; hangs_at: height on the wall, 0 if not."""

    category: str
    kind: EntityKind
    size: Size
    colors: tuple[str, ...]
    make: Maker
    movable: bool = False
    settings: tuple[tuple[str, tuple[str, SettingRule]], ...] = ()
    hangs_at: float = 0.0

    def produce(self, entity_id: str, color: str) -> tuple[Entity, Appearance]:
        """An entity of this category at the origin, closed and switched off, and its looks."""
        piece = self.make(self.size, color)
        entity = Entity(
            entity_id, self.kind, self.category, self.caption(color), (0.0, 0.0, self.size[2] / 2), self.size,
            attributes={"color": color},
            open=False if piece.appearance.open_shape is not None else None,
            settings={name: value for name, (value, _) in self.settings},
            setting_rules={name: rule for name, (_, rule) in self.settings},
            movable=self.movable, surfaces=piece.surfaces,
        )  # fmt: skip
        return entity, piece.appearance

    def caption(self, color: str) -> str:
        """Such as "a red mug"."""
        name = f"{color} {self.category}" if color != self.category else self.category
        if self.category in _PLURAL:
            return name
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _settings(**more: Any) -> tuple[tuple[str, tuple[str, SettingRule]], ...]:
    """Power, and more: a tuple of words (the first is the default) or (default, lowest, highest)."""
    rules: Settings = dict(_POWER)
    for name, words in more.items():
        if isinstance(words[0], str):
            rules[name] = (words[0], SettingRule(tuple(words)))
        else:
            rules[name] = (str(words[0]), SettingRule((), words[1], words[2]))
    return tuple(rules.items())


def furniture(category: str, size: Size, colors: tuple[str, ...], make: Maker, hangs_at: float = 0.0) -> Article:
    """A piece that nobody carries about. hangs_at: metres above the floor."""
    return Article(category, EntityKind.FURNITURE, size, colors, make, hangs_at=hangs_at)


def _container(category: str, size: Size, colors: tuple[str, ...], front: Front) -> Article:
    return Article(category, EntityKind.CONTAINER, size, colors, case(front))


def _device(
    category: str, size: Size, colors: tuple[str, ...], make: Maker, movable: bool = False,
    hangs_at: float = 0.0, **settings: Any,
) -> Article:  # fmt: skip
    kind, rules = EntityKind.DEVICE, _settings(**settings)
    return Article(category, kind, size, colors, make, movable, rules, hangs_at)


def _object(category: str, size: Size, colors: tuple[str, ...], make: Maker) -> Article:
    return Article(category, EntityKind.OBJECT, size, colors, make, movable=True)


_FURNITURE = [
    furniture("dining table", (0.9, 1.5, 0.75), _WOODS, f.table),
    furniture("kitchen table", (0.8, 1.1, 0.75), _WOODS, f.table),
    furniture("coffee table", (0.6, 1.0, 0.42), _WOODS, f.table),
    furniture("side table", (0.5, 0.5, 0.55), _WOODS, f.round_table),
    furniture("desk", (0.65, 1.3, 0.74), _WOODS, f.table),
    furniture("console table", (0.34, 0.9, 0.8), _WOODS, f.table),
    furniture("chair", (0.45, 0.45, 0.9), _CLOTHS, f.chair),
    furniture("office chair", (0.58, 0.58, 1.0), ("black", "gray", "blue"), f.office_chair),
    furniture("stool", (0.36, 0.36, 0.48), _WOODS, f.round_table),
    furniture("sofa", (0.92, 2.0, 0.82), _CLOTHS, f.sofa),
    furniture("armchair", (0.85, 0.9, 0.85), _CLOTHS, f.sofa),
    furniture("bed", (2.05, 1.5, 0.95), _CLOTHS, f.bed),
    furniture("single bed", (2.05, 0.95, 0.9), _CLOTHS, f.bed),
    furniture("bench", (0.36, 0.9, 0.46), _WOODS, f.table),
    furniture("bookshelf", (0.32, 0.9, 1.85), _WOODS, f.bookshelf),
    furniture("shoe rack", (0.3, 0.8, 0.62), _WOODS, f.rack),
    furniture("coat rack", (0.45, 0.45, 1.75), _WOODS, f.coat_rack),
    furniture("kitchen counter", (0.6, 1.2, 0.9), ("white", "beige", "gray"), case(Front("none", shelves=2))),
    furniture("tv stand", (0.42, 1.5, 0.5), _WOODS, case(Front("none", shelves=1))),
    furniture("potted plant", (0.5, 0.5, 1.15), ("brown", "white", "gray"), f.potted_plant),
    furniture("rug", (1.4, 2.0, 0.012), _CLOTHS, f.rug),
    furniture("toilet", (0.66, 0.4, 0.78), ("white",), x.toilet),
    furniture("bathtub", (0.75, 1.6, 0.55), ("white",), x.bathtub),
    furniture("washbasin", (0.48, 0.6, 0.85), ("white",), x.washbasin),
    furniture("trash can", (0.3, 0.3, 0.45), ("gray", "black", "white"), f.bin_with_open_top),
    furniture("laundry basket", (0.4, 0.45, 0.55), ("beige", "white", "gray"), f.bin_with_open_top),
    furniture("radiator", (0.1, 0.9, 0.6), ("white",), x.radiator),
    furniture("window", (0.05, 1.3, 1.15), ("white",), x.hanging_panel("window"), 0.95),
    furniture("painting", (0.04, 0.8, 0.6), ("brown", "black", "white"), x.hanging_panel("painting"), 1.3),
    furniture("mirror", (0.04, 0.6, 0.8), ("white", "black", "brown"), x.hanging_panel(""), 1.15),
    furniture("wall clock", (0.05, 0.34, 0.34), ("black", "red", "brown"), x.wall_clock, 1.65),
    furniture("curtain", (0.1, 0.5, 1.9), _CLOTHS, x.curtain, 0.35),
    _container("wardrobe", (0.62, 1.2, 2.05), _WOODS, Front("doors", 2, 2)),
    _container("dresser", (0.48, 1.0, 0.82), _WOODS, Front("drawers", 3, 3)),
    _container("nightstand", (0.42, 0.45, 0.52), _WOODS, Front("drawers", 2, 2)),
    _container("sideboard", (0.45, 1.4, 0.8), _WOODS, Front("doors", 2, 2)),
    _container("filing cabinet", (0.5, 0.45, 0.75), ("gray", "black"), Front("drawers", 2, 2, metal=True)),
    _container("kitchen cabinet", (0.6, 0.8, 0.9), ("white", "beige", "gray"), Front("doors", 2, 2)),
    _container("bathroom cabinet", (0.36, 0.6, 0.8), ("white", "gray"), Front("doors", 2, 2)),
]

_DEVICES = [
    _device("refrigerator", (0.68, 0.7, 1.85), ("white", "gray", "red"), case(Front("doors", 1, 4, True)),
            power=("on", "off"), temperature=(5, 1, 9)),
    _device("oven", (0.6, 0.6, 0.9), ("gray", "black", "white"), case(Front("flap", 1, 2, True, "square")),
            temperature=(180, 50, 250)),
    _device("dishwasher", (0.6, 0.6, 0.85), ("gray", "white"), case(Front("flap", 1, 2, True)),
            program=("normal", "eco", "quick")),
    _device("washing machine", (0.6, 0.6, 0.85), ("white", "gray"), case(Front("doors", 1, 1, True, "round")),
            program=("cotton", "wool", "quick")),
    _device("microwave", (0.36, 0.5, 0.3), ("black", "white", "gray"), case(Front("doors", 1, 1, True, "square")),
            timer=(0, 0, 60)),
    _device("tv", (0.2, 1.1, 0.7), ("black",), a.display, channel=(1, 1, 99), volume=(20, 0, 100)),
    _device("monitor", (0.2, 0.56, 0.44), ("black", "gray"), a.display, brightness=(50, 0, 100)),
    _device("floor lamp", (0.42, 0.42, 1.6), ("white", "beige", "orange"), f.floor_lamp, brightness=(80, 0, 100)),
    _device("table lamp", (0.26, 0.26, 0.44), ("white", "red", "blue", "yellow"), a.table_lamp,
            brightness=(80, 0, 100)),
    _device("thermostat", (0.03, 0.16, 0.16), ("white", "black"), x.thermostat, hangs_at=1.4,
            power=("on", "off"), mode=("heat", "cool", "off"), temperature=(21, 5, 30)),
    _device("kettle", (0.26, 0.2, 0.26), ("white", "red", "gray", "blue"), a.kettle, movable=True,
            temperature=(100, 40, 100)),
    _device("coffee maker", (0.28, 0.22, 0.36), ("black", "red", "white"), a.coffee_maker, cups=(2, 1, 8)),
    _device("toaster", (0.2, 0.3, 0.2), ("gray", "red", "yellow"), a.toaster, movable=True, level=(3, 1, 6)),
    _device("fan", (0.36, 0.4, 1.1), ("white", "black"), a.fan, speed=("low", "medium", "high")),
    _device("speaker", (0.2, 0.2, 0.34), ("black", "brown", "white"), a.speaker, volume=(30, 0, 100)),
    _device("printer", (0.4, 0.44, 0.26), ("white", "gray"), a.printer, quality=("normal", "draft", "best")),
    _device("laptop", (0.26, 0.36, 0.26), ("gray", "white", "black"), a.laptop, movable=True,
            brightness=(50, 0, 100)),
    _device("alarm clock", (0.1, 0.2, 0.13), ("red", "white", "black", "blue"), a.alarm_clock, movable=True,
            volume=(5, 0, 10)),
]  # fmt: skip

_OBJECTS = [
    _object("mug", (0.11, 0.15, 0.12), _BRIGHT, o.vessel(True)),
    _object("cup", (0.10, 0.10, 0.11), _BRIGHT, o.vessel(False)),
    _object("pot", (0.24, 0.30, 0.18), ("gray", "red", "blue", "black"), o.vessel(True)),
    _object("plate", (0.25, 0.25, 0.025), ("white", "blue", "green", "yellow"), o.dish),
    _object("bowl", (0.20, 0.20, 0.09), _BRIGHT, o.dish),
    _object("pan", (0.46, 0.30, 0.07), ("black", "red", "gray"), o.pan),
    _object("cutting board", (0.26, 0.38, 0.03), ("brown", "beige", "green"), o.board),
    _object("knife block", (0.14, 0.14, 0.26), ("brown", "black"), o.knife_block),
    _object("bottle", (0.10, 0.10, 0.30), ("green", "blue", "red", "white"), o.bottle),
    _object("soap bottle", (0.09, 0.09, 0.20), ("pink", "green", "white", "blue"), o.bottle),
    _object("apple", (0.10, 0.10, 0.10), ("red", "green", "yellow"), o.fruit),
    _object("pear", (0.09, 0.09, 0.12), ("green", "yellow"), o.fruit),
    _object("banana", (0.08, 0.22, 0.07), ("yellow",), o.fruit),
    _object("book", (0.25, 0.18, 0.05), _BRIGHT, o.book),
    _object("notebook", (0.22, 0.16, 0.03), ("black", "red", "blue", "green"), o.book),
    _object("remote control", (0.20, 0.07, 0.03), ("black", "white", "gray"), o.handheld),
    _object("phone", (0.17, 0.09, 0.02), ("black", "white", "pink", "blue"), o.handheld),
    _object("wallet", (0.13, 0.11, 0.03), ("brown", "black", "red"), o.handheld),
    _object("keys", (0.15, 0.11, 0.03), ("red", "blue", "green", "yellow"), o.keys),
    _object("tissue box", (0.13, 0.24, 0.11), ("blue", "pink", "green"), o.box_with_lid),
    _object("vase", (0.20, 0.20, 0.38), ("blue", "white", "purple"), o.flowers),
    _object("teddy bear", (0.26, 0.24, 0.32), ("brown", "white", "pink"), o.teddy),
    _object("toy car", (0.24, 0.12, 0.11), ("red", "blue", "yellow", "green"), o.toy_car),
    _object("ball", (0.20, 0.20, 0.20), _BRIGHT, o.ball),
    _object("cushion", (0.20, 0.42, 0.30), _BRIGHT, o.cushion),
    _object("towel", (0.26, 0.36, 0.12), ("white", "blue", "green", "pink", "yellow"), o.folded),
    _object("shoes", (0.28, 0.24, 0.12), ("black", "brown", "red", "blue"), o.shoes),
    _object("backpack", (0.24, 0.32, 0.42), ("red", "blue", "black", "green"), o.backpack),
    _object("hat", (0.28, 0.28, 0.14), ("beige", "black", "red", "blue"), o.cushion),
    _object("headphones", (0.18, 0.20, 0.06), ("black", "white", "red"), o.headphones),
    _object("photo frame", (0.12, 0.20, 0.26), ("brown", "black", "white"), o.photo_frame),
    _object("candle", (0.08, 0.08, 0.16), ("white", "red", "purple"), o.candle),
    _object("toothbrush cup", (0.09, 0.09, 0.20), ("white", "blue", "green"), o.brush_cup),
    _object("globe", (0.26, 0.26, 0.36), ("blue", "green"), o.globe),
]

CATALOGUE: dict[str, Article] = {article.category: article for article in _FURNITURE + _DEVICES + _OBJECTS}
