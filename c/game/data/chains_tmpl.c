/* Reads chains of .binpack: a start in 32 bytes, then for each position that follows the number of the piece
 * that moves, the number of its target, and the difference of the scores, in as few bits as they take.
 *
 * Which numbers there are depends on the position, so each waits for the one before. Thus a lane does a
 * single step at a time, and the steps of several lanes overlap. A step has few branches: the targets of all
 * pieces are found alike, and one load has all bits of a position, of which there are 30 at most. */
#include "game/data/lane.h"
#include "game/data/steps_tmpl.h"
#include "game/data/writer.h"

/* ==== Numbers ==== */

/* Returns the n-th lowest member of a set of squares that counts from a1, or 0. */
ALWAYS_INLINE uint64_t pick(uint64_t squares, unsigned n) {
#ifdef KS_HAS_PEXT
    return deposit_bits(bit(n), squares);
#else
    while (n-- > 0)
        squares &= squares - 1;
    return squares & -squares;
#endif
}

/* ==== Positions ==== */

/* Adds a position to a batch as entry n: the board is there already. */
ALWAYS_INLINE void add_entry(struct columns *c, unsigned n, const struct chain_position *p, unsigned side,
                             unsigned kinds, unsigned move_kind) {
    c->castling[n] = p->castling;
    c->halfmoves[n] = (uint16_t)p->halfmoves;
    c->en_passant[n] = p->passed ? (uint8_t)lowest_square(p->passed) : (uint8_t)KS_NO_SQUARE;
    c->kings[n] = (uint8_t)p->king[side];
    c->other_kings[n] = (uint8_t)p->king[side ^ 1];
    c->sides[n] = (uint8_t)side;
    c->other_sides[n] = (uint8_t)(side ^ 1);
    c->kinds[n] = (uint8_t)kinds;
    c->moves[n] = KS_MOVE(p->from, p->to, move_kind);
    c->scores[n] = (int16_t)p->score;
    c->plies[n] = (uint16_t)p->ply;
    c->results[n] = (int8_t)p->result;
}

/* Returns the square that a double push of `side` has passed, if a pawn may capture there. */
static __attribute__((noinline)) uint64_t find_passed(unsigned side, unsigned from, unsigned to,
                                                      const uint8_t board[64], const unsigned king[2],
                                                      uint64_t their) {
    const unsigned passed = has_neighbour(board, side, from, to, their)
                                ? ks_capturable_square(board, side ^ 1, king, (from + to) / 2)
                                : (unsigned)KS_NO_SQUARE;
    return passed == KS_NO_SQUARE ? 0 : bit(passed);
}

/* Castling and en passant on the board; changes the sets of a plain move accordingly. */
ALWAYS_INLINE whole_board change_specially(struct chain_position *p, unsigned side, whole_board board,
                                           uint64_t *own, uint64_t *their) {
    const unsigned from = p->from, to = p->to;
    if (p->kind == KS_MOVE_EN_PASSANT) {
        const unsigned captured = (from & 56) + (to & 7);
        *own ^= bit(from) | bit(to);
        *their &= ~bit(captured);
        return with_piece(without_piece(without_piece(board, from), captured), to, p->code);
    }
    const unsigned king = castled_king(side, from, to), rook = castled_rook(side, from, to);
    *own = (*own & ~bit(from) & ~bit(to)) | bit(king) | bit(rook);
    p->king[side] = king;
    p->castling &= ~row_mask(back_row(side));
    board = without_piece(without_piece(board, from), to);
    return with_piece(with_piece(board, king, code_of(KS_WHITE_KING, side)), rook,
                      code_of(KS_WHITE_ROOK, side));
}

