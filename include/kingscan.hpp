// kingscan.hpp: the library in C++17 or later. Everything here is inline and calls the C functions of the
// headers, which say what each function promises.
//
//     for (kingscan::Move move : position.legal_moves())
//         nodes += perft(position.after(move), depth - 1);
//
// Its parts can be included alone, as in #include "kingscan/rules.hpp", which compiles in half the time:
//
//     rules.hpp      Positions and moves of chess.
//     game.hpp       A game, move by move.
//     variants.hpp   Other boards, pieces and rules, which a text describes.
//     streams.hpp    Where readers take bytes and writers give them: a text, std::istream, std::ostream.
//     pgn.hpp        Games in PGN.
//     data.hpp       Entries: training data, lines of text, positions of games.
//
// chess_library.hpp stands apart: it has the words of another library, for programs that come from there.
//
// Cost       A call costs what the C function costs. Memory is allocated for a Game, a reader or a writer,
//            for a list of a variant's moves, and for the text of a FEN. Copies are visible: a Position has
//            128 bytes, and lists of moves cannot be copied.
// Errors     The caller chooses. Position(fen) throws an Error; Position::read(fen) returns a Result, which
//            holds a position or an Error, and whose value() throws that Error. Without exceptions
//            (-fno-exceptions) the program is aborted where they would be thrown.
// Ranges     A loop goes through the games of a Pgn and the batches of a Data once, as through a stream.
//            What it gives belongs to the reader, and is valid until the reader goes on.
// Names      Values of an enum class equal those of the C constants with like names.
// Streams    << writes a Square, a Verdict, a Draw and an Outcome by its name, a Piece and a Side by its
//            letter, a Move in UCI, a Position as FEN, and an Error as its sentence.
// Maps       Moves, sets of squares and positions have a std::hash. Positions are equal as for repetitions.
// C          raw() gives the C struct or number of an object, and a constructor takes it.
#ifndef KINGSCAN_HPP
#define KINGSCAN_HPP

#include "kingscan/data.hpp"
#include "kingscan/game.hpp"
#include "kingscan/pgn.hpp"
#include "kingscan/rules.hpp"
#include "kingscan/streams.hpp"
#include "kingscan/variants.hpp"

#endif
