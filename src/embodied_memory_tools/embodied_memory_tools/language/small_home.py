"""A home of two rooms in words alone, for household tasks: what memory knows of it, and what skills do there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from embodied_memory.evidence import Answer, EpistemicStatus, RememberedObject, RetrievalResult
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.memory.retrieval.seen.object_matching import GOOD_MATCH, match_objects
from embodied_memory.memory.spatial.knowledge_graph.triple import Origin
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.graph_memory import GraphMemory
from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory.planning.tasks.known_things import KnownThings, can_be_shut, is_open
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.planning.tasks.task_goal import not_found
from embodied_memory.scene_graph import is_person

_FURNITURE_M = 0.4
"""What is this large or larger is not carried."""


def thing(object_id: str, category: str = "", **more: object) -> RememberedObject:
    """Something that memory saw just now; more: fields that differ."""
    fields: dict[str, object] = {
        "caption": "", "attributes": (), "position": (0.0, 0.0, 0.8), "size": (0.1, 0.1, 0.1), "room": "kitchen",
        "support_id": "", "support_relation": "", "support_category": "", "first_seen_ns": 0, "last_seen_ns": 0,
        "times_seen": 1, "record_id": 1, "status": EpistemicStatus.FRESH, "certainty": 0.9,
    }  # fmt: skip
    fields |= more
    name = category or object_id.rpartition("_")[0]
    return RememberedObject(object_id=object_id, category=name, **fields)  # type: ignore[arg-type]


def furniture(object_id: str, at: tuple[float, float], room: str = "kitchen", **attributes: str) -> RememberedObject:
    """A piece of a metre's size. at: (x, y) in map, metres."""
    told = tuple(attributes.items())
    return thing(object_id, position=(*at, 0.4), size=(1.0, 1.0, 0.8), room=room, attributes=told)


def on(one: RememberedObject, support: RememberedObject, relation: str = "on") -> RememberedObject:
    """One thing on (or "in") another."""
    return replace(one, position=support.position, room=support.room, support_id=support.object_id,
                   support_relation=relation, support_category=support.category)  # fmt: skip


def person(name: str, at: tuple[float, float], room: str) -> RememberedObject:
    """Somebody who was seen there. at: (x, y) in map, metres."""
    return thing(f"person_{name}", "person", caption=name, position=(*at, 0.9), size=(0.5, 0.5, 1.7), room=room)


def usual_things() -> tuple[RememberedObject, ...]:
    """A kitchen with cabinet, table and stove, a living room with shelf and side table, Anna there, Tom in a hall."""
    table, cabinet = furniture("table_1", (0.0, 0.0)), furniture("cabinet_1", (2.0, 0.0))
    shelf, desk = furniture("shelf_1", (6.0, 0.0), "living room"), furniture("desk_1", (8.0, 0.0), "living room")
    return (
        table, cabinet, shelf, desk, furniture("stove_1", (1.0, 2.0), power="on"),
        on(thing("mug_1", caption="a red mug", attributes=(("color", "red"),)), table),
        on(thing("bowl_1", caption="a blue bowl", attributes=(("color", "blue"),)), cabinet, "in"),
        on(thing("knife_1"), table), on(thing("book_1"), shelf),
        on(thing("lamp_1", attributes=(("power", "off"),)), desk),
        person("anna", (8.0, 1.0), "living room"), person("tom", (12.0, 0.0), "hall"),
    )  # fmt: skip


