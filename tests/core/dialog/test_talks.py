"""What people say, alone and in whole talks, to a robot that lived with them for two days; see support/texts."""

import re
import shutil
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import pytest
from lived_home import NOW_NS, live_two_days
from played_talk import PlayedTalk

from embodied_memory.memory.memory import Memory
from embodied_memory.perception.embedder import make_embedder
from embodied_memory.words.one_reading import the_reading

TEXTS = Path(__file__).parents[2] / "support" / "texts"


def lines_of(name):
    return [line for line in (TEXTS / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


UTTERANCES = [line.split(" | ") for line in lines_of("utterances.txt")]
TALKS = [block.splitlines() for block in "\n".join(lines_of("talks.txt")).split("= ")[1:]]


LEARNED_OVER = {"Did anybody feed the cat?", "has anyone fed the cat yet", "further talk 5", "how many then which",
                "learn then answer"}  # fmt: skip
"""What is answered by the embedder alone over which weights were learned; the rest is by any."""


def embedder_for(name):
    if name not in LEARNED_OVER:
        return make_embedder("hashing")
    if the_reading() is None:
        pytest.skip("MiniLM is not installed")
    return make_embedder("minilm")


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """The file of a memory of two days, by the quick embedder or by the other one."""

    @cache
    def of(is_learned):
        embedder = embedder_for(next(iter(LEARNED_OVER)) if is_learned else "")
        path = tmp_path_factory.mktemp("lived") / "memory.db"
        with Memory(path, embedder, clock=lambda: NOW_NS) as memory:
            live_two_days(memory)
        return path

    return lambda name: of(name in LEARNED_OVER)


@contextmanager
def copy_of(lived, name, tmp_path):
    path = shutil.copy(lived(name), tmp_path / "memory.db")
    with Memory(path, embedder_for(name), clock=lambda: NOW_NS) as memory:
        yield memory


def shows(reply, deeds, wanted):
    return re.search(wanted, f"{deeds} {reply.answer.text}", re.I | re.S) is not None


@pytest.fixture(scope="module")
def shared(lived, tmp_path_factory):
    """For what is said alone: it is not recorded, so that nobody's words change what is asked of the others."""
    with ExitStack() as opened:

        @cache
        def of(is_learned):
            name = next(iter(LEARNED_OVER)) if is_learned else ""
            return opened.enter_context(copy_of(lived, name, tmp_path_factory.mktemp("shared")))

        yield lambda name: of(name in LEARNED_OVER)


@pytest.mark.parametrize(("who", "said", "act", "wanted"), UTTERANCES, ids=[line[1][:30] for line in UTTERANCES])
def test_what_is_said_alone(shared, who, said, act, wanted):
    reply, deeds = PlayedTalk(shared(said), is_recorded=False).say(who, said)
    assert (reply.act.value in act.split("/"), shows(reply, deeds, wanted)) == (True, True), (
        f"{reply.act}: {deeds} / {reply.answer.text}"
    )


@pytest.mark.parametrize("talk", TALKS, ids=[talk[0] for talk in TALKS])
def test_a_whole_talk(lived, tmp_path, talk):
    with copy_of(lived, talk[0], tmp_path) as memory:
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
