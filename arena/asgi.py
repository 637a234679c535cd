"""The ASGI entry point: ``uvicorn arena.asgi:application``."""

import os
import warnings

from django.core.asgi import get_asgi_application

from arena.web.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")

# Static files and downloads are small and read in a thread, so this warning does not apply.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

application = BodyLimit(get_asgi_application())
