#!/bin/sh
# Writes positions of games with moves, scores and results as entries, in a file of each kind: a.epd, a.binpack and so on.
# They come from the first $count lines that kingscan check prints of the games, or the first 60.
kingscan check tests/data/random_games.pgn | head -n "${count:-60}" | awk -F '	' '
    $5 == game {
        split(fen, f, " ")
        result = $6 % 3 ? "1-0" : "1/2-1/2"
        print f[1], f[2], f[3], f[4], "hmvc", f[5] "; fmvn", f[6] "; bm", $7 "; ce", 3 * $6 - 60 "; c9 \"" result "\";"
    }
    { game = $5; fen = $3 }' >a.epd
for to in fen jsonl binpack bin bulletformat marlinformat viriformat plain; do
    kingscan convert --to "$to" a.epd "a.$to"
done
