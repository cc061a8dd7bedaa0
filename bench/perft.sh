#!/usr/bin/env bash
# Compares perft with that of Stockfish: perft.sh KINGSCAN [NUMBER...] times Kingscan, its scalar counter and Stockfish on five
# positions, or on those with these numbers, one thread, no hash, each in turn, and prints the medians. Skips with a line where
# stockfish is missing and no other program is given.
#   RUNS=5        how often each is timed
#   DEEPER=1      all to at least depth 6, for minutes
#   BEFORE=FILE   another build of Kingscan, which is timed too
#   OTHER=COMMAND another program, which is timed too: a command in which FEN and DEPTH stand for the position and the depth, as
#                 in OTHER='./mindchess_zen5 perft FEN DEPTH'; the largest number that it prints has to be the count
#   TSV=FILE      adds rows of nanoseconds a node to a file of `build/bench --tsv`
# Times with one thread are the processor's, user and system, so that other work on the machine counts for little. With two
# threads it is the elapsed time. Stockfish's time is from `go perft` to its answer, without its start; ours is the whole
# program's.
set -eu

kingscan=$1
shift
quartiles=$(dirname "$0")/quartiles.awk
runs=${RUNS:-5}
deeper=${DEEPER:-}
before=${BEFORE:-}
other=${OTHER:-}
stockfish=$(PATH=$PATH:/usr/games command -v stockfish) || stockfish=
if [ -z "$stockfish$other" ]; then
    echo "bench: no stockfish here, so no perft against it"
    exit 0
fi
names=("start position" "Kiwipete" "middlegame" "queens' endgame" "few pieces")
depths=(6 5 5 6 7)
[ -z "$deeper" ] || depths=(7 6 6 6 7)
fens=("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
    "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 1 28"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ---- Timing: each function prints microseconds and nodes ----

now() { echo "${EPOCHREALTIME/./}"; }

# The processor time of a process in steps of 10 ms: fields 14 and 15, user and system, of which the name is the second.
processor_time() { # process
    sed 's/.*) //' "/proc/$1/stat" | awk -v ticks="$(getconf CLK_TCK)" '{ printf "%d\n", ($12 + $13) * 1e6 / ticks }'
}

time_stockfish() { # fen, depth
    local start line
    coproc ENGINE { exec "$stockfish"; }
    # shellcheck disable=SC2153 # ENGINE_PID is set by coproc
    local pid=$ENGINE_PID
    printf 'position fen %s\nisready\n' "$1" >&"${ENGINE[1]}"
    while read -r line <&"${ENGINE[0]}" && [ "$line" != readyok ]; do :; done
    start=$(processor_time "$pid")
    printf 'go perft %s\n' "$2" >&"${ENGINE[1]}"
    while read -r line <&"${ENGINE[0]}" && [[ $line != "Nodes searched"* ]]; do :; done
    echo "$(($(processor_time "$pid") - start)) ${line##* }"
    echo quit >&"${ENGINE[1]}"
    wait "$pid"
}

nodes_counted() { grep -oE '[0-9]+$' "$work/out" | tail -n 1; }

time_kingscan() { # program, kernel, fen, depth
    local TIMEFORMAT='%U %S'
    { time KINGSCAN_KERNEL=$2 "$1" perft "$4" "$3" >"$work/out"; } 2>"$work/time"
    echo "$(awk '{ printf "%d\n", ($1 + $2) * 1e6 }' "$work/time") $(nodes_counted)"
}

time_other() { # fen, depth
    local TIMEFORMAT='%U %S' words word command=()
    read -ra words <<<"$other"
    for word in "${words[@]}"; do
        case $word in FEN) word=$1 ;; DEPTH) word=$2 ;; esac
        command+=("$word")
    done
    { time "${command[@]}" >"$work/out"; } 2>"$work/time"
    echo "$(awk '{ printf "%d\n", ($1 + $2) * 1e6 }' "$work/time") $(grep -oE '[0-9]+' "$work/out" | sort -n | tail -n 1)"
}

time_two_threads() { # fen, depth
    local start
    start=$(now)
    "$kingscan" perft "$2" "$1" --threads 2 >"$work/out"
    echo "$(($(now) - start)) $(nodes_counted)"
}

time_all() { # fen, depth: adds a line to each of the files stockfish, best, scalar, two, before and other
    [ -z "$stockfish" ] || time_stockfish "$1" "$2" >>"$work/stockfish"
    time_kingscan "$kingscan" "" "$1" "$2" >>"$work/best"
    time_kingscan "$kingscan" "$scalar" "$1" "$2" >>"$work/scalar"
    time_two_threads "$1" "$2" >>"$work/two"
    if [ -n "$before" ]; then
        time_kingscan "$before" "" "$1" "$2" >>"$work/before"
    fi
    if [ -n "$other" ]; then
        time_other "$1" "$2" >>"$work/other"
    fi
}

