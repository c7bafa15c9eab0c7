"""Erasing records from the tracks: no trace of them is left, and what they had hidden comes back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

SAID = "My secret diary is in the wardrobe. Remind me to hide it tomorrow at 9."


def erase(diary, *records, names=()):
    with diary.database.transaction() as connection:
        for table in ("event_log", "event_observer", "event_object"):
            connection.executemany(f"DELETE FROM {table} WHERE record_id = ?", [(record,) for record in records])
        diary.tracks.erase(connection, records, names)
    diary.tracks = diary.again()


@pytest.mark.parametrize("ended", [True, False])
def test_what_was_said_is_gone_from_every_table(diary, ended):
    diary.goes(0, "robot", "kitchen")
    record = diary.says(10, "bob", SAID)
    diary.says(20, "ann", "What a day!")
    if ended:
        diary.goes(30, "robot", "hall")
    erase(diary, record, names=["bob"])
    everything = repr(diary.rows())
    assert not [word for word in ("secret", "diary", "wardrobe", "hide", "bob") if word in everything]
    assert diary.tracks.episodes(0, 2**62)[0].people == ("ann",)


def test_what_was_overwritten_is_current_again(diary):
    diary.happens(0, "robot", "a", ("mug_1", "location", "on table_1"))
    record = diary.happens(10, "bob", "b", ("mug_1", "location", "in sink_1"))
    erase(diary, record)
    assert diary.tracks.current("mug_1", "location").fact.value == "on table_1"
    assert len(diary.tracks.history("mug_1", "location")) == 1


def test_an_erased_confirmation_is_as_if_it_had_not_been(diary):
    diary.happens(0, "robot", "a", ("mug_1", "location", "on table_1"))
    record = diary.happens(10, "robot", "b", ("mug_1", "location", "on table_1"))
    erase(diary, record)
    assert diary.tracks.current("mug_1", "location").since_ns == diary.ns(0)


def test_a_kept_promise_whose_keeping_is_erased_stays_settled(diary):
    diary.says(0, "ann", "I'll water the plants tonight.")
    record = diary.says(10, "ann", "I've watered the plants.")
    erase(diary, record)
    (one,) = diary.tracks.commitments()
    assert (one.status.value, one.record_ids) == ("fulfilled", (1,))


@settings(max_examples=25, deadline=None)
@given(
    places=st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc"), st.booleans()), min_size=1, max_size=8),
    chosen=st.sets(st.integers(1, 8)),
)
def test_after_erasing_the_newest_of_what_is_left_is_current(new_diary_of_laws, places, chosen):
    diary = new_diary_of_laws()
    for second, place, seen in places:
        provenance = "observed" if seen else "reported"
        diary.happens(second, "bob", f"{second} {place} {seen}", ("mug_1", "location", place), provenance=provenance)
    erase(diary, *chosen)
    history = diary.tracks.history("mug_1", "location")
    belief = diary.tracks.current("mug_1", "location", diary.ns(20))
    assert not {fact.record_id for fact in history} & chosen
    assert (belief.fact.value if belief else None) == (history[-1].value if history else None)
