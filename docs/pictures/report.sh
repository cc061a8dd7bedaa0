#!/bin/sh
# Takes the picture of a report: report.sh KINGSCAN BROKEN DIRECTORY makes report.webp there, the page that `diff --html`
# writes of BROKEN, an engine with a bug, as chromium shows it. Skips with a line where chromium is missing.
set -eu

kingscan=$(realpath "$1")
broken=$(realpath "$2")
directory=$(realpath "$3")
if ! command -v chromium >/dev/null; then
    echo "pictures: no chromium here, so no report.webp"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

ln -s "$kingscan" kingscan
printf '#!/bin/sh\nexec %s en-passant-uncovers\n' "$broken" >mine
chmod +x mine
PATH=$work:$PATH kingscan diff 4 --engine ./mine --html report.html >found || [ $? = 1 ]
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,812 --screenshot=report.webp \
    "file://$work/report.html" 2>said || {
    cat said >&2
    exit 1
}
mv report.webp "$directory"
