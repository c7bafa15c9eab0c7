"""What all of the dialog shares: what a conversation is, what is done by saying something, what is replied."""
