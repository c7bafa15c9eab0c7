"""Measures one system: inserts, searches, size, reopening. Runs in our environment or in that of the peers.

python measure_store.py NAME FOLDER --size N --singles N --queries N --seed N     prints one line of JSON
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
from pathlib import Path

import entries
import numpy as np
from process_figures import bytes_on_disk, cpu_ms, pin_to_one_core, resident_mb, spread
from stores.store import MODULES, OURS, Store, open_store

BATCH = 500
K = 10


def main() -> None:
    arguments = parse_arguments()
    pin_to_one_core()
    folder, seed, size = arguments.folder, arguments.seed, arguments.size
    result: dict[str, object] = {"version": version_of(arguments.name)}
    store = open_store(arguments.name, folder)
    before_mb = resident_mb()
    result["fill_per_cpu_s"] = size / (fill(store, seed, size) / 1e3)
    result["in_batches"] = store.in_batches
    result |= search(store, seed, size, arguments.queries)
    result["rss_mb"], result["rss_before_mb"] = resident_mb(), before_mb
    store.close()
    result["bytes_per_entry"] = bytes_on_disk(folder) / size
    result["entry_bytes"] = entries.DIMENSION * 4 + len(entries.text(seed, size - 1))
    again: list[Store] = []
    result["reopen_cpu_ms"] = cpu_ms(lambda: again.append(open_store(arguments.name, folder)))
    result["insert_per_cpu_s"] = arguments.singles / (singles(again[0], seed, size, arguments.singles) / 1e3)
    again[0].close()
    print(json.dumps(result))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=MODULES)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=int, required=True, help="entries to fill in before the rest is measured")
    parser.add_argument("--singles", type=int, required=True, help="entries to insert one by one afterwards")
    parser.add_argument("--queries", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    return parser.parse_args()


def version_of(name: str) -> str:
    return "" if name in OURS else importlib.metadata.version(name)


def fill(store: Store, seed: int, size: int) -> float:
    """CPU ms of inserting, in batches where there are batches; making the entries is not counted."""
    total = 0.0
    for first, last in entries.chunks(0, size, BATCH):
        numbers, rows = range(first, last), entries.vectors(seed, first, last)
        texts = [entries.text(seed, number) for number in numbers]
        total += cpu_ms(lambda n=numbers, t=texts, v=rows: store.add_batch(n, t, v))
    return total


def singles(store: Store, seed: int, size: int, count: int) -> float:
    """CPU ms of inserting one by one, each acknowledged before the next, on top of what is there."""
    rows = entries.vectors(seed, size, size + count)
    texts = [entries.text(seed, number) for number in range(size, size + count)]
    return sum(cpu_ms(lambda n=size + i, t=texts[i], v=rows[i]: store.add(n, t, v)) for i in range(count))


def search(store: Store, seed: int, size: int, count: int) -> dict[str, object]:
    """CPU ms of searches for 10, and how many of the true 10 were found. The first search warms up."""
    asked = entries.queries(seed, count + 1)
    truth = exact(seed, size, asked)
    times, found = [], 0
    for number, query in enumerate(asked):
        results: list[int] = []
        taken = cpu_ms(lambda q=query, r=results: r.extend(store.search("query: where is it?", q, K)))
        if number:
            times.append(taken)
            found += len(set(results) & set(truth[number].tolist()))
    return {"search": spread(times), "recall": found / (count * min(K, size))}


def exact(seed: int, size: int, asked: entries.Vectors) -> np.ndarray:
    """(Q, 10) numbers of the truly most similar entries, computed in parts so that memory stays small."""
    best = np.full((len(asked), K), -np.inf, np.float32)
    numbers = np.full((len(asked), K), -1)
    for first, last in entries.chunks(0, size, 10_000):
        cosines = np.hstack([best, asked @ entries.vectors(seed, first, last).T])
        known = np.hstack([numbers, np.broadcast_to(np.arange(first, last), (len(asked), last - first))])
        order = np.argsort(-cosines, axis=1, kind="stable")[:, :K]
        best, numbers = np.take_along_axis(cosines, order, 1), np.take_along_axis(known, order, 1)
    return numbers


if __name__ == "__main__":
    main()
