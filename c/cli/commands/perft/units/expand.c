/* kingscan perft --expand: each unit becomes its children. */
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/perft/units/unit.h"
#include "cli/commands/perft/units/units.h"

static void put_children(const struct any_position *position, wide count, unsigned plies);

static void put_child(const struct any_position *position, any_move move, wide count, unsigned plies) {
    struct any_position child = *position;
    any_make_move(&child, move);
    put_children(&child, count, plies - 1);
}

static void put_position(const struct any_position *position, wide count) {
    char fen[ANY_FEN_SIZE], line[UNIT_SIZE];
    size_t length = write_unit(count, fen, write_unit_position(position, fen), line);
    line[length++] = '\n';
    put(&standard_output, line, length);
}

static void put_children(const struct any_position *position, wide count, unsigned plies) {
    any_move moves[ANY_MOVES_MAX];
    if (plies == 0) {
        put_position(position, count);
        return;
    }
    size_t children = any_legal_moves(position, moves);
    any_move *const all = children > ANY_MOVES_MAX ? any_list_moves(position, &children) : moves;
    for (size_t i = 0; i < children; i++)
        put_child(position, all[i], count, plies);
    if (all != moves)
        free(all);
}

int expand_units(const struct unit_task *task) {
    struct unit unit;
    struct any_position position;
    struct unit_stream *const stream = start_units(task);
    catch_interrupts(NULL);
    while (next_unit(stream, &unit))
        if (read_unit_position(stream, &unit, &position))
            put_children(&position, unit.count, task->depth);
    const int status = end_units(stream);
    return interrupted ? STATUS_INTERRUPTED : status;
}
