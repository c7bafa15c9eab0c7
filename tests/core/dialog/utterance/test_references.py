"""Who "he" and "she" are: somebody who was named, is not the speaker, and may be one."""

import pytest

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.talk.conversation import Conversations, Turn
from embodied_memory.dialog.utterance.references import names_in, person_before, with_person_before
from embodied_memory.evidence import Answer

WHO = ("Hazel: lives here", "Dean: her husband", "Poppy: their daughter", "Colin: mends boilers", "May: the lodger")


def talk(*turns, person="Dean"):
    conversation = Conversations(DialogConfig(people=WHO)).of(person, 0)
    for said, told in turns:
        conversation.add(Turn(0, said, "question", Answer(said, told, True, 0.9)))
    return conversation


@pytest.mark.parametrize(
    ("before", "reply", "now", "whole"),
    [
        ("How much did Hazel leave for Colin?", "Eighty.", "And what did he want?", "And what did Colin want?"),
        ("How much did Hazel leave for Colin?", "Eighty.", "And where is she?", "And where is Hazel?"),
        ("What time's June's train?", 'Dean said: "At noon."', "Where's she sleeping?", "Where's June sleeping?"),
        ("What happens in June?", "Poppy has a play.", "Where is she?", "Where is Poppy?"),
        ("Where is May?", "In the hall.", "Is she cold?", "Is May cold?"),
        ("Which door is it for?", "The back door.", "What did she say about it?", "What did she say about it?"),
        ("Did Poppy eat?", "Yes.", "What did he do?", "What did he do?"),
        ("Did Bo eat?", "Yes.", "Where's his cup?", "Where's Bo's cup?"),
    ],
    ids=["male", "female", "a month has a train", "a month", "a known May", "a question word", "nobody", "unknown"],
)
def test_who_is_meant(before, reply, now, whole):
    assert with_person_before(now, talk((before, reply))) == whole


def test_who_speaks_is_neither_he_nor_she():
    conversation = talk(("Is anybody here?", "Dean came home. Then Colin came."))
    assert person_before(conversation, word="he") == "Colin"
    assert person_before(talk(("Is anybody here?", "Dean came home."), person="Hazel"), word="he") == "Dean"


def test_the_newest_turn_counts():
    conversation = talk(("Where is Colin?", "Outside."), ("Where is Hazel?", "In the hall."))
    assert person_before(conversation) == "Hazel"
    assert person_before(conversation, word="him") == "Colin"
    assert person_before(conversation, known=("colin",)) == "Colin"


def test_names_are_not_what_begins_a_sentence():
    assert list(names_in("Yesterday Bo came. Which? Put it down. Tom's cup.")) == ["Bo", "Tom"]
