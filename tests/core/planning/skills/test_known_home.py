"""The robot's memory as the home that skills know."""

from __future__ import annotations

from memory_builders import Builders, WordEmbedder

from embodied_memory.memory.memory import Memory
from embodied_memory.planning.known_home import DescriptionMatch, KnownObject, KnownReceptacle, RememberedHome
from embodied_memory.planning.perception_skills import PerceptionSkills, by_description
from embodied_memory.planning.skill_call import parse_skill_call

B = Builders()


def test_what_was_seen_is_found_with_its_looks_and_place(tmp_path):
    embedder = WordEmbedder()
    with Memory(tmp_path / "memory.db", embedder) as memory:
        table = B.thing("table_1", at=(1.0, 1.0, 0.4), size=(1.0, 1.0, 0.8))
        mug = B.thing("mug_2", at=(1.0, 1.0, 0.85), caption="a red mug")
        memory.record(B.instant(1, table, mug, relations=(B.on("mug_2", "table_1"),)))
        (known_mug,) = [one for one in memory.objects() if one.category == "mug"]
        (known_table,) = [one for one in memory.objects() if one.category == "table"]
        home = RememberedHome(memory.objects, lambda: known_mug.object_id)
        place = known_table.object_id
        assert home.objects() == (
            KnownObject(known_mug.object_id, "mug", place, known_mug.room, "a red mug", place, known_mug.room),
        )
        assert home.receptacles() == (KnownReceptacle(place, "table", known_table.room),)
        assert (home.unexplored(), home.held()) == ((), known_mug.object_id)
        assert home.rooms() == tuple(filter(None, {known_mug.room}))
        skills = PerceptionSkills(home, by_description(home, DescriptionMatch(embedder)))
        assert skills.execute(parse_skill_call(f"DescribeObject[{known_mug.object_id}]")).text.endswith("a red mug")
        assert known_mug.object_id in skills.execute(parse_skill_call("FindObject[a mug]")).text
