"""`embodied-memory evaluate words`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory.config import LanguageConfig
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.language_option import language_model_of
from embodied_memory_tools.command_line.request_error import RequestError


def words(
    folder: Annotated[
        list[Path],
        typer.Option(help="Folder with home.json, life.jsonl and what is asked; repeatable."),
    ],
    verdicts: Annotated[
        Path | None, typer.Option(help="A judge's verdicts, one {id, verdict} a line; for a single folder.")
    ] = None,
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "minilm",
    server: Annotated[str, typer.Option(help="A language model, as http://host:8000/v1; none: offline.")] = "",
    model: Annotated[str, typer.Option(help="The model's name at the server.")] = LanguageConfig.model,
    result: Annotated[Path, typer.Option("--output", help="JSON file with every reply.")] = Path(
        "runs/evaluate-words.json"
    ),
) -> None:
    """Live days that somebody wrote down, through dialog and memory, then answer what is asked about them.

    Example: embodied-memory evaluate words --folder tests/words/days/first
    """
    from rich.progress import Progress

    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
    from embodied_memory_tools.evaluation.lived_words.word_report import (
        calibration_error,
        sure_and_right,
        word_table,
        write_results,
    )
    from embodied_memory_tools.evaluation.lived_words.word_run import run_words
    from embodied_memory_tools.evaluation.lived_words.word_verdicts import read_verdicts

    try:
        folders = [read_word_folder(one) for one in folder]
        judged = read_verdicts(verdicts) if verdicts else {}
    except (ValueError, OSError) as error:
        raise RequestError(str(error)) from error
    if judged and len(folders) > 1:
        raise RequestError("--verdicts belongs to one folder; give that one alone")
    replies, vectors = [], make_embedder(embedder)
    with language_model_of(server, model) as asked, Progress(console=output) as progress:
        for one in folders:
            task = progress.add_task(one.name, total=None)

            def tell(what: str, done: int, total: int, name: str = one.name, task=task) -> None:  # type: ignore[no-untyped-def]
                progress.update(task, description=f"{name}: {what}", completed=done, total=total)

            replies += run_words(one, vectors, tell, model=asked)
            progress.update(task, description=f"{one.name}: done", completed=1, total=1)
    replies = [one.model_copy(update={"verdict": judged.get(one.id, one.verdict)}) for one in replies]
    output.print(word_table(replies, ", ".join(one.name for one in folders)))
    questions = [one for one in replies if not one.family.startswith("utterance")]
    right, sure = sure_and_right(questions)
    output.print(f"expected calibration error {calibration_error(questions):.3f}; said surely {sure}, right {right}")
    write_results(replies, result)
    output.print(f"written to {result}")
