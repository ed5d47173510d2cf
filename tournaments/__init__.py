"""Events: entries, stages, matches, results, standings."""
