"""Addresses of game records below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, path

from games.api.bulk import BulkImportDetail, BulkImportList, BulkImportResult
from games.api.records import RecordDetail, RecordList, RecordOriginal, RecordSchema

urlpatterns: list[URLPattern | URLResolver] = [
    path("records/", RecordList.as_view(), name="records"),
    path("records/bulk/", BulkImportList.as_view(), name="bulk-imports"),
    path("records/bulk/<str:public_id>/", BulkImportDetail.as_view(), name="bulk-import"),
    path("records/bulk/<str:public_id>/result/", BulkImportResult.as_view(), name="bulk-import-result"),
    path("records/<str:public_id>/", RecordDetail.as_view(), name="record"),
    path("records/<str:public_id>/original/", RecordOriginal.as_view(), name="record-original"),
    path("schemas/tantrix-record-1.json", RecordSchema.as_view(), name="record-schema"),
]
