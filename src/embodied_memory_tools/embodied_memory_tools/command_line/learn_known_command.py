"""`embodied-memory learn-known`: which sentence of what is known now answers a question."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.request_error import RequestError


def learn_known(
    folder: Annotated[list[Path], typer.Option(help="Homes with questions about what is where; repeatable.")],
    lived: Annotated[
        list[Path] | None,
        typer.Option(help="Days with questions of all sorts: how sure an answer is, is learned from them, too."),
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(help="File of the weights, the certainty's beside it; the installed package's if not given."),
    ] = None,
) -> None:
    """Learn which sentence of what is known now ("On the shelf: two mugs") answers a question, in whatever words.

    A minute a home on two cores. Example: embodied-memory learn-known --folder tests/words/seen/a
    """
    from embodied_memory.memory.retrieval.known_now.statement_search import FEATURES, WEIGHTS
    from embodied_memory.memory.retrieval.known_now.statement_search import KNOWN_WEIGHTS as CERTAINTY
    from embodied_memory.perception.text_embedders import MiniLmEmbedder
    from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
    from embodied_memory_tools.learning.bearing import learn_bearing, write_learned
    from embodied_memory_tools.learning.known_statements import (
        certainty_examples,
        learn_certainty,
        statement_examples,
    )

    try:
        folders = [read_word_folder(path) for path in folder]
        days = [read_word_folder(path) for path in lived or ()]
    except (OSError, ValueError, KeyError) as error:
        raise RequestError(str(error)) from error
    embedder, examples = MiniLmEmbedder(), []
    for path, home in zip(folder, folders, strict=True):
        examples += list(statement_examples(home, embedder))
        output.print(f"{path}: {len(examples)} questions so far, {sum(one.wanted for one in examples)} answered")
    write_learned(learn_bearing(examples, FEATURES), into or WEIGHTS)
    output.print(f"written to {into or WEIGHTS}")
    sure = [one for home in (*folders, *days) for one in certainty_examples(home, embedder)]
    beside = into.with_name(CERTAINTY.name) if into else CERTAINTY
    learn_certainty(sure, beside)
    output.print(f"{len(sure)} answers, {sum(one.is_right for one in sure)} right: written to {beside}")
