#!/usr/bin/env bash
# Perft against Stockfish: perft.sh KINGSCAN DIRECTORY times both on two positions, one thread, bulk counting, no hash,
# five runs each in turn, prints the medians and draws DIRECTORY/bench-perft.svg. Stockfish's time is from `go perft` to its
# answer, without its start; ours is the whole program's. Skips with a line where stockfish or gnuplot is missing.
set -eu

kingscan=$1
directory=$2
stockfish=$(PATH=$PATH:/usr/games command -v stockfish) || {
    echo "bench: no stockfish here, so no perft against it"
    exit 0
}
runs=5
names=("start position, depth 6" "Kiwipete, depth 5")
depths=(6 5)
fens=("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

now() { echo "${EPOCHREALTIME/./}"; } # microseconds

# Prints microseconds and nodes.
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

time_kingscan() { # fen, depth, threads
    local start
    start=$(now)
    "$kingscan" perft "$2" "$1" --threads "$3" >"$work/out"
    echo "$(($(now) - start)) $(grep -oE '[0-9]+$' "$work/out" | tail -n 1)"
}

median() { sort -n "$1" | sed -n "$(((runs + 1) / 2))p" | cut -d' ' -f1; }

printf '\nperft, one thread, no hash, medians of %d runs (%s)\n' "$runs" \
    "$(echo quit | "$stockfish" | head -n 1 | cut -d' ' -f1,2)"
printf '  %-26s %12s %12s %12s %10s %12s\n' "" "stockfish s" "kingscan s" "x stockfish" "Mnodes/s" "2 threads x"
for i in 0 1; do
    rm -f "$work"/s.* "$work"/k.* "$work"/t.*
    for ((run = 0; run < runs; run++)); do
        time_stockfish "${fens[i]}" "${depths[i]}" >>"$work/s.$i"
        time_kingscan "${fens[i]}" "${depths[i]}" 1 >>"$work/k.$i"
        time_kingscan "${fens[i]}" "${depths[i]}" 2 >>"$work/t.$i"
    done
    nodes=$(cut -d' ' -f2 "$work/s.$i" "$work/k.$i" "$work/t.$i" | sort -u)
    [ "$(wc -l <<<"$nodes")" = 1 ] || { echo "bench: perft counts differ: ${nodes//$'\n'/, }" >&2; exit 1; }
    awk -v name="${names[i]}" -v s="$(median "$work/s.$i")" -v k="$(median "$work/k.$i")" -v t="$(median "$work/t.$i")" \
        -v nodes="$nodes" 'BEGIN {
            printf "  %-26s %12.3f %12.3f %12.2f %10.0f %12.2f\n", name, s / 1e6, k / 1e6, s / k, nodes / k, k / t
            printf "%s\t%.1f\t%.1f\n", name, nodes / s, nodes / k >> "'"$work/rates"'" }'
done

command -v gnuplot >/dev/null || exit 0
gnuplot <<EOF
set encoding utf8
set datafile separator '\t'
set terminal svg size 860,230 font 'Helvetica,Arial,sans-serif,14' background '#ffffff'
set output '$directory/bench-perft.svg'
set border 0
set tics scale 0
set label "Perft, one thread: million nodes a second" at screen 0.02, screen 0.93 left font ',16' textcolor '#222222'
set xrange [0:*]
set yrange [1.5:-0.6]
unset xtics
unset ytics
set lmargin 26
set rmargin 8
set tmargin 3.5
set bmargin 1
set key at graph 1, graph -0.02 right horizontal samplen 1.2 textcolor '#444444'
data = '$work/rates'
bar = 0.19
plot data using (0):(\$0):1 with labels noenhanced right offset -1,0 textcolor '#222222' notitle, \\
  data using 3:(\$0 - bar):(0):3:(\$0 - bar - 0.17):(\$0 - bar + 0.17) with boxxyerror fillstyle solid noborder linecolor rgb '#1f5fa8' notitle, \\
  data using 2:(\$0 + bar):(0):2:(\$0 + bar - 0.17):(\$0 + bar + 0.17) with boxxyerror fillstyle solid noborder linecolor rgb '#c3c8d0' notitle, \\
  data using 3:(\$0 - bar):(sprintf('%.0f', \$3)) with labels left offset 0.5,0 font ',12' textcolor '#222222' notitle, \\
  data using 2:(\$0 + bar):(sprintf('%.0f', \$2)) with labels left offset 0.5,0 font ',12' textcolor '#777777' notitle, \\
  NaN with boxes fillstyle solid linecolor rgb '#1f5fa8' title 'Kingscan', \\
  NaN with boxes fillstyle solid linecolor rgb '#c3c8d0' title 'Stockfish'
EOF