/* Makes the move of `side`: afterwards the other one is to move, and the board stands at `next`. */
ALWAYS_INLINE void make(struct chain_position *p, unsigned side, uint8_t next[64]) {
    const unsigned from = p->from, to = p->to, code = p->code;
    uint64_t own = p->own, their = p->their, passed = 0;
    const bool is_king = (code & 7) == KS_WHITE_KING;
    whole_board board = load_board(p->board);
    const bool resets = move_resets(p);
    if (RARE(p->kind == KS_MOVE_CASTLING || p->kind == KS_MOVE_EN_PASSANT)) {
        board = change_specially(p, side, board, &own, &their);
    } else {
        const uint64_t rooks = all_if(is_king) & own; /* that had rights */
        board = with_piece(without_piece(board, from), to, code);
        own = (own & ~bit(from)) | bit(to);
        their &= ~bit(to);
        p->king[side] = choose(is_king, to, p->king[side]);
        p->castling &= ~(bit(from) | bit(to) | rooks);
    }
    store_board(next, board);
    if (RARE(p->kind == KS_MOVE_DOUBLE_PUSH)) {
        const unsigned king[2] = {p->king[KS_WHITE], p->king[KS_BLACK]};
        passed = find_passed(side, from, to, next, king, their);
    }
    p->halfmoves = choose(resets, 0, p->halfmoves + (p->halfmoves < KS_CLOCK_MAX));
    p->board = next;
    p->own = their;
    p->their = own;
    p->passed = passed;
    p->side = side ^ 1;
    p->ply++;
    p->result = -p->result;
}

/* ==== Starts of chains ==== */

static enum lane_event fail(struct lane *lane, int code) {
    lane->fault = code;
    lane->fault_in_stem = false;
    return LANE_FAULT;
}

ALWAYS_INLINE unsigned be_16(const uint8_t *bytes_2) {
    return (unsigned)bytes_2[0] << 8 | bytes_2[1];
}

ALWAYS_INLINE uint64_t be_64(const uint8_t *bytes_8) {
    uint64_t word;
    memcpy(&word, bytes_8, sizeof word);
    return turned(word);
}

ALWAYS_INLINE int unzigzag(unsigned number) {
    return (int16_t)(number >> 1 ^ -(number & 1));
}

enum { PASSED_PAWN = 12, WHITE_CASTLING = 13, BLACK_CASTLING = 14, KING_TO_MOVE = 15 };

/* The pieces of a start, as sets of squares. */
struct stem {
    uint64_t occupied, passed_pawns, castling[2], black, kings, to_move;
};

/* Lays the pieces of a start out. Returns false when bits after the last are not zero. */
static bool read_pieces(const uint8_t *bytes, struct stem *stem, uint8_t board[64]) {
    static const uint8_t codes[16] = {1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 1, 4, 12, 14};
    unsigned n = 0;
    memset(board, KS_EMPTY, 64);
    for (uint64_t rest = turned(stem->occupied); rest; rest &= rest - 1, n++) {
        const unsigned square = lowest_square(rest) ^ 56, piece = bytes[8 + n / 2] >> (n % 2 * 4) & 15;
        unsigned code = codes[piece];
        if (piece >= PASSED_PAWN) {
            stem->passed_pawns |= (uint64_t)(piece == PASSED_PAWN) << square;
            stem->castling[KS_WHITE] |= (uint64_t)(piece == WHITE_CASTLING) << square;
            stem->castling[KS_BLACK] |= (uint64_t)(piece == BLACK_CASTLING) << square;
            stem->to_move |= (uint64_t)(piece == KING_TO_MOVE) << square;
            if (piece == PASSED_PAWN && square < 32)
                code = KS_BLACK_PAWN;
        }
        board[square] = (uint8_t)code;
        stem->black |= (uint64_t)(code >> 3) << square;
        stem->kings |= (uint64_t)((code & 7) == KS_WHITE_KING) << square;
    }
    unsigned after = n % 2 ? bytes[8 + n / 2] >> 4 : 0;
    for (unsigned i = (n + 1) / 2; i < 16; i++)
        after |= bytes[8 + i];
    return after == 0;
}

/* Returns whether kings and rooks with rights are on their first squares. */
static bool are_rights_usual(const struct stem *stem, const unsigned king[2]) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const unsigned row = 8 * back_row(side);
        if (stem->castling[side] & ~(bit(row + FILE_A) | bit(row + FILE_H)) ||
            (stem->castling[side] && king[side] != row + 4))
            return false;
    }
    return true;
}

