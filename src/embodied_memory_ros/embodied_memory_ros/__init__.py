"""What every node shares: conversions, parameters, QoS, transforms and the node base. The only glue between the core and ROS 2."""
