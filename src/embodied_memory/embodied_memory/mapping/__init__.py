"""From observations to the occupancy slice, frontiers, rooms and paths."""
