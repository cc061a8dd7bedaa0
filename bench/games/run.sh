#!/usr/bin/env bash
# Times how fast games are read move by move, beside chess-library: run.sh BENCH_GAMES [CHESS_LIBRARY], two programs.
# The first one writes games and reads them with the fastest kernel, with avx2 and with ssse3; the second one reads them with
# chess-library. They take turns, nine times or RUNS. It prints the medians in millions of moves and of bytes a second, and
# how many times as fast as chess-library they are.
#   KINGSCAN=PROGRAM  also times `check --count` on these games and `convert` of them to .binpack
set -eu

runs=${RUNS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$1" write "$work/games.pgn"
for ((run = 0; run < runs; run++)); do
    "$1" read "$work/games.pgn" >>"$work/fastest kernel"
    for kernel in avx2 ssse3; do
        KINGSCAN_KERNEL=$kernel "$1" read "$work/games.pgn" 2>/dev/null >>"$work/$kernel" || rm -f "$work/$kernel"
    done
    [ $# -lt 2 ] || "$2" read "$work/games.pgn" >>"$work/chess-library"
done

# Appends millions of moves and of bytes a second to the file of that name, from the time of a whole run.
many=$work/many.pgn
time_program() { # name, argument...
    local begun=$EPOCHREALTIME
    "$KINGSCAN" "${@:2}" >/dev/null 2>&1
    awk -v begun="$begun" -v ended="$EPOCHREALTIME" -v moves="$moves" -v bytes="$(wc -c <"$many")" \
        'BEGIN { printf "%f\t%f\n", moves / (ended - begun) / 1e6, bytes / (ended - begun) / 1e6 }' >>"$work/$1"
}
if [ -n "${KINGSCAN:-}" ]; then
    for ((copy = 0; copy < 10; copy++)); do cat "$work/games.pgn"; done >"$many"
    moves=$("$KINGSCAN" games --count "$many" | awk '$1 == "moves" { print $2 }')
    for ((run = 0; run < runs; run++)); do
        time_program 'check --count' check --count "$many"
        time_program 'convert to .binpack' convert "$many" "$work/out.binpack"
    done
fi

median() { # file, column
    cut -f "$2" "$1" | sort -n | sed -n "$(((runs + 1) / 2))p"
}

printf '\ngames with comments through the public header, medians of %d runs in turn\n' "$runs"
printf '  %-20s %12s %8s   x chess-library\n' "" "Mmoves/s" "MB/s"
for program in 'fastest kernel' avx2 ssse3 chess-library 'check --count' 'convert to .binpack'; do
    [ -s "$work/$program" ] || continue
    moves=$(median "$work/$program" 1)
    printf '  %-20s %12.1f %8.0f' "$program" "$moves" "$(median "$work/$program" 2)"
    [ $# -lt 2 ] || awk -v moves="$moves" -v peer="$(median "$work/chess-library" 1)" 'BEGIN { printf "   %.2f", moves / peer }'
    echo
done
