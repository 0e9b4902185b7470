"""All of the paper's experiments, one after the other. Run: python experiments/paper/run.py [--quick].

It goes on where it was interrupted. Each part can also be run by itself.
"""

import figure1
import figure2
import figure3
import later_table
import mixture
import step_size
import thresholds
from part import main

PARTS = [module.PART for module in (step_size, figure1, figure2, figure3, thresholds, later_table, mixture)]

if __name__ == "__main__":
    main(PARTS, __doc__)