microseconds() { cut -d' ' -f1 "$work/$1" | sort -n | awk -f "$quartiles"; } # median and quartiles
median() { microseconds "$1" | cut -d' ' -f1; }

# A row as `build/bench --tsv` writes them.
record() { # position and depth, nodes, times, program
    microseconds "$3" | awk -v OFS='\t' -v data="$1" -v nodes="$2" -v name="$4" \
        '{ print "perft", data, nodes, name, "-", $1 * 1e3 / nodes, $2 * 1e3 / nodes, $3 * 1e3 / nodes }' >>"$TSV"
}
record_all() { # position and depth, nodes
    record "$1" "$2" best "Kingscan, $counter"
    record "$1" "$2" scalar "Kingscan, $scalar_counter"
    [ -z "$stockfish" ] || record "$1" "$2" stockfish "$version"
}

# ---- What is timed, and on what ----

# The fastest kernel that perft counts with otherwise than by AVX-512.
scalar=$("$kingscan" kernels | awk '!NF { exit } NR > 1 && $2 != "no" && $1 != "avx512" { name = $1 } END { print name }')
counter_of() { KINGSCAN_KERNEL=$1 "$kingscan" kernels | awk '$1 == "counters" { print $2 }'; }
scalar_counter=$(counter_of "$scalar")
counter=$(counter_of "")
version=$([ -z "$stockfish" ] || echo quit | "$stockfish" | head -n 1 | cut -d' ' -f1,2)

printf '\nperft, one thread, no hash, medians of %d runs in turn\n' "$runs"
printf '  %s; %s\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
    "$(readelf -p .comment "$kingscan" | sed -n 's/^ *\[[^]]*\] *//p' | head -n 1)"
printf '  best       kingscan perft DEPTH FEN                          counter %s\n' "$counter"
printf '  scalar     KINGSCAN_KERNEL=%s kingscan perft DEPTH FEN\n' "$scalar"
printf '  2 threads  kingscan perft DEPTH FEN --threads 2\n'
printf '  stockfish  position fen FEN, go perft DEPTH                  %s\n' "$version"
if [ -n "$before" ]; then
    printf '  before     %s perft DEPTH FEN\n' "$before"
fi
if [ -n "$other" ]; then
    printf '  other      %s\n' "$other"
fi

# ---- The table ----

printf '\n  %-26s %14s %10s %10s %10s %8s %8s %8s %8s\n' "" nodes "best Mn/s" "scalar" "stockfish" "x stockf." "x scalar" \
    "2 thr. x" "x before"
numbers=(1 2 3 4 5)
[ $# = 0 ] || numbers=("$@")
for number in "${numbers[@]}"; do
    i=$((number - 1))
    rm -f "$work"/{stockfish,best,scalar,two,before,other}
    for ((run = 0; run < runs; run++)); do
        time_all "${fens[i]}" "${depths[i]}"
    done
    counted=$(cut -d' ' -f2 "$work"/{best,scalar,two} ${stockfish:+"$work/stockfish"} ${other:+"$work/other"} | sort -u)
    [ "$(wc -l <<<"$counted")" = 1 ] || { echo "bench: perft counts differ: ${counted//$'\n'/, }" >&2; exit 1; }
    awk -v name="${names[i]}, depth ${depths[i]}" -v nodes="$counted" -v best="$(median best)" -v scalar="$(median scalar)" \
        -v two="$(median two)" -v stockfish="$([ -n "$stockfish" ] && median stockfish || echo 0)" \
        -v before="$([ -n "$before" ] && median before || echo 0)" 'BEGIN {
            printf "  %-26s %14s %10.0f %10.0f %10.0f %8.2f %8.2f %8.2f %8s\n", name, nodes, nodes / best, nodes / scalar,
                stockfish ? nodes / stockfish : 0, stockfish / best, scalar / best, best / two,
                before ? sprintf("%.2f", before / best) : "-" }'
    if [ -n "$other" ]; then
        awk -v nodes="$counted" -v best="$(median best)" -v scalar="$(median scalar)" -v other="$(median other)" 'BEGIN {
            printf "    the other program: %.0f Mn/s; best x %.2f, scalar x %.2f\n", nodes / other, other / best, other / scalar }'
    fi
    [ -z "${TSV:-}" ] || record_all "${names[i]}, depth ${depths[i]}" "$counted"
done
