"""Settings: `base` holds what is always so; `dev`, `test` and `prod` add what differs."""
