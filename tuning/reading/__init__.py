"""Training of the reader of context: a pretrained encoder that learns from marks which changes an editor lets stand."""
