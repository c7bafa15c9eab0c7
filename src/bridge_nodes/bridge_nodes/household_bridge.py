"""The simulated home as a robot: sensors out; NavigateToPose, skills and velocities in."""

from __future__ import annotations

from functools import partial
from typing import Any

from geometry_msgs.msg import Twist

from bridge_nodes.awaited_readers import AwaitedReaders
from bridge_nodes.company import Company
from bridge_nodes.navigation_server import NavigationServer
from bridge_nodes.pace import Pace
from bridge_nodes.sensor_publisher import SensorPublisher
from bridge_nodes.simulated_robot import Durations, SimulatedRobot
from bridge_nodes.skill_server import SkillServer
from embodied_memory.config import LanguageConfig
from embodied_memory.event import Event
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_ros.conversions.memory import event_to_message
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_all, declare_config
from embodied_memory_ros.qos import KEPT_RECORDS
from embodied_memory_ros.run_node import run_node
from household.executor import Executor
from household.generation import make_home
from household.robot import CameraMount, HomeRobot
from household.scene_files import load_home
from household.sensors.load_sensors import load_sensors

PARAMETERS: dict[str, tuple[Any, str]] = {
    "seed": (7, "seed of the generated home; ignored if a scene is given"),
    "homes": ("generated", "which kind of home is made from the seed: generated or lived"),
    "scene": ("", "GLB file of a home by other hands, its JSON beside it; empty: a generated home"),
    "image_width": (320, "pixels"),
    "image_height": (240, "pixels"),
    "horizontal_fov_deg": (120.0, "field of view of the camera"),
    "camera_height_m": (1.5, "height of the camera above the floor"),
    "camera_tilt_deg": (30.0, "how far the camera looks down"),
    "sensors": ("exact", "what the robot senses with: exact, good, fair, poor, single/..., or a YAML file"),
    "seconds_per_motion": (0.25, "simulated time of one step of 0.25 m or 30 degrees"),
    "seconds_per_view": (0.05, "simulated time of one view"),
    "idle_look_period_s": (3.0, "while nothing moves it, the robot looks around this often (real time)"),
    "real_time_factor": (0.0, "simulated seconds a second; 0: as fast as this machine renders"),
}


class HouseholdBridge(EmbodiedNode):
    """A robot in a simulated home."""

    def __init__(self) -> None:
        super().__init__("household_bridge")
        declare_all(self, PARAMETERS)
        AwaitedReaders.declare_parameters(self)
        Company.declare_parameters(self)
        self._language = declare_config(self, LanguageConfig(), "language")

    def _value(self, name: str) -> Any:
        return self.get_parameter(name).value

    def on_load(self) -> None:
        """The home, the robot and who lives there. Fails with the cause if home or sensors cannot be had."""
        scene = self._value("scene")
        self._home = load_home(scene) if scene else make_home(self._value("homes"), self._value("seed"))
        mount = CameraMount(
            width=self._value("image_width"),
            height=self._value("image_height"),
            horizontal_fov_deg=self._value("horizontal_fov_deg"),
            height_m=self._value("camera_height_m"),
            tilt_deg=self._value("camera_tilt_deg"),
        )
        self._robot = HomeRobot(self._home, mount, load_sensors(self._value("sensors")), self._value("seed"))
        self._company = Company(self, self._home, self._language) if self._value("residents") else None
        self._pace = Pace(self._value("real_time_factor"), self._company.start_ns if self._company else 0)

    def on_start(self) -> None:
        """Sensors, actions and the loop that keeps clock and camera alive."""
        company, pace = self._company, self._pace
        sensors = SensorPublisher(self, self._robot)
        durations = Durations(
            self._value("seconds_per_motion"),
            self._value("seconds_per_view"),
            self._value("idle_look_period_s"),
        )
        publish_event = self.publisher(EventMessage, "events", KEPT_RECORDS)

        def tell(happened: Event) -> None:
            publish_event(event_to_message(happened))

        if company:
            company.open_topics()
        time_passed = partial(company.keep_step, pace, tell) if company else lambda: None
        watched = AwaitedReaders(self).are_there
        simulated = SimulatedRobot(self._robot, sensors, pace, durations, watched, time_passed)
        NavigationServer(self, simulated)
        execute = company.execute if company else Executor(self._home.world).execute
        SkillServer(self, simulated, execute, tell, self._home.world)
        self.subscription(Twist, "cmd_vel", lambda v: simulated.set_velocity(v.linear.x, v.linear.y, v.angular.z), 10)
        sensors.publish_static(pace.stamp_ns)
        self.every(simulated.IDLE_PERIOD_S, simulated.idle)


def main() -> None:
    """Entry point."""
    run_node(HouseholdBridge, threads=4, publishes_images=True)
