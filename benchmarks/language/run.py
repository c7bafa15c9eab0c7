"""Lets a real language model play every role through the client, and writes runs/bench-language.json.

python benchmarks/language/run.py [--rounds N] [--only NAME ...] [--threads N] [--server URL --model NAME]
    [--output FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from model_environment import model_python
from rich.console import Console
from small_model import NAME, served

from embodied_memory.config import LanguageConfig
from embodied_memory.language.server_model import make_language_model
from embodied_memory_tools.language.play_roles import RoleResult, play_roles
from embodied_memory_tools.language.role_plays import ROLE_PLAYS
from embodied_memory_tools.language.show_roles import roles_table

RUNS = Path(__file__).parents[2] / "runs"
WIDTH = 120
"""Of the tables where there is no terminal."""
SLOW = LanguageConfig(
    connect_timeout_s=5.0,
    first_token_timeout_s=120.0,
    reply_timeout_s=180.0,
    queue_timeout_s=180.0,
    concurrency=1,
    max_tokens=220,
    send_images=False,
)
"""For a model on a processor that does other things as well."""


def main() -> int:
    """0 if every role was played and every reply was of its shape or answered offline; 1 if not; 2: no model."""
    arguments = parse_arguments()
    console = Console()
    console = console if console.is_terminal else Console(width=WIDTH)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    try:
        with the_server(arguments, console) as url:
            results = play(url, arguments, start)
    except (RuntimeError, ValueError, OSError) as error:
        console.print(f"[bold red]error:[/] {error}")
        return 2
    console.print(roles_table(results, f"{arguments.model}, {arguments.rounds} rounds"))
    console.print(f"Written to {arguments.output}")
    return 0 if is_whole(results) else 1


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="each with other people, things and places")
    names = [one.name for one in ROLE_PLAYS]
    parser.add_argument("--only", nargs="+", choices=names, help="roles of these alone")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="of the small model")
    parser.add_argument("--server", help="a server that runs already, in the place of the small model")
    parser.add_argument("--model", default=NAME, help="its name there")
    parser.add_argument("--output", type=Path, default=RUNS / "bench-language.json")
    return parser.parse_args()


@contextmanager
def the_server(arguments: argparse.Namespace, console: Console) -> Iterator[str]:
    if arguments.server:
        yield arguments.server
        return
    with served(model_python(console), arguments.threads, arguments.output.with_suffix(".log")) as url:
        yield url


def play(url: str, arguments: argparse.Namespace, start: float) -> list[RoleResult]:
    """One play after the other; the report grows with each. Requests and replies are in a transcript beside it."""
    plays = [one for one in ROLE_PLAYS if not arguments.only or one.name in arguments.only]
    transcript = arguments.output.with_suffix(".jsonl")
    transcript.unlink(missing_ok=True)
    model = make_language_model(replace(SLOW, server_url=url, model=arguments.model, transcript_file=str(transcript)))
    try:
        return play_roles(
            model, plays, arguments.rounds, lambda results: report(results, arguments, time.monotonic() - start)
        )
    finally:
        model.close()


def is_whole(results: list[RoleResult]) -> bool:
    """Every role was asked, and what the model's replies were not used for was answered offline."""
    return all(result.spent.requests and result.language + result.offline for result in results)


def report(results: list[RoleResult], arguments: argparse.Namespace, wall_s: float) -> None:
    told = {
        "model": arguments.model,
        "rounds": arguments.rounds,
        "python": platform.python_version(),
        "wall_s": round(wall_s, 1),
        "settings": {name: value for name, value in asdict(SLOW).items() if value != getattr(LanguageConfig(), name)},
        "roles": [result.as_json() for result in results],
    }
    arguments.output.write_text(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
