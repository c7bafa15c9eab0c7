"""The history tree follows the log; what it forgets is gone from the database as well."""

import numpy as np

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.episodic.memory_bank import ViewFilter
from embodied_memory.memory.episodic.tree.node import Level
from embodied_memory.memory.memory import Memory

SECOND, HOUR, DAY = 10**9, 3600 * 10**9, 86_400 * 10**9


def say(second, text, kind=EventKind.UTTERANCE, actor="anna", **more):
    return Event(second * SECOND, kind, actor, text, **more)


def build_all(memory, limit=500):
    counts = []
    while count := memory.upkeep.build_history(limit):
        counts.append(count)
    return counts


def leaves(memory):
    tree = memory.stores.tree.snapshot()
    return [node.record_id for node in tree.walk() if node.level == Level.INSTANT and not node.is_forgotten]


def test_every_record_gets_into_the_tree_once_whatever_the_batches(path, embedder, build):
    with Memory(path, embedder) as memory:
        ids = [memory.record(build.instant(n, tags=(f"word{n}",))).record_id for n in range(7)]
        ids += [memory.record_event(say(10 + n, f"sentence {n}")).record_id for n in range(6)]
        assert build_all(memory, limit=4) == [4, 4, 4, 1]
        assert (leaves(memory), build_all(memory)) == (ids, [])


def test_a_restart_goes_on_where_the_tree_ended(path, embedder):
    with Memory(path, embedder) as memory:
        first = [memory.record_event(say(n, f"sentence {n}")).record_id for n in range(5)]
        build_all(memory)
        later = memory.record_event(say(60, "one more")).record_id
    with Memory(path, embedder) as memory:
        assert leaves(memory) == first
        assert (build_all(memory), leaves(memory)) == ([1], [*first, later])


def test_a_goal_begun_before_a_restart_still_holds_what_comes_after(path, embedder):
    with Memory(path, embedder) as memory:
        memory.record_event(say(1, "find the mug", EventKind.INSTRUCTION_STARTED, "robot"))
        build_all(memory)
    with Memory(path, embedder) as memory:
        memory.record_event(say(5, "It is in the kitchen."))
        memory.record_event(say(9, "found the mug", EventKind.INSTRUCTION_ENDED, "robot", succeeded=True))
        build_all(memory)
        goals = [node for node in memory.stores.tree.snapshot().walk() if node.level == Level.GOAL]
        assert len(goals) == 1


def test_forgotten_views_leave_the_database_and_are_found_no_more_but_events_stay(path, embedder, build):
    with Memory(path, embedder) as memory:
        feature = embedder.embed_text(["red kettle"])[0]
        view = build.instant(
            1, tags=("kettle",), text_feature=feature, feature_model=embedder.name, thumbnail=b"picture"
        )
        record_id = memory.record(view).record_id
        said = memory.record_event(say(2, "Good morning, robot."))
        build_all(memory)
        assert [found.record_id for found in memory.retrieve("red kettle").memories] == [record_id]
        plan = memory.upkeep.forget(400 * DAY)
        assert record_id in plan.forgotten_record_ids
        assert memory.retrieve("red kettle").memories == ()
        rows = memory._file.database.connection
        counts = [
            rows.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("bank_entry", "thumbnail", "sighting")
        ]
        assert counts == [0, 0, 0]
        kept = rows.execute("SELECT summary FROM event_log WHERE record_id = ?", (said.record_id,)).fetchone()
        assert kept == ("Good morning, robot.",)
    with Memory(path, embedder) as memory:
        assert (memory.counts()["bank_entries"], leaves(memory)) == (0, [])


def test_an_event_that_the_robot_did_not_perceive_does_not_enter(path, embedder):
    with Memory(path, embedder) as memory:
        assert memory.record_event(say(1, "a secret", observers=("anna", "bob"))) is None
        assert memory.counts()["records"] == 0


def test_views_are_found_by_time_person_and_place(path, embedder, build):
    with Memory(path, embedder) as memory:
        features = embedder.embed_text(["sofa lamp", "bed pillow", "stove kettle"])
        for n, feature in enumerate(features):
            people = (build.thing("person_1", caption="anna"),) if n == 1 else ()
            memory.record(
                build.instant(
                    n * 100, *people, robot=(4.0 * n, 0.0, 0.0), text_feature=feature, feature_model=embedder.name
                )
            )

        def found(**filters):
            return [one.stamp_ns // SECOND for one in memory.retrieve("bed", 5, ViewFilter(**filters)).memories]

        assert sorted(found()) == [0, 100, 200]
        assert sorted(found(since_ns=50 * SECOND)) == [100, 200]
        assert found(person="anna") == [100]
        assert found(person="bob") == []
        assert found(within=lambda places: np.asarray(places[:, 0] > 6.0)) == [200]


def test_keeping_up_builds_first_and_forgets_at_night(path, embedder, build):
    with Memory(path, embedder) as memory:
        ids = [memory.record(build.instant(n, tags=(f"word{n}",))).record_id for n in range(3)]
        assert [memory.upkeep.keep_up(2 * HOUR), leaves(memory)] == [3, ids]
        assert [memory.upkeep.keep_up(400 * DAY), leaves(memory)] == [0, []]
        assert memory.stores.tree.last_forgetting_ns == 400 * DAY


def test_forgetting_gives_way_to_what_is_new(path, embedder, build):
    with Memory(path, embedder) as memory:
        ids = [memory.record(build.instant(n, tags=(f"word{n}",))).record_id for n in range(3)]
        build_all(memory)
        newest = memory.record(build.instant(9, tags=("late",))).record_id
        plan = memory.upkeep.forget(400 * DAY, memory.upkeep._history._is_behind)
        assert (plan.finished, plan.forgotten_record_ids, leaves(memory)) == (False, (), ids)
        assert memory.upkeep.keep_up(400 * DAY) == 1
        assert leaves(memory) == [*ids, newest]
