"""Launch files, configuration, the recorder, the page and the demo: the roof that sees every room."""
