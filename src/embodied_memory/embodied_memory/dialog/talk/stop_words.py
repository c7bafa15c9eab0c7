"""Whether somebody may want the robot to stop: heard before anything else is read, in no time, in many languages.

Where it is open, it is a stop: one that nobody wanted costs a "go on", one that was not heard may hurt somebody. What
is said here is therefore never the reading of an utterance, which goes on once the robot stands still.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_FILE = Path(__file__).with_name("stop_words.txt")
_MOST_CHARACTERS = 4000
"""Of a long text, as much at its beginning and at its end is heard."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SPELLED = re.compile(r"\b(?:\w[\s.\-]+){3,}\w\b")
_CLAUSE = re.compile(r"[.,;:!?\n…—–()\"]+|\s-\s")
_LONG = re.compile(r"(\w)\1+")
_NOT = re.compile(r"\b(?:do not|don ?t|dont|donot|dont you|do n't)\b")
_POLITE = re.compile(r"\b(?:good|kind|nice|sweet) enough to\b")
""" "Would you be good enough to ...?" has had enough of nothing."""
_UNSPACED = ("zh", "ja", "ko")
"""Written without blanks, or with endings: a stop is part of a word there."""
_OF_ENGLISH = ("but", "anywhere", "asked", "before", "after", "end", "alone", "move", "not")


@dataclass(frozen=True)
class _Lexicon:
    """but: what asks for nothing; anywhere: whole phrases; asked: words that ask beside a cue or at an end, and what
    is not to move; within: parts of words.
    """

    but: re.Pattern[str]
    anywhere: re.Pattern[str]
    asked: re.Pattern[str]
    within: tuple[str, ...]


def asks_to_stop(text: str) -> bool:
    """Whether anything in it may ask for a stop. Never raises; takes about a tenth of a millisecond."""
    heard = _heard(text)
    lexicon = _lexicon()
    if any(part in heard for part in lexicon.within):
        return True
    clauses = [" ".join(_WORD.findall(clause)) for clause in _CLAUSE.split(heard)]
    whole = lexicon.but.sub(" ", " ".join(clauses))
    return bool(lexicon.anywhere.search(whole)) or any(map(lexicon.asked.search, clauses))


def _heard(text: str) -> str:
    """In small letters, spelled-out words put together, letters said long once, the ways of saying "don't" one."""
    if len(text) > 2 * _MOST_CHARACTERS:
        text = f"{text[:_MOST_CHARACTERS]} {text[-_MOST_CHARACTERS:]}"
    plain = unicodedata.normalize("NFKC", text).lower().replace("’", "'").replace("`", "'")
    plain = _SPELLED.sub(lambda spelled: re.sub(r"[\s.\-]+", "", spelled.group()), plain)
    return _once(_POLITE.sub(" ", _NOT.sub("don't", plain)))


def _once(text: str) -> str:
    return _LONG.sub(r"\1", text)


@lru_cache(maxsize=1)
def _lexicon() -> _Lexicon:
    told = _sections()
    foreign = [phrase for section in told if section not in (*_OF_ENGLISH, *_UNSPACED) for phrase in told[section]]
    # A single word of plain letters may be one of English, too: "para", "moment".
    asking = [phrase for phrase in foreign if phrase.isascii() and phrase.isalpha()]
    plain = [phrase for phrase in foreign if phrase not in asking]
    words, before, after = _any_of(told["asked"] + asking), _any_of(told["before"]), _any_of(told["after"])
    end, move, no, alone = (_any_of(told[section]) for section in ("end", "move", "not", "alone"))
    return _Lexicon(
        re.compile(rf"\b{_any_of(told['but'])}\b"),
        re.compile(rf"(?<!\w){_any_of(told['anywhere'] + plain)}(?!\w)"),
        re.compile(
            rf"(?:^|\b{before} ){words}\b|\b{words}(?:$| {after}\b)|\b{end}$|^{alone}$"
            rf"|\b{no} (?:[^ ]+ ){{0,3}}{move}\b"
        ),
        tuple(part for section in _UNSPACED for part in told[section]),
    )


def _any_of(phrases: Sequence[str]) -> str:
    """A pattern of any of the phrases, the longest first; a star in one is up to three words."""
    some = r" (?:[^ ]+ ){0,3}"
    longest_first = sorted(set(phrases), key=len, reverse=True)
    return f"(?:{'|'.join(some.join(re.escape(part.strip()) for part in one.split('*')) for one in longest_first)})"


def _sections() -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    section: list[str] = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = told.setdefault(line.strip("[] "), [])
        elif line.strip() and not line.startswith("#"):
            section += [_once(phrase.strip().lower()) for phrase in line.split(",") if phrase.strip()]
    return told
