#!/usr/bin/env bash
# Uses a tarball as other people's projects do, in an empty folder: consumers.sh TARBALL. It is built and installed, and a C program
# by pkg-config, a project of CMake by FetchContent, one of Meson by a wrap, a crate of cargo, a wheel of pip and a package of npm
# each print the checkers of one position. Prints a line a consumer, and fails when one has another answer.
# shellcheck disable=SC2317 # the function consumer calls the others
set -euo pipefail

tarball=$(realpath "$1")
consumers=$(grep -c '^consumer "' "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fen="4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1"
unset MAKEFLAGS MAKELEVEL WERROR BUILD
export CFLAGS='-O0 -DKS_QUICK_TO_COMPILE'
export KINGSCAN_CFLAGS=$CFLAGS
export CC=gcc # under one name a compiler's cache knows it again

log=$work/log
failed=0
consumer() { # name, command that prints the checkers
    local name=$1 answer
    shift
    answer=$("$@" 2>"$log" | tail -n 1) || true
    if [ "${TEST_STAGE:-}" ]; then echo "[+/$consumers] consumers"; fi # for tests/stages/progress.sh
    if [ "$answer" = "f3 e2" ]; then
        printf '%-28s %s\n' "$name" "$answer"
    else
        printf '%-28s expected f3 e2, found "%s":\n' "$name" "$answer"
        tail -n 20 "$log"
        failed=1
    fi
}

# ---- The tarball ----
tar xzf "$tarball"
source=$(echo "$work"/kingscan-*)
make -C "$source" -j"$(nproc)" install PREFIX="$work/usr" >"$log" 2>&1 || { cat "$log"; exit 1; }
program() { "$work/usr/bin/kingscan" check <<<"$fen" | cut -f 2 | tr , ' '; }
consumer "the program, installed" program

# ---- C ----
cat >checkers.c <<END
#include <kingscan.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    ks_position position;
    uint64_t checkers;
    if (ks_read_fen("$fen", strlen("$fen"), 0, &position, NULL) != KS_OK)
        return 1;
    for (ks_judge(&position, &checkers); checkers; checkers &= checkers - 1)
        printf("%s%s", ks_square_name(ks_lowest_square(checkers)), checkers & (checkers - 1) ? " " : "\n");
    return 0;
}
END
by_pkg_config() {
    local flags
    read -ra flags <<<"$(PKG_CONFIG_PATH=$work/usr/lib/pkgconfig pkg-config --cflags --libs kingscan)"
    gcc checkers.c "${flags[@]}" -o checkers && LD_LIBRARY_PATH=$work/usr/lib ./checkers
}
consumer "C, by pkg-config" by_pkg_config

cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(checkers C)
include(FetchContent)
FetchContent_Declare(kingscan URL file://$tarball)
FetchContent_MakeAvailable(kingscan)
add_executable(checkers checkers.c)
target_link_libraries(checkers kingscan::kingscan)
END
by_cmake() { cmake -B cmake . -DCMAKE_C_FLAGS="$CFLAGS -march=x86-64-v3" >&2 && cmake --build cmake >&2 && cmake/checkers; }
consumer "CMake, by FetchContent" by_cmake

mkdir -p meson/subprojects/packagecache
cp checkers.c meson
cp "$tarball" meson/subprojects/packagecache
cp "$(dirname "$tarball")/recipes/kingscan.wrap" meson/subprojects
cat >meson/meson.build <<END
project('checkers', 'c')
executable('checkers', 'checkers.c', dependencies: dependency('kingscan'))
END
by_meson() { (cd meson && meson setup out -Dc_args="$CFLAGS -march=native" >&2 && ninja -C out >&2 && out/checkers); }
consumer "C, by a wrap of Meson" by_meson

# ---- Rust ----
mkdir -p crate/src
cat >crate/Cargo.toml <<END
[package]
name = "checkers"
version = "0.0.0"
edition = "2021"

[dependencies]
kingscan = { path = "$source/bindings/rust" }
END
cat >crate/src/main.rs <<END
fn main() {
    let position = kingscan::Position::from_fen("$fen").unwrap();
    let checkers: Vec<String> = position.checkers().map(|square| square.to_string()).collect();
    println!("{}", checkers.join(" "));
}
END
# (Debian's cargo first: it is as old as the crate's rust-version. All else is found as before.)
mkdir rust
for tool in cargo rustc rustdoc; do
    [ ! -x "/usr/bin/$tool" ] || ln -s "/usr/bin/$tool" rust
done
by_cargo() {
    local PATH=$work/rust:$PATH
    export CARGO_HOME=$work/cargo CARGO_TARGET_DIR=$work/target
    # The library that make has built, by the same flags, and then one that cargo builds.
    (cd "$source/bindings/rust" && cargo test --offline >built 2>&1 && grep -q 'build/libkingscan.a is taken' built || ! cat built >&2) &&
        (cd crate && KINGSCAN_CFLAGS="$CFLAGS -g0" cargo run --offline)
}
consumer "Rust, by cargo" by_cargo

# ---- Python ----
by_pip() {
    make -C "$source" wheel >&2 && python3 -m pip install --quiet --no-index --target site "$source"/build/wheels/*.whl >&2 &&
        PYTHONPATH=site python3 -c "import kingscan; print(*kingscan.Position('$fen').checkers)"
}
consumer "Python, by pip" by_pip

# ---- JavaScript ----
by_npm() {
    make -C "$source" -j"$(nproc)" javascript >&2 && mkdir -p node && cd node && npm pack --silent "$source/build/javascript" >&2 &&
        npm init -y >&2 && npm install --silent --offline ./kingscan-*.tgz >&2 &&
        node --input-type=module -e "import { Position } from 'kingscan'; console.log(new Position('$fen').checkers.join(' '))"
}
consumer "JavaScript, by npm" by_npm
exit $failed
