"""One real game, made and played here, and what the evaluation says of folders of games."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.textworld.agents import make_player
from embodied_memory_tools.evaluation.textworld.comparison import scores_of
from embodied_memory_tools.evaluation.textworld.families import FAMILIES
from embodied_memory_tools.evaluation.textworld.full_knowledge import fewest_turns
from embodied_memory_tools.evaluation.textworld.game_files import GameFile, GameFolderError, find_games
from embodied_memory_tools.evaluation.textworld.game_making import make_games
from embodied_memory_tools.evaluation.textworld.played_game import PlayedGame, play_game


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """With one game of level 1."""
    pytest.importorskip("textworld", reason="TextWorld, which makes and plays the games, is not installed")
    folder = tmp_path_factory.mktemp("games")
    make_games(folder, 1, 31, lambda path: None, FAMILIES[:1])
    return folder


class Listening:
    """A player that keeps what it was given."""

    def __init__(self, player):
        self.player, self.given = player, []

    def observe(self, *told):
        self.given.append(told)
        self.player.observe(*told)

    def decide(self):
        return self.player.decide()


def test_a_real_game_is_won_by_its_texts_alone(folder):
    (game,) = find_games(folder)
    player = Listening(make_player("ours", 0))
    played = play_game(game, player, 50)
    assert (played.is_won, played.scores[-1], played.max_score) == (True, 4, 4)
    assert fewest_turns(game.description) <= played.turns <= 20
    assert [action for action, _ in player.given] == ["", *played.commands[:-1]]
    assert {type(text) for _, text in player.given} == {str}


def test_without_what_its_maker_wrote_down_the_game_is_the_same(folder, tmp_path):
    (game,) = find_games(folder)
    alone = tmp_path / game.path.name
    alone.write_bytes(game.path.read_bytes())
    with_it = play_game(game, make_player("ours", 0), 50)
    without = play_game(GameFile(FAMILIES[0], alone), make_player("ours", 0), 50)
    assert (without.commands, without.scores, without.is_won) == (with_it.commands, with_it.scores, True)
    assert fewest_turns(alone.with_suffix(".json")) is None


def test_the_command_compares_agents_and_writes_what_it_found(folder, tmp_path):
    result = tmp_path / "runs" / "textworld.json"
    words = ["evaluate", "textworld", "--games", str(folder), "--agent", "ours,random", "--output", str(result)]
    said = CliRunner().invoke(app, words, env={"COLUMNS": "120"})
    assert said.exit_code == 0, said.output
    assert "the paper's" in said.output
    document = json.loads(result.read_text())
    won = {score["agent"]: score["success"] for score in document["scores"]}
    assert won == {"ours": 1.0, "random": 0.0}
    assert document["games"]["ours"][0]["commands"][-1] == "eat meal"
    assert result.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "no folders level1"),
        ({"level1/notes.txt": b""}, "hold no games"),
        ({"level1/a.z8": b"This is no game."}, "no game, or only a part"),
        ({"level2/a.ulx": b"Glul"}, "TextWorld plays .z8 files only"),
    ],
)
def test_a_folder_without_games_is_told_apart(tmp_path, files, said):
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    with pytest.raises(GameFolderError, match=said):
        find_games(tmp_path)


@pytest.mark.parametrize(
    ("words", "said"), [(["--games", "nowhere"], "there is no folder"), (["--agent", "me"], 'no agent "me"')]
)
def test_the_command_says_what_is_wrong(tmp_path, words, said):
    told = CliRunner().invoke(app, ["evaluate", "textworld", "--games", str(tmp_path), *words])
    assert told.exit_code != 0
    assert said in told.output + str(told.exception)


def test_scores_are_shares_of_all_games():
    won = PlayedGame("a", "level1", 4, True, [1, 4], [0.01, 0.03], ["look", "eat meal"], best_turns=2)
    lost = PlayedGame("b", "level1", 4, False, [0, 2], [0.02, 0.02], ["look", "look"], best_turns=60)
    (score,) = scores_of({"ours": [won, lost]}, 50)
    assert (score.games, score.success, score.score, score.deviation) == (2, 0.5, 0.75, 0.25)
    assert (score.turns, score.best_turns, score.winnable) == (2, 31, 1)
    assert score.p50_ms == pytest.approx(20)
