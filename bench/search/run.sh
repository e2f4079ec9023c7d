#!/bin/sh
# Search beside Pagefind, MiniSearch, Lunr and bare Whoosh: bench/search/run.sh PYTHON [SIZES [OTHERS]]
# SIZES of our index are numbers of documents with commas between them; the others are given OTHERS documents at the most.
# The others come from npm into this folder (ignored by git); relevance needs the shared texts beside the checkout.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH= cd -- "$here/../.." && pwd)
python=$1
sizes=${2:-20000,100000}
others=${3:-20000}
case $python in /*) ;; *) python="$PWD/$python" ;; esac
cd "$root"
if command -v npm >/dev/null && [ ! -d "$here/node_modules" ]; then
    (cd "$here" && npm install --silent --no-audit --no-fund --no-package-lock) || echo "npm could not install the others"
fi
shared="$root/../shared"
if [ -d "$shared/seeds" ]; then
    "$python" -m ludex build "$shared"/seeds/*.txt -o build/bench-seeds >/dev/null
    "$python" -m ludex build "$shared"/corpora/infinity-wiki/*.xz -o build/bench-infinity >/dev/null
    set -- --site build/bench-seeds --site build/bench-infinity --gold "$shared/gold" --score "$shared/eval/score.py"
else
    echo "the shared texts are absent: relevance is not measured"
    set --
fi
PYTHONPATH="$root" exec "$python" bench/search/run.py --documents "$sizes" --others "$others" "$@"
