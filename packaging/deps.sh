#!/bin/sh
# Installs packages, or names them where there is no apt.
#
#     TABLE='...' packaging/deps.sh PURPOSE...
#
# TABLE has the rows of packaging/packages.mk; those of the purposes are wanted. Debian's packages are looked up
# first, so that a second call does nothing and needs no root.
set -eu
purposes=" $* "

# The packages in a column of the table: 2 Debian, 3 Fedora, 4 Arch, 5 Homebrew.
packages() {
    printf '%s\n' "$TABLE" | awk -v purposes="$purposes" -v column="$1" '
        !index(purposes, " " $1 " ") || $column == "-" || seen[$column]++ { next }
        { gsub(",", " ", $column); line = line " " $column }
        END { print line }'
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    {
        echo "make deps: there is no apt here; install what these hold"
        echo "Debian   apt install$(packages 2)"
        echo "Fedora   dnf install$(packages 3)"
        echo "Arch     pacman -S$(packages 4)"
        echo "Homebrew brew install$(packages 5)"
    } >&2
    exit 1
fi

# Packages that installed ones provide: the nodejs of others than Debian has npm in it, for example.
# shellcheck disable=SC2016 # the variables are dpkg-query's
provided=$(dpkg-query -W -f='${db:Status-Status}, ${Provides},\n' | grep '^installed, .' || :)
missing=
for package in $(packages 2); do
    # shellcheck disable=SC2016
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
        printf '%s\n' "$provided" | grep -q ", ${package}[, ]" ||
        missing="$missing $package"
done
[ -n "$missing" ] || exit 0

root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
        echo "make deps: run as root, or install sudo; missing:$missing" >&2
        exit 1
    }
    root=sudo
fi
echo "Installing:$missing"
# apt keeps neither the packages nor its two copies of the lists: 123 MB for `make deps run` on a bare Debian.
sparing='-o APT::Keep-Downloaded-Packages=false -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache='
# shellcheck disable=SC2086 # several words
$root apt-get update -qq $sparing
# shellcheck disable=SC2086
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -qq $sparing $missing
