"""What the camera saw, by description, and how questions ask for it."""
