"""Where episodes end, and the cards that they leave."""
