"""Which part of an utterance the speaker says themselves: what is quoted or passed on is data, whoever says it."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\"[^\"]*(?:\"|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)|(?<!\w)'[^']*'(?!\w)|`[^`]*(?:`|$)|<[^>]*(?:>|$)")
_PASSES_ON = re.compile(
    r"\b(?:says?|said|reads?|told|tells?|wrote|writes|written|states?|claims?|announced|shouted|asked (?:you|me|us)"
    r"|wants? you|wanted you|orders?|ordered|demands?|instructs?|according to|printed|the (?:text|message|note|sign"
    r"|screen|label|poster|email|letter|display|tv|television|radio|news)\b.*\bis)\b",
    re.I,
)
_OWN = re.compile(
    r"^(?:(?:hey|hi|ok|okay|robot|please|well)[, ]+)*(?:i (?:just |already )?(?:said|told|asked|want|need|wanted)"
    r"|did (?:i|you) (?:say|tell)|(?:what|who|when|where|why|how|did|has|have|can|could|do|does|will)\b)",
    re.I,
)
_SENTENCE = re.compile(
    r"(?<=[.!?;])\s+|,\s+(?:so |and )?(?=(?:please|can you|could you|would you|will you)\s+\w)", re.I
)


def own_sentences(text: str) -> tuple[str, ...]:
    """The sentences that the speaker says for themselves, in order, without what stands in quotation marks.

    From a sentence on that passes on what others said or what is written somewhere, nothing is the speaker's own any
    more: where the passing on ends cannot be heard. Questions about what was said are the speaker's own.
    """
    sentences = []
    for sentence in _SENTENCE.split(_QUOTED.sub(" ", text)):
        own = " ".join(sentence.split())
        if _PASSES_ON.search(own) and not _OWN.match(own):
            break
        if re.search(r"\w", own):
            sentences.append(own)
    return tuple(sentences)


def passes_on(text: str) -> bool:
    """Whether a text tells what somebody else said, or what is written somewhere."""
    return any(_PASSES_ON.search(part) and not _OWN.match(part) for part in _SENTENCE.split(text))
