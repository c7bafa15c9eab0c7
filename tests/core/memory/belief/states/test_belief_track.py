"""ObsMem, equation 3: fresh, stale, uncertain, contradicted, and what counts as an intervening event."""

import pytest

from embodied_memory.config import BeliefConfig
from embodied_memory.event import EventKind
from embodied_memory.memory.belief.states.state_fact import SeenLocations

MINUTE, HOUR = 60, 3600


@pytest.fixture
def home(diary):
    """The robot puts the mug on the table in the kitchen at 0; Bob is known to be in the bedroom."""
    diary.goes(-20, "robot", "kitchen")
    diary.goes(-10, "bob", "bedroom")
    diary.happens(0, "robot", "The robot put the mug on the table", ("mug_1", "location", "on table_1"))
    return diary


def status(diary, entity="mug_1", attribute="location", at=None):
    belief = diary.tracks.current(entity, attribute, None if at is None else diary.ns(at))
    return belief.status.value


def test_what_was_just_seen_is_fresh(home):
    assert status(home) == "fresh"
    assert home.tracks.current("mug_1", "location").certainty == 0.95


def test_what_happens_before_the_eyes_of_the_robot_changes_nothing_unseen(home):
    home.happens(10, "bob", "Bob opened the fridge", ("fridge_1", "open", "true"))
    home.goes(20, "ann", "kitchen")
    assert status(home) == "fresh"


def test_somebody_entering_or_leaving_the_room_unwatched_intervenes(home):
    home.goes(100, "robot", "hall")
    home.goes(110, "bob", "kitchen")
    belief = home.tracks.current("mug_1", "location")
    assert [(one.scope, one.actor) for one in belief.interventions] == [("room:kitchen", "bob")]
    assert belief.status.value == "stale"


def test_two_people_make_it_uncertain_and_one_person_needs_three_events(home):
    home.goes(100, "robot", "hall")
    home.goes(110, "bob", "bedroom")
    home.goes(120, "bob", "kitchen")
    assert status(home) == "stale"
    home.goes(130, "ann", "kitchen")
    assert status(home) == "uncertain"


def test_three_events_of_one_person_make_it_uncertain(home):
    home.goes(100, "robot", "hall")
    for second in (110, 120, 130):
        home.happens(second, "bob", "Bob is busy", kind=EventKind.ACTIVITY)
    assert status(home) == "uncertain"


def test_thresholds_are_parameters(new_diary):
    diary = new_diary(config=BeliefConfig(lambda_events=1))
    diary.goes(0, "robot", "kitchen")
    diary.happens(1, "robot", "put", ("mug_1", "location", "on table_1"))
    diary.goes(2, "robot", "hall")
    diary.goes(3, "bob", "kitchen")
    assert status(diary) == "uncertain"


def test_events_elsewhere_do_not_intervene(home):
    home.goes(100, "robot", "hall")
    home.happens(110, "ann", "Ann is reading", kind=EventKind.ACTIVITY, place="bedroom")
    assert status(home) == "fresh"


def test_talking_in_the_room_does_not_intervene(home):
    home.goes(100, "robot", "hall")
    home.says(110, "bob", "What a nice day!", place="kitchen")
    assert status(home) == "fresh"


def test_using_a_thing_without_saying_what_became_of_it_intervenes(home):
    home.happens(10, "bob", "Bob drinks from the mug", kind=EventKind.ACTIVITY, things=("mug_1",))
    assert status(home) == "stale"


def test_acts_that_tell_what_they_changed_touch_nothing_else(home):
    taken = ("plate_1", "location", "")
    home.happens(10, "bob", "Bob took the plate from the table", taken, things=("plate_1", "table_1", "mug_1"))
    assert status(home) == "fresh"


def test_leaving_somebody_behind_in_the_room_intervenes(home):
    home.goes(50, "ann", "kitchen")
    home.goes(60, "bob", "kitchen")
    home.goes(100, "robot", "hall")
    belief = home.tracks.current("mug_1", "location")
    assert ([one.actor for one in belief.interventions], belief.status.value) == (["ann", "bob"], "uncertain")


def test_taking_it_in_hand_without_a_new_place_intervenes(home):
    home.happens(10, "bob", "Bob took the mug", ("mug_1", "held by", "bob"))
    assert status(home) == "stale"


def test_who_holds_a_thing_is_touched_by_the_moves_of_that_person(home):
    home.happens(10, "bob", "Bob took the mug", ("mug_1", "held by", "bob"), ("mug_1", "location", ""))
    assert status(home, attribute="held by") == "fresh"
    home.goes(20, "bob", "bedroom")
    assert status(home, attribute="held by") == "stale"


def test_time_away_with_people_at_home_makes_stale_and_then_uncertain(home):
    home.goes(100, "robot", "hall")
    assert status(home, at=100 + 29 * MINUTE) == "fresh"
    assert status(home, at=100 + 31 * MINUTE) == "stale"
    assert status(home, at=100 + 91 * MINUTE) == "uncertain"


def test_in_an_empty_home_trust_falls_slowly(home):
    home.goes(90, "bob", "outside")
    home.goes(100, "robot", "hall")
    assert status(home, at=1 * HOUR) == "fresh"
    assert status(home, at=2 * HOUR + 200) == "stale"


