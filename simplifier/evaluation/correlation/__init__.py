"""Do metrics say what people say: metrics against ratings, by sentence and by system."""
