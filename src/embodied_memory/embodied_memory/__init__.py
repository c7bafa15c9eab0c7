"""Embodied Memory: long-term memory for a home robot. No module of this package imports ROS."""

__version__ = "0.1.0"
