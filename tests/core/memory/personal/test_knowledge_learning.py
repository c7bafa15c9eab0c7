"""MEMENTO, appendix C.1: what objects mean to people, and how people do things."""

import pytest

from embodied_memory.memory.personal.knowledge import (
    ObjectMeaning,
    ObjectSemantics,
    PatternKind,
    UserPattern,
    learn_knowledge,
)


def semantics(statement, meaning, *objects, person="Bob"):
    return (ObjectSemantics(person, meaning, objects, statement),)


@pytest.mark.parametrize(
    ("person", "meaning", "objects", "said"),
    [
        ("Bob", ObjectMeaning.PREFERENCE, ("mug",), "this is my favourite mug"),
        ("Bob", ObjectMeaning.OWNERSHIP, ("blue towel",), "The blue towel is mine."),
        ("Anna", ObjectMeaning.OWNERSHIP, ("umbrella",), "That is Anna's umbrella."),
        ("Anna", ObjectMeaning.OWNERSHIP, (), "These are for Anna's birthday."),
        ("Bob", ObjectMeaning.HISTORY, ("lamp",), "I got this lamp from my aunt."),
        ("Bob", ObjectMeaning.HISTORY, ("clock",), "The clock was a present from my neighbour."),
        ("Bob", ObjectMeaning.GROUP, ("fork", "spoon"), "The fork and spoon are part of my camping kit."),
        ("Bob", ObjectMeaning.PREFERENCE, ("ladle",), "I like to use this ladle when making soup."),
    ],
)
def test_what_objects_mean(person, meaning, objects, said):
    assert learn_knowledge("Bob", said) == semantics(said, meaning, *objects, person=person)


@pytest.mark.parametrize(
    "known",
    [
        UserPattern(
            "Bob",
            PatternKind.ROUTINE,
            ("lamp dim",),
            ("living room",),
            "",
            "I always read in the living room with the lamp dim.",
        ),
        UserPattern(
            "Bob",
            PatternKind.ARRANGEMENT,
            ("kettle", "cups"),
            ("window sill",),
            "for slow mornings",
            "I like having the kettle and cups on the window sill for slow mornings.",
        ),
        UserPattern("Bob", PatternKind.ROUTINE, ("keys",), ("bowl",), "", "My keys always go in the bowl."),
        UserPattern(
            "Anna",
            PatternKind.ARRANGEMENT,
            ("tea",),
            ("kitchen",),
            "",
            "Anna prefers her tea in the kitchen.",
        ),
    ],
    ids=lambda known: known.statement,
)
def test_how_people_do_things(known):
    assert learn_knowledge("Bob", known.statement) == (known,)


@pytest.mark.parametrize(
    "said",
    [
        "Where is my mug?",
        "Can you bring me my mug?",
        "That is not my mug.",
        "I no longer use the red bowl.",
        "Thanks!",
        "It is raining outside.",
        "I am tired.",
        "The book is black with gold accents.",
        "",
    ],
)
def test_questions_requests_denials_and_mere_facts_teach_nothing(said):
    assert learn_knowledge("Bob", said) == ()


def test_it_and_they_are_what_was_spoken_of():
    said = "Put the pen on the desk. The pen is white. It's my lucky charm."
    assert learn_knowledge("Bob", said) == semantics("It's my lucky charm.", ObjectMeaning.PREFERENCE, "pen")


def test_what_is_asked_to_be_remembered_is_learned_without_the_asking():
    said = "Please remember that the green chair is my reading chair."
    statement = "the green chair is my reading chair."
    assert learn_knowledge("Bob", said) == semantics(statement, ObjectMeaning.OWNERSHIP, "green chair")
