"""What was acknowledged survives SIGKILL in mid-record, whatever was going on, a hundred times."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import memory_builders
import pytest
from memory_builders import WordEmbedder

import embodied_memory
from embodied_memory.memory.memory import Memory

KILLS = 100
# A nursery of recorders: each is forked, lives on the same memory, says what was acknowledged, and is killed in the
# middle of whatever it does. Forking spares the start of Python and the loading of what reads, for which one recorder
# lives a while before; a killed child takes nothing along but itself.
NURSERY = """
import itertools, os, random, signal, sys, time
import numpy as np
from memory_builders import Builders, WordEmbedder
from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.memory import Memory

build, chance = Builders(), random.Random(7)
a_metre_on = np.eye(4)
a_metre_on[0, 3] = 1.0
SAYINGS = ("remind me to water the plants tomorrow at 9 am", "I watered the plants", "I like green tea", "hello")

def live(path, first, say, count):
    memory = Memory(path, WordEmbedder())
    for n in itertools.islice(itertools.count(first), count):
        things = [build.thing(f"mug_{i}", (i, n % 7, 1), color="red") for i in range(5)]
        stamp = n * 1000
        place = f"on shelf_{n % 3}"
        receipts = [
            memory.record(build.instant(stamp / 1e6, *things, session=str(first))),
            memory.record_event(Event(stamp * 1000 + 1, EventKind.UTTERANCE, "anna", f"{SAYINGS[n % 4]} {n}")),
            memory.record_event(Event(stamp * 1000 + 2, EventKind.OBJECT_STATE_CHANGED, "anna", f"anna moves it {n}",
                ("mug_1",), "kitchen", changes=(StateChange("mug_1", "location", place),))),
        ]
        for receipt in receipts:
            say(f"record {receipt.record_id} {receipt.stamp_ns}")
        if n % 3 == 0:
            say(f"rule {memory.rules.add(f'rule {n}', 'anna', stamp).changes[0].rule_id} {n}")
        if n % 4 == 0:
            memory.upkeep.build_history(5)
        if n % 9 == 0:
            memory.upkeep.forget((n + 10**9) * 10**6)
        if n % 11 == 5:
            memory.upkeep.compact()
        if n % 13 == 6:
            memory.people.erase("Zebulon", stamp_ns=stamp)
        if n % 5 == 2:
            memory.map.correct("map", a_metre_on, stamp)

live(sys.argv[1] + ".warm", 0, str, 12)
for kill in range(int(sys.argv[2])):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        live(sys.argv[1], 10**6 + kill * 1000, lambda line: os.write(writing, f"{line}\\n".encode()), None)
    os.close(writing)
    said, enough = b"", chance.randrange(1, 40)
    while said.count(b"\\n") < enough:
        more = os.read(reading, 4096)
        assert more, "a recorder ended by itself"
        said += more
    time.sleep(chance.random() / 100)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(reading, 4096):
        said += more
    os.close(reading)
    sys.stdout.write(said.decode())
"""


@pytest.mark.timeout(600)
def test_no_acknowledged_record_is_lost_by_a_hundred_kills(tmp_path):
    path = tmp_path / "memory.db"
    acknowledged = kill_recorders(path)
    with Memory(path, WordEmbedder()) as memory:
        assert memory.upkeep.verify() == ()
        records = {(record.record_id, record.stamp_ns) for record in memory.latest_records(10**9)}
        assert moved_otherwise_than_logged(path) == []
        rules = {rule.rule_id for rule in memory.rules.all()}
        while memory.upkeep.build_history():
            pass
        assert memory.upkeep.verify() == ()
    assert len(acknowledged["record"]) > 10 * KILLS
    assert [one for one in acknowledged["record"] if one not in records] == []
    assert [rule for rule, _ in acknowledged["rule"] if rule not in rules] == []


def moved_otherwise_than_logged(path):
    """Instants, all taken at x = 0, that are not where the corrections since then, of a metre each, put them."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM map_correction").fetchone()[0] > KILLS / 5
        return connection.execute(
            "SELECT record_id FROM instant WHERE x !="
            " (SELECT count(*) FROM map_correction WHERE log_end >= record_id)"
        ).fetchall()


def kill_recorders(path):
    """What the recorders said before they were killed without warning: {"record": [(id, stamp_ns)], "rule": ...}."""
    folders = (Path(memory_builders.__file__).parent, Path(embodied_memory.__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))}
    done = subprocess.run(
        [sys.executable, "-c", NURSERY, str(path), str(KILLS)], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said = [line.split() for line in done.stdout.splitlines()]
    return {kind: [(int(one), int(two)) for name, one, two in said if name == kind] for kind in ("record", "rule")}
