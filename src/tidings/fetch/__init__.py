"""The only code that opens outbound connections to strangers."""
