"""The options of evaluations that choose what the simulated robot senses with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from embodied_memory_tools.command_line.request_error import RequestError

if TYPE_CHECKING:
    from household.sensors.sensor_suite import Sensors

SENSORS_OPTION = typer.Option(
    help="Sensors that err, by commas: exact, good, fair, poor, single/... of config/sensors, or .yaml files."
)
SETTING_OPTION = typer.Option(help="A single effect on top of them, such as depth.deviation_at_1_m=0.02. Repeatable.")
JOBS_OPTION = typer.Option(min=1, help="With --sensors: so many homes are run at once.")


def sensors_named(names: str, settings: Sequence[str] | None) -> tuple[Sensors, ...]:
    """By names separated by commas; none: exact. Raises RequestError, which says what there is to choose from."""
    from household.sensors.load_sensors import SensorsError, load_sensors

    try:
        listed = [name.strip() for name in (names or "exact").split(",") if name.strip()]
        return tuple(load_sensors(name, settings or ()) for name in listed)
    except SensorsError as error:
        raise RequestError(str(error)) from error
