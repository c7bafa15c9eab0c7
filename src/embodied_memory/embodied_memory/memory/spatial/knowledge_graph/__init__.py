"""The dynamic knowledge graph (STMA, section 4.2): lasting relations of house, rooms, things and people."""
