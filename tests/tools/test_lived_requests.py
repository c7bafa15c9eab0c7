"""What residents asked a robot for is judged with what became true of it, and by whose doing."""

import json

from embodied_memory.event import Event, EventKind
from embodied_memory_tools.evaluation.lived_requests import JudgedRequest, add_requests, judge_requests
from household.home import ROBOT_ID
from household.residents import TraceEntity, TraceRecord, TraceTruth, TrueChange
from household.residents.acts import Meaning
from household.residents.lived_days import ROBOT_SAYS

MUG = TraceEntity("mug_1", "object", "mug", "a red mug", True)
BRING = Meaning("instruct bring", "mug_1", "held by", "Anna", "Anna")
PUT = Meaning("instruct put", "mug_1", "location", "on desk_1", "Anna")


class Days:
    """Records as they come, each a second after the one before."""

    def __init__(self):
        self.records, self.truth = [], TraceTruth([MUG])

    def said(self, who, text, meaning, heard=(ROBOT_ID, "Anna")):
        return self._record(who, text, EventKind.UTTERANCE, heard, meaning)

    def did(self, who, attribute, value):
        number = self._record(who, "did it", EventKind.OBJECT_STATE_CHANGED, (ROBOT_ID,), None)
        self.truth.add(TrueChange(number * 10**9, "mug_1", attribute, value, f"e{number}"))
        return self

    def _record(self, who, text, kind, heard, meaning):
        number = len(self.records)
        event = Event(number * 10**9, kind, who, text, observers=heard)
        self.records.append(TraceRecord(event, f"e{number}", 0, "test", "object_location"))
        if meaning is None:
            return number
        self.truth.meanings[f"e{number}"] = meaning
        return self

    def judged(self):
        return judge_requests(self.records, self.truth)


def asked(text="Robot, bring me the red mug.", wanted=BRING, **more):
    return Days().said("Anna", text, wanted, **more)


def test_a_thing_that_the_robot_handed_over_was_brought_and_the_robot_may_tell_after_the_thanks():
    days = asked().did(ROBOT_ID, "held by", "Anna").said("Anna", "Thanks, robot.", Meaning("thank robot"))
    days.said(ROBOT_ID, "I have brought the red mug to you.", Meaning(ROBOT_SAYS))
    assert days.judged() == [
        JudgedRequest("Anna", 0, "Robot, bring me the red mug.", "I have brought the red mug to you.", True)
    ]


def test_what_the_person_took_herself_or_another_got_was_not_brought():
    assert not asked().did("Anna", "held by", "Anna").judged()[0].done
    assert not asked().did(ROBOT_ID, "held by", "Tom").judged()[0].done


def test_what_came_after_she_gave_it_up_does_not_count():
    days = asked().said("Anna", "Never mind, robot.", Meaning("never mind robot"))
    assert not days.did(ROBOT_ID, "held by", "Anna").judged()[0].done


def test_what_was_so_already_is_right():
    days = Days().did("Tom", "location", "on desk_1")
    assert days.said("Anna", "Robot, put the red mug on the desk.", PUT).judged()[0].done


def test_a_reason_that_names_the_thing_goes_before_having_been_busy():
    busy = "I could not do that: another instruction is being executed; cancel it first."
    missed = "I could not do that: the red mug was not found."
    days = asked().said(ROBOT_ID, missed, Meaning(ROBOT_SAYS)).said(ROBOT_ID, busy, Meaning(ROBOT_SAYS))
    assert days.judged()[0].said == missed
    assert asked().said(ROBOT_ID, busy, Meaning(ROBOT_SAYS)).judged()[0].said == busy


def test_what_the_robot_did_not_hear_and_what_is_no_instruction_is_not_judged():
    assert asked(heard=("Anna",)).judged() == []
    assert asked(wanted=Meaning("report", "mug_1")).judged() == []


def test_it_goes_into_the_json_of_the_days(tmp_path):
    file = tmp_path / "answers.json"
    file.write_text(json.dumps({"records": 1}))
    add_requests(asked().judged(), file)
    assert json.loads(file.read_text()) == {
        "records": 1,
        "requests": [
            {
                "person": "Anna",
                "stamp_ns": 0,
                "instruction": "Robot, bring me the red mug.",
                "said": "",
                "done": False,
            }
        ],
    }
