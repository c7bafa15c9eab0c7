from ros_testing.fixtures import domain, observer, start, start_here

__all__ = ["domain", "observer", "start", "start_here"]
