"""What people ask of a robot that lives with them, in homes whose things and people are elsewhere each time."""
