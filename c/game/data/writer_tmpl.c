/* Writes the positions that follow each other by their moves. An entry of .binpack that does so goes on with
 * the chain: the number of the piece that moves, the number of its target, and the difference of the scores,
 * in as few bits as they take. Any other entry begins a chain.
 *
 * The position after the last entry is kept up to date by its moves alone: for an entry that equals it, no
 * set of squares is made of a board. */
#include "core/board/planes.h"
#include "game/data/steps_tmpl.h"
#include "game/data/writer.h"

/* ==== The entry after another ==== */

ALWAYS_INLINE bool is_same_board(const uint8_t a[64], const uint8_t b[64]) {
#ifdef KS_FOR_AVX512BW
    return _mm512_cmpneq_epi8_mask(load_board(a), load_board(b)) == 0;
#elif defined KS_FOR_AVX2
    const whole_board first = load_board(a), second = load_board(b);
    const __m256i same = _mm256_and_si256(_mm256_cmpeq_epi8(first.low, second.low),
                                          _mm256_cmpeq_epi8(first.high, second.high));
    return _mm256_movemask_epi8(same) == -1;
#else
    return memcmp(a, b, 64) == 0;
#endif
}

/* Most entries have no square of en passant, and neither has what is expected. */
ALWAYS_INLINE bool is_next(const struct following *following, const struct outgoing *entry) {
    const unsigned differences = (entry->ply ^ following->ply) | (entry->side ^ following->side) |
                                 (entry->halfmoves ^ following->halfmoves) |
                                 (unsigned)(entry->result ^ following->result);
    return following->known && differences == 0 && entry->castling == following->castling &&
           is_same_board(entry->board, following->board) &&
           (entry->en_passant == following->en_passant ||
            ks_capturable_square(entry->board, entry->side, entry->king, entry->en_passant) ==
                following->en_passant);
}

static bool follows(const struct following *following, const struct outgoing *entry) {
    return is_next(following, entry);
}

/* Takes the position of an entry over that does not follow. */
static void take_position(struct following *following, const struct outgoing *entry) {
    struct code_planes planes;
    split_board(entry->board, &planes);
    const uint64_t occupied = filled_squares(&planes), black = occupied & planes.bits[3];
    memcpy(following->board, entry->board, 64);
    memcpy(following->king, entry->king, sizeof following->king);
    following->own = entry->side == KS_BLACK ? black : occupied & ~black;
    following->their = occupied & ~following->own;
    following->castling = entry->castling;
    following->side = entry->side;
    following->en_passant = ks_capturable_square(entry->board, entry->side, entry->king, entry->en_passant);
    following->halfmoves = entry->halfmoves;
    following->ply = entry->ply;
    following->result = entry->result;
}

/* Castling and en passant; changes the sets accordingly. */
static whole_board change_specially(struct following *next, whole_board board, unsigned from, unsigned to,
                                    bool castles) {
    const unsigned side = next->side;
    if (!castles) {
        const unsigned captured = (from & 56) + (to & 7);
        next->own = (next->own & ~bit(from)) | bit(to);
        next->their &= ~bit(captured);
        board = without_piece(without_piece(board, from), captured);
        return with_piece(board, to, code_of(KS_WHITE_PAWN, side));
    }
    const unsigned king = castled_king(side, from, to), rook = castled_rook(side, from, to);
    next->own = (next->own & ~bit(from) & ~bit(to)) | bit(king) | bit(rook);
    next->king[side] = king;
    next->castling &= ~row_mask(back_row(side));
    board = without_piece(without_piece(board, from), to);
    board = with_piece(board, king, code_of(KS_WHITE_KING, side));
    return with_piece(board, rook, code_of(KS_WHITE_ROOK, side));
}

