"""Counts the files that three calls of the core pass through; writes runs/bench-calls.json.

python benchmarks/calls/run.py [--seed N] [--output FILE] [--files]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from entered_files import entered_files, folders_of
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "memory"))

from views_of_home import view  # noqa: E402  (a neighbour's, once it can be found)

from embodied_memory import DialogManager, Memory, Utterance  # noqa: E402

VIEWS = 40
_STEP_NS = 2_000_000_000
_MOST_FOLDERS = 5
TARGETS = {"record a view": 25, "answer where a thing is": 30, "reply to an utterance": 45}
"""Call -> at most so many files."""


def main() -> int:
    """0 if every target is met, 1 if one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7, help="of the views")
    parser.add_argument("--output", type=Path, default=HERE.parents[1] / "runs" / "bench-calls.json")
    parser.add_argument("--files", action="store_true", help="name each file, in the order of entering")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-calls-") as folder:
        entered = counted_calls(Path(folder), arguments.seed)
    result = {name: _figure(name, files) for name, files in entered.items()}
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps({"seed": arguments.seed, "calls": result}, indent=2) + "\n")
    show(result, arguments.files)
    print(f"Written to {arguments.output}")
    return 0 if all(figure["met"] for figure in result.values()) else 1


def counted_calls(folder: Path, seed: int) -> dict[str, list[str]]:
    """Call -> the files of the core that it enters, once nothing has to be loaded any more: each is made twice."""
    instants = [view(seed, number, 10**18 + number * _STEP_NS) for number in range(VIEWS + 2)]
    now = 10**18 + VIEWS * _STEP_NS
    with Memory(folder / "calls.db") as memory:
        for instant in instants[:VIEWS]:
            memory.record(instant)
        manager = DialogManager(memory)
        told = (
            Utterance(now + n, "Anna", text) for n, text in enumerate(("Where is the book?", "Where is the lamp?"))
        )
        return {
            "record a view": _second(memory.record, instants[VIEWS:]),
            "answer where a thing is": _second(memory.answer, ["Where is the pan?", "Where is the mug?"]),
            "reply to an utterance": _second(manager.reply, told),
        }


def _second(call: Callable[[Any], object], arguments: Any) -> list[str]:
    first, second = arguments
    call(first)
    return entered_files(lambda: call(second))


def _figure(name: str, files: list[str]) -> dict[str, Any]:
    return {"files": len(files), "at_most": TARGETS[name], "met": len(files) <= TARGETS[name], "entered": files}


def show(result: dict[str, dict[str, Any]], with_files: bool) -> None:
    """Files a call, by folder."""
    table = Table(title="Files of the core that a call passes through")
    for column in ("call", "files", "target", "most of them in"):
        table.add_column(column, justify="right" if column in ("files", "target") else "left")
    for name, figure in result.items():
        most = list(folders_of(figure["entered"]).items())[:_MOST_FOLDERS]
        folders = "\n".join(f"{count:3} {Path(folder).name or 'the core'}" for folder, count in most)
        target = f"at most {figure['at_most']} {'met' if figure['met'] else 'MISSED'}"
        table.add_row(name, str(figure["files"]), target, folders)
    Console().print(table)
    for name, figure in result.items() if with_files else ():
        print(f"\n{name}:", *figure["entered"], sep="\n  ")


if __name__ == "__main__":
    sys.exit(main())
