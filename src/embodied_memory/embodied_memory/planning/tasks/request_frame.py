"""What people put around what they want done: "so, if it is no trouble, could you maybe bring me the mug, please?".

One reading of it for all who read requests: what remains is an imperative, "bring me the mug".
"""

from __future__ import annotations

import re

DEED_VERBS = (
    "find|look|search|locate|check|inspect|visit|see|show|lead|guide|take|go|drive|move|navigate|walk|return|come|run"
    "|put|place|set|leave|lay|drop|store|bring|carry|get|pick|fetch|give|hand|pass|serve|deliver|grab|prepare|arrange"
    "|make|open|close|shut|turn|switch|dim|tidy|clear|start|organi[sz]e|stow|unlock|lock|pop|stick|stash|tuck|shove|enter|step|head|catch|collect|retrieve"
)
"""What a robot of the home may be asked to do, and understands to do."""
OTHER_DEED_VERBS = (
    "follow|wait|hold|collect|gather|explore|lift|increase|decrease|raise|lower|warm|cool|heat|help|clean|wash|wipe"
    "|sweep|hoover|vacuum|mop|cook|boil|bake|iron|fold|swap|unload|load|empty|fill|charge|relocate|transfer|throw|toss"
    "|play|sing|dance|call|phone|buy|order|read|water|feed|walk|rearrange|set up"
)
"""What people ask for besides, understood or not."""
_KNOWN = re.compile(rf"(?:{DEED_VERBS})", re.I)

