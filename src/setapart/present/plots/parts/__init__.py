"""What figures are made of: the sheet, the look, densities on a line and in the plane, and room for labels."""
