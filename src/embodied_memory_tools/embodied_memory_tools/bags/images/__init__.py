"""Image messages of every encoding and transport to arrays, and depth to the pixels of colour."""
