"""Asking told from wanting done and from neither, by what people said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.conversation import Conversations
from embodied_memory.dialog.dialog_act import DialogAct
from embodied_memory.dialog.learned_acts import learned_acts
from embodied_memory.dialog.offline_reader import OfflineReader


def read(text):
    return OfflineReader().read(text, Conversations(DialogConfig()).of("Sam", 1))


@pytest.mark.parametrize(
    "text",
    [
        "You can tell me, I'm in on it: what's Colm giving Nadia for her birthday?",
        "And what did I say I'd see to?",
        "hey have u seen my charger anywhere",
    ],
)
def test_a_question_without_the_form_of_one_is_asked_of_memory(text):
    assert read(text).act is DialogAct.QUESTION


@pytest.mark.parametrize("text", ["I put the drill in the shed.", "Grandma's flight lands at six."])
def test_what_is_told_stays_told(text):
    assert read(text).act is DialogAct.REPORT


def test_what_others_want_is_no_question_for_being_passed_on():
    assert read("I got an e-mail: Robot, bring this letter to the neighbour.").act is DialogAct.REPORT


@given(st.text(max_size=200))
def test_shares_are_shares_whatever_is_said(text):
    shares = learned_acts().of(text)
    assert abs(shares.ask + shares.instruct + shares.other - 1.0) < 1e-6
    assert min(shares.ask, shares.instruct, shares.other) >= 0.0
