"""`embodied-memory evaluate ...`: figures, beside their baselines."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embodied_memory.config import LanguageConfig
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.homes_option import (
    FIRST_SEED_OPTION,
    HOMES_OPTION,
    SEEDS_OPTION,
    chosen_homes,
)
from embodied_memory_tools.command_line.language_option import language_model_of
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.command_line.seed_list import parse_seeds
from embodied_memory_tools.command_line.sensors_options import (
    JOBS_OPTION,
    SENSORS_OPTION,
    SETTING_OPTION,
    sensors_named,
)
from embodied_memory_tools.command_line.show_sensor_runs import Shown, run_and_show

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_EXPLORED_HOMES = "generated:10"

app = typer.Typer(help="Measure what the project does.", no_args_is_help=True)


@app.command()
def exploration(
    homes: Annotated[str, HOMES_OPTION] = _EXPLORED_HOMES,
    first_seed: Annotated[int, FIRST_SEED_OPTION] = 1,
    seeds: Annotated[str, SEEDS_OPTION] = "",
    policies: Annotated[str, typer.Option(help="Policies to compare.")] = "semantic,nearest,random",
    sensors: Annotated[str, SENSORS_OPTION] = "",
    sensor_setting: Annotated[list[str] | None, SETTING_OPTION] = None,
    jobs: Annotated[int, JOBS_OPTION] = 1,
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "minilm",
    result: Annotated[Path, typer.Option("--output", help="JSON file.")] = Path("runs/evaluate-exploration.json"),
) -> None:
    """Search for four goals in each of many homes; report goals found, SPL and where-is answers.

    Example: embodied-memory evaluate exploration --seeds 1-10
    """
    from embodied_memory.config import Config
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import SensorPlan
    from embodied_memory_tools.evaluation.exploration import (
        ExplorationRunner,
        evaluate_exploration,
        exploration_table,
        write_results,
    )
    from embodied_memory_tools.evaluation.search_episode import EpisodeResult

    chosen = chosen_homes(homes, _EXPLORED_HOMES, first_seed, seeds)
    if sensors or sensor_setting:
        runner = ExplorationRunner(tuple(policies.split(",")), chosen.kind)
        plan = SensorPlan(runner, sensors_named(sensors, sensor_setting), chosen.seeds, embedder, jobs)
        run_and_show(plan, Shown(f"Exploration of {chosen.kind.called}", {}, result, runner.policies[0]))
        return

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

    model = make_embedder(embedder)
    results = evaluate_exploration(chosen.kind, chosen.seeds, policies.split(","), Config(), model, tell)
    output.print(exploration_table(results, chosen.kind))
    write_results(results, result)
    output.print(f"written to {result}")


@app.command()
def forgetting(
    seeds: Annotated[str, typer.Option(help="Seeds of households, such as 911-913.")] = "911-913",
    days: Annotated[int, typer.Option(help="Days of life.", min=14)] = 30,
    looks_per_hour: Annotated[float, typer.Option(help="How often the robot reports what it sees.", min=0)] = 8.0,
    ablation: Annotated[
        str, typer.Option(help='Beside ours and no forgetting: "all", or names such as "no learning,flat".')
    ] = "no learning,time only,flat,flat without forgetting",
    asked: Annotated[int, typer.Option(help="Pairs of questions with feedback in each life.", min=1)] = 24,
    unasked: Annotated[int, typer.Option(help="Pairs that nobody gives feedback on.", min=0)] = 8,
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "hashing",
    server: Annotated[str, typer.Option(help="A language model, as http://host:8000/v1; none: offline.")] = "",
    model: Annotated[str, typer.Option(help="The model's name at the server.")] = LanguageConfig.model,
    result: Annotated[Path, typer.Option("--output", help="JSON file; a picture goes beside it.")] = Path(
        "runs/evaluate-forgetting.json"
    ),
) -> None:
    """Ask, say what should have been remembered, live on, ask again; report accuracy, tree size and cost.

    Example: embodied-memory evaluate forgetting --seeds 911-913 --days 30
    """
    from rich.progress import Progress

    from embodied_memory.config import MemoryConfig
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.forgetting.question_pairs import live
    from embodied_memory_tools.evaluation.forgetting.report import (
        cost_table,
        save_size_picture,
        score_table,
        target_table,
        write_results,
    )
    from embodied_memory_tools.evaluation.forgetting.scores import scores_of, targets_of
    from embodied_memory_tools.evaluation.forgetting.two_rounds import run_two_rounds
    from embodied_memory_tools.evaluation.forgetting.variants import variants_named

    try:
        variants = variants_named(ablation)
    except ValueError as error:
        raise RequestError(str(error)) from error
    chosen, results = make_embedder(embedder), []
    with language_model_of(server, model) as told, Progress(console=output) as progress:
        for seed in parse_seeds(seeds):
            living = progress.add_task(f"seed {seed}: living", total=None)
            life = live(seed, days, looks_per_hour, asked, unasked)
            progress.remove_task(living)
            for variant in variants:
                task = progress.add_task(f"seed {seed}: {variant.name}", total=1.0)
                tell = partial(_tell, progress, task)
                results.append(run_two_rounds(life, variant, MemoryConfig(), chosen, tell, told))
    scores = scores_of(results)
    targets = targets_of(scores)
    output.print(score_table(scores))
    output.print(cost_table(scores))
    output.print(target_table(targets))
    write_results(scores, targets, result)
    save_size_picture(scores, result.with_suffix(".png"))
    output.print(f"written to {result} and {result.with_suffix('.png')}")


@app.command()
def traces(
    seeds: Annotated[str, typer.Option(help="Seeds of households, such as 501-503 or 501,507.")] = "501-503",
    days: Annotated[int, typer.Option(min=1, help="Days that each household lives.")] = 14,
    memory: Annotated[
        str, typer.Option(help="Memories to compare: ours, flat, emem, mem0ai.")
    ] = "ours,flat,emem,mem0ai",
    ablation: Annotated[
        str, typer.Option(help="Ours without a part: no-belief, no-state, no-consolidation, no-graph, ... or all.")
    ] = "",
    per_family: Annotated[int, typer.Option(min=1, help="Questions of each family and household.")] = 20,
    style: Annotated[
        str, typer.Option(help="How the questions are worded: plain, or a style such as child.")
    ] = "plain",
    typos: Annotated[float, typer.Option(min=0, max=1, help="Share of questions with a mistyped word.")] = 0.0,
    sayings: Annotated[Path | None, typer.Option(help="Other wordings of what people say, by section.")] = None,
    questions: Annotated[Path | None, typer.Option(help="Other wordings of the questions, by section.")] = None,
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "minilm",
    peers: Annotated[Path, typer.Option(help="Python of the peers' environment.")] = Path(
        ".cache/bench-memory-venv/bin/python"
    ),
    result: Annotated[Path, typer.Option("--output", help="JSON file.")] = Path("runs/evaluate-traces.json"),
) -> None:
    """Live through days of households and answer questions about them; report accuracy, recall and certainty.

    Example: embodied-memory evaluate traces --seeds 501-503 --days 14 --ablation all
    """
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.household_traces.peer_memory import PEERS, has_peer
    from embodied_memory_tools.evaluation.household_traces.trace_evaluation import (
        FLAT,
        OURS,
        TracePlan,
        evaluate_traces,
    )
    from embodied_memory_tools.evaluation.household_traces.trace_memory import ABLATIONS
    from embodied_memory_tools.evaluation.household_traces.trace_report import trace_table, write_results
    from embodied_memory_tools.evaluation.household_traces.wordings import STYLES

    if style not in STYLES:
        raise RequestError(f'there is no style "{style}"; choose from {", ".join(STYLES)}')
    names = memory.split(",")
    left_out = list(ABLATIONS) if ablation == "all" else [one for one in ablation.split(",") if one]
    for name in (*names, *left_out):
        if name not in (OURS, FLAT, *PEERS, *ABLATIONS):
            raise RequestError(f'there is no "{name}"; choose from {", ".join((OURS, FLAT, *PEERS, *ABLATIONS))}')
    missing = [name for name in names if name in PEERS and not has_peer(peers, name)]
    for name in missing:
        output.print(f"{name} is left out: it is not in {peers}; `make bench-memory` makes that environment")
    ours = [f"{OURS} {name}" for name in left_out]
    chosen = tuple(dict.fromkeys([*(name for name in names if name not in missing), *ours]))
    plan, model = (
        TracePlan(parse_seeds(seeds), days, chosen, per_family, peers, style, typos, sayings, questions),
        make_embedder(embedder),
    )
    try:
        runs = evaluate_traces(plan, model, output.print)
    except (ValueError, OSError) as error:
        if not (sayings or questions):
            raise
        raise RequestError(str(error)) from error
    output.print(trace_table(runs, plan))
    write_results(runs, plan, model.name, result)
    output.print(f"written to {result}")


def _tell(progress: Progress, task: TaskID, part: float) -> None:
    progress.update(task, completed=part)
