#!/bin/sh
# Writes files of two parts or more, in a directory that has a link to tests/, and names them "$@". usual:
# games of all kinds, with errors. huge: a game longer than several parts, in whose comments lines look like beginnings
# of games. blanks: each game seems to be two, so that others are counted wrongly. none: no place where a part may
# begin. indented: tags that no part begins with. crlf: with a byte order mark. cut: ends within a move. noise: no games.
many() { awk -v n="$1" -v text="$2" 'BEGIN { while (n-- > 0) printf "%s", text }'; }
game='[Event "A"]\n[White "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 {x} a6 4. Ba4 Nf6 5. O-O *\n\n'

{
    cat tests/../examples/games.pgn tests/data/torture.pgn
    printf ' } *\n\n1. e4 e5 2. Ke3 *\n\n'
    many 9000 "$game"
} >few
cat few few few >usual
sed 's/^\[/ &/' few >indented
{
    printf '\357\273\277'
    sed 's/$/\r/' few
} >crlf
head -c 800123 few >"cut"
{
    head -c 9000 few
    printf ' } \n\n1. e4 {'
    many 180000 '\n\n[Event "no"]\n\n1. d4'
    printf ' } e5 2. Ke3 *\n\n'
    cat few
} >huge
{
    many 9000 '[Event "?"]\n\n[Site "?"]\n\n1. e4 e5 2. Nf3 *\n\n'
    printf '[Event "?"]\n[Site "?"]\n\n1. e4 e5 2. Ke3 *\n\n'
} >blank
cat blank blank blank >blanks
{
    many 30000 '1. e4 e5 2. Nf3 Nc6 1-0\n\n1. d4 d5 2. c4\n\n'
    echo 1. e5
} >none
echo 1 2 3 >noise
: >empty
set -- huge blanks noise usual missing indented none empty crlf cut few
