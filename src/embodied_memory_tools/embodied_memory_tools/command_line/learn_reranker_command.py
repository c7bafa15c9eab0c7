"""`embodied-memory learn-dual-encoder`: who finds evidence for a question; `learn-reranker`: who reads both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from embodied_memory_tools.command_line.console import output, tell_step
from embodied_memory_tools.command_line.request_error import RequestError

if TYPE_CHECKING:
    from embodied_memory_tools.learning.remembered_homes import RememberedHome

Example = TypeVar("Example")
_TOLD_EVERY = 50


Asked = Annotated[list[Path], typer.Option(help="Homes with questions, as in tests/words/asked; repeatable.")]
Folders = Annotated[list[Path] | None, typer.Option(help="Lived days with questions and their evidence; repeatable.")]
Seed = Annotated[int, typer.Option(help="Of the order.")]


def learn_dual_encoder(
    asked: Asked,
    folder: Folders = None,
    rounds: Annotated[int, typer.Option(help="How often every home is learned from.", min=1)] = 2,
    seed: Seed = 7,
    into: Annotated[Path | None, typer.Option(help="The file to write; the installed one if not given.")] = None,
) -> None:
    """Learn to find what answers a question, over all layers of MiniLM; needs the extra "reranker".

    A round takes four minutes on two cores. Then run `embodied-memory learn`: it weighs what was found.

    Example: embodied-memory learn-dual-encoder --asked tests/words/asked/a.jsonl --asked tests/words/asked/b.jsonl
    """
    from embodied_memory.perception.readers import WEIGHTS
    from embodied_memory_tools.learning.dual_network import dual_home
    from embodied_memory_tools.learning.dual_network import learn_dual_encoder as learn
    from embodied_memory_tools.learning.onnx_export import write_encoder

    homes = _of_each(asked, folder, dual_home)

    def tell(step: int, steps: int, loss: float) -> None:
        if step % _TOLD_EVERY == 0 or step == steps:
            tell_step(step, steps, loss)

    write_encoder(learn(homes, rounds, seed, tell), into or WEIGHTS)
    output.print(f"written to {into or WEIGHTS}")


def learn_reranker(
    asked: Asked,
    folder: Folders = None,
    base: Annotated[
        Path | None,
        typer.Option(help="The folder of all-mpnet-base-v2 as published: learn the close reader over it."),
    ] = None,
    rounds: Annotated[int, typer.Option(help="How often every question is learned from.", min=1)] = 4,
    seed: Seed = 0,
    into: Annotated[Path | None, typer.Option(help="The file to write; the installed one if not given.")] = None,
) -> None:
    """Learn which pieces answer which questions, over all layers of MiniLM; needs the extra "reranker".

    With --base the close reader is learned instead, over the lower nine layers of MPNet. A round takes half a minute
    on a graphics card, and hours on two cores.

    Then run `embodied-memory learn`: it weighs what was read.

    Example: embodied-memory learn-reranker --asked tests/words/asked/a.jsonl --asked tests/words/asked/b.jsonl
    """
    from embodied_memory.perception.cross_encoder import CLOSE_WEIGHTS, WEIGHTS
    from embodied_memory_tools.learning.onnx_export import write_reranker
    from embodied_memory_tools.learning.reranker_examples import examples_of
    from embodied_memory_tools.learning.reranker_network import learn_reranker as learn
    from embodied_memory_tools.learning.reranker_network import minilm, mpnet

    examples = [one for home in _of_each(asked, folder, examples_of) for one in home]

    learned_by = mpnet(base) if base else minilm()
    network = learn(examples, learned_by, rounds, seed, tell_step)
    path = into or (CLOSE_WEIGHTS if base else WEIGHTS)
    write_reranker(network, learned_by.inputs, path)
    output.print(f"written to {path}")


def _of_each(
    asked: list[Path], folder: list[Path] | None, taken: Callable[[RememberedHome], Example]
) -> list[Example]:
    """What is taken of each home and of each folder of days, once it is in a memory. RequestError for what cannot be
    read.
    """
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
    from embodied_memory_tools.learning.asked_homes import read_asked_homes
    from embodied_memory_tools.learning.remembered_homes import remembered_folder, remembered_home

    try:
        homes = [home for path in asked for home in read_asked_homes(path)]
        lived_in = list(map(read_word_folder, folder or []))
    except (ValueError, OSError, KeyError) as error:
        raise RequestError(str(error)) from error
    embedder = make_embedder("minilm")
    opened = [
        *(remembered_home(one, embedder) for one in homes),
        *(remembered_folder(one, embedder) for one in lived_in),
    ]
    found = []
    for number, home in enumerate(opened, 1):
        with home as lived:
            found.append(taken(lived))
            output.print(f"home {number} of {len(opened)}: {len(lived.questions)} questions")
    return found
