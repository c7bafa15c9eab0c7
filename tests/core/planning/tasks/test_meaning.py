"""What words for a thing mean: never a guess between things that look different."""

from dataclasses import replace

import pytest

from embodied_memory.evidence import EpistemicStatus
from embodied_memory.memory.personal.knowledge import ObjectMeaning, ObjectSemantics
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.planning.instruction import Ambiguity
from embodied_memory.planning.tasks.meaning import Meaning, Meanings, believed_there, called_so, of_owner
from embodied_memory_tools.language.small_home import SmallHome, furniture, on, thing

TABLE, SHELF = furniture("table_1", (0.0, 0.0)), furniture("shelf_1", (6.0, 0.0), "living room")
RED = on(thing("mug_1", caption="a red mug", attributes=(("color", "red"),)), TABLE)
WHITE = on(thing("mug_2", caption="a white mug", attributes=(("color", "white"),)), SHELF)


def meaning(words, *things, speaker="anna", recalled=lambda query, person: ()):
    meant = Meanings(SmallHome((TABLE, SHELF, *things), recalled=recalled)).of(words, speaker)
    return [one.object_id for one in meant.things], meant.ambiguity.readings if meant.ambiguity else ()


def told(person, *things, record_id=7, rivals=()):
    known = tuple(ObjectSemantics(person, ObjectMeaning.PREFERENCE, (one,), f"I like the {one}") for one in things)
    memory = PersonalMemory(record_id, person, 0, "", f"my favourite is the {things[0]}", knowledge=known)
    return PersonalRecollection(memory, "my favourite mug", 0.9, rivals)


def test_a_look_tells_things_apart():
    assert meaning("white mug", RED, WHITE)[0][0] == "mug_2"


def test_two_that_look_different_are_asked_about():
    assert meaning("mug", RED, WHITE) == (
        ["mug_1", "mug_2"],
        ("the red mug on the table in the kitchen", "the white mug on the shelf in the living room"),
    )


def test_any_of_them_will_do():
    found, readings = meaning("a mug", RED, WHITE)
    assert (set(found), readings) == ({"mug_1", "mug_2"}, ())


def test_two_that_nothing_tells_apart_need_no_question():
    found, readings = meaning("red mug", RED, replace(RED, object_id="mug_3"))
    assert (set(found), readings) == ({"mug_1", "mug_3"}, ())


def test_where_it_is_no_more_is_left_out():
    gone = replace(WHITE, status=EpistemicStatus.CONTRADICTED)
    assert meaning("mug", RED, gone) == (["mug_1"], ())
    assert meaning("white mug", gone) == (["mug_2"], ())


def test_a_personal_name_means_what_the_speaker_told():
    def recalled(query, person):
        return (told(person, "white mug"),) if person == "anna" else ()

    assert meaning("my favourite mug", RED, WHITE, recalled=recalled)[0][0] == "mug_2"
    assert meaning("my favourite mug", RED, WHITE, speaker="tom", recalled=recalled)[1] != ()


def test_two_memories_about_as_likely_are_asked_about():
    both = (told("anna", "white mug", rivals=(8,)), told("anna", "red mug", record_id=8, rivals=(7,)))
    assert meaning("my favourite mug", RED, WHITE, recalled=lambda query, person: both) == (
        [],
        ("white mug", "red mug"),
    )


def test_two_other_sorts_of_things_that_were_told_of_are_neither_meant():
    one = (told("anna", "white mug"),)
    assert meaning("my slippers", RED, WHITE, recalled=lambda query, person: one)[0][0] == "mug_2"
    both = (told("anna", "white mug", rivals=(8,)), told("anna", "red mug", record_id=8, rivals=(7,)))
    assert meaning("my slippers", RED, WHITE, recalled=lambda query, person: both) == ([], ())


def owned(statement):
    known = (ObjectSemantics("anna", ObjectMeaning.OWNERSHIP, ("white mug",), statement),)
    return (PersonalRecollection(PersonalMemory(7, "anna", 0, "", statement, knowledge=known), "my mug", 0.9, ()),)


