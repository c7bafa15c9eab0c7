"""Recordings: ROS 2 bags written and read without ROS, and other recordings converted to them."""
