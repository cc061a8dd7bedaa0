/* Finds for a whole batch of entries at once who is in check and which moves are legal. */
#include "game/data/batch.h"

#include <string.h>

#include "core/board/planes.h"
#include "core/text/error.h"
#include "rules/attacks.h"
#include "rules/generator/generator.h"
#include "rules/generator/tables.h"
#include "rules/position.h"

int ks_position_of_entry(const struct columns *c, size_t i, bool numbered, ks_position *position,
                         ks_error *error) {
    const int code = ks_position_from_board(c->boards[i], c->sides[i], c->castling[i], c->en_passant[i],
                                            KS_FEN_DEFAULT, position, error);
    if (code == KS_OK) {
        position->halfmove_clock = c->halfmoves[i];
        position->fullmove_number = numbered ? c->fullmoves[i] : (uint16_t)(c->plies[i] / 2 + 1);
    }
    return code;
}

/* All squares of a row at once: a byte with a pawn's code becomes zero, and a zero byte borrows. */
static bool has_pawn(const uint8_t row[8]) {
    uint64_t codes;
    memcpy(&codes, row, sizeof codes);
    const uint64_t low = UINT64_C(0x0101010101010101), no_pawn = (codes & 7 * low) ^ low * KS_WHITE_PAWN;
    return ((no_pawn - low) & ~no_pawn & 0x80 * low) != 0;
}

bool ks_has_pawn_on_edge(const uint8_t board[64]) {
    return has_pawn(board) || has_pawn(board + 56);
}

/* ---- En passant ---- */

static bool is_hit_by_slider(const uint8_t board[64], unsigned king, unsigned by, uint64_t occupied) {
    uint64_t lines = orthogonal_attacks_by_rays(king, occupied) & occupied,
             diagonals = diagonal_attacks_by_rays(king, occupied) & occupied;
    const unsigned queen = code_of(KS_WHITE_QUEEN, by);
    for (; lines; lines &= lines - 1)
        if (board[lowest_square(lines)] == code_of(KS_WHITE_ROOK, by) || board[lowest_square(lines)] == queen)
            return true;
    for (; diagonals; diagonals &= diagonals - 1)
        if (board[lowest_square(diagonals)] == code_of(KS_WHITE_BISHOP, by) ||
            board[lowest_square(diagonals)] == queen)
            return true;
    return false;
}

unsigned ks_capturable_square(const uint8_t board[64], unsigned side, const unsigned king[2],
                              unsigned en_passant) {
    if (en_passant == KS_NO_SQUARE)
        return KS_NO_SQUARE;
    struct code_planes planes;
    split_board(board, &planes);
    const uint64_t occupied = filled_squares(&planes), passed = push(bit(en_passant), side ^ 1);
    uint64_t from = attack_left(bit(en_passant), side ^ 1) | attack_right(bit(en_passant), side ^ 1);
    if (!passed || board[lowest_square(passed)] != code_of(KS_WHITE_PAWN, side ^ 1) ||
        occupied >> en_passant & 1)
        return KS_NO_SQUARE;
    for (; from; from &= from - 1) {
        const unsigned square = lowest_square(from);
        if (board[square] == code_of(KS_WHITE_PAWN, side) &&
            !is_hit_by_slider(board, king[side], side ^ 1,
                              (occupied | bit(en_passant)) & ~bit(square) & ~passed))
            return en_passant;
    }
    return KS_NO_SQUARE;
}

/* ---- Legality ---- */

/* Returns whether the move of an entry is legal, by all rules. */
static bool is_legal_by_rules(const struct columns *c, size_t i) {
    ks_position position;
    return !(c->kinds[i] & KS_DATA_NO_MOVE) && ks_position_of_entry(c, i, false, &position, NULL) == KS_OK &&
           ks_is_legal(&position, c->moves[i]);
}

/* The same for castling in a position that the reader has made sure of: only what stands in the way and who
 * attacks it are left. */