def test_of_look_alikes_the_one_is_meant_that_lies_where_it_was_told_whose_it_is():
    twin = on(replace(WHITE, object_id="mug_3"), TABLE)
    for place, expected in (("the brown table", "mug_3"), ("the shelf in the living room", "mug_2")):
        told_so = owned(f"The white mug on {place} is mine.")
        assert meaning("my mug", WHITE, twin, recalled=lambda query, person, so=told_so: so) == ([expected], ())


def test_look_alikes_that_no_place_was_told_of_are_asked_about():
    twin = on(replace(WHITE, object_id="mug_3"), TABLE)
    for statement in ("The white mug is mine.", "The white mug on the desk in the study is mine."):
        told_so = owned(statement)
        found, readings = meaning("my mug", WHITE, twin, recalled=lambda query, person, so=told_so: so)
        assert (set(found), len(readings)) == ({"mug_2", "mug_3"}, 2)


def test_nothing_known_means_nothing():
    assert meaning("violin", RED) == ([], ())


def test_what_was_seen_elsewhere_since_may_be_the_same_thing_and_needs_no_question():
    before = replace(RED, first_seen_ns=1, last_seen_ns=10)
    since = replace(on(RED, SHELF), object_id="mug_3", first_seen_ns=20, last_seen_ns=30)
    assert meaning("red mug", before, since) == (["mug_3", "mug_1"], ())


def test_two_that_were_there_at_the_same_time_are_two():
    one = replace(RED, first_seen_ns=1, last_seen_ns=30)
    other = replace(on(RED, SHELF), object_id="mug_3", first_seen_ns=20, last_seen_ns=30)
    assert len(meaning("red mug", one, other)[1]) == 2


def test_the_very_word_goes_before_a_synonym():
    sofa, couch = furniture("sofa_1", (1.0, 1.0)), furniture("couch_1", (5.0, 1.0))
    assert meaning("couch", sofa, couch) == (["couch_1", "sofa_1"], ())


def test_what_was_told_of_another_sort_of_thing_is_not_meant():
    """After "my knee talks to me all night" and "I put it in my own words" no knee is what "my spectacles" means."""
    glasses = on(thing("glasses_1", caption="reading glasses"), TABLE)
    found, readings = meaning("my glasses", glasses, recalled=lambda query, person: (told("anna", "knee", "words"),))
    assert (found, readings) == (["glasses_1"], ())


def test_what_is_told_of_it_is_no_part_of_its_name():
    assert meaning("white mug that Tom gave me", RED, WHITE)[0][0] == "mug_2"
    assert meaning("shelf where it belongs", RED, WHITE)[0] == ["shelf_1"]


def test_the_other_one_is_not_the_one_that_was_meant_last():
    meanings = Meanings(SmallHome((TABLE, SHELF, RED, WHITE)), {"anna": "mug_1"})
    assert meanings.of("the other mug", "anna").thing.object_id == "mug_2"
    assert meanings.of("the other mug", "tom").ambiguity is not None


def test_what_is_called_by_somebodys_name_is_theirs():
    desks = [replace(furniture(f"desk_{who}", (9.0, 0.0)), caption=f"{who}'s desk") for who in ("anna", "tom")]
    assert meaning("Tom's desk", *desks) == (["desk_tom"], ())
    assert len(meaning("her desk", *desks)[1]) == 2


def test_where_it_is_said_to_be_tells_which_of_several_it_is():
    other = on(replace(WHITE, object_id="mug_3", caption="a blue mug"), TABLE)
    assert meaning("mug from the shelf", RED, WHITE, other) == (["mug_2"], ())
    assert len(meaning("mug from the table", RED, WHITE, other)[1]) == 2


def test_what_a_thing_is_for_is_no_part_of_its_name():
    assert meaning("red mug for my tea", RED, WHITE)[0][0] == "mug_1"


