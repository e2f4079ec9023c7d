#!/bin/sh
# Find the browsers of the tests: those that are there, else Debian's packages; Chromium also as Playwright's own.
set -eu
python=$1

has() {
    for name in "$@"; do
        if command -v "$name" >/dev/null 2>&1; then return 0; fi
    done
    return 1
}

from_debian() {
    command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ] || return 1
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}

has chromium chromium-browser google-chrome || from_debian chromium || "$python" -m playwright install chromium || {
    echo "No Chromium was found or could be installed. Install your system's chromium package and run make test again." >&2
    exit 1
}
# Playwright's own Firefox is a patched one; the tests drive the reader's own, over WebDriver BiDi.
has firefox-esr firefox || from_debian firefox-esr || echo "No Firefox was found or could be installed: its tests will be skipped, loudly." >&2
