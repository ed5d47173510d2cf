"""What `players` announces to the apps above it."""

from django.dispatch import Signal

# `player`, `now`: the name that everybody may read became shorter or longer; sent inside the transaction
shown_name_changed = Signal()
# `player_ids`: profiles whose names may change are about to be locked; whoever keeps copies locks those first
names_about_to_change = Signal()
