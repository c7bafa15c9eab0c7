"""A question as memory is asked it: with names, and once more together with what was asked before."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.dialog.conversation import Turn
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.dialog_memory import DialogMemory
from embodied_memory.dialog.first_person import in_third_person, plainly_asked
from embodied_memory.dialog.going_on import goes_on
from embodied_memory.dialog.personal_names import with_things_meant
from embodied_memory.evidence import Answer
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import named_things
from embodied_memory.words.who_is_meant import of_the_speaker

RATHER_RIGHT, _PERHAPS, _SURELY, _VERY_LIKELY = 0.5, 0.3, 0.7, 0.85
_COMPLETED = 0.5
"""How much less likely a question goes on where what it left out has been put into it."""
_NAMES_ITS_OWN = 0.5
"""The same of what names a thing, and can be answered alone."""
_ANOTHER = 0.7
"""How much less likely it is that what was told already answers what is asked next."""
GONE_ON = (DialogAct.QUESTION.value, DialogAct.REPORT.value, DialogAct.CORRECTION.value)
"""What a question may go on with: "no, the match isn't on Friday" and then "what time?"."""


def as_meant(question: str, speaker: str, memory: DialogMemory) -> str:
    """With the thing that "my favourite cup" means."""
    return with_things_meant(of_the_speaker(plainly_asked(question)), speaker, memory.recall_personal)


def answer_of(
    memory: DialogMemory, asked: Reading, meant: str, speaker: str, turns: Sequence[Turn], heard: str = ""
) -> Answer:
    """Memory knows people by name. What goes on with the question before it, as "from when?" does, is asked with it,
    and so is what memory cannot answer alone.

    meant: the question `as_meant`; turns: those before, oldest first; heard: the question as it was said, to which
    `asked` may have added what it leaves out.
    """
    named = in_third_person(_with_beside(asked.beside, meant, heard), speaker)
    alone = memory.answer(named, speaker)
    if not alone.known and named != asked.text:
        alone = memory.answer(asked.text, speaker)
    before = turns[-1] if turns else None
    if before is None or before.act not in GONE_ON:
        return alone
    is_completed = bool(heard) and not set(split_words(asked.text)) <= set(split_words(heard))
    likely = goes_on(asked.text) * (_COMPLETED if is_completed else 1.0)
    if before.act != DialogAct.QUESTION.value and likely < _SURELY:
        return alone
    if alone.known and likely < _PERHAPS:
        return alone
    chain = [in_third_person(one, speaker) for one in _gone_on_with(turns)]
    together = memory.answer(" ".join((*chain, named)), speaker)
    is_same = _tells_the_same(together, before.answer)
    if not alone.known:
        is_better = together.certainty >= RATHER_RIGHT or likely >= RATHER_RIGHT
        is_new = not is_same or max(likely, together.certainty) >= _VERY_LIKELY
        return together if together.known and is_better and is_new else alone
    likely *= (_ANOTHER if is_same else 1.0) * (_NAMES_ITS_OWN if _names_a_thing(asked.text) else 1.0)
    return together if likely * together.certainty > (1.0 - likely) * alone.certainty else alone


def _with_beside(beside: str, meant: str, heard: str) -> str:
    """In the order in which it was said."""
    is_after = bool(beside) and not heard.lstrip().startswith(beside[: len(beside) // 2 + 1])
    return f"{meant.rstrip()} {beside}" if is_after else f"{beside} {meant}".strip()


def _gone_on_with(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What was said right before, after what it all began with: "where's the mug?", "who put it there?" of "why?"."""
    last = first = len(turns) - 1
    while first and turns[first - 1].act in GONE_ON and _went_on(turns[first]):
        first -= 1
    return (turns[last].said,) if first == last else (turns[first].said, turns[last].said)


def _went_on(turn: Turn) -> bool:
    return turn.act == DialogAct.QUESTION.value and goes_on(turn.heard or turn.said) >= RATHER_RIGHT


def _names_a_thing(question: str) -> bool:
    reading = the_reading()
    return reading is not None and bool(named_things(reading.read(question)))


def _tells_the_same(answer: Answer, before: Answer) -> bool:
    """Whether it rests on what was told just before, which who asks on has heard."""
    told = (one.record_id for one in before.evidence[:1])
    return any(one.record_id == record_id for one in answer.evidence[:1] for record_id in told)


def place_of(thing: str, speaker: str, memory: DialogMemory) -> str:
    """ "The scissors are on the desk; ...", with how sure that is, if memory has seen them; else ""."""
    asked = as_meant(f"Where is the {thing}?", speaker, memory)
    answer = memory.answer(in_third_person(asked, speaker), speaker) if thing else None
    is_seen = answer is not None and answer.known and bool(answer.object_ids)
    return answer.text if answer is not None and is_seen else ""
