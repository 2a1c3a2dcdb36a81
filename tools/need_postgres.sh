#!/bin/sh
# Prints where the programs of Debian's PostgreSQL are, on which the store's tests run as well
# as on the newest one; or says loudly what is missing.
set -eu
oldest() {
  for version in $(ls /usr/lib/postgresql 2>/dev/null | sort -n); do
    programs="/usr/lib/postgresql/$version/bin"
    if [ "$version" -ge 14 ] && [ -x "$programs/initdb" ] && [ -x "$programs/postgres" ]; then
      echo "$programs"
      return 0
    fi
  done
  return 1
}
if oldest; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing Debian's PostgreSQL for the store's tests …" >&2
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2
  if oldest; then exit 0; fi
fi
echo "MISSING: a PostgreSQL of your distribution in /usr/lib/postgresql/*/bin, version 14 or" >&2
echo "newer, which the store's tests need beside the newest one. Install it (on Debian: sudo" >&2
echo "apt-get install postgresql) and run make test again." >&2
exit 1
