#!/usr/bin/env bash
# Times how fast games are read move by move, beside chess-library: run.sh BENCH_GAMES [CHESS_LIBRARY], two programs.
# The first one writes games and reads them with the fastest kernel, with avx2 and with ssse3; the second one reads them with
# chess-library. They take turns, nine times or RUNS. It prints the medians in millions of moves and of bytes a second, and
# how many times as fast as chess-library they are.
#   KINGSCAN=PROGRAM  also times `check --count` on ten times these games and `convert` of them to .binpack, by processor time: with
#                     evaluations in half of them, in each, and with the notes of cutechess
#   RECORD=FILE       also writes these rows as bench/figures has them: nanoseconds a move, median, least and most
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

# Appends millions of moves and of bytes a second of processor time to the file of that name.
many=$work/many.pgn
TIMEFORMAT='%U %S'
time_program() { # name, argument...
    { time "$KINGSCAN" "${@:2}" >/dev/null 2>&1; } 2>&1 | tail -n 1 |
        awk -v moves="$moves" -v bytes="$(wc -c <"$many")" \
            '{ printf "%f\t%f\n", moves / ($1 + $2) / 1e6, bytes / ($1 + $2) / 1e6 }' >>"$work/$1"
}
programs=()
declare -A counts
time_programs() { # kind of comments
    for ((run = 0; run < runs; run++)); do
        time_program "check --count$1" check --count --jobs 1 "$many"
        time_program "convert to .binpack$1" convert --jobs 1 "$many" "$work/out.binpack"
    done
    programs+=("check --count$1" "convert to .binpack$1")
    counts["of$1"]=$moves
}
for kind in ${KINGSCAN:+"" evals notes}; do
    "$1" write "$work/one.pgn" ${kind:+"$kind"}
    for ((copy = 0; copy < 10; copy++)); do cat "$work/one.pgn"; done >"$many"
    moves=$("$KINGSCAN" games --count "$many" | awk '$1 == "moves" { print $2 }')
    time_programs "${kind:+, $kind}"
done

median() { # file, column
    cut -f "$2" "$1" | sort -n | sed -n "$(((runs + 1) / 2))p"
}

printf '\ngames with comments through the public header, medians of %d runs in turn\n' "$runs"
printf '  %-27s %12s %8s   x chess-library\n' "" "Mmoves/s" "MB/s"
for program in 'fastest kernel' avx2 ssse3 chess-library "${programs[@]}"; do
    [ -s "$work/$program" ] || continue
    moves=$(median "$work/$program" 1)
    printf '  %-27s %12.1f %8.0f' "$program" "$moves" "$(median "$work/$program" 2)"
    [ $# -lt 2 ] || awk -v moves="$moves" -v peer="$(median "$work/chess-library" 1)" 'BEGIN { printf "   %.2f", moves / peer }'
    echo
done

# The program's rows.
if [ -n "${RECORD:-}" ]; then
    {
        printf '# processor\t%s\n' "${PROCESSOR:?the name of the processor}"
        printf '# table\tdata\tcount\tname\tby\tns\tlow\thigh\n'
        for program in "${programs[@]}"; do
            kind=${program#*, }
            [ "$kind" != "$program" ] || kind=
            ns=$(cut -f 1 "$work/$program" | awk '{ print 1e3 / $1 }' | sort -n)
            printf 'games\t%s\t%d\t%s\t-\t%.3f\t%.3f\t%.3f\n' "${kind:-half}" "${counts["of${kind:+, $kind}"]}" "${program%, *}" \
                "$(sed -n "$(((runs + 1) / 2))p" <<<"$ns")" "$(sed -n 1p <<<"$ns")" "$(sed -n '$p' <<<"$ns")"
        done
    } >"$RECORD"
fi
