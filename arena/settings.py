"""Settings. Everything that differs between installations comes from environment variables.

Without any this is the embedded arena: SQLite and Celery's in-memory transport, in one process.
docs/8-operations.md lists the variables. Those that Django or hosting platforms know by name have
that name; all others begin with GOAT_.
"""

import os
import secrets
from pathlib import Path
from urllib.parse import quote

import arena
from arena.environment import Environment, refuse, refuse_all
from engine.rulesets import RULESETS
from referee.programs.archive import Limits
from referee.programs.languages import BadRuntimes, languages
from referee.programs.package_sets import BadPackageSet
from referee.shipped import shipped

env = Environment()
BASE_DIR = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """Where the data is without GOAT_DATA: ``var`` in a source tree, and for an installed package
    the usual place for a user's data. The package's own folder goes with an upgrade."""
    if (BASE_DIR / "pyproject.toml").is_file():
        return BASE_DIR / "var"
    try:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    except RuntimeError:  # this user has no home
        home = Path("/var/lib")
    return home / "goat-arena"


DATA_DIR = env.folder("GOAT_DATA", data_folder())


def secret_key() -> str:
    """The key in SECRET_KEY, or one that is made once and kept with the data."""
    if key := env.text("SECRET_KEY"):
        return key
    path = DATA_DIR / "secret.key"
    try:
        if not path.exists():
            # Written under another name and linked, so that two first starts agree on one key.
            draft = path.with_name(f"secret.{os.getpid()}")
            try:
                draft.touch(mode=0o600)
                draft.write_text(secrets.token_urlsafe(50))
                path.hardlink_to(draft)
            except FileExistsError:
                pass
            finally:
                draft.unlink(missing_ok=True)
        key = path.read_text(errors="replace")
    except OSError as error:
        refuse("GOAT_DATA", str(DATA_DIR), f"{error.strerror}; let this user read and write there")
    return key or refuse("GOAT_DATA", str(DATA_DIR), "delete the empty secret.key in this folder")


def make_private(path: Path) -> None:
    """Creates the file of an SQLite database, for its owner only. SQLite gives the files beside it
    the same mode."""
    try:
        os.close(os.open(path, os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError:
        pass  # opening it as a database reports that


SECRET_KEY = secret_key()
DEBUG = env.switch("DEBUG", False)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
if env.switch("GOAT_HTTPS", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # Other sites under the same domain are not this site's business, nor is the list of browsers.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

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
    "arena.remote",
    "arena.matches",
    "arena.replays",
    "arena.dumps",
    "arena.qualification",
    "arena.ratings",
    "arena.ladder",
    "arena.experiments",
    "arena.tournaments",
    "arena.webhooks",
    "arena.people",
    "arena.tables",
    "arena.analysis",
    "arena.insights",
    "arena.manual",
    "arena.tools",
    "arena.pages",
    "arena.puzzles",
    "arena.api",
    "arena.housekeeping",
    "arena.embedded",
]

MIDDLEWARE = [
    "arena.web.content_security.content_security",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "arena.web.private_responses.private_responses",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "arena.people.merging.forget_merged_guest",
    "arena.web.limit_headers.limit_headers",
    "arena.web.middleware.body_limit",
]

ROOT_URLCONF = "arena.urls"
ASGI_APPLICATION = "arena.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # Each game's rules are in its package: games/kozel/rules.html.
        "DIRS": [shipped("templates", arena.__file__), BASE_DIR / "arena"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "arena.accounts.context.sign_up",
            ],
        },
    },
]

DATABASES = {
    "default": env.database("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR / 'goat.sqlite3'))}")
    | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # A database whose host is gone is an error within half a minute, not a wait without end.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 25_000,
    } | DATABASES["default"].get("OPTIONS", {})
else:
    make_private(Path(DATABASES["default"]["NAME"]))
    # IMMEDIATE: a transaction that reads first and writes later fails where it should wait.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
