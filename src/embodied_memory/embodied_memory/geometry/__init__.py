"""Rotations and transforms between frames, without ROS."""
