"""The one fact that travels upwards: games were verified."""

from django.dispatch import Signal

#: Sent after commit, in the process that made the verdict (usually the worker).
#:
#: `record_pks` is a tuple of the records concerned; `record_pk` is the only one of them, or None when there are several
#: (a batch of an upload). Sent for records that have just got their verdict, except those of a batch that were
#: rejected, and for records whose verdict was changed by a newer engine: a receiver reads the state from the row.
#: Receivers must be idempotent, and must not rely on being called: a process may die between commit and signal, so
#: whoever listens also needs a sweep.
game_verified = Signal()
