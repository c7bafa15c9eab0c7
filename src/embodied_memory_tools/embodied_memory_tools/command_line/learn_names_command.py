"""`embodied-memory learn-names`: whether what is said means a thing that is called by some name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output, tell_step
from embodied_memory_tools.command_line.request_error import RequestError


def learn_names(
    home: Annotated[
        list[Path], typer.Option(help="Things with what is said of them, as in tests/words/named; repeatable.")
    ],
    names: Annotated[
        list[Path] | None, typer.Option(help="How things are called, as in tests/words/named/names; repeatable.")
    ] = None,
    rounds: Annotated[int, typer.Option(help="How often every line is learned from.", min=1)] = 3,
    seed: Annotated[int, typer.Option(help="Of the order.")] = 7,
    into: Annotated[Path | None, typer.Option(help="The file to write; the installed one if not given.")] = None,
) -> None:
    """Learn whether what is said means a thing that is called by some name; needs the extra "reranker".

    It begins with the layers of the quick reader. A round over ten writers of homes takes four minutes on two cores.

    Example: embodied-memory learn-names --home tests/words/named/a/1.json --home tests/words/named/a/2.json
    """
    from embodied_memory.words.pair_reader import NAME_WEIGHTS
    from embodied_memory_tools.learning.name_network import learn_names as learn
    from embodied_memory_tools.learning.name_network import read_named
    from embodied_memory_tools.learning.named_things import read_named_things
    from embodied_memory_tools.learning.onnx_export import write_reranker
    from embodied_memory_tools.learning.pair_network import INPUTS

    try:
        homes = [read_named(path) for path in home]
        called = [read_named_things(path) for path in names or ()]
    except (ValueError, OSError) as error:
        raise RequestError(str(error)) from error

    write_reranker(learn(homes, called, rounds, seed, tell_step), INPUTS, into or NAME_WEIGHTS)
    output.print(f"written to {into or NAME_WEIGHTS}")
