"""`embodied-memory evaluate ...`: figures, beside their baselines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.request_error import RequestError

app = typer.Typer(help="Measure what the project does.", no_args_is_help=True)


@app.command()
def exploration(
    seeds: Annotated[str, typer.Option(help="Seeds of homes, such as 1-10 or 3,5,8.")] = "1-10",
    policies: Annotated[str, typer.Option(help="Policies to compare.")] = "semantic,nearest,random",
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "minilm",
    result: Annotated[Path, typer.Option("--output", help="JSON file.")] = Path("runs/evaluate-exploration.json"),
) -> None:
    """Search for four goals in each of many homes; report goals found, SPL and where-is answers.

    Example: embodied-memory evaluate exploration --seeds 1-10
    """
    from embodied_memory.config import Config
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.exploration import (
        evaluate_exploration,
        exploration_table,
        write_results,
    )
    from embodied_memory_tools.evaluation.search_episode import EpisodeResult

    def tell(policy: str, seed: int, episode: EpisodeResult) -> None:
        found = sum(goal.found for goal in episode.goals)
        right = sum(question.correct is True for question in episode.questions)
        score = f"{found}/{len(episode.goals)} found, {right}/{len(episode.questions)} answers right"
        output.print(f"{policy} seed {seed}: {score}, {episode.wall_s:.0f} s")
        for goal in episode.goals:
            if not goal.found:
                output.print(f"  missed {goal.text}: {goal.message}")
        for question in episode.questions:
            if question.correct is False:
                output.print(f"  wrong: {question.question} {question.answer}")

    chosen = _seeds(seeds)
    results = evaluate_exploration(chosen, policies.split(","), Config(), make_embedder(embedder), tell)
    output.print(exploration_table(results))
    write_results(results, result)
    output.print(f"written to {result}")


@app.command()
def memento(
    data: Annotated[Path, typer.Option(help="Folder of MEMENTO episodes and gold traces.")],
    retrieval: Annotated[bool, typer.Option("--retrieval", help="Measure which memories are retrieved.")] = False,
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "minilm",
    leave_scenes_out: Annotated[
        bool, typer.Option("--leave-scenes-out", help="Also with weights fitted on the other scenes only.")
    ] = False,
    result: Annotated[Path, typer.Option("--output", help="JSON file.")] = Path(
        "runs/evaluate-memento-retrieval.json"
    ),
) -> None:
    """Retrieve the personal memories that requests refer to; report recall beside baselines.

    Example: embodied-memory evaluate memento --retrieval --data ../shared/data/memento
    """
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.memento.dataset import load_memento
    from embodied_memory_tools.evaluation.memento.retrieval import (
        evaluate_retrieval,
        retrieval_table,
        write_results,
    )

    if not retrieval:
        raise RequestError("say what to measure: --retrieval")
    episodes, chosen = load_memento(data), make_embedder(embedder)
    counts = f"{len(episodes.memories)} memories of {len(episodes.scenes)} scenes"
    output.print(f"{counts}, {len(episodes.single)} single and {len(episodes.joint)} joint requests")
    scores = evaluate_retrieval(episodes, chosen, leave_scenes_out)
    output.print(retrieval_table(scores))
    write_results(episodes, chosen, scores, result)
    output.print(f"written to {result}")


def _seeds(text: str) -> list[int]:
    """ "1-3,7" -> [1, 2, 3, 7]. Raises typer.BadParameter."""
    chosen: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if not first.isdigit() or (last and not last.isdigit()):
            raise typer.BadParameter(f'"{text}" is no list of seeds; write 1-10 or 3,5,8')
        chosen += range(int(first), int(last or first) + 1)
    return chosen