_CALLS = (
    r"(?:hey|hi|hello|hiya|ok|okay|alright|all right|right|robot|please|pls|plz|now|so|and|then|but|well|also|just"
    r"|carefully|slowly|gently|softly|immediately"
    r"|kindly|first|actually|um+|uh+|er+|erm|hmm+|oh|ah|listen|look(?=[,.!:])|excuse me|sorry(?! to\b)|thanks"
    r"|thank you|(?:great|good|perfect|lovely|fine|nice|cool|wonderful|brilliant|excellent|super)(?=\s*[,.!:]| now\b)"
    r"|sorry to (?:bother|disturb|interrupt|trouble) you|no|yes|yeah|yep"
    r"|good (?:morning|afternoon|evening)|maybe|perhaps|possibly|quickly|next(?! to\b))"
)
_CALLED = re.compile(rf"^{_CALLS}(?:[\s,.:!-]+|$)", re.I)
_BY_NAME = re.compile(
    r"^(?!(?:i|you|we|they|he|she|it|who|people|kids|to|not|never|always|let|please|and|then|or|but|if|when|the|my|our"
    r"|your|do|don['’]?t|can|could|would|will|shall|should|may|might|must|lets|did|does|what|where|why|how|help|gonna"
    r"|there|here|now|just|also|all|some|any|both|everybody|somebody|nobody|everyone|children|parents|go|come|try)\b)"
    r"[^\W\d_]{3,},? (?=(?:please |can you |could you |would you |will you )"
    r"|(?:go|find|follow|bring|take|get|search|look|give|open|close|turn|switch|come|move|pick|grab|fetch|enter)"
    r" (?:to|in|into|the|a|an|my|me|for|at|up|on|off|some|this|that|it|him|her|them|near|next)\b)",
    re.I,
)
"""A verb without an ending, after a name: whoever is called is told to ("Michael go to the kitchen")."""
_HANDLES = "give|bring|get|fetch|put|take|close(?! to\\b)|open|turn|switch|hand|grab|shut|pick"
_YOU = r"(?:(?:possibly|maybe|perhaps|please|kindly|just|quickly|also|at all) )*"
_IF_CONVENIENT = (
    r"you (?:can|could|have|get|find|know|see|are|like|want|don['’]t mind|do not mind|wouldn['’]t mind|would)"
    r"|you['’](?:ve|re|d)"
    r"|(?:it|that)(?:['’]s| is| isn['’]t) (?:not|no|ok|okay|all right|alright|possible|convenient|too)|possible"
)
_FRAMES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"^(?:can|could|would|will|might|may) (?:you|somebody|someone|anybody"
        rf"|anyone) {_YOU}(?!mind\b|be so\b|please$)(?=\w)",
        rf"^(?:would|will|could) you be so (?:kind|good|nice) (?:as to|and) {_YOU}",
        rf"^i(?:['’ ]?d| would| do)?(?: really)? (?:want|need|like|love) you to {_YOU}",
        rf"^i (?:was |am |['’]m )?(?:wonder(?:ed|ing)?|hop(?:ed?|ing)|ask(?:ed|ing)?)[, ]+(?:(?:if|whether|that) you"
        rf" (?:can|could|would|might) {_YOU}(?:mind )?)?",
        rf"^(?:please )?do me (?:a|the|one) favou?r(?: and|,|:)? {_YOU}",
        rf"^be (?:so|a|an) (?:\w+ ){{1,2}}(?:and|to|as to) {_YOU}",
        rf"^(?:see|try) (?:if|whether) you (?:can|could) {_YOU}",
        rf"^(?:make sure|be sure|try|go ahead|go on) (?:to|and) {_YOU}",
        rf"^help me (?:to )?(?=(?:{DEED_VERBS})\b)",
        rf"^you (?:should|must|need to|have to|had better) {_YOU}(?=(?:{DEED_VERBS})\b)",
        rf"^you (?:may|can|could) {_YOU}(?!get\b|take\b)(?=(?:{_HANDLES})\b)",
        r"^(?:(?:just )?(?:one|another) (?:more |last )?thing"
        r"|your (?:next |first )?(?:job|task) is(?: to)?)[:,]? ",
        r"^(?:let['’]?s|let us) ",
        rf"^(?:never mind|forget|skip) [^,.;]*[,.;] *(?=(?:{DEED_VERBS})\b)",
        rf"^(?:do not|don['’]t) [^,.;]+[,.;] *(?:but |just |rather |instead )?(?=(?:{DEED_VERBS})\b)",
        rf"^(?:go|come|run)(?: and| over and)? (?=(?:{_HANDLES})\b)",
        rf"^(?:if|when|whenever) (?:{_IF_CONVENIENT})\b[^,]*?(?:,\s*|\b(?:minute|moment|second|sec|time|chance|ready"
        rf"|done|free|trouble|bother|mind)\s+(?=(?:please|can|could|would|will|{DEED_VERBS})\b))",
    )
)
_HESITATES = re.compile(r"^(?:(?:hang on|hold on|wait|no|oh|sorry|actually|well|right)\b[,.!]*\s*)+", re.I)
_NO_THING = re.compile(
    r"(?:up|down|in|out|on|off|over|away|back)$|(?:what|whatever|no|(?:i|it|he|she|we|they|you)['’]\w+)\b"
    r"|(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty)$",
    re.I,
)
_NAMES = re.compile(r"\b(?!(?:the|a|an|some|my|your|our|please|of)\b)\w", re.I)
_MIND = re.compile(r"^(?:(?:do|would) you )?mind (?P<verb>\w+ing)\b", re.I)
_AFTER_THAT = re.compile(
    r"[,\s]+(?:by the way|carefully|slowly|gently|softly|quickly|immediately"
    r"|please|pls|plz|for me|(?:after|behind) you|now|right now|right away|thanks|thank you|robot|again|instead|then"
    r"|if you (?:find|see|spot|have|get|come across) (?:it|them|one|any)"
    r"|while you['’]?(?: a)?re (?:at it|there|up|passing)"
    r"|(?:will|would|could|can) you"
    r"|if you (?:can|could|would|like|don['’]t mind|do not mind)|if (?:it['’]s|it is|that['’]s) (?:not|no)\b.*"
    r"|when(?:ever)? you (?:can|have|get|are|['’]re|['’]ve)\b.*|(?:thank you|thanks) (?:so|very) much|cheers|ta)$",
    re.I,
)
_SLURRED = (
    (re.compile(r"^(?:have|take) a (?:quick |good |short )?look\b", re.I), "look"),
    (re.compile(r"^gimme\b", re.I), "give me"),
    (re.compile(r"^open up$", re.I), "open the door"),
)
_FIRST = re.compile(
    rf"^(?:(?P<order>after)|before) (?:you(?:['’]ve| have)? )?(?P<verb>\w+)\b(?P<rest>(?(order) [^,]+?|(?: [^,]+?)?))"
    rf"(?:,\s*|\s+)(?P<main>(?:please |then )?(?:{DEED_VERBS})\b.*)$",
    re.I,
)
"""Of what the robot itself is to do: "after Tyler goes back to campus" is no deed of its own."""
_AFTER_ELSE = re.compile(r"(?:after|before)\b(?! (?:that|this|all|i forget)\b)", re.I)
_IRREGULAR = {
    "brought": "bring", "caught": "catch", "driven": "drive", "found": "find", "given": "give", "got": "get",
    "laid": "lay", "led": "lead", "left": "leave", "made": "make", "seen": "see", "shown": "show", "stuck": "stick",
    "taken": "take",
}  # fmt: skip
_MAKE_SURE = re.compile(
    r"^(?:(?:and|so|then) )*(?:make sure|see to it|see|ensure)(?: that)? (?P<thing>(?:the|my|our) [\w ]+?)"
    r"(?:['’]s| is| are| stays?) (?P<state>on|off|open|closed|shut)"
    r"(?:,? (?:too|please|first|while you.*|when you.*|before you.*|on your way.*))*$",
    re.I,
)
_DEED_FOR = {"on": "turn on", "off": "turn off", "open": "open", "closed": "close", "shut": "close"}
_IF_NOT_YET = re.compile(
    r"^(?:if|when|in case) (?P<thing>(?:the|my|our) [\w ]+?)"
    r" (?:is|are) (?:still |already )*"
    r"(?:on|off|open|opened|closed|shut)(?: already)?,? (?:then )?"
    r"(?P<deed>turn|switch|close|open|shut) (?:it|them)(?P<value> on| off)?$",
    re.I,
)
_LIT_OUT = re.compile(r"^(?P<thing>(?:the )?(?:[a-z]+ )?(?:lights?|lamps?|candles?|fire)) out\b", re.I)
_SWITCHED_AT = re.compile(
    rf"^(?!.*\b(?:i|you|we|they|he|she|it|is|are|was|were)\b|(?:{DEED_VERBS}|{OTHER_DEED_VERBS}|hang|watch|cut)\b)"
    r"(?P<thing>(?:the )?[a-z]+(?: [a-z]+)?) (?P<value>on|off) (?P<place>(?:in|on|at|by) (?:the|my|our) .+)$",
    re.I,
)


