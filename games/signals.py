"""The one fact that travels upwards: games were checked."""

from django.dispatch import Signal

#: Sent after commit, in the process that made the verdict (usually the worker).
#:
#: `record_pks` is a tuple of the records concerned; `record_pk` is the only one of them, or None when there are several
#: (a batch of an upload). Sent for records that have just got their verdict, good or bad (whoever waits for one wants
#: to know of a rejection as soon), and for records whose verdict was changed by a newer engine: a receiver reads the
#: state from the row. Receivers must be idempotent, and must not rely on being called: a process may die between
#: commit and signal, so whoever listens also needs a sweep.
game_verified = Signal()
