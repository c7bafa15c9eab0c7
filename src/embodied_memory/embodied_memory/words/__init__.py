"""Where words become meaning: what somebody does by saying something, and which words play which role."""
