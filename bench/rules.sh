#!/usr/bin/env bash
# The rules of chess as an engine calls them: rules.sh BENCH_RULES BENCH_RULES_SHARED BENCH_RULES_CXX [CHESS_LIBRARY] runs the first
# program with the fastest kernel and with avx2, the same with the shared library, and the others, by turns, nine times or RUNS. It
# prints the medians in millions a second, and their ratios: to chess-library, of the shared library to the static one, and of
# questions to their longer ways. BENCH_RULES_CXX, which calls kingscan.hpp, may be empty.
set -eu

runs=${RUNS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for ((run = 0; run < runs; run++)); do
    "$1" >>"$work/best"
    KINGSCAN_KERNEL=avx2 "$1" 2>/dev/null >>"$work/avx2"
    "$2" >>"$work/shared"
    [ -z "$3" ] || "$3" >>"$work/kingscan.hpp"
    [ $# -lt 4 ] || "$4" >>"$work/chess-library"
done

medians() { # file: a row for each name, in the order of the file
    awk -F'\t' '
        function median(row, column, i, j, n, t, v) {
            n = count[row]
            for (i = 1; i <= n; i++) v[i] = value[row, column, i]
            for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
            return v[int((n + 1) / 2)]
        }
        { if (!count[$1]++) order[++rows] = $1; for (c = 2; c <= 4; c++) value[$1, c, count[$1]] = $c }
        END { for (r = 1; r <= rows; r++) printf "%s\t%s\t%s\t%s\n", order[r], median(order[r], 2), median(order[r], 3), median(order[r], 4) }
    ' "$1"
}

for program in best kingscan.hpp avx2 shared chess-library; do
    [ ! -e "$work/$program" ] || medians "$work/$program" | sed "s/^/$program\t/"
done >"$work/all"
printf '\nrules through the public header, millions a second, medians of %d runs in turn\n' "$runs"
printf '  %-34s %10s %10s %10s   ratios\n' "" start Kiwipete r4rk1
awk -F'\t' '
    BEGIN {
        longer["is a move legal"] = "is it in the list"
        longer["does it give check"] = "make, check, unmake"
    }
    function ratios(program, row, said, c) {
        if (!((program, row, 3) in value)) return
        printf "  "
        for (c = 3; c <= 5; c++) printf " %.2f", $c / value[program, row, c]
        printf " x %s", said
    }
    { for (c = 3; c <= 5; c++) value[$1, $2, c] = $c; line[NR] = $0 }
    END {
        for (n = 1; n <= NR; n++) {
            $0 = line[n]
            printf "  %-34s %10.1f %10.1f %10.1f", $2 ", " $1, $3, $4, $5
            if ($1 == "shared") ratios("best", $2, "static")
            else if ($2 in longer) ratios($1, longer[$2], longer[$2])
            else if ($1 != "chess-library") ratios("chess-library", $2 ~ /^perft/ ? "perft in place" : $2, "chess-library")
            printf "\n"
        }
    }' "$work/all"
