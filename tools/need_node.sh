#!/bin/sh
# Makes sure that the web app can be built, or says in words what is missing for it.
set -eu
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "Tidings needs Node.js 20.19 or newer to build its web app, and there is none." >&2
  exit 1
fi
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
  echo "Tidings needs Node.js 20.19 or newer to build its web app; this is $(node --version)." >&2
  exit 1
fi
