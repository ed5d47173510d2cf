"""Pages about games: the sender's below `/records/`, everybody's below `/g/` and `/rules/`."""

from django.urls import URLPattern, URLResolver, path

from games import page_urls
from games.views import bulk, submissions

app_name = "games"
urlpatterns: list[URLPattern | URLResolver] = [
    path("records/", submissions.submission_list, name="submissions"),
    path("records/new/", submissions.upload, name="upload"),
    path("records/bulk/<str:public_id>/", bulk.bulk_import, name="bulk_import"),
    path("records/bulk/<str:public_id>/result/", bulk.bulk_result, name="bulk_result"),
    path("records/<str:public_id>/", submissions.verdict, name="submission"),
    path("records/<str:public_id>/original/", submissions.original, name="original"),
    *page_urls.urlpatterns,
]
