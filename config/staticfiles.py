"""Storage of the collected static files."""

from typing import Any

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

# Shipped by packages, which write `import` in comments and strings of their scripts.
FOREIGN = ("django_htmx/", "drf_spectacular_sidecar/", "admin/")


class ModuleManifestStorage(ManifestStaticFilesStorage):
    """Content hashes in every file name, also in the imports between our ES modules."""

    support_js_module_import_aggregation = True

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        """As Django does; but what looks like an import in another package's file may be none."""
        try:
            return super().hashed_name(name, content, filename)
        except ValueError:
            if name.startswith(FOREIGN):
                return name
            raise