/* Takes the position over. Returns KS_OK or the fault. */
static int take_stem(struct lane *lane, const uint8_t *bytes, uint8_t board[64]) {
    struct stem stem = {.occupied = turned(be_64(bytes))};
    if (__builtin_popcountll(stem.occupied) > 32)
        return KS_ERROR_DATA_MANY_PIECES;
    if (!read_pieces(bytes, &stem, board))
        return KS_ERROR_DATA_PIECE;
    if (!has_one_bit(stem.kings & stem.black) || !has_one_bit(stem.kings & ~stem.black))
        return KS_ERROR_DATA_KINGS;
    if (ks_has_pawn_on_edge(board))
        return KS_ERROR_PAWN_RANK;
    lane->here.side = stem.to_move ? KS_BLACK : KS_WHITE;
    lane->here.own = lane->here.side == KS_BLACK ? stem.black : stem.occupied & ~stem.black;
    lane->here.their = stem.occupied & ~lane->here.own;
    lane->here.king[KS_WHITE] = lowest_square(stem.kings & ~stem.black);
    lane->here.king[KS_BLACK] = lowest_square(stem.kings & stem.black);
    lane->here.castling = stem.castling[KS_WHITE] | stem.castling[KS_BLACK];
    if (lane->here.castling && !are_rights_usual(&stem, lane->here.king))
        return KS_ERROR_DATA_CASTLING;
    lane->here.passed = push(stem.passed_pawns, lane->here.side);
    if (stem.passed_pawns &&
        (!has_one_bit(stem.passed_pawns) ||
         stem.passed_pawns & ~(lane->here.their & row_mask(row_of_rank(lane->here.side, 4))) ||
         lane->here.passed & stem.occupied))
        return KS_ERROR_DATA_EN_PASSANT;
    return KS_OK;
}

/* Returns the kind of the start's move, or -1 when no piece of the side to move makes such a one. Whether it
 * is legal is not asked. */
static int kind_of_stem_move(const struct lane *lane, const uint8_t board[64], unsigned word) {
    enum { PLAIN, PROMOTION, CASTLING, EN_PASSANT };
    const unsigned kind = word >> 14, from = lane->here.from, to = lane->here.to, side = lane->here.side;
    const bool is_pawn = board[from] == code_of(KS_WHITE_PAWN, side);
    if (!(lane->here.own >> from & 1) || (kind != PROMOTION && word & 3) ||
        (is_pawn && to >> 3 == row_of_rank(side, 7)) != (kind == PROMOTION))
        return -1;
    if (kind == CASTLING)
        return from == lane->here.king[side] && lane->here.castling & row_mask(back_row(side)) & bit(to)
                   ? KS_MOVE_CASTLING
                   : -1;
    if (lane->here.own >> to & 1)
        return -1;
    if (kind == EN_PASSANT)
        return is_pawn && lane->here.passed == bit(to) && ks_attacks_from[from][board[from]] & bit(to)
                   ? KS_MOVE_EN_PASSANT
                   : -1;
    return kind == PROMOTION              ? (int)(KS_MOVE_TO_KNIGHT + (word & 3))
           : is_pawn && (from ^ to) == 16 ? KS_MOVE_DOUBLE_PUSH
                                          : KS_MOVE_PLAIN;
}

/* Takes the start's move over. Returns KS_OK or the fault. */
static int take_stem_move(struct lane *lane, const uint8_t board[64], unsigned word) {
    lane->here.from = (word >> 8 & 63) ^ 56;
    lane->here.to = (word >> 2 & 63) ^ 56;
    if (word == 0 && lane->here.left == 0) {
        lane->here.from = lane->here.to = 0;
        lane->here.kind = KS_MOVE_PLAIN;
        return KS_OK;
    }
    const int kind = kind_of_stem_move(lane, board, word);
    if (kind < 0)
        return KS_ERROR_DATA_MOVE;
    if (lane->here.to == lane->here.king[lane->here.side ^ 1])
        return KS_ERROR_DATA_KING_CAPTURE;
    lane->here.kind = (unsigned)kind;
    lane->here.code = kind >= KS_MOVE_TO_KNIGHT ? code_of(KS_WHITE_KNIGHT + (word & 3), lane->here.side)
                                                : board[lane->here.from];
    return KS_OK;
}

ALWAYS_INLINE unsigned kinds_of(const struct chain_position *p, bool captures) {
    const unsigned said = captures ? (unsigned)KS_DATA_CAPTURE : 0, kind = p->kind;
    if (!RARE(kind > KS_MOVE_DOUBLE_PUSH))
        return said;
    return said | (kind == KS_MOVE_EN_PASSANT ? (unsigned)KS_DATA_EN_PASSANT | KS_DATA_CAPTURE
                   : kind == KS_MOVE_CASTLING ? (unsigned)KS_DATA_CASTLING
                                              : (unsigned)KS_DATA_PROMOTION);
}