static bool is_legal_castling(const struct columns *c, size_t i) {
    const unsigned king = KS_MOVE_FROM(c->moves[i]), rook = KS_MOVE_TO(c->moves[i]), row = king & 56;
    const struct castling_way *const way = &ks_castling_ways[king & 7][rook & 7];
    struct code_planes planes;
    uint8_t board[64];
    split_board(c->boards[i], &planes);
    if (way->empty << row & filled_squares(&planes) & ~bit(king) & ~bit(rook))
        return false;
    memcpy(board, c->boards[i], sizeof board);
    board[king] = board[rook] = KS_EMPTY;
    for (uint64_t path = way->safe << row; path; path &= path - 1)
        if (ks_in_check(board, lowest_square(path), c->sides[i]))
            return false;
    return true;
}

/* Returns whether the piece of an entry gets to its target, over empty squares, whatever becomes of its king.
 * Readers make sure that a piece of the side to move makes a move of such a kind, and takes none of its own.
 * Castling and en passant are left out. */
static bool gets_there(const uint8_t board[64], ks_move move) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), code = board[from];
    const uint64_t way = ks_lines_between[from][to];
    struct code_planes planes;
    split_board(board, &planes);
    const uint64_t occupied = filled_squares(&planes);
    if ((code & 7) != KS_WHITE_PAWN)
        return ks_attacks_from[from][code] >> to & 1 && !(way & occupied & ~bit(to));
    const unsigned side = code >> 3, first = row_of_rank(side, 1);
    const uint64_t one = push(bit(from), side), two = from >> 3 == first ? push(one, side) : 0;
    return (ks_attacks_from[from][code] & occupied & bit(to)) || ((one | two) & bit(to) && !(way & occupied));
}

/* Boards after moves that are no other entry's boards. */
struct boards_after {
    uint8_t boards[KS_DATA_BATCH_MAX][64], kings[KS_DATA_BATCH_MAX], sides[KS_DATA_BATCH_MAX];
    uint8_t entries[KS_DATA_BATCH_MAX]; /* entries with moves that were made */
    unsigned count;
};

/* Makes the move of an entry, which is no castling. */
static void add_board_after(struct boards_after *after, const struct columns *c, size_t i) {
    const unsigned n = after->count++, from = KS_MOVE_FROM(c->moves[i]), to = KS_MOVE_TO(c->moves[i]);
    uint8_t *const board = after->boards[n];
    memcpy(board, c->boards[i], 64);
    board[to] = board[from];
    board[from] = KS_EMPTY;
    if (c->kinds[i] & KS_DATA_EN_PASSANT)
        board[(from & 56) + (to & 7)] = KS_EMPTY;
    after->kings[n] = c->kings[i] == from ? (uint8_t)to : c->kings[i];
    after->sides[n] = c->sides[i];
    after->entries[n] = (uint8_t)i;
}

static void find_illegal_after(struct columns *c, const struct boards_after *after) {
    uint64_t attacked[BATCH_WORDS] = {0};
    ks_in_check_batch(after->boards[0], 64, after->kings, after->sides, after->count, attacked);
    for (unsigned word = 0; word < BATCH_WORDS; word++)
        for (uint64_t rest = attacked[word]; rest; rest &= rest - 1) {
            const unsigned i = after->entries[64 * word + lowest_square(rest)];
            c->illegal[i / 64] |= bit(i % 64);
        }
}

/* Returns whether the move of an entry is illegal, or adds the board that will say so. */
static bool is_illegal(const struct columns *c, size_t i, bool goes_on, struct boards_after *after) {
    const unsigned kinds = c->kinds[i];
    const bool first = kinds & KS_DATA_FIRST, invalid = c->invalid[i / 64] >> i % 64 & 1;
    if (kinds & (KS_DATA_NO_MOVE | UNSURE) || (first && kinds & (KS_DATA_EN_PASSANT | KS_DATA_CASTLING)))
        return !is_legal_by_rules(c, i);
    if (kinds & KS_DATA_CASTLING)
        return invalid || !is_legal_castling(c, i);
    if (first && (invalid || !gets_there(c->boards[i], c->moves[i])))
        return true;
    if (goes_on)
        return c->invalid[(i + 1) / 64] >> (i + 1) % 64 & 1;
    add_board_after(after, c, i);
    return false;
}

