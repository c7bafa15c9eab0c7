"""What makes sense only by what was said before it: a name that was asked for, "read it back to me"."""

from __future__ import annotations

import re
from collections.abc import Collection

from embodied_memory.dialog.promises.changed_promises import promised_before
from embodied_memory.dialog.promises.taking_back import quits_telling
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading
from embodied_memory.dialog.utterance.completion import completed
from embodied_memory.dialog.utterance.wanted_deeds import FOR_GOOD, deeds_wanted
from embodied_memory.memory.retrieval.kept_lists import changes_of, in_words, item_stems, list_changes
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import POINTING, POINTING_THERE, named_things, pointed_at
from embodied_memory.words.said import SURE, TELLING, AskedKind, DeedKind, Role, Said, SpeechAct
from embodied_memory.words.wording.phrases import each_listed
from embodied_memory.words.wording.words import content_stems

_LIST = re.compile(r"\blist\b", re.I)
_CROSSES_OFF = re.compile(
    r"\b(?:so |and )?(?:you can |please |just )?(?:cross|tick|strike|scrub|knock)"
    r" (?:it|them|those|that|these|both) off\b",
    re.I,
)
""" "so you can cross those off"."""
_SHOPPING = re.compile(r"(?:(?:the|our|my) )?(?:shopping|list|shopping list)", re.I)
_VERY_SURE, _SURELY = 0.85, 0.7
_READ_LIST = re.compile(
    r"^(?:\w+,? )?(?:(?:can|could|will|would) you )?(?:please )?(?:read|tell|show|give)(?: (?:me|us|out))*"
    r" (?P<list>(?:the|my|our) (?:\w+ )?list)(?: (?:back|out|again|please|to me|to us|then))*\W*$",
    re.I,
)
""" "Can you read me the shopping list back?" """
_PUTS_ON = re.compile(
    r"(?:\w+[,.]? ){0,2}(?:stick|put|pop|add|chuck|bung|whack|get|write|shove) (?P<thing>(?:[\w'’-]+ ){1,4})on"
    r"(?:[,.;!]|\s*$| (?:as well|too|for)\b)",
    re.I,
)
"""Of a list that was spoken of right before: "stick a bearing on, for that scooter"."""
_CALLS_OFF = re.compile(
    r"(?:\w+,? ){0,2}(?:cancel|scrap|call off|drop|skip|forget|never mind|no need for|leave)\b", re.I
)
""" "No need for the alarm"."""
_TAKES_OFF = re.compile(
    rf"{_CROSSES_OFF.pattern}|\b(?:so |and )?(?:you can |please |just )?(?:take|get) (?:them|those|these|both) off\b",
    re.I,
)
"""Of what nobody would say so but of a list."""
_RUN_OUT = re.compile(
    r"(?:(?:oh|and|also|so|now|by the way),? )*we(?:['’]re|['’]ve| are| have)?"
    r" (?:(?:just|nearly|almost|also|still) )*"
    r"(?:need(?: to (?:buy|get))?|(?:run )?out of|(?:running )?low on|short of)\b",
    re.I,
)
""" "We've run out of soap", "Oh, and we need rice"."""
_AND_MORE = re.compile(r"(?:(?:oh|and|also|plus)\b\W*)+(?!(?:i|we|he|she|they|it|you)\b)", re.I)
""" "And also bread"."""
_NOT_BOUGHT = re.compile(
    r"(?:an?|the|my|our|your|this|that|these|those|you|help|time|rest|sleep|quiet|peace|space|it|them)\b", re.I
)
"""What there is, or what no shop has."""
_AT_PRESENT = frozenset({"now", "right now", "so far", "by now", "just now", "already", "at the moment"})
_HAVE_GOT = re.compile(
    r"(?:\w+,? ){0,2}what(?:['’]ve| have| has|['’]s| is| all)*(?: (?:i|we|you|that|it|there|all|everything))*"
    r" (?:got|on|down|there|left|so far|altogether)\b",
    re.I,
)
""" "So what have I got so far?" """
_ALWAYS = re.compile(rf"(?:\w+,? ){{0,2}}(?:{FOR_GOOD.pattern}|every (?:day|night|evening|morning)\b)", re.I)
_WITHOUT = re.compile(r"(?:\w+,? ){0,2}(?:without|minus|except|scrap|scratch|strike|drop|skip|lose|forget)\b", re.I)
""" "Oh, skip the eggs"."""


