#!/usr/bin/env bash
# Perft against other programs: perft.sh KINGSCAN DIRECTORY [NUMBER...] times Kingscan, its scalar counter and Stockfish on
# four positions, or on those with these numbers, one thread, no hash, each in turn, prints the medians and, of all four,
# draws DIRECTORY/bench-perft.svg. Skips with a line where stockfish or gnuplot is missing.
#   RUNS=5        how often each is timed
#   DEEPER=1      all to at least depth 6, for minutes
#   BEFORE=FILE   another build of Kingscan, which is timed too
# Stockfish's time is from `go perft` to its answer, without its start; ours is the whole program's.
set -eu

kingscan=$1
directory=$2
shift 2
runs=${RUNS:-5}
deeper=${DEEPER:-}
before=${BEFORE:-}
stockfish=$(PATH=$PATH:/usr/games command -v stockfish) || {
    echo "bench: no stockfish here, so no perft against it"
    exit 0
}
names=("start position" "Kiwipete" "middlegame" "queens' endgame")
depths=(6 5 5 6)
[ -z "$deeper" ] || depths=(7 6 6 6)
fens=("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
    "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 1 28")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ---- Timing: each function prints microseconds and nodes ----

now() { echo "${EPOCHREALTIME/./}"; }

time_stockfish() { # fen, depth
    local start line
    coproc ENGINE { "$stockfish"; }
    # shellcheck disable=SC2153 # ENGINE_PID is set by coproc
    local pid=$ENGINE_PID
    printf 'position fen %s\nisready\n' "$1" >&"${ENGINE[1]}"
    while read -r line <&"${ENGINE[0]}" && [ "$line" != readyok ]; do :; done
    start=$(now)
    printf 'go perft %s\n' "$2" >&"${ENGINE[1]}"
    while read -r line <&"${ENGINE[0]}" && [[ $line != "Nodes searched"* ]]; do :; done
    echo "$(($(now) - start)) ${line##* }"
    echo quit >&"${ENGINE[1]}"
    wait "$pid"
}

time_kingscan() { # program, kernel, fen, depth, threads
    local start
    start=$(now)
    KINGSCAN_KERNEL=$2 "$1" perft "$4" "$3" --threads "$5" >"$work/out"
    echo "$(($(now) - start)) $(grep -oE '[0-9]+$' "$work/out" | tail -n 1)"
}

time_all() { # fen, depth: adds a line to each of the files stockfish, best, scalar, two and before
    time_stockfish "$1" "$2" >>"$work/stockfish"
    time_kingscan "$kingscan" "" "$1" "$2" 1 >>"$work/best"
    time_kingscan "$kingscan" "$scalar" "$1" "$2" 1 >>"$work/scalar"
    time_kingscan "$kingscan" "" "$1" "$2" 2 >>"$work/two"
    if [ -n "$before" ]; then
        time_kingscan "$before" "" "$1" "$2" 1 >>"$work/before"
    fi
}

median() { sort -n "$work/$1" | sed -n "$(((runs + 1) / 2))p" | cut -d' ' -f1; }

# ---- What is timed, and on what ----

# The fastest kernel that perft counts with otherwise than by AVX-512.
scalar=$("$kingscan" kernels | awk '$2 != "no" && $3 != "avx512" { name = $1 } END { print name }')
counter=$("$kingscan" kernels | awk '$2 == "used" { print $3 }')

printf '\nperft, one thread, no hash, medians of %d runs in turn\n' "$runs"
printf '  %s; %s\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
    "$(readelf -p .comment "$kingscan" | sed -n 's/^ *\[[^]]*\] *//p' | head -n 1)"
printf '  best       kingscan perft DEPTH FEN                          counter %s\n' "$counter"
printf '  scalar     KINGSCAN_KERNEL=%s kingscan perft DEPTH FEN\n' "$scalar"
printf '  2 threads  kingscan perft DEPTH FEN --threads 2\n'
printf '  stockfish  position fen FEN, go perft DEPTH                  %s\n' \
    "$(echo quit | "$stockfish" | head -n 1 | cut -d' ' -f1,2)"
