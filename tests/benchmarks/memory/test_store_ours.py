"""Our own store behind the protocol that every system is measured through."""

import json
import subprocess
import sys

import entries
import pytest
from measure_store import __file__ as SCRIPT
from stores.store import open_store


@pytest.fixture(params=["ours", "ours, durable"])
def name(request):
    return request.param


def test_entries_are_found_and_survive_reopening(name, tmp_path):
    vectors = entries.vectors(1, 0, 30)
    texts = [entries.text(1, number) for number in range(30)]
    store = open_store(name, tmp_path)
    store.add_batch(range(29), texts[:29], vectors[:29])
    store.add(29, texts[29], vectors[29])
    store.close()

    again = open_store(name, tmp_path)

    assert again.numbers() == set(range(30))
    assert again.search(texts[7], vectors[7], 3)[0] == 7
    again.close()


def test_one_system_is_measured_in_a_process_of_its_own(tmp_path):
    command = [sys.executable, SCRIPT, "ours", str(tmp_path)]
    sizes = ["--size", "200", "--singles", "20", "--queries", "10", "--seed", "1"]

    done = subprocess.run([*command, *sizes], capture_output=True, text=True, check=True)
    measured = json.loads(done.stdout)

    assert measured["recall"] == 1.0
    assert measured["search"]["calls"] == 10
    assert measured["entry_bytes"] < measured["bytes_per_entry"] < 20 * measured["entry_bytes"]
    assert measured["insert_per_cpu_s"] > 100
