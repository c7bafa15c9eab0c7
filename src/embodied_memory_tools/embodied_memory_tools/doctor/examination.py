"""All checks, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from embodied_memory_tools.doctor.environment import check_environment, environment_facts
from embodied_memory_tools.doctor.finding import Finding, Part, error, fine
from embodied_memory_tools.doctor.graph_checks import check_graph
from embodied_memory_tools.doctor.graph_facts import NoGraphError, gather_graph
from embodied_memory_tools.doctor.machine import check_machine, machine_facts
from embodied_memory_tools.doctor.memory_file import check_memory_file, memory_facts
from embodied_memory_tools.doctor.sense_checks import check_senses

USUAL_DATABASE = Path("~/.embodied_memory/memory.db")
"""Where the launch files for robots keep the memory."""


def examine(database: Path | None, runs: Path, listen_s: float) -> Iterator[Finding]:
    """database: of the memory; None for the usual one, if there is one. listen_s: to the graph; 0 leaves it out."""
    memory = database or USUAL_DATABASE.expanduser()
    folders: Mapping[str, Path] = {"runs and bags": runs, "the memory": memory.parent}
    yield from check_machine(machine_facts(folders))
    yield from check_environment(environment_facts())
    if database or memory.is_file():
        yield from check_memory_file(memory_facts(memory))
    else:
        yield fine(Part.MEMORY, f"there is none yet at {USUAL_DATABASE}; --database names another")
    if listen_s > 0:
        yield from examine_graph(listen_s)


def examine_graph(listen_s: float) -> Iterator[Finding]:
    """Where there is no ROS, that is said; it is no error."""
    try:
        facts = gather_graph(listen_s)
    except RuntimeError as failed:
        cause = " ".join(str(failed).split())
        remedy = "see that ROS itself works: ros2 topic list; without the graph: --no-graph"
        yield error(Part.GRAPH, "ROS is there, and cannot be listened with", cause, remedy)
        return
    except NoGraphError as missing:
        how = "source ROS 2 and the workspace, or run setup/with_environment.sh embodied-memory doctor"
        yield fine(Part.GRAPH, f"not looked at: {missing}. To have it looked at, {how}")
        return
    yield from check_graph(facts)
    yield from check_senses(facts)
