#!/bin/bash -eu
# Builds the fuzzers of tests/fuzz as OSS-Fuzz asks for it: with its compiler, its flags and its engine, into $OUT, each with its
# corpus beside it; and the programs that are named. `make test-afl` runs this file.

cd "$SRC/kingscan"
for source in tests/fuzz/fuzz_*.c; do
    fuzzers+=("$WORK/kingscan/$(basename "$source" .c)")
done
programs=("${@/#/$WORK/kingscan/}")
make -j"$(nproc)" BUILD="$WORK/kingscan" CC="$CC" CFLAGS="$CFLAGS" ASSERTS=1 LIB_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" "${fuzzers[@]}" "${programs[@]}"
cp "${fuzzers[@]}" "${programs[@]}" "$OUT"
for fuzzer in "${fuzzers[@]}"; do
    corpus=tests/fuzz/corpus/$(basename "$fuzzer")
    [ ! -d "$corpus" ] || python3 -m zipfile -c "$OUT/$(basename "$fuzzer")_seed_corpus.zip" "$corpus"/*
done
