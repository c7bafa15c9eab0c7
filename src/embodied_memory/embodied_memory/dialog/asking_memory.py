"""A question as memory is asked it: with names, and once more together with what was asked before."""

from __future__ import annotations

from embodied_memory.dialog.conversation import Turn
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.dialog_memory import DialogMemory
from embodied_memory.dialog.first_person import in_third_person, plainly_asked
from embodied_memory.dialog.going_on import goes_on
from embodied_memory.dialog.personal_names import with_things_meant
from embodied_memory.evidence import Answer
from embodied_memory.words.who_is_meant import of_the_speaker

RATHER_RIGHT, _PERHAPS = 0.5, 0.3
GONE_ON = (DialogAct.QUESTION.value, DialogAct.REPORT.value, DialogAct.CORRECTION.value)
"""What a question may go on with: "no, the match isn't on Friday" and then "what time?"."""


def as_meant(question: str, speaker: str, memory: DialogMemory) -> str:
    """With the thing that "my favourite cup" means."""
    return with_things_meant(of_the_speaker(plainly_asked(question)), speaker, memory.recall_personal)


def answer_of(memory: DialogMemory, asked: Reading, meant: str, speaker: str, before: Turn | None) -> Answer:
    """Memory knows people by name. What goes on with the question before it, as "from when?" does, is asked with it,
    and so is what memory cannot answer alone.

    meant: the question `as_meant`; before: the turn before, if there is one.
    """
    named = in_third_person(f"{asked.beside} {meant}".strip(), speaker)
    alone = memory.answer(named, speaker)
    if not alone.known and named != asked.text:
        alone = memory.answer(asked.text, speaker)
    if before is None or before.act not in GONE_ON:
        return alone
    likely = goes_on(asked.text)
    if before.act != DialogAct.QUESTION.value and likely < RATHER_RIGHT:
        return alone
    if alone.known and likely < _PERHAPS:
        return alone
    together = memory.answer(f"{in_third_person(before.said, speaker)} {named}", speaker)
    if not alone.known:
        return together if together.certainty >= RATHER_RIGHT or likely >= RATHER_RIGHT else alone
    return together if likely * together.certainty > (1.0 - likely) * alone.certainty else alone


def place_of(thing: str, speaker: str, memory: DialogMemory) -> str:
    """ "The scissors are on the desk; ...", with how sure that is, if memory has seen them; else ""."""
    asked = as_meant(f"Where is the {thing}?", speaker, memory)
    answer = memory.answer(in_third_person(asked, speaker), speaker) if thing else None
    is_seen = answer is not None and answer.known and bool(answer.object_ids)
    return answer.text if answer is not None and is_seen else ""
