"""Days of residents in a home that a robot lives in, too: each act happens when the clock comes to it."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import chain

from embodied_memory.event import Event
from embodied_memory.skill import Skill, SkillName, SkillOutcome
from household.home import ROBOT_ID, Home
from household.residents.act_events import with_looks
from household.residents.acts import Do, Meaning, Say
from household.residents.addressing import is_for_robot
from household.residents.beat import Beat, MemoryTarget
from household.residents.language_cast import LanguageCast
from household.residents.life import Life
from household.residents.personal_space import PersonalSpaceGrid
from household.residents.spoken import DAY_NS
from household.residents.trace import TraceRecord
from household.residents.trace_truth import TraceTruth

ROBOT_SAYS = "robot says"
"""What the words of a robot mean that is not acted: nobody else knows."""
_TOO_CLOSE_M = 0.45


class LivedDays:
    """Residents of a home whose robot is moved by somebody else.

    What they do changes the home itself, for whoever renders it. The robot sees and hears what happens in the room
    that it is in; everything else is in `records` and `truth` alone, which are for judges. now_ns: the time that life
    has reached.
    """

    def __init__(
        self, home: Home, seed: int, start_ns: int, time_scale: float = 1.0, cast: LanguageCast | None = None,
        asking: bool = True,
    ) -> None:  # fmt: skip
        """The robot stands in the home and is switched on at start_ns; life begins on the midnight (UTC) before.

        time_scale: how much faster this clock goes than the robot's: people have that much more patience with it.
        cast: a language model that plays them; None: rules do. asking: they have the robot do things.
        """
        self.truth = TraceTruth()
        self.records: list[TraceRecord] = []
        self._world, self.now_ns = home.world, start_ns
        self._grid = PersonalSpaceGrid(home.world)
        midnight_ns = start_ns - start_ns % DAY_NS
        self._life = Life(
            seed,
            midnight_ns,
            0.0,
            self.truth,
            home,
            robot_is_acted=False,
            grid=self._grid,
            time_scale=time_scale,
            cast=cast,
            asking=asking,
        )
        self._for_robot: set[tuple[int, str, str]] = set()
        self._world.leave(ROBOT_ID)
        self.records += self._life.live_until(start_ns)
        self._world.come_back(ROBOT_ID)
        self._robot_room = self._world[ROBOT_ID].room_id

    def pass_time(self, now_ns: int) -> list[Event]:
        """Let everything happen until before now_ns; returns what the robot perceived of it, in order."""
        self._follow_robot()
        self._make_way()
        happened = chain(self._life.stage.take_records(), self._life.live_until(now_ns))
        perceived = [event for record in happened for event in self._kept(record)]
        self.now_ns = max(now_ns, self.now_ns)
        return perceived

    def execute(self, skill: Skill) -> SkillOutcome:
        """A skill that the robot's owner asks for: residents who are there see it, and the truth has it.

        The robot's own deeds are no news to it: they are not among what `pass_time` returns.
        """
        self._follow_robot()
        self._wind_clock()
        skill = self._taken_from_hand(skill)
        outcome = self._life.stage.perform(self._beat(skill.actor), Do(skill))
        self.records += self._life.stage.take_records()
        self._robot_room = self._world[ROBOT_ID].room_id
        return outcome

    def is_for_robot(self, event: Event) -> bool:
        """Whether this event, one that `pass_time` returned, is something that a person said to the robot."""
        return (event.stamp_ns, event.actor, event.text) in self._for_robot

    def hear_robot(self, text: str) -> None:
        """What the robot says aloud: those in its room hear it, and whom it concerns replies in some seconds.

        The replies are among what `pass_time` returns. The robot's own words are no news to it.
        """
        self._follow_robot()
        self._wind_clock()
        self._life.stage.perform(self._beat(ROBOT_ID), Say(text, Meaning(ROBOT_SAYS)))
        self.records += self._life.stage.take_records()
        self._life.hear_robot(text)

    def _taken_from_hand(self, skill: Skill) -> Skill:
        """To take what a person holds out to the robot is to have it handed over by them."""
        requests, thing = self._life.scene.requests, self._world.get(skill.target_id)
        if skill.name is not SkillName.PICK or skill.actor != ROBOT_ID or requests is None or thing is None:
            return skill
        is_held_out = thing.parent_relation == "held" and requests.offered_by(thing.entity_id) == thing.parent_id
        return Skill(SkillName.HANDOFF, thing.parent_id, skill.actor) if is_held_out else skill

    def _follow_robot(self) -> None:
        before, self._robot_room = self._robot_room, self._world[ROBOT_ID].room_id
        if before != self._robot_room:
            self._wind_clock()
            self._life.stage.follow_robot(self._beat(ROBOT_ID), before)

    def _make_way(self) -> None:
        """Whom the robot comes close to steps aside: it bumps into nobody."""
        here = self._world[ROBOT_ID].position[:2]
        for person in self._world.actors:
            is_other = person.entity_id not in self._world.away | {ROBOT_ID}
            if is_other and math.dist(person.position[:2], here) < _TOO_CLOSE_M:
                self._world.move_actor(person.entity_id, *self._grid.aside(person.entity_id), person.yaw)

    def _wind_clock(self) -> None:
        self._life.stage.now_ns = max(self.now_ns, self._life.stage.now_ns)

    def _beat(self, actor: str) -> Beat:
        return Beat(self.now_ns, actor, "", f"household_routine of {actor}", MemoryTarget.HIDDEN_STATE)

    def _kept(self, record: TraceRecord) -> list[Event]:
        """Keep a record that was made just now; the event as the robot perceived it, if it did."""
        self.records.append(record)
        event = record.event
        if ROBOT_ID not in event.observers or record.refused:
            return []
        here = tuple(name for name in event.observers if self._life.stage.room_of(name) == self._robot_room)
        if is_for_robot(event, self.truth.meanings.get(record.evidence_id)):
            self._for_robot.add((event.stamp_ns, event.actor, event.text))
        return [replace(with_looks(event, self._world), observers=here)]
