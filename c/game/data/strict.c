/* Tests entries strictly: each one alone, and whether it fits the one before. Within a chain or a game the
 * reader makes ply, clock and result itself; the first entry of each brings them along. */
#include "game/data/strict.h"

#include <string.h>

#include "core/text/error.h"
#include "game/data/reader.h"
#include "kingscan/moves.h"

static int read_strictly(const struct columns *c, size_t i, ks_position *position, ks_error *error) {
    const int code = ks_position_from_board(c->boards[i], c->sides[i], c->castling[i], c->en_passant[i],
                                            KS_FEN_STRICT, position, error);
    if (code == KS_OK)
        position->halfmove_clock = c->halfmoves[i];
    return code;
}

/* Tests the move, and the clock of an entry that has one of its own. */
static int test_alone(const ks_data *data, size_t i, const ks_position *position, ks_error *error) {
    const struct columns *const c = data->columns;
    const unsigned facts = data->rules->facts, number = facts & KS_DATA_HAS_PLY ? 0 : c->fullmoves[i];
    const unsigned ply =
        facts & KS_DATA_HAS_PLY ? c->plies[i] : 2 * (number - (number > 0)) + (c->sides[i] == KS_BLACK);
    char move[KS_UCI_SIZE];
    if (data->batch.illegal && !(c->kinds[i] & KS_DATA_NO_MOVE) && c->illegal[i / 64] >> i % 64 & 1) {
        ks_write_uci(position, c->moves[i], 0, move);
        return ks_fail(error, KS_ERROR_DATA_ILLEGAL, 0, "the move %s is not legal", move);
    }
    if (facts & KS_DATA_HAS_CLOCKS && c->kinds[i] & KS_DATA_FIRST && c->halfmoves[i] > ply)
        return ks_fail(error, KS_ERROR_DATA_CLOCK, 0,
                       "expected a halfmove clock of at most %u at that ply, found %u", ply, c->halfmoves[i]);
    return KS_OK;
}

/* Tests an entry that brings its position along against the one before, if the move there leads to it. */
static int test_sequel(const struct entry_before *before, const struct columns *c, size_t i,
                       ks_error *error) {
    ks_position next = before->position;
    ks_undo undo;
    if (!before->known || !(c->kinds[i] & KS_DATA_FIRST) || before->block != c->block)
        return KS_OK;
    ks_make_move(&next, before->move, &undo);
    if (next.side_to_move != c->sides[i] || memcmp(next.board, c->boards[i], 64) != 0)
        return KS_OK;
    if (c->plies[i] != before->ply + 1)
        return ks_fail(error, KS_ERROR_DATA_PLY, 0,
                       "expected ply %u after the move of the entry before, found %u", before->ply + 1,
                       c->plies[i]);
    if (c->halfmoves[i] != next.halfmove_clock)
        return ks_fail(error, KS_ERROR_DATA_CLOCK, 0,
                       "expected a halfmove clock of %u after the move of the entry before, found %u",
                       next.halfmove_clock, c->halfmoves[i]);
    if (c->results[i] != -before->result)
        return ks_fail(error, KS_ERROR_DATA_OTHER_RESULT, 0,
                       "expected the result %d, as the entry before has %d for the other side, found %d",
                       -before->result, before->result, c->results[i]);
    return KS_OK;
}

/* Returns whether an entry passes because the one before does. A legal move leads from a position that passes
 * to another one: it adds no piece, leaves no king attacked, and gives checks that a move can give. So only
 * the next move is left to be asked about, which the reader has done. Castling and captures en passant are
 * rare, and are left to the tests of a whole position. */
static bool follows_soundly(const struct entry_before *before, const ks_data *data, size_t i) {
    const struct columns *const c = data->columns;
    return i > 0 && before->known && !(c->kinds[i] & (KS_DATA_FIRST | KS_DATA_NO_MOVE)) &&
           !(c->kinds[i - 1] & (KS_DATA_CASTLING | KS_DATA_EN_PASSANT | KS_DATA_NO_MOVE)) &&
           !(c->illegal[i / 64] >> i % 64 & 1);
}

/* Keeps an entry with its position for the entry after it. */
static void keep(struct entry_before *before, const struct columns *c, size_t i, bool known) {
    before->move = c->moves[i];
    before->block = c->block;
    before->ply = c->plies[i];
    before->result = c->results[i];
    before->known = known;
}

static int test_whole(struct entry_before *before, const ks_data *data, size_t i, ks_error *error) {
    const struct columns *const c = data->columns;
    ks_position position;
    int code = read_strictly(c, i, &position, error);
    if (code != KS_OK) {
        before->known = false;
        return code;
    }
    code = test_alone(data, i, &position, error);
    const bool legal = code != KS_ERROR_DATA_ILLEGAL;
    if (code == KS_OK)
        code = test_sequel(before, c, i, error);
    before->position = position;
    keep(before, c, i, legal && data->batch.illegal && !(c->kinds[i] & KS_DATA_NO_MOVE));
    return code;
}

int ks_test_entry(struct entry_before *before, const ks_data *data, size_t i, ks_error *error) {
    const struct columns *const c = data->columns;
    if (!follows_soundly(before, data, i))
        return test_whole(before, data, i, error);
    if (i + 1 == c->count || c->kinds[i + 1] & KS_DATA_FIRST) { /* else no entry is compared with this one */
        const int code = ks_position_of_entry(c, i, false, &before->position, error);
        keep(before, c, i, code == KS_OK);
        return code;
    }
    return KS_OK;
}

bool ks_test_batch(struct entry_before *before, const ks_data *data) {
    const struct entry_before at_first = *before;
    for (size_t i = 0; i < data->columns->count; i++)
        if (ks_test_entry(before, data, i, NULL) != KS_OK) {
            *before = at_first;
            return false;
        }
    return true;
}