/* Reads a start. All its bytes are there. */
static int read_stem(struct lane *lane, const uint8_t *bytes) {
    uint8_t *const board = lane->columns.boards[lane->columns.count];
    const unsigned word = be_16(bytes + 28);
    const bool has_move = be_16(bytes + 24) != 0;
    int fault = take_stem(lane, bytes, board);
    lane->here.left = lane->chain_length = be_16(bytes + STEM_SIZE);
    lane->here.score = unzigzag(be_16(bytes + 26));
    lane->here.ply = word & 0x3fff;
    lane->here.result = unzigzag(word >> 14);
    lane->here.halfmoves = be_16(bytes + 30);
    lane->here.board = board;
    lane->text = bytes + CHAIN_SIZE;
    lane->here.bit = 0;
    if (fault == KS_OK && lane->here.result < -1)
        fault = KS_ERROR_DATA_RESULT;
    if (fault == KS_OK)
        fault = take_stem_move(lane, board, be_16(bytes + 24));
    if (fault == KS_OK)
        add_entry(&lane->columns, lane->columns.count++, &lane->here, lane->here.side,
                  KS_DATA_FIRST | (has_move ? kinds_of(&lane->here, lane->here.their >> lane->here.to & 1)
                                            : (unsigned)KS_DATA_NO_MOVE),
                  lane->here.kind);
    return fault;
}

/* Goes on with the next chain of the block, if there is one. */
static __attribute__((noinline)) enum lane_event begin_chain(struct lane *lane) {
    const uint8_t *const bytes = lane->text + (lane->here.bit + 7) / 8;
    struct columns *const c = &lane->columns;
    if (lane->here.bit % 8 && (uint8_t)(bytes[-1] << lane->here.bit % 8))
        return fail(lane, KS_ERROR_DATA_PADDING);
    if (bytes == lane->end) {
        lane->live = false;
        return LANE_ENDED;
    }
    lane->stem = bytes;
    if (lane->end - bytes < CHAIN_SIZE) {
        lane->text = bytes;
        lane->here.bit = 0;
        return fail(lane, KS_ERROR_DATA_LEFT_OVER);
    }
    if (c->count == 0) {
        c->chain = lane->chain;
        c->ply = 0;
    }
    c->offsets[c->count] = lane->offset + (uint64_t)(bytes - lane->bytes);
    lane->chain++;
    const int fault = read_stem(lane, bytes);
    if (fault == KS_OK)
        return LANE_GOES_ON;
    fail(lane, fault);
    lane->fault_in_stem = true;
    return LANE_FAULT;
}

/* ==== Positions of a chain ==== */

/* A fault among the bits of a position: bits that no longer belong to the block explain it better. */
static __attribute__((noinline)) enum lane_event fail_at(struct lane *lane, int code, uint64_t bit) {
    return fail(lane, bit > 8 * (uint64_t)(lane->end - lane->text) ? KS_ERROR_DATA_BEYOND : code);
}

/* The bits of a position, from the highest one on. A load waits for the length of the position before, so
 * that the move comes from the word that was loaded for that one: its bits are there earlier. */
struct bits {
    uint64_t word;   /* those that are left; of the move before it is read */
    uint64_t loaded; /* all of them, and those that follow */
    unsigned length; /* of those that have been read */
};

/* Returns the bits from p->bit on, more than 56. The lowest one is 0, and thus ends every difference. */
ALWAYS_INLINE uint64_t load_bits(const struct lane *lane, const struct chain_position *p) {
    return be_64(lane->text + p->bit / 8) << p->bit % 8 & ~UINT64_C(1);
}

ALWAYS_INLINE unsigned take_bits(struct bits *bits, unsigned width) {
    const unsigned number = (unsigned)(bits->word >> 1 >> (63 - width));
    bits->word <<= width;
    bits->length += width;
    return number;
}

/* Joins four groups at the highest bits, each of four bits after one that says whether more follow. The first
 * has the lowest bits of the number. */