def by_talk_before(said: Said, conversation: Conversation) -> Reading | None:
    """None for what makes sense by itself."""
    if _READ_LIST.match(said.text) or (_wants_it_read(said) and _names_shopping(said)):
        return Reading(DialogAct.QUESTION, f"What is on {_list_named(said.text)}?")
    last = conversation.last
    if last is not None and last.act == DialogAct.INSTRUCTION.value and _wants_it_always(said):
        return Reading(DialogAct.INSTRUCTION, f"{last.said.rstrip('.!? ')} every day {' '.join(said.of(Role.TIME))}")
    renamed = _with_name(last.said, said) if last is not None and last.act == DialogAct.UNCLEAR.value else ""
    if last is not None and last.act == DialogAct.UNCLEAR.value and (renamed or _names_what_is_wanted(said)):
        return Reading(DialogAct.INSTRUCTION, renamed or completed(deeds_wanted(said), conversation))
    if speaks_of_list(conversation):
        on_list = _of_list(said, conversation.about)
        if on_list is not None:
            return on_list
    if last is not None and last.act == DialogAct.MESSAGE.value and _leaves_somebody_out(said):
        return Reading(DialogAct.CANCELLATION, said.text)
    if quits_telling(said) or _calls_promise_off(said, conversation):
        return Reading(DialogAct.CANCELLATION, said.text)
    listed = _listed(conversation)
    is_last = bool(last and list_changes(last.said, the_reading())) or speaks_of_list(conversation)
    if listed and (_wants_it_read(said) or _asks_what_is_on_it(said, is_last)):
        return Reading(DialogAct.QUESTION, "What is on the list?")
    is_less = bool(said.of(Role.NOT)) or bool(_WITHOUT.match(said.text))
    named = [one for one in named_things(said) if _is_among(one.text, listed)]
    is_less = is_less or (
        bool(pointed_at(said)) and said.surely(SpeechAct.INSTRUCT, SpeechAct.CANCEL) and not _goes(said)
    )
    needless = named if is_less else []
    if needless and not said.surely(SpeechAct.ASK):
        return Reading(DialogAct.REPORT, in_words((DeedKind.UNLIST, one.text) for one in needless))
    return None


def _calls_promise_off(said: Said, conversation: Conversation) -> bool:
    stems = {stem for one in named_things(said) for stem in content_stems(one.text)}
    return _CALLS_OFF.match(said.text) is not None and promised_before(conversation, stems) is not None


def _with_name(before: str, said: Said) -> str:
    """ "The lamp, the tall one", after "could you switch that off?": that deed; "" where no "that" was wanted."""
    reading, named = the_reading(), named_things(said)
    is_name = bool(named) and not (said.of(Role.DEED) or said.surely(*TELLING) or said.text.rstrip().endswith("?"))
    wanted = reading.read(before).wanted if reading is not None and is_name else ()
    pointed = [one.thing for one in wanted if one.thing.text.lower() in POINTING and one.certainty >= SURE]
    if len(pointed) != 1:
        return ""
    name = said.text[named[0].start :].rstrip(".!? ")
    name = re.split(r"[.!?;]", name)[0].rstrip() if said.of(Role.NOT) else name  # "the big lamp. Not Pip's"
    return f"{before[: pointed[0].start]}{name[0].lower()}{name[1:]}{before[pointed[0].end :]}"


def _wants_it_always(said: Said) -> bool:
    """ "From now on you just do that at eleven", of what was wanted just now."""
    is_it = bool(pointed_at(said)) and not named_things(said) and bool(_ALWAYS.match(said.text))
    return is_it and bool(said.of(Role.TIME)) and not said.of(Role.NOT)


def speaks_of_list(conversation: Conversation) -> bool:
    """Whether the turn before did."""
    last = conversation.last
    return last is not None and bool(_LIST.search(f"{last.said} {last.answer.text}"))


