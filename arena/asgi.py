"""The ASGI entry point: ``uvicorn arena.asgi:application``."""

import os
import warnings
from collections.abc import Callable

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
django_application = get_asgi_application()  # what follows needs the apps

from arena.matches import reconnect  # noqa: E402
from arena.tables.game.pulse import WebPulse  # noqa: E402
from arena.web.body_limit import BodyLimit  # noqa: E402
from arena.web.ending import Ending  # noqa: E402
from arena.web.request_threads import RequestThreads  # noqa: E402

# Static files and downloads are small and read in a thread, so this warning does not apply.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")


def make_application(on_startup: Callable[[], None] | None = None) -> Ending:
    threads = RequestThreads(django_application, settings.WEB_THREADS)
    return Ending(BodyLimit(threads), on_startup)


def start() -> None:
    """What a web process does beside answering requests."""
    reconnect.log_as_the_site()
    WebPulse().start()


application = make_application(start)
