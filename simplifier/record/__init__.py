"""What goes with a sentence: how it was read, what is asked, what came out, and why."""
