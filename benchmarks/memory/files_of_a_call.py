"""How many files of the core a call passes through: recording a view, and asking where a thing is.

`python benchmarks/memory/files_of_a_call.py` prints the number for each, with `--names` the files: every file of
which a function runs, after the same call has been made once (loading passes through more).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import embodied_memory
from embodied_memory import Memory
from embodied_memory.perception.embedder import make_embedder
from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant, SceneObject, SpatialRelation

_CORE = str(Path(embodied_memory.__file__).parent)
_NS = 10**9
_BEGINS_NS = 1_772_442_000 * _NS
_WHERE = "Where is the kettle?"


def files_of(call: Callable[[], Any]) -> list[str]:
    """The files of the core of which a function runs while the call is made."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_CORE):
            found.add(frame.f_code.co_filename[len(_CORE) + 1 :])

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return sorted(found)


def view(number: int) -> SceneGraphInstant:
    """A kettle on a table, seen every ten seconds."""
    table = SceneObject("table_1", "table", (2.0, 1.0, 0.4), (1.2, 0.8, 0.8), 0.95)
    kettle = SceneObject("kettle_1", "kettle", (2.0, 1.0, 0.9), (0.2, 0.2, 0.2), 0.95, "red kettle")
    return SceneGraphInstant(
        _BEGINS_NS + number * 10 * _NS, "robot", (1.0, 1.0, 0.0), 0.0, (table, kettle),
        (RelationTriple("kettle_1", SpatialRelation.ON, "table_1"),), ("kitchen",), session_id="files",
    )  # fmt: skip


def main(embedder: str = "minilm") -> None:
    """Prints both."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory(Path(folder) / "memory.db", make_embedder(embedder)) as memory,
    ):
        now_ns = _BEGINS_NS + 60 * _NS
        memory.record(view(0))
        memory.answer(_WHERE, now_ns)
        calls = {
            "recording a view": lambda: memory.record(view(1)),
            _WHERE: lambda: memory.answer(_WHERE, now_ns),
        }
        for name, call in calls.items():
            files = files_of(call)
            print(f"{name}: {len(files)} files")
            if "--names" in sys.argv:
                print(*(f"  {file}" for file in files), sep="\n")


if __name__ == "__main__":
    main()