def test_my_mug_is_none_that_is_called_somebody_elses():
    carols, franks = replace(RED, caption="Carol's mug"), replace(WHITE, caption="Frank's mug")
    plain = replace(WHITE, object_id="mug_3", caption="a blue mug")
    assert meaning("my mug", carols, franks, speaker="Frank")[0][0] == "mug_2"
    assert meaning("my mug", carols, plain, speaker="Frank") == (["mug_3"], ())
    assert meaning("my mug", carols, franks, speaker="Tom")[1] != ()
    assert meaning("the mug", carols, plain, speaker="Frank")[1] != ()
    assert meaning("his mug", carols, plain, speaker="Frank")[1] != ()


def test_of_several_of_ones_own_sort_the_one_called_so_is_ones_own():
    several = (replace(RED, caption="Carol's mug"), replace(WHITE, caption="Frank's mug"))
    several = (*several, replace(WHITE, object_id="mug_3", caption="a blue mug"))
    found = Meaning("mug", several, Ambiguity("my mug", ("Carol's", "Frank's", "the blue one")))
    assert of_owner(found, "my mug", "Frank").things == several[1:2]
    assert of_owner(found, "my mug", "Tom").things == several[2:]
    assert of_owner(found, "his mug", "Frank") == found


DRAWER = furniture("kitchen_drawer_1", (0.0, 0.0))
HALL_TABLE, BEDROOM_TABLE = (
    furniture("hall_table_1", (5.0, 0.0), "hallway"),
    furniture("table_1", (8.0, 0.0), "front bedroom"),
)
SPARE, DOOR, SHED = (
    on(thing(f"key_{number}", caption=caption), place, relation)
    for number, (caption, place, relation) in enumerate(
        [("spare key", DRAWER, "in"), ("door key", HALL_TABLE, "on"), ("shed key", BEDROOM_TABLE, "on")]
    )
)
KEYS = (SPARE, DOOR, SHED)


@pytest.mark.parametrize(
    ("phrase", "there"),
    [
        ("key", KEYS),
        ("key from the hall table", (DOOR,)),
        ("key off the table", (DOOR, SHED)),
        ("key from the table in the bedroom", (SHED,)),
        ("key in the hall", (DOOR,)),
        ("key on the bedroom table", (SHED,)),
        ("key in the kitchen", (SPARE,)),
        ("key in the garage", KEYS),
        ("key in my room", KEYS),
    ],
)
def test_what_is_not_where_it_was_said_to_be_is_left_out_if_something_is_there(phrase, there):
    assert believed_there(KEYS, phrase) == list(there)


def test_a_room_is_not_another_because_both_are_called_room():
    lamps = [thing(f"lamp_{room}", room=room) for room in ("living room", "Cody's room")]
    assert believed_there(lamps, "light in the living room") == lamps[:1]
    assert believed_there(lamps, "light in Cody's room") == lamps[1:]


def test_whose_name_has_all_the_words_goes_before_what_only_is_of_the_sort():
    desks = [furniture(f"desk_{who}", (9.0, 0.0)) for who in ("anna's", "tom's")]
    desks = [thing(one.object_id, caption=f"{who}'s desk") for one, who in zip(desks, ("Anna", "Tom"), strict=True)]
    assert called_so(desks, "the desk in Tom's room") == desks
    assert called_so(desks, "Tom's desk") == desks[1:]
    assert called_so(desks, "Eve's desk") == desks


def test_one_word_does_not_leave_out_what_is_called_by_another():
    lamps = [thing("lamp_1", caption="floor lamp"), thing("light_1", caption="porch light")]
    assert called_so(lamps, "the light") == lamps


def test_of_looks_that_memory_knows_in_part_those_that_it_knows_tell():
    torches = [thing("torch_1", caption="red torch"), thing("torch_2", caption="small torch")]
    torches.append(thing("torch_3", caption="torch", attributes=(("color", "green"),)))
    assert called_so(torches, "the big red torch") == torches[:1]
    assert called_so(torches, "the old green torch") == torches[2:]
    assert called_so(torches, "the old torch") == torches


def test_the_mug_with_the_spots_is_the_spotty_one():
    mugs = [thing("mug_1", caption="plain mug"), thing("mug_2", caption="spotty mug")]
    assert called_so(mugs, "the mug with the spots") == mugs[1:]
