"""Where an episode ends, and the card that it leaves (ObsMem, section 4.2, episode-level consolidation)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.words.wording.word_stems import content_stems

NS = 1_000_000_000
_GOALS = (EventKind.INSTRUCTION_STARTED, EventKind.GOAL_STARTED)


@dataclass(frozen=True)
class EpisodeAtom:
    """Something that an episode comes down to: a state at its end, a relation, or a commitment.

    provenance: observed only if all its sources are; record_ids: the events it was drawn from.
    """

    subject: str
    relation: str
    object: str
    provenance: Provenance
    stamp_ns: int
    record_ids: tuple[int, ...]


@dataclass(frozen=True)
class EpisodeCard:
    """A stretch of events in one place about one thing. It adds to its events, which all remain.

    is_open: it is still going on, and the card says what it has come to so far.
    """

    episode_id: int
    start_ns: int
    end_ns: int
    place: str
    people: tuple[str, ...]
    object_ids: tuple[str, ...]
    record_ids: tuple[int, ...]
    summary: str
    atoms: tuple[EpisodeAtom, ...]
    is_open: bool


@dataclass(frozen=True)
class EpisodeDraft:
    """The episode that is going on. activity: (actor, words) of what was last said to be going on; goal: its text."""

    episode_id: int
    start_ns: int
    end_ns: int
    place: str
    activity: str = ""
    goal: str = ""
    events: int = 0

    def with_event(self, event: Event, place: str) -> EpisodeDraft:
        """One event longer."""
        return replace(
            self,
            start_ns=min(self.start_ns, event.stamp_ns),
            end_ns=max(self.end_ns, event.stamp_ns),
            place=self.place or place,
            activity=activity_of(event) or self.activity,
            goal=event.text if event.kind in _GOALS else self.goal,
            events=self.events + 1,
        )


def activity_of(event: Event) -> str:
    """What an activity is told by: its actor and its words; "" for other events."""
    return f"{event.actor}: {event.text}" if event.kind is EventKind.ACTIVITY else ""


def is_boundary(draft: EpisodeDraft, event: Event, place: str, config: BeliefConfig) -> bool:
    """Whether an event begins a new episode: after a gap, in another place, with another goal or activity."""
    if event.stamp_ns - draft.end_ns > config.episode_gap_s * NS:
        return True
    if draft.events >= config.episode_max_events or event.stamp_ns - draft.start_ns > config.episode_longest_s * NS:
        return True
    if place and draft.place and place != draft.place:
        return True
    if event.kind in _GOALS and draft.goal and event.text != draft.goal:
        return True
    lasted = draft.end_ns - draft.start_ns >= config.episode_least_s * NS
    return lasted and _is_another_activity(draft.activity, activity_of(event))


def _is_another_activity(before: str, now: str) -> bool:
    """The same person does something that shares no word with what it did before."""
    actor, _, words = now.partition(": ")
    actor_before, _, words_before = before.partition(": ")
    if not now or actor != actor_before:
        return False
    own = content_stems(actor)
    return not (content_stems(words) - own) & (content_stems(words_before) - own)
