#!/bin/sh
# Takes the picture of a report: report.sh KINGSCAN BROKEN DIRECTORY makes report.webp there, the page that `diff --html`
# writes of BROKEN, an engine with a bug.
set -eu

screenshot=$(realpath "$(dirname "$0")/screenshot.sh")
kingscan=$(realpath "$1")
broken=$(realpath "$2")
directory=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

ln -s "$kingscan" kingscan
printf '#!/bin/sh\nexec %s en-passant-uncovers\n' "$broken" >mine
chmod +x mine
PATH=$work:$PATH kingscan diff 4 --engine ./mine --html report.html >found || [ $? = 1 ]
"$screenshot" "file://$work/report.html" 1000,812 "$directory/report.webp"
