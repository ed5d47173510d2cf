"""Load the demo."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tantrix_site.demo import loading, logins
from tantrix_site.demo.playing import DemoStalled


class Command(BaseCommand):
    help = "Load the demo events; a worker must run. What an earlier run has done is kept, and what it left is done."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--progress", choices=["auto", "bar", "lines", "stream"], default="auto")
        parser.add_argument("--anyway", action="store_true", help="even if the database has accounts of its own")

    def handle(self, *args: Any, progress: str, anyway: bool, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("PRODUCTION=1 is set. The demo's passwords are public, so it is not loaded.")
        if loading.is_loaded():
            self.stdout.write("The demo is there already.")
            return
        try:
            if not anyway:
                loading.require_empty()
            loading.load_demo(now=timezone.now(), style=progress)
        except loading.NotEmpty as error:
            raise CommandError(
                f"{error} The demo is only added to them with manage.py demo --anyway.", returncode=3
            ) from None
        except DemoStalled as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            self.stderr.write("\nStopped; the next run goes on from here.")
            sys.exit(130)
        if progress not in ("stream", "lines"):
            self.stdout.write("\n".join(logins.describe(settings.SITE_URL)))
