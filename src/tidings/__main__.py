"""`python -m tidings` is the same as `tidings`."""

from tidings.cli.main import main

main()
