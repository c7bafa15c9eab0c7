"""Reads a folder of RGB-D frames with poses as a recording."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from embodied_memory.event import Event
from embodied_memory.observation import CameraIntrinsics, Observation
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.base_pose import base_below
from embodied_memory_tools.bags.folders.camera_files import DEPTH_NAMES, find_intrinsics, read_extrinsics
from embodied_memory_tools.bags.folders.layouts import SECOND_NS, Frame, find_layout
from embodied_memory_tools.bags.gravity import place_world
from embodied_memory_tools.bags.images.depth_registration import register_depth
from embodied_memory_tools.bags.images.image_decoding import in_metres
from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.images.raw_pixels import MAX_PIXELS
from embodied_memory_tools.bags.open_bag import STORAGE_ENDINGS
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings

EXPECTED = (
    "color/N.png or .jpg, depth/N.png or .pgm and pose.txt or pose/N.txt; TUM's rgb.txt, depth.txt and "
    "groundtruth.txt; or 7-Scenes' frame-N.color.png, .depth.png and .pose.txt"
)
_USUAL_SIZE = (640, 480)
_REMEDY = "give --intrinsics 'fx fy cx cy', or write them to {folder}/intrinsics.txt"
_DEPTH_REMEDY = "give --depth-intrinsics 'fx fy cx cy', or register depth to colour"


def is_rgbd_folder(path: Path) -> bool:
    """Whether a folder may hold RGB-D frames: it is none of a bag."""
    if not path.is_dir() or (path / "metadata.yaml").exists():
        return False
    names = {one.name for one in path.iterdir()}
    inside = {"color", "rgb", "rgb.txt", "depth", "depth.txt", "pose.txt"} & names
    return bool(inside or any(".color." in name for name in names)) and not any(
        name.endswith(STORAGE_ENDINGS) for name in names
    )


class FolderRecording:
    """The frames of a folder that have colour, depth and a pose, each known by its stamp."""

    has_labels = knows_base = is_video = False

    def __init__(self, folder: str | Path, settings: ReadSettings, report: ReadReport) -> None:
        """BagError, with the remedy, if the folder has no layout that is known or no camera."""
        self.path, self._settings, self._report = Path(folder), settings, report
        if not self.path.is_dir():
            raise BagError(f"there is no folder {folder}")
        layout = find_layout(self.path, settings.max_difference_s)
        if layout is None:
            raise BagError(f"{folder} has no layout that is known; expected {EXPECTED}")
        if not layout.frames:
            raise BagError(f"{folder} has no frame: the lists of its images are empty")
        self._metres_per_unit = settings.depth_scale or layout.metres_per_unit
        self._usual = layout.camera
        self._color_T_depth = settings.color_T_depth()
        if self._color_T_depth is None:
            self._color_T_depth = read_extrinsics(self.path)
        self._of_file = None if settings.intrinsics else find_intrinsics(self.path)
        self._of_depth = find_intrinsics(self.path, DEPTH_NAMES)
        self._frames = self._good_frames(layout.frames)

    @property
    def stamps(self) -> list[int]:
        """Of every frame that has a pose and both files, in order of time."""
        return sorted(self._frames)

    def views(self, only: set[int] | None = None) -> Iterator[Observation]:
        """Those that can be decoded, in order of time, in the world of the poses."""
        for stamp_ns in self.stamps:
            if only is None or stamp_ns in only:
                frame = self._frames[stamp_ns]
                try:
                    yield self._view(stamp_ns, frame)
                except ImageError as error:
                    reason, _, detail = str(error).partition(":")
                    self._report.skip(reason, f"{frame.name}: {detail.strip()}", error.remedy)

    def events(self) -> Iterator[Event]:
        """None: nobody spoke."""
        return iter(())

    def level_T_world(self, views: list[Observation]) -> NDArray[np.float64]:
        """(4, 4): z up, the floor at 0, x and y where the first camera is, x as it looks."""
        return place_world(views, self._settings, self._report)

    def _good_frames(self, frames: list[Frame]) -> dict[int, Frame]:
        good: dict[int, Frame] = {}
        for number, frame in enumerate(frames):
            seconds = frame.second if frame.second is not None else 1.0 + number / self._settings.rate_hz
            if frame.pose.matrix is None:
                self._report.skip("a frame without a good pose", f"{frame.name}: {frame.pose.fault}")
            elif frame.depth is None:
                self._report.skip("a colour image without depth", f"{frame.name} has no depth image")
            else:
                good[round(seconds * SECOND_NS)] = frame
        return good

    def _view(self, stamp_ns: int, frame: Frame) -> Observation:
        assert frame.pose.matrix is not None
        assert frame.depth is not None
        color = np.array(_opened(frame.color).convert("RGB"))
        camera = self._camera(color.shape[1], color.shape[0])
        depth = _depth(frame.depth, self._metres_per_unit)
        if depth.shape != color.shape[:2]:
            depth = self._registered(depth, camera)
        pose = frame.pose.matrix
        return Observation(stamp_ns, color, depth, camera, pose, base_below(pose))

    def _camera(self, width: int, height: int) -> CameraIntrinsics:
        given = self._settings.camera(width, height)
        if given is not None:
            return given
        if self._of_file is not None:
            values, file = self._of_file
            camera = CameraIntrinsics(width, height, *values)
            if not (0 < camera.cx < width and 0 < camera.cy < height):
                raise ImageError(
                    f"images and intrinsics do not fit together: {file.name} has its centre at {camera.cx:.0f}, "
                    f"{camera.cy:.0f}, images have {width}x{height} pixels",
                    _REMEDY.format(folder=self.path),
                )
            return camera
        if (width, height) != _USUAL_SIZE:
            raise ImageError("no intrinsics of the camera: the folder has none", _REMEDY.format(folder=self.path))
        told = " ".join(f"{value:g}" for value in self._usual)
        self._report.note(f"the folder has no intrinsics: {told} are taken, as is usual for its layout at 640x480")
        return CameraIntrinsics(width, height, *self._usual)

    def _registered(self, depth: NDArray[np.float32], camera: CameraIntrinsics) -> NDArray[np.float32]:
        """Depth of another size: of a camera of its own."""
        height, width = depth.shape
        of_depth = self._settings.depth_camera(width, height)
        if of_depth is None and self._of_depth is not None:
            of_depth = CameraIntrinsics(width, height, *self._of_depth[0])
        if of_depth is None:
            raise ImageError(
                f"colour and depth have different sizes, and depth has no intrinsics: {width}x{height} pixels of "
                f"depth, {camera.width}x{camera.height} of colour; depth must be registered",
                _DEPTH_REMEDY,
            )
        if self._color_T_depth is None:
            self._report.note("where the depth camera is is not told: it is taken to be where the colour camera is")
        transform = np.eye(4) if self._color_T_depth is None else self._color_T_depth
        self._report.note("depth has another size than colour: it is registered here, by its own intrinsics")
        return register_depth(depth, of_depth, transform, camera)


def _depth(file: Path, metres_per_unit: float) -> NDArray[np.float32]:
    image = _opened(file)
    if not image.mode.startswith("I"):
        raise ImageError(f"depth of 8 bits a pixel: {file.name} is an image of {image.mode}; depth needs 16")
    return in_metres(np.array(image).clip(0, 65535).astype(np.uint16), metres_per_unit)


def _opened(file: Path) -> Image.Image:
    try:
        image = Image.open(file, formats=("PNG", "PPM", "JPEG", "WEBP"))
        if image.width * image.height > MAX_PIXELS:
            raise ImageError(f"image too large: {image.width}x{image.height} pixels")
        image.load()
    except ImageError:
        raise
    except Exception as error:  # decoders fail in many ways
        raise ImageError(f"an image cannot be decoded: {file.name} cannot be decoded: {error}") from error
    return image
