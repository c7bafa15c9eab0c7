"""What is measured of our own memory: one module a measurement, each with `measure(scale, folder, seed)`."""
