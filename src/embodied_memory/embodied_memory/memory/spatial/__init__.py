"""What is where: every object as it was last seen, and the rooms they are in."""
