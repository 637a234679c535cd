"""Settings. Everything that differs between installations comes from environment variables.

With none set this is the embedded arena: SQLite and Celery's in-memory transport, in one process.
docs/8-operations.md lists the variables.
"""

import os
import secrets
from pathlib import Path

import dj_database_url

from arena.periodic import SCHEDULE
from engine.rulesets import RULESETS

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("GOAT_DATA", BASE_DIR / "var"))
DATA_DIR.mkdir(parents=True, exist_ok=True)


def secret_key() -> str:
    """The key in SECRET_KEY, else one that is made once and kept beside the data."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = DATA_DIR / "secret.key"
    if not path.exists():
        # Written aside and linked into place, so that two first starts agree on one key.
        draft = path.with_name(f"secret.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


def words(name: str, default: str = "") -> list[str]:
    return os.environ.get(name, default).split()


def cache(broker: str) -> dict[str, object]:
    """The cache in the queue's Redis; without one, in this process."""
    if broker == IN_MEMORY:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    # Celery writes the address of a socket in another way than Redis.
    address = broker.replace("redis+socket://", "unix://").replace("?virtual_host=", "?db=")
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": address,
        "KEY_PREFIX": "goat",
        "OPTIONS": {"socket_timeout": 2},
    }


SECRET_KEY = secret_key()
DEBUG = os.environ.get("DEBUG") == "1"
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")
if os.environ.get("HTTPS") == "1":
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "arena.web",
    "arena.games",
    "arena.accounts",
    "arena.bots",
    "arena.matches",
    "arena.replays",
    "arena.qualification",
    "arena.ratings",
    "arena.ladder",
    "arena.experiments",
    "arena.tournaments",
    "arena.pages",
    "arena.api",
    "arena.embedded",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "arena.web.middleware.body_limit",
]

ROOT_URLCONF = "arena.urls"
ASGI_APPLICATION = "arena.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # Each game's rules are in its package: games/kozel/rules.html.
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "arena"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{DATA_DIR / 'goat.sqlite3'}", conn_max_age=60, conn_health_checks=True
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE, since a transaction that reads first and writes later may not wait for the lock.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "bots:mine"
LOGOUT_REDIRECT_URL = "pages:home"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
# A game's table drawing is in its package, and is served as games/kozel/table.js.
STATICFILES_DIRS = [
    (f"games/{package}", BASE_DIR / "arena/games" / package / "static")
    for package in (ruleset.replace("-", "_") for ruleset in RULESETS)
]
# Static files are served from the apps themselves, so that no collectstatic is needed first.
WHITENOISE_USE_FINDERS = True

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "arena.accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": [
        "arena.web.json_parser.JSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "arena.web.pagination.Pagination",
    "DEFAULT_SCHEMA_CLASS": "arena.web.openapi.ErrorSchema",
    "EXCEPTION_HANDLER": "arena.web.errors.error_response",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Goat Arena",
    "DESCRIPTION": "What the site does, for programs. docs/7-api.md says what a schema cannot.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "VersionState": "arena.bots.models.Version.State",
        "MatchState": "arena.matches.models.Match.State",
        "TournamentState": "arena.tournaments.models.Tournament.State",
    },
}

# The queue is only a hint; the rows of the database are the truth (docs/1-architecture.md).
IN_MEMORY = "memory://localhost/"
CELERY_BROKER_URL = os.environ.get("REDIS_URL", IN_MEMORY)
# The in-memory transport sleeps 1 s between looks by default: 40 times slower.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.02} if CELERY_BROKER_URL == IN_MEMORY else {}
)
# What web processes count together (arena/accounts/login_throttle.py) is counted in the same Redis.
CACHES = {"default": cache(CELERY_BROKER_URL)}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "ladder"
# Sweeping is short work, and must not wait behind a day's matches.
CELERY_TASK_ROUTES = {
    "arena.*.tasks.sweep": {"queue": "check"},
    "arena.ratings.tasks.refresh": {"queue": "check"},
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = SCHEDULE

# Limits of a submission, shown before the upload.
SUBMISSION_MAX_BYTES = int(os.environ.get("SUBMISSION_MAX_BYTES", 1024 * 1024))
SUBMISSION_MAX_UNPACKED_BYTES = 4 * SUBMISSION_MAX_BYTES
SUBMISSION_MAX_FILES = 100
SUBMISSIONS_PER_HOUR = int(os.environ.get("SUBMISSIONS_PER_HOUR", 60))
# No request body may be larger (arena/web/body_limit.py), and none is ever written to a file.
DATA_UPLOAD_MAX_MEMORY_SIZE = SUBMISSION_MAX_BYTES + 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE

# Who watches a match in play sees it this many moves late. A process serves so many watchers,
# and so many at one address, which may be that of a school.
LIVE_DELAY_MOVES = 3
LIVE_STREAMS = int(os.environ.get("LIVE_STREAMS", 1000))
LIVE_STREAMS_PER_ADDRESS = int(os.environ.get("LIVE_STREAMS_PER_ADDRESS", 100))

MATCH_LEASE_SECONDS = 60
MATCH_MAX_ATTEMPTS = 5
MATCH_SANDBOX = os.environ.get("MATCH_SANDBOX", "auto")
# The kinds of programs that are accepted. A worker that cannot run them all does not start.
BOT_RUNTIMES = words("BOT_RUNTIMES", "python")

# The ladder: endless rated matches of all active bots, off with LADDER=off. So many pairs a match,
# so many matches waiting at once and made a minute (0: as many as get played), in each game.
LADDER = os.environ.get("LADDER", "on") != "off"
LADDER_PAIRS = int(os.environ.get("LADDER_PAIRS", 2 if CELERY_BROKER_URL == IN_MEMORY else 5))
LADDER_WAITING = int(os.environ.get("LADDER_WAITING", 2 if CELERY_BROKER_URL == IN_MEMORY else 8))
LADDER_PER_MINUTE = float(
    os.environ.get("LADDER_PER_MINUTE", 4 if CELERY_BROKER_URL == IN_MEMORY else 0)
)

# Unrated matches that people ask for.
CHALLENGES_PER_HOUR = int(os.environ.get("CHALLENGES_PER_HOUR", 20))
# What an organiser who is not of the staff may ask the workers for.
TOURNAMENTS_AT_ONCE = int(os.environ.get("TOURNAMENTS_AT_ONCE", 5))
TOURNAMENT_GAMES = int(os.environ.get("TOURNAMENT_GAMES", 20_000))
EXPERIMENTS_PER_DAY = int(os.environ.get("EXPERIMENTS_PER_DAY", 10))

PAGE_ROWS = 50

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
}
