"""One game of Tantrix: submitted, replayed, verified, shown."""
