"""The desk of Embodied Memory, ROS-free: command line, bags, replay, web page and evaluation."""

__version__ = "0.1.0"
