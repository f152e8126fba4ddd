#!/usr/bin/env python
"""Django's command line, with the settings of a single machine as default."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    from django.core.management import execute_from_command_line

    from config.env import BadEnvironment

    try:
        execute_from_command_line(sys.argv)
    except BadEnvironment as error:
        sys.exit(f"the environment is wrong: {error}")


if __name__ == "__main__":
    main()
