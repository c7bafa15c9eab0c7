"""Where things of a kind usually belong: out of all places where the graph knows them to have been. What is forgotten
for good takes its past stays with it, so that habits of long ago fade.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from embodied_memory.evidence import UsualPlace
from embodied_memory.memory.spatial.knowledge_graph.graph_retrieval import GraphRetrieval
from embodied_memory.memory.spatial.knowledge_graph.graph_state import GraphState
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import HELD_BY, IN_ROOM, relation_kind
from embodied_memory.memory.spatial.knowledge_graph.triple import KnowledgeTriple
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind, name_of_id
from embodied_memory.memory.spatial.knowledge_graph.vertex_names import telling_words
from embodied_memory.words.wording.words import alike_to, canonical, noun_words, split_words

_MOST_PLACES, _MOST_RECORDS = 5, 5
_ALIKE_WEIGHT = 0.5
"""Of a stay of what is only near in meaning: of a cup, where mugs are asked for."""
_ELSEWHERE = 1.0
"""Stays that count as seen elsewhere, so that a single one makes nothing usual (rule of succession)."""
_THINGS = (VertexKind.OBJECT, VertexKind.DEVICE)

SpansOf = Callable[[str], Sequence[KnowledgeTriple]]
"""All that was ever known of a subject."""


@dataclass
class _Stays:
    """At one place. weight: of the stays, each as much as its thing is what is asked for."""

    relation: str
    place_id: str
    times: int = 0
    weight: float = 0.0
    spans: list[KnowledgeTriple] = field(default_factory=list)


class UsualPlaces:
    """Over one graph. spans_of: from the database, where what is past stays."""

    def __init__(self, state: GraphState, retrieval: GraphRetrieval, spans_of: SpansOf) -> None:
        self._state, self._retrieval, self._spans_of = state, retrieval, spans_of

    def of(self, query: str, k: int) -> tuple[UsualPlace, ...]:
        """The likeliest first; none where memory knows nothing of that kind. k: so many things at most are looked at.

        A stay is one time from being put somewhere until being known elsewhere; that somebody held it is none.
        """
        stays: dict[tuple[str, str], _Stays] = {}
        for vertex, weight in self._things(query, k):
            for span in self._stays_of(vertex):
                at = stays.setdefault((span.relation, span.object_id), _Stays(span.relation, span.object_id))
                at.times, at.weight = at.times + 1, at.weight + weight
                at.spans.append(span)
        whole = sum(at.weight for at in stays.values())
        best = sorted(stays.values(), key=lambda at: (-at.weight, -max(one.confirmed_ns for one in at.spans)))
        of_times = sum(at.times for at in stays.values())
        return tuple(self._place(at, of_times, whole) for at in best[:_MOST_PLACES])

    def _things(self, query: str, k: int) -> Iterator[tuple[Vertex, float]]:
        """Of the things like the query those of its kind, and how much each counts: a blue mug less for a red one."""
        wanted = frozenset(telling_words(query))
        alike = frozenset(one for word in wanted for one in alike_to((word,)))
        found = [(self._state.vertices[one], likeness) for one, likeness in self._retrieval.similar(query, k)]
        found = [(vertex, likeness) for vertex, likeness in found if vertex.kind in _THINGS]
        most = max((likeness for _, likeness in found), default=0.0)
        for vertex, likeness in found:
            names = _names(vertex)
            share = 1.0 if names & wanted else _ALIKE_WEIGHT if names & alike else 0.0
            if share and likeness > 0.0:
                yield vertex, share * (likeness / most) ** 2

    def _stays_of(self, vertex: Vertex) -> list[KnowledgeTriple]:
        """Those that tell more than a room, if any do; of what the graph has no place for, where it is seen now."""
        spans = [
            span for span in self._spans_of(vertex.vertex_id)
            if span.holds and relation_kind(span.relation).is_place and span.relation != HELD_BY
            and span.valid_to_ns != span.stamp_ns
        ]  # fmt: skip
        finer = [span for span in spans if span.relation != IN_ROOM]
        return finer or spans or list(self._retrieval.places_of(vertex.vertex_id)[:1])

    def _place(self, at: _Stays, of_times: int, whole: float) -> UsualPlace:
        known = self._state.vertices.get(at.place_id)
        places = self._retrieval.places_of(at.place_id)
        in_room = places[-1].object_id if places and places[-1].relation == IN_ROOM else ""
        latest = sorted(at.spans, key=lambda span: -span.confirmed_ns)[:_MOST_RECORDS]
        return UsualPlace(
            at.relation, at.place_id, known.name if known else name_of_id(at.place_id),
            at.place_id if at.relation == IN_ROOM else in_room, at.times, of_times,
            round(at.weight / (whole + _ELSEWHERE), 4),
            tuple(dict.fromkeys(span.confirmed_record_id for span in latest if span.confirmed_record_id > 0)),
        )  # fmt: skip


def _names(vertex: Vertex) -> frozenset[str]:
    """Its name and the head of it, in the form that stands for all synonyms: "coffee mug" is a mug."""
    words = noun_words(split_words(vertex.name))
    return frozenset((canonical(words), canonical(words[-1:]))) if words else frozenset()
