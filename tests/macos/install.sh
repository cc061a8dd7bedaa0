#!/bin/sh
# Tries the recipe for Homebrew as far as Linux can: its commands, by the cross compiler, on the unpacked sources in an empty
# folder: install.sh FOLDER, which has what was built, and CC, AR, CFLAGS and LDFLAGS say how. The program does not run here, so
# another one stands in for it when it is asked for its pages.
set -eu
build=$(realpath "$1")
machine=$(basename "$build")
recipe=$PWD/packaging/recipes/kingscan.rb.in
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
version=$(sed -n 's/^.define KS_VERSION_[A-Z]* *//p' include/kingscan/check.h | head -n 3 | paste -sd .)

# The words of the recipe's line, one a line: make, its goal, and where it installs.
words=$(sed -n 's/^ *system //p' "$recipe" | tr -d '" ' | tr , '\n')
[ "$(echo "$words" | head -n 1)" = gmake ] || {
    echo "$recipe: expected the command gmake, found: $words"
    exit 1
}

mkdir "$folder/sources"
if [ -d .git ] || [ -f .git ]; then git ls-files -z; else find . -path './build*' -prune -o -type f -print0; fi |
    tar --create --null --files-from=- | tar --extract --directory="$folder/sources"
prefix=$folder/Cellar/kingscan/$version
# shellcheck disable=SC2046 # several words
make --silent --directory="$folder/sources" BUILD="$build" RUN=echo \
    $(echo "$words" | tail -n +2 | sed "s|#{prefix}|$prefix|")
for file in bin/kingscan lib/libkingscan.a lib/libkingscan.1.dylib lib/libkingscan.dylib lib/pkgconfig/kingscan.pc \
    include/kingscan.h share/man/man1/kingscan.1 share/man/man1/kingscan-check.1; do
    [ -s "$prefix/$file" ] || {
        echo "the recipe does not install $file"
        exit 1
    }
done
llvm-objdump-19 --macho --dylib-id "$prefix/lib/libkingscan.dylib" | grep -qx "$prefix/lib/libkingscan.1.dylib" || {
    echo "$machine: the library does not have the name under which it was installed"
    exit 1
}
echo "$machine: the recipe's commands install the program and the libraries"
