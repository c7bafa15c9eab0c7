"""Language models as guests: what the roles ask of one, and the prompts they use."""
