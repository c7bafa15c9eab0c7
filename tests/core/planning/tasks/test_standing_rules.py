"""Standing rules are read from their words and hold for everybody but who gave them."""

import pytest

from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.belief.commitment_track import CommitmentStatus
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.skill_call import Permissions, SkillKind
from embodied_memory.planning.tasks.standing_rules import (
    StandingRule,
    giver_of,
    objection,
    own_rule,
    standing_rules_of,
)
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.one_reading import the_reading
from embodied_memory_tools.language.small_home import SmallHome

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
WANTED = {
    "tube": "bring me the drawing tube", "phones": "bring me the headphones",
    "towel": "put the wet towel on the piano",
    "garage": "open the garage", "study": "go to the study", "scissors": "bring me the scissors",
    "keys": "bring me the car keys", "oven": "turn on the oven", "milk": "put the milk on the table",
    "mug": "bring me the red mug", "hoover": "bring me the hoover",
}  # fmt: skip


def forbidden_by(words, speaker="Tom"):
    rule = StandingRule(words, "Nino")
    return {name for name, text in WANTED.items() if objection(read_task(text, speaker)[0], speaker, [rule])}


@pytest.mark.parametrize(
    ("words", "forbidden"),
    [
        ("Never touch my drawing tube unless I ask.", {"tube"}),
        ("Nothing wet on the piano, ever.", {"towel"}),
        ("Ask me before you open the garage.", {"garage"}),
        pytest.param(
            "From now on, knock before you come in the study.",
            set(),
            marks=pytest.mark.xfail(strict=True, reason="the rule reader takes what is to be done first for a ban"),
        ),
        ("Don't let anyone have the scissors.", {"scissors"}),
        ("Keep out of the study after ten.", {"study"}),
        ("never give the car keys to anybody outside the family", {"keys"}),
        ("Always put the milk back in the fridge.", set()),
        ("You leave my headphones alone, all of you.", {"phones"}),
        ("The garage stays locked. The milk is sour.", {"garage"}),
        ("The scissors are new. You don't touch the red mug.", {"mug"}),
        ("Whenever the bell rings, bring me the headphones.", set()),
        ("Nobody hoovers before two.", {"hoover"}),
        ("Nobody goes out before two.", set()),
        ("From now on turn on the oven at noon.", set()),
        ("Leave the oven off tonight, please.", {"oven"}),
        ("Nobody's to go in the cupboard for the milk before lunch.", {"milk"}),
        ("Leave the oven on tonight, please.", set()),
        ("Keep the garage shut at night.", {"garage"}),
        ("Never leave the scissors where the baby can reach them.", set()),
    ],
)
def test_what_a_rule_forbids(words, forbidden):
    assert forbidden_by(words) == forbidden


@pytest.mark.parametrize(
    ("words", "speaker", "forbidden"),
    [
        ("Listen, Tobi's not to have the scissors.", "Tobi", {"scissors"}),
        ("Listen, Tobi's not to have the scissors.", "Tom", set()),
        ("Nobody touches the red mug.", "Tom", {"mug"}),
        ("No more milk for Tobi today.", "Tobi", {"milk"}),
        ("No more milk for Tobi today.", "Tom", set()),
        ("Don't let Tobi have the scissors.", "Tom", set()),
        ("Nobody touches the red mug without asking Tobi.", "Tom", {"mug"}),
    ],
)
def test_a_rule_for_somebody_by_name_is_theirs(words, speaker, forbidden):
    assert forbidden_by(words, speaker) == forbidden


def test_a_rule_about_a_place_is_about_all_that_lies_there():
    rule = StandingRule("From now on, ask me before you touch anything on the dressing table.", "Nino")
    mug = read_task("bring me the red mug", "Tom")[0]
    assert "Nino" in objection(mug, "Tom", [rule], "dressing table")
    assert not objection(mug, "Tom", [rule], "dining table")
    assert not objection(mug, "Tom", [rule])