def test_an_empty_home_can_be_trusted_for_ever(new_diary):
    diary = new_diary(config=BeliefConfig(empty_home_weight=0.0))
    diary.happens(0, "robot", "put", ("mug_1", "location", "on table_1"))
    diary.goes(100, "robot", "hall")
    assert status(diary, at=1000 * HOUR) == "fresh"


def test_staying_in_the_room_keeps_watch(home):
    assert status(home, at=24 * HOUR) == "fresh"


def test_only_the_time_away_counts_of_a_stay_in_two_rooms(home):
    home.goes(100, "robot", "hall")
    home.goes(100 + 20 * MINUTE, "robot", "kitchen")
    home.goes(100 + 60 * MINUTE, "robot", "hall")
    belief = home.tracks.current("mug_1", "location", home.ns(100 + 65 * MINUTE))
    assert (belief.status.value, belief.unwatched_s) == ("fresh", 25 * MINUTE)


def test_seeing_it_again_makes_it_fresh(home):
    home.goes(100, "robot", "hall")
    home.goes(110, "ann", "kitchen")
    home.goes(200, "robot", "kitchen")
    seen_in = SeenLocations(room_of={"mug_1": "kitchen", "table_1": "kitchen"}, robot_room="kitchen")
    record = home.see(210, "mug_1", "table_1", relations=[("mug_1", "on", "table_1")], locations=seen_in)
    belief = home.tracks.current("mug_1", "location")
    assert (belief.status.value, belief.since_ns, belief.record_id) == ("fresh", home.ns(210), record)
    assert belief.fact.stamp_ns == home.ns(0)


def test_furniture_stays_where_it_is(home):
    home.happens(10, "robot", "looked", ("sofa_1", "location", "kitchen"))
    home.goes(100, "robot", "hall")
    home.goes(110, "ann", "kitchen")
    home.goes(120, "bob", "bedroom")
    assert status(home, "sofa_1", at=24 * HOUR) == "fresh"


def test_people_move_by_themselves(home):
    home.goes(10, "bob", "kitchen")
    assert status(home, "bob", at=24 * HOUR) == "fresh"
    home.goes(100, "robot", "hall")
    assert status(home, "bob", at=100 + 6 * MINUTE) == "stale"
    assert status(home, "bob", at=100 + 16 * MINUTE) == "uncertain"


def test_the_robot_knows_where_it_is_itself(home):
    assert status(home, "robot", at=24 * HOUR) == "fresh"


def test_what_was_only_said_is_stale(diary):
    diary.says(0, "bob", "The keys are in the drawer.")
    belief = diary.tracks.current("keys", "location")
    assert (belief.fact.value, belief.status.value, belief.certainty) == ("in drawer", "stale", 0.75)


def test_words_against_eyes_contradict_until_the_robot_looks(home):
    home.says(10, "bob", "The mug is in the sink.")
    belief = home.tracks.current("mug_1", "location")
    assert (belief.fact.value, belief.status.value) == ("in sink", "contradicted")
    assert [fact.value for fact in belief.contradicting] == ["on table_1"]
    home.happens(20, "robot", "The robot saw the mug", ("mug_1", "location", "on table_1"))
    assert (home.tracks.current("mug_1", "location").fact.value, status(home)) == ("on table_1", "fresh")


def test_a_denial_contradicts_without_telling_where_it_is(home):
    home.says(10, "bob", "The mug is not on the table any more.")
    belief = home.tracks.current("mug_1", "location")
    assert (belief.fact.value, belief.status.value) == ("on table_1", "contradicted")
    assert [(fact.value, fact.holds) for fact in belief.contradicting] == [("on table_1", False)]


def test_looking_in_vain_contradicts(home):
    home.see(200, "table_1", locations=SeenLocations(robot_room="kitchen", missing=("mug_1",)))
    belief = home.tracks.current("mug_1", "location")
    assert (belief.status.value, belief.contradicting[0].observed) == ("contradicted", True)


def test_saying_what_the_robot_saw_itself_weakens_nothing(home):
    home.says(10, "bob", "The mug is on the table.")
    home.says(20, "bob", "The mug is in the kitchen.")
    assert status(home) == "fresh"
    assert len(home.tracks.history("mug_1", "location")) == 1


def test_two_people_who_disagree_contradict_each_other_and_who_corrects_himself_does_not(diary):
    diary.says(0, "bob", "The keys are in the drawer.")
    diary.says(10, "bob", "The keys are in the bowl.")
    assert status(diary, "keys") == "stale"
    diary.says(20, "ann", "The keys are in the car.")
    belief = diary.tracks.current("keys", "location")
    assert (belief.fact.value, belief.status.value) == ("in car", "contradicted")
    assert [(fact.source, fact.value) for fact in belief.contradicting] == [("bob", "in bowl")]


def test_a_report_of_the_past_does_not_overrule_what_was_seen_since(home):
    home.says(10, "bob", "I left the mug in the sink yesterday.")
    assert (status(home), home.tracks.current("mug_1", "location").fact.value) == ("fresh", "on table_1")
    assert [fact.value for fact in home.tracks.history("mug_1", "location")] == ["in sink", "on table_1"]
