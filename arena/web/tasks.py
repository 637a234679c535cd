"""The periodic task of what every app shares at the edge."""

from celery import shared_task

from arena.web.rate_limit import forget_old


# Expires because the next one replaces it.
@shared_task(expires=600, ignore_result=True)
def sweep() -> None:
    forget_old()
