"""From a statistic to a decision: relabellings, p-values, and the engine between them, which knows no statistic."""
