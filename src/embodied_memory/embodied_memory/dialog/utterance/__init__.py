"""What an utterance says, with what the talk before leaves unsaid."""
