/* kingscan.h: the whole public interface of libkingscan. It needs a C or C++ compiler of any standard,
 * with <stdint.h>, and nothing else.
 *
 * Its parts can be included alone, as in #include "kingscan/check.h":
 *
 *     check.h      Is the king in check? Boards, squares, codes; what most callers want.
 *     pieces.h     The same on boards with other codes, or with their squares in another order.
 *     kernels.h    The implementations behind these two, and the choice of one.
 *     errors.h     What can go wrong: numbers, names, sentences.
 *     position.h   Positions in FEN and EPD; verdicts, draws, repetitions.
 *     moves.h      Legal moves, made and taken back; perft; UCI and SAN; why a move isn't legal.
 *     variants.h   All this for other boards, pieces and rules, which a text describes.
 *
 * What holds in all parts, and is said here alone:
 *
 * Threads    Every function may be called from any thread at any time, but ks_variants_use_fen_letters: while
 *            that runs, no other may use these variants. Besides it, only ks_kernel_select changes state.
 * Preconditions
 *            Breaking what is marked as a precondition is undefined behaviour; debug builds of the library
 *            (without NDEBUG) check it with assert. Pointers are never NULL where nothing else is said.
 * Errors     Functions that can fail take `error`. They return KS_OK (0) or another ks_error_code (a function
 *            that makes something returns it, or NULL), and fill in *error only when they fail. error may be
 *            NULL.
 * Yes or no  Functions that answer yes or no return an int, 1 or 0.
 * Text read  A function that reads a text takes `text` and `length`: so many bytes of any kind, with or
 *            without a zero at the end. The name of a kernel or variant to look up is a string that ends with
 *            a zero.
 * Text written
 *            A written text ends with a zero, which the returned length doesn't count.
 * Room       Where a constant bounds what is written, the parameter is an array of that size, such as
 *            moves[KS_MOVES_MAX] and text[KS_FEN_SIZE]. Where none does, `room` is the number of elements
 *            in the caller's array, of a text with the zero. As many as fit are written, and the function
 *            returns how many there are in all. With a room of 0 the pointer may be NULL.
 * Names      Returned names belong to the library. They are static, or live as long as their variant.
 * Undo       Making a move fills in an undo, from which the same move is taken back. Moves are taken back in
 *            the reverse order.
 * Versions   Semantic Versioning: from one minor version to the next, functions are added and none changes.
 *            While the major version is 0, a minor version may change some. A program runs with every later
 *            library of the soname that it was linked with, libkingscan.so.0; a change that a compiled
 *            program would notice gives the library the next soname.
 * Kind       Moves have a kind (plain, castling ...). Pieces of a variant have a type.
 */
#ifndef KINGSCAN_H
#define KINGSCAN_H

#include "kingscan/check.h"
#include "kingscan/errors.h"
#include "kingscan/kernels.h"
#include "kingscan/moves.h"
#include "kingscan/pieces.h"
#include "kingscan/position.h"
#include "kingscan/variants.h"

#endif
