#!/usr/bin/env bash
# Makes the release of a tarball twice, in two folders, compares the bytes, and uses each file as a newcomer does, where nothing else of
# Kingscan is: release.sh TARBALL. Prints a line a file.
set -euo pipefail

tarball=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset MAKEFLAGS MAKELEVEL WERROR BUILD CFLAGS
export CCACHE_DISABLE=1 # which would give the second folder what the first has compiled
fen="4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1"

for folder in one another/below; do
    mkdir -p $folder
    tar xzf "$tarball" -C $folder --strip-components=1
    make -C $folder -j"$(nproc)" release >log 2>&1 || { tail -n 30 log; exit 1; }
done
diff -r one/build/release another/below/build/release
cd one/build/release
sha256sum --quiet --check SHA256SUMS

failed=0
tried() { # name, the checkers, what was printed
    printf '%-48s %s\n' "$1" "$3"
    [ "$3" = "$2" ] || failed=1
}

# A root with this file alone: no loader, no library, no /dev.
program=$(echo kingscan-*-linux-x86_64)
mkdir "$work/root" && cp "$program" "$work/root/kingscan"
tried "$program, in an empty root" f3,e2 "$(unshare --map-root-user chroot "$work/root" /kingscan check <<<"$fen" | cut -f 2)"

program=$(echo kingscan-*-windows-x86_64.exe)
export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
tried "$program, in Wine" f3,e2 "$(wine "$program" check <<<"$fen" 2>/dev/null | cut -f 2)"

wheel=$(echo kingscan-*.whl)
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$wheel"
tried "$wheel, in a venv" f3,e2 \
    "$(cd / && env -i "$work/venv/bin/python" -c "import kingscan; print(*kingscan.Position('$fen').checkers, sep=',')")"

package=$PWD/$(echo kingscan-*-npm.tgz)
mkdir "$work/node" && cd "$work/node"
npm init -y >/dev/null
npm install --silent --offline "$package" >/dev/null
tried "$(basename "$package"), in a new project" f3,e2 \
    "$(node --input-type=module -e "import { Position } from 'kingscan'; console.log(new Position('$fen').checkers.join())")"

# Nothing here runs programs of macOS.
cd "$work/one/build/release"
for program in kingscan-*-macos-*; do
    tried "$program" "MH_MAGIC_64 EXECUTE" "$(llvm-objdump-19 --macho --private-header "$program" | awk '/MH_MAGIC/ { print $1, $5 }')"
done
exit $failed
