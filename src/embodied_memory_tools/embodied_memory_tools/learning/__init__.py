"""Learning the small heads that read words, from examples; what they learned is shipped as JSON beside their code."""
