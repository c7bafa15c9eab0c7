"""From an instruction to what the robot does: goals, frontiers, remembered objects."""
