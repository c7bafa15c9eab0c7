"""Traces and their truth in files: written and read again they are the same."""

import pytest

from embodied_memory_tools.evaluation.household_traces import (
    TraceFileError,
    read_trace,
    read_truth,
    write_trace,
    write_truth,
)


def test_a_trace_and_its_truth_come_back_as_they_were(fortnight, tmp_path):
    records, truth = fortnight
    path = tmp_path / "trace.jsonl"
    assert write_trace(path, records[:900]) == 900
    assert tuple(read_trace(path)) == records[:900]
    write_truth(tmp_path / "truth.jsonl", truth)
    assert read_truth(tmp_path / "truth.jsonl") == truth


def test_the_records_tell_nothing_that_only_the_truth_knows(fortnight, tmp_path):
    """No meaning, habit or unseen state in the file that a memory's feeder reads beside the events themselves."""
    records, _ = fortnight
    path = tmp_path / "trace.jsonl"
    write_trace(path, records[:300])
    text = path.read_text()
    assert "intent" not in text
    assert "habits" not in text


def test_a_line_that_is_no_record_is_named(fortnight, tmp_path):
    path = tmp_path / "trace.jsonl"
    write_trace(path, fortnight[0][:2])
    path.write_text(path.read_text() + '{"event": 1}\n')
    with pytest.raises(TraceFileError, match=r"trace\.jsonl, line 3"):
        list(read_trace(path))


def test_a_file_that_is_no_truth_is_refused(tmp_path):
    path = tmp_path / "truth.jsonl"
    path.write_text("[]\n")
    with pytest.raises(TraceFileError, match=r"1 lines; the truth of a trace has 4"):
        read_truth(path)
    path.write_text("[]\n[]\n[]\n[]\n")
    with pytest.raises(TraceFileError, match="not the truth of a trace"):
        read_truth(path)
