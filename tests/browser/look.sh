#!/bin/sh
# look.sh PAGE [WIDTH light|dark]...: opens a page in Chromium and prints the lines of its console and whether its
# script has run; then, for each width and theme, the problems that legible.js finds.
set -eu
page=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

browse() { # FILE WIDTH light|dark: prints the document as it is after its scripts
    case $3 in dark) scheme=0 ;; *) scheme=1 ;; esac
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" \
        --enable-logging=stderr --window-size="$2,900" --blink-settings=preferredColorScheme=$scheme \
        --dump-dom "file://$1" 2>"$work/said"
    grep -o 'CONSOLE.*' "$work/said" >&2 || true
}

cp "$page" "$work/page.html"
browse "$work/page.html" 800 light >"$work/document"
grep -q '<html lang="en" class="scripted">' "$work/document" || echo "the page's script has not run"

# The page's policy allows no other script, so the measured copy omits it. The copy is in a frame, since a window is
# never as narrow as a telephone.
{
    sed '/http-equiv="Content-Security-Policy"/d' "$page"
    echo '<script>'
    cat "$here/legible.js"
    echo '</script>'
} >"$work/measured.html"
while [ $# -ge 3 ]; do
    cat >"$work/frame.html" <<X
<!DOCTYPE html>
<output></output>
<script>addEventListener("message", (event) => { document.querySelector("output").textContent = event.data; });</script>
<iframe width="$2" height="900" src="measured.html"></iframe>
X
    browse "$work/frame.html" 1600 "$3" | sed -n '/<output>/,$ {s/.*<output>//; /<\/output>/ {s/<\/output>.*//; p; q}; p}'
    shift 2
done
