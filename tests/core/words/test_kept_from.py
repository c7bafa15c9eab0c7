"""Whom something is to be kept from is never told it, in whatever order that is said."""

# ruff: noqa: E501
import pytest
from marked_words import said

from embodied_memory.words.plain_messages import kept_from, plain_message, tells_somebody


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("Not a word to [person: Ben], but tell [person: Mia] [content: the bins are Friday]", "tell Mia: the bins are Friday"),
        ("Tell [person: Mia] [content: the bins are Friday, but keep it from Ben]", "tell Mia: the bins are Friday"),
        ("Don't tell [person: Ben]; tell [person: Mia] [content: the bins are Friday]", "tell Mia: the bins are Friday"),
        ("Without telling [person: Ben], let [person: Mia] know [content: there's cake]", "tell Mia: there's cake"),
        ("Let [person: Mia] know [content: I'm off], but [person: Ben's] not to know.", "tell Mia: I'm off"),
        ("Tell [person: Mia], not [person: Ben], that [content: it failed]", "tell Mia: it failed"),
        ("I don't want [person: Ben] knowing, but tell [person: Mia] [content: it failed]", "tell Mia: it failed"),
        ("Tell [person: everyone but Ben] that [content: there's cake]", "tell everybody but ben: there's cake"),
        ("Tell [person: everybody] [content: there's cake]. Not [person: Ben] though, it's his.", "tell everybody but ben: there's cake"),
        ("Don't tell [person: Ben] [content: there's cake]", ""),
        ("If [person: Ben] asks, don't tell him [content: where I am]", ""),
        ("Tell [person: Mia] [content: there's a parcel], but don't tell him it's mine", "tell Mia: there's a parcel"),
    ],
)  # fmt: skip
def test_who_is_told_and_who_is_not(marked, plain):
    assert plain_message(said(marked)) == plain


@pytest.mark.parametrize(
    "marked",
    [
        "Tell [person: Mia] [content: not to tell Ben]",
        "Tell [person: Mia] [content: don't let Ben in]",
        "[content: Ben can't hear the bell], tell [person: Mia]",
        "Don't forget to tell [person: Mia] [content: I rang]",
    ],
)
def test_what_others_are_to_keep_is_a_message(marked):
    assert kept_from(said(marked)) == (frozenset(), said(marked))
    assert plain_message(said(marked)).startswith("tell Mia: ")


def test_who_is_not_to_be_told_is_nobody_to_tell():
    assert not tells_somebody(said("Don't tell [person: Ben] about it, I'll ring at six"))
