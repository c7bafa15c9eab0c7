"""Every system under test behind one small protocol: ours, and one module a peer."""
