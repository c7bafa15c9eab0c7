"""The topics that ROS itself names: absolute, as its time source and tf2 have them.

They do not move with a namespace. Who gives a robot time and transforms of its own remaps them into it, as Nav2's
launch files do with tf and ours do with all three.
"""

CLOCK_TOPIC, TF_TOPIC, TF_STATIC_TOPIC = "/clock", "/tf", "/tf_static"

OF_A_NAMESPACE = tuple((name, name.lstrip("/")) for name in (CLOCK_TOPIC, TF_TOPIC, TF_STATIC_TOPIC))
"""Remappings (from, to) that move them into the namespace of a node."""