/* Makes the move of an entry. Its position is the one that is kept. */
ALWAYS_INLINE void make_move(struct following *next, const struct outgoing *entry) {
    const unsigned from = KS_MOVE_FROM(entry->move), to = KS_MOVE_TO(entry->move),
                   kind = KS_MOVE_KIND(entry->move), side = next->side, code = entry->board[from];
    const bool is_king = from == next->king[side], is_pawn = (code & 7) == KS_WHITE_PAWN,
               captures = entry->board[to] != KS_EMPTY && kind != KS_MOVE_CASTLING;
    whole_board board = load_board(next->board);
    next->known = entry->move != KS_NO_MOVE;
    if (!next->known)
        return;
    if (RARE(kind == KS_MOVE_CASTLING || kind == KS_MOVE_EN_PASSANT)) {
        board = change_specially(next, board, from, to, kind == KS_MOVE_CASTLING);
    } else {
        const unsigned put = kind >= KS_MOVE_TO_KNIGHT ? code_of(KS_WHITE_KNIGHT + (kind & 3), side) : code;
        board = with_piece(without_piece(board, from), to, put);
        next->own = (next->own & ~bit(from)) | bit(to);
        next->their &= ~bit(to);
        next->king[side] = is_king ? to : next->king[side];
        next->castling &= ~(bit(from) | bit(to)) & ~(is_king ? row_mask(back_row(side)) : 0);
    }
    store_board(next->board, board);
    next->en_passant = KS_NO_SQUARE;
    if (RARE(is_pawn && (from ^ to) == 16) && has_neighbour(entry->board, side, from, to, next->their))
        next->en_passant = ks_capturable_square(next->board, side ^ 1, next->king, (from + to) / 2);
    next->halfmoves = is_pawn || captures ? 0 : next->halfmoves + (next->halfmoves < KS_CLOCK_MAX);
    const uint64_t own = next->own;
    next->own = next->their;
    next->their = own;
    next->side = side ^ 1;
    next->ply++;
    next->result = -next->result;
}

static void note(struct following *next, const struct outgoing *entry, bool follows) {
    if (!follows)
        take_position(next, entry);
    make_move(next, entry);
}

/* ==== Positions of a chain ==== */

/* Returns the place of a square in a set, which counts from a1. */
ALWAYS_INLINE unsigned index_of(uint64_t squares, unsigned square) {
    return (unsigned)__builtin_popcountll(turned(squares) & (bit(square ^ 56) - 1));
}

/* What the number of a move depends on, and the clock. */
struct walk {
    uint64_t own, their, castling;
    unsigned side, en_passant, halfmoves;
};

/* Finds the number of a move among the moves of its piece, and how many the piece has. Returns whether the
 * move is among them. code is that of the piece, which is the side's. by_masks: without
 * branches, which is faster in games and slower for entries that come one by one. */
ALWAYS_INLINE bool find_way(const struct walk *here, unsigned move, unsigned code, bool by_masks,
                            unsigned *way, unsigned *ways) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move),
                   side = here->side, piece = code & 7;
    const bool is_pawn = piece == KS_WHITE_PAWN;
    const uint64_t passed = here->en_passant == KS_NO_SQUARE ? 0 : bit(here->en_passant);
    const uint64_t targets = targets_by_rays(code, from, side, here->own, here->their, passed);
    const bool is_king = piece == KS_WHITE_KING, promotes = is_pawn && from >> 3 == row_of_rank(side, 6);
    const uint64_t castling = here->castling & row_mask(back_row(side)),
                   rooks = by_masks  ? castling & all_if(is_king)
                           : is_king ? castling
                                     : 0;
    const unsigned shift = by_masks   ? 2 & (unsigned)all_if(promotes)
                           : promotes ? 2
                                      : 0,
                   count = (unsigned)__builtin_popcountll(targets) << shift;
    *ways = count + (unsigned)__builtin_popcountll(rooks);
    if (RARE(kind == KS_MOVE_CASTLING)) {
        *way = count + (to > from && rooks & (bit(from) - 1));
        return rooks >> to & 1;
    }
    const bool passes = is_pawn && passed >> to & 1;
    *way = index_of(targets, to) << shift | (shift ? kind & 3 : 0);
    return targets >> to & 1 && (shift > 0) == (kind >= KS_MOVE_TO_KNIGHT) &&
           passes == (kind == KS_MOVE_EN_PASSANT);
}

