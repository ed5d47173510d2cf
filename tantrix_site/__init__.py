"""The composition root: the only package that knows all apps."""

from tantrix_site.celery import app as celery_app

__all__ = ["celery_app"]
