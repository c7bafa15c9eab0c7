"""Entry point of `make live`."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

from rich.console import Console

from embodied_memory_bringup.demo.conductor import Conductor
from embodied_memory_bringup.demo.node_processes import NodeProcesses
from embodied_memory_bringup.demo.search_run import node_commands, run_folder
from embodied_memory_bringup.demo.stack import STACK_TIMEOUT_S, check, open_page, running, shown, stay
from embodied_memory_bringup.live.giving_way import GivingWay
from embodied_memory_bringup.live.options import LiveOptions, read_options
from embodied_memory_bringup.live.patrol import Patrol
from embodied_memory_tools.evaluation.lived_days import ask_about_days, days_table, write_days
from embodied_memory_tools.evaluation.lived_requests import add_requests, judge_requests, requests_table
from household.generation import generate_home
from household.residents.trace_files import TRACE_FILE, read_life


def main() -> None:
    """Exit code 0: the run ended; 1: the stack failed; 130: interrupted."""
    options, console = read_options(), Console()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell in the background ignores it
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with running(console):
        _run(options, console)


def _run(options: LiveOptions, console: Console) -> None:
    """Start, live, ask, judge, show; without HEADLESS the stack stays up until Ctrl-C."""
    folder, began = run_folder(options.stack.output), time.monotonic()
    days = folder / "days"
    console.print(f"starting the nodes; this run is kept in {shown(folder)}")
    commands = [options.in_their_time(one) for one in node_commands(options.stack, folder, options.company(days))]
    with NodeProcesses(commands, folder / "logs") as processes:
        giving_way = GivingWay()

        def watch() -> None:
            check(processes, console)
            giving_way.check()

        conductor = Conductor(check=watch)
        try:
            conductor.wait_for_stack(STACK_TIMEOUT_S)
            if not options.stack.headless:
                open_page(folder, console)
            home = generate_home(options.stack.seed)
            patrol = Patrol(conductor, giving_way, console)
            patrol.go_round(home, (days / TRACE_FILE).exists, options.patience_s)
            console.print(f"the days are over; the robot went to {patrol.reached} places")
            _examine(options, days, conductor, console)
            console.print(f"{time.monotonic() - began:.0f} s")
            if not options.stack.headless:
                stay(conductor, console)
        finally:
            giving_way.close()
            conductor.close()


def _examine(options: LiveOptions, days: Path, conductor: Conductor, console: Console) -> None:
    """Only here, after the days, does anybody read what really happened."""
    records, truth = read_life(days)
    answered = ask_about_days(records, truth, conductor.recall, options.stack.seed, options.per_family)
    write_days(answered, records, days.parent / "answers.json")
    console.print(days_table(answered, records))
    judged = judge_requests(records, truth)
    add_requests(judged, days.parent / "answers.json")
    console.print(requests_table(judged))


if __name__ == "__main__":
    main()
