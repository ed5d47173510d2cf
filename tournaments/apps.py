from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.selectors.captions import register_captions
        from players.notices import register_kinds
        from ratings.services.casual_keys import register_claims
        from tournaments import notices, permissions, receivers  # noqa: F401
        from tournaments.selectors.captions import caption_of_report
        from tournaments.selectors.claims import claim_of_events

        register_captions(caption_of_report)
        register_claims(claim_of_events)
        register_kinds(notices.KINDS)
