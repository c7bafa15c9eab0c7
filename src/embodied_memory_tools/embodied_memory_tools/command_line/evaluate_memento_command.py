"""`embodied-memory evaluate memento`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory.config import LanguageConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.language_option import language_model_of
from embodied_memory_tools.command_line.request_error import RequestError


def memento(
    data: Annotated[Path, typer.Option(help="Folder of MEMENTO episodes, with gold traces if there are any.")],
    retrieval: Annotated[
        bool, typer.Option("--retrieval", help="Do not execute: measure which memories are retrieved.")
    ] = False,
    memory: Annotated[
        str, typer.Option(help='Kinds of memory to compare: "all", or of ours, needed, embedder, random, none.')
    ] = "all",
    scenes: Annotated[str, typer.Option(help="Execute in these scenes only, separated by commas.")] = "",
    gold_traces: Annotated[
        bool, typer.Option("--gold-traces", help="Remember the traces of the folder, not those of this run.")
    ] = False,
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "minilm",
    leave_scenes_out: Annotated[
        bool, typer.Option("--leave-scenes-out", help="Retrieval also with weights fitted on other scenes only.")
    ] = False,
    instructions: Annotated[
        Path | None, typer.Option(help="Folder of the same instructions in other words (*.jsonl: id, instruction).")
    ] = None,
    server: Annotated[
        str,
        typer.Option(help="A language model that reads and plans (ReAct), as http://host:8000/v1; none: by rules."),
    ] = "",
    model: Annotated[str, typer.Option(help="The model's name at the server.")] = LanguageConfig.model,
    result: Annotated[
        Path | None,
        typer.Option("--output", help="JSON file; by default runs/evaluate-memento.json, or -retrieval.json."),
    ] = None,
) -> None:
    """Carry out MEMENTO's episodes in a symbolic home, with and without memory; report success beside baselines.

    Example: embodied-memory evaluate memento --data ../shared/data/memento
    """
    if retrieval:
        told = result or Path("runs/evaluate-memento-retrieval.json")
        _measure_retrieval(data, instructions, embedder, leave_scenes_out, told)
    else:
        told = result or Path("runs/evaluate-memento.json")
        with language_model_of(server, model) as asked:
            advisor = Advisor(asked) if asked is not None else None
            _execute(data, instructions, embedder, memory, scenes, gold_traces, told, advisor, model)


def _execute(
    data: Path,
    instructions: Path | None,
    embedder: str,
    memory: str,
    scenes: str,
    gold_traces: bool,
    result: Path,
    advisor: Advisor | None,
    model: str,
) -> None:
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.memento.episode_file import load_execution
    from embodied_memory_tools.evaluation.memento.episodic_memory import METHODS
    from embodied_memory_tools.evaluation.memento.execution import execute_memento
    from embodied_memory_tools.evaluation.memento.execution_report import (
        execution_table,
        kind_table,
        save_picture,
        write_results,
    )
    from embodied_memory_tools.evaluation.memento.execution_score import execution_scores

    names = list(METHODS) if memory == "all" else [name.strip() for name in memory.split(",")]
    unknown = [name for name in names if name not in METHODS]
    if unknown:
        raise RequestError(f'there is no memory "{unknown[0]}"; choose from {", ".join(METHODS)}')
    methods = tuple(METHODS[name] for name in names)
    episodes = load_execution(data, instructions)
    chosen = [name.strip() for name in scenes.split(",") if name.strip()]
    missing = sorted(set(chosen) - {one.scene for one in episodes})
    if missing:
        raise RequestError(f"there are no episodes in {', '.join(missing)}")
    vectors = make_embedder(embedder)
    results = execute_memento(
        [one for one in episodes if not chosen or one.scene in chosen],
        vectors,
        gold_traces,
        methods,
        output.print,
        advisor,
    )
    scores = execution_scores(results)
    output.print(execution_table(scores))
    output.print(kind_table(scores))
    named, usage = (model, advisor.usage) if advisor else ("", {})
    write_results(results, scores, vectors.name, gold_traces, result, named, usage)
    save_picture(scores, result.with_suffix(".png"))
    output.print(f"written to {result} and {result.with_suffix('.png')}")


def _measure_retrieval(
    data: Path, instructions: Path | None, embedder: str, leave_scenes_out: bool, result: Path
) -> None:
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.memento.dataset import load_memento
    from embodied_memory_tools.evaluation.memento.retrieval import (
        evaluate_retrieval,
        retrieval_table,
        write_results,
    )

    episodes, chosen = load_memento(data, instructions), make_embedder(embedder)
    counts = f"{len(episodes.memories)} memories of {len(episodes.scenes)} scenes"
    output.print(f"{counts}, {len(episodes.single)} single and {len(episodes.joint)} joint requests")
    scores = evaluate_retrieval(episodes, chosen, leave_scenes_out)
    output.print(retrieval_table(scores))
    write_results(episodes, chosen, scores, result)
    output.print(f"written to {result}")
