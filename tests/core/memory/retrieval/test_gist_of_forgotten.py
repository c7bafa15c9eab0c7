"""A question about what was forgotten is answered by saying so, with what summaries still tell of it."""

import pytest

from embodied_memory.config import DiscretionConfig, ForgettingConfig, MemoryConfig
from embodied_memory.dialog.answers.reasons import how_known

SECOND, DAY = 10**9, 86_400
GIST = "I no longer remember the details: on 1 January at 00:00 Zebulon polishes the trumpet in the kitchen."


@pytest.fixture
def forgotten(open_memory, household):
    """A year after a day of which only the tree still tells something."""
    config = MemoryConfig(
        forgetting=ForgettingConfig(keep_for=("",)), discretion=DiscretionConfig(residents=("anna", "Zebulon"))
    )
    memory = open_memory(config)
    for what in (
        household.does(1, "Zebulon", "polishes the trumpet", "trumpet_1"),
        household.goes(20_000, "Zebulon", "hall"),
        household.says(40_000, "anna", "the gramophone played a waltz"),
        household.says(200 * DAY, "anna", "hello there"),
    ):
        memory.record_event(what)
    while memory.upkeep.build_history():
        pass
    for day in (210, 260):
        memory.upkeep.forget(day * DAY * SECOND)
    return memory


def asked(memory, question, asker=""):
    return memory.answer(question, 261 * DAY * SECOND, asker)


def test_it_says_that_it_was_forgotten_and_cites_what_is_left(forgotten):
    answer = asked(forgotten, "Who polished the trumpet?")
    assert (answer.text, answer.known, [(one.record_id, one.kind) for one in answer.evidence]) == (
        GIST, True, [(0, "forgotten")],
    )  # fmt: skip
    assert 0 < answer.certainty <= 0.4
    assert [one.summary for one in answer.evidence] == ["Zebulon polishes the trumpet in the kitchen"]


def test_what_was_never_there_was_not_forgotten(forgotten):
    answer = asked(forgotten, "Who repaired the bicycle?")
    assert (answer.known, "no longer" in answer.text) == (False, False)


def test_of_a_time_of_which_nothing_that_fits_is_left_it_says_that_it_was_forgotten(forgotten):
    answer = asked(forgotten, "Who repaired the bicycle on 1 January?")
    assert (answer.known, answer.text) == (False, "I don't know: I no longer remember the details of that time.")


def test_nothing_is_said_to_be_forgotten_that_was_not(open_memory, household):
    memory = open_memory()
    memory.record_event(household.does(1, "Zebulon", "polishes the trumpet", "trumpet_1"))
    memory.upkeep.build_history()
    assert "no longer" not in asked(memory, "Who repaired the bicycle on 1 January?").text


def test_what_was_said_is_told_again_to_who_said_it_and_nothing_to_strangers(forgotten):
    question = "What did the gramophone play?"
    told = {who: "waltz" in asked(forgotten, question, who).text for who in ("", "anna", "Zebulon", "plumber")}
    assert told == {"": True, "anna": True, "Zebulon": False, "plumber": False}
    assert "no longer" not in asked(forgotten, "Who polished the trumpet?", "plumber").text


def test_asked_how_it_knows_it_says_that_the_rest_is_forgotten(forgotten):
    told = how_known(asked(forgotten, "Who polished the trumpet?"), 261 * DAY * SECOND)
    assert told.startswith(
        'The rest is forgotten, all that I still have of it is "Zebulon polishes the trumpet in the kitchen". I am '
    )


