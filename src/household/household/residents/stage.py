"""Where acts are performed: the executor checks them, those who are there see them, and records tell of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.event import Event, EventKind
from embodied_memory.skill import SkillError, SkillName, SkillOutcome
from household.executor import Executor
from household.home import ROBOT_ID
from household.residents.act_events import moved_event, refused_event, skill_event
from household.residents.acts import Act, ComeHome, Do, LeaveHome, Look, Meaning, Say, Spend
from household.residents.beat import Beat
from household.residents.knowledge import Knowledge, spread
from household.residents.resident import Resident
from household.residents.sightings import RobotEyes
from household.residents.spoken import DAY_NS, OUTSIDE, location_of, room_name
from household.residents.standing_grid import StandingGrid
from household.residents.trace import TraceEntity, TraceRecord
from household.residents.trace_truth import TraceTruth, TruthKeeper, entity_of

_NOTICES = 0.5
_DONE = SkillOutcome(True, SkillError.NONE, "")


class LifeExecutor(Executor):
    """The executor with a navigation grid that is drawn once."""

    def __init__(self, grid: StandingGrid) -> None:
        super().__init__(grid.world)
        self._grid = grid


class Stage:
    """Performs acts in a home at the time `now_ns`; `take_records` gives what happened since it was last called."""

    def __init__(
        self, grid: StandingGrid, residents: Sequence[Resident], first_ns: int, truth: TraceTruth | None,
        rng: random.Random,
    ) -> None:  # fmt: skip
        self.world, self.first_ns, self.now_ns = grid.world, first_ns, first_ns
        self.executor = LifeExecutor(grid)
        self.knowledge = {name: Knowledge() for name in (ROBOT_ID, *(r.name for r in residents))}
        self._rng = rng
        self._eyes = RobotEyes(self.world, self.knowledge[ROBOT_ID], rng)
        self._keeper = TruthKeeper(self.world, truth)
        self._keeper.begin(first_ns, residents)
        self._records: list[TraceRecord] = []
        self._day, self._count = -1, 0
        self._described: set[str] = {ROBOT_ID}

    @property
    def away(self) -> frozenset[str]:
        """Who has left home."""
        return self.world.away

    def take_records(self) -> list[TraceRecord]:
        """The records since the last call."""
        records, self._records = self._records, []
        return records

    def room_of(self, actor: str) -> str:
        """The id of the room that an actor is in; "outside" for who has left home."""
        return OUTSIDE if actor in self.away else self.world[actor].room_id

    def present(self, room_id: str) -> tuple[str, ...]:
        """Who is in a room, by name."""
        return tuple(sorted(name for name in self.knowledge if self.room_of(name) == room_id))

    def perform(self, beat: Beat, act: Act) -> SkillOutcome:
        """Perform an act of the beat's actor now."""
        if isinstance(act, Do):
            return self._do(beat, act)
        if isinstance(act, Say):
            said = Event(self.now_ns, EventKind.UTTERANCE, act.speaker or beat.actor, act.text)
            self._tell(beat, said, act.meaning)
        elif isinstance(act, Spend):
            self._tell(
                beat, Event(self.now_ns, EventKind.ACTIVITY, beat.actor, act.text, act.entity_ids), act.meaning
            )
        elif isinstance(act, LeaveHome | ComeHome):
            self._pass_door(beat, isinstance(act, LeaveHome))
        elif isinstance(act, Look):
            for event in self._eyes.look(self.now_ns, self.away, act.samples):
                self._record(beat, event)
        return _DONE

    def _do(self, beat: Beat, act: Do) -> SkillOutcome:
        skill, before = act.skill, self.world.get(act.skill.actor)
        if before is None or before.entity_id in self.away:
            return SkillOutcome(False, SkillError.UNKNOWN_ACTOR, f"{skill.actor} is not at home.")
        target = self.world.get(skill.target_id)
        held = self.world.held_by(skill.actor)
        outcome = self.executor.execute(skill)
        watching = self.present(self.room_of(skill.actor))
        if not outcome.succeeded:
            self._record(beat, refused_event(self.now_ns, skill, outcome, self.world, watching), refused=True)
        elif skill.name is SkillName.NAVIGATE_TO:
            self._moved(beat, before.room_id, outcome)
        elif target is not None and skill.name is not SkillName.INSPECT:
            event = skill_event(self.now_ns, skill, outcome, self.world, target, held, watching)
            self._record(beat, event, outcome.changed_ids)
        return outcome

    def _moved(self, beat: Beat, before: str, outcome: SkillOutcome) -> None:
        after = self.world[beat.actor].room_id
        if after != before:
            watching = tuple(sorted({*self.present(before), *self.present(after)}))
            event = moved_event(self.now_ns, beat.actor, room_name(before), room_name(after), watching)
            self._record(beat, event, outcome.changed_ids)
            if beat.actor != ROBOT_ID:
                self._notice(beat.actor)

    def follow_robot(self, beat: Beat, before: str) -> None:
        """The robot was moved by whoever owns its body. before: the id of the room that it was in."""
        self._moved(beat, before, SkillOutcome(True, SkillError.NONE, "", (ROBOT_ID,)))

    def _notice(self, person: str) -> None:
        """A person who comes into a room notices some of the things that lie about."""
        room = self.world[person].room_id
        for thing in self.world.entities.values():
            is_seen = thing.movable and thing.room_id == room and self._rng.random() < _NOTICES
            if is_seen and self.world.is_visible(thing.entity_id) and thing.parent_relation != "held":
                self.knowledge[person].see(thing.entity_id, "location", location_of(thing), self.now_ns)

    def _pass_door(self, beat: Beat, leaving: bool) -> None:
        room = self.world[beat.actor].room_id
        watching = self.present(room) if leaving else tuple(sorted({*self.present(room), beat.actor}))
        self.world.leave(beat.actor) if leaving else self.world.come_back(beat.actor)
        ends = (room_name(room), OUTSIDE) if leaving else (OUTSIDE, room_name(room))
        event = replace(moved_event(self.now_ns, beat.actor, *ends, watching), place=room_name(room))
        self._record(beat, event, (beat.actor,))

    def _tell(self, beat: Beat, event: Event, meaning: Meaning) -> None:
        room = self.room_of(event.actor)
        if room != OUTSIDE:
            seen = replace(event, place=room_name(room), observers=self.present(room))
            self._record(beat, seen, meaning=meaning)

    def _record(
        self, beat: Beat, event: Event, changed: Sequence[str] = (), meaning: Meaning | None = None,
        refused: bool = False,
    ) -> None:  # fmt: skip
        day = (event.stamp_ns - self.first_ns) // DAY_NS
        self._day, self._count = (day, self._count + 1) if day == self._day else (day, 0)
        evidence_id = f"d{day:04d}-{self._count:05d}"
        self._keeper.note(event.stamp_ns, changed, evidence_id, self.away)
        if meaning is not None:
            self._keeper.mean(evidence_id, meaning)
        spread(self.knowledge, event, meaning)
        target, described = beat.memory_target.value, self._describe(event)
        self._records.append(TraceRecord(event, evidence_id, day, beat.project, target, refused, described))

    def _describe(self, event: Event) -> tuple[TraceEntity, ...]:
        """What the robot sees in this event and never saw before."""
        if ROBOT_ID not in event.observers or event.kind is EventKind.UTTERANCE:
            return ()
        ids = (event.actor, *event.object_ids, *(change.entity_id for change in event.changes))
        new = [entity_id for entity_id in dict.fromkeys(ids) if entity_id not in self._described]
        self._described.update(new)
        return tuple(entity_of(self.world[entity_id]) for entity_id in new)
