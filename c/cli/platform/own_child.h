/* Runs a function of this program in a guarded process, so that it may crash, exit or hang. The two
 * processes share memory and exchange bytes.
 *
 * The child is forked on POSIX. On Windows it is this program, started again with the same arguments, and
 * it stops at attend_parent. So the program runs the same code up to there on both systems, and prints
 * nothing. */
#ifndef KS_OWN_CHILD_H
#define KS_OWN_CHILD_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/platform/guard.h"

/* The function of a child. socket: connects to the parent; read(2) and write(2) on it block. The result is
 * the exit status. The child's standard output is standard error. */
typedef int child_function(void *context, int socket);

/* Returns memory that a child shares, once a process; in a child on Windows, the parent's. Returns NULL, with
 * the reason in errno, when there is none. */
void *share_memory(size_t size);

/* Runs the function in a child on Windows, and does not return there. */
void attend_parent(child_function *run, void *context);

/* Starts a child. *socket: connects to the child, for poll, read, write_to_child and close. Returns false,
 * with the reason in errno, when the child cannot be started. */
bool start_own_child(struct guard *guard, child_function *run, void *context, int *socket);

/* Sends one byte. A child that has ended is noticed when it does not answer. */
void wake_child(int socket);

#endif
