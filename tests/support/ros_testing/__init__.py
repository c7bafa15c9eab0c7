"""Real rclpy beside real node processes, for the tests of tests/nodes and tests/system."""
