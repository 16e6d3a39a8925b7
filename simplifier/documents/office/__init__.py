"""Formats whose files are archives of parts, mostly XML, and PDF."""
