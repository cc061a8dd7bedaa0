#!/bin/sh
# Takes the picture of the workbench: workbench.sh PAGE DIRECTORY makes workbench.webp there, the page at a link to what
# `build/broken en-passant-uncovers` does wrong; and workbench.tabs, the picture's hash and the tabs that it shows, by which
# the tests see that the picture is of today.
set -eu

# As high as what comes before the link, which names the page's folder.
"$(dirname "$0")/screenshot.sh" \
    "file://$(realpath "$1")#tab=compare&variant=chess&fen=8/8/8/8/k2p3R/8/4P3/4K3+w+-+-+0+1&moves=e2e4&depth=1&move=d4e3" \
    1000,1000 "$(realpath "$2")/workbench.webp"
{
    sha256sum "$2/workbench.webp" | cut -d ' ' -f 1
    grep -o 'role="tab".*</button>' "$1" | sed 's/.*">//; s/<.*//'
} >"$2/workbench.tabs"
