"""Whether the stores agree with the log and with each other."""
