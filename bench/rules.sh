#!/usr/bin/env bash
# The rules of chess as an engine calls them: rules.sh BENCH_RULES BENCH_RULES_CXX [CHESS_LIBRARY] runs the first program with the
# fastest kernel and with avx2, and the others, by turns, nine times or RUNS, and prints the medians in millions of moves a second,
# and their ratio to chess-library's perft. BENCH_RULES_CXX, which calls kingscan.hpp, may be empty.
set -eu

runs=${RUNS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for ((run = 0; run < runs; run++)); do
    "$1" >>"$work/best"
    KINGSCAN_KERNEL=avx2 "$1" 2>/dev/null >>"$work/avx2"
    [ -z "$2" ] || "$2" >>"$work/kingscan.hpp"
    [ $# -lt 3 ] || "$3" >>"$work/chess-library"
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

peer=
[ $# -lt 3 ] || peer=$(medians "$work/chess-library")
printf '\nrules through the public header, millions of moves a second, medians of %d runs in turn\n' "$runs"
printf '  %-40s %10s %10s %10s   x chess-library\n' "" start Kiwipete r4rk1
for program in best kingscan.hpp avx2 chess-library; do
    [ -e "$work/$program" ] || continue
    medians "$work/$program" | awk -F'\t' -v program="$program" -v peer="$peer" '
        BEGIN { split(peer, of, "\t") }
        {
            printf "  %-40s %10.1f %10.1f %10.1f", $1 ", " program, $2, $3, $4
            if (peer != "" && $1 ~ /^perft/) printf "   %.2f %.2f %.2f", $2 / of[2], $3 / of[3], $4 / of[4]
            printf "\n"
        }'
done
