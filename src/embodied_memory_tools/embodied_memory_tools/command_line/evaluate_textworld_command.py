"""`embodied-memory evaluate textworld`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embodied_memory.config import LanguageConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.language_option import language_model_of
from embodied_memory_tools.command_line.request_error import RequestError

if TYPE_CHECKING:
    from embodied_memory_tools.evaluation.textworld.played_game import PlayedGame


def textworld(
    games: Annotated[Path, typer.Option(help="Folder of games: level1/ ... level4/, coin/, ... with .z8 files.")],
    agent: Annotated[
        str,
        typer.Option(help='Agents to compare, such as ours,no-spatial-memory, or "all".'),
    ] = "ours,random",
    turns: Annotated[
        int, typer.Option(min=0, help="Commands that a game may take; 0: 50 for cooking games, 100 for others.")
    ] = 0,
    make: Annotated[
        int, typer.Option(min=0, help="Make so many games of each level and family in the folder first.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the first game to make.")] = 100,
    server: Annotated[
        str, typer.Option(help="Where a language model's API begins: it plays all roles, as one more agent.")
    ] = "",
    model: Annotated[str, typer.Option(help="The model's name at the server.")] = LanguageConfig.model,
    result: Annotated[Path, typer.Option("--output", help="JSON file; a picture goes beside it.")] = Path(
        "runs/evaluate-textworld.json"
    ),
) -> None:
    """Play text games by planner and critic from observation text alone; report success beside baselines.

    Example: embodied-memory evaluate textworld --games runs/textworld --make 8 --seed 500 --agent all
    """
    from rich.progress import Progress

    from embodied_memory_tools.evaluation.textworld.agents import AGENTS, LANGUAGE
    from embodied_memory_tools.evaluation.textworld.comparison import play_all, scores_of
    from embodied_memory_tools.evaluation.textworld.game_files import GameFolderError, find_games
    from embodied_memory_tools.evaluation.textworld.played_game import GameError
    from embodied_memory_tools.evaluation.textworld.report import (
        save_score_picture,
        score_table,
        success_table,
        write_results,
    )

    agents = AGENTS if agent == "all" else tuple(dict.fromkeys(agent.split(",")))
    unknown = [name for name in agents if name not in AGENTS]
    if unknown:
        raise RequestError(f'there is no agent "{unknown[0]}"; choose from {", ".join(AGENTS)}')
    with language_model_of(server, model) as asked:
        advisor = Advisor(asked) if asked else None
        if advisor:
            agents = (*agents, LANGUAGE)
        if make:
            _make(games, make, seed)
        try:
            found = find_games(games)
            with Progress(console=output) as progress:
                task = progress.add_task("playing", total=len(found) * len(agents))

                def tell(name: str, played: PlayedGame) -> None:
                    progress.update(task, advance=1, description=f"{name}: {played.level} {played.game}")

                results = play_all(found, agents, turns or None, tell, advisor)
        except (GameFolderError, GameError) as error:
            raise RequestError(str(error)) from error
    scores = scores_of(results, turns or None)
    output.print(score_table(scores))
    output.print(success_table(scores))
    write_results(results, scores, result)
    save_score_picture(results, result.with_suffix(".png"))
    output.print(f"written to {result} and {result.with_suffix('.png')}")


def _make(folder: Path, games: int, seed: int) -> None:
    from rich.progress import Progress

    from embodied_memory_tools.evaluation.textworld.families import FAMILIES
    from embodied_memory_tools.evaluation.textworld.game_making import GameMakingError, make_games

    with Progress(console=output) as progress:
        task = progress.add_task("making games", total=games * len(FAMILIES))
        try:
            make_games(folder, games, seed, lambda path: progress.update(task, advance=1, description=str(path)))
        except GameMakingError as error:
            raise RequestError(str(error)) from error
