"""The simulated clock passes with what the robot does, and faster where others live faster."""

from bridge_nodes.pace import Pace


def test_time_is_scaled_from_when_it_is_asked_for_and_never_jumps():
    pace = Pace(0.0, start_ns=1_000)
    stamps = [pace.advance(0.5)]
    pace.time_scale = 60.0
    stamps += [pace.advance(0.5), pace.advance(0.5)]
    pace.time_scale = 1.0
    stamps.append(pace.advance(0.5))
    assert stamps == [500_001_000, 30_500_001_000, 60_500_001_000, 61_000_001_000]
