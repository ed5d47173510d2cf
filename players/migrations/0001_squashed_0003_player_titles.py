import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import django_countries.fields
from django.conf import settings
from django.db import migrations, models

import players.models.api_token


class Migration(migrations.Migration):
    replaces = [
        ("players", "0001_initial"),
        ("players", "0002_profiles_claims_tokens"),
        ("players", "0003_player_titles"),
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
                ("name", models.CharField(max_length=80, verbose_name="name")),
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
