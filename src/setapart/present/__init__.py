"""How results look: words and tables here, figures in `plots`, reports in `report`. Knows results only."""
