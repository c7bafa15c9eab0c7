"""The web page: the home as mapped, the robot, what memory holds, and a box to talk to the robot."""
