"""Reads utterances: by their first words, by what was learned of such ones, and by the conversation before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from embodied_memory.dialog.answers.small_talk import announces, is_mere_chat, small_talk
from embodied_memory.dialog.errands.instruction_queue import goes_on
from embodied_memory.dialog.errands.refusals import after_refusal
from embodied_memory.dialog.promises.messages import is_message
from embodied_memory.dialog.reading.following import followed, instead_of_it
from embodied_memory.dialog.reading.said_acts import as_said
from embodied_memory.dialog.reading.talk_before import list_changed
from embodied_memory.dialog.reading.turn_before import Following, following, without_slip
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory.dialog.utterance.completion import completed, thing_named, told_of_thing
from embodied_memory.dialog.utterance.references import with_person_named
from embodied_memory.dialog.utterance.spoken_parts import (
    is_look,
    is_passed_on,
    own_request,
    own_sentences,
    passes_on,
    tells_of_words,
)
from embodied_memory.dialog.utterance.wanted_deeds import as_wanted, question_meant, without_tag
from embodied_memory.planning.tasks.request_frame import (
    DEED_VERBS,
    OTHER_DEED_VERBS,
    asks_for_a_deed,
    bare_request,
    begins_with_a_deed,
    in_order,
)
from embodied_memory.planning.tasks.task_reading import can_be_read
from embodied_memory.words.demands import demand_in, without_thanks
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import with_own
from embodied_memory.words.said import Said, SpeechAct
from embodied_memory.words.saying_sorts import Remembering, remembering_wanted
from embodied_memory.words.wording.description import in_one_name
from embodied_memory.words.wording.words import split_words

_JOKES = re.compile(
    r"[.!?,] (?:\w+,? ){0,2}"
    r"(?:(?:that|it)['’]?s a joke|(?:i['’]?m |i was )?(?:only |just )?(?:joking|kidding))[^?]{0,20}$"
    r"|^(?:\w+,? )?(?:i['’]?m |i was )?(?:only |just )(?:joking|kidding)\W*$",
    re.I,
)
"""Nothing of it is meant, as who says it tells at once."""
_STATE = re.compile(
    r"(?:and |so )?(?:the )?(?P<thing>(?!is\b|are\b|was\b|what|who|where)[a-z]+(?: [a-z]+)?) still"
    r" (?P<state>on|off|open|shut|closed|locked)\?",
    re.I,
)
""" "Telly still on?" """
_CALLED = re.compile(r"^(?:(?:hey|hi|hello|ok|okay),? )?robot[,:!.]? ", re.I)
_ASKS = re.compile(
    r"(?:where|what|when|which|who|whose|why|how|whereabouts|whom)(?:'?s|'?re|'?d|'?ll)?\b"
    r"|(?:is|are|was|were|do|does|did|has|have|had|should|must)(?:n't| not)?"
    r" (?:there|it|he|she|they|i|we|you|any(?:body|one|thing)|some(?:body|one|thing)|every(?:body|one|thing)|nobody"
    r"|the|my|our|his|her|their|this|that|these|those)\b"
    r"|any (?:idea|clue|chance)\b"
)
"""Questions by their first words: a question word, or the verb before who or what it is about."""
_SAID_LONG = re.compile(r"([^\W\d_])\1{2,}")
""" "Pleeease"."""
_SOME = 0.2
_SUBJECT = re.compile(r"\b(?:i|we|he|she|they|it|this|there|nobody|somebody|everybody|everyone|someone) [a-z]{2,}")
_VERB = re.compile(
    r"\b(?:s|m|re|\w+'(?:ve|s|re|m|d|ll)|is|are|was|were|am|has|have|had|will|would|can|could|should|do|does|did|don't|never|put|puts|left"
    r"|leaves|moved|took|takes|gave|gives|saw|sees|went|goes|like|likes|prefer|prefers|love|loves|want|wants|need"
    r"|needs|keep|keeps|kept|told|said|says|bought|belongs|lives|works|means|comes|came|stands|lies|hangs|broke"
    r"|brought|ate|drank|forgot|lost|found|got|made|let|\w{2,}ed)\b"
)
_OF_THE_TALK = (DialogAct.EXPLANATION, DialogAct.REASON, DialogAct.PROGRESS, DialogAct.REPEAT)
_ORDER = (
    DialogAct.STOP,
    DialogAct.REPEAT,
    DialogAct.PROGRESS,
    DialogAct.REASON,
    DialogAct.EXPLANATION,
    DialogAct.REMINDER,
    DialogAct.FEEDBACK,
    DialogAct.QUESTION,
    DialogAct.INSTRUCTION,
)


class OfflineUtteranceReader:
    """Deterministic. Instruction before question, so that "can you find the kettle?" is one."""

    def read(self, text: str, conversation: Conversation) -> Reading:
        """See `UtteranceReader`."""
        if not split_words(text):
            return Reading(DialogAct.UNCLEAR, text)
        text = _SAID_LONG.sub(r"\1", text)
        if small_talk(text) or announces(text) or _JOKES.search(text):
            return Reading(DialogAct.TALK, text)
        if left_out := _STATE.fullmatch(text.strip()):
            are = "Are" if left_out["thing"].endswith("s") else "Is"
            return Reading(DialogAct.QUESTION, f"{are} the {left_out['thing'].lower()} {left_out['state']}?")
        meant = without_slip(without_tag(_without_announcement(text)))
        if not meant:
            return Reading(DialogAct.TALK, "no")
        reading = the_reading()
        if reading is None:
            return self._read_by_forms(meant, conversation)
        text = without_thanks(meant, reading)
        text = with_own(reading.read(text))
        whole = reading.read(text)
        if whole.surely(SpeechAct.STOP) and asks_to_stop(text) and not asks_for_a_deed(text):
            return Reading(DialogAct.STOP, text)
        last = conversation.last
        is_after_chat = last is not None and last.act == DialogAct.TALK.value
        if not self._is_of_the_talk(text, conversation) and is_mere_chat(whole, is_after_chat):
            return Reading(DialogAct.TALK, text)
        before = following(whole, conversation)
        changed = after_refusal(text, conversation) or (
            followed(before, conversation) if before is not None else None
        )
        if changed is not None:
            return changed
        text = own_request(text, reading)
        whole = reading.read(text)
        if is_passed_on(text):
            return as_said(self._read_by_forms(text, conversation), whole, conversation)
        listed = list_changed(whole, conversation)
        return Reading(DialogAct.REPORT, listed) if listed else self._wanted(text, whole, before, conversation)

    def _is_of_the_talk(self, text: str, conversation: Conversation) -> bool:
        """Whether the forms read it as about what the robot has said or done: "how do you know?"."""
        return any(self._act_of(one, conversation) in _OF_THE_TALK for one in own_sentences(text))

    def _wanted(self, text: str, whole: Said, before: Following | None, conversation: Conversation) -> Reading:
        """What is wanted, without what is only said beside it."""
        reading = the_reading()
        assert reading is not None
        is_told = whole.surely(SpeechAct.MESSAGE) or (whole.surely(SpeechAct.ASIDE) and not _may_want(whole))
        wanted, beside = (text, "") if is_told else demand_in(text, reading)
        if whole.surely(SpeechAct.ASK) and not reading.read(wanted).surely(SpeechAct.ASK):
            wanted, beside = text, ""  # "van key. I had it in my hand an hour ago": together they ask where it is
        named = _named_before(text, beside, conversation)
        if beside and goes_on(wanted):
            return Reading(DialogAct.RESUME, text)
        wanted = in_one_name(with_person_named(wanted, beside))
        said = reading.read(completed(wanted, conversation, named) if named else wanted)
        read = as_said(self._read_by_forms(said.text, conversation), said, conversation)
        if beside and read.act is DialogAct.UNCLEAR:  # "heads up, the stove is hot" is no demand
            return as_said(self._read_by_forms(text, conversation), whole, conversation)
        read = as_wanted(instead_of_it(read, before) if before is not None else read)
        is_reworded = read.act is DialogAct.REPORT and read.text != said.text
        return replace(read, beside=beside) if beside and not is_reworded else read

    def _read_by_forms(self, text: str, conversation: Conversation) -> Reading:
        own = own_sentences(text)
        own_words = " ".join(own) or (text if tells_of_words(text) else "")
        if remembering_wanted(own_words) is not Remembering.NONE:
            return Reading(DialogAct.FEEDBACK, own_words)
        meant = next(filter(None, map(question_meant, own)), "")
        if meant:
            return Reading(DialogAct.QUESTION, completed(meant, conversation))
        return self._by_form(text, own, conversation) or _by_words(text, conversation)

    def _by_form(self, text: str, own: tuple[str, ...], conversation: Conversation) -> Reading | None:
        """By the first sentence that has the form of an act."""
        for number, sentence in enumerate(own):
            act, rest = self._act_of(sentence, conversation), own[number:]
            if act is None or (act is DialogAct.QUESTION and any(map(begins_with_a_deed, rest[1:]))):
                continue
            is_short = len(split_words(sentence)) == 1  # "Tariq promised Pip something. What?" asks that
            if act is DialogAct.REPEAT and len(own) > 1 and (is_short or not sentence.endswith("?")):
                continue  # "sorry. I'm just tired"
            if act is DialogAct.INSTRUCTION:
                before = thing_named(" ".join((*own[:number], _before_request(sentence))))
                wanted = completed(_CALLED.sub("", _joined(rest)), conversation, before)
                if not can_be_read(wanted) and self._asks_after(rest, conversation):
                    continue  # "take no notice, I'm tired. What time is it on Saturday?"
                return Reading(act if can_be_read(wanted) else DialogAct.UNCLEAR, wanted)
            if act is DialogAct.FEEDBACK:
                return Reading(act, " ".join(own))
            return Reading(act, completed(text, conversation) if act is DialogAct.QUESTION else text)
        return None

    def _asks_after(self, sentences: Sequence[str], conversation: Conversation) -> bool:
        """Whether one of them after the first is a question."""
        return any(self._act_of(one, conversation) is DialogAct.QUESTION for one in sentences[1:])

    def _act_of(self, sentence: str, conversation: Conversation) -> DialogAct | None:
        if is_look(sentence):
            return DialogAct.INSTRUCTION
        plain = " ".join(split_words(sentence)).removesuffix(" robot")
        bare = " ".join(split_words(in_order(bare_request(sentence)))).removesuffix(" robot") or plain
        for act in _ORDER:
            if any(form.match(bare) or form.match(plain) for form in _forms()[act]) or (
                act is DialogAct.STOP and _only_stops(sentence)
            ):
                return act if _fits(act, bare, conversation) else DialogAct.QUESTION
        if _ASKS.match(bare) or sentence.endswith("?"):
            return DialogAct.QUESTION
        return None


def _without_announcement(text: str) -> str:
    """ "Can I tell you a secret? I fancy Tom": what is told."""
    first, _, rest = text.partition("? ")
    return rest if rest and announces(first) else text


def _joined(sentences: Sequence[str]) -> str:
    """With a full stop where speech has none."""
    return " ".join(one if one[-1:] in ".!?;," or one is sentences[-1] else f"{one}." for one in sentences)


def _by_words(text: str, conversation: Conversation) -> Reading:
    """What has no form of its own: a question by what was said before, something told, or nothing that is known."""
    if not passes_on(text) and text.strip().endswith("?"):
        return Reading(DialogAct.QUESTION, completed(text, conversation))
    told = told_of_thing(text, conversation)
    if told and not passes_on(text):
        return Reading(DialogAct.REPORT, told)
    if is_message(text):
        return Reading(DialogAct.MESSAGE, text)
    words = split_words(text)
    plain = " ".join(words)
    is_told = (passes_on(text) or _VERB.search(plain) or _SUBJECT.search(plain)) and len(words) > 2
    return Reading(DialogAct.REPORT if is_told else DialogAct.UNCLEAR, text)


def _may_want(said: Said) -> bool:
    """Whether there is any demand in it, as a whole: "first the dentures, then the rain" is none after a sigh."""
    return said.share(SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.CANCEL, SpeechAct.FORGET) >= _SOME


def _named_before(text: str, beside: str, conversation: Conversation) -> str:
    """What "it" means that is wanted: a thing named right before, in the same breath; what is named after it only
    where nothing was spoken of: "bring it here, I'm in the kitchen" is of what was.
    """
    is_before = bool(beside) and text.startswith(beside[: len(beside) // 2 + 1])
    return thing_named(beside) if beside and (is_before or not conversation.about) else ""


def _before_request(sentence: str) -> str:
    """What is said before the request: "don't bring the red mug", where the blue one is wanted."""
    request = bare_request(sentence)
    return sentence[: sentence.rfind(request)] if request and request in sentence else ""


def _only_stops(sentence: str) -> bool:
    """ "Enough, stop": every part says so."""
    parts = [" ".join(split_words(part)) for part in sentence.split(",")]
    return len(parts) > 1 and all(any(form.match(part) for form in _forms()[DialogAct.STOP]) for part in parts)


def _fits(act: DialogAct, bare: str, conversation: Conversation) -> bool:
    """Why and how-do-you-know need something said or done before; without it they are questions to memory."""
    if act is DialogAct.REASON:
        return conversation.task is not None or conversation.last is not None
    return act is not DialogAct.EXPLANATION or conversation.last is not None


@lru_cache(maxsize=1)
def _forms() -> dict[DialogAct, tuple[re.Pattern[str], ...]]:
    forms: dict[DialogAct, list[re.Pattern[str]]] = {}
    section: list[re.Pattern[str]] = []
    for line in Path(__file__).with_name("utterance_forms.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            section = forms.setdefault(DialogAct(line[1:-1]), [])
        elif line and not line.startswith("#"):
            section.append(re.compile(line.replace("{deed}", f"(?:{DEED_VERBS}|{OTHER_DEED_VERBS})")))
    return {act: tuple(patterns) for act, patterns in forms.items()}
