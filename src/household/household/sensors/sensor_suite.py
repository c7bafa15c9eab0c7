"""All that a robot senses with, as a file of config/sensors describes it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from household.sensors.color_model import ColorModel
from household.sensors.depth_model import DepthModel
from household.sensors.detector_model import DetectorModel
from household.sensors.frames_model import FramesModel
from household.sensors.localisation_model import LocalisationModel
from household.sensors.mount_model import MountModel
from household.sensors.odometry_model import OdometryModel


@dataclass(frozen=True)
class Sensors:
    """A section for each thing that can err; the default is exact."""

    name: str = "exact"
    depth: DepthModel = field(default_factory=DepthModel)
    color: ColorModel = field(default_factory=ColorModel)
    frames: FramesModel = field(default_factory=FramesModel)
    mount: MountModel = field(default_factory=MountModel)
    detector: DetectorModel = field(default_factory=DetectorModel)
    odometry: OdometryModel = field(default_factory=OdometryModel)
    localisation: LocalisationModel = field(default_factory=LocalisationModel)

    @property
    def is_exact(self) -> bool:
        """Whatever its name is."""
        return replace(self, name="") == Sensors("")
