"""Statistics: functions from a batch of relabellings of the pooled rows to values, the larger the more different."""
