import django.core.validators
import django.db.models.deletion
import django_countries.fields
from django.conf import settings
from django.db import migrations, models

import players.models.person_name
import tournaments.models.event
import tournaments.models.message
from players.migrating import NewTables


class Migration(NewTables):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_request_key"),
        ("tournaments", "0003_null_is_no_side"),
        ("tournaments", "0004_stages"),
        ("tournaments", "0005_stage_rounds"),
        ("tournaments", "0006_event_rated"),
        ("tournaments", "0007_seeding_points"),
        ("tournaments", "0008_series_and_history"),
        ("tournaments", "0009_category"),
        ("tournaments", "0010_teams"),
        ("tournaments", "0011_doubles"),
        ("tournaments", "0012_entry_terms"),
        ("tournaments", "0013_prize_lists_and_sittings"),
        ("tournaments", "0014_saved_templates"),
        ("tournaments", "0015_age_evidence_of_lists"),
        ("tournaments", "0016_juniors_by_evidence"),
        ("tournaments", "0017_hall_day"),
        ("tournaments", "0018_who_is_told"),
        ("tournaments", "0019_shown_names"),
        ("tournaments", "0020_arranging"),
        ("tournaments", "0021_announcements"),
        ("tournaments", "0022_archive"),
        ("tournaments", "0023_pair_proposals"),
        ("tournaments", "0024_time_objection"),
    ]

    initial = True

    dependencies = [
        ("games", "0003_game_draft"),
        ("players", "0006_erasure"),
    ]

    operations = [
        migrations.CreateModel(
            name="CalendarLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, unique=True, verbose_name="name")),
                ("weight", models.FloatField(default=1.0, verbose_name="weight")),
            ],
            options={
                "verbose_name": "category",
                "verbose_name_plural": "categories",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("weight__gte", 0.1), ("weight__lte", 10.0)), name="category_weight"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=80, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("year", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("dates", models.CharField(blank=True, max_length=120)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("name", "year"), name="historic_event_once")],
            },
        ),
        migrations.CreateModel(
            name="HistoricImport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("podiums", "podiums"),
                            ("matches", "matches"),
                            ("standings", "standings"),
                            ("figures", "figures"),
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("source", models.CharField(blank=True, max_length=1000)),
                ("complete", models.BooleanField(default=False)),
                ("text", models.TextField()),
                ("rows", models.PositiveIntegerField(default=0)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("undo_reason", models.TextField(blank=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="RequestKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.CharField(max_length=30)),
                ("key", models.CharField(max_length=255)),
                ("digest", models.CharField(max_length=64)),
                ("made", models.BigIntegerField(null=True)),
                ("created_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("owner", "key"), name="request_key_once_per_owner")],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=20, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=100, unique=True, verbose_name="name")),
                (
                    "kind",
                    models.CharField(
                        choices=[("championship", "championship"), ("masters", "masters"), ("open", "open")],
                        default="championship",
                        max_length=12,
                    ),
                ),
                (
                    "scope",
                    models.CharField(
                        choices=[("world", "world"), ("continental", "continental"), ("national", "national")],
                        default="national",
                        max_length=12,
                    ),
                ),
                (
                    "discipline",
                    models.CharField(
                        choices=[("individual", "individual"), ("pairs", "pairs"), ("team", "teams")],
                        default="individual",
                        max_length=10,
                    ),
                ),
                ("team_size", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "medium",
                    models.CharField(
                        choices=[("online", "online"), ("table", "at the table")], default="online", max_length=6
                    ),
                ),
                ("country", django_countries.fields.CountryField(blank=True, max_length=2, verbose_name="country")),
                ("continents", models.JSONField(default=list)),
                ("under_age", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "first_year",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1900),
                            django.core.validators.MaxValueValidator(2199),
                        ],
                    ),
                ),
                ("trophy", models.CharField(blank=True, max_length=120)),
                ("note", models.TextField(blank=True)),
                ("defaults", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "keepers",
                    models.ManyToManyField(blank=True, related_name="series_kept", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "verbose_name": "series",
                "verbose_name_plural": "series",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["championship", "masters", "open"])), name="series_kind"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ["world", "continental", "national"])), name="series_scope"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("discipline__in", ["individual", "pairs", "team"])),
                        name="series_discipline",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("medium__in", ["online", "table"])), name="series_medium"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=80, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                ("starts_on", models.DateField(blank=True, null=True, verbose_name="first day")),
                ("ends_on", models.DateField(blank=True, null=True, verbose_name="last day")),
                ("time_zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("published", "open for entry"),
                            ("running", "running"),
                            ("finished", "finished"),
                        ],
                        default="draft",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("listed", models.BooleanField(default=True, verbose_name="in lists and searches")),
                ("draw_released", models.BooleanField(default=True, verbose_name="draw released")),
                ("results_released", models.BooleanField(default=True, verbose_name="results released")),
                (
                    "capacity",
                    models.PositiveSmallIntegerField(
                        default=128,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(1024),
                        ],
                        verbose_name="most entries",
                    ),
                ),
                ("self_entry", models.BooleanField(default=False, verbose_name="players may enter themselves")),
                (
                    "confirm_hours",
                    models.PositiveSmallIntegerField(default=48, verbose_name="hours to object to a report"),
                ),
                (
                    "games_by_round",
                    models.JSONField(default=tournaments.models.event.one_game_a_round, verbose_name="games a round"),
                ),
                (
                    "lead_threshold",
                    models.PositiveSmallIntegerField(default=0, verbose_name="lead that decides, in tenths of a TP"),
                ),
                ("extra_games", models.PositiveSmallIntegerField(default=0, verbose_name="extra games")),
                ("third_place", models.BooleanField(default=False, verbose_name="match for third place")),
                (
                    "seeding_mode",
                    models.CharField(
                        choices=[
                            ("bands", "seeds by lot within their bands, all others by lot"),
                            ("strict", "strictly by seed: first against last"),
                            ("lot", "everybody by lot"),
                            ("manual", "placed by hand"),
                        ],
                        default="bands",
                        max_length=10,
                        verbose_name="seeding",
                    ),
                ),
                ("seeds", models.PositiveSmallIntegerField(default=32, verbose_name="seeded entries")),
                (
                    "separation",
                    models.CharField(
                        choices=[
                            ("none", "nobody is kept apart"),
                            ("country", "entrants of one country are kept apart"),
                        ],
                        default="country",
                        max_length=10,
                        verbose_name="kept apart",
                    ),
                ),
                (
                    "time_limit",
                    models.PositiveSmallIntegerField(default=15, verbose_name="minutes for each player and game"),
                ),
                ("rated", models.BooleanField(default=True, verbose_name="games are rated")),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="tournaments.category",
                    ),
                ),
                (
                    "play",
                    models.CharField(
                        choices=[
                            ("singles", "games of two"),
                            ("doubles", "doubles of fixed pairs"),
                            ("drawn_doubles", "doubles, partners drawn by lot each round"),
                            ("tables", "games of three and four"),
                        ],
                        default="singles",
                        max_length=13,
                        verbose_name="played in",
                    ),
                ),
                ("team_size", models.PositiveSmallIntegerField(default=0, verbose_name="boards of a team")),
                ("team_substitutes", models.PositiveSmallIntegerField(default=3, verbose_name="substitutes of a team")),
                (
                    "results_checked",
                    models.BooleanField(default=False, verbose_name="a second person looks at typed results"),
                ),
                ("last_match_number", models.PositiveIntegerField(default=0, editable=False)),
                ("rated_version", models.PositiveIntegerField(editable=False, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="events_created",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("archived_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("hidden_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "keep_days",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="days to keep personal data"),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "indexes": [models.Index(fields=["state", "starts_on"], name="event_state_start")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("capacity__gte", 2), ("capacity__lte", 1024)), name="event_capacity"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on__isnull", True),
                            ("starts_on__isnull", True),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="event_dates_in_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["draft", "published", "running", "finished"])),
                        name="event_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("archived_at", None), ("state", "finished"), _connector="OR"),
                        name="event_archived_finished",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("play__in", ["singles", "doubles", "drawn_doubles", "tables"])),
                        name="event_play",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("team_size", 0), ("play", "singles"), _connector="OR"),
                        name="event_team_singles",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricFigures",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "source_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="tournaments.historicimport",
                    ),
                ),
                (
                    "replaced_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replaces",
                        to="tournaments.historicfigures",
                    ),
                ),
                ("current", models.BooleanField(default=True)),
                ("row", models.PositiveSmallIntegerField()),
                ("note", models.CharField(blank=True, max_length=1000)),
                ("source", models.CharField(blank=True, max_length=1000)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="figures",
                        to="tournaments.historicevent",
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("columns", models.JSONField()),
                ("lines", models.JSONField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="HistoricAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "source_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="tournaments.historicimport",
                    ),
                ),
                (
                    "replaced_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replaces",
                        to="tournaments.historicaccount",
                    ),
                ),
                ("current", models.BooleanField(default=True)),
                ("row", models.PositiveSmallIntegerField()),
                ("note", models.CharField(blank=True, max_length=1000)),
                ("source", models.CharField(blank=True, max_length=1000)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accounts",
                        to="tournaments.historicevent",
                    ),
                ),
                ("place", models.CharField(blank=True, max_length=120)),
                ("dates", models.CharField(blank=True, max_length=120)),
                ("entrants", models.PositiveSmallIntegerField(null=True)),
                ("countries", models.PositiveSmallIntegerField(null=True)),
                ("format", models.CharField(blank=True, max_length=1000)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="HistoricMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "source_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="tournaments.historicimport",
                    ),
                ),
                (
                    "replaced_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replaces",
                        to="tournaments.historicmatch",
                    ),
                ),
                ("current", models.BooleanField(default=True)),
                ("row", models.PositiveSmallIntegerField()),
                ("note", models.CharField(blank=True, max_length=1000)),
                ("source", models.CharField(blank=True, max_length=1000)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="tournaments.historicevent",
                    ),
                ),
                ("key", models.CharField(blank=True, max_length=40)),
                ("round", models.CharField(blank=True, max_length=40)),
                ("section", models.CharField(blank=True, max_length=40)),
                ("date", models.CharField(blank=True, max_length=40)),
                ("name_a", players.models.person_name.PersonName(max_length=80)),
                ("country_a", django_countries.fields.CountryField(blank=True, max_length=2)),
                (
                    "player_a",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="players.player"
                    ),
                ),
                ("seed_a", models.CharField(blank=True, max_length=40)),
                ("name_b", players.models.person_name.PersonName(max_length=80)),
                ("country_b", django_countries.fields.CountryField(blank=True, max_length=2)),
                (
                    "player_b",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="players.player"
                    ),
                ),
                ("seed_b", models.CharField(blank=True, max_length=40)),
                ("tp_a", models.CharField(blank=True, max_length=8)),
                ("tp_b", models.CharField(blank=True, max_length=8)),
                ("won_a", models.CharField(blank=True, max_length=5)),
                ("won_b", models.CharField(blank=True, max_length=5)),
                ("planned", models.PositiveSmallIntegerField(null=True)),
                ("played", models.PositiveSmallIntegerField(null=True)),
                ("winner", models.PositiveSmallIntegerField(null=True)),
                (
                    "known",
                    models.CharField(
                        choices=[
                            ("exact", "result as published"),
                            ("rebuilt", "a total was worked out"),
                            ("partial", "not seen to its end"),
                            ("winner", "winner only"),
                            ("pairing", "pairing only"),
                        ],
                        max_length=8,
                    ),
                ),
                ("games", models.JSONField(default=list)),
                ("extra", models.JSONField(default=list)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("known__in", ["exact", "rebuilt", "partial", "winner", "pairing"])),
                        name="historic_match_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("winner__isnull", True), ("winner__in", (0, 1)), _connector="OR"),
                        name="historic_match_winner",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "source_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="tournaments.historicimport",
                    ),
                ),
                (
                    "replaced_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replaces",
                        to="tournaments.historicplace",
                    ),
                ),
                ("current", models.BooleanField(default=True)),
                ("row", models.PositiveSmallIntegerField()),
                ("note", models.CharField(blank=True, max_length=1000)),
                ("source", models.CharField(blank=True, max_length=1000)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="tournaments.historicevent",
                    ),
                ),
                ("after_round", models.PositiveSmallIntegerField(null=True)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("name", players.models.person_name.PersonName(max_length=80)),
                ("country", django_countries.fields.CountryField(blank=True, max_length=2)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="historic_places",
                        to="players.player",
                    ),
                ),
                ("tp", models.CharField(blank=True, max_length=8)),
                ("won", models.CharField(blank=True, max_length=5)),
                ("lost", models.CharField(blank=True, max_length=5)),
                ("extra", models.JSONField(default=list)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="SavedTemplate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_templates",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="templates",
                        to="tournaments.series",
                    ),
                ),
                ("content", models.JSONField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "template of an event",
                "verbose_name_plural": "templates of events",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("owner__isnull", True), ("series__isnull", False)),
                            models.Q(("owner__isnull", False), ("series__isnull", True)),
                            _connector="OR",
                        ),
                        name="saved_template_belongs_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("owner__isnull", False)),
                        fields=("owner", "name"),
                        name="saved_template_of_owner",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("series__isnull", False)),
                        fields=("series", "name"),
                        name="saved_template_of_series",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="tournaments.event"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="players.player",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "team_place",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="place in the team"),
                ),
                ("is_substitute", models.BooleanField(default=False, verbose_name="substitute")),
                ("name", players.models.person_name.PersonName(max_length=80, verbose_name="name")),
                ("full_name", models.CharField(blank=True, editable=False, max_length=80, verbose_name="full name")),
                ("name_key", models.CharField(editable=False, max_length=160)),
                ("country", django_countries.fields.CountryField(blank=True, max_length=2, verbose_name="country")),
                ("seed", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seed")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("accepted", "accepted"),
                            ("waiting", "on the waiting list"),
                            ("withdrawn", "withdrawn"),
                            ("disqualified", "disqualified"),
                        ],
                        default="accepted",
                        max_length=14,
                        verbose_name="state",
                    ),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(blank=True, editable=False, null=True, verbose_name="place"),
                ),
                ("fixed_table", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="fixed table")),
                ("link_hash", models.CharField(editable=False, max_length=64, null=True, unique=True)),
                ("link_made_at", models.DateTimeField(editable=False, null=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "indexes": [models.Index(fields=["event", "name_key"], name="entry_name")],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "player"), name="entry_player_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("seed__isnull", False)), fields=("event", "seed"), name="entry_seed_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("fixed_table__isnull", False)),
                        fields=("event", "fixed_table"),
                        name="entry_fixed_table_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["accepted", "waiting", "withdrawn", "disqualified"])),
                        name="entry_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("is_substitute", False), ("team", None), ("team_place", None)),
                            models.Q(
                                ("player__isnull", False),
                                ("seed", None),
                                ("team__isnull", False),
                                ("team_place__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="entry_of_team",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryImport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entry_imports",
                        to="tournaments.event",
                    ),
                ),
                ("entries", models.JSONField(default=list)),
                ("profiles", models.JSONField(default=list)),
                ("undone_at", models.DateTimeField(null=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ArrangingRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="arranging", to="tournaments.event"
                    ),
                ),
                (
                    "extension_days",
                    models.PositiveSmallIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(60)]
                    ),
                ),
                ("reminder", models.PositiveSmallIntegerField(null=True)),
                ("final_reminder", models.PositiveSmallIntegerField(null=True)),
                ("warning", models.PositiveSmallIntegerField(null=True)),
                ("final_warning", models.PositiveSmallIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournaments.event",
                    ),
                ),
                (
                    "audience",
                    models.CharField(
                        choices=[
                            ("entrants", "all entrants"),
                            ("round", "those with an open match of a round"),
                            ("captains", "captains and deputies"),
                            ("waiting", "the waiting list"),
                            ("missing", "who has not checked in"),
                            ("officials", "organisers and arbiters"),
                        ],
                        max_length=10,
                    ),
                ),
                ("round", models.CharField(blank=True, max_length=60)),
                ("texts", models.JSONField()),
                ("on_page", models.BooleanField(default=False)),
                ("recipients", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
            ],
            options={
                "indexes": [models.Index(fields=["event", "-at"], name="announcement_latest")],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "digest"), name="announcement_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("audience__in", ["entrants", "round", "captains", "waiting", "missing", "officials"])
                        ),
                        name="announcement_audience",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventOrganiser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="organiser_rows",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organiser", "organiser"),
                            ("arbiter", "arbiter"),
                            ("check_in", "check-in"),
                        ],
                        default="organiser",
                        max_length=10,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "user"), name="organiser_once")],
            },
        ),
        migrations.CreateModel(
            name="Edition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="editions", to="tournaments.series"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("year", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="editions",
                        to="tournaments.event",
                    ),
                ),
                (
                    "historic",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="editions",
                        to="tournaments.historicevent",
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("event__isnull", True), ("historic__isnull", False)),
                            models.Q(("event__isnull", False), ("historic__isnull", True)),
                            _connector="OR",
                        ),
                        name="edition_is_one_thing",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("number__isnull", False)),
                        fields=("series", "number"),
                        name="edition_number_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("event__isnull", False)),
                        fields=("series", "event"),
                        name="edition_event_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("historic__isnull", False)),
                        fields=("series", "historic"),
                        name="edition_historic_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="tournaments.event"
                    ),
                ),
                (
                    "invited",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="players.player"
                    ),
                ),
                ("revoked_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)),
                        fields=("event", "invited"),
                        name="invitation_one_in_force",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OverallCaptain",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="overall_captains",
                        to="tournaments.event",
                    ),
                ),
                ("country", django_countries.fields.CountryField(blank=True, max_length=2, verbose_name="country")),
                ("region", models.CharField(blank=True, max_length=60, verbose_name="region")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="players.player"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "country", "region"), name="overall_captain_one"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("country", ""), models.Q(("region", ""), _negated=True)),
                            models.Q(("region", ""), models.Q(("country", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="overall_captain_of_one",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="prize_lists", to="tournaments.event"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("junior", "juniors"),
                            ("newcomer", "newcomers: no rating yet"),
                            ("other", "chosen by the organisers"),
                        ],
                        max_length=8,
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("under_age", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="younger than")),
                ("for_all", models.BooleanField(default=False, verbose_name="nobody else may play")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "name"), name="prize_list_name"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["junior", "newcomer", "other"])), name="prize_list_kind"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "junior"), ("under_age__isnull", False)),
                            models.Q(models.Q(("kind", "junior"), _negated=True), ("under_age", None)),
                            _connector="OR",
                        ),
                        name="prize_list_age",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RoleInvitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="role_invitations",
                        to="tournaments.event",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("organiser", "organiser"), ("arbiter", "arbiter"), ("check_in", "check-in")],
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("uses", models.PositiveSmallIntegerField(default=1)),
                ("used", models.PositiveSmallIntegerField(default=0)),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("used__lte", models.F("uses")), ("uses__gte", 1)),
                        name="role_invitation_uses",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ("organiser", "arbiter", "check_in"))),
                        name="role_invitation_role",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundClock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clock", to="tournaments.event"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(default=0, verbose_name="round")),
                ("seconds", models.PositiveIntegerField()),
                ("ends_at", models.DateTimeField(null=True)),
                ("left_seconds", models.PositiveIntegerField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ends_at__isnull", False), ("left_seconds__isnull", True)),
                            models.Q(("ends_at__isnull", True), ("left_seconds__isnull", False)),
                            _connector="OR",
                        ),
                        name="clock_runs_or_stands",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SittingRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sitting_rounds",
                        to="tournaments.event",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("games", models.PositiveSmallIntegerField(verbose_name="games")),
                ("size", models.PositiveSmallIntegerField(default=4)),
                ("lot", models.BigIntegerField()),
                ("drawn", models.JSONField(default=list)),
                ("out", models.JSONField(default=list)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="sitting_round_number"),
                    models.CheckConstraint(
                        condition=models.Q(("games__gte", 1), ("number__gte", 1)), name="sitting_round_games"
                    ),
                    models.CheckConstraint(condition=models.Q(("size__in", (3, 4))), name="sitting_round_size"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="tournaments.event"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("knockout", "knockout"),
                            ("double_elimination", "double elimination"),
                            ("groups", "groups, all play all"),
                            ("swiss", "Swiss"),
                        ],
                        default="knockout",
                        max_length=20,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="name of the stage")),
                (
                    "state",
                    models.CharField(
                        choices=[("planned", "planned"), ("running", "running"), ("finished", "finished")],
                        default="planned",
                        max_length=10,
                    ),
                ),
                ("size", models.PositiveSmallIntegerField(default=0)),
                ("rounds", models.JSONField(default=dict)),
                ("settings", models.JSONField(default=dict)),
                ("feed", models.JSONField(null=True)),
                ("snapshot", models.JSONField(null=True)),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="stage_number"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["knockout", "double_elimination", "groups", "swiss"])),
                        name="stage_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["planned", "running", "finished"])), name="stage_state"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at__isnull", False), ("state", "finished")),
                            models.Q(models.Q(("state", "finished"), _negated=True), ("closed_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="stage_closed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("opened_at__isnull", True), ("state", "planned")),
                            models.Q(models.Q(("state", "planned"), _negated=True), ("opened_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="stage_opened",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entry_rules", to="tournaments.event"
                    ),
                ),
                ("opens_at", models.DateTimeField(blank=True, null=True, verbose_name="entries open")),
                ("closes_at", models.DateTimeField(blank=True, null=True, verbose_name="entries close")),
                ("waiting_list", models.BooleanField(default=False, verbose_name="waiting list")),
                ("check_in_opens_at", models.DateTimeField(blank=True, null=True, verbose_name="check-in opens")),
                ("check_in_closes_at", models.DateTimeField(blank=True, null=True, verbose_name="check-in closes")),
                ("asked", models.JSONField(default=list, verbose_name="asked for")),
                ("conditions", models.JSONField(default=dict, verbose_name="conditions")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opens_at", None),
                            ("closes_at", None),
                            ("opens_at__lt", models.F("closes_at")),
                            _connector="OR",
                        ),
                        name="entry_period_in_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("check_in_opens_at", None),
                            ("check_in_opens_at__lt", models.F("check_in_closes_at")),
                            _connector="OR",
                        ),
                        name="check_in_period_in_order",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sitting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sittings",
                        to="tournaments.sittinground",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="table")),
                ("version", models.PositiveIntegerField(default=1)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("round", "number"), name="sitting_number")],
            },
        ),
        migrations.CreateModel(
            name="EntryAnswers",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="tournaments.entry"
                    ),
                ),
                (
                    "nickname",
                    models.CharField(blank=True, max_length=80, verbose_name="nickname on the playing server"),
                ),
                ("former_name", models.CharField(blank=True, max_length=80, verbose_name="former name or nickname")),
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
                ("times", models.CharField(blank=True, max_length=200, verbose_name="time preferences")),
                ("notes", models.CharField(blank=True, max_length=1000, verbose_name="notes")),
            ],
        ),
        migrations.CreateModel(
            name="Exit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="exits", to="tournaments.entry"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("withdrawn", "withdrawn"), ("disqualified", "disqualified")], max_length=14
                    ),
                ),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "revoked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("revoke_reason", models.TextField(blank=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)), fields=("entry",), name="exit_one_in_force"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricMedal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "source_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="tournaments.historicimport",
                    ),
                ),
                (
                    "replaced_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replaces",
                        to="tournaments.historicmedal",
                    ),
                ),
                ("current", models.BooleanField(default=True)),
                ("row", models.PositiveSmallIntegerField()),
                ("note", models.CharField(blank=True, max_length=1000)),
                ("source", models.CharField(blank=True, max_length=1000)),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="medals", to="tournaments.edition"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("name", players.models.person_name.PersonName(max_length=80)),
                ("country", django_countries.fields.CountryField(blank=True, max_length=2)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="historic_medals",
                        to="players.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("place__lte", 3)), name="historic_medal_place"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("edition", "place"), name="historic_medal_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="tournaments.stage"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="tournaments.event"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("bracket", models.CharField(default="main", max_length=20)),
                ("ranking", models.CharField(default="main", max_length=20)),
                ("label", models.CharField(blank=True, max_length=20)),
                ("table", models.CharField(blank=True, max_length=20)),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("position", models.PositiveSmallIntegerField()),
                ("games", models.PositiveSmallIntegerField(verbose_name="planned games")),
                ("winner_place", models.PositiveSmallIntegerField(null=True)),
                ("loser_place", models.PositiveSmallIntegerField(null=True)),
                (
                    "only_if_match",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.match"
                    ),
                ),
                ("only_if_side", models.PositiveSmallIntegerField(null=True)),
                (
                    "team_match",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.match"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField(null=True, verbose_name="board")),
                ("deadline", models.DateTimeField(blank=True, null=True, verbose_name="to be played by")),
                ("extended_from", models.DateTimeField(editable=False, null=True)),
                ("line_ups_by", models.DateTimeField(blank=True, null=True, verbose_name="line-ups by")),
                (
                    "hall_table",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="table in the hall"),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting for opponent"),
                            ("open", "to play"),
                            ("decided", "decided"),
                            ("bye", "bye"),
                            ("walkover", "walkover"),
                            ("not_needed", "not needed"),
                            ("annulled", "annulled"),
                        ],
                        default="waiting",
                        editable=False,
                        max_length=10,
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
                "indexes": [models.Index(fields=["event", "state"], name="match_event_state")],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="match_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("team_match", None)),
                        fields=("stage", "bracket", "round", "position"),
                        name="match_position",
                    ),
                    models.UniqueConstraint(fields=("team_match", "board"), name="match_board"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("board", None), ("team_match", None)),
                            models.Q(("board__gte", 1), ("board__isnull", False), ("team_match__isnull", False)),
                            _connector="OR",
                        ),
                        name="match_board_whole",
                    ),
                    models.CheckConstraint(condition=models.Q(("games__gte", 1)), name="match_games"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("only_if_match__isnull", True), ("only_if_side__isnull", True)),
                            models.Q(
                                ("only_if_match__isnull", False),
                                ("only_if_side__in", (0, 1)),
                                ("only_if_side__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="match_condition_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairProposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pair_proposals",
                        to="tournaments.event",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="players.player"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="players.player"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "waits for the partner"),
                            ("accepted", "accepted"),
                            ("refused", "refused"),
                            ("withdrawn", "taken back"),
                            ("lapsed", "lapsed"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("closed_at", models.DateTimeField(null=True)),
                ("link_hash", models.CharField(editable=False, max_length=64, null=True, unique=True)),
                (
                    "pair",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")), fields=("event", "first"), name="pair_proposal_one_open"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first", models.F("second")), _negated=True), name="pair_proposal_two"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "accepted", "refused", "withdrawn", "lapsed"])),
                        name="pair_proposal_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at", None), ("state", "open")),
                            models.Q(models.Q(("state", "open"), _negated=True), ("closed_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="pair_proposal_closed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AgeEvidence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="age_evidence", to="tournaments.event"
                    ),
                ),
                (
                    "holder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="age_evidence", to="players.player"
                    ),
                ),
                (
                    "prize_list",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="age_evidence",
                        to="tournaments.prizelist",
                    ),
                ),
                ("revoked_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("prize_list", None), ("revoked_at", None)),
                        fields=("event", "holder"),
                        name="age_evidence_one_in_force",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)),
                        fields=("prize_list", "holder"),
                        name="age_evidence_one_in_a_list",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "prize_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.prizelist"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_members",
                        to="tournaments.entry",
                    ),
                ),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "revoked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)),
                        fields=("prize_list", "entry"),
                        name="prize_member_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeedingPoints",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seeding_points",
                        to="tournaments.entry",
                    ),
                ),
                ("origin", models.CharField(choices=[("ratings", "from ratings"), ("hand", "by hand")], max_length=8)),
                ("points", models.FloatField()),
                ("current", models.BooleanField(default=True)),
                ("on", models.DateField(null=True)),
                ("parameters", models.CharField(blank=True, max_length=20)),
                ("ledger", models.PositiveIntegerField(null=True)),
                ("rating", models.FloatField(null=True)),
                ("games", models.PositiveIntegerField(default=0)),
                ("lobby", models.FloatField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("entry",), name="seeding_points_one_current"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ledger__isnull", False), ("on__isnull", False), ("origin", "ratings")),
                            models.Q(
                                ("games", 0),
                                ("ledger", None),
                                ("lobby", None),
                                ("on", None),
                                ("origin", "hand"),
                                ("rating", None),
                                models.Q(("reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="seeding_points_origin",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairingRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pairing_runs", to="tournaments.stage"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("draft", "draft"), ("published", "published"), ("discarded", "discarded")],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("engine", models.CharField(max_length=20)),
                ("lot", models.BigIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("input", models.JSONField()),
                ("outcome", models.JSONField()),
                ("pairs", models.JSONField()),
                (
                    "bye",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("manual", models.BooleanField(default=False)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "round", "number"), name="pairing_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "draft")), fields=("stage",), name="pairing_one_draft"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "published")),
                        fields=("stage", "round"),
                        name="pairing_one_published",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["draft", "published", "discarded"])), name="pairing_state"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="draws", to="tournaments.stage"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("current", models.BooleanField(default=True)),
                ("lot", models.BigIntegerField(null=True, verbose_name="number of the lot")),
                ("mode", models.CharField(max_length=10)),
                ("seeded", models.PositiveSmallIntegerField()),
                ("separation", models.CharField(max_length=10)),
                ("entrants", models.JSONField()),
                ("countries", models.JSONField()),
                ("lines", models.JSONField(default=list)),
                ("detail", models.JSONField(default=dict)),
                ("clashes", models.JSONField(default=list)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "number"), name="draw_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("stage",), name="draw_one_current"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Attendance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attendance", to="tournaments.stage"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attendance", to="tournaments.entry"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("joins", "joins in this round"), ("absent", "absent in this round")], max_length=6
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "revoked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "joins"), ("revoked_at", None)),
                        fields=("stage", "entry"),
                        name="attendance_joins_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "absent"), ("revoked_at", None)),
                        fields=("stage", "entry", "round"),
                        name="attendance_absent_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["joins", "absent"])), name="attendance_kind"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TieRuling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tie_rulings", to="tournaments.stage"
                    ),
                ),
                ("table", models.CharField(max_length=20)),
                ("entries", models.JSONField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "revoked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="WaitingPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waiting_places",
                        to="tournaments.event",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waiting_places",
                        to="tournaments.entry",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "end",
                    models.CharField(blank=True, choices=[("promoted", "Promoted"), ("left", "Left")], max_length=10),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="waiting_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("entry",), name="waiting_once_at_a_time"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("end", ""), ("ended_at", None)),
                            models.Q(("ended_at__gte", models.F("at")), models.Q(("end", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="waiting_ends_somehow",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="as_team",
                        serialize=False,
                        to="tournaments.entry",
                    ),
                ),
                ("letter", models.CharField(max_length=1, verbose_name="letter")),
                ("region", models.CharField(blank=True, max_length=60, verbose_name="region")),
                (
                    "captain",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="players.player"
                    ),
                ),
                (
                    "deputy",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="players.player"
                    ),
                ),
            ],
            options={
                "verbose_name": "team",
                "verbose_name_plural": "teams",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("captain", None),
                            ("deputy", None),
                            models.Q(("captain", models.F("deputy")), _negated=True),
                            _connector="OR",
                        ),
                        name="team_two_officers",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CheckIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="check_ins", to="tournaments.entry"
                    ),
                ),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "revoked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)), fields=("entry",), name="check_in_one_in_force"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LineUp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_ups", to="tournaments.match"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_ups", to="tournaments.entry"
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("sent", "sent by the team"),
                            ("default", "the team sent none"),
                            ("substitution", "a board changed hands"),
                        ],
                        max_length=12,
                    ),
                ),
                ("players", models.JSONField()),
                ("current", models.BooleanField(default=True)),
                ("fixed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("match", "team", "opponent"),
                        name="line_up_one_current",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("team", models.F("opponent")), _negated=True), name="line_up_two_teams"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["sent", "default", "substitution"])), name="line_up_kind"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Extension",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.match"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(null=True)),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("before", models.DateTimeField()),
                ("after", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "waits for the opponent"),
                            ("agreed", "waits for an organiser"),
                            ("applied", "the deadline was moved"),
                            ("refused", "refused"),
                            ("withdrawn", "taken back"),
                            ("lapsed", "lapsed"),
                        ],
                        default="asked",
                        max_length=10,
                    ),
                ),
                ("answered_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("close_reason", models.TextField(blank=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("after__gt", models.F("before"))), name="extension_later"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["asked", "agreed", "applied", "refused", "withdrawn", "lapsed"])
                        ),
                        name="extension_state",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("asked", "agreed"))),
                        fields=("match",),
                        name="extension_one_waiting",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="decisions", to="tournaments.match"
                    ),
                ),
                ("version", models.PositiveSmallIntegerField()),
                ("current", models.BooleanField(default=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("played", "played"),
                            ("walkover", "walkover"),
                            ("default", "default"),
                            ("double_default", "double default"),
                            ("retired", "retired"),
                            ("adjudicated", "adjudicated"),
                            ("imported", "imported"),
                            ("void", "void"),
                        ],
                        max_length=14,
                    ),
                ),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("winner_side", models.PositiveSmallIntegerField(null=True)),
                ("tp_left", models.PositiveSmallIntegerField(null=True)),
                ("tp_right", models.PositiveSmallIntegerField(null=True)),
                (
                    "void_cause",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("decision", "another match was decided anew"),
                            ("exit", "an entry left"),
                            ("exit_revoked", "an entry came back"),
                            ("draw", "the draw was made anew"),
                            ("cleared", "the decision was cleared"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "void_match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.match",
                    ),
                ),
                ("void_version", models.PositiveSmallIntegerField(null=True)),
                (
                    "void_entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                ("reinstates", models.PositiveSmallIntegerField(null=True)),
                ("excused", models.BooleanField(default=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "version"), name="decision_version"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("match",), name="decision_one_current"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("left", models.F("right")), _negated=True), name="decision_two_entries"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ("void", "double_default")), ("winner_side", None)),
                            models.Q(
                                models.Q(("kind__in", ("void", "double_default")), _negated=True),
                                ("winner_side__in", (0, 1)),
                                ("winner_side__isnull", False),
                            ),
                            models.Q(
                                ("kind__in", ("played", "adjudicated", "imported")),
                                ("tp_left", models.F("tp_right")),
                                ("tp_left__isnull", False),
                                ("tp_right__isnull", False),
                                ("winner_side", None),
                            ),
                            _connector="OR",
                        ),
                        name="decision_winner",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "void"),
                                ("void_cause__in", ["decision", "exit", "exit_revoked", "draw", "cleared"]),
                            ),
                            models.Q(models.Q(("kind", "void"), _negated=True), ("void_cause", "")),
                            _connector="OR",
                        ),
                        name="decision_void_cause",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DeadlineNotice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.match"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(null=True)),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("reminder", "reminder"),
                            ("final_reminder", "final reminder"),
                            ("warning", "default warning"),
                            ("final_warning", "final default warning"),
                        ],
                        max_length=14,
                    ),
                ),
                ("deadline", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "left", "right", "deadline", "kind"), name="deadline_notice_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["reminder", "final_reminder", "warning", "final_warning"])),
                        name="deadline_notice_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchLot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.match"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(null=True)),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("seed", models.BigIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "left", "right"), name="match_lot_once")],
            },
        ),
        migrations.CreateModel(
            name="MatchMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                ("side", models.PositiveSmallIntegerField(null=True)),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="tournaments.match"
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=500)),
                ("link", models.URLField(blank=True, max_length=500)),
                ("picture", models.FileField(blank=True, upload_to=tournaments.models.message.picture_name)),
                ("hidden_at", models.DateTimeField(null=True)),
                (
                    "hidden_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("hide_reason", models.TextField(blank=True)),
            ],
            options={
                "indexes": [models.Index(fields=["match", "at"], name="message_match")],
            },
        ),
        migrations.CreateModel(
            name="MatchRoom",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.match"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(null=True)),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("text", models.CharField(max_length=200)),
            ],
            options={
                "indexes": [models.Index(fields=["match", "at"], name="room_match")],
            },
        ),
        migrations.CreateModel(
            name="ReadyMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.match"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(null=True)),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("yields", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [models.Index(fields=["match", "at"], name="ready_match")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("side__in", (0, 1)), ("side__isnull", False)), name="ready_side"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="tournaments.match"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="game")),
                ("side", models.PositiveSmallIntegerField(null=True)),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("checking", "the record is being checked"),
                            ("open", "waiting for confirmation"),
                            ("conflict", "the record contradicts the claim"),
                            ("disputed", "disputed"),
                            ("confirmed", "confirmed"),
                            ("rejected", "the record breaks a rule"),
                            ("withdrawn", "withdrawn"),
                            ("refused", "refused by an arbiter"),
                            ("superseded", "replaced"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="games.submission",
                    ),
                ),
                ("tiles_left", models.PositiveSmallIntegerField(null=True)),
                ("tiles_right", models.PositiveSmallIntegerField(null=True)),
                ("claimed_left", models.PositiveSmallIntegerField(null=True)),
                ("claimed_right", models.PositiveSmallIntegerField(null=True)),
                ("colour_left", models.CharField(blank=True, max_length=6)),
                ("colour_right", models.CharField(blank=True, max_length=6)),
                ("seconds_left", models.PositiveIntegerField(null=True)),
                ("seconds_right", models.PositiveIntegerField(null=True)),
                ("deadlock", models.BooleanField(default=False)),
                ("complete", models.BooleanField(default=False)),
                ("claims_time", models.BooleanField(default=False)),
                ("server_code", models.CharField(blank=True, max_length=60)),
                ("game_key", models.CharField(blank=True, max_length=64)),
                ("conflicts", models.JSONField(default=list)),
                ("notes", models.JSONField(default=list)),
                ("confirm_by", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("close_reason", models.TextField(blank=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["state", "confirm_by"], name="report_due"),
                    models.Index(fields=["match", "number"], name="report_match"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state__in", ("checking", "open", "conflict", "disputed")), ("side__isnull", False)
                        ),
                        fields=("match", "number", "side"),
                        name="report_one_live",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("side__isnull", True), ("side__in", (0, 1)), _connector="OR"),
                        name="report_side",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("left", models.F("right")), _negated=True), name="report_two_entries"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "checking",
                                    "open",
                                    "conflict",
                                    "disputed",
                                    "confirmed",
                                    "rejected",
                                    "withdrawn",
                                    "refused",
                                    "superseded",
                                ],
                            )
                        ),
                        name="report_state",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="tournaments.sitting"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("sitting", "position"), name="seat_position"),
                    models.UniqueConstraint(fields=("sitting", "entry"), name="seat_entry"),
                    models.CheckConstraint(condition=models.Q(("position__lte", 3)), name="seat_of_four"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SittingScore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="scores", to="tournaments.sitting"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="game")),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "waiting for confirmation"),
                            ("disputed", "disputed"),
                            ("counts", "counts"),
                            ("replaced", "replaced"),
                        ],
                        max_length=8,
                    ),
                ),
                ("tiles", models.JSONField(null=True)),
                ("tp", models.JSONField()),
                ("deadlock", models.BooleanField(default=False)),
                (
                    "submission",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.submission"
                    ),
                ),
                ("game_key", models.CharField(blank=True, max_length=64)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "counts")),
                        fields=("sitting", "number"),
                        name="sitting_score_counts_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("open", "disputed"))),
                        fields=("sitting", "number"),
                        name="sitting_score_open_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "counts"), models.Q(("game_key", ""), _negated=True)),
                        fields=("game_key",),
                        name="sitting_game_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "disputed", "counts", "replaced"])),
                        name="sitting_score_state",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Slot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="slots", to="tournaments.match"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField()),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("seed", "seed"),
                            ("entry", "entry"),
                            ("winner", "winner of"),
                            ("loser", "loser of"),
                            ("bye", "bye"),
                            ("board", "player at the board"),
                        ],
                        max_length=6,
                    ),
                ),
                ("source_seed", models.PositiveSmallIntegerField(null=True)),
                (
                    "source_entry",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "source_match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feeds",
                        to="tournaments.match",
                    ),
                ),
                ("first_match_only", models.BooleanField(default=False)),
                (
                    "occupant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slots",
                        to="tournaments.entry",
                    ),
                ),
                ("is_bye", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "side"), name="slot_side"),
                    models.CheckConstraint(condition=models.Q(("side__in", (0, 1))), name="slot_two_sides"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("source", "seed"),
                                ("source_entry", None),
                                ("source_match", None),
                                ("source_seed__isnull", False),
                            ),
                            models.Q(
                                ("source", "entry"),
                                ("source_entry__isnull", False),
                                ("source_match", None),
                                ("source_seed", None),
                            ),
                            models.Q(
                                ("source__in", ("winner", "loser")),
                                ("source_entry", None),
                                ("source_match__isnull", False),
                                ("source_seed", None),
                            ),
                            models.Q(
                                ("source__in", ("bye", "board")),
                                ("source_entry", None),
                                ("source_match", None),
                                ("source_seed", None),
                            ),
                            _connector="OR",
                        ),
                        name="slot_one_source",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_match_only", False), ("source", "loser"), _connector="OR"),
                        name="slot_first_match",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_bye", False), ("occupant", None), _connector="OR"),
                        name="slot_bye_or_entry",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("source__in", ("winner", "loser"))),
                        fields=("source_match", "source"),
                        name="slot_fed_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TimeOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                ("side", models.PositiveSmallIntegerField(null=True)),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="time_offers", to="tournaments.match"
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("zone", models.CharField(max_length=64)),
                ("is_open", models.BooleanField(default=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("is_open", True)), fields=["starts_at"], name="time_offer_open")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("side__in", (0, 1)), ("side__isnull", False)), name="time_offer_side"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("is_open", True)),
                        fields=("match", "side", "left", "right", "starts_at"),
                        name="time_offer_open_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TimePenalty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="penalties", to="tournaments.match"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="game")),
                ("side", models.PositiveSmallIntegerField()),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField(null=True)),
                ("tenths", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("claimed", "claimed by the opponent"),
                            ("withdrawn", "claim withdrawn"),
                            ("ruled", "set by an arbiter"),
                            ("struck", "struck by an arbiter"),
                        ],
                        max_length=10,
                    ),
                ),
                ("objected_at", models.DateTimeField(null=True)),
                ("objection", models.TextField(blank=True)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("claimed", "ruled"))),
                        fields=("match", "number", "side"),
                        name="penalty_one_in_force",
                    ),
                    models.CheckConstraint(condition=models.Q(("side__in", (0, 1))), name="penalty_side"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="tournaments.match"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="game")),
                ("version", models.PositiveSmallIntegerField()),
                ("current", models.BooleanField(default=True)),
                (
                    "ended",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("corrected", "corrected by a later version"),
                            ("cleared", "cleared by an organiser"),
                            ("pairing", "the two no longer meet in this match"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("tiles_left", models.PositiveSmallIntegerField(null=True)),
                ("tiles_right", models.PositiveSmallIntegerField(null=True)),
                ("raw_left", models.PositiveSmallIntegerField()),
                ("raw_right", models.PositiveSmallIntegerField()),
                ("penalty_left", models.PositiveSmallIntegerField(default=0)),
                ("penalty_right", models.PositiveSmallIntegerField(default=0)),
                ("tp_left", models.PositiveSmallIntegerField()),
                ("tp_right", models.PositiveSmallIntegerField()),
                ("colour_left", models.CharField(blank=True, max_length=6)),
                ("colour_right", models.CharField(blank=True, max_length=6)),
                ("seconds_left", models.PositiveIntegerField(null=True)),
                ("seconds_right", models.PositiveIntegerField(null=True)),
                ("deadlock", models.BooleanField(default=False)),
                ("decider", models.BooleanField(default=False)),
                (
                    "signature",
                    models.CharField(
                        choices=[
                            ("opponent", "confirmed by the opponent"),
                            ("agreement", "reported alike by both"),
                            ("time", "nobody objected in time"),
                            ("arbiter", "accepted by an arbiter"),
                            ("organiser", "entered by an organiser"),
                            ("reinstated", "brought back after a correction"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="tournaments.report",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="games.submission",
                    ),
                ),
                ("game_key", models.CharField(blank=True, max_length=64)),
                ("complete", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number", "version"), name="result_version"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("match", "number"), name="result_one_current"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True), models.Q(("game_key", ""), _negated=True)),
                        fields=("game_key",),
                        name="result_game_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("raw_left__lte", 200),
                            ("raw_right__lte", 200),
                            ("tp_left__lte", 200),
                            ("tp_right__lte", 200),
                        ),
                        name="result_tp",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("left", models.F("right")), _negated=True), name="result_two_entries"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("current", True), ("ended", "")),
                            models.Q(("current", False), ("ended__in", ["corrected", "cleared", "pairing"])),
                            _connector="OR",
                        ),
                        name="result_ended",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OfferEnding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "offer",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ending", to="tournaments.timeoffer"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("withdrawn", "taken back"),
                            ("replaced", "another time was agreed"),
                            ("lapsed", "lapsed"),
                        ],
                        max_length=10,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["accepted", "declined", "withdrawn", "replaced", "lapsed"])),
                        name="offer_ending_kind",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                ("reason", models.TextField(blank=True)),
                (
                    "result",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="check_row",
                        to="tournaments.gameresult",
                    ),
                ),
                ("accepted", models.BooleanField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="event",
            name="organisers",
            field=models.ManyToManyField(
                related_name="organised_events", through="tournaments.EventOrganiser", to=settings.AUTH_USER_MODEL
            ),
        ),
    ]
