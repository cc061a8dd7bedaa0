// kingscan.hpp: the library in C++17 or later. Everything here is inline and calls the C functions of the
// headers, which say what each function promises.
//
//     for (kingscan::Move move : position.legal_moves())
//         nodes += perft(position.after(move), depth - 1);
//
// Its parts can be included alone, as in #include "kingscan/rules.hpp":
//
//     rules.hpp     Positions and moves of chess, and a game.
//
// Cost       A call costs what the C function costs. Memory is allocated for a Game and for the text of
//            a FEN. Copies are visible: a Position has 128 bytes, and lists of moves cannot be copied.
// Errors     The caller chooses. Position(fen) throws an Error; Position::read(fen) returns a Result, which
//            holds a position or an Error, and whose value() throws that Error. Without exceptions
//            (-fno-exceptions) the program is aborted where they would be thrown.
// Names      Values of an enum class equal those of the C constants with like names.
// Streams    << writes a Square by its name, a Move in UCI, and a Position as FEN.
// C          raw() gives the C struct or number of an object, and a constructor takes it.
#ifndef KINGSCAN_HPP
#define KINGSCAN_HPP

#include "kingscan/rules.hpp"

#endif
