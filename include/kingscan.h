/* kingscan.h: the whole public interface of libkingscan. It needs a C or C++ compiler of any standard, with
 * <stddef.h> and <stdint.h>, and nothing else.
 *
 * Its parts can be included alone, as in #include "kingscan/check.h":
 *
 *     check.h      Is the king in check? Boards, squares, codes; what most callers want.
 *     pieces.h     The same on boards with other codes, or with their squares in another order.
 *     kernels.h    The implementations of these two, and the choice of one.
 *     attacks.h    Attacks of a piece past others, lines, the squares between two: inline, for generators.
 *     errors.h     What can go wrong: numbers, names, sentences.
 *     position.h   Positions in FEN and EPD; verdicts, draws, repetitions.
 *     moves.h      Legal moves, made and taken back; perft; UCI and SAN; why a move isn't legal.
 *     variants.h   All this for other boards, pieces and rules, which a text describes.
 *     game.h       A game, move by move.
 *     streams.h    Where the readers and writers below take bytes and give them.
 *     pgn.h        Games in PGN, its text.
 *     data.h       Training data of nets, in the formats of engines and trainers.
 *     features.h   The inputs of nets, which a text describes, from boards and training data.
 *
 * Two parts are included by those who want them. kingscan/inline.h has two questions of check.h inline for
 * callers with AVX2 or AVX-512; compilers take long to read its intrinsics. kingscan/files.h reads and writes
 * files of <stdio.h>, which engines for the web and freestanding programs lack.
 *
 * kingscan.hpp is the same for C++17: positions, variants, games and training data as classes, with ranges
 * and exceptions.
 *
 * The following holds in all parts and is written here alone:
 *
 * Threads    Every function may be called from any thread at any time. An object whose address is passed
 *            without const, such as a ks_game or ks_pgn, is used by one thread at a time (precondition). The
 *            only function that changes state which all threads share is ks_kernel_select.
 * Preconditions
 *            Breaking a condition marked as a precondition is undefined behaviour; debug builds of the
 *            library (without NDEBUG) check it with assert. A pointer is never NULL unless its function
 *            allows it.
 * Errors     Functions that can fail take `error`. They return KS_OK (0) or another ks_error_code; a function
 *            that allocates an object returns the object or NULL. *error is filled in only on failure. error
 *            may be NULL. Texts name the group of codes that a function returns (errors.h), in which later
 *            versions add codes. A compiler warns of an ignored answer that says whether the output may be
 *            used, has been stored, or has to be freed (KS_MUST_USE).
 * Yes or no  Functions that answer yes or no return an int, 1 or 0. So does ks_pgn_next_game, which says
 *            whether it has found a game.
 * Text read  A function that reads a text takes `text` and `length`: length bytes of any value, with or
 *            without a zero at the end. The name of a kernel or variant to look up is a string that ends with
 *            a zero.
 * Text written
 *            A written text ends with a zero, which the returned length doesn't count.
 * Room       When a constant bounds a text, the parameter is an array of that size, such as
 *            text[KS_FEN_SIZE]. Moves of chess are listed in a ks_move_list, which has room for those of any
 *            board. Otherwise `room` is the number of elements in the caller's array; for a text it includes
 *            the zero. The function writes as many elements as fit and returns the number of all. With a room
 *            of 0 the pointer may be NULL.
 * Verbs      get returns what an object has; find looks for what may not exist; count returns a number that
 *            has to be counted; read and write are about text. Questions about a board or a position are
 *            nouns, such as ks_attackers, or begin with is, has, can or gives.
 * Objects    The functions of an object that lives begin with its name, such as ks_game_ and ks_pgn_.
 *            Readers and writers are opened and closed, by _open, or _open_memory for bytes at hand, and by
 *            _close. Other objects are made and freed by _new and _free.
 * Names      Returned names belong to the library. They are static, or live as long as their variant.
 * Flags      `flags` are of an enum type of the function's subject, such as ks_fen_flags; values are or-ed.
 *            In C 0 is none; in C++, which refuses numbers and other types, ..._DEFAULT is. All flags of the
 *            library are different bits, so that debug builds notice those of another function. Unknown bits
 *            are a broken precondition, but of ks_pieceset_init an error.
 * Structs    The size of a struct, and the place of its members, stay the same while the major version does.
 *            Members called reserved are zeros, which may get a meaning: the library sets them in what it
 *            fills in, and a caller in what it makes. Members called private_ keep place and meaning too,
 *            because the functions that headers define (KS_INLINE) read them and are compiled into callers; a
 *            caller that wants their contents has those functions. A struct that only the library makes may
 *            get members at its end: a caller has pointers to it and no copies.
 * Keys       ks_position_key, position->key and ks_polyglot_key are the same on all machines and in all
 *            versions 1.x. Keys of variants may change in a minor version.
 * Undo       Making a move fills in an undo, with which the move is taken back. Moves are taken back in the
 *            reverse order. The undo of chess says all; that of a variant needs the move besides.
 * Versions   Semantic Versioning: a minor version adds functions, flags and values of enums, such as error
 *            codes; it changes and removes nothing. A switch over an enum has a default for values that come
 *            later. A program runs with every later library of the soname that it was linked with,
 *            libkingscan.so.1. A change that breaks compiled programs gives the library the next major
 *            version and the next soname.
 * Strict     KS_FEN_STRICT, strict of the bindings and --strict of the program reject the same positions.
 * Outcome    enum ks_outcome is the result of a game, whether found by rules or read in PGN.
 * Kind       Moves have a kind (plain, castling ...). Pieces of a variant have a type.
 */
#ifndef KINGSCAN_H
#define KINGSCAN_H

#include "kingscan/attacks.h"
#include "kingscan/check.h"
#include "kingscan/data.h"
#include "kingscan/errors.h"
#include "kingscan/features.h"
#include "kingscan/game.h"
#include "kingscan/kernels.h"
#include "kingscan/moves.h"
#include "kingscan/pgn.h"
#include "kingscan/pieces.h"
#include "kingscan/position.h"
#include "kingscan/streams.h"
#include "kingscan/variants.h"

#endif
