"""What is well and what is not: machine, environment, memory, and the graph of ROS as somebody else gathered it."""