/* Returns the difference of two scores in groups of five bits: whether another one follows, and four bits of
 * the number, the lowest first. */
ALWAYS_INLINE unsigned groups_of(unsigned difference, unsigned *width) {
    enum { ALL = 20, FLAGS = 0x84210 };
    const unsigned groups = (difference & 15) << 15 | (difference >> 4 & 15) << 10 |
                            (difference >> 8 & 15) << 5 | difference >> 12;
    *width = 5 * ((31 - (unsigned)__builtin_clz(difference | 1)) / 4 + 1);
    return (groups | (FLAGS & -(1u << (ALL + 5 - *width)))) >> (ALL - *width);
}

/* Adds bits, 57 at most, and stores the bytes that are full. Returns where the next ones go. */
ALWAYS_INLINE uint8_t *add_bits(struct chain_bits *bits, uint8_t *at, uint64_t number, unsigned width) {
    const unsigned count = bits->count + width, full = count & ~7u;
    const uint64_t waiting = bits->waiting | number << (64 - count), stored = turned(waiting);
    memcpy(at, &stored, sizeof stored);
    bits->waiting = waiting << full;
    bits->count = count - full;
    return at + full / 8;
}

/* Adds a move with this number, and the difference of two scores. Returns where the next bits go. */
ALWAYS_INLINE uint8_t *add_move(struct chain_bits *bits, uint8_t *at, uint64_t own, unsigned from,
                                unsigned way, unsigned ways, int difference) {
    unsigned score_width;
    const unsigned piece = index_of(own, from), piece_width = width_of((unsigned)__builtin_popcountll(own)),
                   way_width = width_of(ways), groups = groups_of(zigzag(difference), &score_width);
    return add_bits(bits, at, ((uint64_t)piece << way_width | way) << score_width | groups,
                    piece_width + way_width + score_width);
}

/* Goes on with the chain. Returns false when it cannot. */
ALWAYS_INLINE bool go_on(ks_data_writer *writer, const struct outgoing *entry) {
    const struct following *const here = &writer->following;
    const struct walk standing = {here->own, here->their, here->castling, here->side, here->en_passant, 0};
    const unsigned from = KS_MOVE_FROM(entry->move), to = KS_MOVE_TO(entry->move);
    unsigned way, ways;
    if (writer->chain == 0 || writer->chain_left == 0 || entry->move == KS_NO_MOVE ||
        entry->ply > BINPACK_PLY_MAX || !is_next(here, entry) || !(here->own >> from & 1) ||
        to == here->king[here->side ^ 1] ||
        !find_way(&standing, entry->move, entry->board[from], false, &way, &ways))
        return false;
    const uint8_t *const end = add_move(&writer->bits, writer->buffer + writer->used, here->own, from, way,
                                        ways, entry->score + writer->last_score);
    writer->used = (size_t)(end - writer->buffer);
    writer->chain_left--;
    return true;
}

/* ==== Positions of a game ==== */

/* All these follow each other by legal moves: so nothing is compared, and the board changes square by
 * square. */

