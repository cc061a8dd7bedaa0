/* Functions of users, in shared libraries, and check routines among them. */
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

/* The same, presented as a kernel. */

/* Loads FILE.so[:SYMBOL], where SYMBOL (without one: in_check) is
 *     int in_check(const uint8_t board[64], int king_square, int side);
 * on Kingscan's codes and squares; it may return anything but 0 for a check. Returns a kernel that is called
 * as `file` is written here and has that one function, the others NULL; or NULL, with *error filled in. There
 * is one plugin at a time: a second call changes what the first one's kernel does. */
const ks_kernel *plugin_load(const char *file, ks_error *error);

/* Not 0 while the routine runs. */
extern volatile sig_atomic_t plugin_runs;

#endif
