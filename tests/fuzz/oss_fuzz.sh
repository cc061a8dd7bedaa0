#!/usr/bin/env bash
# Runs packaging/oss-fuzz/build.sh with what OSS-Fuzz sets, and each fuzzer for a moment.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src" "$work/out" "$work/work"
ln -s "$PWD" "$work/src/kingscan"
unset MAKEFLAGS MAKELEVEL WERROR BUILD
SRC=$work/src OUT=$work/out WORK=$work/work CC=clang-19 CFLAGS='-O1 -gline-tables-only -fsanitize=address,fuzzer-no-link' \
    LIB_FUZZING_ENGINE=-fsanitize=fuzzer bash packaging/oss-fuzz/build.sh
count=0
for fuzzer in "$work"/out/fuzz_*; do
    case $fuzzer in
    *.zip) python3 -m zipfile -t "$fuzzer" ;;
    *)
        "$fuzzer" -runs=500 -max_total_time=2 2>"$work/said" || {
            cat "$work/said"
            exit 1
        }
        count=$((count + 1))
        ;;
    esac
done
echo "=> $count fuzzers by OSS-Fuzz's script"
