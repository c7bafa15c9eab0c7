"""What was acknowledged survives SIGKILL in mid-record."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import embodied_memory
from embodied_memory.memory.memory import Memory

KILLS = 6
RECORDER = """
import sys
from conftest import Builders, WordEmbedder
from embodied_memory.event import Event, EventKind
from embodied_memory.memory.memory import Memory
build = Builders()
memory = Memory(sys.argv[1], WordEmbedder())
first = int(sys.argv[2])
for n in range(first, first + 10**6):
    things = [build.thing(f"mug_{i}", (i, n % 7, 1), color="red") for i in range(10)]
    receipts = [memory.record(build.instant(n, *things, session=sys.argv[2])),
                memory.record_event(Event(n, EventKind.UTTERANCE, "anna", f"word {n}"))]
    print(*(receipt.record_id for receipt in receipts), flush=True)
"""


def test_no_acknowledged_record_is_lost_by_killing(path, embedder):
    acknowledged = set()
    for kill in range(KILLS):
        acknowledged |= _record_and_kill(path, kill, lines_before_kill=5 + 7 * kill)
    with Memory(path, embedder) as memory:
        memory.verify()
        recorded = {record.record_id for record in memory.latest_records(10**6)}
        connection = memory._database.connection
        sightings = connection.execute("SELECT count(*), count(DISTINCT record_id) FROM sighting").fetchone()
        instants = memory.counts()["instants"]
    assert acknowledged <= recorded
    assert sightings == (10 * instants, instants)


def _record_and_kill(path, kill, lines_before_kill):
    """The record ids that a recorder printed before it was killed without warning."""
    folders = (Path(__file__).parent, Path(embodied_memory.__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))}
    arguments = [sys.executable, "-c", RECORDER, str(path), str(kill * 10**6)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment) as recorder:
        lines = [recorder.stdout.readline() for _ in range(lines_before_kill)]
        recorder.send_signal(signal.SIGKILL)
        lines += recorder.stdout.readlines()
    return {int(number) for line in lines if line.endswith("\n") for number in line.split()}