/* Makes a legal move. king has the squares of both kings. */
ALWAYS_INLINE struct walk walk_on(struct walk here, uint8_t board[64], unsigned king[2], unsigned move) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move),
                   side = here.side, code = board[from], captured = board[to];
    const uint64_t is_king = all_if((code & 7) == KS_WHITE_KING);
    const bool castles = kind == KS_MOVE_CASTLING;
    board[from] = KS_EMPTY;
    if (RARE(castles)) {
        const unsigned rook = castled_rook(side, from, to);
        king[side] = castled_king(side, from, to);
        board[to] = KS_EMPTY;
        board[king[side]] = (uint8_t)code;
        board[rook] = (uint8_t)captured;
        here.own = (here.own & ~bit(from) & ~bit(to)) | bit(king[side]) | bit(rook);
    } else {
        const unsigned taken = RARE(kind == KS_MOVE_EN_PASSANT) ? (from & 56) + (to & 7) : to;
        board[taken] = KS_EMPTY;
        board[to] =
            (uint8_t)(RARE(kind >= KS_MOVE_TO_KNIGHT) ? code_of(KS_WHITE_KNIGHT + (kind & 3), side) : code);
        here.own = (here.own & ~bit(from)) | bit(to);
        here.their &= ~bit(taken);
        king[side] = choose(is_king, to, king[side]);
    }
    const bool resets = ((code & 7) == KS_WHITE_PAWN) | ((captured != KS_EMPTY) & !castles);
    struct walk next = {.own = here.their,
                        .their = here.own,
                        .castling =
                            here.castling & ~(bit(from) | bit(to)) & ~(is_king & row_mask(back_row(side))),
                        .side = side ^ 1,
                        .en_passant = KS_NO_SQUARE};
    next.halfmoves = (here.halfmoves + (here.halfmoves < KS_CLOCK_MAX)) & ~(unsigned)all_if(resets);
    if (RARE(kind == KS_MOVE_DOUBLE_PUSH) && has_neighbour(board, side, from, to, next.own))
        next.en_passant = ks_capturable_square(board, next.side, king, (from + to) / 2);
    return next;
}

/* The walk, the board and the kings lie apart from each other and from the writer: so a store of bytes
 * changes none of the rest. To make all moves first, and then to number them, took as long (AMD Zen 4). */
static unsigned write_moves(ks_data_writer *writer, const struct game_entry *entries, unsigned count) {
    struct following *const f = &writer->following;
    struct walk here = {f->own, f->their, f->castling, f->side, f->en_passant, f->halfmoves};
    struct chain_bits bits = writer->bits;
    uint8_t *at = writer->buffer + writer->used;
    uint8_t board[64];
    unsigned king[2] = {f->king[0], f->king[1]};
    int last_score = writer->last_score;
    const unsigned plies = f->ply > BINPACK_PLY_MAX ? 0 : BINPACK_PLY_MAX + 1 - f->ply,
                   room = plies < writer->chain_left ? plies : writer->chain_left,
                   most = count < room ? count : room;
    unsigned way, ways;
    memcpy(board, f->board, 64);
    for (unsigned n = 0; n < most; n++) {
        const unsigned move = entries[n].move, from = KS_MOVE_FROM(move);
        find_way(&here, move, board[from], true, &way, &ways);
        at = add_move(&bits, at, here.own, from, way, ways, entries[n].score + last_score);
        last_score = entries[n].score;
        here = walk_on(here, board, king, move);
    }
    memcpy(f->board, board, 64);
    memcpy(f->king, king, sizeof king);
    f->own = here.own;
    f->their = here.their;
    f->castling = here.castling;
    f->side = here.side;
    f->en_passant = here.en_passant;
    f->halfmoves = here.halfmoves;
    f->ply += most;
    f->result = most % 2 ? -f->result : f->result;
    writer->bits = bits;
    writer->used = (size_t)(at - writer->buffer);
    writer->last_score = last_score;
    writer->chain_left -= most;
    return most;
}

static int write_entry(ks_data_writer *writer, const struct outgoing *entry, ks_error *error) {
    const bool goes_on = go_on(writer, entry);
    if (!goes_on) {
        const int code = ks_begin_chain(writer, entry, error);
        if (code != KS_OK)
            return code;
        take_position(&writer->following, entry);
    }
    writer->last_score = entry->score;
    make_move(&writer->following, entry);
    return KS_OK;
}

const struct chain_writer IN_BUILD(chain_writer) = {follows, note, write_entry, write_moves};
