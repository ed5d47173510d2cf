"""Lists in pages that stay right while rows are added."""

from rest_framework.pagination import CursorPagination


class NewestFirst(CursorPagination):
    ordering = "-pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
