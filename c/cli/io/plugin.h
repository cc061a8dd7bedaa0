/* Loads functions of users from shared libraries, and makes a user's check detection a kernel. */
#ifndef KS_IO_PLUGIN_H
#define KS_IO_PLUGIN_H

#include <signal.h>
#include <stddef.h>

#include "kingscan.h"

/* ---- Shared libraries ---- */

/* Functions of users, in shared libraries. */

/* Loads a shared library, and returns the address of a symbol. length: of the file's name. Returns NULL when
 * there is no such library or symbol, with the reason in one line. */
void *find_in_shared_object(const char *file, size_t length, const char *symbol, char *reason, size_t size);

/* ---- Check routines ---- */

/* A user's check routine as the caller's code sees it: int and unsigned arguments are passed alike. */
typedef int plugin_routine(const uint8_t board[64], unsigned king_square, unsigned side);

/* Loads FILE.so[:SYMBOL] and returns the routine itself, or NULL, with *error filled in. */
plugin_routine *plugin_find(const char *file, ks_error *error);

/* ---- Other functions ---- */

/* What a function of a user answers, as its symbol says; any other symbol is a check routine. */
enum plugin_kind {
    PLUGIN_IN_CHECK,
    PLUGIN_ATTACKED,     /* uint64_t attacked(const uint8_t board[64], int by_side) */
    PLUGIN_SEE_AT_LEAST, /* int see_at_least(const uint8_t board[64], int from, int to, int threshold) */
    PLUGIN_GIVES_CHECK,  /* int gives_check(const uint8_t board[64], int from, int to) */
    PLUGIN_KINDS
};

enum plugin_kind plugin_kind_of(const char *file);

/* These functions as they are; the arguments of int and unsigned are passed alike. */
typedef uint64_t plugin_attacked(const uint8_t board[64], unsigned by_side);
typedef int plugin_see_at_least(const uint8_t board[64], unsigned from, unsigned to, int threshold);
typedef int plugin_gives_check(const uint8_t board[64], unsigned from, unsigned to);

/* Load FILE.so:attacked and so on, as plugin_find does. */
plugin_attacked *plugin_find_attacked(const char *file, ks_error *error);
plugin_see_at_least *plugin_find_see_at_least(const char *file, ks_error *error);
plugin_gives_check *plugin_find_gives_check(const char *file, ks_error *error);

/* Returns the symbol that a kind is known by. */
const char *plugin_kind_name(enum plugin_kind kind);

/* A move about which a plugin was wrong. */
struct plugin_mistake {
    ks_move move;
    int threshold; /* of see_at_least */
    int found;     /* 1 or 0; the other one is right */
};

/* The last mistake about a move. */
extern struct plugin_mistake plugin_mistake;

/* ---- As a kernel ---- */

/* Loads FILE.so[:SYMBOL], where SYMBOL (without one: in_check) is
 *     int in_check(const uint8_t board[64], int king_square, int side);
 * on Kingscan's codes and squares; it may return anything but 0 for a check. Returns a kernel that is called
 * as `file` is written here and has that one function, the others NULL; or NULL, with *error filled in. There
 * is one plugin at a time: a second call changes what the first one's kernel does.
 *
 * The kernel of another kind answers in_check rightly as long as the function is right about the board:
 * attacked about the square of the question, and the others about all legal moves of both sides but for
 * castling, en passant and promotions. */
const ks_kernel *plugin_load(const char *file, ks_error *error);

/* Not 0 while the routine runs. */
extern volatile sig_atomic_t plugin_runs;

#endif
