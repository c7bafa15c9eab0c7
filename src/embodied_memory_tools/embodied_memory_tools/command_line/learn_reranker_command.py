"""`embodied-memory learn-reranker`: the cross-encoder that reads a question and a piece of evidence together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.request_error import RequestError


def learn_reranker(
    asked: Annotated[list[Path], typer.Option(help="Homes with questions, as in tests/words/asked; repeatable.")],
    folder: Annotated[
        list[Path] | None, typer.Option(help="Lived days with questions and their evidence; repeatable.")
    ] = None,
    base: Annotated[
        Path | None,
        typer.Option(help="The folder of all-mpnet-base-v2 as published: learn the close reader over it."),
    ] = None,
    rounds: Annotated[int, typer.Option(help="How often every question is learned from.", min=1)] = 4,
    seed: Annotated[int, typer.Option(help="Of the order.")] = 0,
    into: Annotated[Path | None, typer.Option(help="The file to write; the installed one if not given.")] = None,
) -> None:
    """Learn which pieces answer which questions, over all layers of MiniLM; needs the extra "reranker".

    With --base the close reader is learned instead, over the lower nine layers of MPNet. A round takes half a minute
    on a graphics card, and hours on two cores.

    Then run `embodied-memory learn`: it weighs what was read.

    Example: embodied-memory learn-reranker --asked tests/words/asked/a.jsonl --asked tests/words/asked/b.jsonl
    """
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory.perception.minilm_cross_encoder import WEIGHTS
    from embodied_memory.perception.mpnet_cross_encoder import CLOSE_WEIGHTS
    from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
    from embodied_memory_tools.learning.asked_homes import read_asked_homes
    from embodied_memory_tools.learning.onnx_export import write_reranker
    from embodied_memory_tools.learning.reranker_examples import examples_of_folder, examples_of_home
    from embodied_memory_tools.learning.reranker_network import learn_reranker as learn
    from embodied_memory_tools.learning.reranker_network import minilm, mpnet

    try:
        homes = [home for path in asked for home in read_asked_homes(path)]
        lived = list(map(read_word_folder, folder or []))
    except (ValueError, OSError, KeyError) as error:
        raise RequestError(str(error)) from error
    embedder = make_embedder("minilm")
    examples = [one for home in homes for one in examples_of_home(home, embedder)]
    examples += [one for days in lived for one in examples_of_folder(days, embedder)]
    output.print(f"questions: {len(examples)} of homes ({len(homes) + len(lived)})")

    def tell(step: int, steps: int, loss: float) -> None:
        output.print(f"step {step} of {steps}: loss {loss:.3f}")

    learned_by = mpnet(base) if base else minilm()
    network = learn(examples, learned_by, rounds, seed, tell)
    path = into or (CLOSE_WEIGHTS if base else WEIGHTS)
    write_reranker(network, learned_by.inputs, path)
    output.print(f"written to {path}")
