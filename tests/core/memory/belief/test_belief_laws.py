"""Laws of the whole: replay, silence of the unobserved, and trust that only a new look restores."""

from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.event import EventKind

ROOMS = ["kitchen", "hall", "bedroom"]
PEOPLE = ["bob", "ann"]
SAID = [
    "The mug is in the sink.",
    "I left the keys on the shelf and closed the window.",
    "Please remind me to call Mum tomorrow.",
    "I'll water the plants tonight.",
    "I have watered the plants.",
    "Forget about Mum.",
    "I like tea.",
    "Where is the mug?",
]


@st.composite
def lives(draw):
    """Events of some hours, most of them in the order of time, some of which the robot does not perceive."""
    events, second = [], 0
    for _ in range(draw(st.integers(1, 25))):
        second += draw(st.sampled_from([0, 1, 30, 400, 2000, -60]))
        sort = draw(st.sampled_from(["move", "robot", "put", "use", "say"]))
        actor, room = draw(st.sampled_from(PEOPLE)), draw(st.sampled_from(ROOMS))
        seen_by = draw(st.sampled_from([("robot",), ("robot", "ann"), ("robot",), ("bob",)]))
        events.append((sort, second, actor, room, seen_by, draw(st.integers(0, 7))))
    return events


def live(diary, events):
    for sort, second, actor, room, seen_by, number in events:
        if sort == "move":
            diary.goes(second, actor, room, seen_by)
        elif sort == "robot":
            diary.goes(second, "robot", room)
        elif sort == "put":
            put = ("mug_1", "location", f"on table_{number % 3}")
            diary.happens(second, actor, f"{actor} put the mug", put, place=room, seen_by=seen_by)
        elif sort == "use":
            kind = EventKind.ACTIVITY
            diary.happens(
                second, actor, f"{actor} is busy", kind=kind, place=room, seen_by=seen_by, things=("mug_1",)
            )
        else:
            diary.says(second, actor, SAID[number], place=room, seen_by=seen_by)


@settings(max_examples=30, deadline=None)
@given(events=lives())
def test_replaying_the_log_gives_the_same_stores(new_diary_of_laws, events):
    first = new_diary_of_laws()
    live(first, events)
    second = new_diary_of_laws()
    for event in first.log:
        second.record(event)
    assert second.rows() == first.rows()


@settings(max_examples=30, deadline=None)
@given(events=lives())
def test_what_the_robot_does_not_perceive_changes_nothing(new_diary_of_laws, events):
    """Up to the numbers of records, which unperceived events take up in the log."""
    whole, perceived = new_diary_of_laws(), new_diary_of_laws()
    live(whole, events)
    live(perceived, [event for event in events if event[0] == "robot" or "robot" in event[4]])
    now = whole.ns(100_000)
    for entity in ("mug_1", "keys", "window", *PEOPLE):
        seen, expected = whole.tracks.beliefs_of(entity, now), perceived.tracks.beliefs_of(entity, now)
        assert [(one.fact.value, one.status, one.certainty) for one in seen] == [
            (one.fact.value, one.status, one.certainty) for one in expected
        ]
    assert [(one.text, one.status) for one in whole.tracks.commitments(now_ns=now)] == [
        (one.text, one.status) for one in perceived.tracks.commitments(now_ns=now)
    ]


@settings(max_examples=30, deadline=None)
@given(events=lives())
def test_a_store_that_is_opened_again_goes_on_as_if_nothing_had_happened(new_diary_of_laws, events):
    unbroken, reopened = new_diary_of_laws(), new_diary_of_laws()
    for event in events:
        live(unbroken, [event])
        live(reopened, [event])
        reopened.tracks = reopened.again()
    assert reopened.rows() == unbroken.rows()


@settings(max_examples=60, deadline=None)
@given(
    events=st.lists(
        st.tuples(st.sampled_from(["move", "use"]), st.sampled_from(PEOPLE), st.sampled_from(ROOMS)), max_size=8
    ),
    pauses=st.lists(st.integers(0, 4000), min_size=8, max_size=8),
)
def test_trust_only_falls_until_the_robot_looks_again(new_diary_of_laws, events, pauses):
    diary = new_diary_of_laws()
    diary.goes(0, "robot", "kitchen")
    diary.happens(1, "robot", "put", ("mug_1", "location", "on table_1"))
    diary.goes(2, "robot", "hall")
    order = ["fresh", "stale", "uncertain"]
    second, trust = 2, (0, -0.95)
    for (sort, actor, room), pause in zip(events, pauses, strict=False):
        second += pause
        live(diary, [(sort, second, actor, room, ("robot",), 0)])
        belief = diary.tracks.current("mug_1", "location")
        now = (order.index(belief.status.value), -belief.certainty)
        assert now >= trust
        trust = now
    diary.happens(second + 1, "robot", "looked", ("mug_1", "location", "on table_1"))
    assert diary.tracks.current("mug_1", "location").status.value == "fresh"


@settings(max_examples=40, deadline=None)
@given(events=lives())
def test_every_row_names_a_record_of_the_log(new_diary_of_laws, events):
    diary = new_diary_of_laws()
    live(diary, events)
    known = {record for (record,) in diary.connection.execute("SELECT record_id FROM event_log")}
    for table in ("belief_fact", "belief_intervention", "belief_presence", "reported_statement", "episode_record",
                  "commitment_record", "belief_entity"):  # fmt: skip
        named = {record for (record,) in diary.connection.execute(f"SELECT record_id FROM {table}")}
        assert named <= known
