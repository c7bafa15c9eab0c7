"""What is to be done or said later: reminders, messages, deeds at a time or when somebody comes."""
