import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0014_saved_templates"),
    ]

    operations = [
        migrations.AddField(
            model_name="ageevidence",
            name="prize_list",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="age_evidence",
                to="tournaments.prizelist",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="ageevidence",
            name="age_evidence_one_in_force",
        ),
        migrations.AddConstraint(
            model_name="ageevidence",
            constraint=models.UniqueConstraint(
                condition=models.Q(("prize_list", None), ("revoked_at", None)),
                fields=("event", "holder"),
                name="age_evidence_one_in_force",
            ),
        ),
        migrations.AddConstraint(
            model_name="ageevidence",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at", None)),
                fields=("prize_list", "holder"),
                name="age_evidence_one_in_a_list",
            ),
        ),
    ]
