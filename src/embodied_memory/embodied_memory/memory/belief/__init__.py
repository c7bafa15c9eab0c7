"""What the robot may believe: states with their history, how far they can be trusted, commitments, episodes."""
