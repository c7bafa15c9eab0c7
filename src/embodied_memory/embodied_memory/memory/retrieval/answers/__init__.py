"""What an answer says, a file for each family of questions."""