# Threads of a web process that make responses; each keeps a connection (arena/web).
WEB_THREADS = env.number("GOAT_WEB_THREADS", 16, least=1)
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
AUTHENTICATION_BACKENDS = ["arena.accounts.passwords.PasswordBackend"]
# Whether people can make accounts themselves, and how many in an hour from one address: a school
# has one. How many wrong passwords, for any names, an address may send in ten minutes.
SIGN_UP = env.switch("GOAT_SIGN_UP", True)
SIGN_UPS_PER_HOUR = env.number("GOAT_SIGN_UPS_PER_HOUR", 60)
WRONG_PASSWORDS_PER_ADDRESS = env.number("GOAT_WRONG_PASSWORDS_PER_ADDRESS", 100, least=1)
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
# Files that are made once and read often: the dumps.
STORAGES = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    "dumps": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": DATA_DIR / "dumps"},
    },
}
# What the dumps' readers may do with them.
DATA_LICENCE = env.text("GOAT_DATA_LICENCE", "CC0 1.0 (public domain)")
# Static files are served from where they are, without collectstatic.
WHITENOISE_USE_FINDERS = True

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "arena.accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    # A form has texts only, and no types. Submissions take one for its file.
    "DEFAULT_PARSER_CLASSES": ["arena.web.json_parser.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "arena.web.pagination.Pagination",
    "DEFAULT_SCHEMA_CLASS": "arena.web.openapi.ErrorSchema",
    "EXCEPTION_HANDLER": "arena.web.errors.error_response",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Goat Arena",
    "DESCRIPTION": (
        "What the site does, for programs. /docs/api/ says what a schema cannot: tokens and their "
        "scopes, pages of lists, requests that are sent twice, limits, and every error.\n\n"
        "All addresses begin with /api/v1/. What is added to this version breaks no client: new "
        "addresses, fields of answers, optional fields of requests, and codes of errors. Anything "
        "else becomes /api/v2/."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "arena.api.examples.add_examples",
    ],
    "TAGS": [
        {"name": "arena", "description": "What this arena plays, accepts and allows."},
        {"name": "me", "description": "Whose token it is."},
        {"name": "token", "description": "The token itself."},
        {"name": "device", "description": "How `goat login` gets a token."},
        {"name": "bots", "description": "Bots, their versions and programs, and their Elo."},
        {"name": "remote", "description": "Bots that run on their authors' machines."},
        {"name": "matches", "description": "Matches, their records and logs."},
        {"name": "dumps", "description": "All public records of a game, by month."},
        {"name": "challenges", "description": "Unrated matches that people ask for."},
        {"name": "experiments", "description": "Is one version stronger than another?"},
        {"name": "rankings", "description": "The bots of a game, best first."},
        {"name": "tournaments", "description": "Tournaments, and how to run them."},
        {"name": "tables", "description": "Games that people play."},
        {"name": "analysis", "description": "Analyses of finished games, and solved positions."},
        {"name": "people", "description": "Ratings of people."},
        {"name": "users", "description": "A person's ratings."},
        {"name": "puzzles", "description": "Find the move."},
        {"name": "statistics", "description": "What players decide, and what it pays."},
        {"name": "webhooks", "description": "What the arena tells your programs, and where."},
    ],
    "PATH_CONVERTER_OVERRIDES": {
        "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
        "int": {"type": "integer", "minimum": 0},
    },
    "ENUM_NAME_OVERRIDES": {
        "VersionState": "arena.bots.models.Version.State",
        "MatchState": "arena.matches.models.Match.State",
        "TournamentState": "arena.tournaments.models.Tournament.State",
        "TableState": "arena.tables.models.Table.State",
        "AnalysisState": "arena.analysis.serializers.STATES",
        "SolvedResult": "arena.analysis.serializers.RESULTS",
        "TableEntryKind": "arena.tables.models.Entry.Kind",
        "SeatTaker": "arena.tables.serializers.TAKERS",
        "SeatKind": "arena.tables.serializers.SITTERS",
        "RulesetName": "arena.bots.serializers.GAMES",
        "GameOrVariant": "arena.tables.serializers.GAMES",
    },
}

