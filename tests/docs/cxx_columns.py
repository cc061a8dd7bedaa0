#!/usr/bin/env python3
"""Compiles the calls in the tables of docs/from-chess-library.md, and runs them.

Run in the root of the repository: tests/docs/cxx_columns.py [BUILD]. The second column is ours. The first one runs with
kingscan/chess_library.hpp. With CHESS_LIBRARY, the folder of a copy of github.com/Disservin/chess-library, it runs with
that, too. Both columns give the same, in words that both could say, where the last column is empty. Prints a line for
each row that does not hold, and returns 1 then.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path("docs/from-chess-library.md")
FEN = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR w KQkq - 6 5"
ROW = re.compile(r"^\| (?:`(.+?)`|none) \| (?:`(.+?)`|none) \| *([\d.]*) \| *(.*?) *\|$", re.M)

# What kingscan/chess_library.hpp declares as deleted.
MISSING = {"Board::Compact::encode(board)"}

# Both programs begin with these words for answers.
WORDS = """
#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>
static std::string words(bool value) { return value ? "yes" : "no"; }
static std::string words(std::string text) {
    std::replace(text.begin(), text.end(), '\\n', ' ');
    return text;
}
static std::string words(const char *text) { return text; }
template <typename Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
static std::string words(Number number) { return std::to_string(number); }
static std::string together(std::vector<std::string> parts) {
    std::sort(parts.begin(), parts.end());
    std::string text;
    for (const std::string &part : parts) text += part + " ";
    return text;
}
"""

# This follows the words of a library. A value without words is no answer.
SHOW = """
template <typename Value> struct Said { static std::string of(const Value &) { return "?"; } };
template <typename Value> static auto said(const Value &value, int) -> decltype(words(value)) { return words(value); }
template <typename Value> static std::string said(const Value &value, long) { return Said<Value>::of(value); }
template <typename Call> static void show(int row, Call call) {
    if constexpr (std::is_void_v<decltype(call())>) { call(); std::cout << row << "\\tdone\\n"; }
    else std::cout << row << '\\t' << said(call(), 0) << '\\n';
}
"""

OURS = """
#include <kingscan.hpp>
using namespace kingscan;
static std::string words(Square square) { return name(square); }
static std::string words(Move move) { std::ostringstream out; out << move; return out.str(); }
static std::string words(Piece piece) { return std::string(1, letter(piece)); }
static std::string words(PieceType type) {
    return type == PieceType::none ? "-" : std::string(1, letter(piece(Side::black, type)));
}
static std::string words(Side side) { return side == Side::white ? "w" : "b"; }
static std::string words(Squares squares) {
    std::vector<std::string> parts;
    for (const Square square : squares) parts.push_back(name(square));
    return together(parts);
}
static std::string words(const MoveList &list) {
    std::vector<std::string> parts;
    for (const Move move : list) parts.push_back(words(move));
    return together(parts);
}
static std::string words(const Position &position) { return position.fen(); }
"""
OUR_NAMES = """
    [[maybe_unused]] Position position(fen);
    [[maybe_unused]] Game game(position);
    [[maybe_unused]] const Move move = position.read_move("Nf3").value();
    [[maybe_unused]] const Square square = f3;
    [[maybe_unused]] const Side side = Side::white;
    [[maybe_unused]] const Squares occupied = position.occupied();
    [[maybe_unused]] std::ifstream file("examples/games.pgn", std::ios::binary);
