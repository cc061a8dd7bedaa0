#!/usr/bin/env bash
# Compares single calls with those of chess-library: turns.sh KINGSCAN CHESS_LIBRARY POSITIONS runs both programs by turns,
# nine times or RUNS, on every eleventh line of a file of EPD, and prints the medians in nanoseconds and their ratio.
set -eu

runs=${RUNS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -v '^#' "$3" | awk 'NR % 11 == 0 { print $1, $2, $3, $4, $5, 40 }' >"$work/fens"
for ((run = 0; run < runs; run++)); do
    "$1" "$work/fens" | sed 's/^/kingscan\t/'
    "$2" "$work/fens" | sed 's/^/chess-library\t/'
done >"$work/rows"

printf '\nsingle calls on real positions, nanoseconds, medians of %d runs in turn\n' "$runs"
printf '  %-30s %10s %14s   x chess-library\n' "" Kingscan chess-library
awk -F'\t' '
    function median(program, row, i, j, n, t, v) {
        n = count[program, row]
        for (i = 1; i <= n; i++) v[i] = value[program, row, i]
        for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
        return v[int((n + 1) / 2)]
    }
    { if (!seen[$2]++) order[++rows] = $2; value[$1, $2, ++count[$1, $2]] = $3 }
    END {
        for (r = 1; r <= rows; r++) {
            ours = median("kingscan", order[r]); theirs = median("chess-library", order[r])
            printf "  %-30s %10.2f %14.2f   %.2f\n", order[r], ours, theirs, theirs / ours
        }
    }' "$work/rows"
