import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.submission
from players.migrating import NewTables


class Migration(NewTables):
    replaces = [("games", "0001_initial"), ("games", "0002_lean_indexes"), ("games", "0003_game_draft")]

    initial = True

    dependencies = [
        ("players", "0003_player_titles"),
    ]

    operations = [
        migrations.CreateModel(
            name="BulkImport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=games.models.submission.new_public_id, editable=False, max_length=22),
                ),
                (
                    "sender",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="bulk_imports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="players.player",
                    ),
                ),
                ("via", models.CharField(max_length=10)),
                ("filename", models.CharField(blank=True, max_length=255)),
                ("rows", models.PositiveIntegerField()),
                ("size", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "upload of many records",
                "verbose_name_plural": "uploads of many records",
                "indexes": [models.Index(fields=["sender", "-id"], name="bulk_import_by_sender")],
                "constraints": [models.UniqueConstraint(fields=("public_id",), name="bulk_import_address_once")],
            },
        ),
        migrations.CreateModel(
            name="Record",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("raw", models.BinaryField()),
                ("size", models.PositiveIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                (
                    "content_type",
                    models.CharField(
                        choices=[("application/json", "JSON"), ("text/plain", "text notation")],
                        default="application/json",
                        max_length=20,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "being checked"), ("verified", "verified"), ("rejected", "rejected")],
                        default="pending",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("queued_at", models.DateTimeField()),
                ("verdict", models.JSONField(null=True)),
                ("engine_version", models.CharField(blank=True, max_length=20)),
                ("verified_at", models.DateTimeField(null=True)),
                ("complete", models.BooleanField(null=True)),
                ("game_key", models.CharField(blank=True, max_length=64)),
                ("players", models.PositiveSmallIntegerField(null=True)),
                ("colours", models.JSONField(default=list)),
                ("scores", models.JSONField(default=dict)),
                ("outcome", models.CharField(blank=True, max_length=10)),
                ("winner", models.CharField(blank=True, max_length=6)),
            ],
            options={
                "verbose_name": "game record",
                "verbose_name_plural": "game records",
                "indexes": [
                    models.Index(condition=models.Q(("state", "pending")), fields=["queued_at"], name="record_pending"),
                    models.Index(fields=["game_key"], name="record_game_key"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("sha256",), name="record_bytes_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["pending", "verified", "rejected"])),
                        name="record_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "pending"), ("verdict__isnull", True)),
                            models.Q(
                                models.Q(("state", "pending"), _negated=True),
                                ("verdict__isnull", False),
                                ("verified_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="record_verdict_unless_pending",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BulkBatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "bulk_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="batches", to="games.bulkimport"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("first_row", models.PositiveIntegerField()),
                ("rows", models.PositiveIntegerField()),
                ("payload", models.BinaryField()),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "waiting"), ("done", "done")], default="pending", max_length=10
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("queued_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(null=True)),
                ("verified", models.PositiveIntegerField(default=0)),
                ("rejected", models.PositiveIntegerField(default=0)),
                ("malformed", models.PositiveIntegerField(default=0)),
                ("result", models.BinaryField(default=b"")),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "pending")), fields=["queued_at"], name="bulk_batch_pending"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("bulk_import", "number"), name="bulk_batch_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["pending", "done"])), name="bulk_batch_state_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=games.models.submission.new_public_id, editable=False, max_length=22),
                ),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="submissions", to="games.record"
                    ),
                ),
                (
                    "sender",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="submissions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="submissions",
                        to="players.player",
                    ),
                ),
                ("via", models.CharField(max_length=10)),
                ("entry_id", models.BigIntegerField(blank=True, null=True)),
                ("filename", models.CharField(blank=True, max_length=255)),
                ("created_at", models.DateTimeField()),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "only the sender"),
                            ("link", "everyone who has the address"),
                            ("public", "everyone; may be listed"),
                        ],
                        default="private",
                        max_length=10,
                    ),
                ),
                (
                    "bulk_import",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to="games.bulkimport",
                    ),
                ),
                ("bulk_row", models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "submission",
                "verbose_name_plural": "submissions",
                "indexes": [
                    models.Index(fields=["sender", "-id"], name="submission_by_sender"),
                    models.Index(fields=["visibility", "-id"], name="submission_by_visibility"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("public_id",), name="submission_address_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("bulk_import__isnull", False)),
                        fields=("bulk_import", "bulk_row"),
                        name="submission_once_per_bulk_row",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("visibility__in", ["private", "link", "public"])),
                        name="submission_visibility_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.submission.new_public_id, editable=False, max_length=22, unique=True
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="game_drafts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("record", models.JSONField()),
                ("kept", models.JSONField(default=list)),
                ("deadlock", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "submission",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.submission",
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "game draft",
                "verbose_name_plural": "game drafts",
                "indexes": [
                    models.Index(fields=["owner", "-updated_at"], name="game_draft_by_owner"),
                    models.Index(
                        condition=models.Q(("owner__isnull", True)), fields=["updated_at"], name="game_draft_unowned"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.CharField(max_length=30)),
                ("key", models.CharField(max_length=255)),
                ("digest", models.CharField(max_length=64)),
                (
                    "submission",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.submission"
                    ),
                ),
                (
                    "bulk_import",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.bulkimport"
                    ),
                ),
                ("created_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "key"), name="idempotency_key_once_per_owner")
                ],
            },
        ),
    ]
