"""What stands in which room, in the order in which it is placed: data for `furnishing`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Wish:
    """A piece that a room would like. chance: how often it is wanted.

    where: "wall" (its back to a wall), "middle", "floor" (a rug), "hang" (on a wall, as high as it hangs);
    "beside X" (next to X at the same wall), "before X" (in front of X, facing it), "around X" (count pieces
    that face X), "at X" (one that faces X's front), "above X" (standing on top of X).
    """

    category: str
    where: str = "wall"
    chance: float = 1.0
    count: int = 1


FURNISHINGS: dict[str, tuple[Wish, ...]] = {
    "kitchen": (
        Wish("refrigerator"), Wish("oven"), Wish("kitchen counter"), Wish("dishwasher"), Wish("kitchen cabinet"),
        Wish("microwave", "above kitchen counter"), Wish("coffee maker", "above kitchen cabinet"),
        Wish("kitchen table", "middle", 0.5), Wish("chair", "around kitchen table", 1.0, 2),
        Wish("trash can"), Wish("stool", "wall", 0.4), Wish("window", "hang"), Wish("wall clock", "hang"),
    ),
    "living room": (
        Wish("sofa"), Wish("coffee table", "before sofa"), Wish("tv stand"), Wish("tv", "above tv stand"),
        Wish("armchair", "wall", 0.8), Wish("bookshelf"), Wish("floor lamp"), Wish("side table", "wall", 0.8),
        Wish("potted plant"), Wish("fan", "wall", 0.3), Wish("rug", "floor"), Wish("window", "hang"),
        Wish("curtain", "hang", 0.7), Wish("painting", "hang"), Wish("thermostat", "hang"),
        Wish("radiator", "wall", 0.6),
    ),
    "bedroom": (
        Wish("bed"), Wish("nightstand", "beside bed"), Wish("table lamp", "above nightstand"), Wish("wardrobe"),
        Wish("dresser"), Wish("nightstand", "beside bed", 0.5), Wish("chair", "wall", 0.4),
        Wish("laundry basket", "wall", 0.3), Wish("rug", "floor", 0.6), Wish("window", "hang"),
        Wish("mirror", "hang"), Wish("curtain", "hang", 0.5), Wish("radiator", "wall", 0.4),
    ),
    "second bedroom": (
        Wish("single bed"), Wish("nightstand", "beside single bed"), Wish("wardrobe"), Wish("desk", "wall", 0.6),
        Wish("chair", "at desk"), Wish("rug", "floor", 0.7), Wish("potted plant", "wall", 0.4),
        Wish("window", "hang"), Wish("painting", "hang", 0.7),
    ),
    "bathroom": (
        Wish("washbasin"), Wish("toilet"), Wish("bathtub"), Wish("washing machine"), Wish("bathroom cabinet"),
        Wish("laundry basket"), Wish("trash can", "wall", 0.4), Wish("mirror", "hang"),
    ),
    "study": (
        Wish("desk"), Wish("office chair", "at desk"), Wish("monitor", "above desk"), Wish("bookshelf"),
        Wish("filing cabinet"), Wish("printer", "above filing cabinet"), Wish("armchair", "wall", 0.4),
        Wish("floor lamp", "wall", 0.5), Wish("potted plant", "wall", 0.5), Wish("window", "hang"),
        Wish("painting", "hang"),
    ),
    "dining room": (
        Wish("dining table", "middle"), Wish("chair", "around dining table", 1.0, 4), Wish("sideboard"),
        Wish("potted plant", "wall", 0.6), Wish("speaker", "above sideboard", 0.7), Wish("floor lamp", "wall", 0.4),
        Wish("window", "hang"), Wish("painting", "hang"),
    ),
    "hallway": (
        Wish("shoe rack"), Wish("console table"), Wish("coat rack"), Wish("bench", "wall", 0.4),
        Wish("mirror", "hang"), Wish("painting", "hang", 0.5), Wish("wall clock", "hang", 0.4),
    ),
}  # fmt: skip

EXTRA_WISHES: dict[str, tuple[Wish, ...]] = {
    "living room": (Wish("shoe rack"), Wish("coat rack"), Wish("speaker", "above bookshelf", 0.5)),
    "bedroom": (Wish("desk", "wall", 0.6), Wish("chair", "at desk")),
}
"""Wanted as well in homes without a hallway (living room) or a study (bedroom)."""

BELONGINGS: dict[str, tuple[str, ...]] = {
    "kitchen": ("mug", "kettle", "toaster", "pot", "pan", "plate", "bowl", "cutting board", "knife block",
                "bottle", "apple", "banana", "pear", "mug", "cup"),
    "living room": ("remote control", "book", "cushion", "vase", "keys", "book", "photo frame", "tissue box",
                    "candle", "toy car", "headphones", "shoes", "hat", "cushion"),
    "bedroom": ("alarm clock", "book", "phone", "teddy bear", "tissue box", "cushion", "hat", "cup"),
    "second bedroom": ("teddy bear", "toy car", "book", "backpack", "ball", "notebook", "table lamp"),
    "bathroom": ("towel", "soap bottle", "toothbrush cup", "towel"),
    "study": ("laptop", "notebook", "book", "mug", "globe", "headphones", "table lamp", "book"),
    "dining room": ("vase", "bowl", "candle", "cup", "plate", "bottle"),
    "hallway": ("shoes", "keys", "hat", "wallet", "backpack", "shoes"),
}  # fmt: skip
"""Small things that lie about in each room, the most typical first; placed where there is space."""

STORED: dict[str, tuple[str, ...]] = {
    "refrigerator": ("apple", "bottle", "pear"),
    "kitchen cabinet": ("plate", "bowl", "cup"),
    "dishwasher": ("plate", "mug"),
    "wardrobe": ("towel", "hat", "backpack"),
    "dresser": ("towel",),
    "sideboard": ("candle", "bowl"),
    "bathroom cabinet": ("towel", "soap bottle"),
    "filing cabinet": ("notebook",),
    "laundry basket": ("towel",),
}
"""Small things that may lie in each container."""

RESTING_PLACES: dict[str, tuple[str, ...]] = {
    "cushion": ("sofa", "armchair", "bed", "single bed"),
    "teddy bear": ("bed", "single bed", "armchair", "sofa"),
    "shoes": ("shoe rack",),
    "towel": ("washing machine", "bathtub", "bathroom cabinet", "toilet", "dresser"),
    "backpack": ("chair", "bench", "bed", "single bed", "armchair", "shoe rack"),
    "laptop": ("desk", "dining table", "kitchen table", "coffee table"),
    "alarm clock": ("nightstand", "dresser"),
    "table lamp": ("desk", "nightstand", "side table", "console table", "dresser"),
    "pot": ("oven", "kitchen counter"),
    "pan": ("oven", "kitchen counter", "kitchen cabinet"),
    "toothbrush cup": ("washbasin", "bathroom cabinet", "washing machine"),
    "soap bottle": ("washbasin", "bathroom cabinet", "washing machine"),
    "remote control": ("coffee table", "sofa", "tv stand", "side table", "armchair"),
}
"""Where some things prefer to be; everything else lies on any surface of its room."""
