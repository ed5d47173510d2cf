"""Events, entries, draws, brackets, matches and results for programs."""