ALWAYS_INLINE unsigned join_groups(uint64_t groups) {
#ifdef KS_HAS_PEXT
    const unsigned last_first = (unsigned)extract_bits(groups, UINT64_C(0x7bdef00000000000)),
                   bytes = __builtin_bswap16((uint16_t)last_first);
    return (bytes & 0x0f0f) << 4 | (bytes >> 4 & 0x0f0f);
#else
    return (unsigned)(groups >> 59 & 0xf) | (unsigned)(groups >> 54 & 0xf) << 4 |
           (unsigned)(groups >> 49 & 0xf) << 8 | (unsigned)(groups >> 44 & 0xf) << 12;
#endif
}

/* Reads a difference of scores: groups of five bits. The first says whether another group follows; the others
 * are the next ones of the number, the lowest first. Returns false when there are more than four groups. */
ALWAYS_INLINE bool take_difference(struct bits *bits, int *difference) {
    const uint64_t word = bits->loaded << bits->length, ends = ~word & UINT64_C(0x8421000000000001);
    const unsigned length = 5 + (unsigned)__builtin_clzll(ends); /* 5, 10, 15, 20; more: it goes on */
    const uint64_t groups = word & ~(~(uint64_t)0 >> (length & 63));
    *difference = unzigzag(join_groups(groups));
    bits->word = word << (length & 63);
    bits->length += length;
    if (RARE(length > 20))
        bits->length += 20 - length;
    return length <= 20;
}

/* Reads the king's castling. Its number among the side's rights is `index`. Returns the rook. */
ALWAYS_INLINE uint64_t find_castling(uint64_t rooks, unsigned king, unsigned index) {
    const uint64_t queenside = rooks & (bit(king) - 1), kingside = rooks & ~queenside;
    return index == 0 && queenside ? queenside : kingside;
}

struct read_move {
    unsigned from, to, kind, code;
    bool captures;
};

/* Reads the target of the piece of this code on move->from. Returns KS_OK or the fault. */
ALWAYS_INLINE int take_target(const struct chain_position *p, unsigned side, unsigned code, struct bits *bits,
                              struct read_move *move) {
    const unsigned from = move->from, before = bits->length;
    const bool is_pawn = (code & 7) == KS_WHITE_PAWN;
    const uint64_t targets = turned(targets_by_rays(code, from, side, p->own, p->their, p->passed));
    const uint64_t rooks = all_if((code & 7) == KS_WHITE_KING) & p->castling & p->own;
    const bool promotes = is_pawn & (from >> 3 == 1 + 5 * side);
    const unsigned shift = 2 * (unsigned)promotes; /* four moves to each target */
    const unsigned count = (unsigned)__builtin_popcountll(targets);
    const unsigned ways = (count << shift) + (unsigned)__builtin_popcountll(rooks);
    const unsigned way = take_bits(bits, width_of(ways)), index = way >> shift;
    if (RARE(way >= ways)) {
        bits->length = ways > 0 ? bits->length : before;
        return KS_ERROR_DATA_TARGET_NUMBER;
    }
    move->code = code;
    move->captures = false;
    if (RARE(index >= count)) {
        move->to = lowest_square(find_castling(rooks, from, index - count));
        move->kind = KS_MOVE_CASTLING;
        return KS_OK;
    }
    move->to = lowest_square(pick(targets, index)) ^ 56;
    move->kind = is_pawn & ((from ^ move->to) == 16); /* KS_MOVE_DOUBLE_PUSH or KS_MOVE_PLAIN */
    move->captures = p->their >> move->to & 1;
    if (RARE(promotes)) {
        move->kind = KS_MOVE_TO_KNIGHT + (way & 3);
        move->code = code + 1 + (way & 3);
    } else if (RARE(is_pawn & (p->passed == bit(move->to)))) {
        move->kind = KS_MOVE_EN_PASSANT;
    }
    return KS_OK;
}

/* Reads the move of a position, and the difference of the scores. before: the board before the last move,
 * which changed none of the pieces that may move now, and which has long been stored. Returns KS_OK or the
 * fault. */
