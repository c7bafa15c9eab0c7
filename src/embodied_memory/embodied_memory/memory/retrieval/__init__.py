"""From words to what is remembered: descriptions, questions and their answers."""
