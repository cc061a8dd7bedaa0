#!/usr/bin/env bash
# AFL++ on the targets of OSS-Fuzz and on the command line.
#
#     tests/fuzz/afl.sh SECONDS DIRECTORY
#
# packaging/oss-fuzz/build.sh builds the targets in DIRECTORY with what OSS-Fuzz sets for AFL++ and AddressSanitizer, and each
# target reads its corpus. The program is built of the same objects: each command that reads its standard input gets random
# bytes for SECONDS. A crash is printed with the bytes that cause it, and the exit status is 1.
set -euo pipefail

seconds=$1 directory=$(realpath -m "$2")
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_QUIET=1

# ---- Building ----
unset MAKEFLAGS MAKELEVEL WERROR BUILD
export SRC=$directory/src OUT=$directory/out WORK=$directory/work CC=afl-clang-fast LIB_FUZZING_ENGINE=-fsanitize=fuzzer
export CFLAGS='-O1 -gline-tables-only -fsanitize=address,undefined -fno-sanitize-recover=all'
mkdir -p "$SRC" "$OUT" "$WORK"
ln -sfn "$PWD" "$SRC/kingscan"
bash packaging/oss-fuzz/build.sh kingscan

# ---- The targets ----
count=0
for target in "$OUT"/fuzz_*; do
    case $target in
    *.zip) python3 -m zipfile -t "$target" ;;
    *)
        corpus=tests/fuzz/corpus/$(basename "$target")
        find "$corpus" -type f -print0 2>/dev/null | xargs -0 "$target" >"$WORK/said" 2>&1 || {
            cat "$WORK/said"
            exit 1
        }
        count=$((count + 1))
        ;;
    esac
done
echo "=> $count fuzzers by OSS-Fuzz's script"

# ---- The command line ----
seeds_of() {
    case $1 in
    uci) printf 'uci\nisready\nsetoption name UCI_Chess960 value true\nposition startpos moves e2e4 e7e5\nd\ngo perft 1\n' ;;
    *) printf '%s\n' 'r3k2r/8/8/3pP3/8/8/8/R3K2R w HAkq d6 0 2 bm O-O; id "x";' '# no position' 'kb6/p1p5/8/8/8/8/8/7K b - - c0 "x";' ;;
    esac
}

fuzz() {
    local place=$WORK/afl-$1 found=0
    mkdir -p "$place/seeds"
    seeds_of "$1" >"$place/seeds/first"
    AFL_AUTORESUME=1 afl-fuzz -V "$seconds" -m none -t 1000 -i "$place/seeds" -o "$place" -- "$OUT/kingscan" "$@" \
        >"$place/log" 2>&1 || { tail -n 20 "$place/log" >&2; exit 2; }
    for crash in "$place"/default/crashes/id*; do
        test -e "$crash" || continue
        echo "kingscan $* crashes on $crash:" >&2
        od -A d -t x1z "$crash" >&2
        found=1
    done
    return $found
}

# Side by side.
pids=()
for command in 'check --lenient --json -' 'moves --lenient --json -' 'show --lenient --ascii -' uci; do
    read -ra words <<<"$command"
    fuzz "${words[@]}" &
    pids+=($!)
done
found=0
for pid in "${pids[@]}"; do
    wait "$pid" || found=1
done
exit $found