def list_changed(said: Said, conversation: Conversation) -> str:
    """What is put on a list and taken off it, in words that name the list; "" where no list is named or spoken of."""
    is_spoken_of, listed = speaks_of_list(conversation), _listed(conversation)
    crossed = _crossed_off(said.text, _TAKES_OFF if is_spoken_of or listed else _CROSSES_OFF)
    if not crossed and _TAKES_OFF.search(said.text) and _is_among(conversation.about, listed):
        crossed = [conversation.about]
    if crossed:  # "cross those off. Onions too."
        also = (change for change in changes_of(said) if change[1] not in crossed)
        return in_words((*((DeedKind.UNLIST, thing) for thing in crossed), *also))
    if among := _run_out_among(said):
        return in_words(among)
    if _is_run_out(said):
        return in_words((DeedKind.LIST, one.text) for one in named_things(said))
    is_listed = any(one.kind is DeedKind.LIST and one.certainty >= _SURELY for one in said.wanted)
    pointed = _of_what_is_pointed_at(said, conversation.about) if is_spoken_of or listed else []
    is_of_list = _LIST.search(said.text) or is_spoken_of or is_listed or pointed
    changes = pointed + (changes_of(said) if is_of_list else [])
    return said.text if changes and _LIST.search(said.text) else in_words(changes)


def _of_what_is_pointed_at(said: Said, about: str) -> list[tuple[DeedKind, str]]:
    """ "Cross those off. Onions too.", of the beans that were spoken of."""
    pointed = (one for one in said.wanted if one.kind is DeedKind.UNLIST and one.thing.text.lower() in POINTING)
    return [(DeedKind.UNLIST, about)] if about and any(one.certainty >= SURE for one in pointed) else []


def _run_out_among(said: Said) -> list[tuple[DeedKind, str]]:
    """ "We're out of soap. And add salt": all of it is wanted, where one tells what there is none of."""
    reading, sentences = the_reading(), re.split(r"(?<=[.!])\s+", said.text)
    if reading is None or len(sentences) < 2 or not any(map(_RUN_OUT.match, sentences)):
        return []
    parts = list(map(reading.read, sentences))
    if not any(map(_is_run_out, parts)):
        return []
    return [change for part in parts for change in _listed_in(part)]


def _listed_in(said: Said) -> list[tuple[DeedKind, str]]:
    put_on = _PUTS_ON.match(said.text)
    is_more = _AND_MORE.match(said.text) is not None and not said.of(Role.DEED)
    if _is_run_out(said) or is_more:
        return [(DeedKind.LIST, one.text) for one in named_things(said)]
    return changes_of(said) or ([(DeedKind.LIST, put_on["thing"].strip())] if put_on is not None else [])


def _is_run_out(said: Said) -> bool:
    """ "We need rice, and something for the dishwasher" wants nothing brought that there is."""
    things = [one.text for one in named_things(said)]
    is_named = bool(things) and _NOT_BOUGHT.match(things[0]) is None and not said.of(Role.DEED)
    return is_named and _RUN_OUT.match(said.text) is not None and not said.of(Role.GOAL)


def as_listed(text: str) -> str:
    """What memory is told of a list, which it finds by that word: "take the ink off", of the list spoken of."""
    changes = list_changes(text, the_reading())
    return in_words(changes) if changes and not _LIST.search(text) else text


def _crossed_off(text: str, form: re.Pattern[str]) -> list[str]:
    """ "I got the oat milk and the eggs, so cross those off": what was named right before."""
    found, reading = form.search(text), the_reading()
    if found is None or reading is None:
        return []
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", text[: found.start()]) if re.search(r"\w{3,} \w{3,}", one)]
    named = named_things(reading.read(sentences[-1].rstrip(" ,;"))) if sentences else []
    return [thing for one in named for thing in each_listed(one.text)]


