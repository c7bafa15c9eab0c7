"""Two objects that turned out to be one: which goes on, and what it takes over from the other.

The tracker says so by its own ids. What rows tell of the one that goes stays where it is, under its key, and is read
as told of the one that goes on (`object.goes_on_as`): merging costs the same however long both were known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from embodied_memory.memory.spatial.known_objects import KnownObjects
from embodied_memory.memory.spatial.object_state import ObjectState, StoredRelation
from embodied_memory.memory.spatial.object_update import merged
from embodied_memory.memory.spatial.seen_people import name_of_person
from embodied_memory.scene_graph import SceneGraphInstant


@dataclass
class Merges:
    """What one instant tells to be one. tracks: track id -> object key; gone: key -> the key that goes on.

    states: of those that go on, by their keys.
    """

    tracks: dict[str, int] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)
    states: dict[int, ObjectState] = field(default_factory=dict)

    def key(self, key: int) -> int:
        """Of what goes on."""
        return self.gone.get(key, key)


def told_merges(instant: SceneGraphInstant, known: KnownObjects) -> Merges:
    """Told once more, nothing is left to merge."""
    merges = Merges()
    for goes, stays in instant.merged:
        gone, kept = (_key_of(track, instant, known, merges) for track in (goes, stays))
        if kept is None and gone is not None:
            merges.tracks[stays] = gone  # only the one that goes was ever recorded: it goes on by the other's track
        elif kept is not None:
            merges.tracks[goes] = kept
            if gone is not None and gone != kept:
                _merge(gone, kept, known, merges)
    return merges


def relations_taken_over(
    merges: Merges, known: KnownObjects
) -> Iterator[tuple[StoredRelation, StoredRelation | None]]:
    """(relation that names what goes, the same of what goes on); None where that would be with itself."""
    for gone in merges.gone:
        subjects = (gone, *sorted(known.resting_on(gone) - {gone}))
        for old in (one for subject in subjects for one in known.relations_from(subject).values()):
            if gone in (old.subject, old.object):
                subject, other = merges.key(old.subject), merges.key(old.object)
                new = old._replace(subject=subject, object=other)
                yield old, new if subject != other else None


def _key_of(track: str, instant: SceneGraphInstant, known: KnownObjects, merges: Merges) -> int | None:
    key = merges.tracks.get(track, known.key_of_track(instant.session_id, track))
    return None if key is None else merges.key(key)


def _merge(gone: int, kept: int, known: KnownObjects, merges: Merges) -> None:
    """Somebody who has a name goes on; of two with names each stays who they are."""
    states = {key: merges.states.get(key) or known.states[key] for key in (gone, kept)}
    names = {key: name_of_person(state.category, state.caption) for key, state in states.items()}
    if names[gone] and names[kept]:
        return
    if names[gone]:
        gone, kept = kept, gone
    merges.tracks.update({track: kept for track, key in merges.tracks.items() if key == gone})
    merges.gone.update({key: kept for key, one in merges.gone.items() if one == gone})
    merges.gone[gone] = kept
    merges.states.pop(gone, None)
    merges.states[kept] = merged(states[kept], states[gone])
