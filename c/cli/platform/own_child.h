/* A function of this program that runs in a guarded process of its own, so that it may crash, exit or hang.
 * The two share memory, and exchange bytes.
 *
 * On POSIX the child is forked. On Windows it is this program, started once more with the same arguments: it
 * ends where it comes to attend_parent. So what a program does before is the same in both, and prints
 * nothing. */
#ifndef KS_OWN_CHILD_H
#define KS_OWN_CHILD_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/platform/guard.h"

/* What the child does. socket: to the parent; for read(2) and write(2), which wait. What it returns is the
 * exit status. Its standard output is standard error. */
typedef int child_function(void *context, int socket);

/* Returns memory that a child has too, once a process; in a child on Windows, its parent's. NULL, with the
 * reason in errno, when there is none. */
void *share_memory(size_t size);

/* In a child on Windows, runs the function, and doesn't return. */
void attend_parent(child_function *run, void *context);

/* Starts a child. *socket: to it, for poll, read, write_to_child and close. Returns false, with the reason in
 * errno, when it can't be started. */
bool start_own_child(struct guard *guard, child_function *run, void *context, int *socket);

/* Sends one byte. That nobody takes it is noticed when nobody answers. */
void wake_child(int socket);

#endif
