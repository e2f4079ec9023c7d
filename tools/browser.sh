#!/bin/sh
# Find a Chromium for the browser tests: one that is there, else Debian's package, else Playwright's own.
set -eu
python=$1
for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null && exit 0
fi
"$python" -m playwright install chromium || {
    echo "No Chromium was found or could be installed. Install your system's chromium package and run make test again." >&2
    exit 1
}