def test_what_is_called_otherwise_in_a_rule_is_forbidden_too():
    rule = StandingRule("Never give Mia anything out of the bread bin without asking me first.", "Nino")
    assert objection(read_task("Get me a roll out of the bread bin", "Mia")[0], "Mia", [rule])
    assert not objection(read_task("Get me a spoon out of the drawer", "Mia")[0], "Mia", [rule])


def test_who_gave_a_rule_may_ask_for_it():
    assert forbidden_by("Never touch my drawing tube unless I ask.", "nino") == set()


def test_the_critic_holds_to_it_and_says_whose_it_is():
    home = SmallHome(rules=(StandingRule("Never touch the red mug.", "Anna"),))
    tasks = TaskExecution(home, home, home.things, Permissions())
    refused = tasks.execute("bring me the red mug", "Tom", read_task("bring me the red mug", "Tom")).report
    assert "Anna gave me the rule" in " ".join(refused.reasons)
    assert home.done == []
    assert tasks.execute("bring me the red mug", "Anna", read_task("bring me the red mug", "Anna")).report.summary
    assert home.done


def said(stamp_s, who, text):
    return Event(
        stamp_s * 10**9, EventKind.UTTERANCE, who, text, observers=("robot", who), provenance=Provenance.REPORTED
    )


def test_memory_keeps_a_rule_until_it_is_taken_back(tmp_path):
    with Memory(tmp_path / "memory.db", HashingEmbedder(), clock=lambda: 10**12) as memory:
        memory.record_event(said(1, "Anna", "Never open the cabinet unless I ask you."))
        memory.record_event(said(2, "Tom", "The cabinet is brown."))
        assert standing_rules_of(memory.beliefs.commitments(by="robot")) == (
            StandingRule("Never open the cabinet unless I ask you.", "Anna"),
        )
        assert memory.people.forget_said("Never open the cabinet unless I ask you.", "Anna", 3 * 10**9)
        assert standing_rules_of(memory.beliefs.commitments(by="robot")) == ()


def test_the_oldest_rule_comes_first_whichever_is_due_first(tmp_path):
    with Memory(tmp_path / "memory.db", HashingEmbedder(), clock=lambda: 10**12) as memory:
        memory.record_event(said(1, "Anna", "Never open the cabinet unless I ask you."))
        memory.record_event(said(2, "Anna", "Never touch my drawing tube."))
        kept = memory.beliefs.commitments(by="robot")
        rules = standing_rules_of(kept)
        assert [rule.words for rule in rules] == [
            "Never open the cabinet unless I ask you.",
            "Never touch my drawing tube.",
        ]
        assert standing_rules_of(reversed(kept)) == rules


def test_an_it_is_what_was_named_before_it_and_a_look_is_no_use_of_it():
    rule = StandingRule("I hid the tickets well. The oven smokes. Nobody uses it till Friday.", "Nino")
    told = objection(read_task("turn on the oven", "Tom")[0], "Tom", [rule])
    assert told == 'Nino gave me the rule "Nobody uses it till Friday"', "what else was said is told to nobody"
    assert giver_of(told) == "Nino"
    assert not objection(read_task("see whether the oven is on", "Tom")[0], "Tom", [rule])
    assert giver_of("I may not take instructions from you.") == ""


def test_the_critic_knows_where_the_thing_lies():
    home = SmallHome(rules=(StandingRule("Ask me before you touch anything on the table.", "Anna"),))
    tasks = TaskExecution(home, home, home.things, Permissions())
    refused = tasks.execute("bring me the red mug", "Tom", read_task("bring me the red mug", "Tom")).report
    assert "Anna gave me the rule" in " ".join(refused.reasons)
    assert SkillKind.PICK not in {call.kind for call in home.done}


@pytest.mark.parametrize(
    ("words", "wanted", "is_against"),
    [
        ("The heater isn't to be on when nobody is in the room.", "turn on the heater", True),
        ("The heater isn't to be on when nobody is in the room.", "turn off the heater", False),
        ("Don't let anyone switch the heater off.", "turn off the heater", True),
        ("Don't let anyone switch the heater off.", "turn on the heater", False),
        ("Nobody touches the heater.", "turn off the heater", True),
        ("No heater for anybody under ten.", "turn off the heater", False),
        ("Nobody's to use the heater.", "turn on the heater", True),
        ("The heater stays as it is, don't anybody turn it down.", "turn off the heater", True),
    ],
)
def test_a_rule_against_one_state_is_none_against_the_other(words, wanted, is_against):
    assert bool(objection(read_task(wanted, "Tom")[0], "Tom", [StandingRule(words, "Nino")])) is is_against


