"""The form for raters: pages in the browser, and one file of answers for each rater (extra ``server``)."""
