"""The history buffer of STMA (appendix A.2): the newest 25 records, first in, first out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.planning.planner_critic import HistoryBuffer, InteractionRecord


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), max_size=80), st.integers(1, 30))
def test_the_newest_records_are_kept_in_order_and_numbered_as_they_came(steps, length):
    buffer = HistoryBuffer(length)
    for action, observation in steps:
        buffer.append(action, observation)
    came = [InteractionRecord(step, *told) for step, told in enumerate(steps)]
    assert buffer.records() == tuple(came[-length:])


def test_it_holds_25_unless_told_otherwise():
    buffer = HistoryBuffer()
    for step in range(60):
        buffer.append(f"go {step}", "")
    assert [record.action for record in buffer.records()] == [f"go {step}" for step in range(35, 60)]


def test_a_buffer_for_nothing_is_refused():
    with pytest.raises(ValueError, match="0 records"):
        HistoryBuffer(0)
