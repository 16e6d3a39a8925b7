"""The form for raters: pages in the browser, answers in a file a rater (extra ``server``)."""
