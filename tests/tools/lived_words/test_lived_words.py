"""A folder of lived days, lived: read, perceived, asked and judged."""

from __future__ import annotations

import json

import pytest
from scripted_model import ScriptedModel
from typer.testing import CliRunner

from embodied_memory.event import EventKind
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.lived_words.lived_home import LivedHome
from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
from embodied_memory_tools.evaluation.lived_words.word_report import (
    calibration_error,
    scores_by_family,
    sure_and_right,
)
from embodied_memory_tools.evaluation.lived_words.word_run import run_words
from embodied_memory_tools.evaluation.lived_words.word_verdicts import (
    Verdict,
    first_sight,
    read_verdicts,
    tells_what_is_wanted,
)

HOME = {
    "people": {"Pia": "lives here", "Olu": "her husband"}, "visitors": {"Kit": "a plumber"},
    "rooms": ["kitchen", "hall"], "furniture": {"kitchen": ["counter", "fridge"], "hall": ["shelf"]},
    "objects_at_start": {"blue jug": ["on", "counter"], "torch": ["on", "shelf"]},
    "states_at_start": {"fridge": "closed"}, "grants": ["pia: all", "olu: all", "*: ask"],
}  # fmt: skip
LIFE = (
    {"id": "e1", "t": "2025-03-03T08:00:00", "kind": "enter", "room": "kitchen", "who": "Pia"},
    {"id": "e2", "t": "2025-03-03T08:01:00", "kind": "enter", "room": "kitchen", "who": "Olu"},
    {"id": "e3", "t": "2025-03-03T08:02:00", "kind": "say", "room": "kitchen", "who": "Pia", "to": "Olu",
     "text": "The kiln course starts on Thursday at six."},
    {"id": "e4", "t": "2025-03-03T08:05:00", "kind": "take", "room": "kitchen", "who": "Olu", "object": "blue jug"},
    {"id": "e5", "t": "2025-03-03T08:06:00", "kind": "put", "room": "kitchen", "who": "Olu", "object": "blue jug",
     "rel": "in", "place": "fridge"},
    {"id": "e6", "t": "2025-03-03T08:07:00", "kind": "leave", "room": "kitchen", "who": "Olu"},
    {"id": "e7", "t": "2025-03-03T08:08:00", "kind": "say", "room": "kitchen", "who": "Pia", "to": "robot",
     "text": "Where is the torch?"},
    {"id": "e8", "t": "2025-03-03T08:09:00", "kind": "switch_on", "room": "hall", "who": "Pia", "object": "lamp"},
    {"id": "e9", "t": "2025-03-03T08:10:00", "kind": "give", "room": "hall", "who": "Pia", "to": "Olu",
     "object": "torch"},
)  # fmt: skip
QUESTIONS = (
    {"id": "q1", "fam": "where", "asker": "Pia", "q": "Where is the blue jug?", "must": ["fridge"], "ev": ["e5"]},
    {"id": "q2", "fam": "unknowable", "asker": "Pia", "q": "How old is Kit?", "must": ["DK"]},
)
UTTERANCES = (
    {"id": "u1", "s": "s1", "who": "Pia", "text": "Bring me the blue jug.", "act": "do", "gold": "from the fridge"},
    {"id": "u2", "s": "s1", "who": "Pia", "text": "Stop!", "act": "cancel", "gold": "stops"},
    {"id": "u3", "s": "s2", "who": "Pia", "text": "Where is the blue jug?", "act": "answer", "must": ["fridge"]},
    {"id": "u4", "s": "s4", "who": "Pia", "text": "How old is Kit?", "act": "answer", "must": ["DK"]},
    {"id": "u5", "s": "s3", "who": "Pia", "text": "Where is the torch?", "act": "answer", "must": ["Olu"],
     "no": ["Olu"]},
    {"id": "u6", "s": "s5", "who": "Pia", "text": "Thank you!", "act": "ack", "must": ["DK"]},
)  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "days"
    path.mkdir()
    (path / "home.json").write_text(json.dumps(HOME))
    for name, lines in (("life", LIFE), ("questions", QUESTIONS), ("utterances", UTTERANCES)):
        (path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return path


def test_acts_are_perceived_by_who_is_in_the_room(folder):
    read = read_word_folder(folder)
    home = LivedHome(read.home)
    perceived = {happened.id: home.perceived(happened) for happened in read.life}
    assert perceived["e1"].kind is EventKind.PERSON_MOVED
    assert set(perceived["e3"].observers) == {"Olu", "Pia", "robot"}
    assert set(perceived["e7"].observers) == {"Pia", "robot"}, "Olu has left"
    assert perceived["e4"].text == "Olu picked up the blue jug from the counter."
    assert perceived["e5"].text == "Olu put the blue jug in the fridge."
    assert ("power", "on") in {(change.attribute, change.value) for change in perceived["e8"].changes}
    assert perceived["e9"].text == "Pia handed the torch to Olu."


def test_a_folder_is_lived_and_asked_through_the_dialog(folder):
    steps = []
    replies = {
        one.id: one
        for one in run_words(read_word_folder(folder), HashingEmbedder(), lambda *step: steps.append(step))
    }
    assert replies["q1"].verdict is Verdict.RIGHT
    assert replies["q1"].cited[0] == "e5"
    assert replies["q2"].verdict is Verdict.RIGHT
    assert replies["u1"].deeds == "bring blue jug to Pia"
    assert replies["u2"].deeds == "stops"
    verdicts = (None, None, Verdict.RIGHT, Verdict.RIGHT, Verdict.WRONG, Verdict.RIGHT)
    assert tuple(replies[f"u{number}"].verdict for number in range(1, 7)) == verdicts
    assert {what for what, _, _ in steps} == {"living", "asking", "talking"}
    scores = {score.family: score for score in scores_by_family(list(replies.values()))}
    assert (scores["questions"].right, scores["questions"].evidence) == (1.0, 1.0)
    assert scores["utterances"].unjudged == 2
    assert 0.0 <= calibration_error(list(replies.values())) <= 1.0
    assert sure_and_right([]) == (0, 0)


def test_a_language_model_answers_and_reads_where_there_is_one(folder):
    def answer(request):
        (line,) = (line for line in request.prompt.splitlines() if "put the blue jug in the fridge" in line)
        return {"cited": [int(line.split(".")[0])], "answer": "In the fridge; Olu put it there."}

    def read(request):
        said = request.prompt.rsplit("They say now: ", 1)[1].strip()
        return {"act": "question", "text": said} if said.endswith("?") else {"act": "talk", "text": ""}

    model = ScriptedModel(answer_question=answer, read_utterance=read)
    told = {
        one.id: one for one in run_words(read_word_folder(folder), HashingEmbedder(), lambda *step: None, model=model)
    }
    assert told["q1"].reply == "In the fridge; Olu put it there."
    assert told["q1"].cited == ("e5",)
    assert told["u1"].deeds == ""
    assert {"answer question", "read utterance"} <= set(model.roles)


def test_the_command_prints_a_table_and_takes_a_judges_verdicts(folder, tmp_path):
    verdicts = tmp_path / "verdicts.jsonl"
    verdicts.write_text('{"id": "u1", "verdict": "partly"}\n')
    words = ["evaluate", "words", "--folder", folder, "--embedder", "hashing", "--output", tmp_path / "out.json"]
    result = CliRunner().invoke(app, [*map(str, words), "--verdicts", str(verdicts)])
    assert result.exit_code == 0, result.output
    assert "calibration error" in result.output
    told = json.loads((tmp_path / "out.json").read_text())
    assert told["families"]["questions"]["right"] == 1.0
    assert {one["id"]: one["verdict"] for one in told["replies"]}["u1"] == "partly"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: (path / "life.jsonl").write_text('{"id": "e1"}'), "life.jsonl, line 1: t: Field required"),
        (lambda path: (path / "home.json").unlink(), "home.json cannot be read"),
        (lambda path: (path / "questions.jsonl").write_text("{"), "questions.jsonl, line 1"),
        (lambda path: [(path / f"{name}.jsonl").unlink() for name in ("questions", "utterances")], "nothing to ask"),
    ],
)
def test_what_is_not_of_the_format_is_named_with_its_line(folder, spoil, said):
    spoil(folder)
    with pytest.raises(ValueError, match=said):
        read_word_folder(folder)
    result = CliRunner().invoke(app, ["evaluate", "words", "--folder", str(folder)])
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("reply", "known", "verdict"),
    [
        ("The jug is in the fridge.", True, Verdict.RIGHT),
        ("The jug is on the counter.", True, Verdict.WRONG),
        ("I don't know.", False, Verdict.DONT_KNOW),
    ],
)
def test_first_sight_tells_wrong_from_not_known(folder, reply, known, verdict):
    where, unknowable = read_word_folder(folder).questions
    assert first_sight(where, reply, known, False) is verdict
    assert (first_sight(unknowable, reply, known, False) is Verdict.RIGHT) == (not known)


def test_a_bad_verdict_is_named(tmp_path):
    path = tmp_path / "verdicts.jsonl"
    path.write_text('{"id": "q1", "verdict": "splendid"}')
    with pytest.raises(ValueError, match="line 1: wants id and verdict"):
        read_verdicts(path)


def test_only_what_tells_something_is_a_right_answer(folder):
    where, unknowable = read_word_folder(folder).questions
    assert tells_what_is_wanted(where, "In the fridge.")
    assert not tells_what_is_wanted(where, "")
    assert first_sight(unknowable, "I don't know.", True, False) is Verdict.RIGHT
    assert not tells_what_is_wanted(unknowable, "I don't know.")
