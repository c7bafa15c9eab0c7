"""Commands that people gave to home robots, in the format of HuRIC."""
