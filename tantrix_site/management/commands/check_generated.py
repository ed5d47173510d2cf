"""Whether what follows from the code was brought up to date with it."""

import difflib
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Fail when a migration is missing, or when docs/openapi.yaml is not that of the code (bin/schema writes it)."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("makemigrations", check_changes=True, dry_run=True)
        kept = settings.BASE_DIR / "docs" / "openapi.yaml"
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / kept.name
            call_command("spectacular", validate=True, fail_on_warn=True, file=str(fresh))
            before, after = (path.read_text(encoding="utf-8").splitlines() for path in (kept, fresh))
        if before != after:
            self.stderr.write("\n".join(difflib.unified_diff(before, after, str(kept), "of the code", lineterm="")))
            raise CommandError("The API changed: run bin/schema and commit docs/openapi.yaml.")
