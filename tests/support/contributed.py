"""The additions that CONTRIBUTING.md shows as diffs, made to a copy of the sources."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_ADDITION = re.compile(r"^\*\*A (?P<name>[\w ]+)\.\*\*.*?^```diff\n(?P<diff>.*?)^```$", re.MULTILINE | re.DOTALL)
_COPIED = ("embodied_memory", "bridge_nodes")
_SMALL_BYTES = 1_000_000


def additions() -> dict[str, str]:
    """What is added -> its diff, in the order of the page: each is made on top of those before it."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    return {match["name"]: match["diff"] for match in _ADDITION.finditer(text)}


def changed_lines(diff: str) -> int:
    """Lines added or removed."""
    return sum(line.startswith(("+", "-")) and not line.startswith(("+++", "---")) for line in diff.splitlines())


def with_additions(folder: Path) -> Path:
    """A copy of the sources with all of them, in `folder`. CalledProcessError if one does not fit."""
    for package in _COPIED:
        shutil.copytree(ROOT / "src" / package, folder / "src" / package, copy_function=_copy, symlinks=True,
                        ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
    for name, diff in additions().items():
        file = folder / f"{name.replace(' ', '_')}.diff"
        file.write_text(diff)
        subprocess.run(["git", "apply", "--unidiff-zero", str(file)], cwd=folder, check=True, timeout=60)
    return folder


def search_path(folder: Path) -> str:
    """PYTHONPATH by which the copy is found before anything else."""
    return ":".join(str(folder / "src" / package) for package in _COPIED)


def _copy(source: str, target: str) -> None:
    """Networks stay where they are."""
    if Path(source).stat().st_size > _SMALL_BYTES:
        Path(target).symlink_to(source)
    else:
        shutil.copy2(source, target)
