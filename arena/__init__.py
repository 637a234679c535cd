"""The site: what is stored, queued and served."""

from arena.celery import app as celery_app

__all__ = ["celery_app"]
