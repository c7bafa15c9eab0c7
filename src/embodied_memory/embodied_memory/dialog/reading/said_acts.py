"""What the dialog makes of an utterance by what was learned of such utterances (`words/`), beside what the forms say.

Where both agree, the forms have read more of it. Where they do not, the surer one is right more often: the thresholds
are those at which that was measured on people whom neither knew.
"""

from __future__ import annotations

import re

from embodied_memory.dialog.errands.misgivings import asks_leave
from embodied_memory.dialog.promises.messages import IF_ASKED, is_message
from embodied_memory.dialog.promises.reminders import as_timed, asks_when, is_deed_unnoticed, reminded, reminder_of
from embodied_memory.dialog.reading.following import added_to_message, guesses
from embodied_memory.dialog.reading.talk_before import by_talk_before
from embodied_memory.dialog.reading.turn_before import FINITE, takes_errand_back, takes_promise_back
from embodied_memory.dialog.talk.conversation import TELLS, Conversation, DialogAct, Reading
from embodied_memory.dialog.utterance.completion import completed, told_before, told_of_thing
from embodied_memory.dialog.utterance.spoken_parts import is_passed_on, passes_on, speaks_of_own_words
from embodied_memory.dialog.utterance.wanted_deeds import (
    deeds_wanted,
    is_for_good,
    is_only_supposed,
    lets_be,
    lets_somebody,
    thing_of,
    wishes_for_a_day,
)
from embodied_memory.memory.retrieval.kept_lists import changes_of
from embodied_memory.planning.tasks.request_frame import asks_for_a_deed, begins_with_a_deed
from embodied_memory.planning.tasks.task_reading import can_be_read
from embodied_memory.words.plain_messages import is_for_who_asks, kept_from, plain_message, tells_somebody
from embodied_memory.words.plain_orders import is_doable, is_to_stay, put_there
from embodied_memory.words.plain_words import is_for_now, named_things
from embodied_memory.words.said import SURE, TELLING, DeedKind, Role, Said, SpeechAct

_VERY_SURE, _RATHER_SURE, _PROBABLE, _CERTAIN = 0.85, 0.75, 0.4, 0.95
_SOME, _HARDLY = 0.2, 0.05
_LEAST = {DialogAct.UNCLEAR: 0.4, DialogAct.REPORT: 0.5}
"""Where the forms fit nothing, less is enough."""
_LAST_ASKS = re.compile(
    r"[,.;!] (?:and |so |but )?(?:what|where|who|whose|when|why|how|which|have you|has|did|is|are|was|were)\b"
    r"[^,.;!?]*\?$",
    re.I,
)
""" "I can't find my purse, have you seen it?" """
_ACTS = {
    SpeechAct.ASK: DialogAct.QUESTION,
    SpeechAct.STOP: DialogAct.STOP,
    SpeechAct.RESUME: DialogAct.RESUME,
    SpeechAct.REMIND: DialogAct.REMINDER,
    SpeechAct.MESSAGE: DialogAct.MESSAGE,
    SpeechAct.RULE: DialogAct.RULE,
    SpeechAct.FORGET: DialogAct.FORGETTING,
    SpeechAct.CORRECT: DialogAct.CORRECTION,
    SpeechAct.CANCEL: DialogAct.CANCELLATION,
    SpeechAct.AGREE: DialogAct.TALK,
    SpeechAct.REFUSE: DialogAct.TALK,
    SpeechAct.REPEAT: DialogAct.REPEAT,
    SpeechAct.REASON: DialogAct.REASON,
    SpeechAct.PROGRESS: DialogAct.PROGRESS,
    SpeechAct.THANKS: DialogAct.TALK,
    SpeechAct.ASIDE: DialogAct.ASIDE,
    SpeechAct.NONSENSE: DialogAct.UNCLEAR,
    **dict.fromkeys(TELLING, DialogAct.REPORT),
}
_OTHERS_DO = re.compile(r"\bwhat\b.*\b(?:it|they|he|she|this|that|these|those|all that) doing\b", re.I)
""" "What's it doing in there?", of the mug."""
_FORGETS_IT = re.compile(r"\b(?:forget|scrap|scratch|delete|erase) (?:it|that|this)\b", re.I)
""" "scrap that"."""
_SO_YOU = re.compile(r"[,;.]\s+(?=(?:so |and )?you\b)", re.I)
""" "Toby may have it, so you can bring it"."""
_DOUBTFUL = (DialogAct.REPORT, DialogAct.UNCLEAR)
"""What the forms say where they fit nothing."""
_HARMLESS = (
    DialogAct.QUESTION, DialogAct.REPORT, DialogAct.ASIDE, DialogAct.TALK, DialogAct.UNCLEAR, DialogAct.MESSAGE,
)  # fmt: skip
_OF_THE_TALK = (DialogAct.REASON, DialogAct.PROGRESS, DialogAct.REPEAT)
"""What makes sense only after something was said or done."""
_BY_FORM = (
    DialogAct.STOP, DialogAct.FEEDBACK, DialogAct.REMINDER, DialogAct.MESSAGE, DialogAct.EXPLANATION, *_OF_THE_TALK,
)  # fmt: skip
"""What the forms say seldom, and then rightly."""


