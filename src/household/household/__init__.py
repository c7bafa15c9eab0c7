"""A simulated home: world state, skills, generated and loaded homes, a renderer and a robot's motion. No ROS."""
