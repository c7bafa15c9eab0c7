"""Makes the environment of `make demo` and `make test`: ROS 2 and everything else from wheels, then the workspace.

Runs with any Python 3.10 to 3.13 and needs nothing but its standard library. Every step is skipped when what it
depends on has not changed, so a second call takes a second. All workarounds for the wheels live here: the
packages under src/ are those of an ordinary ROS 2 workspace.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOGS = ROOT / ".cache" / "setup"
LOCK = ROOT / ".cache" / "setup.lock"
WORKSPACE = ROOT / "ros2_ws"
UNDERLAY_SOURCE = ROOT / "setup" / "underlay"
UNDERLAY = WORKSPACE / "underlay"
DISTROS = {(3, 10): "kilted", (3, 11): "kilted", (3, 12): "jazzy", (3, 13): "kilted"}


class SetupError(Exception):
    """A step failed; the message names the cause and the remedy."""


def main() -> int:
    """Run every step that is not up to date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--force", action="store_true", help="do every step again")
    options = parser.parse_args()
    try:
        check_prerequisites()
        with alone(LOCK):
            prepare(options.force)
    except SetupError as error:
        print(f"set-up failed: {error}", file=sys.stderr)
        return 1
    return 0


@contextmanager
def alone(lock_file: Path) -> Iterator[None]:
    """Two set-ups at once would build into the same folders: the second waits. A lock ends with its process."""
    lock_file.parent.mkdir(parents=True, exist_ok=True)
    with lock_file.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("[set-up] waiting for another set-up of this checkout to end ...", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare(force: bool) -> None:
    """Every step that is not up to date; force: all of them."""
    if force:
        shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True, exist_ok=True)
    locks = ROOT / "setup" / "locks"
    lock = locks / f"requirements-{python_version()}.txt"
    distro = locks / f"ros-{DISTROS[sys.version_info[:2]]}.in"
    underlay = [distro, *files_below(UNDERLAY_SOURCE)]
    step("environment", "Python environment with ROS 2 (minutes the first time)", [lock], lambda: install(lock))
    step("models", "small models", [ROOT / "setup" / "fetch_models.py"], fetch_models)
    step("underlay", "messages that the ROS 2 wheels lack", underlay, build_underlay)
    step("workspace", "ROS 2 workspace", [*underlay, *workspace_inputs()], build_workspace)


def check_prerequisites() -> None:
    """Name what is missing, and the command that installs it, in one line."""
    if sys.version_info[:2] not in DISTROS:
        version = python_version()
        raise SetupError(
            f"Python {version} is not supported; install one of 3.10 to 3.13 and run: make PYTHON=python3.11 ..."
        )
    for command, package in (
        ("cc", "build-essential"),
        ("c++", "build-essential"),
        ("git", "git"),
        ("make", "make"),
    ):
        if shutil.which(command) is None:
            raise SetupError(f"{command} is missing; install it with: sudo apt-get install -y {package}")
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        version = python_version()
        raise SetupError(
            f"python venv is missing; install it with: sudo apt-get install -y python{version}-venv"
        ) from None
    if not (Path(sysconfig_include()) / "Python.h").exists():
        version = python_version()
        raise SetupError(f"Python.h is missing; install it with: sudo apt-get install -y python{version}-dev")


def python_version() -> str:
    """Such as 3.11."""
    return ".".join(map(str, sys.version_info[:2]))


def sysconfig_include() -> str:
    """Folder of this interpreter's C headers."""
    import sysconfig

    return sysconfig.get_paths()["include"]


def step(name: str, title: str, inputs: Iterable[Path], action: Callable[[], None]) -> None:
    """Do one step unless its inputs are what they were when it last succeeded here."""
    stamp = LOGS / f"{name}.stamp"
    fingerprint = fingerprint_of(inputs)
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    stamp.unlink(missing_ok=True)
    started = time.monotonic()
    print(f"[set-up] {title} ...", flush=True)
    action()
    stamp.write_text(fingerprint)
    print(f"[set-up] {title}: done in {time.monotonic() - started:.0f} s", flush=True)


def fingerprint_of(inputs: Iterable[Path]) -> str:
    """Changes when a file's content, the checkout's place or the interpreter changes."""
    digest = hashlib.sha256(f"{ROOT}|{sys.version}|".encode())
    for path in sorted(inputs):
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def files_below(folder: Path) -> list[Path]:
    """Every file below a folder."""
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def workspace_inputs() -> list[Path]:
    """What a build depends on. Python modules are linked, so their content does not matter, but their list does."""
    built = (".msg", ".srv", ".action", ".xml", ".cfg", ".txt")
    inputs = [p for p in files_below(ROOT / "src") if p.suffix in built or p.name == "setup.py"]
    return [p for p in inputs if not any(part.endswith(".egg-info") for part in p.parts)]