def as_said(by_forms: Reading, said: Said, conversation: Conversation) -> Reading:
    """The reading of an utterance. by_forms: by its first words."""
    act = _ACTS.get(said.act)
    if act is DialogAct.CANCELLATION and said.of(Role.CONDITION) and not is_for_now(said):
        return Reading(DialogAct.UNCLEAR, said.text)  # "if he's still up at eleven, leave it" takes nothing back now
    if act is DialogAct.REMINDER and is_deed_unnoticed(said):
        return Reading(DialogAct.UNCLEAR, said.text)
    if lets_be(said):
        return Reading(DialogAct.CANCELLATION, said.text)
    at_once = by_talk_before(said, conversation) or _of_the_talk(by_forms, said, conversation)
    at_once = at_once or _of_leave(said, conversation)
    if at_once is not None:
        return at_once
    if said.act is SpeechAct.REMIND and tells_somebody(said):  # "tomorrow at seven tell Jo that I took the car"
        return _as_act(DialogAct.MESSAGE, by_forms, said, conversation)
    if act is None:
        return _wanted(by_forms, said, conversation)
    if by_forms.act is DialogAct.INSTRUCTION:
        return _doubted(act, by_forms, said, conversation)
    is_form_asking = by_forms.act is DialogAct.QUESTION and said.text.rstrip().endswith("?")
    least = _VERY_SURE if act is DialogAct.TALK and is_form_asking else _LEAST.get(by_forms.act, SURE)
    is_plainly_off = act is DialogAct.CANCELLATION and said.share(SpeechAct.CANCEL) >= _VERY_SURE
    if act not in _HARMLESS and is_passed_on(said.text) and not is_plainly_off:
        return by_forms  # what others said, or what is written somewhere, changes nothing
    if act is DialogAct.TALK and told_of_thing(said.text, conversation):
        return by_forms  # "no, it's in the hall"
    return _as_act(act, by_forms, said, conversation) if _share_of(act, said) >= least else by_forms


def _of_leave(said: Said, conversation: Conversation) -> Reading | None:
    """Who asks leave, or gives it, wants nothing done; nor does who only supposes it, or speaks of a list."""
    if asks_leave(said):
        return Reading(DialogAct.QUESTION, completed(said.text, conversation))
    if lets_somebody(said):
        return Reading(DialogAct.RULE, _SO_YOU.split(said.text)[0])
    return Reading(DialogAct.REPORT, said.text) if is_only_supposed(said) or changes_of(said) else None


