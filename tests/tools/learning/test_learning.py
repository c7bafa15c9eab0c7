"""The heads are learned from files and are of the features that the readers have."""

from __future__ import annotations

import inspect
import json

import numpy as np
import pytest

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.choice_features import Considered
from embodied_memory.memory.retrieval.pieces.choice_weights import ChoiceWeights, ToldCertainty, learned_choice
from embodied_memory.memory.retrieval.pieces.piece_features import FEATURES
from embodied_memory.memory.retrieval.pieces.quoting_pieces import Quotation
from embodied_memory.words.reading_network import ReadingTokens
from embodied_memory.words.said import SayingSort
from embodied_memory_tools.command_line.learn_command import learn
from embodied_memory_tools.learning.bearing import (
    BearingExample,
    found_within,
    learn_bearing,
    write_learned,
)
from embodied_memory_tools.learning.choosing import ChoiceExample, with_certainty
from embodied_memory_tools.learning.huric_utterances import read_huric
from embodied_memory_tools.learning.keeping import KeptExample, plain_of_utterances, read_kept
from embodied_memory_tools.learning.labelled_utterances import read_marked, read_utterances
from embodied_memory_tools.learning.saying_network import sort_example


def test_what_tells_the_right_piece_is_learned(tmp_path):
    random = np.random.default_rng(5)
    examples = []
    for _ in range(30):
        rows = random.normal(size=(10, len(FEATURES)))
        gold = np.zeros(10, bool)
        gold[0] = True
        rows[0, 3] += 6.0
        examples.append(BearingExample("?", rows, gold))
    learned = learn_bearing(examples)
    assert found_within(examples, learned)[1] > 0.9
    write_learned(learned, tmp_path / "learned.json")
    assert json.loads((tmp_path / "learned.json").read_text())["features"] == list(FEATURES)


def test_the_least_certainty_that_is_shipped_is_the_one_that_learning_writes():
    assert learned_choice().least == inspect.signature(learn).parameters["least"].default


def chosen(structured, quoted, right, is_ours=False):
    """A question whose answers are as likely as these log odds; right: whether what is chosen is."""
    answer = Answer("q", "a", True, 0.5)
    considered = Considered(answer, ("found",), Quotation("a", ()), (structured,), (quoted,))
    return ChoiceExample("q", considered, right, right, is_ours=is_ours)


def test_certainty_is_how_often_what_was_chosen_was_right():
    weights = ChoiceWeights((1.0, 0.0), (1.0, 0.0), 0.35)
    others = [chosen(3.0, 0.0, k % 2 == 0) for k in range(200)] + [chosen(0.0, 2.0, k % 10 > 0) for k in range(200)]
    ours = [chosen(3.0, 0.0, True, is_ours=True)] * 500
    told = with_certainty(weights, others + ours).told
    assert told.of_structured(0.95) == pytest.approx(0.5, abs=0.03)
    assert told.of_quoted(0.88) == pytest.approx(0.9, abs=0.03)


def test_where_nothing_was_judged_certainty_is_as_it_was_learned():
    weights = ChoiceWeights((1.0, 0.0), (1.0, 0.0), 0.35)
    assert with_certainty(weights, [chosen(3.0, 0.0, True)]).told == ToldCertainty()
    assert ToldCertainty().of_structured(0.73) == pytest.approx(0.73, abs=1e-3)


def test_roles_are_read_where_the_file_has_them(tmp_path):
    path = tmp_path / "acts.tsv"
    path.write_text("instruct\t[deed: fetch] it\ninstruct\tmy glasses\ntell\tit rained\n")
    first, second, third = read_marked(path)
    assert (first.words, first.marks) == ("fetch it", (("deed", 0, 5),))
    assert (first.has_all_roles, second.has_all_roles, third.has_all_roles) == (True, True, False)


def test_frames_of_huric_are_roles(tmp_path):
    (tmp_path / "one.hrc").write_text(HURIC)
    (one,) = read_huric(tmp_path)
    assert one.label == "instruct"
    assert [(role, one.words[a:b]) for role, a, b in one.marks] == [
        ("theme", "the cup"), ("goal", "kitchen"), ("deed", "bring"),
    ]  # fmt: skip


HURIC = """<huricExample><commands><command><sentence>bring the cup to kitchen</sentence><tokens>
<token id="1" lemma="bring" surface="bring"/><token id="2" lemma="the" surface="the"/>
<token id="3" lemma="cup" surface="cup"/><token id="4" lemma="to" surface="to"/>
<token id="5" lemma="kitchen" surface="kitchen"/></tokens><semantics><frames><frame name="Bringing">
<lexicalUnit><token id="1"/></lexicalUnit><frameElements>
<frameElement type="Theme" semanticHead="3"><token id="2"/><token id="3"/></frameElement>
<frameElement type="Goal" semanticHead="5"><token id="4"/><token id="5"/></frameElement>
</frameElements></frame></frames></semantics></command></commands></huricExample>"""


def test_sayings_are_read_with_their_labels_and_where_they_were_overheard(tmp_path):
    path = tmp_path / "kept.tsv"
    path.write_text("code\tit is 4711\n\nplain\tdinner at six\tg1\t-\nmoney\tas I said\tg1\ttalk\n")
    assert read_kept(path) == [
        KeptExample(SayingSort.CODE, "it is 4711"),
        KeptExample(SayingSort.PLAIN, "dinner at six", "g1", 1.0),
    ]


@pytest.mark.parametrize("line", ["splendid\tsaying", "plain", "plain\tsaying\tg1"])
def test_a_line_that_is_no_labelled_saying_is_named(tmp_path, line):
    path = tmp_path / "kept.tsv"
    path.write_text(f"plain\tdinner at six\n{line}\n")
    with pytest.raises(ValueError, match="line 2"):
        read_kept(path)


def test_brackets_are_left_out_of_utterances(tmp_path):
    path = tmp_path / "acts.tsv"
    path.write_text("instruct\t[deed: fetch] [recipient: me] [theme: my glasses]\ntell\tit rained\n")
    assert list(read_utterances(path)) == [("instruct", "fetch me my glasses"), ("tell", "it rained")]
    assert [(one.sort, one.saying) for one in plain_of_utterances(path)] == [(SayingSort.PLAIN, "it rained")]
    path.write_text("no tab here\n")
    with pytest.raises(ValueError, match="line 1"):
        list(read_utterances(path))


def test_sayings_are_learned_from_with_what_they_count_for_and_their_writer():
    saying = KeptExample(SayingSort.CODE, "it is 4711", "g12", 1.0)
    one = sort_example(saying, ReadingTokens())
    assert (list(SayingSort)[one.sort], one.weight, saying.writer) == (SayingSort.CODE, 1.0, "g")
    assert len(one.ids) > 3
    assert KeptExample(SayingSort.PLAIN, "dinner").writer == ""
