/* Child processes: guarded ones, functions of this program in a process of their own, and tools that
 * decompress. */
#ifndef KS_CHILDREN_H
#define KS_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Guards ---- */

/* Child processes that cannot outlive this program. A guard stands between the two. It kills the child and
 * every process that comes from it, when this program asks for that or ends in any way, even by SIGKILL. The
 * guard is a process on POSIX and a job on Windows. */

struct guard {
    intptr_t keeper,
        child;  /* POSIX: the guard's process, and a socket to it; Windows: the job, and the child */
    bool ended; /* the child has ended, and `status` is valid */
    int status; /* as waitpid gives it */
};

/* Returns whether the child has ended, after a wait of at most `milliseconds`. guard->status then says how.
 * Processes that the child has started may still run. */
bool guard_child_ended(struct guard *guard, int milliseconds);

/* Kills all of them, and returns when they have ended. */
void guard_stop(struct guard *guard);

/* ---- Functions of this program ---- */

/* Runs a function of this program in a guarded process, so that it may crash, exit or hang. The two
 * processes share memory and exchange bytes.
 *
 * The child is forked on POSIX. On Windows it is this program, started again with the same arguments, and
 * it stops at attend_parent. So the program runs the same code up to there on both systems, and prints
 * nothing. */

/* The function of a child. socket: connects to the parent; read(2) and write(2) on it block. The result is
 * the exit status. The child's standard output is standard error. */
typedef int child_function(void *context, int socket);

/* Returns memory that a child shares, once a process; in a child on Windows, the parent's. Returns NULL, with
 * the reason in errno, when there is none. */
void *share_memory(size_t size);

/* Runs the function in a child on Windows, and does not return there. */
void attend_parent(child_function *run, void *context);

/* Starts a child. *socket: connects to the child, for poll, read, wake_child and close. Returns false,
 * with the reason in errno, when the child cannot be started. */
bool start_own_child(struct guard *guard, child_function *run, void *context, int *socket);

/* Sends one byte. A child that has ended is noticed when it does not answer. */
void wake_child(int socket);

/* ---- Tools that decompress ---- */

/* A tool that decompresses a file in a process of its own, which cannot outlive this program. */

struct unpacker {
    struct guard guard;
    int out;  /* the decompressed bytes come from this pipe */
    int said; /* a file with what the tool has written on its standard error */
};

/* Returns whether this system's tools can be used. Else no function below is called. */
bool unpackers_exist(void);

/* Starts "TOOL -dc". source: the descriptor that the tool reads from, after `length` bytes that have been
 * read from it already; with length 0 the tool reads from the descriptor itself, which does not wait then.
 * Returns false, with the reason in errno, when no process can be started. */
bool start_unpacker(struct unpacker *unpacker, const char *tool, int source, const char *bytes,
                    size_t length);

/* Returns whether the tool has ended well. Called after the last byte of its output. Otherwise the text says
 * why, in the tool's own words where there are any. */
bool unpacker_ended_well(struct unpacker *unpacker, const char *tool, char *text, size_t size);

/* Ends the tool, if it still runs, and closes the descriptors. */
void stop_unpacker(struct unpacker *unpacker);

#endif
