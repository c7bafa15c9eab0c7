"""Standing rules that people gave the robot ("never touch my drawing tube unless I ask"), and what they forbid.

A rule is kept as it was said. Whether it speaks against what somebody wants is learned (`words/pair_reader.py`), or
read from its words by the one reading: which thing, place and deed it is about. The latter finds plain rules about
plain orders and next to nothing else (docs/evaluation.md). Whoever wants it is told whose rule it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from embodied_memory.memory.belief.commitment_track import Commitment, CommitmentStatus
from embodied_memory.memory.belief.statements.statement_atoms import StatementKind
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.words.demands import rule_in
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.pair_reader import the_rule_reader
from embodied_memory.words.plain_words import named_things, pointed_at
from embodied_memory.words.said import Role, Said
from embodied_memory.words.wording.words import content_stems, split_words, stem

_LIMITS = re.compile(
    r"n['’]t\b|\b(?:not|never|nobody|nothing|no|none|without|unless|only|except|cannot|off limits|hands off)\b"
    r"|\bask\b.*\b(?:before|first)\b|\b(?:keep|stay)s? (?:away|off|out)\b"
    r"|\b(?:stays?|remains?) (?:put|where|locked|shut|closed)\b|\bleave\b.*\b(?:alone|be)\b",
    re.I,
)
_FOR_THE_YOUNG = re.compile(
    r"\b(?:nobody|no one|anyone|anybody|those|people|kids?|child(?:ren)?) (?:who (?:is|['’]s) )?"
    r"(?:under|below|younger than)\b|(?:^|[.;:,]\s*)(?:no|none of the) (?:kids?|child(?:ren)?|little ones)\b",
    re.I,
)
"""Who is of age may do it; what is not to be given to children is another rule."""
_ON_OR_OFF = re.compile(
    r"\b(?:on|off)\b(?=\W*(?:$|[.,;!?]|\b(?:when|while|if|unless|till|until|before|after|in|at)\b))", re.I
)
_HANDLED = re.compile(
    r"\b(?:touch|fiddl|mess|handl|mov|interfer|chang|adjust|turn|switch|press|tamper|go(?:es|ing)? near|stay|remain"
    r"|keep|kept|leave|left|hands off|alone)",
    re.I,
)
"""What forbids more than the use of a thing."""
_SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+")
_MAY_ASK = re.compile(r"\b(?:unless|only|but|except|without)\b.*\b(?:i|me|my|myself)\b|\bask(?:ing)? me\b", re.I)
_ASKED_FIRST = re.compile(r"\bask\b.*\bbefore (?:you |you're |you are )?(?P<deed>.+)", re.I)
_ANYTHING = frozenset(map(stem, split_words(
    "anything nothing something everything thing stuff it one mine yours his hers ours theirs"
)))  # fmt: skip
_DEEDS = {
    **dict.fromkeys(("open", "unlock"), (Deed.OPEN,)),
    **dict.fromkeys(("close", "shut", "lock"), (Deed.CLOSE,)),
    **dict.fromkeys(("switch", "turn", "dim", "set"), (Deed.SET,)),
    **dict.fromkeys(("go", "enter", "come", "drive", "walk", "step", "roll"), (Deed.SEEK, Deed.LOOK)),
    **dict.fromkeys(("bring", "hand", "give", "fetch", "lend", "pass"), (Deed.FETCH,)),
    **dict.fromkeys(("put", "place", "store", "leave"), (Deed.PLACE, Deed.ARRANGE)),
}
"""Of another verb ("touch", "move", "use") every deed is one."""
_LEFT_ALONE = re.compile(r"\b(?:leave|left|leaves)\b.*\b(?:alone|be|where (?:it|they))\b", re.I)
"""Nothing at all is to be done with it then."""
_KEPT = re.compile(
    r"\b(?:leave|keep|kept|left|stays?|remains?)\b(?P<thing>[^.!?,;]*?)\b(?P<state>on|off|open|shut|closed|locked)\b",
    re.I,
)
_ALL_IN = re.compile(r"(?:any|every|no)thing (?:on|in|out of|from|off|inside|under) (?P<place>.+)", re.I)
_GOES_FOR = re.compile(r"\b(?:go|goes|going|come|comes)\b.*?\b(?:for|after|to get) (?P<thing>[^.,;!?]+)", re.I)
_GOING = frozenset({"go", "goes", "going", "get", "gets", "look", "looks", "rummage", "rummages", "open", "opens"})
_FROM = re.compile(r" (?:from|out of|in|inside) ")
_NOT_TO_BE = re.compile(r"n['’]t\b|\b(?:not|never|nobody|no)\b", re.I)
_AGAINST = {
    "on": (Deed.SET, "off"), "off": (Deed.SET, "on"), "open": (Deed.CLOSE, ""),
    **dict.fromkeys(("shut", "closed", "locked"), (Deed.OPEN, "")),
}  # fmt: skip
"""What would end a state that is to be kept."""
_ANYBODY = frozenset(
    {"i", "you", "we", "nobody", "no one", "anybody", "anyone", "everybody", "everyone", "children", "kids"}
)
_BUT = re.compile(r"\b(?:unless|except|but|only|ask\w*|without|than|by)\W+(?:\w+\W+){0,2}$", re.I)
_BESIDE = re.compile(r" (?=(?:by|on|in|at|from|under|behind|beside|next to|with|near) )", re.I)
_OWN = re.compile(r"\b(?:my|our)\b", re.I)
SURELY = 0.8
"""How likely the reader has to find that a rule speaks against something."""
_NAMING = (Role.THEME, Role.GOAL, Role.SOURCE, Role.CONTENT)


@dataclass(frozen=True)
class StandingRule:
    """words: as said; by: who gave it."""

    words: str
    by: str


def standing_rules_of(commitments: Iterable[Commitment]) -> tuple[StandingRule, ...]:
    """Of all that the robot is to do, what it is to keep to for good, the oldest first."""
    return tuple(
        StandingRule(one.text, one.for_whom)
        for one in sorted(commitments, key=lambda one: one.commitment_id)
        if one.kind is StatementKind.RULE and one.status is CommitmentStatus.OPEN
    )


def objection(
    goal: TaskGoal, speaker: str, rules: Iterable[StandingRule], lies: str = "", is_grown_up: bool = False
) -> str:
    """Which rule speaks against a deed, in a sentence; "" if none does. Whoever gave a rule may ask for the deed.

    lies: the place in which the thing is, by name, for rules about all that is there; "" where nobody knows.
    is_grown_up: rules for the young ("nobody under sixteen") do not bind then.
    """
    binding = _binding(rules, speaker, is_grown_up)
    for rule in binding:
        broken = _forbidding(rule.words, goal, (speaker, goal.to), lies)
        if broken:
            return _told(rule, broken)
    return _learned_objection(goal.words or str(goal), speaker, binding)


def objection_to_words(wanted: str, speaker: str, rules: Iterable[StandingRule], is_grown_up: bool = False) -> str:
    """The same of whatever somebody says: "I could eat just one and nobody would know" is no order. "" where nothing
    learned is installed.
    """
    return _learned_objection(wanted, speaker, _binding(rules, speaker, is_grown_up))


def _learned_objection(wanted: str, speaker: str, binding: Sequence[StandingRule]) -> str:
    """By the rule that speaks against it most, if it surely does: of it the sentence that does most."""
    reader = the_rule_reader() if binding else None  # which is not loaded for a home without rules
    if reader is None:
        return ""
    likely = reader.likely(speaker, wanted, [(rule.by, rule.words) for rule in binding])
    most = max(range(len(binding)), key=lambda place: likely[place])
    if likely[most] < SURELY:
        return ""
    rule, sentences = binding[most], _SENTENCE_END.split(binding[most].words.strip())
    of_each = reader.likely(speaker, wanted, [(rule.by, sentence) for sentence in sentences])
    return _told(rule, max(zip(of_each, sentences, strict=True))[1])


def _binding(rules: Iterable[StandingRule], speaker: str, is_grown_up: bool) -> list[StandingRule]:
    """Without their own, and those for the young where no child has a part in it."""
    others = (rule for rule in rules if not _is_by(rule, speaker))
    return [rule for rule in others if not (is_grown_up and _FOR_THE_YOUNG.search(rule.words))]


def _told(rule: StandingRule, sentence: str) -> str:
    told = rule_in(sentence, the_reading()).rstrip(".!")
    return f'{rule.by or "somebody"} gave me the rule "{told}"'


def giver_of(objection_told: str) -> str:
    """Whose rule it is, of words in which an `objection` is told; "" where they tell of none."""
    found = re.search(r"(?P<by>\w[\w .'-]*?) gave me the rule \"", objection_told)
    return found["by"].rpartition(": ")[2] if found else ""


def own_rule(goal: TaskGoal, speaker: str, rules: Iterable[StandingRule]) -> str:
    """What the speaker laid down themselves against a deed, for themselves too; "" if there is no such rule. What is
    their own ("nobody comes into my room") they laid down for the others.
    """
    own = (_forbidding(rule.words, goal, (speaker, goal.to)) for rule in rules if _is_by(rule, speaker))
    return next((words for words in own if words and not (_MAY_ASK.search(words) or _OWN.search(words))), "")


def _is_by(rule: StandingRule, speaker: str) -> bool:
    return rule.by.strip().lower() == speaker.strip().lower()


def _forbidding(words: str, goal: TaskGoal, people: Collection[str], lies: str = "") -> str:
    """The sentence of a rule that speaks against a deed: of what else was said with it nobody needs to be told."""
    sentences = _SENTENCE_END.split(words)
    meant = [(one, _of_thing(one, " ".join(sentences[:k]))) for k, one in enumerate(sentences)]
    return next((one for one, whole in meant if _forbids(whole, goal, people, lies)), "")


def _of_thing(sentence: str, before: str) -> str:
    """ "Nobody uses it", after "the washing machine's leaking"."""
    reading = the_reading()
    said = reading.read(sentence) if reading is not None and before else None
    points = pointed_at(said) if said is not None else []
    named = named_things(reading.read(before)) if reading is not None and points else []
    if said is None or not named or named_things(said):
        return sentence
    return f"{sentence[: points[0].start]}{named[-1].text}{sentence[points[0].end :]}"


def _forbids(words: str, goal: TaskGoal, people: Collection[str], lies: str) -> bool:
    reading = the_reading()
    if reading is None:
        return False
    if _ends_what_is_kept(words, goal, reading.read(words)):
        return True
    if not _LIMITS.search(words) or _wants_what_is_left(words, goal):
        return False
    asked = _ASKED_FIRST.search(words)
    said = reading.read(asked["deed"] if asked else words)
    deeds = [] if _LEFT_ALONE.search(words) else [split_words(deed)[0] for deed in said.of(Role.DEED)]
    deeds = ["switch"] if {"on", "off"} & set(deeds) else deeds  # "put it on"
    allowed = [_DEEDS[verb] for verb in deeds if verb in _DEEDS]
    if goal.deed in (Deed.FETCH, Deed.PLACE) and (_is_gone_for(words, goal.thing) or _is_gone_into(said, goal)):
        return not _is_for_another(said, people)
    is_look = goal.deed is Deed.LOOK  # which uses nothing, and touches nothing
    if (allowed or is_look) and not any(goal.deed in one for one in allowed):
        return False
    return (_is_about(said, goal) or _is_about_all_in(lies, said)) and not _is_for_another(said, people)


def _wants_what_is_left(words: str, goal: TaskGoal) -> bool:
    """Whether a rule against one state is no rule against the other: of "the heater isn't to be on when nobody's in"
    nobody minds that it is switched off, and of "telly after homework only" neither.
    """
    if goal.deed is not Deed.SET or goal.value not in ("on", "off"):
        return False
    states = {found[0].lower() for found in _ON_OR_OFF.finditer(words)}
    is_of_use = not states and goal.value == "off" and _HANDLED.search(words) is None
    return is_of_use or (len(states) == 1 and goal.value not in states)


def _is_gone_for(words: str, thing: str) -> bool:
    """ "Nobody's to go in the fridge for the trifle" is about the trifle."""
    found = _GOES_FOR.search(words)
    return found is not None and bool(content_stems(thing) & content_stems(found["thing"]))


def _is_gone_into(said: Said, goal: TaskGoal) -> bool:
    """ "Nobody goes in my file cabinet": nothing is taken out of it, or put into it."""
    is_going = any(split_words(deed)[:1] and split_words(deed)[0] in _GOING for deed in said.of(Role.DEED))
    into = (*said.of(Role.GOAL), *said.of(Role.SOURCE))
    from_where = _FROM.split(goal.thing, maxsplit=1)[1:]  # "a folder from the file cabinet"
    return is_going and any(_names(one, other) for one in into for other in (*from_where, goal.to) if other)


def _ends_what_is_kept(words: str, goal: TaskGoal, said: Said) -> bool:
    """ "Leave the hall lamp on overnight", where it is to be switched off."""
    kept = _KEPT.search(words)
    if kept is None or _NOT_TO_BE.search(words):
        return False
    deed, value = _AGAINST[kept["state"].lower()]
    is_against = goal.deed is deed and goal.value in ("", value)
    return is_against and any(_names(one, goal.thing) for one in (*said.of(Role.THEME), kept["thing"]))


def _is_about_all_in(lies: str, said: Said) -> bool:
    """ "Ask me before you touch anything on the dressing table", of what is there."""
    themes = (*said.of(Role.THEME), *said.of(Role.CONTENT))
    there = [found["place"] for found in map(_ALL_IN.match, themes) if found]
    if not there and all(content_stems(one) <= _ANYTHING for one in themes):
        there = [*said.of(Role.SOURCE), *said.of(Role.GOAL)]
    return bool(lies) and any(_names(one, lies) for one in there)


def _is_for_another(said: Said, people: Collection[str]) -> bool:
    """Whether it is somebody's by name who has no part in the deed: "Tobi's not to have peanuts"."""
    people_named = (one for one in said.fillers if one.role in (Role.PERSON, Role.RECIPIENT))
    whose = [one.text for one in people_named if not _BUT.search(said.text[: one.start])]
    names = {name.lower().removesuffix("'s").removesuffix("’s") for name in whose if name[:1].isupper()}
    return bool(names) and names.isdisjoint({*map(str.lower, people), *_ANYBODY})


