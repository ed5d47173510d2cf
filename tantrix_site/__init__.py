"""The composition root: the only package that knows all apps."""

import gc

# A start makes hundreds of thousands of objects that stay. Searching them for garbage hundreds of times is a seventh of
# its time, and requests leave little that has to be searched for.
gc.set_threshold(50_000, 20, 20)

from tantrix_site.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