def _of_the_talk(by_forms: Reading, said: Said, conversation: Conversation) -> Reading | None:
    """What makes sense by what was said just before, and what the forms surely read; None for all else."""
    is_told = conversation.last is not None and conversation.last.act in TELLS
    is_own = speaks_of_own_words(said.text) or (is_told and bool(_FORGETS_IT.search(said.text)))
    takes_back = said.share(SpeechAct.FORGET) >= _VERY_SURE and is_own  # erasing is for good
    if by_forms.act is DialogAct.STOP and said.surely(SpeechAct.INSTRUCT, SpeechAct.ASK, *TELLING):
        return None  # "it's freezing in here": whatever else, it has stopped by now
    if by_forms.act is DialogAct.STOP and takes_promise_back(said, conversation):
        return Reading(DialogAct.CANCELLATION, said.text)
    if by_forms.is_part and said.surely(SpeechAct.THANKS):
        return Reading(DialogAct.TALK, said.text)  # "thank you, my tin friend" adds nothing to the errand before
    if by_forms.act is DialogAct.REMINDER and said.surely(SpeechAct.ASK) and not asks_when(said):
        return None  # "remind me, when's the party?"
    if (by_roles := reminded(by_forms, said, conversation)) is not None:
        return by_roles
    is_told = said.surely(SpeechAct.MESSAGE, SpeechAct.REMIND) and bool(plain_message(said))
    if by_forms.act is DialogAct.MESSAGE and (is_told or kept_from(said)[1] is not said):
        return _as_act(DialogAct.MESSAGE, by_forms, said, conversation)
    if (by_forms.act in _BY_FORM and not takes_back) or by_forms.is_part:
        return by_forms
    if by_forms.act is not DialogAct.INSTRUCTION and takes_errand_back(said, conversation):
        return Reading(DialogAct.CANCELLATION, said.text)
    return None


def _share_of(act: DialogAct, said: Said) -> float:
    """Of all that the dialog takes for the same act."""
    return said.share(*(one for one, other in _ACTS.items() if other is act))


def _wanted(by_forms: Reading, said: Said, conversation: Conversation) -> Reading:
    """An instruction: in the forms' reading, or in that of its roles; one of which neither makes anything is unclear.

    What is only hinted at ("I can't reach the jar") is asked about.
    """
    likely = said.share(SpeechAct.INSTRUCT)
    if is_passed_on(said.text):
        return by_forms
    there = put_there(said) if conversation.about else ""
    if there:
        return Reading(DialogAct.INSTRUCTION, completed(f"put it {there}", conversation))
    if is_for_good(said):
        return Reading(DialogAct.REPORT, said.text)
    if by_forms.act is DialogAct.INSTRUCTION:
        is_sure = likely >= SURE or begins_with_a_deed(said.text)
        return by_forms if is_sure else _offer(deeds_wanted(said) or by_forms.text)
    is_asked = by_forms.act is DialogAct.QUESTION and said.share(SpeechAct.ASK) < _HARDLY  # "let's have the lamp on"
    if by_forms.act not in _DOUBTFUL and likely < SURE and not is_asked:
        return by_forms
    wanted = deeds_wanted(said) or _as_said(said)
    wanted = completed(wanted, conversation) if wanted else ""
    if wanted and can_be_read(wanted):
        return Reading(DialogAct.INSTRUCTION, wanted) if _is_sure(said) else _offer(wanted)
    if likely >= SURE and is_to_stay(said):
        return Reading(DialogAct.RULE, said.text)
    return Reading(DialogAct.UNCLEAR, said.text) if likely >= SURE or is_asked else by_forms


def _as_said(said: Said) -> str:
    """In the speaker's words, where it is surely read what is to be done with each thing and the planner can read it;
    "" where one of both is not so.
    """
    is_read = said.surely(SpeechAct.INSTRUCT) and said.is_surely_wanted and is_doable(said) and is_for_now(said)
    return said.text if is_read and said.of(Role.DEED) and can_be_read(said.text) else ""


