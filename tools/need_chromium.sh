#!/bin/sh
# Makes sure that the browser tests have their browser, or says loudly what is missing.
set -eu
if [ -x /usr/bin/chromium ]; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing Chromium for the browser tests …"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
  exit 0
fi
echo "MISSING: /usr/bin/chromium, which the browser tests need." >&2
echo "Install it (on Debian: sudo apt-get install chromium) and run make test again." >&2
exit 1
