"""All addresses of the site (`docs/architecture.md` has the page map). Language is never part of an address."""

from django.contrib import admin
from django.urls import include, path

from tantrix_site import api_page, handlers, health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    # players before allauth: its sign-up page replaces the other
    path("", include("players.urls")),
    path("accounts/", include("allauth.urls")),
    path("api/", api_page.page, name="api"),
    path("api/v1/", include("tantrix_site.api_urls")),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("", include("tournaments.urls")),
]

handler400 = handlers.bad_request
handler403 = handlers.permission_denied
handler404 = handlers.page_not_found
handler500 = handlers.server_error
