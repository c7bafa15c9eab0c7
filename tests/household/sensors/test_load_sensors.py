"""Sensors by name, by file and by single settings; what is wrong is named with what is allowed."""

import pytest

from household.sensors.load_sensors import SensorsError, load_sensors, sensor_names
from household.sensors.sensor_suite import Sensors


def refusal(*arguments):
    with pytest.raises(SensorsError) as refused:
        load_sensors(*arguments)
    return str(refused.value)


def test_sensors_have_their_names():
    assert {"exact", "good", "fair", "poor", "single/tilt_2"} <= set(sensor_names())
    assert load_sensors("exact") == Sensors()
    assert load_sensors("single/tilt_2").mount.tilt_offset_deg == 2.0


def test_fair_is_what_is_asked_of_it():
    fair = load_sensors("fair")
    wrong = fair.detector.flicker_share + fair.detector.sticking_share
    assert (fair.depth.deviation_at_1_m, fair.mount.tilt_offset_deg, fair.detector.recall) == (0.01, 1.0, 0.8)
    assert (fair.detector.masks, wrong, round(1 / fair.detector.ghosts_per_view)) == (False, 0.05, 3)
    assert (fair.localisation.offset_m, fair.localisation.offset_deg) == (0.05, 1.0)


def test_a_setting_comes_on_top():
    sensors = load_sensors("good", ["depth.deviation_at_1_m=0.02", "detector.masks=false", "detector.least_px=20"])
    assert (sensors.depth.deviation_at_1_m, sensors.detector.masks, sensors.detector.least_px) == (0.02, False, 20)
    assert sensors.detector.recall == 0.85


def test_a_file_anywhere_is_read(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("depth:\n  greatest_range_m: .inf\n  deviation_share: 0.01\nmount:\n")
    sensors = load_sensors(str(file))
    assert (sensors.name, sensors.depth.deviation_share, sensors.mount) == ("mine", 0.01, Sensors().mount)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("dept:\n  deviation_share: 1", 'there is no section "dept"; choose from depth, color, frames'),
        ("depth:\n  deviation: 1", 'depth has no "deviation"; choose from deviation_at_1_m'),
        ("depth:\n  deviation_share: a lot", "depth.deviation_share must be a number, not 'a lot'"),
        ("depth:\n  deviation_at_1_m: -1", "depth.deviation_at_1_m must not be negative"),
        ("detector:\n  recall: 1.5", "detector.recall must be 0 to 1, not 1.5"),
        ("detector:\n  masks: 1", "detector.masks must be true or false, not 1"),
        ("mount:\n  tilt_offset_deg: .nan", "mount.tilt_offset_deg must be a number"),
        ("- depth", "must hold keys and values"),
        ("depth: 3", "depth must hold keys and values"),
        ("depth: [", "is no YAML file"),
    ],
)
def test_a_wrong_file_is_refused_with_the_cause(tmp_path, content, said):
    file = tmp_path / "mine.yaml"
    file.write_text(content)
    assert said in refusal(str(file))


def test_what_is_not_there_is_refused_with_what_is(tmp_path):
    assert 'there are no sensors "perfect"; choose from exact, fair, good, poor' in refusal("perfect")
    assert "cannot be read" in refusal(str(tmp_path / "none.yaml"))
    assert "write section.key=value" in refusal("good", ["recall=0.5"])
    assert "is neither a number" in refusal("good", ["detector.recall=["])
    assert 'there is no section "eyes"' in refusal("good", ["eyes.recall=0.5"])


def test_an_offset_may_be_negative():
    assert load_sensors("exact", ["mount.tilt_offset_deg=-2"]).mount.tilt_offset_deg == -2.0
