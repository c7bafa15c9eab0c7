"""On top of memory and planner: takes what was said and says what to do about it (H2-EMV, dialog manager)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.answers.answering import Answering
from embodied_memory.dialog.answers.offers import Offers
from embodied_memory.dialog.answers.reasons import OwnAnswers, progress_of, told_of
from embodied_memory.dialog.answers.small_talk import answered, noted, said_aside, said_in_part
from embodied_memory.dialog.errands.asking_back import AwaitedReplies, question_for
from embodied_memory.dialog.errands.instruction_queue import (
    Assignment,
    InstructionQueue,
    Standing,
    Standstill,
    agreed,
    deed_of,
    in_order,
    may_be_a_stop,
    reading_of_stop,
)
from embodied_memory.dialog.errands.misgivings import Misgivings
from embodied_memory.dialog.errands.refusals import Declined, Refusals, SpokenPermissions
from embodied_memory.dialog.promises.changed_promises import as_called, as_reminded, with_what
from embodied_memory.dialog.promises.messages import Messages
from embodied_memory.dialog.promises.reminders import PromisedDeeds, as_it_is_time, missed, told_of_reminder
from embodied_memory.dialog.promises.taking_back import TakingBack
from embodied_memory.dialog.reading.following import put_right_by
from embodied_memory.dialog.reading.offline_reader import OfflineUtteranceReader
from embodied_memory.dialog.reading.talk_before import as_listed, speaks_of_list
from embodied_memory.dialog.reading.turn_before import parts_of, without_slip
from embodied_memory.dialog.talk.conversation import (
    Conversation,
    Conversations,
    DialogAct,
    OpenQuestion,
    Reading,
    Turn,
    UtteranceReader,
)
from embodied_memory.dialog.talk.dialog_memory import DialogMemory, PromisedDeed, reached
from embodied_memory.dialog.talk.reply import (
    Reply,
    legible,
    not_understood,
    refusing,
    saying,
    stated,
    together,
    too_long,
)
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory.dialog.utterance.completion import spoken_of
from embodied_memory.dialog.utterance.references import for_whom_named
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.planning.instruction import TaskReport, TaskStatus
from embodied_memory.planning.skill_call import Permissions

if TYPE_CHECKING:
    from embodied_memory.memory.memory import Memory

__all__ = ["DialogAct", "DialogManager", "DialogMemory", "Reply"]


class DialogManager:
    """Several people, each with a conversation of their own; one robot with one task at a time.

    What people say is data: it is read, never run. What the robot does on somebody's behalf is checked twice, here
    and before every skill (`planning/skill_call.py`).
    """

    def __init__(
        self,
        memory: DialogMemory | Memory,
        config: DialogConfig | None = None,
        permissions: Permissions | None = None,
        reader: UtteranceReader | None = None,
    ) -> None:
        """memory: one in this process, or whatever reaches one elsewhere. What is said is recorded by who calls, from
        `Reply.to_record`.
        """
        memory = reached(memory)
        self._memory = memory
        self._config = config or DialogConfig()
        permissions = permissions or Permissions()
        self._refusals = Refusals(permissions, memory.people)
        self._spoken = SpokenPermissions(permissions, memory.standing_rules)
        self._reader = reader or OfflineUtteranceReader()
        self._awaited = AwaitedReplies(self._reader, self._assign)
        self._conversations = Conversations(self._config)
        self._task: TaskReport | None = None
        self._messages = Messages(memory.people)
        self._own = OwnAnswers(memory, self._config.utc_offset_h * 3600)
        self._queue = InstructionQueue(self._config.most_waiting)
        self._standstill = Standstill(self._queue)
        self._misgivings = Misgivings(memory, self._config.children)
        self._declined = Declined(self._conversations, self._config, permissions)
        taking_back = TakingBack(memory, self._queue, self._messages)
        self._promised = PromisedDeeds(self._instruct, self._declines, memory.people, self._config.utc_offset_h)
        self._offers = Offers(memory, self._may_not)
        self._answering = Answering(memory, self._config, self._messages, self._may_look)
        self._acts: dict[DialogAct, Callable[[Conversation, Reading, Utterance], Reply]] = {
            DialogAct.QUESTION: self._answering.answer,
            DialogAct.FEEDBACK: self._learn,
            DialogAct.INSTRUCTION: self._instruct,
            DialogAct.STOP: self._rest,
            DialogAct.RESUME: self._resume,
            DialogAct.PROGRESS: lambda c, r, u: self._own.progress(r, u.speaker, self._task, self._queue.waiting),
            DialogAct.REASON: self._own.give_reason,
            DialogAct.EXPLANATION: self._own.explain,
            DialogAct.CHOICE: self._awaited.choose,
            DialogAct.LATER: self._promised.take,
            DialogAct.REPEAT: self._own.repeat,
            DialogAct.REMINDER: lambda c, r, u: replace(
                saying(r, told_of_reminder(r.text, c, u.stamp_ns, self._config.utc_offset_h)), told=as_reminded(r, c)
            ),
            DialogAct.REPORT: lambda c, r, u: replace(saying(r, noted(r.text)), told=as_listed(r.text)),
            DialogAct.RULE: lambda c, r, u: replace(saying(r, "All right, I will keep to that."), told=r.text),
            DialogAct.CORRECTION: lambda c, r, u: replace(saying(r, put_right_by(r)), told=r.text),
            DialogAct.CANCELLATION: taking_back.cancel,
            DialogAct.FORGETTING: taking_back.forget,
            DialogAct.OFFER: self._offers.ask_whether,
            DialogAct.ASIDE: lambda c, r, u: saying(r, said_aside(r.text)),
            DialogAct.TALK: lambda c, r, u: saying(r, answered(r.text)),
            DialogAct.MESSAGE: self._messages.take,
            DialogAct.UNCLEAR: lambda c, r, u: Reply(r.act, not_understood(r.text)),
        }

    def reply(self, utterance: Utterance) -> Reply:
        """One utterance, one reply, and with it what others left for the speaker.

        Of text longer than the configured length nothing is done: half an instruction may be another one.
        """
        self._memory.heard(utterance.speaker, utterance.stamp_ns)
        conversation = self._conversations.of(utterance.speaker, utterance.stamp_ns)
        parts = parts_of(utterance.text, self._config.max_characters, speaks_of_list(conversation))
        replies = [self._reply_to(replace(utterance, text=part)) for part in parts]
        reply = together(replies, parts) if len(parts) > 1 else replies[0]
        left = self._messages.told_to(utterance.speaker)
        is_in_it = bool(left) and reply.act is DialogAct.QUESTION and not reply.answer.known  # what was asked may be
        text = left if is_in_it else f"{reply.answer.text} {left}".strip()
        return replace(reply, answer=replace(reply.answer, text=text)) if left else reply

    def _reply_to(self, utterance: Utterance) -> Reply:
        text = legible(utterance.text)
        stops = asks_to_stop(text)
        if len(text) > self._config.max_characters:
            reply = Reply(DialogAct.UNCLEAR, too_long(self._config.max_characters))
            return self._told_of_stop(reply) if stops and self._stop() else reply
        conversation = self._conversations.of(utterance.speaker, utterance.stamp_ns)
        conversation.task = self._task
        read, by = self._declined.allowed_by(text, utterance) or (self._awaited.read(text, conversation), utterance)
        named = for_whom_named(as_called(with_what(read, conversation)), self._conversations.who, utterance.speaker)
        reading = self._promised.as_later(named, utterance)
        is_busy = self._queue.current is not None
        stops = stops and may_be_a_stop(text, reading, is_busy)
        if stops:
            if meant := without_slip(text):  # "" where all of it is taken back
                reading = reading_of_stop(reading, meant, is_busy, lambda one: self._reader.read(one, conversation))
            stops = not reading.replaces and self._stop()
        refusal = self._refusals.of(reading, by.speaker, text)
        allowed = self._spoken.on_behalf(reading, by) if refusal else (reading, by)
        reply = self._replied(conversation, *allowed) if allowed is not None else refusing(reading, refusal)
        if allowed is not None and allowed[1] is not utterance:
            reply = replace(reply, asker=allowed[1].speaker)
        self._declined.heard(reading, utterance, reply, bool(conversation.offered))
        reply = self._told_of_stop(reply) if stops else reply
        if reading.beside:  # then every word of it is to be remembered
            told = f"{reply.told.rstrip('. ')}. {reading.beside}" if reply.told and reply.told not in text else ""
            reply = replace(reply, told=told)
        about = spoken_of(
            replace(reading, text=self._conversations.who.with_names(reading.text, utterance.speaker)), reply.answer
        )
        is_asked = reply.act is DialogAct.OFFER or reading.act is DialogAct.CHOICE
        said = reply.answer.question if is_asked else reading.text
        conversation.add(Turn(utterance.stamp_ns, said, reply.act.value, reply.answer, about, text))
        return reply

    def _replied(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """What a rule speaks against is declined, what ends like a question answered, who needs help offered it."""
        asked = self._misgivings.against_a_rule(reading, utterance.speaker)
        asked = asked or self._messages.answer(reading, utterance)
        asked = asked or self._answering.perhaps_asked(conversation, reading, utterance)
        asked = asked or self._offers.what_is_needed(conversation, reading, utterance)
        return asked or self._acts[reading.act](conversation, reading, utterance)

    def _stop(self) -> bool:
        """Whether there was anything to stop."""
        was_busy = self._queue.current is not None
        self._standstill.stop()
        return was_busy

    def _told_of_stop(self, reply: Reply) -> Reply:
        """Whatever else was said."""
        text = self._standstill.told()
        text = text if reply.act is DialogAct.STOP else f"{text} {reply.answer.text}"
        return replace(reply, answer=replace(reply.answer, text=text), stops=True)

    def task_changed(self, report: TaskReport) -> Answer | None:
        """The planner tells how a task stands; returns what to say aloud, if anything.

        Where two readings remain, whoever gave the instruction is asked, and their next words are heard as the reply.
        """
        before, self._task = self._task, report
        ended = Assignment(report.instruction, report.speaker)
        if report.status is TaskStatus.CANCELED and ended == self._queue.current:
            self._standstill.stop()  # somebody pressed a button: what waits would surprise them
        elif report.status is not TaskStatus.RUNNING:
            self._queue.end(ended)
        if report.status is TaskStatus.UNCLEAR and report.ambiguity is not None:
            open_question = OpenQuestion(report.instruction, report.ambiguity)
            self._conversations.with_person(report.speaker).open_question = open_question
            return stated(report.instruction, question_for(open_question, report.summary))
        if report.status is TaskStatus.RUNNING:
            is_new = before is None or before.doing != report.doing
            return stated(report.instruction, progress_of(report)) if is_new and report.doing else None
        told = told_of(report)
        self._declined.ended(report, told.text)
        if told.evidence:
            self._conversations.with_person(report.speaker).answered(told)
        return told

    def came(self, person: str, now_ns: int) -> None:
        """Somebody was seen to come in: what was promised for then is begun, or said, when it is asked about next."""
        self._promised.came(person, now_ns)
        self._messages.came(person)

    def is_time(self, promised: Iterable[PromisedDeed], now_ns: int) -> Iterator[Reply]:
        """Begins what was promised for now; what to say aloud about each, and to do. To be asked now and then."""
        yield from (saying(Reading(DialogAct.MESSAGE, ""), told) for told in self._messages.for_who_came())
        for one, deed in self._promised.due(promised, now_ns):
            utterance = Utterance(now_ns, one.for_whom, deed)
            reading = Reading(DialogAct.INSTRUCTION, deed, is_confirmed=True)
            refusal = self._refusals.of(reading, one.for_whom, deed) if deed else missed(one)
            conversation = self._conversations.with_person(one.for_whom)
            reply = refusing(reading, refusal) if refusal else self._instruct(conversation, reading, utterance)
            told = stated(deed, as_it_is_time(one, reply.answer))
            yield replace(reply, answer=told, asker=one.for_whom)

    def next_assignment(self) -> Assignment | None:
        """What the planner is to begin now that it has nothing to do; to be asked whenever a task has ended."""
        return self._queue.take_next()

    def _may_look(self, look: str, speaker: str) -> bool:
        """Whether the robot is free to go and look at something for this person."""
        return self._config.offers_looks and self._queue.current is None and not self._may_not(look, speaker)

    def _may_not(self, deed: str, speaker: str) -> str:
        return self._refusals.of(Reading(DialogAct.INSTRUCTION, deed), speaker, deed)

    def _learn(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        last, is_part = conversation.last, reading.text != " ".join(utterance.text.split())
        asked = last.said if last is not None and last.act == DialogAct.QUESTION.value else ""
        changed = self._memory.give_feedback(reading.text, utterance.speaker, asked)
        return Reply(reading.act, stated(reading.text, changed), records=is_part)

    def _declines(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply | None:
        misgiving = self._misgivings.of(reading, utterance.speaker, utterance.text)
        if misgiving is not None:
            conversation.offered = reading.text if misgiving.is_open else ""
            return refusing(reading, misgiving.text)
        is_beyond = self._misgivings.is_beyond(reading.text, utterance.speaker)
        return Reply(DialogAct.UNCLEAR, not_understood(reading.text)) if is_beyond else None

    def _instruct(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        declined = self._declines(conversation, reading, utterance)
        if declined is not None:
            return declined
        if not asks_to_stop(utterance.text):
            self._standstill.forget()
        last = conversation.last_request
        stops = reading.replaces and last is not None and self._queue.withdraw(last.said, utterance.speaker)
        reply = self._assign(reading, Assignment(reading.text, utterance.speaker), deed_of(reading.text), first=stops)
        return replace(reply, stops=stops)

    def _assign(self, reading: Reading, assignment: Assignment, deed: str, first: bool = False) -> Reply:
        """Begun now, or once what is being done is done."""
        standing = self._queue.give(assignment, first)
        text = agreed(standing, deed, self._queue.current, assignment.speaker)
        instruction = assignment.instruction if standing is Standing.NOW else ""
        return Reply(reading.act, stated(reading.text, text), instruction)

    def _rest(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """Stopped is what is being done, by now; here that is told. "Forget it" after a promise takes that back."""
        last = conversation.last_wanted
        self._stop()
        if not self._standstill.told() and last is not None and last.act in _TO_COME:
            return replace(self._acts[DialogAct.CANCELLATION](conversation, reading, utterance), stops=True)
        text = self._standstill.told() or "I am not doing anything."
        return replace(saying(reading, text), stops=True)

    def _resume(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """For whom it was asked for, whoever says so."""
        if not self._standstill.told():
            return saying(reading, said_in_part(utterance.text) or "All right. There is nothing that I have stopped.")
        begun = self._standstill.go_on()
        if begun is None:
            return saying(reading, "I go on with it once I am done with what I am doing.")
        told = stated(reading.text, f"I go on: {in_order((begun,))}.")
        return Reply(reading.act, told, begun.instruction, asker=begun.speaker)


_TO_COME = (
    DialogAct.OFFER.value, DialogAct.REMINDER.value, DialogAct.MESSAGE.value, DialogAct.LATER.value,
)  # fmt: skip