@pytest.fixture
def forgotten_deeds(open_memory, household):
    """Of deeds of one morning only the tree still tells something, of the newest of each thing the log, too."""

    def lived(*later):
        memory = open_memory(MemoryConfig(forgetting=ForgettingConfig(keep_for=("",))))
        for what in (
            household.does(1, "Zebulon", "oiled the fan", "fan_1"),
            household.does(500, "Zebulon", "set power of the fan to on", "fan_1"),
            household.does(600, "Zebulon", "set power of the fan to off", "fan_1"),
            household.does(1_000, "Zebulon", "picked up the trumpet from the shelf", "trumpet_1"),
            household.does(2_000, "Zebulon", "put the trumpet on the piano", "trumpet_1"),
            household.does(3_000, "Zebulon", "saw the trumpet on the chair", "trumpet_1"),
            household.does(20_000, "Zebulon", "dusted the trumpet", "trumpet_1"),
            household.does(20_000, "Zebulon", "dusted the fan", "fan_1"),
            household.says(200 * DAY, "anna", "hello there"),
            *later,
        ):
            memory.record_event(what)
        while memory.upkeep.build_history():
            pass
        for day in (210, 260):
            memory.upkeep.forget(day * DAY * SECOND)
        return memory

    return lived


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("Where did somebody put the trumpet?", "piano", ("shelf", "chair")),
        ("When did Zebulon switch the fan on?", "fan to on", ("off", "oiled")),
    ],
)
def test_of_all_that_is_left_of_a_thing_that_is_told_which_was_asked_for(forgotten_deeds, question, told, others):
    answer = asked(forgotten_deeds(), question).text
    assert answer.startswith("I no longer remember the details: ")
    assert (told in answer, [other for other in others if other in answer]) == (True, [])


def test_a_name_alone_is_no_gist_of_anything(forgotten_deeds):
    assert "no longer" not in asked(forgotten_deeds(), "Where did Zebulon get up?").text


def test_an_older_deed_is_not_told_where_the_log_has_a_newer_one(forgotten_deeds, household):
    newer = household.does(259 * DAY, "Zebulon", "set power of the fan to on", "fan_1")
    assert "no longer" not in asked(forgotten_deeds(newer), "When did Zebulon switch the fan on?").text


def test_who_is_erased_afterwards_leaves_no_word_in_what_is_left(forgotten, path):
    forgotten.people.erase("anna", stamp_ns=262 * DAY * SECOND)
    assert [file.name for file in path.parent.iterdir() if b"waltz" in file.read_bytes()] == []
    assert forgotten.upkeep.verify() == ()


def test_a_resident_hears_what_they_did_and_nobody_else_what_was_perhaps_to_be_kept_from_them(forgotten):
    question = "Who polished the trumpet?"
    told = {who: "trumpet in" in asked(forgotten, question, who).text for who in ("", "Zebulon", "anna")}
    assert told == {"": True, "Zebulon": True, "anna": False}


@pytest.mark.parametrize(
    "question", ["Who stole the trumpet?", "Is the trumpet broken?", "Did the gramophone explode?"]
)
def test_half_of_what_is_asked_for_is_no_gist_of_it(forgotten, question):
    assert not asked(forgotten, question).known


def test_what_the_log_still_has_is_not_told_as_forgotten(open_memory, household):
    config = MemoryConfig(discretion=DiscretionConfig(residents=("anna", "Zebulon")))
    memory = open_memory(config)
    memory.record_event(household.says(1, "anna", "the telescope is a surprise for Zebulon, tell him nothing"))
    memory.record_event(household.does(2, "anna", "wraps the telescope in red paper", "telescope_1"))
    memory.record_event(household.says(100 * DAY, "anna", "hello there"))
    while memory.upkeep.build_history():
        pass
    memory.upkeep.forget(101 * DAY * SECOND)
    for who in ("Zebulon", ""):
        assert "no longer" not in memory.answer("Who wrapped the telescope?", 102 * DAY * SECOND, who).text
    assert "wrap" not in memory.answer("Who wrapped the telescope?", 102 * DAY * SECOND, "Zebulon").text


def test_what_somebody_may_not_hear_takes_nothing_from_what_they_said_themselves(forgotten, household):
    said = asked(forgotten, "What did the gramophone play?", "anna").text
    assert "no longer remember" in said
    kept = "The gramophone played a waltz, but keep that from anna, it's a surprise"
    forgotten.record_event(household.says(259 * DAY, "Zebulon", kept))
    assert asked(forgotten, "What did the gramophone play?", "anna").text == said