def _is_sure(said: Said) -> bool:
    """With a deed that is named, or where it is very sure what is to be done: "the remote, please"."""
    likely = said.share(SpeechAct.INSTRUCT)
    if said.of(Role.DEED):
        return likely >= SURE
    is_named = FINITE.search(said.text) is None  # "my stick, pet", not "my slippers are upstairs"
    is_brought = is_named and bool(said.wanted) and all(one.kind is DeedKind.BRING for one in said.wanted)
    return likely >= (_RATHER_SURE if is_brought else _VERY_SURE) and said.is_surely_wanted


def _doubted(act: DialogAct, by_forms: Reading, said: Said, conversation: Conversation) -> Reading:
    """The forms read a deed, and people who say such things mostly want none: done is what is asked about again."""
    if by_forms.replaces or said.share(SpeechAct.INSTRUCT) >= _PROBABLE:
        return by_forms
    likely = _share_of(act, said)
    if wishes_for_a_day(said):
        return Reading(DialogAct.REPORT, said.text)  # "I want a synth for Christmas"
    if act is DialogAct.QUESTION:
        wants_nothing = likely >= SURE and said.share(SpeechAct.INSTRUCT) < _HARDLY
        is_nothing_else = (likely >= _CERTAIN or wants_nothing) and said.text.rstrip().endswith("?")
        asks = is_nothing_else or (likely >= _VERY_SURE and _ends_in_a_question(said.text))
        return _as_act(act, by_forms, said, conversation) if asks else by_forms
    is_mere_talk = act is DialogAct.TALK and not named_things(said) and said.share(SpeechAct.INSTRUCT) < _SOME
    if likely >= SURE and act not in _OF_THE_TALK and (act is not DialogAct.TALK or is_mere_talk):
        return _as_act(act, by_forms, said, conversation)
    if asks_for_a_deed(by_forms.text) or said.of(Role.THEME):
        return _offer(by_forms.text if asks_for_a_deed(by_forms.text) else f"bring me {thing_of(said)}")
    return Reading(DialogAct.UNCLEAR, said.text)  # "mind out" names nothing to be brought


def _as_act(act: DialogAct, by_forms: Reading, said: Said, conversation: Conversation) -> Reading:
    if act is DialogAct.QUESTION:
        return Reading(act, completed(said.text, conversation))
    told = "" if passes_on(said.text) else told_before(said.text, conversation)
    if act is DialogAct.REPORT:
        return Reading(act, told or said.text)
    if act is DialogAct.MESSAGE:
        return _message_of(said, conversation)
    if act is DialogAct.REMINDER:
        return reminder_of(said, conversation)
    if act is DialogAct.CORRECTION:
        return Reading(DialogAct.QUESTION if guesses(said.text) else act, told or said.text)
    is_of_others = act is DialogAct.PROGRESS and _OTHERS_DO.search(said.text)
    if is_of_others or (act is DialogAct.REASON and said.of(Role.PERSON)):  # "how come they moved it?", not the robot
        return Reading(DialogAct.QUESTION, completed(said.text, conversation))
    if act in _OF_THE_TALK and conversation.last is None and conversation.task is None:
        return by_forms if by_forms.act is not DialogAct.INSTRUCTION else Reading(DialogAct.QUESTION, said.text)
    return Reading(act, said.text)


def _message_of(said: Said, conversation: Conversation) -> Reading:
    """For when they talk next, for a time that is told, or for who asks."""
    if timed := as_timed(said, conversation):
        return Reading(DialogAct.REMINDER, timed)
    message = plain_message(said)
    if is_for_who_asks(said):
        message = f"{IF_ASKED}{message}"
    if message and is_message(message):
        return Reading(DialogAct.MESSAGE, message)
    return added_to_message(said, conversation) or Reading(DialogAct.UNCLEAR, said.text)


def _ends_in_a_question(text: str) -> bool:
    """ "I can't find my purse, have you seen it?": what comes before says why; an imperative would be one more."""
    return bool(_LAST_ASKS.search(text)) and not begins_with_a_deed(text)


def _offer(instruction: str) -> Reading:
    return Reading(DialogAct.OFFER, instruction)
