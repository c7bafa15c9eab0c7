"""LMEE, equations 1 to 3: what enters the bank and what is found in it."""

import logging
import math

import numpy as np
import pytest

from embodied_memory.config import MemoryBankConfig
from embodied_memory.event import Event, EventKind


def view(build, embedder, second, words, x=0.0, **more):
    feature = embedder.embed_text([words])[0]
    return build.instant(
        second, robot=(x, 0.0, 0.0), text_feature=feature, image_feature=feature, feature_model=embedder.name,
        tags=tuple(words.split()), **more,
    )  # fmt: skip


def test_a_robot_that_stands_still_fills_nothing(memory, build, embedder):
    kept = [memory.record(view(build, embedder, n, "sofa lamp")).in_memory_bank for n in range(20)]
    assert kept == [True] + [False] * 19


def test_new_places_enter_and_forced_views_always_do(memory, build, embedder):
    rooms = ("sofa lamp", "bed pillow", "stove kettle", "toilet towel")
    assert [
        memory.record(view(build, embedder, n, words, 5.0 * n)).in_memory_bank for n, words in enumerate(rooms)
    ] == [True] * 4
    again = view(build, embedder, 9, rooms[-1], 15.0)
    assert not memory.record(again).in_memory_bank
    forced = view(build, embedder, 10, rooms[-1], 15.0)
    assert memory.record(forced, force_bank=True).in_memory_bank


def test_similarity_is_equation_2_with_its_weights(memory, build, embedder):
    memory.record(view(build, embedder, 0, "sofa lamp"))
    memory.record(view(build, embedder, 1, "sofa bed", x=1.0))
    stored = memory._file.database.connection.execute(
        "SELECT bank_similarity FROM instant ORDER BY record_id"
    ).fetchall()
    cosine = float(np.prod(embedder.embed_text(["sofa lamp", "sofa bed"]), axis=0).sum())
    expected = 0.8 * cosine + 0.2 * math.exp(-1 / MemoryBankConfig().position_scale_m)
    assert stored == [(None,), (pytest.approx(expected, abs=1e-6),)]


def test_retrieval_is_the_best_of_text_and_image_over_the_top_k(memory, build, embedder):
    for n, words in enumerate(("red kettle", "kettle", "bed", "sofa", "bath")):
        memory.record(view(build, embedder, n, words, 10.0 * n, thumbnail=words.encode()))
    found = memory.retrieve("kettle").memories
    assert [(m.tags, m.thumbnail, m.robot_position) for m in found[:2]] == [
        (("kettle",), b"kettle", (10.0, 0.0, 0.0)),
        (("red", "kettle"), b"red kettle", (0.0, 0.0, 0.0)),
    ]
    assert len(found) == 3
    assert found[0].similarity == pytest.approx(1.0, abs=1e-5)


def test_features_of_another_model_are_not_compared_and_this_is_said(memory, build, embedder, caplog):
    alien = np.ones(512, np.float32)
    with caplog.at_level(logging.WARNING):
        for n in range(3):
            memory.record(
                build.instant(n, tags=("kettle",), text_feature=alien, image_feature=alien, feature_model="other")
            )
    assert [record.message for record in caplog.records] == [
        "features of the model 'other' are not compared with those of 'words-of-test': set both sides to one embedder"
    ]
    assert memory.retrieve("kettle").memories[0].similarity == pytest.approx(1.0, abs=1e-5)


def test_entries_of_another_embedder_are_counted_and_skipped(home, open_memory, embedder, monkeypatch):
    home.close()
    monkeypatch.setattr(type(embedder), "name", "newer")
    again = open_memory()
    assert again.retrieve("kettle").memories == ()
    assert again.counts()["bank_entries_of_other_models"] == 1
    assert again.retrieve("kettle").objects[0].object_id == "kettle_1"


def goal_ended(second, succeeded):
    return Event(int(second * 1e9), EventKind.GOAL_ENDED, "robot", "found the mug", succeeded=succeeded)


def test_the_view_of_a_found_goal_is_kept_although_it_is_not_novel(memory, build, open_memory):
    for second in range(1, 6):
        last = memory.record(build.instant(second, build.thing("mug_1")))
    assert not last.in_memory_bank
    before = memory.counts()["bank_entries"]
    memory.record_event(goal_ended(6, succeeded=False))
    assert memory.counts()["bank_entries"] == before
    memory.record_event(goal_ended(7, succeeded=True))
    memory.record_event(goal_ended(7, succeeded=True))
    assert memory.counts()["bank_entries"] == before + 1
    assert last.record_id in [found.record_id for found in memory.retrieve("mug", k=10).memories]
    memory.close()
    assert open_memory().counts()["bank_entries"] == before + 1
