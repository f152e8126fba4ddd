"""Storage of the collected static files."""

from collections.abc import Iterable, Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Shipped by packages, which write `import` in comments and strings of their scripts.
FOREIGN = ("django_htmx/", "drf_spectacular_sidecar/", "admin/")
RARE = ("drf_spectacular_sidecar/", "admin/")


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Content hashes in every file name, also in the imports between our ES modules; and a
    compressed copy of what players load."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # as deep as imports may lead; five by default
    keep_intermediate_files = False

    def _post_process(
        self, paths: dict[str, Any], adjustable_paths: list[str], hashed_files: dict[str, str]
    ) -> Iterator[tuple[str, str | None, bool | Exception, bool]]:
        """As Django does; but scripts of other packages are not searched for imports, which takes
        most of the time.
        """
        own = [p for p in adjustable_paths if not (p.startswith(FOREIGN) and p.endswith(".js"))]
        for name, hashed, done, is_changed in super()._post_process(paths, own, hashed_files):
            yield name, hashed, done, is_changed and name in own

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        """As Django does; but what looks like an import in another package's file may be none."""
        try:
            hashed: str = super().hashed_name(name, content, filename)
        except ValueError:
            if name.startswith(FOREIGN):
                return name
            raise
        return hashed

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress all but what few people ever load, for the sake of a quick first start."""
        wanted = [path for path in paths if not path.startswith(RARE)]
        yield from super().compress_files(wanted)
