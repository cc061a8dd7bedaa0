/* Two layers of positions, the one that is being expanded and the next: cut into parts, kept in memory, and
 * on disk when that is full. */
#ifndef KS_PERFT_STORE_H
#define KS_PERFT_STORE_H

#include <stdbool.h>

#include "cli/commands/perft/unit.h"
#include "kingscan.h"
#include "rules/perft/packed.h"

/* ---- The store ---- */

/* The parts of a layer. Positions whose next layers meet are in one part: see struct ks_child. A part of ten
 * million positions has ten thousand, whose children nearly fit into a processor's own cache. */
enum { PART_BITS = 10, PARTS = 1 << PART_BITS };

static inline unsigned part_of(uint64_t group) {
    return (unsigned)(group >> (64 - PART_BITS));
}

struct store;

/* memory: bytes for positions; folder: for what doesn't fit, as in scratch.h. Fails when there is no memory.
 */
struct store *new_store(size_t memory, const char *folder);

void free_store(struct store *store);

/* Adds positions of the next layer; those of part p are records[starts[p]] and on. Returns false when the
 * disk is full, with the reason in errno. For any thread. */
bool store_add(struct store *store, const struct ks_counted *records, const uint32_t starts[PARTS + 1]);

/* Makes the next layer the present one. Returns how many records it has: positions may be there more than
 * once.
 */
uint64_t store_turn(struct store *store);

/* The number of records in a part of the present layer. */
size_t store_count(const struct store *store, unsigned part);

/* Moves the records of this part of the present layer to `records`. For any thread, once for each part. */
void store_take(struct store *store, unsigned number, struct ks_counted *records);

/* Bytes that went to disk. For any thread. */
uint64_t store_spilled(struct store *store);

/* ---- Checkpoints ---- */

/* A file of finished counts, for a run that goes on where another one was killed: a line for the run, and one
 * for each part that is counted, with a checksum each. */

struct checkpoint;

/* The facts that have to be the same in the run that goes on. */
struct checkpoint_run {
    ks_position position;
    unsigned depth, parts;
    unsigned plies; /* of the layer that is cut into parts; filled in when the file says so */
};

/* Opens the file, or makes it. When it has lines, says by counted(context, part, nodes) which parts are
 * counted. A last line that is cut short is removed and reported. Fails when the file can't be read or
 * written, is of another run or in use by another process, or has a line that is altered or doubled. Returns
 * whether the run has begun before. */
bool open_checkpoint(struct checkpoint **checkpoint, const char *name, struct checkpoint_run *run,
                     void (*counted)(void *context, unsigned part, count128 nodes), void *context);

/* Writes the line of the run; those of parts follow. */
void begin_checkpoint(struct checkpoint *checkpoint, const struct checkpoint_run *run);

/* Closes the file. */
void close_checkpoint(struct checkpoint *checkpoint);

/* Writes the line of a part. Fails when that can't be done. Not for two threads at once. */
void check_part(struct checkpoint *checkpoint, unsigned part, count128 nodes);

#endif
