"""Talking with people, aloud if wanted, and who may have the robot do what."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class PermissionConfig:
    """Who may have the robot do what, by speaking to it."""

    grants: tuple[str, ...] = ("*: ask, teach, search, handle, devices",)
    """One line a person, "name: what, what"; "*" is everybody without one. What: ask (questions), teach (feedback on
    what to remember), search (go, look, find), handle (pick, place, open, close, hand over), devices (their
    settings), others (what is held of other people); or all."""


@dataclass(frozen=True)
class DialogConfig:
    """Talking with people."""

    max_characters: int = 2000
    """Of an utterance; the rest is not read."""
    turns_kept: int = 12
    """Of the conversation with each person; "why not?" and "it" are understood from these."""
    conversation_minutes: float = 10.0
    """After a silence this long a conversation begins anew."""
    most_waiting: int = 5
    """Instructions that wait while another is carried out; who gives one more is asked to come back later."""
    offers_looks: bool = True
    """Whether the robot offers to go and look when asked for a state that it does not know, or saw long ago."""
    utc_offset_h: float = 0.0
    """Of the clock that people read; as memory has it."""
    people: tuple[str, ...] = ("",)
    """Who people are, each "name: who it is", as memory has it: whom "bring it to Grandad" means."""
    children: tuple[str, ...] = ("",)
    """Names of those who are given nothing sharp, hot or poisonous, whoever they say allowed it."""
    announce_commitments: bool = True
    """Whether reminders are said when they are due."""


@dataclass(frozen=True)
class SpeakingConfig:
    """What the robot says, spoken."""

    voice: str = "en-us"
    """Of espeak-ng; `espeak-ng --voices` lists them."""
    words_per_minute: int = 150
    """How fast."""
    volume: int = 100
    """0 to 200."""
    max_wait_s: float = 20.0
    """A reply that waited longer while others were spoken is dropped."""
    longest_s: float = 60.0
    """A reply is cut off after this."""


@dataclass(frozen=True)
class ListeningConfig:
    """What people say, heard."""

    source: str = "microphone"
    """microphone: of this computer; topic: sound comes on speech/audio."""
    sample_rate_hz: int = 16000
    """Of the sound, one channel of 16 bits."""
    speaker: str = "somebody"
    """Who is taken to speak: nobody is recognised by the voice."""
    wake_word: str = "robot"
    """Only what is said to this name is taken in; empty: everything."""
    window_s: float = 8.0
    """For so long after the robot spoke, or was called by its name alone, the name is not needed."""
    min_confidence: float = 0.5
    """What was heard less surely, 0 to 1, is dropped."""
    grammar: str = ""
    """JSGF file of the sentences that can be heard; empty: free English."""
    pause_s: float = 0.4
    """A silence this long ends an utterance; it takes 0.3 s more to be noticed."""
    longest_s: float = 15.0
    """An utterance is cut off after this."""
    echo_s: float = 0.3
    """For so long after the robot spoke nothing is heard."""
    longest_speech_s: float = 60.0
    """A robot that seems to speak longer than this is listened past."""


@dataclass(frozen=True)
class SpeechConfig:
    """Speech as an option; the interface stays text."""

    speaking: SpeakingConfig = field(default_factory=SpeakingConfig)
    listening: ListeningConfig = field(default_factory=ListeningConfig)
