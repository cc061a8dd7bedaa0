#!/bin/sh
# Takes the picture of a page: screenshot.sh URL WIDTH,HEIGHT FILE writes FILE, the page as chromium shows it. FILE ends with
# .webp or .png. Skips with a line where chromium is missing.
set -eu

if ! command -v chromium >/dev/null; then
    echo "pictures: no chromium here, so no $(basename "$3")"
    exit 0
fi
said=$(mktemp)
trap 'rm -f "$said"' EXIT
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=5000 --window-size="$2" \
    --screenshot="$3" "$1" 2>"$said" || {
    cat "$said" >&2
    exit 1
}
