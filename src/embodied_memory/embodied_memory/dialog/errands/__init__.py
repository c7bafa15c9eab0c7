"""What people want done now: what waits, what is asked back, declined, stopped and refused."""
