#!/usr/bin/env bash
# Times inputs of nets beside nnue-pytorch: run.sh BENCH_NETS LOADER NNUE_PYTORCH_BENCH NNUE_PYTORCH_LOADER FILE.binpack
# BENCH_NETS is the program of kingscan.c, NNUE_PYTORCH_BENCH that of nnue_pytorch.cpp, and the loaders are libraries for
# nnue-pytorch's Python. The file is read as it is, and ten times over as a file of more blocks. All take turns, seven times
# or RUNS. It prints the medians of nanoseconds an entry, and how many times as fast as nnue-pytorch Kingscan is.
#   PRIORITY=50  runs all programs at this priority of real time
#   CORE=1       runs those of one thread on this core
#   TSV=FILE     also writes the rows there, after a line with the processor
set -eu

runs=${RUNS:-7}
nets=$1 loader=$2 peer=$3 peer_loader=$4
one_block=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
all=Full_Threats+PP_3Wide+HalfKAv2_hm
first=(${PRIORITY:+chrt -f "$PRIORITY"})
one=("${first[@]}" ${CORE:+taskset -c "$CORE"})
blocks=$work/blocks.binpack
for ((copy = 0; copy < 10; copy++)); do cat "$one_block"; done >"$blocks"
mkdir "$work/rows"
best=avx512 # what those use that choose for themselves
KINGSCAN_KERNEL=avx512 "$nets" rows HalfKAv2_hm "$one_block" >"$work/rate" 2>&1 || best=avx2

time_one() { # column, row, command...
    mkdir -p "$work/rows/$2"
    if ! "${@:3}" 2>/dev/null | cut -f 1 >>"$work/rows/$2/$1"; then rm -f "$work/rows/$2/$1"; fi
}

# Nanoseconds of wall time an entry of a file that is not in the cache of files.
time_cold() { # column, row, program, file
    mkdir -p "$work/rows/$2"
    dd if="$4" iflag=nocache count=0 status=none
    local begun=$EPOCHREALTIME entries
    entries=$("${one[@]}" "$3" rows "$all" "$4" | cut -f 2)
    awk -v begun="$begun" -v ended="$EPOCHREALTIME" -v n="$entries" 'BEGIN { print (ended - begun) * 1e9 / n }' >>"$work/rows/$2/$1"
}

time_rows() { # file, what it has
    local name=$2 set kernel
    for set in "$all" Full_Threats HalfKAv2_hm; do
        time_one nnue-pytorch "$name: $set" "${one[@]}" "$peer" rows "$set" "$1"
        for kernel in avx512 avx2 portable; do
            KINGSCAN_KERNEL=$kernel time_one "$kernel" "$name: $set" "${one[@]}" "$nets" rows "$set" "$1"
        done
    done
    time_one nnue-pytorch "$name: skipping" "${one[@]}" "$peer" skip "$all" "$1"
    for kernel in avx512 avx2 portable; do
        KINGSCAN_KERNEL=$kernel time_one "$kernel" "$name: skipping" "${one[@]}" "$nets" skip "$all" "$1"
    done
    time_cold nnue-pytorch "$name: cold, wall time" "$peer" "$1"
    time_cold "$best" "$name: cold, wall time" "$nets" "$1"
}

time_others() { # file
    local set kernel threads
    for set in Chess768 HalfKP; do
        time_one plain-C "$set alone" "${one[@]}" "$nets" plain "$set" "$1"
        for kernel in avx512 avx2 portable; do
            KINGSCAN_KERNEL=$kernel time_one "$kernel" "$set alone" "${one[@]}" "$nets" alone "$set" "$1"
        done
    done
    for threads in 1 2; do
        time_one nnue-pytorch "loader, concurrency $threads, wall time" "${first[@]}" "$nets" loader "$all" "$1" "$peer_loader" "$threads"
        time_one "$best" "loader, concurrency $threads, wall time" "${first[@]}" "$nets" loader "$all" "$1" "$loader" "$threads"
    done
}

for ((run = 0; run < runs; run++)); do
    time_rows "$one_block" "one block"
    time_rows "$blocks" "ten blocks"
    time_others "$blocks"
done

median() { # file
    [ ! -s "$1" ] || sort -n "$1" | sed -n "$((($(wc -l <"$1") + 1) / 2))p"
}

{
    printf '# processor\t%s\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
    printf 'row\tpeer\tpeer ns\tavx512\tavx2\tportable\tratio avx512\tratio avx2\n'
    for row in "$work"/rows/*/; do
        other=nnue-pytorch
        [ -e "$row/$other" ] || other=plain-C
        printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$(basename "$row")" "$other" "$(median "$row/$other")" "$(median "$row/avx512")" \
            "$(median "$row/avx2")" "$(median "$row/portable")" |
            awk -F '\t' '{ for (i = 3; i <= 6; i++) $i = $i == "" ? "-" : sprintf("%.1f", $i)
                print $0, ($4 > 0 ? sprintf("%.2f", $3 / $4) : "-"), ($5 > 0 ? sprintf("%.2f", $3 / $5) : "-") }' OFS='\t'
    done
} | tee "${TSV:-/dev/null}"