def _is_about(said: Said, goal: TaskGoal) -> bool:
    """The thing that is handled; of what is put somewhere, that and the place, as far as the rule names them."""
    nouns = [one for role in _NAMING for one in said.of(role)]
    named = [one for one in nouns if not content_stems(one) <= _ANYTHING]
    if not named:
        return _is_by_verb(said, goal)
    if goal.deed is Deed.PLACE:
        return bool(named) and all(_names(one, goal.thing) or _names(one, goal.to) for one in named)
    return any(_names(one, goal.thing) for one in named)


def _is_by_verb(said: Said, goal: TaskGoal) -> bool:
    """ "Nobody hoovers before two" is about the hoover."""
    verbs = {verb for deed in said.of(Role.DEED) for verb in split_words(deed)[:1]} - set(_DEEDS)
    return bool(content_stems(" ".join(map(stem, verbs))) & content_stems(goal.thing))


def _names(told: str, meant: str) -> bool:
    """Whether the words of a rule name what a goal's words mean: the same noun, with nothing said that differs."""
    core = _BESIDE.split(meant, maxsplit=1)[0] or meant  # "the big lamp by the sofa" is no sofa
    rule, wanted = [stem(word) for word in split_words(told)], content_stems(core)
    own = content_stems(told)
    return bool(own) and bool(wanted) and rule[-1] in wanted and (own <= wanted or wanted <= own)