def _of_list(said: Said, about: str) -> Reading | None:
    """ "Is bleach on there already?", and "take it off", where a list was spoken of."""
    named = named_things(said)
    put_on = _PUTS_ON.match(said.text)
    if put_on is not None and not said.of(Role.GOAL):
        return Reading(DialogAct.REPORT, in_words([(DeedKind.LIST, put_on["thing"].strip())]))
    if said.surely(SpeechAct.ASK) and named and said.asked.get(AskedKind.LIST, 0.0) >= SURE:
        return Reading(DialogAct.QUESTION, f"Is {named[0].text} on the list?")
    put = [one.thing.text for one in said.wanted if one.kind is DeedKind.LIST and one.certainty >= SURE]
    if put and said.surely(SpeechAct.INSTRUCT) and any(one.lower() in POINTING_THERE for one in said.of(Role.GOAL)):
        return Reading(DialogAct.REPORT, in_words([(DeedKind.LIST, " and ".join(put))]))
    is_left_out = _WITHOUT.match(said.text) is not None and not said.surely(SpeechAct.ASK)
    if named and is_left_out and not (said.of(Role.GOAL) or said.of(Role.RECIPIENT)):
        return Reading(DialogAct.REPORT, in_words([(DeedKind.UNLIST, one.text) for one in named[:1]]))
    is_off = any(one.kind is DeedKind.UNLIST and one.thing.text.lower() in POINTING for one in said.wanted)
    is_wanted = is_off and about and said.share(SpeechAct.INSTRUCT, SpeechAct.CANCEL) >= SURE
    return Reading(DialogAct.REPORT, in_words([(DeedKind.UNLIST, about)])) if is_wanted else None


def _goes(said: Said) -> bool:
    return bool(said.of(Role.GOAL) or said.of(Role.RECIPIENT)) or any(
        one.kind in (DeedKind.BRING, DeedKind.FIND, DeedKind.OPEN) and one.certainty >= SURE for one in said.wanted
    )


def _leaves_somebody_out(said: Said) -> bool:
    """ "Not Piotr", of those who were to be told something."""
    is_less = said.share(SpeechAct.CORRECT, SpeechAct.CANCEL, SpeechAct.REFUSE) >= SURE
    return is_less and bool(said.of(Role.NOT)) and bool(said.of(Role.PERSON)) and not said.of(Role.DEED)


def _names_what_is_wanted(said: Said) -> bool:
    """ "The torch, I mean", where the robot has just said that it does not know what is wanted."""
    is_told = said.surely(*TELLING)  # "I'll get the ladder myself, then"
    return said.is_surely_wanted and not is_told and bool(deeds_wanted(said)) and not changes_of(said)


def _listed(conversation: Conversation) -> tuple[str, ...]:
    """What was put on a list in this talk, and what was taken off it."""
    told = (turn.said for turn in conversation.turns if turn.act == DialogAct.REPORT.value)
    return tuple(words for one in told for _, words in list_changes(one, the_reading()))


def _is_among(name: str, listed: Collection[str]) -> bool:
    """ "The salmon" is the tin of salmon; freezer bags are no bin bags."""
    stems = item_stems(name)
    return bool(stems) and any(stems <= item_stems(one) for one in listed)


def _asks_what_is_on_it(said: Said, is_last: bool) -> bool:
    """ "So what stands on it now?"; right after a change of it, also "what have I got so far then?"."""
    is_elsewhere = any(one.lower() not in POINTING_THERE for one in said.of(Role.SOURCE))
    is_elsewhere = is_elsewhere or any(one.lower() not in _AT_PRESENT for one in said.of(Role.TIME))
    if named_things(said) or is_elsewhere or said.share(SpeechAct.ASK, SpeechAct.PROGRESS) < SURE:
        return False
    if is_last and _HAVE_GOT.match(said.text):
        return True
    kinds = (AskedKind.LIST, AskedKind.CONTENTS) + (
        (AskedKind.PLAN, AskedKind.EXISTS, AskedKind.SAID) if is_last else ()
    )
    return said.surely(SpeechAct.ASK) and sum(said.asked.get(one, 0.0) for one in kinds) >= SURE


def _list_named(text: str) -> str:
    found = _READ_LIST.match(text)
    return found["list"] if found else "the list"


def _names_shopping(said: Said) -> bool:
    """ "Read me the shopping"."""
    is_listed = max(said.asked, key=lambda kind: said.asked[kind], default=None) is AskedKind.LIST
    return is_listed and any(_SHOPPING.fullmatch(one) for one in said.of(Role.THEME))


def _wants_it_read(said: Said) -> bool:
    """ "Read it back to me"."""
    is_said = bool(said.wanted) and all(one.kind is DeedKind.SAY for one in said.wanted)
    is_surely_said = is_said and all(one.certainty >= _VERY_SURE for one in said.wanted)
    return is_said and (is_surely_said or said.share(SpeechAct.INSTRUCT, SpeechAct.REPEAT, SpeechAct.ASK) >= SURE)
