"""Addresses of one's own account. The pages of other players live in `tournaments`, since those show events."""

from django.urls import path

from players.views import claims, notices, preferences, settings, signup, tokens

urlpatterns = [
    # before allauth's own, which it replaces
    path("accounts/signup/", signup.SignupView.as_view(), name="account_signup"),
    path("me/settings/", settings.settings_page, name="me_settings"),
    path("me/settings/notices/", notices.notices_page, name="me_notices"),
    path("notices/stop/<str:token>/", notices.stop_page, name="notices_stop"),
    path("me/tokens/", tokens.tokens_page, name="me_tokens"),
    path("me/tokens/<slug:public_id>/revoke/", tokens.revoke_token, name="me_token_revoke"),
    path("me/claims/<int:claim_id>/withdraw/", claims.withdraw_claim, name="claim_withdraw"),
    path("players/<slug:slug>/claim/", claims.claim_player, name="claim_player"),
    path("preferences/theme/", preferences.set_theme, name="set_theme"),
    path("preferences/language/", preferences.set_language, name="set_language"),
    path("preferences/time-zone/", preferences.set_time_zone, name="set_time_zone"),
]