/* The board after a move says whether the king is safe, and all are asked at once. Mostly it is that of the
 * next entry. Whether the piece gets to its target has been found out by the reader of a chain, but for the
 * first entry. Castling, and other first entries' captures en passant, are asked about one by one. */
static void find_illegal(struct columns *c) {
    struct boards_after after;
    uint64_t special[BATCH_WORDS], goes_on[BATCH_WORDS];
    after.count = 0;
    ks_generator_in_use(); /* fills the tables of what pieces attack */
    ks_in_check_batch(c->boards[0], 64, c->other_kings, c->other_sides, c->count, c->invalid);
    mark_bytes(c->kinds, c->count, KS_DATA_FIRST | KS_DATA_NO_MOVE | UNSURE | KS_DATA_CASTLING, special);
    mark_bytes(c->kinds, c->count, GOES_ON, goes_on);
    for (unsigned word = 0; 64 * word < c->count; word++) {
        const uint64_t next_goes_on = marks_of_next(goes_on, word), usual = next_goes_on & ~special[word];
        const unsigned left = c->count - 64 * word;
        c->illegal[word] |= usual & marks_of_next(c->invalid, word);
        for (uint64_t rest = ~usual & (left < 64 ? bit(left) - 1 : ~(uint64_t)0); rest; rest &= rest - 1) {
            const unsigned n = lowest_square(rest);
            const bool illegal = is_illegal(c, 64 * word + n, next_goes_on >> n & 1, &after);
            c->illegal[word] |= (uint64_t)illegal << n;
        }
    }
    find_illegal_after(c, &after);
}

void ks_find_checks(struct columns *c, bool legality) {
    memset(c->checks, 0, sizeof c->checks);
    memset(c->illegal, 0, sizeof c->illegal);
    memset(c->invalid, 0, sizeof c->invalid);
    ks_in_check_batch(c->boards[0], 64, c->kings, c->sides, c->count, c->checks);
    if (legality)
        find_illegal(c);
}

/* ---- Columns as batches ---- */

ks_data_batch ks_show_columns(const struct columns *c) {
    return (ks_data_batch){.count = c->count,
                           .boards = (const uint8_t(*)[64])c->boards,
                           .sides = c->sides,
                           .kings = c->kings,
                           .kinds = c->kinds,
                           .moves = c->moves,
                           .scores = c->scores,
                           .results = c->results,
                           .plies = c->plies,
                           .checks = c->checks,
                           .known = c->known,
                           .clocks = c->clocks};
}

static void mark_bit(uint64_t *words, size_t n, const uint64_t *from, size_t i) {
    words[n / 64] |= (from[i / 64] >> i % 64 & 1) << n % 64;
}

void ks_pick_entries(struct columns *to, const ks_data_batch *batch, const bool *chosen, bool goes_on) {
    unsigned n = 0;
    memset(to->checks, 0, sizeof to->checks);
    memset(to->illegal, 0, sizeof to->illegal);
    for (size_t i = 0; i < batch->count; goes_on = chosen[i++]) {
        if (!chosen[i])
            continue;
        memcpy(to->boards[n], batch->boards[i], 64);
        to->sides[n] = batch->sides[i];
        to->kings[n] = batch->kings[i];
        to->kinds[n] = (uint8_t)(batch->kinds[i] | (goes_on ? 0 : KS_DATA_FIRST));
        to->moves[n] = batch->moves[i];
        to->scores[n] = batch->scores[i];
        to->results[n] = batch->results[i];
        to->plies[n] = batch->plies[i];
        to->known[n] = batch->known[i];
        to->clocks[n] = batch->clocks[i];
        mark_bit(to->checks, n, batch->checks, i);
        if (batch->illegal)
            mark_bit(to->illegal, n, batch->illegal, i);
        n++;
    }
    to->count = n;
}
