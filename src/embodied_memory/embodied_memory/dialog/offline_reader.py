"""Reads utterances by rules: by their first words, and by the conversation before."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from embodied_memory.dialog.completion import completed, thing_spoken_of
from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.small_talk import small_talk
from embodied_memory.dialog.spoken_parts import is_message, own_sentences, passes_on
from embodied_memory.memory.retrieval.question import Intent, parse_question
from embodied_memory.memory.wording.words import split_words
from embodied_memory.planning.tasks.request_frame import bare_request

_CALLED = re.compile(r"^(?:(?:hey|hi|hello|ok|okay),? )?robot[,:!.]? ", re.I)
_QUESTION_WORDS = frozenset(["where", "what", "when", "which", "who", "whose", "why", "how", "whereabouts", "whom"])
_VERB = re.compile(
    r"\b(?:s|m|re|is|are|was|were|am|has|have|had|will|would|can|could|should|do|does|did|don't|never|put|puts|left"
    r"|leaves|moved|took|takes|gave|gives|saw|sees|went|goes|like|likes|prefer|prefers|love|loves|want|wants|need"
    r"|needs|keep|keeps|kept|told|said|says|bought|belongs|lives|works|means|comes|came|stands|lies|hangs|broke"
    r"|brought|ate|drank|forgot|lost|found|got|made|let|\w{2,}ed)\b"
)
_ORDER = (
    DialogAct.STOP,
    DialogAct.PROGRESS,
    DialogAct.REASON,
    DialogAct.EXPLANATION,
    DialogAct.REMINDER,
    DialogAct.FEEDBACK,
    DialogAct.QUESTION,
    DialogAct.INSTRUCTION,
)


class OfflineReader:
    """Deterministic. Instruction before question, so that "can you find the kettle?" is one."""

    def read(self, text: str, conversation: Conversation) -> Reading:
        """See `UtteranceReader`."""
        if not split_words(text):
            return Reading(DialogAct.UNCLEAR, text)
        if small_talk(text):
            return Reading(DialogAct.TALK, text)
        own = own_sentences(text)
        for number, sentence in enumerate(own):
            act = self._act_of(sentence, conversation)
            if act is DialogAct.INSTRUCTION:
                before = thing_spoken_of(" ".join(own[:number]))
                return Reading(act, completed(_CALLED.sub("", " ".join(own[number:])), conversation, before))
            if act is DialogAct.FEEDBACK:
                return Reading(act, " ".join(own))
            if act is not None:
                return Reading(act, completed(text, conversation) if act is DialogAct.QUESTION else text)
        whole = completed(text, conversation)
        if not passes_on(text) and (text.strip().endswith("?") or whole != text):
            return Reading(DialogAct.QUESTION, whole)
        if is_message(text):
            return Reading(DialogAct.UNCLEAR, text)
        is_told = bool(_VERB.search(" ".join(split_words(text)))) and len(split_words(text)) > 2
        return Reading(DialogAct.REPORT if is_told else DialogAct.UNCLEAR, text)

    def _act_of(self, sentence: str, conversation: Conversation) -> DialogAct | None:
        plain = " ".join(split_words(sentence)).removesuffix(" robot")
        bare = " ".join(split_words(bare_request(sentence))).removesuffix(" robot") or plain
        for act in _ORDER:
            if any(form.match(bare) or form.match(plain) for form in _forms()[act]):
                return act if _fits(act, bare, conversation) else DialogAct.QUESTION
        is_question = bare.split(" ", 1)[0] in _QUESTION_WORDS
        if is_question or parse_question(sentence).intent is not Intent.UNKNOWN or sentence.endswith("?"):
            return DialogAct.QUESTION
        return None


def _fits(act: DialogAct, bare: str, conversation: Conversation) -> bool:
    """Why and how-do-you-know need something said or done before; without it they are questions to memory."""
    if act is DialogAct.REASON:
        return conversation.task is not None or conversation.last_question is not None
    return act is not DialogAct.EXPLANATION or conversation.last is not None


@lru_cache(maxsize=1)
def _forms() -> dict[DialogAct, tuple[re.Pattern[str], ...]]:
    forms: dict[DialogAct, list[re.Pattern[str]]] = {}
    section: list[re.Pattern[str]] = []
    for line in Path(__file__).with_name("utterance_forms.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            section = forms.setdefault(DialogAct(line[1:-1]), [])
        elif line and not line.startswith("#"):
            section.append(re.compile(line))
    return {act: tuple(patterns) for act, patterns in forms.items()}
