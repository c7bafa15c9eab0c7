"""What memory knows of things now, told in sentences, and which of them answers a question in whatever words."""
