from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.selectors.captions import register_captions
        from players.notices import register_kinds
        from ratings.notices import KINDS
        from ratings.selectors.captions import caption_of_casual_game

        register_kinds(KINDS)
        register_captions(caption_of_casual_game)
