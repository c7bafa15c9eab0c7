"""`embodied-memory learn`: the small heads that read words, from examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.request_error import RequestError

_FOLDERS = typer.Option(
    "--folder",
    help="Lived days with questions, of which the cross-encoder has learned nothing; repeatable.",
)

_UTTERANCES = typer.Option(help="Labelled utterances: label, tab, words with roles in brackets; repeatable.")


def learn(
    folder: Annotated[list[Path], _FOLDERS],
    kept: Annotated[list[Path], typer.Option(help="Sayings with who may hear them: label, tab, saying; repeatable.")],
    utterances: Annotated[list[Path], _UTTERANCES],
    deeds: Annotated[
        list[Path] | None, typer.Option(help="What orders want done with the things they name (tests/words/deeds).")
    ] = None,
    asks: Annotated[list[Path] | None, typer.Option(help="What questions ask for (tests/words/asks).")] = None,
    moves: Annotated[
        list[Path] | None, typer.Option(help="Labelled instructions to carry things (tests/words/moves); repeatable.")
    ] = None,
    turns: Annotated[
        list[Path] | None, typer.Option(help="Pairs of sayings, the second about the first (tests/words/turns).")
    ] = None,
    commands: Annotated[Path | None, typer.Option(help="Folder of HuRIC's commands (Apache 2.0).")] = None,
    asked: Annotated[list[Path] | None, typer.Option(help="Homes with questions (tests/words/asked).")] = None,
    unread: Annotated[
        list[Path] | None, typer.Option(help="The same, of which the cross-encoder has learned nothing.")
    ] = None,
    answered: Annotated[
        list[Path] | None, typer.Option(help="Which sort of record answers a question (tests/words/answered).")
    ] = None,
    refused: Annotated[
        list[Path] | None, typer.Option(help="What people say after a refusal (tests/words/refused).")
    ] = None,
    sort: Annotated[
        list[str] | None,
        typer.Option(help="SORT=FILE, sayings with their sort (tests/words/needs, chat, risks, conditions)."),
    ] = None,
    read_folder: Annotated[
        list[Path] | None, typer.Option(help="As --folder, of which the cross-encoder has learned; repeatable.")
    ] = None,
    base: Annotated[
        Path | None, typer.Option(help="Folder of all-mpnet-base-v2 (Apache 2.0), from which the reading is learned.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(help="Folder of the package embodied_memory; the installed one if not given.")
    ] = None,
    least: Annotated[
        float, typer.Option(help="Below this probability the robot does not know.", min=0, max=1)
    ] = 0.35,
) -> None:
    """Learn what people do by saying something, what answers a question, and what to keep from whom.

    Example: embodied-memory learn --folder tests/words/days/third --kept tests/words/kept/kept.tsv --utterances FILE
    """
    import embodied_memory
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.learning.learn_all import Sources, learn_all

    try:
        sources = Sources.read(
            folder,
            kept,
            utterances,
            deeds or [],
            asks or [],
            moves or [],
            turns or [],
            commands,
            asked or [],
            unread or [],
            base,
            answered or [],
            refused or [],
            [_sort_and_file(one) for one in sort or []],
            read_folder or [],
        )
    except (ValueError, OSError, KeyError) as error:
        raise RequestError(str(error)) from error
    learn_all(sources, into or Path(embodied_memory.__file__).parent, make_embedder("minilm"), least, output.print)


def _sort_and_file(told: str) -> tuple[str, Path]:
    sort, is_told, path = told.partition("=")
    if not is_told:
        raise ValueError(f"--sort wants SORT=FILE, such as risks=tests/words/risks/a.tsv; it was given {told!r}")
    return sort, Path(path)
