"""Documents that are archives of parts, mostly XML, and PDF files."""
