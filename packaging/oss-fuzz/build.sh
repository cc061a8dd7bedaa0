#!/bin/bash -eu
# Builds the fuzzers of tests/fuzz as OSS-Fuzz asks for it: with its compiler, its flags and its engine, into $OUT, each with its
# corpus beside it. `make test-afl` runs this file.

cd "$SRC/kingscan"
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    fuzzers+=("$WORK/kingscan/$name")
done
make -j"$(nproc)" BUILD="$WORK/kingscan" CC="$CC" CFLAGS="$CFLAGS" CPPFLAGS=-DKS_QUICK_TO_COMPILE LIB_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" "${fuzzers[@]}"
for fuzzer in "${fuzzers[@]}"; do
    cp "$fuzzer" "$OUT"
    corpus=tests/fuzz/corpus/$(basename "$fuzzer")
    [ ! -d "$corpus" ] || python3 -m zipfile -c "$OUT/$(basename "$fuzzer")_seed_corpus.zip" "$corpus"/*
done
