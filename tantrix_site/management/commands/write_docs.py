"""Write the lists in the documents that follow from the code."""

from typing import Any

from django.core.management.base import BaseCommand

from tantrix_site.docs_lists import lists, with_list


class Command(BaseCommand):
    help = "Bring the lists in docs/ up to date (after docs/openapi.yaml, see bin/schema)."

    def handle(self, *args: Any, **options: Any) -> None:
        for (path, name), content in lists().items():
            before = path.read_text(encoding="utf-8")
            after = with_list(before, name, content)
            if before != after:
                path.write_text(after, encoding="utf-8")
