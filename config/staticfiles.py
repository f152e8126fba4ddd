"""Storage of the collected static files."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class ModuleManifestStorage(ManifestStaticFilesStorage):
    """Content hashes in every file name, also in the imports between our ES modules."""

    support_js_module_import_aggregation = True
