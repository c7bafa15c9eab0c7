"""How what the robot perceived goes into the tracks."""
