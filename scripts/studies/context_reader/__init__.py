"""A reader of context, tried and measured: docs/measured/context_reader.md. Not part of the product."""
