"""Evidence of age seen for a prize list of juniors is kept where the evidence for terms of entry is, by player."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q


def to_evidence(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """One tick for each player of each entry in a list of juniors, by whom and when it was put there."""
    members = apps.get_model("tournaments", "PrizeMember")
    evidence = apps.get_model("tournaments", "AgeEvidence")
    entries = apps.get_model("tournaments", "Entry")
    rows = members.objects.filter(prize_list__kind="junior").select_related("prize_list")
    for row in rows.order_by("pk"):
        mine = entries._base_manager.filter(Q(pk=row.entry_id) | Q(team=row.entry_id)).exclude(player=None)
        for holder in mine.values_list("player", flat=True):
            evidence.objects.create(
                event_id=row.prize_list.event_id, prize_list_id=row.prize_list_id, holder_id=holder, at=row.at,
                user_id=row.user_id, player_id=row.player_id, via=row.via, reason=row.reason, revoked_at=row.revoked_at,
            )  # fmt: skip
    rows.delete()


def to_members(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The entry of each player with a tick for a list is in that list, once."""
    members = apps.get_model("tournaments", "PrizeMember")
    evidence = apps.get_model("tournaments", "AgeEvidence")
    entries = apps.get_model("tournaments", "Entry")
    rows = evidence.objects.exclude(prize_list=None)
    for row in rows.order_by("pk"):
        mine = entries._base_manager.filter(event=row.event_id, player=row.holder_id).first()
        known = {} if mine is None else {"prize_list_id": row.prize_list_id, "entry_id": mine.team_id or mine.pk}
        if known and (row.revoked_at or not members.objects.filter(revoked_at=None, **known).exists()):
            members.objects.create(
                at=row.at, user_id=row.user_id, player_id=row.player_id, via=row.via, reason=row.reason,
                revoked_at=row.revoked_at, **known,
            )  # fmt: skip
    rows.delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_age_evidence_of_lists"),
    ]

    operations = [
        migrations.RunPython(to_evidence, to_members),
    ]
