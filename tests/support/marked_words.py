"""Words with their roles in brackets, as if they had been read so."""

import re

from embodied_memory.words.said import DeedKind, Filler, Role, Said, SpeechAct, Wanted


def said(marked, kinds=()):
    """kinds: what is to be done with each theme."""
    text, fillers, after = "", [], 0
    for bracket in re.finditer(r"\[(\w+): ([^\]]*)\]", marked):
        text += marked[after : bracket.start()]
        fillers.append(Filler(Role(bracket[1]), bracket[2], len(text), len(text) + len(bracket[2])))
        text += bracket[2]
        after = bracket.end()
    themes = [one for one in fillers if one.role is Role.THEME]
    wanted = tuple(Wanted(DeedKind(kind), 1.0, one) for kind, one in zip(kinds, themes, strict=bool(kinds)))
    return Said(text + marked[after:], SpeechAct.INSTRUCT, 1.0, {}, tuple(fillers), wanted=wanted)