def test_what_stands_beside_a_place_is_not_the_place():
    rules = [StandingRule("No eating on the sofa, please.", "Nino")]
    assert not objection(read_task("turn on the big lamp by the sofa", "Tom")[0], "Tom", rules)
    assert objection(read_task("put the plate on the sofa", "Tom")[0], "Tom", rules)


def test_what_is_ones_own_was_laid_down_for_the_others():
    goal = read_task("put the headphones in my room", "Nino")[0]
    mine, ours = StandingRule("Nobody goes in my room.", "Nino"), StandingRule("Nobody goes in the den.", "Nino")
    assert not own_rule(goal, "Nino", [mine])
    assert own_rule(read_task("go into the den", "Nino")[0], "Nino", [ours])


def test_a_rule_that_does_not_bind_at_this_hour_is_no_standing_rule(tmp_path):
    ten_s, evening_s = 20_000 * 86_400 + 10 * 3600, 20_000 * 86_400 + 18 * 3600
    with Memory(tmp_path / "memory.db", HashingEmbedder(), clock=lambda: evening_s * 10**9) as memory:
        memory.record_event(said(ten_s, "Nino", "Nobody goes into the study between nine and twelve."))
        told = [
            standing_rules_of(memory.beliefs.commitments(by="robot", now_ns=now_s * 10**9))
            for now_s in (ten_s, evening_s)
        ]
        assert [len(rules) for rules in told] == [1, 0]
        assert memory.beliefs.commitments(CommitmentStatus.DORMANT, now_ns=evening_s * 10**9)
        assert not memory.beliefs.commitments(CommitmentStatus.OPEN, now_ns=evening_s * 10**9)


@pytest.mark.parametrize("is_grown_up", [True, False])
def test_a_rule_for_the_young_binds_no_grown_up(is_grown_up):
    rule = StandingRule("Nobody under sixteen turns the oven on.", "Nino")
    told = objection(read_task("turn on the oven", "Tom")[0], "Tom", [rule], is_grown_up=is_grown_up)
    assert bool(told) is not is_grown_up


@pytest.mark.parametrize("words", ["Never give the kids the scissors.", "Don't let the children have the scissors."])
def test_what_only_speaks_of_children_binds_everybody(words):
    goal, rules = read_task("bring me the scissors", "Tom")[0], [StandingRule(words, "Nino")]
    assert objection(goal, "Tom", rules, is_grown_up=True) == objection(goal, "Tom", rules) != ""


@pytest.mark.parametrize(
    ("wanted", "is_against"),
    [
        ("bring me a letter from the filing cabinet", True),
        ("put the letter in the filing cabinet", True),
        ("bring me a letter from the shelf", False),
        ("bring me a letter from the drawer", False),
        ("bring me a letter", False),
    ],
)
def test_where_nobody_goes_nothing_is_taken_out_or_put_in(wanted, is_against):
    rules = [StandingRule("Nobody goes in my filing cabinet.", "Nino")]
    assert bool(objection(read_task(wanted, "Tom")[0], "Tom", rules)) is is_against


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Nobody goes in my filing cabinet, my divorce papers are in there.", "Nobody goes in my filing cabinet"),
        ("Nobody goes in the filing cabinet before Monday.", "Nobody goes in the filing cabinet before Monday"),
    ],
)
def test_why_there_is_a_rule_is_not_told_with_it(words, told):
    goal = read_task("bring me a letter from the filing cabinet", "Tom")[0]
    assert objection(goal, "Tom", [StandingRule(words, "Nino")]) == f'Nino gave me the rule "{told}"'


def test_mine_names_nothing():
    goal = read_task("get me that round glass of mine", "Tom")[0]
    assert objection(goal, "Tom", [StandingRule("No onions on mine, please", "Nino")]) == ""