ALWAYS_INLINE int take_move(const struct chain_position *p, unsigned side, const uint8_t before[64],
                            struct bits *bits, struct read_move *move, int *difference) {
    const unsigned pieces = (unsigned)__builtin_popcountll(p->own);
    const unsigned piece = take_bits(bits, width_of(pieces));
    if (RARE(piece >= pieces))
        return KS_ERROR_DATA_PIECE_NUMBER;
    move->from = lowest_square(pick(turned(p->own), piece)) ^ 56;
    const int fault = take_target(p, side, before[move->from], bits, move);
    if (RARE(fault != KS_OK))
        return fault;
    if (RARE(move->to == p->king[side ^ 1]))
        return KS_ERROR_DATA_KING_CAPTURE;
    return take_difference(bits, difference) ? KS_OK : KS_ERROR_DATA_SCORE;
}

/* Makes the move of the other side, and reads the next position's, which becomes entry n. side:
 * as in that position. *ahead: the bits from p->bit on, at least those of a move, before and afterwards. */
ALWAYS_INLINE enum lane_event read_position(struct lane *lane, struct chain_position *p, unsigned n,
                                            unsigned side, uint64_t *ahead) {
    const uint8_t *const before = p->board;
    struct bits bits = {.word = *ahead, .loaded = load_bits(lane, p)};
    struct read_move move;
    int difference = 0;
    make(p, side ^ 1, lane->columns.boards[n]);
    const int fault = take_move(p, side, before, &bits, &move, &difference);
    if (RARE(fault != KS_OK))
        return fail_at(lane, fault, p->bit + bits.length);
    const uint64_t read = p->bit + bits.length;
    if (RARE(read > 8 * (uint64_t)(lane->end - lane->text)))
        return fail(lane, KS_ERROR_DATA_BEYOND);
    p->bit = read;
    *ahead = bits.word;
    p->score = (int16_t)(difference - p->score);
    p->left--;
    p->from = move.from;
    p->to = move.to;
    p->kind = move.kind;
    p->code = move.code;
    add_entry(&lane->columns, n, p, side, GOES_ON | kinds_of(p, move.captures), move.kind);
    return LANE_GOES_ON;
}

/* ==== Turns ==== */

ALWAYS_INLINE enum lane_event read_either(struct lane *lane, struct chain_position *p, unsigned n,
                                          uint64_t *ahead) {
    return p->side == KS_WHITE ? read_position(lane, p, n, KS_BLACK, ahead)
                               : read_position(lane, p, n, KS_WHITE, ahead);
}

ALWAYS_INLINE enum lane_event take_turn(struct lane *lane) {
    struct columns *const c = &lane->columns;
    if (RARE(c->count == KS_DATA_BATCH_MAX))
        return LANE_FULL;
    if (RARE(lane->here.left == 0))
        return begin_chain(lane);
    uint64_t ahead = load_bits(lane, &lane->here);
    const enum lane_event event = read_either(lane, &lane->here, c->count, &ahead);
    c->count += event == LANE_GOES_ON;
    return event;
}

/* Gives a single lane its turns, with its position in registers. */
static enum lane_event read_alone(struct lane *lane) {
    enum lane_event event = LANE_GOES_ON;
    while (event == LANE_GOES_ON && lane->columns.count < KS_DATA_BATCH_MAX) {
        if (lane->here.left == 0) {
            event = begin_chain(lane);
            continue;
        }
        struct chain_position p = lane->here;
        uint64_t ahead = load_bits(lane, &p);
        unsigned n = lane->columns.count;
        while ((event = read_either(lane, &p, n, &ahead)) == LANE_GOES_ON && ++n < KS_DATA_BATCH_MAX &&
               p.left > 0)
            continue;
        lane->here = p;
        lane->columns.count = n;
    }
    return event == LANE_GOES_ON ? LANE_FULL : event;
}

static enum lane_event read(struct lane *const *lanes, unsigned count, unsigned *next) {
    enum lane_event event = LANE_GOES_ON;
    unsigned i = *next;
    if (count == 1)
        return read_alone(lanes[i]);
    while ((event = take_turn(lanes[i])) == LANE_GOES_ON)
        i = i + 1 == count ? 0 : i + 1;
    *next = i;
    return event;
}

static enum lane_event turn(struct lane *lane) {
    return take_turn(lane);
}

const struct chain_reader IN_BUILD(chain_reader) = {read, turn, 4, &IN_BUILD(chain_writer)};
