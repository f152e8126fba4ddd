"""What the web server runs: pages and REST through Django, websockets through Channels."""

import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
django_application = get_asgi_application()  # sets Django up; the imports below need that

from channels.routing import ProtocolTypeRouter  # noqa: E402

from config.limits import BodyLimit  # noqa: E402
from config.routing import websocket_application  # noqa: E402

application = ProtocolTypeRouter(
    {"http": BodyLimit(django_application), "websocket": websocket_application}
)

# Everything loaded so far lives as long as the process. Without this, full collections walk over
# it in the middle of live tables: pauses of 55-80 ms were measured, gone afterwards.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 50, 50)
