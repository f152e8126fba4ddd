"""The first lesson: the worked example of the Königrufen source (docs/rules/koenigrufen.md §20),
completed to a whole hand and played by the reader."""

from frontend.lesson.course import lesson_config, lesson_record

__all__ = ["lesson_config", "lesson_record"]
