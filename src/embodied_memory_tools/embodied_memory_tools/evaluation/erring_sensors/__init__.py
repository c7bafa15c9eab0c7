"""Whatever is evaluated in simulated homes, with sensors that err: the same homes and tasks under each of several."""
