"""What was found of the graph of ROS, as plain facts. Who can listen to it offers himself as an entry point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points

SOURCES = "embodied_memory.graph_facts"
"""The group of entry points: a function that listens for so many seconds and gives GraphFacts. ImportError where
there is no ROS, RuntimeError where there is one that cannot be listened with."""


@dataclass(frozen=True)
class Endpoint:
    """A publisher or a subscription. reliable, latched (transient local): offered, or asked for. deadline_s: 0 for
    none.
    """

    node: str
    topic: str
    type: str
    reliable: bool
    latched: bool
    deadline_s: float = 0.0


@dataclass(frozen=True)
class NodeFacts:
    """name: with its namespace; state: of its lifecycle, "" if it does not tell; parameters: those asked for."""

    name: str
    state: str
    parameters: dict[str, object]


@dataclass(frozen=True)
class StreamFacts:
    """What came on a topic of a camera or of odometry. size: (width, height), (0, 0) if it has none; encoding: "" for
    what is no image; focal_length: of a camera's info, in pixels, else None; ahead_s: median of stamp minus clock.
    """

    topic: str
    count: int
    frame: str = ""
    size: tuple[int, int] = (0, 0)
    encoding: str = ""
    focal_length: float | None = None
    ahead_s: float = 0.0


@dataclass(frozen=True)
class TransformFacts:
    """target_T_source as 4 rows, the newest; missing: why there is none. late_s: how old, 0 if nothing moves."""

    target: str
    source: str
    matrix: tuple[tuple[float, ...], ...] = ()
    missing: str = ""
    late_s: float = 0.0


@dataclass(frozen=True)
class GraphFacts:
    """Of one domain, in so many seconds."""

    listened_s: float
    nodes: tuple[NodeFacts, ...] = ()
    publishers: tuple[Endpoint, ...] = ()
    subscriptions: tuple[Endpoint, ...] = ()
    streams: tuple[StreamFacts, ...] = ()
    transforms: tuple[TransformFacts, ...] = ()


Gather = Callable[[float], GraphFacts]


class NoGraphError(Exception):
    """Nobody can listen to the graph here. The message says why."""


def gather_graph(seconds: float) -> GraphFacts:
    """Listen for so long. Raises NoGraphError where there is no ROS, RuntimeError where it does not work."""
    sources = tuple(entry_points(group=SOURCES))
    if not sources:
        raise NoGraphError("the package embodied_memory_bringup is not in this environment")
    try:
        gather: Gather = sources[0].load()
    except ImportError as error:
        raise NoGraphError(" ".join(str(error).split())) from error
    return gather(seconds)
