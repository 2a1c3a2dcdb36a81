"""People who sign in, and programs that act for them."""