"""

THEIRS = """
#include <%s>
using namespace %s;
static std::string words(Square square) { return square == Square::NO_SQ ? "-" : static_cast<std::string>(square); }
static std::string words(Move move) { return move == Move::NO_MOVE ? "0000" : uci::moveToUci(move); }
static std::string words(Piece piece) { return static_cast<std::string>(piece); }
static std::string words(PieceType type) { return static_cast<std::string>(type); }
static std::string words(Color color) { return color == Color::WHITE ? "w" : "b"; }
static std::string words(Bitboard squares) {
    std::vector<std::string> parts;
    while (squares) parts.push_back(words(Square(squares.pop())));
    return together(parts);
}
static std::string words(const Movelist &list) {
    std::vector<std::string> parts;
    for (const Move move : list) parts.push_back(words(move));
    return together(parts);
}
static std::string words(const Board &board) { return board.getFen(); }
"""
THEIR_NAMES = """
    [[maybe_unused]] Board board(fen);
    [[maybe_unused]] const Move move = uci::parseSan(board, "Nf3");
    [[maybe_unused]] const Square square = Square::SQ_F3;
    [[maybe_unused]] const Color color = Color::WHITE;
    [[maybe_unused]] const Bitboard occupied = board.occ();
    [[maybe_unused]] Movelist list;
"""


def program(words, names, calls):
    """The source of a program that prints what each call gives; each call has names of its own."""
    lines = [WORDS.replace("#include <algorithm>", words.split("\n", 2)[1] + "\n#include <algorithm>", 1)]
    lines += [words.split("\n", 2)[2], SHOW]
    lines.append('static const char fen[] = "%s";' % FEN)
    for row, call in calls.items():
        # A function made of the call must not return a reference to one of its own names.
        body = f"show({row}, [&] {{ return {call}; }});"
        lines.append(f"static void row{row}() {{{names}    {body}\n}}")
    lines.append("int main() {\n" + "".join(f"    row{row}();\n" for row in calls) + "}")
    return "\n".join(lines)


def answers(source, command, directory):
    """Compiles and runs a program. Returns what it prints, by the number of the row."""
    path = Path(directory, "columns.cpp")
    path.write_text(source, encoding="utf-8")
    compiled = subprocess.run(
        [*command[:-1], str(path), *command[-1], "-o", f"{directory}/columns"], capture_output=True, text=True
    )
    if compiled.returncode:
        sys.exit(f"{PAGE}: the calls do not compile: {compiled.stderr}")
    run = subprocess.run([f"{directory}/columns"], capture_output=True, text=True, timeout=60)
    if run.returncode:
        sys.exit(f"{PAGE}: the calls end with {run.returncode} after {run.stdout[-200:]}: {run.stderr}")
    return dict(line.split("\t", 1) for line in run.stdout.splitlines())


def unlike(rows, found, given):
    """Yields a line for each row without a word on what differs whose columns give different answers."""
    for row, (their_call, our_call, _, differs) in enumerate(rows):
        alike = found.get(str(row)) == given.get(str(row)) != "?"
        if their_call and our_call and not differs and not alike:
            yield f"`{their_call}`: {given.get(str(row))}; `{our_call}`: {found.get(str(row))}"


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    tabled = sum(line.startswith("| ") for line in PAGE.read_text(encoding="utf-8").splitlines())
    heads = PAGE.read_text(encoding="utf-8").count("| what differs |")
    problems = []
    if len(rows) < 40 or len(rows) != tabled - heads * 2:
        problems.append(f"{PAGE}: expected {tabled - 2 * heads} rows of one call each, found {len(rows)}")
    ours = {row: ours for row, (_, ours, _, _) in enumerate(rows) if ours}
    theirs = {row: theirs for row, (theirs, _, _, _) in enumerate(rows) if theirs}
    with tempfile.TemporaryDirectory() as directory:
        command = ["g++", "-std=c++17", "-Wno-unused-function", "-Iinclude", [f"{build}/libkingscan.a"]]
        found = answers(program(OURS, OUR_NAMES, ours), command, directory)
        libraries = [("kingscan/chess_library.hpp", "kingscan::chess_library", command, MISSING)]
        if library := os.environ.get("CHESS_LIBRARY"):
            command = ["g++", "-std=c++17", "-Wno-unused-function", f"-I{library}/include", []]
            libraries.append(("chess.hpp", "chess", command, set()))
        for header, namespace, command, missing in libraries:
            calls = {row: call for row, call in theirs.items() if call not in missing}
            given = answers(program(THEIRS % (header, namespace), THEIR_NAMES, calls), command, directory)
            problems += unlike(rows, found, given)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
