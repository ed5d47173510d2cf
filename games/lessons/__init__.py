"""Positions of real games that show one rule each, for the rules pages. Pure: engine and drawing only."""

from .boards import LESSONS, Lesson, lesson_view

__all__ = ["LESSONS", "Lesson", "lesson_view"]
