"""What the robot says about what it said, did and promised itself: progress, why something failed, how it knows,
all of it once more; and its plans: "so what time did we say?", "what will you do tonight?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.dialog.errands.asking_back import question_for
from embodied_memory.dialog.errands.instruction_queue import Assignment, deed_of, in_order
from embodied_memory.dialog.talk.conversation import TELLS, Conversation, DialogAct, Reading, Turn
from embodied_memory.dialog.talk.dialog_memory import DialogMemory, PromisedDeed
from embodied_memory.dialog.talk.reply import Reply, saying
from embodied_memory.dialog.utterance.completion import as_named
from embodied_memory.event import Provenance, Utterance
from embodied_memory.evidence import Answer, EpistemicStatus, Evidence
from embodied_memory.planning.instruction import TaskReport, TaskStatus
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_words import in_third_person, named_things, pointed_at
from embodied_memory.words.said import SURE, AskedKind, Role, Said, SpeechAct
from embodied_memory.words.time_words.local_calendar import describe_time
from embodied_memory.words.wording.phrases import listed
from embodied_memory.words.wording.words import content_stems, stem

_STATUS = {
    EpistemicStatus.STALE: "That was some time ago, so it may have changed.",
    EpistemicStatus.UNCERTAIN: "I am not sure of it.",
    EpistemicStatus.CONTRADICTED: "Something else speaks against it.",
}
_MOST_REASONS = 3
_MORE_OF_IT = (
    (re.compile(r"(?:and |but )?(?:who (?:told|tells)|says who|said who)\b", re.I), "Who told you about {}?"),
    (re.compile(r"(?:and |but )?since when\b", re.I), "Since when is {} there?"),
)
_NOTHING_SAID = "I have not said anything yet."


def progress_of(task: TaskReport | None, waiting: str = "") -> str:
    """What is being done now, and what comes after it."""
    then = f" After that: {_sentence(waiting)}" if waiting else ""
    if task is None:
        return f"I am not doing anything for anybody at the moment.{then}"
    if task.status is TaskStatus.RUNNING:
        return f"I am on it: {_sentence(task.doing or task.instruction)}{then}"
    return f"{_outcome_of(task)}{then}"


def _outcome_of(task: TaskReport) -> str:
    """How it ended, with the decisive reason if it failed."""
    if task.status is TaskStatus.RUNNING:
        return progress_of(task)
    if task.status is TaskStatus.SUCCEEDED:
        return _sentence(task.summary or f"I have done it: {task.instruction}")
    if task.status is TaskStatus.CANCELED:
        return _sentence(task.summary or f'I stopped "{task.instruction}", as I was asked to')
    told = f"I could not do that: {task.reasons[0]}" if task.reasons else f'I could not do "{task.instruction}"'
    return _sentence(task.summary or told)


def told_of(task: TaskReport) -> Answer:
    """How it ended; where something was looked at, with what was asked, and with what the answers rest on."""
    text, known = _outcome_of(task), task.status is TaskStatus.SUCCEEDED
    sure = [one for one in task.answers if one.known]
    if not sure:
        return Answer(task.instruction, text, known and not task.answers, 1.0)
    evidence = tuple(dict.fromkeys(cited for one in sure for cited in one.evidence))
    ids = tuple(name for one in sure for name in one.object_ids)
    places = tuple(place for one in sure for place in one.positions)
    return Answer(sure[-1].question, text, True, min(one.certainty for one in sure), evidence, ids, places)


def _reason_for(task: TaskReport) -> str:
    """Why a task failed or stopped; what the critic objected to, if that is all there is to say."""
    if task.status is TaskStatus.SUCCEEDED:
        remarked = f" On the way I changed my plan: {task.remarks[-1]}." if task.remarks else ""
        asked = f"Because {task.speaker} asked me to" if task.speaker else "Because I was asked to"
        return f"{asked}. {_sentence(task.summary or task.instruction)}{remarked}"
    if task.status is TaskStatus.CANCELED:
        return "Somebody told me to stop."
    reasons = [*task.reasons, *task.remarks][:_MOST_REASONS]
    if not reasons:
        return f'I do not know why "{task.instruction}" did not work.'
    return " ".join(_sentence(f"{'Also,' if number else 'Because'} {_in_midst(reason)}")
                    for number, reason in enumerate(reasons))  # fmt: skip


def how_known(answer: Answer, now_ns: int, utc_offset_s: float = 0.0) -> str:
    """What an answer rests on, and how far it can be trusted."""
    if not answer.known:
        return "I do not know it: nothing that I remember tells me."
    if not answer.evidence:
        return "I have nothing in particular to go by."
    told = [_because(evidence, now_ns, utc_offset_s) for evidence in answer.evidence[:2]]
    first = answer.evidence[0]
    if first.record_id and first.provenance is Provenance.REPORTED and first.summary.rstrip(".") in answer.text:
        told[0] = f"{answer.text.rstrip('.')} (#{first.record_id})"  # it says who told it, and when
    sure = f"I am {round(100 * answer.certainty)} % sure."
    return " ".join([f"{told[0][0].upper()}{told[0][1:]}.", *(f"Also, {one}." for one in told[1:]), sure,
                     *([_STATUS[answer.status]] if answer.status in _STATUS else [])])  # fmt: skip


def _because(evidence: Evidence, now_ns: int, utc_offset_s: float) -> str:
    if not evidence.record_id:
        return f'the rest is forgotten, all that I still have of it is "{evidence.summary.rstrip(".")}"'
    how = "I was told" if evidence.provenance is Provenance.REPORTED else "I saw it"
    when = describe_time(evidence.stamp_ns, now_ns, utc_offset_s)
    return f'{how} {when}: "{evidence.summary.rstrip(".")}" (#{evidence.record_id})'


def _in_midst(reason: str) -> str:
    """ "The mug was not found", after a "because"."""
    return f"t{reason[1:]}" if reason.startswith("The ") else reason


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


class OwnAnswers:
    """Acts of the dialog (see `DialogManager`) that look back at the conversation."""

    def __init__(self, memory: DialogMemory, utc_offset_s: float) -> None:
        self._memory, self._utc_offset_s = memory, utc_offset_s

    def progress(self, reading: Reading, asker: str, task: TaskReport | None, waiting: Sequence[Assignment]) -> Reply:
        """What is being done, and what is still to be; a robot with nothing to do tells what it is to remind of."""
        told = progress_of(task, in_order(waiting))
        if waiting or (task is not None and task.status is TaskStatus.RUNNING):
            return saying(reading, told)
        due = self._memory.answer(DUE, asker)
        return saying(reading, f"{told} I am to remind you: {due.text}" if due.known else told)

    def give_reason(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """ "Why not?" is about the newest: the answer just given, or the task that ended."""
        last, task = conversation.last, conversation.task
        refused = _refused(conversation)
        if refused:
            return saying(reading, f"{refused} The people of this home say who may have me do what.")
        is_about_answer = last is not None and last.act == DialogAct.QUESTION.value
        if task is not None and not (is_about_answer and len(reading.text.split()) < 3):
            return saying(reading, _reason_for(task))
        return self.explain(conversation, reading, utterance)

    def explain(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """What the last answer rests on; without one, why the last task ended as it did."""
        last, task = conversation.last_question, conversation.task
        if last is None:
            return saying(reading, _reason_for(task) if task else _NOTHING_SAID)
        told = self._told_by(reading, conversation, utterance.speaker)
        if told is not None:
            return Reply(reading.act, told)
        text, answer = how_known(last.answer, utterance.stamp_ns, self._utc_offset_s), last.answer
        return Reply(reading.act, Answer(reading.text, text, answer.known, answer.certainty, answer.evidence))

    def _told_by(self, reading: Reading, conversation: Conversation, asker: str) -> Answer | None:
        """Who said what the last answer rests on, or since when it is so, where just that is asked and known."""
        about, said = conversation.about, reading.text.strip()
        asked = next((question for form, question in _MORE_OF_IT if form.match(said)), "")
        asked = in_third_person(asked.format(as_named(about)), asker) if asked and about else ""
        answer = self._memory.answer(asked, asker) if asked else None
        return answer if answer is not None and answer.known else None

    def repeat(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """What was asked back and is still open, else what was told or said last."""
        if conversation.open_question is not None:
            return saying(reading, question_for(conversation.open_question))
        last = conversation.last
        if last is not None and last.act in (*TELLS, DialogAct.RULE):
            return saying(reading, f'You told me: "{last.heard or last.said}"')
        return saying(reading, last.answer.text if last else _NOTHING_SAID)


def _refused(conversation: Conversation) -> str:
    """With what words the robot declined what was asked for last, over questions why."""
    before = (turn for turn in reversed(conversation.turns) if turn.act != DialogAct.REASON.value)
    last = next(before, None)
    return last.answer.text if last is not None and last.is_refused else ""


DUE = "What reminders do I have?"
_OF_IT = (AskedKind.WHEN, AskedKind.PLAN, AskedKind.SAID, AskedKind.DONE, AskedKind.DID)
_ARRANGED = {
    DialogAct.REMINDER.value: (*_OF_IT, AskedKind.WHY),
    DialogAct.MESSAGE.value: _OF_IT,
    DialogAct.RULE.value: (AskedKind.SAID, AskedKind.MAY, AskedKind.PLAN, AskedKind.DONE, AskedKind.NAME),
}
"""What may be asked about each."""
_ITSELF = frozenset(map(stem, ("reminder", "alarm", "message", "rule", "word", "time", "thing", "it", "that")))
_OF_ARRANGING = re.compile(r"\b(?:remind\w*|alarm|message|rule|tell|told|ask|asked|say|said|you|we)\b", re.I)
_OF_REMINDERS = re.compile(r"\b(?:remind\w*|alarms?|timers?)\b", re.I)
_JUST_SAID = re.compile(
    r"(?:(?:sorry|wait|so|now|and|ok(?:ay)?|right|hang on),? )*what (?:did|was it) i (?:just )?"
    r"(?:say|said|tell you|told you)(?: just now)?\W*",
    re.I,
)
""" "Sorry, what did I just say?" """
_PEOPLE = frozenset({"i", "me", "my", "we", "us", "our", "you", "your", "he", "she", "him", "her", "they", "them"})
_YOU = re.compile(r"\b(?:you|your)\b", re.I)
_OF_ITSELF = re.compile(r"\b(?:are|do|will|have) you\b(?!.*\b(?:think|know|remember)\b)", re.I)
""" "What will you do tonight?" """
_PROMISED = re.compile(r"\b(?:promis|agreed|(?:said|say) (?:that )?you(?:['’]d| would| will))", re.I)
""" "You said you'd wake me"."""
_MAY_TELL = re.compile(
    r"\b(?:(?:can|could|would|will|do|did) you|you (?:can|could)) (?:please |just )?(?:tell|know|say|remember|recall"
    r"|think|see|check|look)\b|\byou (?:know|think|remember)\b|\b(?:thank|if) you\b",
    re.I,
)
""" "Can you tell me what is on today?" """
_ONESELF = re.compile(r"\b(?:i|me|my|we|us|our)\b", re.I)
NOTHING_PROMISED = "I have promised nothing that is still to come."
_SELF = frozenset({"i", "me", "we", "us", "you", "my"})


def told_of_arranged(question: str, conversation: Conversation, memory: DialogMemory) -> Answer | None:
    """In the words in which it was asked for; of a reminder, as it is due. None where something else is asked."""
    reading = the_reading()
    last = conversation.last_of(*_ARRANGED)
    said = _what_i_said(question, conversation)
    if said:
        return Answer(question, f'You said: "{said}"', True, 1.0)
    if reading is None or last is None or not _is_about(reading.read(question), last):
        return None
    due = memory.answer(DUE, conversation.person) if last.act == DialogAct.REMINDER.value else None
    if due is not None and due.known:
        return due
    told = last.answer.text.removeprefix("All right, ") if last.act == DialogAct.MESSAGE.value else ""
    return Answer(question, told or f'You told me: "{last.heard.strip()}"', True, 1.0)


def _what_i_said(question: str, conversation: Conversation) -> str:
    """ "What did I just say?": the last that was said, over questions; "" where something else is asked."""
    if not _JUST_SAID.fullmatch(question.strip()):
        return ""
    told = (turn.heard for turn in reversed(conversation.turns) if not turn.heard.rstrip().endswith("?"))
    return next(told, "").strip()


def _is_about(said: Said, last: Turn) -> bool:
    """Whether it names nothing and nobody that was not spoken of in that, and no time: "what else tomorrow?"."""
    if last.act != DialogAct.REMINDER.value and _OF_REMINDERS.search(said.text):
        return False
    asked = max(said.asked, key=lambda kind: said.asked[kind])
    is_of_time = bool(said.of(Role.TIME)) and not pointed_at(said)
    if is_of_time or (named_things(said) and not _OF_ARRANGING.search(said.text)):
        return False  # "when is the exam, anyway?" is of the exam
    known = content_stems(f"{last.said} {last.heard}") | _ITSELF
    named = (word for one in named_things(said) for word in content_stems(one.text))
    people = {re.split("['’]", one.lower())[0] for one in said.of(Role.PERSON)} - _PEOPLE
    spoken_of = last.heard.lower()
    return asked in _ARRANGED[last.act] and known.issuperset(named) and all(one in spoken_of for one in people)


def told_of_own_plans(question: str, utterance: Utterance, memory: DialogMemory, utc_offset_s: float) -> str:
    """What was promised to who asks, and when it is due; of what others asked for that there is something. "" where
    something else is asked.
    """
    said = as_read(question)
    if said is None or not _asks_for_plans(said):
        return ""
    promised = memory.promised_deeds()
    own = [one for one in promised if one.for_whom.lower() == utterance.speaker.lower()]
    told = [_told(one, utterance.stamp_ns, utc_offset_s) for one in own]
    told += ["do something that somebody else asked me for"] if len(own) < len(promised) else []
    is_own = _is_kept_for(said) and _ONESELF.search(said.text) is not None
    due = _reminders(said, utterance.speaker, memory) if is_own else ""
    nothing = NOTHING_PROMISED if _OF_ITSELF.search(question) and not due else ""
    deeds = f"I am to {listed(told)}." if told else nothing
    return " ".join(filter(None, (deeds, f"I am to remind you: {due}" if due else "")))


def _reminders(said: Said, asker: str, memory: DialogMemory) -> str:
    """As they stand now, of the time that is asked about; "" if there are none, or memory only quotes somebody."""
    when = " ".join(said.of(Role.TIME))
    due = memory.answer(f"{DUE.rstrip('?')} {when}".strip() + "?", asker)
    return due.text if due.known and due.evidence and '"' not in due.text else ""


def _asks_for_plans(said: Said) -> bool:
    """Of the robot, and of nobody else."""
    is_plan = said.asked.get(AskedKind.PLAN, 0.0) >= SURE or _PROMISED.search(said.text) is not None
    others = {one.lower() for one in said.of(Role.PERSON)} - _SELF
    asks = said.share(SpeechAct.ASK, SpeechAct.PROGRESS) >= SURE
    return asks and is_plan and not others and not said.of(Role.THEME) and _YOU.search(said.text) is not None


def _is_kept_for(said: Said) -> bool:
    """Whether the robot is who keeps it, and not only who is asked: "can you tell me what we're doing today?"."""
    return _YOU.search(_MAY_TELL.sub(" ", said.text)) is not None


def _told(one: PromisedDeed, now_ns: int, utc_offset_s: float) -> str:
    when = f" {describe_time(one.due_ns, now_ns, utc_offset_s)}" if one.due_ns is not None else ""
    return f"{deed_of(one.text)}{when}"