def run(command: list[str], log: str, environment: dict[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command, keep its output in a log, and show its end if it fails."""
    path = LOGS / f"{log}.log"
    with path.open("w") as output:
        result = subprocess.run(
            command,
            cwd=cwd,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    if result.returncode != 0:
        tail = "\n".join(path.read_text(errors="replace").splitlines()[-25:])
        raise SetupError(f"{Path(command[0]).name} failed; the end of {path.relative_to(ROOT)}:\n{tail}")


def clean_environment() -> dict[str, str]:
    """This process's environment without traces of another virtual or ROS environment."""
    foreign = (
        "AMENT_",
        "CMAKE_PREFIX",
        "COLCON_",
        "ROS_",
        "PYTHONPATH",
        "PYTHONHOME",
        "VIRTUAL_ENV",
        "_ROS_WHEELS",
        "LD_LIBRARY",
    )
    return {key: value for key, value in os.environ.items() if not key.startswith(foreign)}


def install(lock: Path) -> None:
    """A virtual environment with the locked packages; one that is there already is brought up to date."""
    environment = clean_environment()
    python = VENV / "bin" / "python"
    answer = [str(python), "-c", "import sys; print(sys.version)"]
    if not python.exists() or subprocess.run(answer, capture_output=True, text=True).stdout.strip() != sys.version:
        shutil.rmtree(VENV, ignore_errors=True)
        run([sys.executable, "-m", "venv", str(VENV)], "venv", environment)
    # The lock is complete. Asked to resolve it again, an old pip looks for coverage[toml] beside the pinned coverage,
    # takes the newest and stops for want of its hash.
    command = [str(python), "-m", "pip", "install", "--require-hashes", "--no-deps", "--no-input", "-r", str(lock)]
    run(command, "pip", environment)
    correct_cmake_paths(environment)


def correct_cmake_paths(environment: dict[str, str]) -> None:
    """The wheels' CMake files name folders of the machine that built them: put this one's in their place."""
    script = "import sysconfig, numpy; print(sysconfig.get_paths()['include']); print(numpy.get_include())"
    found = subprocess.run(
        [str(VENV / "bin" / "python"), "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    headers, numpy_headers = found.stdout.split()
    for path in (VENV / "share").rglob("*.cmake"):
        text = path.read_text(errors="surrogateescape")
        corrected = re.sub(
            r"/opt/python/cp3\d+-cp3\d+/lib/python3\.\d+/site-packages/numpy/(?:_core|core)/include",
            numpy_headers,
            text,
        )
        corrected = re.sub(r"/opt/python/cp3\d+-cp3\d+/include/python3\.\d+", headers, corrected)
        if corrected != text:
            path.write_text(corrected, errors="surrogateescape")


def fetch_models() -> None:
    """Small model files; what cannot be had is named and does without."""
    result = subprocess.run(
        [str(VENV / "bin" / "python"), str(ROOT / "setup" / "fetch_models.py")],
        env=clean_environment(),
        check=False,
    )
    if result.returncode != 0:
        raise SetupError("fetching the small models failed; see the lines above")


def build_environment(*prefixes: Path) -> dict[str, str]:
    """The environment in which colcon finds the wheels' packages and those already built."""
    environment = clean_environment()
    places = os.pathsep.join(str(prefix) for prefix in (*prefixes, VENV))
    environment |= {
        "VIRTUAL_ENV": str(VENV),
        "PATH": f"{VENV / 'bin'}{os.pathsep}{environment['PATH']}",
        "AMENT_PREFIX_PATH": places,
        "CMAKE_PREFIX_PATH": places,
        "ROS_DISTRO": DISTROS[sys.version_info[:2]],
        "ROS_VERSION": "2",
        "ROS_PYTHON_VERSION": "3",
    }
    return environment


def colcon(base: Path, install: Path, log: str, environment: dict[str, str], *options: str) -> None:
    """Build every package below `base` into `install`."""
    build = WORKSPACE / "build" / log
    command = [str(VENV / "bin" / "colcon"), "--log-base", str(WORKSPACE / "log"), "build"]
    command += [
        "--base-paths",
        str(base),
        "--build-base",
        str(build),
        "--install-base",
        str(install),
        *options,
    ]
    command += [
        "--cmake-args",
        "-DBUILD_TESTING=OFF",
        f"-DPython3_EXECUTABLE={VENV / 'bin' / 'python'}",
        "-G",
        "Ninja",
    ]
    run(command, log, environment, cwd=WORKSPACE)


def build_underlay() -> None:
    """Stand-ins for the few upstream packages that have no wheel."""
    shutil.rmtree(UNDERLAY, ignore_errors=True)
    colcon(UNDERLAY_SOURCE, UNDERLAY, "underlay", build_environment(), "--merge-install")


def build_workspace() -> None:
    """Everything under src/; Python packages are linked, not copied."""
    install = WORKSPACE / "install"
    colcon(
        WORKSPACE / "src",
        install,
        "workspace",
        build_environment(UNDERLAY),
        "--symlink-install",
        "--merge-install",
    )


if __name__ == "__main__":
    sys.exit(main())
