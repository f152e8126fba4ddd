"""The deadlines that the design itself sets: the only absolute times a test may assert.

Recovery counts from the moment the restarted process reports ready. Shared CI machines get three
times as long. Anything else about speed is asserted as a ratio within one run.
"""

import os

FACTOR = 3 if os.environ.get("CI", "").lower() == "true" else 1

RESYNC_SECONDS = 2 * FACTOR  # a socket shows the right view after a lost message or a cut link
VERDICT_SECONDS = 60 * FACTOR  # a refused or stuck table is decided

# Not promises, only ends of waiting: so that a hang fails instead of stopping the run.
START_SECONDS = 120  # `manage.py up` answers /health and its workers have reported
STOP_SECONDS = 40  # `manage.py up` is gone after SIGTERM, with every child
