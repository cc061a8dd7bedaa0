# shellcheck shell=sh
# Writes the positions of $games to "all", each as `kingscan check` prints it behind the next move, which is - at the
# end of a game. `kind KIND` prints those whose next move is of a kind, by the letters of its notation.
games=tests/data/random_games.pgn
kingscan check --print san $games | sed 1d >next
echo - >>next
kingscan check $games >lines
paste next lines | awk -F '	' '
    { line[NR] = $0; game[NR] = $6 }
    END {
        for (n = 1; n <= NR; n++) {
            if (game[n + 1] != game[n])
                sub(/^[^	]*/, "-", line[n])
            print line[n]
        }
    }' >all

kind() {
    awk -F '	' -v kind="$1" '{
        split($4, fen, " ")
        move = $1
        passes = fen[4] != "-" && move ~ "^[a-h]x" fen[4]
        is["none"] = move == "-"
        is["capture"] = move ~ /x/ && !passes
        is["en-passant"] = passes
        is["promotion"] = move ~ /=/
        is["castling"] = move ~ /^O/
        is["check"] = move ~ /[+#]/
        is["quiet"] = move !~ /[x=]/ && move != "-"
        is["illegal"] = 0
        if (is[kind])
            print
    }' all | cut -f 2-
}