# The queue is only a hint; the rows of the database are the truth (docs/1-architecture.md).
IN_MEMORY = "memory://localhost/"
CELERY_BROKER_URL = env.broker("REDIS_URL", IN_MEMORY)
EMBEDDED = CELERY_BROKER_URL == IN_MEMORY
# In seconds. A Redis that accepts connections but does not answer must not hold up a request.
REDIS_TIMEOUTS = {"socket_timeout": 1.5, "socket_connect_timeout": 1.5}
# By default the in-memory transport polls once a second, which plays 40 times slower.
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02} if EMBEDDED else REDIS_TIMEOUTS
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "matches"
# The queue of tables' steps has workers of its own: celery -A arena worker -Q table -P threads
TABLE_QUEUE = "table"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker whose slots all play leaves the messages to others; in memory there are no others.
CELERY_WORKER_DISABLE_PREFETCH = not EMBEDDED
CELERY_WORKER_ENABLE_PREFETCH_COUNT_REDUCTION = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_CONSUMER = "arena.matches.consumer:Consumer"

# Limits of a submission; the pages show them before the upload.
SUBMISSION_MAX_BYTES = env.number("GOAT_SUBMISSION_MAX_BYTES", 1024 * 1024, least=1)
SUBMISSION_MAX_UNPACKED_BYTES = 4 * SUBMISSION_MAX_BYTES
SUBMISSION_MAX_FILES = 200
# The kinds of programs that people may submit. A worker that cannot run them all does not start.
BOT_RUNTIMES = env.words("GOAT_BOT_RUNTIMES", "python")
SUBMISSIONS_PER_HOUR = env.number("GOAT_SUBMISSIONS_PER_HOUR", 60)


def _largest_submission() -> int:
    """In any language that is accepted."""
    general = Limits(SUBMISSION_MAX_BYTES, SUBMISSION_MAX_UNPACKED_BYTES, SUBMISSION_MAX_FILES)
    try:
        known = languages()
    except (BadRuntimes, BadPackageSet) as error:
        refuse_all(str(error))
    sizes = [known[name].limits(general).max_bytes for name in BOT_RUNTIMES if name in known]
    return max([SUBMISSION_MAX_BYTES, *sizes])


# No request body may be larger (arena/web/body_limit.py), and none is written to a file.
DATA_UPLOAD_MAX_MEMORY_SIZE = _largest_submission() + 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE

# A folder with wheels of the libraries that goat needs, for a class without the internet.
TOOLS_WHEELS = env.text("GOAT_TOOLS_WHEELS")

# Spectators see a running match this many moves late.
LIVE_DELAY_MOVES = 3
# How many spectators a web process serves, and how many of them from one address, such as a school.
LIVE_STREAMS = env.number("GOAT_LIVE_STREAMS", 1000)
LIVE_STREAMS_PER_ADDRESS = env.number("GOAT_LIVE_STREAMS_PER_ADDRESS", 100)

MATCH_LEASE_SECONDS = 60
MATCH_MAX_ATTEMPTS = 5
MATCH_SANDBOX = env.text("GOAT_MATCH_SANDBOX", "auto")

# The ladder: endless rated matches between all active bots. Pairs a match; for each game, how many
# matches may wait for a worker, and how many are made a minute (0: as many as the workers play).
LADDER = env.switch("GOAT_LADDER", True)
LADDER_PAIRS = env.number("GOAT_LADDER_PAIRS", 2 if EMBEDDED else 5, least=1)
LADDER_WAITING = env.number("GOAT_LADDER_WAITING", 2 if EMBEDDED else 8, least=1)
LADDER_PER_MINUTE = env.rate("GOAT_LADDER_PER_MINUTE", 4 if EMBEDDED else 0)
# Active bots of an owner in one game, except the house.
LADDER_BOTS_PER_OWNER = env.number("GOAT_LADDER_BOTS_PER_OWNER", 3, least=1)

