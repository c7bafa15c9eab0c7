"""What stands and lies in which room of a home that is lived in: data for furnishing and clutter."""

from __future__ import annotations

from household.generation.furnishing_plan import FURNISHINGS, STORED, Wish

_HALLWAY = (
    Wish("shoe rack"), Wish("console table"), Wish("coat rack"), Wish("bench", "wall", 0.5),
    Wish("cupboard", "wall", 0.4), Wish("standing mirror", "wall", 0.5), Wish("mirror", "hang"),
    Wish("painting", "hang"), Wish("wall clock", "hang", 0.4),
)  # fmt: skip
_BATH = (Wish("washbasin"), Wish("toilet"), Wish("bathroom cabinet"), Wish("mirror", "hang"))

LIVED_FURNISHINGS: dict[str, tuple[Wish, ...]] = {
    "kitchen": (*FURNISHINGS["kitchen"], Wish("cupboard"), Wish("storage rack", "wall", 0.6)),
    "living room": (
        Wish("sofa"), Wish("coffee table", "before sofa", 0.6), Wish("glass table", "before sofa"),
        Wish("tv stand"), Wish("tv", "above tv stand"), Wish("armchair"), Wish("bookshelf"), Wish("display cabinet"),
        Wish("floor lamp"), Wish("side table"), Wish("ottoman", "wall", 0.7), Wish("potted plant"), Wish("armchair"),
        Wish("folding screen", "middle", 0.7), Wish("fan", "wall", 0.3), Wish("console table", "wall", 0.6),
        Wish("speaker", "above console table", 0.7),
        Wish("potted plant", "wall", 0.5), Wish("rug", "floor"), Wish("patio door", "hang"), Wish("window", "hang"),
        Wish("curtain", "hang", 0.7), Wish("painting", "hang"), Wish("thermostat", "hang"),
    ),
    "dining room": (
        *FURNISHINGS["dining room"], Wish("display cabinet"), Wish("side table", "wall", 0.7),
        Wish("patio door", "hang", 0.5), Wish("mirror", "hang", 0.5),
    ),
    "bedroom": (
        *FURNISHINGS["bedroom"], Wish("folding screen", "middle", 0.5), Wish("standing mirror", "wall", 0.8),
        Wish("armchair", "wall", 0.5), Wish("bench", "wall", 0.5), Wish("bookshelf", "wall", 0.4),
    ),
    "second bedroom": (
        Wish("single bed"), Wish("nightstand", "beside single bed"), Wish("wardrobe"), Wish("desk"),
        Wish("chair", "at desk"), Wish("bookshelf"), Wish("dresser", "wall", 0.6), Wish("toy chest", "wall", 0.5),
        Wish("rug", "floor", 0.7), Wish("window", "hang"), Wish("painting", "hang", 0.7),
    ),
    "third bedroom": (
        Wish("single bed"), Wish("nightstand", "beside single bed"), Wish("toy chest"), Wish("wardrobe"),
        Wish("desk", "wall", 0.7), Wish("chair", "at desk"), Wish("dresser", "wall", 0.5), Wish("rug", "floor"),
        Wish("window", "hang"), Wish("mirror", "hang", 0.5),
    ),
    "bathroom": (*_BATH, Wish("shower"), Wish("bathtub", "wall", 0.5), Wish("laundry basket", "wall", 0.6),
                 Wish("stool", "wall", 0.5), Wish("trash can", "wall", 0.6)),
    "second bathroom": (*_BATH, Wish("shower", "wall", 0.7), Wish("trash can", "wall", 0.5)),
    "study": (
        *FURNISHINGS["study"], Wish("cupboard", "wall", 0.6),
        Wish("side table", "wall", 0.5), Wish("bookshelf", "wall", 0.5),
    ),
    "laundry room": (
        Wish("washing machine"), Wish("dryer"), Wish("storage rack"), Wish("ironing board"), Wish("laundry basket"),
        Wish("cupboard"), Wish("window", "hang", 0.6),
    ),
    "hallway": _HALLWAY,
    "second hallway": (Wish("bench"), Wish("bookshelf", "wall", 0.6), Wish("cupboard"), *_HALLWAY[2:]),
}  # fmt: skip

LIVED_BELONGINGS: dict[str, tuple[str, ...]] = {
    "kitchen": ("mug", "kettle", "toaster", "pot", "plate", "bowl", "cutting board", "knife block", "drinking glass",
                "apple", "banana", "cup", "lunch box", "pan", "water bottle", "magazine"),
    "living room": ("remote control", "book", "cushion", "vase", "photo frame", "tissue box", "candle", "toy car",
                    "headphones", "magazine", "game controller", "cup", "cushion", "globe", "scarf"),
    "dining room": ("vase", "bowl", "candle", "cup", "plate", "bottle", "drinking glass", "laptop", "photo frame"),
    "bedroom": ("alarm clock", "book", "phone", "tissue box", "cushion", "hat", "hairbrush", "cup", "photo frame",
                "magazine", "wallet", "scarf"),
    "second bedroom": ("teddy bear", "book", "backpack", "ball", "notebook", "desk lamp", "headphones",
                       "game controller", "mug", "camera"),
    "third bedroom": ("teddy bear", "toy car", "book", "ball", "notebook", "toy car", "cushion", "backpack"),
    "bathroom": ("towel", "soap bottle", "toothbrush cup", "towel", "hairbrush"),
    "second bathroom": ("towel", "soap bottle", "toothbrush cup"),
    "study": ("laptop", "notebook", "book", "mug", "globe", "headphones", "camera", "photo frame", "desk lamp"),
    "laundry room": ("towel", "flashlight", "towel", "soap bottle", "umbrella", "scarf"),
    "hallway": ("shoes", "keys", "hat", "wallet", "backpack", "umbrella", "shoes", "vase"),
    "second hallway": ("book", "flashlight", "hat", "photo frame", "vase", "umbrella"),
}  # fmt: skip
"""Small things that lie about in each room, the most typical first."""

LIVED_STORED: dict[str, tuple[str, ...]] = {
    **STORED,
    "dresser": ("towel", "scarf", "hat"),
    "nightstand": ("book", "flashlight", "phone"),
    "filing cabinet": ("notebook", "scissors"),
    "cupboard": ("lunch box", "flashlight", "candle"),
    "display cabinet": ("drinking glass", "camera"),
    "box": ("scissors", "camera", "toy car", "game controller", "keys"),
    "toy chest": ("ball", "teddy bear", "toy car"),
    "basket": ("scarf", "magazine"),
}
"""Small things that may lie in each container."""

PUSHED_UNDER: tuple[str, ...] = ("slippers", "shoes", "ball", "toy car", "book", "backpack", "game controller")
"""What lies under beds and tables."""
BOXES_UNDER = ("desk", "bed", "single bed", "console table", "dining table", "bench")
"""Where boxes and baskets are kept."""

TWINS = ("mug", "cup", "book", "notebook", "phone", "towel", "keys", "headphones", "hat", "backpack", "cushion",
         "wallet", "umbrella", "water bottle", "drinking glass", "slippers", "scarf", "laptop")  # fmt: skip
"""What several people of a home have the same of."""

SCREENS = ("vase", "backpack", "pot", "globe", "tissue box", "photo frame", "teddy bear", "lunch box")
"""What is large enough for other things to be out of sight behind it."""
BEHIND = ("wallet", "keys", "phone", "scissors", "remote control", "candle", "apple", "mug", "hairbrush")
"""What is small enough for that."""
