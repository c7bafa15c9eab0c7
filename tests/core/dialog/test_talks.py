"""What people say, alone and in whole talks, to a robot that lived with them for two days; see support/texts."""

import re
import shutil
from pathlib import Path

import pytest
from lived_home import NOW_NS, live_two_days
from played_talk import PlayedTalk

from embodied_memory.memory.memory import Memory
from embodied_memory.perception.embedder import make_embedder

TEXTS = Path(__file__).parents[2] / "support" / "texts"
EMBEDDER = make_embedder("hashing")


def lines_of(name):
    return [line for line in (TEXTS / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


UTTERANCES = [line.split(" | ") for line in lines_of("utterances.txt")]
TALKS = [block.splitlines() for block in "\n".join(lines_of("talks.txt")).split("= ")[1:]]


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """The file of a memory of two days."""
    path = tmp_path_factory.mktemp("lived") / "memory.db"
    with Memory(path, EMBEDDER, clock=lambda: NOW_NS) as memory:
        live_two_days(memory)
    return path


@pytest.fixture(scope="module")
def shared(lived):
    """For what is said alone: it is not recorded, so that nobody's words change what is asked of the others."""
    copy = shutil.copy(lived, lived.with_name("shared.db"))
    with Memory(copy, EMBEDDER, clock=lambda: NOW_NS) as memory:
        yield memory


def shows(reply, deeds, wanted):
    return re.search(wanted, f"{deeds} {reply.answer.text}", re.I | re.S) is not None


@pytest.mark.parametrize(("who", "said", "act", "wanted"), UTTERANCES, ids=[line[1][:30] for line in UTTERANCES])
def test_what_is_said_alone(shared, who, said, act, wanted):
    reply, deeds = PlayedTalk(shared, is_recorded=False).say(who, said)
    assert (reply.act.value in act.split("/"), shows(reply, deeds, wanted)) == (True, True), (
        f"{reply.act}: {deeds} / {reply.answer.text}"
    )


@pytest.mark.parametrize("talk", TALKS, ids=[talk[0] for talk in TALKS])
def test_a_whole_talk(lived, tmp_path, talk):
    with Memory(shutil.copy(lived, tmp_path / "memory.db"), EMBEDDER, clock=lambda: NOW_NS) as memory:
        played = PlayedTalk(memory)
        for line in filter(None, talk[1:]):
            if line.startswith("* "):
                played.happens(line[2:])
                continue
            spoken, act, wanted = line.rsplit(" | ", 2)
            who, said = spoken.split(": ", 1)
            reply, deeds = played.say(who, said)
            assert (reply.act.value in act.split("/"), shows(reply, deeds, wanted)) == (True, True), (
                f"{line}: {reply.act} {deeds} / {reply.answer.text}"
            )