# What a user who is not a member of the staff may ask of the workers.
CHALLENGES_PER_HOUR = env.number("GOAT_CHALLENGES_PER_HOUR", 20)
TOURNAMENTS_AT_ONCE = env.number("GOAT_TOURNAMENTS_AT_ONCE", 5)
TOURNAMENT_GAMES = env.number("GOAT_TOURNAMENT_GAMES", 20_000)
# Hours of play, all workers together, if every bot uses up its clocks.
TOURNAMENT_HOURS = env.number("GOAT_TOURNAMENT_HOURS", 500)
EXPERIMENTS_PER_DAY = env.number("GOAT_EXPERIMENTS_PER_DAY", 10)

# Webhooks: how many a person may have, and whether messages may go to private addresses too, such
# as those of a school's own network.
WEBHOOKS_PER_USER = env.number("GOAT_WEBHOOKS_PER_USER", 5)
WEBHOOK_PRIVATE = env.switch("GOAT_WEBHOOK_PRIVATE", False)

# Tables, where people play. How many are played at once, and how many unfinished ones a person and
# an address may have.
TABLES_AT_ONCE = env.number("GOAT_TABLES_AT_ONCE", 100, least=1)
TABLES_PER_PLAYER = env.number("GOAT_TABLES_PER_PLAYER", 5, least=1)
TABLES_PER_ADDRESS = env.number("GOAT_TABLES_PER_ADDRESS", 60, least=1)
# How long the bots of a table stay ready after their last move, and of how many tables a worker
# keeps them ready.
TABLE_WARM_SECONDS = env.number("GOAT_TABLE_WARM_SECONDS", 60)
TABLES_WARM = env.number("GOAT_TABLES_WARM", 16)
# How long a window for secret answers (a molodka) lasts: if people may be asked, or only bots.
TABLE_WINDOW_MS = env.number("GOAT_TABLE_WINDOW_MS", 2000, least=200)
TABLE_BOTS_WINDOW_MS = 400
# An unrated table that nobody touches ends by itself after this time, an open one too.
TABLE_IDLE_MINUTES = env.number("GOAT_TABLE_IDLE_MINUTES", 30, least=1)

# Remote bots, which play on their author's machine. How many a person may have, how many games such
# a bot plays at once, and how many of them a web process serves.
REMOTE_BOTS_PER_OWNER = env.number("GOAT_REMOTE_BOTS_PER_OWNER", 5)
REMOTE_GAMES = env.number("GOAT_REMOTE_GAMES", 4, least=1)
REMOTE_STREAMS = env.number("GOAT_REMOTE_STREAMS", 300)
# How long its connection may be away in a game before the game is lost, and the largest share of
# the network in a turn.
REMOTE_GRACE_SECONDS = env.number("GOAT_REMOTE_GRACE_SECONDS", 20)
REMOTE_NETWORK_MS = env.number("GOAT_REMOTE_NETWORK_MS", 250)
# How long a match waits for a remote bot that is not connected.
REMOTE_WAIT_MINUTES = env.number("GOAT_REMOTE_WAIT_MINUTES", 10, least=1)

# Analyses of finished games: whether there are any, how many a user and an address may ask for in
# an hour, how many may wait, and how many positions an address may have solved in ten minutes.
ANALYSIS = env.switch("GOAT_ANALYSIS", True)
ANALYSES_PER_HOUR = env.number("GOAT_ANALYSES_PER_HOUR", 40)
ANALYSES_PER_ADDRESS = env.number("GOAT_ANALYSES_PER_ADDRESS", 100)
ANALYSES_WAITING = env.number("GOAT_ANALYSES_WAITING", 500, least=1)
SOLVES_PER_TEN_MINUTES = env.number("GOAT_SOLVES_PER_TEN_MINUTES", 60)

PAGE_ROWS = 50

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without outages": {"()": "arena.matches.reconnect.WithoutOutages"}},
    "loggers": {"django.dispatch": {"filters": ["without outages"]}},
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": env.choice("LOG_LEVEL", "WARNING", LOG_LEVELS)},
}

env.warn_of_unknown()
