"""The ASGI entry point: ``uvicorn arena.asgi:application``."""

import os

from django.core.asgi import get_asgi_application

from arena.api.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")

application = BodyLimit(get_asgi_application())
