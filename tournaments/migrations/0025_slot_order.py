from django.db import migrations


class Migration(migrations.Migration):
    """Nothing in the database: the sides of a match are read in their order."""

    dependencies = [("tournaments", "0001_squashed_0024_time_objection")]

    operations = [migrations.AlterModelOptions(name="slot", options={"ordering": ("side",)})]
