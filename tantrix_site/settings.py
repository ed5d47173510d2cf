"""Settings of the site. Every value that differs between places comes from the environment (`tantrix_site/env.py`);
`docs/operations.md` lists the variables."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue  # type: ignore[attr-defined]

from ratings.maths.parameters import CURRENT
from tantrix_site import env

BASE_DIR = env.ROOT
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

# --- mode ---

PRODUCTION = env.flag("PRODUCTION", default=False)
DEBUG = env.flag("DEBUG", default=False) and not PRODUCTION
SECRET_KEY = env.secret_key(production=PRODUCTION)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", () if PRODUCTION else ("*",))
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
SITE_URL = env.text("SITE_URL", "http://localhost:8000")
BUILD = env.text("BUILD", "dev")

# --- applications ---

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_countries",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "knox",
    "rest_framework",
    "rules",
    "players",
    "games",
    "ratings",
    "tournaments",
    "tantrix_site",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "players.middleware.TimeZoneMiddleware",
    "players.middleware.AccountPreferencesMiddleware",
    "tantrix_site.handlers.FailureMiddleware",
]

ROOT_URLCONF = "tantrix_site.urls"
WSGI_APPLICATION = "tantrix_site.wsgi.application"
ASGI_APPLICATION = "tantrix_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tantrix_site.context.site",
                "tournaments.views.context.banner",
            ],
        },
    }
]

# --- database ---

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.environment.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'site.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # For trying the site out. IMMEDIATE lets one writer in at a time, which stands in for row locks.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        transaction_mode="IMMEDIATE",
        timeout=30,
        init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    )
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.number("CONN_MAX_AGE", 60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis: broker and cache ---

REDIS_URL = env.text("REDIS_URL", "redis://127.0.0.1:6379/0")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        "KEY_PREFIX": env.text("CACHE_PREFIX", "tantrix"),
    }
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 100
CELERY_TASK_DEFAULT_QUEUE = env.text("CELERY_QUEUE", "tantrix")
# Batches of large uploads wait in a queue of their own; a worker takes from both in turn, so one record never waits
# behind ten thousand.
BULK_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-bulk"
# So do mails: neither waits for a slow mail server, nor do mails wait for an upload.
MAIL_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-mail"
CELERY_TASK_QUEUES = [Queue(name) for name in (CELERY_TASK_DEFAULT_QUEUE, BULK_QUEUE, MAIL_QUEUE)]  # type: ignore[no-untyped-call]
CELERY_TASK_ROUTES = {
    "games.tasks.verify_bulk_batch": {"queue": BULK_QUEUE},
    "players.tasks.send_notices": {"queue": MAIL_QUEUE},
    "players.tasks.sweep_notices": {"queue": MAIL_QUEUE},
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_REDIRECT_STDOUTS = False
# A process keeps its connection to the database for so many tasks, and looks before each whether it still stands.
CELERY_DB_REUSE_MAX = 1000
# A message not acknowledged within this time is delivered again: a killed worker loses nothing.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "max_retries": 1,
}
CELERY_TASK_PUBLISH_RETRY = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.2}
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = env.number("SWEEP_SECONDS", 30, least=1)
# how many Lobby Masters there may be, from which day on (`docs/regulations.md` 9.3)
MASTER_CAPS = env.caps("MASTER_CAPS", CURRENT.master.cap)
CELERY_BEAT_SCHEDULE = {
    "worker-heartbeat": {
        "task": "tantrix_site.tasks.beat_worker_heart",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "requeue-pending-records": {
        "task": "games.tasks.sweep_pending_records",
        "schedule": timedelta(seconds=SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    },
    "sweep-notices": {
        "task": "players.tasks.sweep_notices",
        "schedule": timedelta(seconds=SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    },
    "forget-old-notices": {"task": "players.tasks.forget_notices", "schedule": crontab(hour=3, minute=20)},
    "sweep-tournaments": {
        "task": "tournaments.tasks.sweep_reports",
        "schedule": timedelta(seconds=SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    },
    "send-deadline-notices": {
        "task": "tournaments.tasks.sweep_deadlines",
        "schedule": timedelta(seconds=SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    },
    # names that come back with full age, people to be erased, events whose personal data go
    "keep-privacy": {"task": "tournaments.tasks.keep_privacy", "schedule": crontab(minute=12)},
    "send-results-to-ratings": {
        "task": "tournaments.tasks.sweep_results",
        "schedule": timedelta(seconds=SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    },
    "apply-rated-results": {
        "task": "ratings.tasks.apply_submissions",
        "schedule": timedelta(seconds=SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    },
    "apply-casual-games": {
        "task": "ratings.tasks.apply_casual_games",
        "schedule": timedelta(seconds=SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    },
}
# Everything is due within a minute or at a fixed hour: no file has to remember what ran when.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"

# --- accounts ---

AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "players.sessions.AccountBackend",
]
SESSION_ENGINE = "players.sessions"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = env.text("EMAIL_VERIFICATION", "mandatory" if PRODUCTION else "optional")
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USERNAME_BLACKLIST = [
    "admin",
    "administrator",
    "arbiter",
    "moderator",
    "organiser",
    "root",
    "support",
    "system",
]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Tantrix] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
MFA_FORMS = {
    "authenticate": "players.forms.accounts.AuthenticateForm",
    "reauthenticate": "players.forms.accounts.SecondFactorForm",
    "activate_totp": "players.forms.accounts.ActivateTOTPForm",
}
MFA_TOTP_ISSUER = "Tantrix tournaments"
MFA_TOTP_TOLERANCE = 1
# How many reverse proxies stand before the site: limits by address need the visitor's, not the proxy's.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0)
ACCOUNT_ADAPTER = "players.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "players.forms.SignupForm",
    "login": "players.forms.LoginForm",
    "add_email": "players.forms.accounts.AddEmailForm",
    "reauthenticate": "players.forms.accounts.ReauthenticateForm",
    "change_password": "players.forms.accounts.ChangePasswordForm",
    "set_password": "players.forms.accounts.SetPasswordForm",
    "reset_password": "players.forms.accounts.ResetPasswordForm",
    "reset_password_from_key": "players.forms.accounts.ResetPasswordKeyForm",
}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/me/"
LOGOUT_REDIRECT_URL = "/"

EMAIL_CONFIG = env.environment.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = env.number("EMAIL_TIMEOUT", 20, least=1)
# the hour at which those who chose so get one mail a day, in the zone of each
NOTICE_DIGEST_HOUR = env.number("NOTICE_DIGEST_HOUR", 7, most=23)
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Tantrix tournaments <noreply@localhost>")

# --- API ---

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "players.api.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.negotiation.DefiniteBody",
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.CarefulJsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "tantrix_site.api_schema.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": ["tantrix_site.throttling.ForgivingScopedRateThrottle"],
    "NUM_PROXIES": env.number("TRUSTED_PROXIES", 0),
    "DEFAULT_THROTTLE_RATES": {
        "records": env.text("RATE_RECORDS", "600/min"),
        "bulk": env.text("RATE_BULK", "60/hour"),
        "login": env.text("RATE_LOGIN", "20/min"),
        "writes": env.text("RATE_WRITES", "600/min"),
        "documents": env.text("RATE_DOCUMENTS", "120/min"),
        "own_data": env.text("RATE_OWN_DATA", "10/hour"),
    },
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
DRF_STANDARDIZED_ERRORS = {
    "EXCEPTION_HANDLER_CLASS": "tantrix_site.handlers.ApiExceptionHandler",
    "EXCEPTION_FORMATTER_CLASS": "tantrix_site.handlers.ApiExceptionFormatter",
    "ALLOWED_ERROR_STATUS_CODES": ["400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "429"],
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tantrix tournaments",
    "DESCRIPTION": "Read events, brackets, matches and verified game records; send records and results.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": True,
    "ENUM_NAME_OVERRIDES": {
        "AcrossByEnum": "tournaments.api.table_serializers.ACROSS_BY",
        "ApplicationStateEnum": "ratings.models.titles.ApplicationState",
        "CareerKindEnum": "tournaments.api.career_serializers.KINDS",
        "CasualStateEnum": "ratings.models.casual.CasualState",
        "ColourEnum": "players.models.player.ColourChoice",
        "ConditionKindEnum": "ratings.maths.masters.ConditionKind",
        "DecisionKindEnum": "tournaments.models.facts.DecisionKind",
        "EntryStateEnum": "tournaments.models.entry.EntryState",
        "EventStateEnum": "tournaments.models.event.EventState",
        "ExitKindEnum": "tournaments.models.entry.ExitKind",
        "FoldedStateEnum": "tournaments.models.structure.MatchState",
        "HistoricLineStateEnum": "ratings.api.historic.LINE_STATES",
        "HistoryKindEnum": "tournaments.api.series_serializers.KINDS",
        "LineStateEnum": "tournaments.api.event_serializers.LINE_STATES",
        "InvitedRoleEnum": "tournaments.api.officials.INVITED",
        "OfficialRoleEnum": "tournaments.models.event.OrganiserRole",
        "MatchStateEnum": "tournaments.api.match_serializers.STATES",
        "NoticeChoiceEnum": "players.notices.Choice",
        "OriginKindEnum": "tournaments.api.stage_serializers.ORIGIN_KINDS",
        "PrizeKindEnum": "tournaments.models.prize.PrizeKind",
        "RecordStateEnum": "games.models.record.RecordState",
        "ReportStateEnum": "tournaments.models.report.ReportState",
        "RulingEnum": "tournaments.api.match_serializers.RULINGS",
        "RunStateEnum": "tournaments.models.pairing.RunState",
        "ScoreStateEnum": "tournaments.models.sitting.ScoreState",
        "SeedOrderEnum": "tournaments.api.stage_serializers.SEED_ORDERS",
        "SeriesKindEnum": "tournaments.models.series.SeriesKind",
        "SeveralActEnum": "tournaments.api.todo.ACTS",
        "SideEnum": "tournaments.api.fields.SIDE_CHOICES",
        "SignatureEnum": "tournaments.models.facts.Signature",
        "SourceKindEnum": "tournaments.models.structure.SourceKind",
        "StageKindEnum": "tournaments.models.structure.StageKind",
        "StageStateEnum": "tournaments.models.structure.StageState",
        "TableKindEnum": "tournaments.api.table_serializers.TABLE_KINDS",
        "TieBreakEnum": "tournaments.api.table_serializers.TIE_BREAK_NAMES",
        "TitleEndKindEnum": "ratings.models.titles.EndKind",
        "TitleEnum": "ratings.models.titles.Title",
        "TournamentTitleEnum": "ratings.api.title_serializers.TOURNAMENT_TITLE_CHOICES",
    },
}
KNOX_TOKEN_MODEL = "players.ApiToken"  # noqa: S105  (a model, not a token)
# knox's own migrations make its table all the same, and a table without a model is in the way of a flush
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_TTL": None, "AUTH_HEADER_PREFIX": "Token", "TOKEN_PREFIX": "ttx_"}

# --- languages and time ---

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = PRODUCTION
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files ---

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(VAR_DIR / "static")))
if not PRODUCTION:  # static files come from their sources; WhiteNoise only wants the folder to exist
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
# Pictures sent as evidence; they are served by views that ask who looks, never by an address of their own.
MEDIA_ROOT = Path(env.text("MEDIA_ROOT", str(VAR_DIR / "media")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION

# --- security ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "camera": [],
    "geolocation": [],
    "microphone": [],
    "payment": [],
    "usb": [],
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", 31_536_000)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # whether all other names of the domain are served by HTTPS is not ours to say
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# A record is at most 64 KB; a bulk file is streamed to disk and bounded by its own limit.
DATA_UPLOAD_MAX_MEMORY_SIZE = 32 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# --- logs ---

# One line a message on standard error. Where something else adds the time (bin/up, systemd), LOG_TIMES=0 leaves it out.
LOG_LEVEL = env.text("LOG_LEVEL", "INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "format": ("{asctime} " if env.flag("LOG_TIMES", default=True) else "") + "{levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # a wrong address or a refused form is the visitor's affair; faults of the site are errors
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "ERROR"},
        # each task received and finished would be a line
        "celery": {"level": "WARNING"},
        "kombu": {"level": "ERROR"},
    },
}
