"""From a statistic to a decision: relabellings, the engine that evaluates them, and p-values. Knows no statistic."""
