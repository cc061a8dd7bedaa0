/* kingscan perft DEPTH --units: the paths that units hold some plies later. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/perft/units/unit.h"
#include "cli/commands/perft/units/units.h"

/* Counts of so few plies fit into 64 bits: a position of chess has at most 218 moves, and a variant's, on
 * boards of up to 256 squares, less than 64 thousand. */
enum { NARROW = 8, VARIANT_NARROW = 4 };

/* Adds `count` times the paths of so many plies to *sum. Returns false when the sum is too large. */
static bool add_paths(const struct any_position *position, unsigned depth, wide count, wide *sum) {
    if (depth <= (position->variant ? VARIANT_NARROW : NARROW))
        return add_wide_product(sum, any_perft(position, depth), count);
    size_t children;
    bool fits = true;
    any_move *const moves = any_list_moves(position, &children);
    for (size_t i = 0; i < children && fits && !interrupted; i++) {
        struct any_position child = *position;
        any_make_move(&child, moves[i]);
        fits = add_paths(&child, depth - 1, count, sum);
    }
    free(moves);
    return fits;
}

/* Puts "NODES <tab> POSITION"; with an entry in the ledger also a tab, the number, a tab, the depth, a tab,
 * and the checksum. */
static void put_nodes(const struct unit *unit, const struct any_position *position, unsigned depth,
                      wide nodes) {
    char fen[ANY_FEN_SIZE], line[UNIT_SIZE + ENTRY_SIZE];
    size_t length = write_unit(nodes, fen, write_unit_position(position, fen), line);
    if (unit->entry.number) {
        length += write_entry(unit->entry, line + length);
        length += (size_t)sprintf(line + length, "\t%u", depth);
        length = add_checksum(line, length);
    } else {
        line[length++] = '\n';
    }
    put(&standard_output, line, length);
}

int count_units(const struct unit_task *task) {
    struct unit unit;
    struct any_position position;
    wide sum = 0;
    struct unit_stream *const stream = start_units(task);
    catch_interrupts(NULL);
    while (next_unit(stream, &unit)) {
        wide nodes = 0;
        if (!read_unit_position(stream, &unit, &position))
            continue;
        const bool fits = add_paths(&position, task->depth, unit.count, &nodes);
        if (interrupted) /* not all of this unit is counted */
            break;
        if (!fits || !add_wide(&sum, nodes))
            fail("-:%" PRIu64 ": the sum is larger than 128 bits can hold", stream->reader.number);
        if (task->each)
            put_nodes(&unit, &position, task->depth, nodes);
    }
    if (!task->each && !interrupted)
        put_sum(sum);
    const int status = end_units(stream);
    return interrupted ? STATUS_INTERRUPTED : status;
}
