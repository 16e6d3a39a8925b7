"""Configurations that come with the package; `en.toml` is the embedded English model's."""
