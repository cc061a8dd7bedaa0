#!/bin/sh
# Takes the picture of the workbench: workbench.sh PAGE DIRECTORY makes workbench.webp there, the page as chromium shows it at a
# link to what `build/broken en-passant-uncovers` does wrong. Skips with a line where chromium is missing.
set -eu

page=$(realpath "$1")
directory=$(realpath "$2")
if ! command -v chromium >/dev/null; then
    echo "pictures: no chromium here, so no workbench.webp"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# As high as what comes before the link, which names the page's folder.
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=5000 --window-size=1000,1000 \
    --screenshot=workbench.webp \
    "file://$page#tab=compare&variant=chess&fen=8/8/8/8/k2p3R/8/4P3/4K3+w+-+-+0+1&moves=e2e4&depth=1&move=d4e3" 2>said || {
    cat said >&2
    exit 1
}
mv workbench.webp "$directory"
