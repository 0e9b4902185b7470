"""How results look: text, figures and a notebook table. Knows results only."""
