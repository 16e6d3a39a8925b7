"""No language in particular: words and sentence ends by Unicode, numbers in digits."""
