#!/bin/sh
# Makes .venv if there is none that works, or says in words what is missing for it.
# PYTHON names the interpreter; any 3.11 or newer will do.
set -eu
python=${PYTHON:-python3}

refuse() {
    echo "$1" >&2
    exit 1
}

command -v "$python" >/dev/null 2>&1 || refuse \
    "Tidings needs Python 3.11 or newer, and there is no $python. On Debian: apt install python3 python3-venv"

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || refuse \
    "Tidings needs Python 3.11 or newer; $python is $("$python" -V 2>&1). Name a newer one: make PYTHON=python3.12 …"

# A virtual environment that was copied or moved still points at its old place.
here=$(pwd -P)
if [ -f .venv/.home ] && [ "$(cat .venv/.home)" != "$here" ]; then
    rm -rf .venv
fi
if .venv/bin/python -m pip --version >/dev/null 2>&1; then
    exit 0
fi
"$python" -m venv .venv >/dev/null 2>&1 || refuse \
    "Python cannot make a virtual environment. On Debian: apt install python3-venv"
echo "$here" >.venv/.home
