"""Which files of a folder make up its frames, in the layouts that datasets have.

plain: color/N, depth/N and pose.txt, or pose/N.txt as ScanNet has it. TUM: rgb.txt, depth.txt, groundtruth.txt.
7-Scenes: frame-N.color.png, .depth.png, .pose.txt.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.geometry.transforms import TransformBuffer, pose_from_matrix
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.folders.pose_lines import PoseLine, read_pose_file, read_pose_lines
from embodied_memory_tools.bags.stamp_pairing import paired

SECOND_NS = 1_000_000_000
_COLORS, _DEPTHS, _POSES = ("color", "rgb", "colour", "images"), ("depth",), ("pose", "poses")
_POSE_FILES = ("pose.txt", "poses.txt", "groundtruth.txt", "trajectory.txt", "traj.txt")
_PICTURES, _DEPTH_PICTURES = (".png", ".jpg", ".jpeg", ".webp"), (".png", ".pgm")


@dataclass(frozen=True, eq=False)
class Frame:
    """Files and pose of one frame. depth: None if there is none. second: None if the folder tells no times."""

    name: str
    color: Path
    depth: Path | None
    pose: PoseLine
    second: float | None = None


@dataclass(frozen=True, eq=False)
class FolderLayout:
    """frames in their order. camera: fx fy cx cy that is usual for it at 640x480; metres_per_unit: of depth."""

    name: str
    frames: list[Frame]
    camera: tuple[float, float, float, float]
    metres_per_unit: float = 0.001


def find_layout(folder: Path, max_difference_s: float) -> FolderLayout | None:
    """None if the folder has none of them. BagError if it has one that does not fit together."""
    if (folder / "rgb.txt").is_file() and (folder / "depth.txt").is_file():
        return FolderLayout("TUM", _listed(folder, max_difference_s), (525.0, 525.0, 319.5, 239.5), 1 / 5000)
    numbered = sorted(folder.glob("frame-*.color.*"))
    if numbered:
        return FolderLayout("7-Scenes", [_numbered(file) for file in numbered], (585.0, 585.0, 320.0, 240.0))
    if _subfolder(folder, _COLORS) is not None and _subfolder(folder, _DEPTHS) is not None:
        return FolderLayout("plain", _plain(folder, max_difference_s), (518.0, 519.0, 325.5, 253.5))
    return None


def _listed(folder: Path, max_difference_s: float) -> list[Frame]:
    """TUM: times and names of files in lists; depth and poses have times of their own."""
    colors, depths = (_list(folder / name) for name in ("rgb.txt", "depth.txt"))
    pairs = paired(sorted(colors), list(depths), round(max_difference_s * SECOND_NS))
    timed = _TimedPoses(_pose_file(folder), max_difference_s)
    return [
        Frame(
            colors[stamp].name,
            colors[stamp],
            depths[pairs[stamp]] if stamp in pairs else None,
            timed.at(stamp),
            stamp / SECOND_NS,
        )
        for stamp in sorted(colors)
    ]


def _list(file: Path) -> dict[int, Path]:
    """Time in ns to file."""
    entries = {}
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        words = line.split()
        if len(words) >= 2 and not line.startswith("#"):
            try:
                entries[round(float(words[0]) * SECOND_NS)] = file.parent / words[1]
            except (ValueError, OverflowError):
                raise BagError(f"{file}: {line[:40]!r} is no `time file`") from None
    return entries


class _TimedPoses:
    """Poses with times of their own, between which others lie."""

    def __init__(self, file: Path, max_difference_s: float) -> None:
        self._within = round(max_difference_s * SECOND_NS)
        self._buffer, stamps = TransformBuffer(max_difference_s), []
        lines = read_pose_lines(file)
        for line in lines:
            if line.matrix is not None and line.second is not None:
                stamps.append(round(line.second * SECOND_NS))
                self._buffer.add("world", "camera", stamps[-1], *pose_from_matrix(line.matrix))
        if not stamps:
            told = next((line.fault for line in lines if line.fault), "it is empty")
            raise BagError(f"{file} holds no pose `time tx ty tz qx qy qz qw`: {told}")
        self._stamps = sorted(stamps)

    def at(self, stamp_ns: int) -> PoseLine:
        """Between its two neighbours, if the nearer one is near enough."""
        place = bisect_left(self._stamps, stamp_ns)
        nearest = min(abs(stamp_ns - near) for near in self._stamps[max(0, place - 1) : place + 1])
        if nearest > self._within:
            return PoseLine(
                None, f"no pose within {self._within / SECOND_NS} s, the nearest is {nearest / 1e9:.2f} s off"
            )
        return PoseLine(self._buffer.lookup("world", "camera", stamp_ns))


def _numbered(color: Path) -> Frame:
    """7-Scenes."""
    stem = color.name.partition(".")[0]
    depth = color.with_name(f"{stem}.depth.png")
    pose = color.with_name(f"{stem}.pose.txt")
    line = read_pose_file(pose) if pose.is_file() else PoseLine(None, f"there is no {pose.name}")
    return Frame(stem, color, depth if depth.is_file() else None, line)


def _plain(folder: Path, max_difference_s: float) -> list[Frame]:
    colors = _pictures(folder, _COLORS, _PICTURES)
    depths = {_key(file): file for file in reversed(_pictures(folder, _DEPTHS, _DEPTH_PICTURES))}
    if not colors:
        raise BagError(f"{_subfolder(folder, _COLORS)} has no picture; expected {', '.join(_PICTURES)}")
    times, poses = _poses_of(folder, colors, max_difference_s)
    if times and not any(_key(color) in depths for color in colors):
        by_time = {round(float(file.stem) * SECOND_NS): file for file in depths.values() if _is_time(file)}
        stamps = [round(second * SECOND_NS) for second in times]
        pairs = paired(stamps, list(by_time), round(max_difference_s * SECOND_NS))
        found = [by_time.get(pairs.get(stamp, -1)) for stamp in stamps]
    else:
        found = [depths.get(_key(color)) for color in colors]
    seconds: list[float | None] = list(times) or [None] * len(colors)
    return [
        Frame(color.name, color, depth, pose, second)
        for color, depth, pose, second in zip(colors, found, poses, seconds, strict=True)
    ]


def _poses_of(folder: Path, colors: list[Path], max_difference_s: float) -> tuple[list[float], list[PoseLine]]:
    """(times, if the names of the files are any; a pose of each colour image)."""
    single = _subfolder(folder, _POSES)
    if single is not None:
        files = {_key(file): file for file in single.glob("*.txt")}
        nothing = PoseLine(None, f"there is no pose of it in {single.name}/")
        return [], [read_pose_file(files[_key(one)]) if _key(one) in files else nothing for one in colors]
    file = _pose_file(folder)
    lines = read_pose_lines(file)
    if any(line.second is not None for line in lines) and all(map(_is_time, colors)):
        timed, times = _TimedPoses(file, max_difference_s), [float(color.stem) for color in colors]
        return times, [timed.at(round(second * SECOND_NS)) for second in times]
    if len(lines) != len(colors):
        raise BagError(f"{folder} has {len(colors)} colour images but {len(lines)} poses in {file.name}")
    return [], lines


def _pose_file(folder: Path) -> Path:
    file = next((folder / name for name in _POSE_FILES if (folder / name).is_file()), None)
    if file is None:
        raise BagError(
            f"there is no {folder / _POSE_FILES[0]}; expected one line `tx ty tz qx qy qz qw` or 16 numbers for each "
            "frame, or pose/N.txt"
        )
    return file


def _subfolder(folder: Path, names: tuple[str, ...]) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_dir()), None)


def _pictures(folder: Path, names: tuple[str, ...], endings: tuple[str, ...]) -> list[Path]:
    """In the order of their numbers, not of their letters."""
    inside = _subfolder(folder, names)
    assert inside is not None
    return sorted((file for file in inside.iterdir() if file.suffix.lower() in endings), key=_place)


def _place(file: Path) -> tuple[float, str]:
    try:
        return float(file.stem), file.stem
    except ValueError:
        return float(_key(file)) if _key(file).isdigit() else float("inf"), file.stem


def _key(file: Path) -> str:
    """What files of one frame share: their number, however it is written, else their name."""
    if re.fullmatch(r"\d+\.\d+", file.stem):
        return file.stem
    digits = re.findall(r"\d+", file.stem)
    return str(int(digits[-1])) if digits else file.stem


def _is_time(file: Path) -> bool:
    return re.fullmatch(r"\d+(\.\d+)?", file.stem) is not None
