from importlib import import_module

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # its receivers
        import_module("players.accounts")
        import_module("players.notices").register_kinds(import_module("players.claim_notices").KINDS)
