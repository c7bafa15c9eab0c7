"""The world as sensors see it: models of what cameras, detectors, odometry and localisation get wrong."""
