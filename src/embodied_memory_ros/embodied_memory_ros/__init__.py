"""What every node shares: conversions, parameters, QoS, transforms, node base. The only glue to ROS 2."""
