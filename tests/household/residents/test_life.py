"""What happens in a household: who sees it, what is said, what one day leaves to the next."""

import itertools
import random
import time
from string import Formatter

import pytest

from embodied_memory.event import EventKind
from household.home import ROBOT_ID
from household.residents import MemoryTarget, ProjectType, TraceTruth, generate_trace
from household.residents.life import Life
from household.residents.notes import DayNotes, Misplaced, NewWish, Unresolved
from household.residents.phrasebook import TEXTS, Phrasebook, phrasebook
from household.residents.projects import themes
from household.residents.resident import Preference
from household.residents.talk_plan import plan_talk


def test_a_day_has_some_hundred_events_of_all_kinds_of_life(life_of):
    records, _ = life_of(1)
    assert 300 <= len(records) / 2 <= 1200
    kinds = {record.event.kind for record in records}
    assert kinds >= {
        EventKind.UTTERANCE, EventKind.ACTIVITY, EventKind.PERSON_MOVED, EventKind.OBJECT_STATE_CHANGED,
        EventKind.DEVICE_STATE_CHANGED, EventKind.SKILL_ENDED,
    }  # fmt: skip


def test_the_robot_sees_some_of_what_people_do_and_misses_some(life_of):
    records, _ = life_of(1)
    done = [r for r in records if r.event.kind is EventKind.OBJECT_STATE_CHANGED]
    seen = sum(ROBOT_ID in record.event.observers for record in done)
    assert 0.1 < seen / len(done) < 0.9


def test_a_change_that_nobody_saw_shows_when_the_robot_comes_by(life_of):
    """Hidden until observed: some thing was moved unseen, and a later sighting tells of it."""
    records, truth = life_of(1)
    known, hidden, found = {}, {}, []
    for record in records:
        for change in record.event.changes:
            if change.attribute != "location" or not change.value:
                continue
            if ROBOT_ID not in record.event.observers:
                hidden[change.entity_id] = change.value
            elif known.get(change.entity_id) != change.value and hidden.get(change.entity_id) == change.value:
                found.append((change.entity_id, record.evidence_id))
            if ROBOT_ID in record.event.observers:
                known[change.entity_id] = change.value
                hidden.pop(change.entity_id, None)
    things = [entity_id for entity_id, _ in found if truth.entities[entity_id].movable]
    assert len(things) >= 3


def test_the_robot_describes_each_thing_when_it_first_sees_it(life_of):
    records, truth = life_of(1)
    described = [entity for record in records for entity in record.described]
    assert len(described) == len({entity.entity_id for entity in described}) > 60
    assert all(truth.entities[entity.entity_id] == entity for entity in described)
    known = {ROBOT_ID}
    for record in records:
        known |= {entity.entity_id for entity in record.described}
        if ROBOT_ID in record.event.observers and record.event.kind is not EventKind.UTTERANCE:
            assert known >= set(record.event.object_ids)
    assert all(ROBOT_ID in record.event.observers for record in records if record.described)


def test_more_looks_make_more_records_and_the_same_world():
    few, many = (list(generate_trace(2, 1, looks_per_hour=rate)) for rate in (0, 900))
    assert len(many) > 10 * len(few)
    assert len(many) > 7000


def test_records_come_as_they_happen():
    """The first records of a year are there at once."""
    begun = time.process_time()
    first = list(itertools.islice(generate_trace(3, 365), 100))
    assert len(first) == 100
    assert time.process_time() - begun < 5


def test_a_life_of_no_days_or_from_the_middle_of_a_day_is_refused():
    with pytest.raises(ValueError, match="at least one day"):
        next(generate_trace(1, 0))
    with pytest.raises(ValueError, match="from midnight on"):
        next(generate_trace(1, 1, start_ns=1))


def test_projects_have_the_eight_types_and_the_eight_memory_targets():
    assert {theme.kind for theme in themes()} == set(ProjectType)
    assert {beat.target for theme in themes() for beat in theme.beats} == set(MemoryTarget)


def test_eight_days_hold_projects_of_at_least_six_types(life_of):
    records, _ = life_of(1, 8)
    kinds = {record.project.split()[0] for record in records}
    assert len(kinds & {kind.value for kind in ProjectType}) >= 6


def test_utterances_mean_something_that_only_the_truth_knows(life_of):
    records, truth = life_of(1, 8)
    said = [record for record in records if record.event.kind is EventKind.UTTERANCE]
    assert all(record.event.changes == () for record in said)
    intents = {truth.meanings[record.evidence_id].intent for record in said}
    assert intents >= {"report", "hearsay", "promise", "fulfil", "remind", "reminder", "ask where", "prefer setting",
                       "prefer belongs", "prefer favourite", "small talk", "plan"}  # fmt: skip


def test_people_are_now_and_then_mistaken_about_where_a_thing_is(life_of):
    records, truth = life_of(1, 8)
    wrong = right = 0
    for record in records:
        meaning = truth.meanings.get(record.evidence_id)
        if meaning is not None and meaning.intent in ("report", "hearsay") and meaning.attribute == "location":
            is_so = truth.state(meaning.subject, "location", record.event.stamp_ns) == meaning.value
            wrong, right = wrong + (not is_so), right + is_so
    assert wrong >= 3
    assert right > wrong


def test_yesterdays_loose_ends_are_todays_beats():
    scene = Life(1, 0, 8.0, None, None).scene
    person, other = list(scene.residents)[:2]
    thing = scene.map.things()[0].entity_id
    wish = NewWish(person, Preference("belongs", thing, "", "on shelf_1"))
    notes = DayNotes([Misplaced(thing, person)], unresolved=[Unresolved(person, other, "buy milk")], wishes=[wish])
    plain = plan_talk(scene, 3, 0, DayNotes(), random.Random(4))
    beats = plan_talk(scene, 3, 0, notes, random.Random(4))
    added = [beat for beat in beats if beat not in plain]
    assert [beat.words.get("thing", beat.words.get("task")) for beat in added] == [thing, thing, "buy milk"]
    assert added[1].actor != person


@pytest.mark.parametrize("name", ["sayings", "activities", "tasks", "names"])
def test_wordings_are_many_and_differ(name):
    for section, variants in phrasebook(name).sections.items():
        assert len(set(variants)) == len(variants) >= 2, section


def test_all_variants_of_a_saying_name_the_thing_or_task_they_are_about():
    for section in ("report", "hearsay", "promise", "remind", "reminder", "prefer setting", "prefer belongs"):
        named = [
            {field for _, field, _, _ in Formatter().parse(line) if field}
            for line in phrasebook("sayings").variants(section)
        ]
        assert all({"thing", "task"} & fields for fields in named), section


def test_a_phrasebook_with_a_line_before_its_first_section_is_refused(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("Hello.\n")
    with pytest.raises(ValueError, match=r"bad\.txt: a line before the first section"):
        Phrasebook.read(path)
    path.write_text("[a]\n[b]\nx\n")
    with pytest.raises(ValueError, match="empty sections: a"):
        Phrasebook.read(path)
    assert (TEXTS / "sayings.txt").is_file()


def test_the_truth_answers_for_any_time_and_refuses_to_go_back():
    truth = TraceTruth()
    list(generate_trace(5, 1, truth=truth))
    change = next(c for c in truth.changes if c.evidence_id and c.attribute == "location")
    assert truth.state(change.entity_id, "location", change.stamp_ns) == change.value
    assert truth.state(change.entity_id, "location", change.stamp_ns - 1) != change.value
    assert truth.state("nothing", "location", change.stamp_ns) is None
    with pytest.raises(ValueError, match="is before"):
        truth.add(truth.changes[0])