def bare_request(clause: str) -> str:
    """The clause without calls, hedges, politeness around it; a clause that is none of a request loses only its
    calls. "would you mind closing the door" -> "close the door".
    """
    said = " ".join(clause.split()).strip(" ,")
    before = None
    while said != before:
        before = said
        said = _BY_NAME.sub("", _CALLED.sub("", said))
        for frame in _FRAMES:
            said = frame.sub("", said)
        said = _MIND.sub(lambda match: imperative(match["verb"].lower()), said)
        for slurred, plain in _SLURRED:
            said = slurred.sub(plain, said)
    while (shorter := _AFTER_THAT.sub("", said).strip(" ,")) != said:
        said = shorter
    return said


def names_something(words: str) -> bool:
    """Whether words may name a thing: none is called "what's in it", "no notice" or "I'm tired"."""
    return _NO_THING.match(words) is None and _NAMES.search(words) is not None


def imperative(form: str) -> str:
    """ "closing" and "closed" -> "close", "putting" and "put" -> "put"; as it is where no verb is known for it."""
    base = _IRREGULAR.get(form) or re.sub(r"(?:ing|ed)$", "", form)
    return next((verb for verb in (base, f"{base}e", base[:-1], f"{base[:-1]}y") if _KNOWN.fullmatch(verb)), form)


def asks_for_a_deed(text: str) -> bool:
    """Whether it is put as a request, by its verb or by its politeness, be it one that the robot can do or not."""
    request = bare_request(text)
    return bool(re.match(rf"(?:{DEED_VERBS}|{OTHER_DEED_VERBS})\b", request, re.I)) or any(
        frame.match(_CALLED.sub("", text.strip())) for frame in _FRAMES[:5]
    )


def begins_with_a_deed(text: str) -> bool:
    """Whether it is an imperative of what the robot understands to do: "bring it here"."""
    return re.match(rf"(?:{DEED_VERBS})\b", in_order(bare_request(_HESITATES.sub("", text))), re.I) is not None


def in_order(request: str) -> str:
    """ "After closing the fridge, bring me the mug" and "before you bring me the mug, close the fridge" in the order
    of the deeds.
    """
    found = _FIRST.match(request)
    verb = imperative(found["verb"].lower()) if found else ""
    if found is None or not _KNOWN.fullmatch(verb):
        return _whatever_it_is(request)
    other = f"{verb}{found['rest']}"
    return ", then ".join((other, found["main"]) if found["order"] else (found["main"], other))


def comes_after_something(text: str) -> bool:
    """Whether it is told to be done after, or before, what is no deed of the robot."""
    return _AFTER_ELSE.match(in_order(bare_request(text))) is not None


def _whatever_it_is(request: str) -> str:
    """ "If the lamp is on, turn it off": nothing else comes of just turning it off."""
    sure = _MAKE_SURE.match(request)
    if sure:
        return f"{_DEED_FOR[sure['state'].lower()]} {sure['thing']}"
    found = _IF_NOT_YET.match(request)
    return f"{found['deed']}{found['value'] or ''} {found['thing']}" if found else request


def with_value_last(clause: str) -> str:
    """ "Lights out in the kitchen" -> "Lights in the kitchen off"; but "hang on in there" is about no device."""
    return _SWITCHED_AT.sub(r"\g<thing> \g<place> \g<value>", _LIT_OUT.sub(r"\g<thing> off", clause))