@dataclass
class SmallHome:
    """Senses, memory and a `SkillWorld` in one. hidden: what memory does not know yet; it is found by looking for it,
    if nothing shut is around it. done: the calls that were executed. fails: those that fail, and what is said then.
    """

    known: tuple[RememberedObject, ...] = field(default_factory=usual_things)
    hidden: tuple[RememberedObject, ...] = ()
    rules: tuple[StandingRule, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    asked: Callable[[str], Answer] | None = None
    recalled: Callable[[str, str], Sequence[PersonalRecollection]] = lambda query, person: ()
    fails: dict[str, str] = field(default_factory=dict)
    done: list[SkillCall] = field(default_factory=list)
    near: str = ""
    held: str = ""
    stops_after: int = 10**9

    def things(self) -> KnownThings:
        """What memory knows now."""
        return KnownThings(self.known)

    def retrieve(self, query: str) -> RetrievalResult:
        """By words; what is where as memory's graph tells it."""
        graph = GraphMemory(lambda *step: (), HashingEmbedder()).graph
        graph.adopt(graph.observe_objects(Origin(1), 1, self.known))
        objects, belief = tuple(match_objects(query, self.known)), graph.retrieve(query).text
        return RetrievalResult(query, (), objects, belief, graph.usual_places(query))

    def answer(self, question: str, asker: str = "") -> Answer:
        """What was written down for it, or what memory says where there is one."""
        if self.asked is not None:
            return self.asked(question)
        text = self.answers.get(question, "")
        return Answer(question, text, bool(text), 0.9)

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """What was given."""
        return self.rules

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """What was given for it."""
        return tuple(self.recalled(query, person))

    def canceled(self) -> bool:
        """After so many calls."""
        return len(self.done) >= self.stops_after

    def execute(self, call: SkillCall) -> SkillResult:
        """See `SkillWorld`."""
        self.done.append(call)
        if str(call) in self.fails:
            return SkillResult(False, self.fails[str(call)])
        does = {
            SkillKind.NAVIGATE: self._go, SkillKind.EXPLORE: self._look_for, SkillKind.PICK: self._pick,
            SkillKind.PLACE: self._place, SkillKind.OPEN: self._turn, SkillKind.CLOSE: self._turn,
            SkillKind.HANDOFF: self._hand_over, SkillKind.SET_DEVICE_STATE: self._set,
        }.get(call.kind)  # fmt: skip
        return does(call) if does else SkillResult(True, "The robot looked around.")

    def _go(self, call: SkillCall) -> SkillResult:
        if self._get(call.arguments[0]) is None:
            return SkillResult(False, f"Memory knows nothing called {call.arguments[0]}.")
        self.near = call.arguments[0]
        return SkillResult(True, f"The robot is at {self.near}.")

    def _look_for(self, call: SkillCall) -> SkillResult:
        words = call.arguments[0]
        seen = tuple(one for one in self.hidden if self._is_in_sight(one) and _fits(words, one))
        self.hidden = tuple(one for one in self.hidden if one not in seen)
        self.known = (*(one for one in self.known if one.object_id not in {new.object_id for new in seen}), *seen)
        found = [one for one in self.known if _fits(words, one) and one.status is not EpistemicStatus.CONTRADICTED]
        told = f"Found {found[0].object_id}." if found else not_found(words, "everything is explored")
        return SkillResult(bool(found), told)

    def _pick(self, call: SkillCall) -> SkillResult:
        one = self._get(call.arguments[0])
        if one is None or self.held or not self._is_in_sight(one) or self.near not in (one.object_id, one.support_id):
            return SkillResult(False, "The hand cannot reach it.")
        if is_person(one.category) or max(one.size) >= _FURNITURE_M:
            return SkillResult(False, f"The {one.category} cannot be picked up.")
        self.held = one.object_id
        return SkillResult(True, f"The robot holds the {one.category}.")

    def _place(self, call: SkillCall) -> SkillResult:
        one, place = self._get(call.arguments[0]), self._get(call.arguments[2])
        if one is None or place is None or self.held != one.object_id or self.near != place.object_id:
            return SkillResult(False, "It is not in the hand, or the place is out of reach.")
        if call.arguments[1] == "in" and can_be_shut(place) and not is_open(place):
            return SkillResult(False, f"The {place.category} is shut.")
        self.held = ""
        self._change(on(one, place, call.arguments[1]))
        return SkillResult(True, f"The {one.category} is {call.arguments[1]} the {place.category}.")

    def _turn(self, call: SkillCall) -> SkillResult:
        one, opens = self._get(call.arguments[0]), call.kind is SkillKind.OPEN
        if one is None or self.near not in (one.object_id, one.support_id):
            return SkillResult(False, "It is out of reach.")
        if not can_be_shut(one):
            return SkillResult(False, f"The {one.category} has nothing to open or close.")
        if is_open(one) == opens:
            return SkillResult(False, f"The {one.category} is {'open' if opens else 'shut'} already.")
        self._change(_with(one, "open", "true" if opens else "false"))
        return SkillResult(True, f"The {one.category} is {'open' if opens else 'shut'}.")

    def _hand_over(self, call: SkillCall) -> SkillResult:
        one, held = self._get(call.arguments[0]), self._get(self.held)
        if one is None or held is None or not is_person(one.category) or self.near != one.object_id:
            return SkillResult(False, "There is nobody to hand it to.")
        self.held = ""
        return SkillResult(True, f"{one.caption} has the {held.category}.")

    def _set(self, call: SkillCall) -> SkillResult:
        one = self._get(call.arguments[0])
        if one is None or self.near not in (one.object_id, one.support_id):
            return SkillResult(False, "It is out of reach.")
        self._change(_with(one, *call.arguments[1:3]))
        return SkillResult(True, f"The {call.arguments[1]} of the {one.category} is {call.arguments[2]}.")

    def _get(self, object_id: str) -> RememberedObject | None:
        return self.things().get(object_id)

    def _is_in_sight(self, one: RememberedObject) -> bool:
        support = self._get(one.support_id)
        return support is None or one.support_relation != "in" or not can_be_shut(support) or is_open(support)

    def _change(self, one: RememberedObject) -> None:
        self.known = tuple(one if other.object_id == one.object_id else other for other in self.known)


def _fits(words: str, one: RememberedObject) -> bool:
    return any(found.match >= GOOD_MATCH for found in match_objects(words, (one,)))


def _with(one: RememberedObject, name: str, value: str) -> RememberedObject:
    return replace(one, attributes=tuple((dict(one.attributes) | {name: value}).items()))
