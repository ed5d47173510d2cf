import django.db.models.deletion
import django.db.models.expressions
import django_countries.fields
from django.conf import settings
from django.db import migrations, models

import players.models.person_name
from players.migrating import NewTables


class Migration(NewTables):
    replaces = [
        ("ratings", "0001_initial"),
        ("ratings", "0002_titles"),
        ("ratings", "0003_casual_games"),
        ("ratings", "0004_historic_ratings"),
        ("ratings", "0005_words_of_a_pair"),
        ("ratings", "0006_shown_names"),
    ]

    initial = True

    dependencies = [
        ("games", "0003_game_draft"),
        ("players", "0006_erasure"),
    ]

    operations = [
        migrations.CreateModel(
            name="CasualGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="casual_offered", to="players.player"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="casual_received", to="players.player"
                    ),
                ),
                (
                    "left_partner",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"
                    ),
                ),
                (
                    "right_partner",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "waiting for confirmation"),
                            ("confirmed", "confirmed"),
                            ("refused", "refused"),
                            ("withdrawn", "withdrawn"),
                            ("lapsed", "not answered in time"),
                            ("void", "void"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("rated", models.BooleanField(default=True)),
                ("played_on", models.DateField()),
                ("points_left", models.PositiveSmallIntegerField()),
                ("points_right", models.PositiveSmallIntegerField()),
                ("colour_left", models.CharField(blank=True, max_length=6)),
                ("colour_right", models.CharField(blank=True, max_length=6)),
                ("deadlock", models.BooleanField(default=False)),
                (
                    "submission",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="casual_games",
                        to="games.submission",
                    ),
                ),
                ("game_key", models.CharField(blank=True, max_length=64)),
                ("offered_at", models.DateTimeField()),
                (
                    "offered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("answer_by", models.DateTimeField()),
                ("opponent_confirmed_at", models.DateTimeField(null=True)),
                ("partner_confirmed_at", models.DateTimeField(null=True)),
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
                ("counted_at", models.DateTimeField(null=True)),
                ("between_masters", models.BooleanField(default=False)),
                ("robot", models.CharField(blank=True, max_length=5)),
                ("robot_ranking", models.FloatField(null=True)),
            ],
            options={
                "verbose_name": "casual game",
                "verbose_name_plural": "casual games",
                "indexes": [
                    models.Index(fields=["state", "answer_by"], name="casual_due"),
                    models.Index(fields=["left", "right", "played_on"], name="casual_pair_day"),
                    models.Index(
                        condition=models.Q(("rated", True), ("state", "confirmed")),
                        fields=["counted_at", "id"],
                        name="casual_order",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["open", "confirmed", "refused", "withdrawn", "lapsed", "void"])
                        ),
                        name="casual_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("left", models.F("right")), _negated=True), name="casual_two_players"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("left_partner", None), ("right_partner", None)),
                            models.Q(("left_partner__isnull", False), ("right_partner__isnull", False)),
                            _connector="OR",
                        ),
                        name="casual_two_pairs",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state__in", ("confirmed", "void")), _negated=True),
                            ("counted_at__isnull", False),
                            _connector="OR",
                        ),
                        name="casual_counted_at",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("robot", ""), ("robot_ranking", None)),
                            models.Q(
                                ("between_masters", False),
                                ("robot__in", ("left", "right")),
                                ("robot_ranking__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="casual_robot",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state__in", ("open", "confirmed")), models.Q(("game_key", ""), _negated=True)
                        ),
                        fields=("game_key",),
                        name="casual_game_once",
                    ),
                ],
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
                ("values", models.PositiveIntegerField()),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "withdrawn_by",
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
            name="LadderBatch",
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
                ("number", models.PositiveIntegerField(unique=True)),
                ("parameters", models.CharField(max_length=20)),
                ("first_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="LadderClock",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="ladder_clock_alone")],
            },
        ),
        migrations.CreateModel(
            name="RatedEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("source", models.CharField(max_length=60, unique=True)),
                ("number", models.PositiveIntegerField(unique=True)),
                ("name", models.CharField(max_length=120)),
                ("path", models.CharField(blank=True, max_length=200)),
                ("closes_on", models.DateField()),
                ("weight", models.FloatField(default=1.0)),
                (
                    "state",
                    models.CharField(
                        choices=[("final", "final"), ("provisional", "provisional"), ("withdrawn", "not rated")],
                        default="final",
                        max_length=12,
                    ),
                ),
                ("parameters", models.CharField(blank=True, max_length=20)),
            ],
            options={
                "verbose_name": "rated event",
                "verbose_name_plural": "rated events",
                "indexes": [models.Index(fields=["closes_on", "number"], name="rated_event_order")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("weight__gt", 0.0)), name="rated_event_weight"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["final", "provisional", "withdrawn"])),
                        name="rated_event_state",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingBatch",
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
                ("number", models.PositiveIntegerField(unique=True)),
                ("parameters", models.CharField(max_length=20)),
                ("first_on", models.DateField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="RatingClock",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="rating_clock_alone")],
            },
        ),
        migrations.CreateModel(
            name="Relevelling",
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
                ("on", models.DateField(unique=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Robot",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="robot",
                        serialize=False,
                        to="players.player",
                    ),
                ),
                ("ranking", models.FloatField()),
                ("since", models.DateTimeField()),
            ],
            options={
                "verbose_name": "robot",
                "verbose_name_plural": "robots",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ranking__gte", 10.0), ("ranking__lte", 1000.0)),
                        name="robot_ranking_bounds",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TitleEnd",
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
                            ("inactive", "too few Master games"),
                            ("lowest", "lowest in the Master ranking"),
                            ("withdrawn", "withdrawn"),
                        ],
                        max_length=10,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["inactive", "lowest", "withdrawn"])), name="title_end_kind"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricRating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="ratings.historicimport"
                    ),
                ),
                (
                    "scale",
                    models.CharField(
                        choices=[
                            ("elo", "tournament rating"),
                            ("lobby", "lobby ranking"),
                            ("master", "Master ranking"),
                        ],
                        default="elo",
                        max_length=6,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="historic_ratings",
                        to="players.player",
                    ),
                ),
                ("name", players.models.person_name.PersonName(max_length=80)),
                ("country", django_countries.fields.CountryField(blank=True, max_length=2)),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                ("value", models.FloatField(null=True)),
                ("printed", models.CharField(max_length=60)),
                ("rank", models.PositiveIntegerField(null=True)),
                ("games", models.PositiveIntegerField(null=True)),
                ("last_played", models.DateField(null=True)),
                ("source", models.CharField(max_length=300)),
                ("event", models.CharField(blank=True, max_length=120)),
                ("moment", models.CharField(blank=True, max_length=120)),
                ("note", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "verbose_name": "published rating",
                "verbose_name_plural": "published ratings",
                "indexes": [models.Index(fields=["last_day", "first_day"], name="historic_rating_when")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "scale", "first_day", "last_day", "source", "event", "moment"),
                        name="historic_rating_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_day__lte", models.F("last_day"))), name="historic_rating_days"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("scale__in", ["elo", "lobby", "master"])), name="historic_rating_scale"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("source", ""), _negated=True), name="historic_rating_source"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CasualAct",
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
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="acts", to="ratings.casualgame"
                    ),
                ),
                ("counts", models.BooleanField()),
                (
                    "batch",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts",
                        to="ratings.ladderbatch",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("batch", None)), fields=["id"], name="casual_act_waiting")
                ],
            },
        ),
        migrations.CreateModel(
            name="LadderChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("current", models.BooleanField(default=True)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ratings.ladderbatch"
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ratings.ladderbatch",
                    ),
                ),
                (
                    "ladder",
                    models.CharField(
                        choices=[("lobby", "Lobby"), ("master", "Master"), ("doubles", "Doubles")], max_length=7
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="ratings.casualgame"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ladder_changes", to="players.player"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("before_rating", models.FloatField()),
                ("before_games", models.PositiveIntegerField()),
                ("own", models.FloatField()),
                ("opponent", models.FloatField()),
                ("margin", models.SmallIntegerField()),
                ("tp", models.PositiveSmallIntegerField()),
                ("after_rating", models.FloatField()),
                ("after_games", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("current", True)),
                        fields=["ladder", "player", "-at", "-game"],
                        name="ladder_change_last",
                    ),
                    models.Index(
                        condition=models.Q(("current", True)), fields=["ladder", "-at"], name="ladder_change_recent"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player", "ladder", "batch"), name="ladder_change_version"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("game", "player", "ladder"),
                        name="ladder_change_one_current",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ladder__in", ["lobby", "master", "doubles"])), name="ladder_change_ladder"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("current", True), ("ended_by", None)),
                            models.Q(("current", False), ("ended_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="ladder_change_ended",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "after_games",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("before_games"), "+", models.Value(1)
                                ),
                            )
                        ),
                        name="ladder_change_games",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedPairing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pairings", to="ratings.ratedevent"
                    ),
                ),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"
                    ),
                ),
                ("games", models.PositiveSmallIntegerField()),
                ("tp", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "left", "right"), name="rated_pairing_once"),
                    models.CheckConstraint(
                        condition=models.Q(("left__lt", models.F("right"))), name="rated_pairing_in_order"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("games__gte", 1),
                            (
                                "tp__lte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("games"), "*", models.Value(200)
                                ),
                            ),
                        ),
                        name="rated_pairing_tp",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="rating",
                        serialize=False,
                        to="players.player",
                    ),
                ),
                ("rating", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ratings.ratedevent"
                    ),
                ),
                ("closed_on", models.DateField()),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
            },
        ),
        migrations.CreateModel(
            name="EventSubmission",
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
                ("source", models.CharField(max_length=60)),
                ("digest", models.CharField(max_length=64)),
                ("payload", models.JSONField()),
                (
                    "batch",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="submissions",
                        to="ratings.ratingbatch",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["source", "-id"], name="event_submission_source"),
                    models.Index(condition=models.Q(("batch", None)), fields=["id"], name="event_submission_waiting"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("current", models.BooleanField(default=True)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ratings.ratingbatch"
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ratings.ratingbatch",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="ratings.ratedevent"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rating_changes", to="players.player"
                    ),
                ),
                ("before_rating", models.FloatField(null=True)),
                ("before_games", models.PositiveIntegerField(null=True)),
                ("games", models.PositiveSmallIntegerField()),
                ("tp", models.PositiveIntegerField()),
                ("share", models.FloatField()),
                ("opponents", models.FloatField()),
                ("performance", models.FloatField()),
                ("unbalanced", models.FloatField()),
                ("balance", models.FloatField()),
                ("after_rating", models.FloatField()),
                ("after_games", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "player", "batch"), name="rating_change_version"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("player", "event"),
                        name="rating_change_one_current",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("current", True), ("ended_by", None)),
                            models.Q(("current", False), ("ended_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="rating_change_ended",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("after_games", models.F("games")),
                                ("balance", 0.0),
                                ("before_games", None),
                                ("before_rating", None),
                            ),
                            models.Q(
                                ("before_games__isnull", False),
                                ("before_rating__isnull", False),
                                (
                                    "after_games",
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("before_games"), "+", models.F("games")
                                    ),
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="rating_change_games",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("games__gte", 1),
                            (
                                "tp__lte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("games"), "*", models.Value(200)
                                ),
                            ),
                            ("share__gt", 0.0),
                            ("share__lt", 1.0),
                        ),
                        name="rating_change_share",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LevelShift",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("current", models.BooleanField(default=True)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ratings.ratingbatch"
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ratings.ratingbatch",
                    ),
                ),
                (
                    "relevelling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="shifts", to="ratings.relevelling"
                    ),
                ),
                ("players", models.PositiveIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("mean", models.FloatField()),
                ("constant", models.FloatField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("relevelling", "batch"), name="level_shift_version"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("relevelling",), name="level_shift_one_current"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("current", True), ("ended_by", None)),
                            models.Q(("current", False), ("ended_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="level_shift_ended",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TitleNorm",
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
                    "holder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="title_norms", to="players.player"
                    ),
                ),
                (
                    "title",
                    models.CharField(
                        choices=[
                            ("LM", "Lobby Master"),
                            ("ITM", "International Tantrix Master"),
                            ("TGM", "Tantrix Grand Master"),
                        ],
                        max_length=3,
                    ),
                ),
                ("event", models.CharField(max_length=120)),
                ("on", models.DateField()),
                ("scored", models.CharField(max_length=200)),
                ("source", models.CharField(max_length=300)),
                (
                    "end",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="norms",
                        to="ratings.titleend",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("end", None)),
                        fields=("holder", "title", "event", "on"),
                        name="title_norm_once",
                    ),
                    models.CheckConstraint(condition=models.Q(("title__in", ["ITM", "TGM"])), name="title_norm_title"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TitleTerm",
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
                    "holder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="title_terms", to="players.player"
                    ),
                ),
                (
                    "title",
                    models.CharField(
                        choices=[
                            ("LM", "Lobby Master"),
                            ("ITM", "International Tantrix Master"),
                            ("TGM", "Tantrix Grand Master"),
                        ],
                        max_length=3,
                    ),
                ),
                ("since", models.DateTimeField()),
                (
                    "end",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="terms",
                        to="ratings.titleend",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["title", "since"], name="title_term_since")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("end", None)), fields=("holder", "title"), name="title_held_once"
                    ),
                    models.CheckConstraint(condition=models.Q(("title__in", ["LM", "ITM", "TGM"])), name="title_known"),
                ],
            },
        ),
        migrations.CreateModel(
            name="MasterApplication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "applicant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="master_applications",
                        to="players.player",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "waiting for an administrator"),
                            ("approved", "approved"),
                            ("refused", "refused"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="pending",
                        max_length=10,
                    ),
                ),
                ("statement", models.TextField(blank=True)),
                ("conditions", models.JSONField()),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("reason", models.TextField(blank=True)),
                (
                    "term",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="application",
                        to="ratings.titleterm",
                    ),
                ),
            ],
            options={
                "verbose_name": "Master application",
                "verbose_name_plural": "Master applications",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "pending")),
                        fields=("applicant",),
                        name="master_application_pending_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("state", "pending")),
                            models.Q(
                                models.Q(("state", "pending"), _negated=True),
                                ("decided_at__isnull", False),
                                ("state__in", ["pending", "approved", "refused", "withdrawn"]),
                            ),
                            _connector="OR",
                        ),
                        name="master_application_decided",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "approved"), ("term__isnull", False)),
                            models.Q(models.Q(("state", "approved"), _negated=True), ("term", None)),
                            _connector="OR",
                        ),
                        name="master_application_term",
                    ),
                ],
            },
        ),
    ]
