"""`make bench-calls` counts the files that calls pass through, and says which targets are missed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from embodied_memory.words.one_reading import the_reading

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "calls"
sys.path.insert(0, str(BENCHMARK))

from entered_files import entered_files, folders_of  # noqa: E402  (found once its folder is on the path)

from embodied_memory.geometry.pose import Pose2D  # noqa: E402


def test_only_the_files_that_a_call_enters_are_counted():
    assert entered_files(Pose2D(1.0, 2.0, 0.5).inverse) == ["geometry/pose.py"]
    assert entered_files(lambda: None) == []
    assert folders_of(["a/b.py", "c/d.py", "c/e.py"]) == {"c": 2, "a": 1}


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
def test_each_call_is_counted_and_its_target_told(tmp_path):
    program, output = BENCHMARK / "run.py", tmp_path / "calls.json"
    done = subprocess.run(
        [sys.executable, str(program), "--output", str(output)], capture_output=True, text=True, timeout=200
    )
    calls = json.loads(output.read_text())["calls"]
    assert done.returncode == (0 if all(one["met"] for one in calls.values()) else 1), done.stderr
    assert all(one["files"] == len(set(one["entered"])) > 10 for one in calls.values())
    assert calls["record a view"]["entered"][0] == "memory/memory.py"
    assert calls["reply to an utterance"]["entered"][0] == "dialog/dialog_manager.py"
