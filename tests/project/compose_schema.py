"""The part of the Compose file format that deploy/compose.yml uses, as a JSON schema.

Written from the Compose specification; every object is closed, so a misspelt key fails.
"""

from typing import Any

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT, "minItems": 1}
DURATION = {"type": "string", "pattern": r"^(\d+(us|ms|s|m|h))+$"}
NAME = "^[a-zA-Z0-9._-]+$"


def closed(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def named(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "patternProperties": {NAME: value}, "additionalProperties": False}


CONDITIONS = ["service_started", "service_healthy", "service_completed_successfully"]
SERVICE = closed(
    {
        "image": TEXT,
        "build": closed({"context": TEXT, "dockerfile": TEXT}, "context"),
        "command": {"oneOf": [TEXT, TEXTS]},
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
        "env_file": {"oneOf": [TEXT, TEXTS]},
        "environment": named({"type": ["string", "number", "boolean", "null"]}),
        "depends_on": named(closed({"condition": {"enum": CONDITIONS}}, "condition")),
        "healthcheck": closed(
            {
                "test": {
                    "type": "array",
                    "items": TEXT,
                    "minItems": 2,
                    "prefixItems": [{"enum": ["CMD", "CMD-SHELL"]}],
                },
                "interval": DURATION,
                "timeout": DURATION,
                "start_period": DURATION,
                "retries": {"type": "integer", "minimum": 1},
            },
            "test",
        ),
        "deploy": closed({"replicas": {"type": "integer", "minimum": 0}}),
        "ports": {
            "type": "array",
            "items": {"type": "string", "pattern": r"^(\d+:)?\d+(/tcp|/udp)?$"},
        },
        "volumes": {
            "type": "array",
            "items": {"type": "string", "pattern": r"^[\w./-]+:/[\w./-]+(:ro|:rw)?$"},
        },
    },
    "image",
)

SCHEMA = {
    **closed(
        {
            "name": {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]*$"},
            "services": named(SERVICE),
            "volumes": named({"type": ["object", "null"]}),
        },
        "services",
    ),
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "patternProperties": {"^x-": {}},
}
