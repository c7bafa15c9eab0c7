"""Who is meant by what people are to each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.words.who_is_meant import WhoIsMeant

HOME = WhoIsMeant.read(
    (
        "Desmond: lives here, 79, retired bus driver",
        "Kamala: lives here, his wife, 76, retired school teacher",
        "Nora: their granddaughter, 10, staying for the holidays",
        "Ludmila: their carer, comes every day",
        "Kwame: plumber",
        "Priit: mends boilers",
        "Meera: their daughter, Nora's mother",
    )
)


@pytest.mark.parametrize(
    ("speaker", "said", "meant"),
    [
        ("Nora", "where is grandpa?", "where is Desmond?"),
        ("Nora", "what did Nani promise me?", "what did Kamala promise me?"),
        ("Nora", "whats mums flight number", "whats Meera's flight number"),
        ("Meera", "Is Dad's pipe on the bench?", "Is Desmond's pipe on the bench?"),
        ("Kamala", "What fish does my husband like?", "What fish does Desmond like?"),
        ("Kamala", "Did my daughter ring?", "Did Meera ring?"),
        ("Desmond", "when did that plumber come", "when did Kwame come"),
        ("Fergal", "what does the boiler man want", "what does Priit want"),
        ("Fergal", "Where is Nora's mother?", "Where is Meera?"),
        ("Fergal", "the carer is late", "Ludmila is late"),
    ],
)
def test_one_of_the_home_is_named(speaker, said, meant):
    assert HOME.with_names(said, speaker) == meant


@pytest.mark.parametrize(
    ("speaker", "said"),
    [
        ("Nora", "dad is getting me a telescope"),  # her own, of whom nothing is known; not the only father here
        ("Kamala", "my sister is coming"),
        ("Desmond", "how many years did I drive the bus"),
        ("Nora", "the teacher was cross"),
        ("Nora", "my bike is new"),
        ("Nora", "tell him that her mother rang"),
        ("", "my husband rang"),
    ],
)
def test_others_are_left_as_they_are_called(speaker, said):
    assert HOME.with_names(said, speaker) == said


def test_who_is_meant_without_a_name_is_told():
    assert HOME.meant_in("Grandpa smokes, and so does Kwame", "Nora") == ("Desmond",)
    assert "grandpa" in HOME.called_in("Where is Desmond?")
    assert HOME.called_in("Where is the cup?") == ()


def test_a_line_that_is_none_says_so():
    with pytest.raises(ValueError, match='"Hamish" is no'):
        WhoIsMeant.read(["Hamish"])


@given(st.text(max_size=200), st.text(max_size=20))
def test_nobody_is_meant_where_nobody_is_known(text, speaker):
    nobody = WhoIsMeant.read(("",))
    assert nobody.with_names(text, speaker) == text
    assert nobody.meant_in(text, speaker) == ()


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    assert isinstance(HOME.with_names(text, "Nora"), str)


@pytest.mark.parametrize(
    ("text", "person", "may_be"),
    [
        ("He never looks there.", "Desmond", True),
        ("My friend Leo says he's got a tortoise.", "Desmond", False),
        ("Kwame was here and he mended it.", "Desmond", False),
        ("Saturday at four, and he hasn't the foggiest.", "Desmond", True),
        ("Ludmila says he sleeps too much.", "Desmond", True),
        ("He never looks there.", "Kamala", False),
    ],
)
def test_he_is_who_was_named_before(text, person, may_be):
    home = WhoIsMeant({"Desmond": "lives here, grandfather", "Kamala": "his wife", "Ludmila": "his sister",
                       "Kwame": "his brother"})  # fmt: skip
    assert home.may_be_spoken_of(text, person) == may_be


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Where is the boy?", "Where is Bram?"),
        ("the girl's mother", "Folake"),
        ("Tell the old lady I'm out", "Tell Oma I'm out"),
        ("the old man snores", "the old man snores"),
        ("the little one is asleep", "Bram is asleep"),
        ("the kid is asleep", "the kid is asleep"),
        ("the boy from the shop", "the boy from the shop"),
    ],
)
def test_the_boy_is_the_only_one_who_may_be_one(text, meant):
    home = {"Folake": "mother, 39", "Oma": "her mother, 71", "Temi": "her daughter, 15", "Bram": "her son, 5"}
    kids = text in ("the kid is asleep",)
    people = home if kids or "little" not in text else {name: told for name, told in home.items() if name != "Temi"}
    assert WhoIsMeant(people).with_names(text, "Folake") == meant


def test_whose_little_girl_somebody_is_makes_them_her_parents():
    home = WhoIsMeant.read(
        (
            "Win: lives here, 71",
            "Keziah: their daughter, 33",
            "Rowan: Keziah's husband",
            "Juno: Rowan's little girl, 5",
            "Bo: the boy next door",
        )
    )
    assert home.with_names("Get Mummy.", "Juno") == "Get Keziah."
    assert home.with_names("Where is Daddy?", "Juno") == "Where is Rowan?"
    assert home.knows("Juno")
    assert not home.knows("Mummy")