if [ -n "$before" ]; then
    printf '  before     %s perft DEPTH FEN\n' "$before"
fi

# ---- The table ----

printf '\n  %-26s %14s %10s %10s %10s %8s %8s %8s %8s\n' "" nodes "best Mn/s" "scalar" "stockfish" "x stockf." "x scalar" \
    "2 thr. x" "x before"
numbers=(1 2 3 4)
[ $# = 0 ] || numbers=("$@")
for number in "${numbers[@]}"; do
    i=$((number - 1))
    rm -f "$work"/{stockfish,best,scalar,two,before}
    for ((run = 0; run < runs; run++)); do
        time_all "${fens[i]}" "${depths[i]}"
    done
    counted=$(cut -d' ' -f2 "$work"/{stockfish,best,scalar,two} | sort -u)
    [ "$(wc -l <<<"$counted")" = 1 ] || { echo "bench: perft counts differ: ${counted//$'\n'/, }" >&2; exit 1; }
    awk -v name="${names[i]}, depth ${depths[i]}" -v nodes="$counted" -v best="$(median best)" -v scalar="$(median scalar)" \
        -v two="$(median two)" -v stockfish="$(median stockfish)" \
        -v before="$([ -n "$before" ] && median before || echo 0)" -v rates="$work/rates" 'BEGIN {
            printf "  %-26s %14s %10.0f %10.0f %10.0f %8.2f %8.2f %8.2f %8s\n", name, nodes, nodes / best, nodes / scalar,
                nodes / stockfish, stockfish / best, scalar / best, best / two,
                before ? sprintf("%.2f", before / best) : "-"
            printf "%s\t%.1f\t%.1f\t%.1f\n", name, nodes / best, nodes / scalar, nodes / stockfish >> rates }'
done

# ---- The plot ----

[ $# = 0 ] && command -v gnuplot >/dev/null || exit 0
gnuplot <<EOF
set encoding utf8
set datafile separator '\t'
set terminal svg size 860,420 font 'Helvetica,Arial,sans-serif,14' background '#ffffff'
set output '$directory/bench-perft.svg'
set border 0
set tics scale 0
set label "Perft, one thread: million nodes a second" at screen 0.02, screen 0.95 left font ',16' textcolor '#222222'
set xrange [0:*]
set yrange [3.6:-0.6]
unset xtics
unset ytics
set lmargin 26
set rmargin 9
set tmargin 3.5
set bmargin 4
set key at screen 0.98, screen 0.17 right vertical samplen 1.2 textcolor '#444444'
data = '$work/rates'
bar = 0.25
plot data using (0):(\$0):1 with labels noenhanced right offset -1,0 textcolor '#222222' notitle, \\
  data using 2:(\$0 - bar):(0):2:(\$0 - bar - 0.11):(\$0 - bar + 0.11) with boxxyerror fillstyle solid noborder linecolor rgb '#1f5fa8' notitle, \\
  data using 3:(\$0):(0):3:(\$0 - 0.11):(\$0 + 0.11) with boxxyerror fillstyle solid noborder linecolor rgb '#7fa8d4' notitle, \\
  data using 4:(\$0 + bar):(0):4:(\$0 + bar - 0.11):(\$0 + bar + 0.11) with boxxyerror fillstyle solid noborder linecolor rgb '#c3c8d0' notitle, \\
  data using 2:(\$0 - bar):(sprintf('%.0f', \$2)) with labels left offset 0.5,0 font ',12' textcolor '#222222' notitle, \\
  data using 3:(\$0):(sprintf('%.0f', \$3)) with labels left offset 0.5,0 font ',12' textcolor '#444444' notitle, \\
  data using 4:(\$0 + bar):(sprintf('%.0f', \$4)) with labels left offset 0.5,0 font ',12' textcolor '#777777' notitle, \\
  NaN with boxes fillstyle solid linecolor rgb '#1f5fa8' title 'Kingscan, $counter', \\
  NaN with boxes fillstyle solid linecolor rgb '#7fa8d4' title 'Kingscan, $scalar kernel', \\
  NaN with boxes fillstyle solid linecolor rgb '#c3c8d0' title 'Stockfish'
EOF
