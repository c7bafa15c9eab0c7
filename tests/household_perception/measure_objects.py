"""What a drive through homes leaves of objects, under each lie of the senses: `python measure_objects.py --help`.

Asserted: existence of at least one half. Matched one to one with what the drive truly showed.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from lying_views import FAIR, GOOD, POOR, Liar, Lies, drive, shown, truths

from embodied_memory.config import Config, PerceptionConfig
from embodied_memory.mapping.mapper import Mapper
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder

CACHE = Path(tempfile.gettempdir()) / "household_views"
SENSES = {
    "exact": Lies(),
    "boxes": Lies(boxes=True),
    "recall": Lies(recall=0.8),
    "flicker": Lies(flicker=0.05),
    "sticky": Lies(sticky=0.05),
    "ghosts": Lies(ghosts=1 / 3),
    "depth": Lies(depth_at_1m=0.01),
    "depth2": Lies(depth_at_1m=0.02),
    "holes": Lies(holes=True),
    "pose": Lies(pose_m=0.05, pose_deg=1.0),
    "tilt": Lies(tilt_deg=1.0),
    "good": GOOD,
    "fair": FAIR,
    "fair-unscored": replace(FAIR, scored=False),
    "fair-masks": replace(FAIR, boxes=False),
    "poor": POOR,
}


def cached(seed, folder):
    """Views of the drive, rendered once."""
    file = Path(folder) / f"{seed}.pickle"
    if not file.is_file():
        views = list(drive(seed))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps((views, truths(seed), shown(views))))
    return pickle.loads(file.read_bytes())


def objects_after(views, lies, seed, with_map=False):
    """What memory would hold at the end, by id; the CPU seconds of a view, perception and mapping."""
    liar = Liar(lies, tuple(sorted({label.category for _, v in views for label in v.instances.labels})), seed)
    builder = SceneGraphBuilder(PerceptionConfig(embedder="hashing", thumbnail_width_px=0))
    mapper, known, spent, mapped = Mapper(Config()), {}, 0.0, 0.0
    for stop, view in views:
        lied = liar.spoil(view, stop)
        started = time.process_time()
        instant = builder.build(lied)
        spent += time.process_time() - started
        if with_map:
            started = time.process_time()
            mapper.integrate(lied)
            mapped += time.process_time() - started
        for gone, onward in instant.merged:
            held = known.pop(gone, None)
            if held is not None:
                known.setdefault(onward, held)
        for one in (*instant.objects, *instant.revised):
            known[one.object_id] = one
    return known, spent / len(views), mapped / len(views)


def judged(known, truth, visible):
    """Figures of one home."""
    there = [truth[number] for number in sorted(visible)]
    asserted = [one for one in known.values() if one.existence >= 0.5]
    distance = np.array([[np.linalg.norm(np.subtract(a.position, t.position)) for t in there] for a in asserted])
    distance = distance.reshape(len(asserted), len(there))
    gate = np.array([max(0.4, 0.6 * max(t.size)) for t in there])
    wrong = np.array([[a.category != t.category for t in there] for a in asserted]).reshape(distance.shape)
    cost = np.where(distance <= gate, distance + 0.3 * wrong, 1e3)
    pairs = [(a, t) for a, t in zip(*linear_sum_assignment(cost), strict=True) if cost[a, t] < 1e3]
    matched = {a for a, _ in pairs}
    duplicates = sum((distance[a] <= gate).any() for a in range(len(asserted)) if a not in matched)
    return {
        "visible": len(there),
        "asserted": len(asserted),
        "matched": len(pairs),
        "right": sum(not wrong[a, t] for a, t in pairs),
        "near": int(duplicates),
        "phantoms": len(asserted) - len(matched) - int(duplicates),
        "all": len(known),
        "errors": [(max(there[t].size), float(distance[a, t])) for a, t in pairs],
        "belief": [(one.existence, False) for one in known.values()],
        "missed": [there[t].category for t in range(len(there)) if t not in {t for _, t in pairs}],
        "phantom": [asserted[a].object_id for a in range(len(asserted)) if a not in matched],
    }


def told(name, homes, cpu):
    """One line of the table."""
    total = {
        key: sum(home[key] for home in homes)
        for key in ("visible", "asserted", "matched", "right", "near", "phantoms", "all")
    }
    errors = np.array([pair for home in homes for pair in home["errors"]]).reshape(-1, 2)
    sizes = []
    for low, high in ((0, 0.3), (0.3, 0.9), (0.9, 9)):
        of_size = errors[(errors[:, 0] >= low) & (errors[:, 0] < high), 1]
        sizes.append(f"{np.median(of_size):.2f}/{np.percentile(of_size, 90):.2f}" if len(of_size) else "-")
    visible, asserted = total["visible"], max(total["asserted"], 1)
    shares = [total[key] / visible for key in ("asserted", "matched")]
    shares += [total["right"] / asserted, *(total[key] / visible for key in ("near", "phantoms", "all"))]
    figures = " ".join(f"{share:6.2f}" for share in shares)
    milliseconds = " ".join(f"{1e3 * spent:5.1f}" for spent in cpu)
    return f"{name:14s} {figures}  {np.median(errors[:, 1]):.3f}  {'  '.join(sizes)}   {milliseconds}"


HEADER = "senses          asser  match  right  dupl.  phant  known  error  small      middle     large       ms   map"


def say(line):
    """A line of the table, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main():
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="5000,5001")
    parser.add_argument("--senses", default=",".join(SENSES))
    parser.add_argument("--cache", default=CACHE, help="where rendered views are kept")
    parser.add_argument("--map", action="store_true", help="time mapping, too")
    parser.add_argument("--show", action="store_true", help="name what is missed and what is not there")
    chosen = parser.parse_args()
    homes = [cached(int(seed), chosen.cache) for seed in chosen.seeds.split(",")]
    say(HEADER)
    for name in chosen.senses.split(","):
        results, times = [], []
        for number, (views, truth, visible) in enumerate(homes):
            known, *spent = objects_after(views, SENSES[name], number, chosen.map)
            results.append(judged(known, truth, visible))
            times.append(spent)
        say(told(name, results, np.mean(times, axis=0)))
        if chosen.show:
            say("   missed: " + ", ".join(one for home in results for one in home["missed"]))
            say("   not there: " + ", ".join(one for home in results for one in home["phantom"]))


if __name__ == "__main__":
    main()
