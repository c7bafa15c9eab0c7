"""setup/prepare.py: steps are done once, and two set-ups at once do not build into the same folders."""

import fcntl
import importlib.util
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def prepare(tmp_path, monkeypatch):
    """The module, with its own folder for stamps and lock."""
    spec = importlib.util.spec_from_file_location("prepare", ROOT / "setup" / "prepare.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "LOGS", tmp_path / "setup")
    monkeypatch.setattr(module, "LOCK", tmp_path / "setup.lock")
    monkeypatch.setattr(sys, "argv", ["prepare.py"])
    return module


def is_locked(file):
    with file.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_a_second_set_up_says_that_it_waits_and_begins_when_the_first_ends(prepare, capsys):
    order = []

    def second():
        with prepare.alone(prepare.LOCK):
            order.append("second")

    thread = threading.Thread(target=second, daemon=True)
    with prepare.alone(prepare.LOCK):
        thread.start()
        end, said = time.monotonic() + 5.0, ""
        while "waiting for another set-up" not in said and time.monotonic() < end:
            said += capsys.readouterr().out
            time.sleep(0.01)
        assert "waiting for another set-up" in said
        order.append("first")
    thread.join(5.0)
    assert order == ["first", "second"]


def test_a_set_up_that_is_alone_says_nothing_of_waiting(prepare, capsys):
    with prepare.alone(prepare.LOCK):
        pass
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("options", [[], ["--force"]], ids=["again", "forced"])
def test_every_step_is_done_under_the_lock(prepare, monkeypatch, options):
    done = []
    monkeypatch.setattr(sys, "argv", ["prepare.py", *options])
    monkeypatch.setattr(prepare, "step", lambda name, *_: done.append((name, is_locked(prepare.LOCK))))
    assert prepare.main() == 0
    assert done == [(name, True) for name in ("environment", "models", "underlay", "workspace")]
    assert not is_locked(prepare.LOCK)


def test_a_step_that_fails_gives_the_lock_back_and_tells_the_cause(prepare, monkeypatch, capsys):
    def fail(*_):
        raise prepare.SetupError("no compiler")

    monkeypatch.setattr(prepare, "step", fail)
    assert prepare.main() == 1
    assert "set-up failed: no compiler" in capsys.readouterr().err
    assert not is_locked(prepare.LOCK)


def test_a_step_is_done_again_only_when_what_it_depends_on_changes(prepare, monkeypatch, tmp_path):
    monkeypatch.setattr(prepare, "ROOT", tmp_path)
    prepare.LOGS.mkdir()
    source = tmp_path / "source.txt"
    source.write_text("one")
    done = []
    for text in ("one", "one", "two", "two"):
        source.write_text(text)
        prepare.step("build", "the build", [source], lambda text=text: done.append(text))
    assert done == ["one", "two"]
