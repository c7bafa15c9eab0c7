"""What is said about what was said just before: which words take the place of which, and what that makes of it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.words.follow_ups import HEADS, Follows, FollowUpHeads, FollowUps, the_follow_ups, write_heads

needs_follow_ups = pytest.mark.skipif(the_follow_ups() is None, reason="MiniLM is not installed")
RELATIONS = list(Follows)


class Words:
    """A token a word; the vector of a token is (what makes it `instead`, what makes it exchanged)."""

    def __init__(self, marked, relation=Follows.INSTEAD):
        self.marked, self.relation = marked, relation

    def encode_pair(self, before, now):
        spans, rows = [], [[float(RELATIONS.index(self.relation)), -1.0]]
        for text in (before, now):
            places, at = [], 0
            for word in text.split():
                at = text.index(word, at)
                places.append((at, at + len(word)))
                rows.append([0.0, 1.0 if word in self.marked else -1.0])
                at += len(word)
            spans.append(tuple(places))
            rows.append([0.0, -1.0])
        return *spans, np.array(rows, np.float32)


def read(before, now, marked, relation=Follows.INSTEAD):
    """By heads that choose a relation by the first vector alone: the nearest number is the likeliest."""
    numbers = np.arange(len(RELATIONS), dtype=np.float32)
    weight = np.zeros((len(RELATIONS), 4), np.float32)
    weight[:, 0] = 2.0 * numbers
    heads = FollowUpHeads(weight, -(numbers**2), np.array([0.0, 1.0], np.float32), 0.0)
    return FollowUps(heads, Words(marked, relation)).read(before, now)


def test_new_words_take_the_place_of_the_old_ones():
    told = read("Bring the red mug to Tom.", "No, the blue one.", {"red", "blue"})
    assert (told.follows, told.whole, told.new) == (Follows.INSTEAD, "Bring the blue mug to Tom.", "blue")


def test_where_nothing_is_old_the_new_words_come_after_it():
    assert read("Bring the mug.", "Oh, to Tom!", {"to", "Tom!"}, Follows.DETAIL).whole == "Bring the mug to Tom."


def test_only_the_best_run_of_words_is_new():
    told = read("Wake me at six.", "seven it is, make it half past seven", {"six.", "half", "past", "seven"})
    assert told.new == "half past seven"


def test_what_is_dropped_is_left_out():
    told = read("Bring the mug, the plate and the cup", "I have a plate", {"the", "plate"}, Follows.WITHOUT)
    assert "plate" not in told.whole


def test_who_names_what_alone_is_to_stay_drops_nothing_of_it():
    assert read("Bring the cup and the spoon", "only the spoon", {"spoon"}, Follows.WITHOUT).whole == ""


def test_what_was_said_already_is_nothing_new():
    assert read("Her day is the third of May.", "The third was it", {"third", "May."}).whole == ""


def test_what_stands_by_itself_is_told_so():
    assert read("Bring the mug.", "Thanks.", set(), Follows.NEW).follows is Follows.NEW
    assert read("Bring the mug.", "...", set()).shares == {Follows.NEW: 1.0}


def test_heads_are_read_as_they_were_written(tmp_path):
    heads = FollowUpHeads(np.full((8, 4), 0.5, np.float32), np.arange(8, dtype=np.float32),
                          np.array([1.0, -2.0], np.float32), 0.25, 1.5)  # fmt: skip
    write_heads(heads, tmp_path / HEADS.name)
    with np.load(tmp_path / HEADS.name) as stored:
        assert stored["relation"].tolist() == [[0.5] * 4] * 8
        assert stored["exchanged"].tolist() == [1.0, -2.0]
        assert (float(stored["exchanged_bias"]), float(stored["temperature"])) == (0.25, 1.5)


@needs_follow_ups
@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=40, deadline=None)
def test_any_two_texts_are_read(before, now):
    told = the_follow_ups().read(before, now)
    assert sum(told.shares.values()) == pytest.approx(1.0)
    assert told.share(*Follows) == pytest.approx(1.0)


@needs_follow_ups
@pytest.mark.parametrize(
    ("before", "now", "whole"),
    [
        ("Where is my cup?", "And Tom's?", "Where is Tom's cup?"),
        ("Remind me to ring Bo at nine.", "They open at ten, so make it ten.", "Remind me to ring Bo at ten."),
        ("Put the tray on the table.", "No, on the bench.", "Put the tray on the bench."),
    ],
)  # fmt: skip
def test_people_who_go_on_are_understood(before, now, whole):
    told = the_follow_ups().read(before, now)
    assert (told.whole, told.share(Follows.ALSO, Follows.INSTEAD) > 0.5) == (whole, True)


@needs_follow_ups
@pytest.mark.parametrize("now", ["Where is Tom?", "Thank you so much.", "She gets cross when I don't."])
def test_people_who_speak_of_something_else_are_too(now):
    assert the_follow_ups().read("Remind me to call Gran at six.", now).follows is Follows.NEW


@needs_follow_ups
def test_a_full_stop_that_is_not_kept_makes_no_difference():
    kept, bare = (the_follow_ups().read(f"bring me the red mug{end}", "No, the blue one.") for end in (".", ""))
    assert kept.shares == bare.shares
    assert (kept.whole, bare.whole) == ("bring me the blue mug.", "bring me the blue mug")
