"""The cooking games of STMA's evaluation (section 5): making, playing and reporting them."""
