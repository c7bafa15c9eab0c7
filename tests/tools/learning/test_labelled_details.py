"""What orders want done and what questions ask for is read from files, and goes with the utterances that it is of."""

import pytest

from embodied_memory.words.reading_network import ReadingTokens
from embodied_memory.words.said import AskedKind, DeedKind
from embodied_memory_tools.learning.huric_utterances import read_huric_deeds
from embodied_memory_tools.learning.labelled_details import read_labelled_asks, read_labelled_deeds, with_details
from embodied_memory_tools.learning.labelled_utterances import MarkedUtterance, unmarked
from embodied_memory_tools.learning.reading_examples import ASKED, DEEDS, UNKNOWN, act_example

TOKENS = ReadingTokens()


def written(tmp_path, *lines):
    path = tmp_path / "labels.tsv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def utterance(label, marked):
    return MarkedUtterance(label, *unmarked(marked), True)


FETCH = "[deed: Get] [theme: the cup] and [deed: wash] [theme: it]"


def test_a_kind_for_each_thing(tmp_path):
    found = read_labelled_deeds(written(tmp_path, f"bring other\t{FETCH}", "go\t[deed: come] here", "bring\tcoffee!"))
    assert found == {
        unmarked(FETCH): (DeedKind.BRING, DeedKind.OTHER),
        unmarked("[deed: come] here"): (DeedKind.GO,),
    }


@pytest.mark.parametrize("line", [f"bring\t{FETCH}", f"bring fly\t{FETCH}", FETCH, f"\t{FETCH}"])
def test_a_bad_order_is_named(tmp_path, line):
    with pytest.raises(ValueError):
        read_labelled_deeds(written(tmp_path, line))


def test_what_questions_ask_for(tmp_path):
    path = written(tmp_path, "where\tWhere is [theme: the cup]?", "who\twho ate it")
    assert read_labelled_asks(path) == {"Where is the cup?": AskedKind.WHERE, "who ate it": AskedKind.WHO}
    with pytest.raises(ValueError, match="line 1"):
        read_labelled_asks(written(tmp_path, "whence\tWhere is it?"))


def test_the_same_words_are_an_order_to_one_and_a_question_to_another():
    marked = "[deed: Get] [theme: the cup]"
    said = [utterance("instruct", marked), utterance("ask", marked), utterance("tell", marked)]
    order, question, told = with_details(
        said, {unmarked(marked): (DeedKind.BRING,)}, {"Get the cup": AskedKind.WHERE}, TOKENS
    )
    assert [DEEDS[k] for k in order.deeds if k != UNKNOWN] == ["bring"]
    assert ASKED[question.asked] == "where"
    assert set(question.deeds) | set(told.deeds) == {UNKNOWN}
    assert (order.asked, told.asked) == (UNKNOWN, UNKNOWN)


def test_the_kind_stands_where_the_thing_begins():
    example = act_example(utterance("instruct", FETCH), TOKENS, (DeedKind.BRING, DeedKind.OTHER))
    assert [(k, DEEDS[kind]) for k, kind in enumerate(example.deeds) if kind != UNKNOWN] == [
        (2, "bring"),
        (6, "other"),
    ]
    assert len(example.deeds) == len(example.ids)
    with pytest.raises(ValueError, match="names 2 things"):
        act_example(utterance("instruct", FETCH), TOKENS, (DeedKind.BRING,))


TAKE_AND_CLOSE = """<huricExample><commands><command><sentence>take the cup and open the door</sentence><tokens>
<token id="1" surface="take"/><token id="2" surface="the"/><token id="3" surface="cup"/><token id="4" surface="and"/>
<token id="5" surface="open"/><token id="6" surface="the"/><token id="7" surface="door"/></tokens><semantics><frames>
<frame name="Taking"><lexicalUnit><token id="1"/></lexicalUnit><frameElements>
<frameElement type="Theme"><token id="2"/><token id="3"/></frameElement></frameElements></frame>
<frame name="Closure"><lexicalUnit><token id="5"/></lexicalUnit><frameElements>
<frameElement type="Container_portal"><token id="6"/><token id="7"/></frameElement></frameElements></frame>
</frames></semantics></command></commands></huricExample>"""


def test_frames_of_huric_tell_what_is_to_be_done(tmp_path):
    (tmp_path / "one.hrc").write_text(TAKE_AND_CLOSE)
    ((one, kinds),) = read_huric_deeds(tmp_path)
    things = [one.words[begin:end] for role, begin, end in one.marks if role == "theme"]
    assert dict(zip(things, kinds, strict=True)) == {"the cup": DeedKind.HOLD, "the door": DeedKind.OPEN}
    (tmp_path / "one.hrc").write_text(TAKE_AND_CLOSE.replace("Closure", "Singing"))
    assert list(read_huric_deeds(tmp_path)) == []
