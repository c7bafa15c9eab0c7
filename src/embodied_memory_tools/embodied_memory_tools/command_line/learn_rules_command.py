"""`embodied-memory learn-rules`: whether a rule of the home speaks against what somebody wants."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output, tell_step
from embodied_memory_tools.command_line.request_error import RequestError


def learn_rules(
    rules: Annotated[
        list[Path], typer.Option(help="Rules with what is wanted, as in tests/words/rules; repeatable.")
    ],
    utterances: Annotated[
        list[Path] | None,
        typer.Option(help="What people say about other things, as in tests/words/utterances; repeatable."),
    ] = None,
    folder: Annotated[
        list[Path] | None,
        typer.Option(help="Days whose people say much that no rule minds, as in tests/words/days; repeatable."),
    ] = None,
    rounds: Annotated[int, typer.Option(help="How often every line is learned from.", min=1)] = 4,
    seed: Annotated[int, typer.Option(help="Of the order.")] = 7,
    into: Annotated[Path | None, typer.Option(help="The file to write; the installed one if not given.")] = None,
) -> None:
    """Learn whether a rule of the home speaks against what somebody wants; needs the extra "reranker".

    It begins with the layers of the quick reader. A round over six writers takes three minutes on two cores.

    Example: embodied-memory learn-rules --rules tests/words/rules/a.jsonl --rules tests/words/rules/b.jsonl
    """
    from embodied_memory.words.one_reading import the_reading
    from embodied_memory.words.pair_reader import RULE_WEIGHTS
    from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
    from embodied_memory_tools.learning.labelled_utterances import read_utterances
    from embodied_memory_tools.learning.onnx_export import write_reranker
    from embodied_memory_tools.learning.pair_network import INPUTS
    from embodied_memory_tools.learning.rule_network import home_of, read_rules
    from embodied_memory_tools.learning.rule_network import learn_rules as learn

    try:
        examples = [one for path in rules for one in read_rules(path)]
        others = [words for path in utterances or () for _, words in read_utterances(path)]
        folders = [read_word_folder(path) for path in folder or ()]
    except (ValueError, OSError) as error:
        raise RequestError(str(error)) from error

    reading = the_reading()
    homes = [home_of(one, reading) for one in folders] if reading is not None else []
    write_reranker(learn(examples, others, homes, rounds, seed, tell_step), INPUTS, into or RULE_WEIGHTS)
    output.print(f"written to {into or RULE_WEIGHTS}")
