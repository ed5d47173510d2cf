import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import django_countries.fields
from django.conf import settings
from django.db import migrations, models

import players.models.api_token
import players.models.person_name
from players.migrating import NewTables


class Migration(NewTables):
    replaces = [
        ("players", "0001_initial"),
        ("players", "0002_profiles_claims_tokens"),
        ("players", "0003_player_titles"),
        ("players", "0004_notices"),
        ("players", "0005_shown_names"),
        ("players", "0006_erasure"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail address")),
                ("language", models.CharField(blank=True, max_length=10, verbose_name="language")),
                ("erase_after", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"), name="user_username_any_case"
                    ),
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"),
                        condition=models.Q(("email", ""), _negated=True),
                        name="user_email_any_case",
                    ),
                ],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="auth_token_set",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                (
                    "public_id",
                    models.CharField(
                        default=players.models.api_token.new_public_id, editable=False, max_length=16, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "API token",
                "verbose_name_plural": "API tokens",
                "constraints": [models.UniqueConstraint(fields=("user", "name"), name="api_token_name_per_account")],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=120)),
                ("data", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("in_digest", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "waiting to be sent"),
                            ("sending", "being handed over"),
                            ("sent", "sent"),
                            ("failed", "refused by the mail server"),
                            ("doubtful", "perhaps sent"),
                            ("dropped", "not sent"),
                        ],
                        default="pending",
                        max_length=10,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "dropped_for",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("no_address", "no confirmed address"),
                            ("unsubscribed", "not wanted"),
                            ("inactive", "account closed"),
                            ("no_words", "kind unknown"),
                        ],
                        max_length=12,
                    ),
                ),
                ("error", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "verbose_name": "notice",
                "verbose_name_plural": "notices",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "sending"])),
                        fields=["due_at", "id"],
                        name="notice_due",
                    ),
                    models.Index(fields=["state", "-created_at"], name="notice_by_state"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "kind", "key"), name="notice_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["pending", "sending", "sent", "failed", "doubtful", "dropped"])
                        ),
                        name="notice_state",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NoticeChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "group",
                    models.CharField(
                        choices=[
                            ("decisions", "Decisions that concern you"),
                            ("reports", "Results you have to answer"),
                            ("arranging", "Times offered and reminders"),
                            ("results", "Your results and places"),
                            ("events", "Entries, pairings and line-ups"),
                            ("announcements", "Announcements of organisers"),
                            ("profile", "Your profile, casual games and titles"),
                            ("duties", "What waits for you as an organiser or arbiter"),
                        ],
                        max_length=14,
                    ),
                ),
                (
                    "choice",
                    models.CharField(
                        choices=[("once", "at once"), ("daily", "once a day"), ("never", "never")], max_length=6
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "group"), name="notice_choice_once"),
                    models.CheckConstraint(
                        condition=models.Q(("choice__in", ["once", "daily", "never"])), name="notice_choice_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="player",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("slug", models.SlugField(max_length=80, unique=True, verbose_name="address")),
                ("name", players.models.person_name.PersonName(max_length=80, verbose_name="name")),
                ("full_name", models.CharField(blank=True, max_length=80, verbose_name="full name")),
                ("name_key", models.CharField(db_index=True, editable=False, max_length=160)),
                ("latin_key", models.CharField(blank=True, editable=False, max_length=320)),
                ("country", django_countries.fields.CountryField(blank=True, max_length=2, verbose_name="country")),
                ("time_zone", models.CharField(blank=True, max_length=64, verbose_name="time zone")),
                (
                    "first_colour",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("red", "red (colour)"),
                            ("yellow", "yellow (colour)"),
                            ("green", "green (colour)"),
                            ("blue", "blue (colour)"),
                        ],
                        max_length=6,
                        verbose_name="first colour",
                    ),
                ),
                (
                    "second_colour",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("red", "red (colour)"),
                            ("yellow", "yellow (colour)"),
                            ("green", "green (colour)"),
                            ("blue", "blue (colour)"),
                        ],
                        max_length=6,
                        verbose_name="second colour",
                    ),
                ),
                ("birth_date", models.DateField(blank=True, null=True, verbose_name="date of birth")),
                ("minor_until", models.DateField(blank=True, null=True, verbose_name="under age until")),
                ("shown_in_full_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "shown_in_full_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("erased_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("titles", models.CharField(blank=True, editable=False, max_length=20)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players_created",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "indexes": [
                    models.Index(
                        condition=models.Q(("full_name", ""), _negated=True),
                        fields=["full_name"],
                        name="player_shortened",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second_colour", ""),
                            models.Q(("second_colour", models.F("first_colour")), _negated=True),
                            _connector="OR",
                        ),
                        name="player_colours_differ",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ActionLog",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="players.player"
                    ),
                ),
                ("via", models.CharField(max_length=10)),
                ("action", models.CharField(max_length=60)),
                ("target_type", models.CharField(max_length=40)),
                ("target_id", models.BigIntegerField()),
                ("scope_type", models.CharField(blank=True, max_length=40)),
                ("scope_id", models.BigIntegerField(null=True)),
                ("data", models.JSONField(default=dict)),
                ("reason", models.TextField(blank=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["target_type", "target_id", "at"], name="actionlog_target"),
                    models.Index(fields=["scope_type", "scope_id", "at"], name="actionlog_scope"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerSlug",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=80, unique=True, verbose_name="former address")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="former_slugs", to="players.player"
                    ),
                ),
                ("since", models.DateTimeField()),
            ],
            options={
                "verbose_name": "former address",
                "verbose_name_plural": "former addresses",
            },
        ),
        migrations.CreateModel(
            name="ProfileClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="players.player"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="profile_claims",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "waiting for an organiser"),
                            ("approved", "approved"),
                            ("refused", "refused"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="pending",
                        max_length=10,
                    ),
                ),
                ("message", models.CharField(blank=True, max_length=500, verbose_name="message to the organiser")),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            ],
            options={
                "verbose_name": "claim of a profile",
                "verbose_name_plural": "claims of profiles",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "pending")), fields=("user",), name="one_pending_claim_per_account"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("state", "pending")),
                            models.Q(models.Q(("state", "pending"), _negated=True), ("decided_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="claim_time_when_decided",
                    ),
                ],
            },
        ),
    ]
