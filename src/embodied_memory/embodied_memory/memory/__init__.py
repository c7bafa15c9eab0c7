"""What the robot keeps: one SQLite file, the memory bank, the objects last seen, rooms, and answers."""
