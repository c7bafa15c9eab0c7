"""What a home that is lived in may contain: the catalogue, with room under tables and beds, and more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from household.entity import EntityKind, SettingRule, Surface
from household.generation import appliance_shapes as a
from household.generation import fixture_shapes as x
from household.generation import furniture_shapes as f
from household.generation import object_shapes as o
from household.generation.cabinet_shapes import Front, case
from household.generation.catalogue import CATALOGUE, Article, furniture
from household.generation.furniture_shapes import Made, Maker, Size
from household.generation.lived import shapes as s

UNDER = "under"
"""The relation of what lies on the floor below a table or a bed."""
_WOODS, _CLOTHS = ("brown", "beige", "white", "black"), ("blue", "gray", "green", "red", "beige", "purple", "orange")
_BRIGHT = ("red", "blue", "green", "yellow", "white", "orange", "purple", "pink", "black")
_LEGS_M, _TOP_M = 0.1, 0.14


def _with_room_under(make: Maker, top_m: float = _TOP_M) -> Maker:
    """The same with the floor between its legs, as far up as `top_m` below its height."""

    def made_so(size: Size, color: str) -> Made:
        piece = make(size, color)
        area = (size[0] - 2 * _LEGS_M, size[1] - 2 * _LEGS_M)
        below = Surface(UNDER, (0.0, 0.0), area, 0.0, size[2] - top_m)
        return replace(piece, surfaces=(*piece.surfaces, below))

    return made_so


def _bed(article: Article) -> Article:
    return replace(article, make=_with_room_under(s.bed_on_legs, article.size[2] - s.BED_LEG_M))


def _container(category: str, size: Size, colors: tuple[str, ...], make: Maker) -> Article:
    return Article(category, EntityKind.CONTAINER, size, colors, make)


def _object(category: str, size: Size, make: Maker, colors: tuple[str, ...] = _BRIGHT) -> Article:
    return Article(category, EntityKind.OBJECT, size, colors, make, movable=True)


_TABLES = ("dining table", "kitchen table", "coffee table", "desk", "console table", "bench")
_CHANGED = [
    *(replace(CATALOGUE[name], make=_with_room_under(f.table)) for name in _TABLES),
    _bed(CATALOGUE["bed"]),
    _bed(CATALOGUE["single bed"]),
]
_POWER = (("power", ("off", SettingRule(("off", "on")))),)
_MORE = [
    furniture("glass table", (0.6, 0.9, 0.45), ("gray", "black"), _with_room_under(s.glass_table, 0.05)),
    furniture("shower", (0.9, 0.9, 2.0), ("white",), s.shower),
    furniture("standing mirror", (0.36, 0.5, 1.65), ("white", "black", "brown"), s.standing_mirror),
    furniture("folding screen", (0.22, 1.5, 1.7), _CLOTHS, s.folding_screen),
    furniture("patio door", (0.05, 1.6, 2.05), ("white", "black"), x.hanging_panel("window"), 0.02),
    furniture("ironing board", (0.36, 1.2, 0.88), _CLOTHS, _with_room_under(s.ironing_board)),
    furniture("ottoman", (0.5, 0.5, 0.42), _CLOTHS, f.round_table),
    furniture("storage rack", (0.36, 0.9, 1.5), _WOODS, f.rack),
    furniture("basket", (0.3, 0.4, 0.22), _CLOTHS, f.bin_with_open_top),
    _container("box", (0.32, 0.42, 0.24), _CLOTHS, s.lidded_box),
    _container("toy chest", (0.45, 0.8, 0.48), _CLOTHS, s.lidded_box),
    _container("display cabinet", (0.42, 0.9, 1.6), _WOODS, case(Front("doors", 2, 3, window="square"))),
    _container("cupboard", (0.4, 0.9, 1.2), _WOODS, case(Front("doors", 2, 3))),
    Article("dryer", EntityKind.DEVICE, (0.6, 0.6, 0.85), ("white", "gray"),
            case(Front("doors", 1, 1, True, "round")), settings=_POWER),
    Article("desk lamp", EntityKind.DEVICE, (0.2, 0.2, 0.4), ("white", "black", "green", "red"), a.table_lamp,
            settings=_POWER),
    _object("scissors", (0.19, 0.08, 0.02), s.scissors, ("red", "blue", "green", "black")),
    _object("umbrella", (0.42, 0.08, 0.08), s.umbrella),
    _object("camera", (0.1, 0.13, 0.09), s.camera, ("black", "gray", "red")),
    _object("drinking glass", (0.08, 0.08, 0.13), s.drinking_glass, ("white", "blue", "green")),
    _object("flashlight", (0.07, 0.07, 0.18), o.vessel(False), ("black", "yellow", "red")),
    _object("hairbrush", (0.22, 0.07, 0.04), o.handheld, ("pink", "black", "blue", "brown")),
    _object("magazine", (0.28, 0.21, 0.02), o.book),
    _object("game controller", (0.11, 0.16, 0.05), o.handheld, ("black", "white", "blue")),
    _object("lunch box", (0.14, 0.2, 0.08), o.box_with_lid),
    _object("water bottle", (0.08, 0.08, 0.25), o.bottle),
    _object("slippers", (0.27, 0.22, 0.1), o.shoes),
    _object("scarf", (0.26, 0.2, 0.08), o.folded),
]  # fmt: skip

LIVED_CATALOGUE: Mapping[str, Article] = {**CATALOGUE, **{article.category: article for article in _CHANGED + _MORE}}
