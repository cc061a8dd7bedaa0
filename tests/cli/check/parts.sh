#!/bin/sh
# Writes files of games that have two parts or more, in a directory that has a link to tests/. usual:
# games of all kinds. comments: some are longer than a part, and lines in them look like the beginnings of games.
# blanks: each game seems to be two. none: no place where a part may begin. open: all but the first move is a comment.
# late: the last part is short.
many() { awk -v n="$1" -v text="$2" 'BEGIN { while (n-- > 0) printf "%s", text }'; }
repeat() { for _ in $(seq "$1"); do cat "$2"; done; }

{
    cat tests/../examples/games.pgn tests/data/torture.pgn
    printf ' } *\n\n'
    many 3000 '[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *\n\n'
} >few
repeat 12 few >usual
{
    cat few
    printf ' } \n\n1. e4 { '
    many 40000 '\n\n[Event "no"]\n\n1. d4 } Ke3 {\n'
    printf ' } e5 2. Ke3 *\n\n[Event "?"]\n\n1. e4 {'
    many 60000 '\n\n[Event "no"]\n\n1. d4'
    printf '} Ke3 *\n\n'
    repeat 5 few
} >comments
{
    many 3000 '[Event "?"]\n\n[Site "?"]\n\n1. e4 e5 2. Nf3 *\n\n'
    printf '[Event "?"]\n[Site "?"]\n\n1. e4 e5 2. Ke3 *\n\n'
} >blank
repeat 9 blank >blanks
{
    many 50000 '1. e4 e5 2. Nf3 Nc6 1-0\n\n'
    echo 1. e5
} >none
{
    printf '1. e4 {'
    many 100000 '[Event "no"]\n\n\n'
} >open
{
    many 32000 '[Event "?"]\r\n\r\n1. e4 e5 *\r\n\r\n'
    printf '[Event "last"]'
} >late
