"""Getting everything readable out of a damaged file, into one in which all stores agree."""
