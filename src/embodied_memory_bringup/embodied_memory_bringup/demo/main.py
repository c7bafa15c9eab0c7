"""Entry point of `make demo`."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

from rich.console import Console

from embodied_memory_bringup.demo.conductor import Conductor
from embodied_memory_bringup.demo.errand_run import ErrandRun
from embodied_memory_bringup.demo.errands import choose_errands, choose_person
from embodied_memory_bringup.demo.node_processes import NodeProcesses
from embodied_memory_bringup.demo.options import START, DemoOptions, read_options
from embodied_memory_bringup.demo.search_run import UNJUDGED_QUESTIONS, SearchRun, node_commands, run_folder
from embodied_memory_bringup.demo.stack import STACK_TIMEOUT_S, check, open_page, running, shown, stay
from embodied_memory_tools.evaluation.named_goal import named_goal
from embodied_memory_tools.report.end_table import end_table
from embodied_memory_tools.report.run_summary import ErrandSummary, RunSummary, write_summary
from household.generation import make_home
from household.goals import JudgedGoal, choose_goals
from household.home import Home
from household.residents import LivedDays
from household.residents.spoken import stamp_ns
from household.scene_files import SceneFileError, load_home
from household.sensors.load_sensors import load_sensors


def main() -> None:
    """Exit code 0: the run ended; 1: the stack failed; 2: the options cannot be used; 130: interrupted."""
    options = read_options()
    console = Console()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell in the background ignores it
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        home, goals = _home_and_goals(options)
    except (SceneFileError, ValueError) as error:
        console.print(f"[red]error[/red] {error}")
        sys.exit(2)
    with running(console):
        _run(options, home, goals, console)


def _home_and_goals(options: DemoOptions) -> tuple[Home, list[JudgedGoal]]:
    """The same home as the bridge makes, with the same people; only the judge looks into it."""
    home = load_home(options.scene) if options.scene else make_home(options.homes, options.seed)
    load_sensors(options.sensors)  # the bridge would not come up without them
    if options.people:
        LivedDays(home, options.seed, stamp_ns(START), asking=False)
    if options.goals:
        return home, [named_goal(home, text) for text in options.goals]
    return home, list(choose_goals(home, count=4, seed=options.seed))


def _run(options: DemoOptions, home: Home, goals: list[JudgedGoal], console: Console) -> None:
    """Start, search, ask, write, show; without HEADLESS the stack stays up until Ctrl-C."""
    folder = run_folder(options.output)
    started = time.monotonic()
    console.print(f"starting the nodes; this run is kept in {shown(folder)}")
    with NodeProcesses(node_commands(options, folder, options.company), folder / "logs") as processes:
        conductor = Conductor(check=lambda: check(processes, console))
        try:
            conductor.wait_for_stack(STACK_TIMEOUT_S)
            if not options.headless:
                open_page(folder, console)
            summary = _play(options, home, goals, conductor, console, folder)
            summary = summary.model_copy(update={"wall_s": time.monotonic() - started})
            write_summary(summary, folder)
            console.print(end_table(summary))
            if not options.headless:
                stay(conductor, console)
        finally:
            conductor.close()


def _errands(home: Home, conductor: Conductor, console: Console) -> list[ErrandSummary]:
    """What one of the people who are at home tells the robot and has it do."""
    person = choose_person(home)
    if not person:
        console.print("[yellow]note[/yellow] nobody is at home")
        return []
    return ErrandRun(person, conductor, console).run(choose_errands(home, person))


def _play(
    options: DemoOptions, home: Home, goals: list[JudgedGoal], conductor: Conductor, console: Console, folder: Path
) -> RunSummary:
    """Search, ask, let somebody have things done; then what was seen of it all."""
    run = SearchRun(home, goals, conductor, console)
    judged = run.search()
    questions = run.ask(options.questions or UNJUDGED_QUESTIONS)
    errands = _errands(home, conductor, console) if options.people else []
    time.sleep(1.5)  # diagnostics come once a second: let the last counts arrive
    run.save_picture(folder / "map.png")
    return RunSummary.of(
        scene=Path(options.scene).name if options.scene else f"{options.homes} home",
        goals=judged,
        questions=questions,
        errands=errands,
        wall_s=0.0,
        search_s=run.search_s,
        seed=options.seed,
        policy=options.policy,
        sensors=options.sensors,
        nodes=conductor.counts.summaries(),
        files={"database": "memory.db", "bag": "bag", "map": "map.png", "logs": "logs"},
    )
