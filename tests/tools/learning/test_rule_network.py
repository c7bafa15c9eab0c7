"""Rules with what is wanted against them, as they are read to be learned from."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from embodied_memory.words.one_reading import the_reading
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
from embodied_memory_tools.learning.rule_network import RuledHome, home_of, read_rules, unminded, with_others

RULES = Path(__file__).parents[2] / "words/rules"
GOOD = '{"rule": "No cake.", "by": "Ann", "who": "Tom", "said": "cake please", "against": true, "kind": "same words"}'


@pytest.mark.parametrize("path", sorted(RULES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_rules_that_come_with_the_project_can_be_read(path):
    lines = read_rules(path)
    assert len(lines) >= 700
    assert all(one.by != one.who for one in lines)
    assert 0.4 < sum(one.against for one in lines) / len(lines) < 0.6


def test_a_bad_line_is_named(tmp_path):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(f'{GOOD}\n{{"rule": "No cake."}}\n')
    with pytest.raises(ValueError, match=r"wrong\.jsonl, line 2"):
        read_rules(wrong)
    result = CliRunner().invoke(app, ["learn-rules", "--rules", str(wrong)])
    assert result.exit_code != 0
    assert "wrong.jsonl, line 2" in str(result.exception) + result.output


def test_other_rules_and_other_sayings_stand_beside_and_are_not_spoken_against():
    lines = read_rules(RULES / "a.jsonl")
    pairs = list(with_others(lines, ["where is the cup?"], random.Random(3)))
    beside = pairs[len(lines) :]
    assert [pair.bears for pair in pairs[: len(lines)]] == [one.against for one in lines]
    assert len(beside) > len(lines) * 0.9
    assert not any(pair.bears for pair in beside)
    assert any(pair.first.endswith(": where is the cup?") for pair in beside)
    assert not {(pair.first, pair.second) for pair in beside} & {(p.first, p.second) for p in pairs[: len(lines)]}


def test_what_is_said_in_a_home_is_met_by_the_rules_of_others_there():
    home = RuledHome((("Ann", "No cake."), ("Tom", "Shoes off.")), (("Ann", "a mug, please"), ("Ben", "hello")))
    pairs = [one for number in range(20) for one in unminded([home], random.Random(number))]
    assert not any(pair.bears for pair in pairs)
    by_ann = {pair.second for pair in pairs if pair.first == "Ann: a mug, please"}
    assert by_ann == {"Tom: Shoes off."}, "nobody's own rule binds them"
    assert {pair.second for pair in pairs if pair.first == "Ben: hello"} == {"Ann: No cake.", "Tom: Shoes off."}
    assert not list(unminded([RuledHome((), home.said)], random.Random(3)))


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
def test_a_home_is_read_without_what_may_be_declined():
    folder = read_word_folder(Path(__file__).parents[2] / "words/days/thirtysecond")
    home = home_of(folder, the_reading())
    assert ("Walt", "Nobody runs that drill unless I'm standing here. Goes for Cody, too.") in home.rules
    said = {words for _, words in home.said}
    assert "Hey, can you get me the drill? I wanna hang a poster." not in said
    assert {one.q for one in folder.questions} <= said
    assert len(home.said) > 150


def test_the_quick_readers_layers_come_back_from_its_file():
    torch = pytest.importorskip("torch", reason="torch (extra reranker) is not installed")
    pytest.importorskip("onnx", reason="onnx (extra reranker) is not installed")
    from embodied_memory_tools.learning.onnx_import import read_int8_encoder
    from embodied_memory_tools.learning.reranker_network import base_model

    held, published = read_int8_encoder(), base_model().state_dict()
    missing = {name for name in published if not name.startswith("pooler") and name not in held}
    assert missing <= {"embeddings.position_ids"}
    words = "embeddings.word_embeddings.weight"
    assert torch.allclose(held[words], published[words], atol=0.02), "these are not learned anew"
