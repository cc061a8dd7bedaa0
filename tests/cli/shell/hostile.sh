# shellcheck shell=sh
# Makes a file of each kind of input, with texts and a name, $e, that could harm a terminal: a title for the window, a
# colour, a control byte, DEL, CSI in UTF-8, and CSI as one byte.
e=$(printf '\033]0;x\007\033[31m\001\177\302\233\233')
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'

cat >"$e.pgn" <<END
[Event "$e"]

1. e4 {$e} e5 *

[Event "b$e"]

1. e5 *
END
cat >"$e.epd" <<END
$start id "$e";
$e
4k3/8/8/8/8/8/8/4K2$e w - -
END
cat >"$e.csv" <<END
$e,fen
$e,$start 0 1
END
cat >"$e.jsonl" <<END
{"fen":"$start 0 1","x":"$e"}
END
cat >"$e.plain" <<END
fen $start 0 1
move $e
score 1
ply 0
result 0
e
END
cat >"$e.ini" <<END
[$e:chess]
foo$e = 1
customPiece1 = d:$e
END
