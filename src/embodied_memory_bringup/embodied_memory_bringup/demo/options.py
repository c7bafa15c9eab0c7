"""What can be chosen for a run."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from household.generation import HOMES

START = "2026-03-02T18:30"
"""When people are at home, and awake."""


@dataclass(frozen=True)
class DemoOptions:
    """See `make demo` in the README. goals, questions: empty means chosen from the home. people: live in it, too.
    sensors: of the robot; homes: which kind is made from the seed.
    """

    seed: int
    scene: str
    goals: tuple[str, ...]
    questions: tuple[str, ...]
    headless: bool
    policy: str
    port: int
    output: Path
    people: bool = False
    sensors: str = "exact"
    homes: str = "generated"

    @property
    def company(self) -> dict[str, object]:
        """Parameters of the bridge: people of the home, on the robot's own clock."""
        if not self.people:
            return {}
        return {"residents": True, "residents_start": START, "residents_hours": 6.0, "time_scale": 1.0,
                "residents_ask": False}  # fmt: skip


def read_options(arguments: list[str] | None = None) -> DemoOptions:
    """From the command line."""
    parser = argparse.ArgumentParser(prog="make demo", description="A robot explores a home, finds things, answers.")
    parser.add_argument("--seed", type=int, default=7, help="seed of the generated home and of the goals (SEED=)")
    parser.add_argument("--scene", default="", help="GLB file of a home, its JSON beside it (SCENE=)")
    parser.add_argument("--goals", default="", help='what to find, for example "kettle, red book" (GOALS=)')
    parser.add_argument("--ask", default="", help='questions afterwards, separated by "?" or ";" (ASK=)')
    parser.add_argument("--headless", action="store_true", help="no web page; end after the questions (HEADLESS=1)")
    parser.add_argument("--policy", default="semantic", choices=("semantic", "nearest", "random"), help="(POLICY=)")
    parser.add_argument("--port", type=int, default=8080, help="of the web page (PORT=)")
    parser.add_argument("--no-people", action="store_true", help="nobody lives in the home (PEOPLE=0)")
    parser.add_argument("--sensors", default="exact", help="exact, good, fair, poor, single/..., a file (SENSORS=)")
    parser.add_argument(
        "--homes", default="generated", choices=HOMES, help="which kind is made from the seed (HOMES=)"
    )
    parser.add_argument("--output", type=Path, default=Path("runs"), help="where runs/<time>/ is made")
    chosen = parser.parse_args(arguments)
    return DemoOptions(
        seed=chosen.seed,
        scene=str(Path(chosen.scene).expanduser().resolve()) if chosen.scene else "",
        goals=_listed(chosen.goals, ",;"),
        questions=tuple(f"{text}?" for text in _listed(chosen.ask, "?;")),
        headless=chosen.headless,
        policy=chosen.policy,
        port=chosen.port,
        output=chosen.output,
        people=not (chosen.no_people or chosen.scene),
        sensors=_sensors(chosen.sensors),
        homes=chosen.homes,
    )


def _sensors(name: str) -> str:
    """A file by its whole path: the bridge runs in another folder."""
    return str(Path(name).expanduser().resolve()) if name.endswith((".yaml", ".yml")) else name


def _listed(text: str, separators: str) -> tuple[str, ...]:
    for separator in separators[1:]:
        text = text.replace(separator, separators[0])
    return tuple(part.strip() for part in text.split(separators[0]) if part.strip())
