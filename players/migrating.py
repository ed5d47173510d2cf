"""Migrations that make many tables at once."""

from itertools import takewhile

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel, Migration
from django.db.migrations.state import ProjectState


class NewTables(Migration):
    """A migration that begins with many new models, as squashed ones do; applied in a fraction of the usual time.

    Django makes the classes of all related models anew after each new one, and here everything is related: a hundred
    times a hundred classes. The new models only ever appear together, so that once is enough.
    """

    def apply(
        self, project_state: ProjectState, schema_editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
    ) -> ProjectState:
        if collect_sql:
            return super().apply(project_state, schema_editor, collect_sql)
        models = list(takewhile(lambda operation: isinstance(operation, CreateModel), self.operations))
        before = project_state.clone()
        # a state whose classes nobody has asked for yet takes models without making any
        project_state.__dict__.pop("apps", None)
        for model in models:
            model.state_forwards(self.app_label, project_state)
        for model in models:
            model.database_forwards(self.app_label, schema_editor, before, project_state)
        others = type("Others", (Migration,), {"operations": self.operations[len(models) :]})
        migration: Migration = others(self.name, self.app_label)
        return migration.apply(project_state, schema_editor)
