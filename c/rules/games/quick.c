/* Plays moves written in SAN. Most go the short way: the last two letters and digits are the target, and one
 * piece could go there on an empty board. This file is compiled twice: see rules/build.h. */
#include "rules/games/quick.h"

#include "core/geometry/expressions.h"
#include "rules/build.h"
#include "rules/generator/sets.h"
#include "rules/position.h"

static void start(struct quick *quick, const ks_position *position) {
    quick->position = *position;
    quick->jumped = position->en_passant == KS_NO_SQUARE ? 0 : bit(position->en_passant);
}

/* ---- Moves made ---- */

/* Moves a piece, and takes what stands on its target and on `taken`. put: the code that arrives. */
ALWAYS_INLINE void move_piece(ks_position *position, uint64_t from, uint64_t to, uint64_t taken,
                              unsigned put) {
    uint64_t *const planes = position->private_planes;
    const uint64_t *const code = ks_code_planes[put];
    for (unsigned n = 0; n < 4; n++)
        planes[n] = (planes[n] & ~(from | to | taken)) | (code[n] & to);
    position->private_castling &= ~(from | to);
}

ALWAYS_INLINE void end_turn(struct quick *quick, uint64_t en_passant, unsigned us) {
    quick->jumped = en_passant;
    quick->position.side_to_move = (uint8_t)(us ^ 1);
}

/* Plays any legal move of this white piece. */
ALWAYS_INLINE void play_move(struct quick *quick, unsigned piece, ks_move move, unsigned us) {
    ks_position *const position = &quick->position;
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move);
    const uint64_t kings_row = piece == KS_WHITE_KING ? row_mask(back_row(us)) : 0;
    if (kind == KS_MOVE_CASTLING) {
        move_piece(position, bit(from), bit(castled_king(us, from, to)), bit(to), code_of(KS_WHITE_KING, us));
        move_piece(position, 0, bit(castled_rook(us, from, to)), 0, code_of(KS_WHITE_ROOK, us));
    } else {
        const unsigned put = is_promotion(move) ? KS_WHITE_KNIGHT + (kind & 3) : piece;
        move_piece(position, bit(from), bit(to), bit(capture_square(move)), code_of(put, us));
    }
    position->private_castling &= ~kings_row;
    end_turn(quick, kind == KS_MOVE_DOUBLE_PUSH ? bit((from + to) / 2) : 0, us);
}

/* ---- Words ---- */

/* The meaning of a character behind a move for its word. */
enum { GOES_ON, ENDS, IS_MARK };
#define EIGHT_ENDS ENDS, ENDS, ENDS, ENDS, ENDS, ENDS, ENDS, ENDS
static const uint8_t meanings[256] = {
    EIGHT_ENDS,      EIGHT_ENDS,      EIGHT_ENDS,      EIGHT_ENDS,     ENDS,         ['('] = ENDS,
    [')'] = ENDS,    ['{'] = ENDS,    ['}'] = ENDS,    ['['] = ENDS,   [']'] = ENDS, [';'] = ENDS,
    ['$'] = ENDS,    ['*'] = ENDS,    ['<'] = ENDS,    ['>'] = ENDS,   ['.'] = ENDS, [','] = ENDS,
    ['+'] = IS_MARK, ['#'] = IS_MARK, ['!'] = IS_MARK, ['?'] = IS_MARK};

/* Returns the length of a word whose move ends at `at`: marks may follow. Returns 0 when more does. */
ALWAYS_INLINE size_t length_with_marks(const char *text, size_t at) {
    const unsigned char *const behind = (const unsigned char *)text;
    at += meanings[behind[at]] == IS_MARK;
    while (RARE(meanings[behind[at]] == IS_MARK && at < KS_PGN_WORD_MAX))
        at++;
    return meanings[behind[at]] == ENDS ? at : 0;
}

/* ---- Letters ---- */

#define OF_FILE(letter, file) [letter] = FILE_LINE(file)
#define OF_RANK(letter, row) [letter] = ROW_LINE(8 * (row))

/* [character behind the first letter, before the target]: the squares that a piece may come from. */
static const uint64_t origins[256] = {
    ['x'] = ~(uint64_t)0, [0] = ~(uint64_t)0, OF_FILE('a', 0), OF_FILE('b', 1), OF_FILE('c', 2),
    OF_FILE('d', 3),      OF_FILE('e', 4),    OF_FILE('f', 5), OF_FILE('g', 6), OF_FILE('h', 7),
    OF_RANK('8', 0),      OF_RANK('7', 1),    OF_RANK('6', 2), OF_RANK('5', 3), OF_RANK('4', 4),
    OF_RANK('3', 5),      OF_RANK('2', 6),    OF_RANK('1', 7)};

/* [first letter] */
static const struct first_letter {
    CACHE_LINE uint64_t origins; /* the squares that the piece may come from */
    uint64_t code[3];            /* the planes of its code: all ones where the bit is set */
    uint64_t pawn, king;         /* all ones when it is one */
    uint8_t piece, rows[2];      /* white, or 0; the rows of ks_sources without and with an x */
} first_letters[256] = {
#define ALL_ONES_IF(condition) ((condition) ? ~(uint64_t)0 : 0)
#define LETTER(letter, origins, piece, capturing)                                                            \
    [letter] = {origins,                                                                                     \
                {ALL_ONES_IF((piece)&1), ALL_ONES_IF((piece)&2), ALL_ONES_IF((piece)&4)},                    \
                ALL_ONES_IF((piece) == KS_WHITE_PAWN),                                                       \
                ALL_ONES_IF((piece) == KS_WHITE_KING),                                                       \
                piece,                                                                                       \
                {piece, capturing}}
#define PAWN_OF_FILE(letter, file) LETTER(letter, FILE_LINE(file), KS_WHITE_PAWN, CAPTURING_PAWN)
#define PIECE(letter, piece) LETTER(letter, ~(uint64_t)0, piece, piece)
    PAWN_OF_FILE('a', 0),        PAWN_OF_FILE('b', 1),      PAWN_OF_FILE('c', 2),
    PAWN_OF_FILE('d', 3),        PAWN_OF_FILE('e', 4),      PAWN_OF_FILE('f', 5),
    PAWN_OF_FILE('g', 6),        PAWN_OF_FILE('h', 7),      PIECE('N', KS_WHITE_KNIGHT),
    PIECE('B', KS_WHITE_BISHOP), PIECE('R', KS_WHITE_ROOK), PIECE('Q', KS_WHITE_QUEEN),
    PIECE('K', KS_WHITE_KING)};

ALWAYS_INLINE uint64_t own_pieces(const struct sets *s, unsigned piece) {
    const uint64_t *const code = ks_code_planes[piece];
    return ~((s->bits[0] ^ code[0]) | (s->bits[1] ^ code[1]) | (s->bits[2] ^ code[2])) & s->own;
}

/* ---- The long way: castling, promotions, en passant, and several pieces that could go ---- */

/* A move as it is written. */
struct written {
    unsigned piece, to, promotion; /* white pieces; promotion: or 0 */
    uint64_t origins;
    bool takes, castles;
    size_t length; /* 0: it is not written as usual */
};

static struct written read_castling(const struct quick *quick, const char *text, unsigned us) {
    const bool far = text[3] == '-' && text[4] == 'O';
    const unsigned rook = ks_castling_rook(&quick->position, us, far ? KS_QUEENSIDE : KS_KINGSIDE);
    return (struct written){.piece = KS_WHITE_KING,
                            .to = rook & 63,
                            .origins = rook == KS_NO_SQUARE ? 0 : ~(uint64_t)0,
                            .castles = true,
                            .length = length_with_marks(text, far ? 5 : 3)};
}

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

/* Reads [file] [rank], and leaves the target that follows. */
static const char *read_origin(const char *at, uint64_t *squares) {
    const bool both = is_file(at[0]) && is_rank(at[1]) && (at[2] == 'x' || is_file(at[2]));
    if (both || (is_file(at[0]) ? !is_rank(at[1]) : is_rank(at[0])))
        *squares &= origins[(unsigned char)*at++];
    if (both)
        *squares &= origins[(unsigned char)*at++];
    return at;
}

/* Reads [NBRQK] [file] [rank] [x] square, or of pawns [file [x]] square [=] [NBRQ]. */
static struct written read_written(const char *text) {
    const struct first_letter first = first_letters[(unsigned char)*text];
    const bool pawn = first.piece == KS_WHITE_PAWN, ahead = pawn && is_rank(text[1]);
    struct written w = {.piece = first.piece, .origins = first.origins};
    const char *at = pawn ? text + !ahead : read_origin(text + 1, &w.origins);
    w.takes = *at == 'x';
    at += w.takes;
    if (!first.piece || !is_file(at[0]) || !is_rank(at[1]))
        return w;
    w.to = KS_SQUARE((unsigned)(at[0] - 'a'), (unsigned)('8' - at[1]));
    at += 2;
    const unsigned promotion = first_letters[(unsigned char)at[*at == '=']].piece;
    if (pawn && promotion >= KS_WHITE_KNIGHT && promotion < KS_WHITE_KING) {
        w.promotion = promotion;
        at += 1 + (*at == '=');
    }
    w.length = length_with_marks(text, (size_t)(at - text));
    return w;
}

/* Returns whether a legal move is what is written, besides its squares. */
static bool is_written(const struct quick *quick, const struct written *w, ks_move move) {
    const unsigned kind = KS_MOVE_KIND(move), to = KS_MOVE_TO(move);
    const uint64_t enemy = ks_pieces_of(&quick->position, quick->position.side_to_move ^ 1u);
    const unsigned promotion = is_promotion(move) ? KS_WHITE_KNIGHT + (kind & 3) : 0;
    return promotion == w->promotion && (kind == KS_MOVE_CASTLING) == w->castles &&
           (!w->takes || kind == KS_MOVE_EN_PASSANT || enemy >> to & 1);
}

/* Asks the generator which moves there are. Nobody has looked at the kings: one may have been taken. */
static __attribute__((noinline)) bool play_carefully(struct quick *quick, const char *text,
                                                     struct played *played) {
    const uint64_t *const planes = quick->position.private_planes;
    const unsigned us = quick->position.side_to_move;
    if (!(planes[1] & planes[2] & (us == KS_WHITE ? ~planes[3] : planes[3])))
        return false;
    const struct sets s = find_sets(&quick->position, us);
    const bool castles = text[0] == 'O' && text[1] == '-' && text[2] == 'O';
    const struct written w = castles ? read_castling(quick, text, us) : read_written(text);
    ks_move moves[KS_MOVES_MAX];
    unsigned found = 0;
    if (w.length == 0)
        return false;
    quick->position.private_capturable = (uint8_t)ks_lowest_square(quick->jumped);
    const size_t count =
        ks_legal_moves_between(&quick->position, own_pieces(&s, w.piece) & w.origins, bit(w.to), moves);
    for (size_t i = 0; i < count; i++)
        if (is_written(quick, &w, moves[i])) {
            played->move = moves[i];
            found++;
        }
    if (found != 1)
        return false;
    played->length = (uint8_t)w.length;
    play_move(quick, w.piece, played->move, us);
    return true;
}

/* ---- The short way ---- */

/* A position in registers. */
struct walk {
    uint64_t b0, b1, b2, b3, castling;
};

ALWAYS_INLINE struct walk take_up(const ks_position *position) {
    const uint64_t *const planes = position->private_planes;
    return (struct walk){planes[0], planes[1], planes[2], planes[3], position->private_castling};
}

static void put_down(const struct walk *walk, ks_position *position, unsigned side) {
    position->private_planes[0] = walk->b0;
    position->private_planes[1] = walk->b1;
    position->private_planes[2] = walk->b2;
    position->private_planes[3] = walk->b3;
    position->private_castling = walk->castling;
    position->side_to_move = (uint8_t)side;
}

/* Leaves out the candidates that something stands in the way of. */
static __attribute__((noinline)) uint64_t leave_out_hindered(uint64_t candidates, unsigned to,
                                                             uint64_t occupied) {
    uint64_t left = 0;
    for (; candidates; candidates &= candidates - 1)
        if (!(ks_lines_between[lowest_square(candidates)][to] & occupied & ~bit(to)))
            left |= candidates & -candidates;
    return left;
}

/* Conditions are masks, or numbers joined by & and |: nobody can predict them. The next move waits for the
 * square that this one comes from. So the word alone says whether a pawn captures, and the target is looked
 * at later. No code is 0: squares with the code of a piece are occupied. */
ALWAYS_INLINE bool play_plainly(struct walk *walk, struct word_parts word, struct played *played,
                                unsigned us) {
    const uint64_t b0 = walk->b0, b1 = walk->b1, b2 = walk->b2, b3 = walk->b3;
    const struct first_letter *const first = &first_letters[word.first];
    const unsigned to = word.to;
    const uint64_t c0 = first->code[0], c1 = first->code[1], c2 = first->code[2];
    const uint64_t sources =
        ks_sources[us][first->rows[word.takes]][to] & first->origins & origins[word.second];
    const uint64_t others = (b0 ^ c0) | (b1 ^ c1) | ((b2 ^ c2) | (us == KS_WHITE ? b3 : ~b3));
    uint64_t from_bit = sources & ~others;
    const uint64_t occupied = b0 | b1 | b2;
    if (RARE(from_bit & (from_bit - 1)))
        from_bit = leave_out_hindered(from_bit, to, occupied);
    const unsigned from = lowest_square(from_bit | bit(63));
    const uint64_t to_bit = bit(to), taken = occupied & to_bit;
    const uint64_t own_taken = us == KS_WHITE ? taken & ~b3 : taken & b3;
    const uint64_t hindered = (ks_lines_between[from][to] & (occupied ^ taken)) | own_taken;
    const unsigned takes = taken != 0, pawn = (unsigned)first->pawn & 1;
    if (RARE(hindered | (from_bit ^ bit(from)) | (word.length == 0) | (word.takes & ~takes) |
             (pawn & takes & ~word.takes)))
        return false;
    const uint64_t staying = ~(from_bit | to_bit);
    const unsigned jumps = ((from ^ to) == 16) & pawn;
    walk->b0 = (b0 & staying) | (c0 & to_bit);
    walk->b1 = (b1 & staying) | (c1 & to_bit);
    walk->b2 = (b2 & staying) | (c2 & to_bit);
    walk->b3 = us == KS_WHITE ? b3 & staying : (b3 & staying) | to_bit;
    walk->castling &= staying & ~(first->king & row_mask(back_row(us)));
    played->length = word.length;
    played->move = (ks_move)KS_MOVE(from, to, KS_MOVE_DOUBLE_PUSH * jumps);
    return true;
}
_Static_assert(KS_MOVE_PLAIN == 0, "the kind of a move that is no double push");

/* Returns the square that a double push has just jumped over. before: the one before the moves. */
static uint64_t jumped_by_last(const struct played *played, unsigned count, uint64_t before) {
    if (count == 0)
        return before;
    const ks_move last = played[count - 1].move;
    const unsigned between = (unsigned)(KS_MOVE_FROM(last) + KS_MOVE_TO(last)) / 2;
    return KS_MOVE_KIND(last) == KS_MOVE_DOUBLE_PUSH ? bit(between) : 0;
}

/* Plays words without a look at the kings. Returns their number. */
static unsigned play_unguarded(struct quick *quick, const char *text, const uint32_t *words,
                               const struct word_parts *parts, unsigned count, struct played *played) {
    const uint64_t jumped = quick->jumped;
    struct walk walk = take_up(&quick->position);
    unsigned i, side = quick->position.side_to_move;
    for (i = 0; i < count; i++, side ^= 1) {
        const bool plain = side == KS_WHITE ? play_plainly(&walk, parts[i], &played[i], KS_WHITE)
                                            : play_plainly(&walk, parts[i], &played[i], KS_BLACK);
        if (RARE(!plain)) {
            put_down(&walk, &quick->position, side);
            quick->jumped = jumped_by_last(played, i, jumped);
            if (!play_carefully(quick, text + words[i], &played[i]))
                break;
            walk = take_up(&quick->position);
        }
        quick->trail.planes[0][i] = walk.b0;
        quick->trail.planes[1][i] = walk.b1;
        quick->trail.planes[2][i] = walk.b2;
        quick->trail.planes[3][i] = walk.b3;
    }
    put_down(&walk, &quick->position, side);
    quick->jumped = jumped_by_last(played, i, jumped);
    return i;
}

static unsigned play(struct quick *quick, const struct by_vectors *by, const char *text,
                     const uint32_t *words, unsigned count, struct played *played) {
    struct word_parts parts[PLAYED_AT_ONCE];
    const ks_position before = quick->position;
    const uint64_t jumped = quick->jumped;
    by->read(text, words, count, parts);
    const unsigned tried = play_unguarded(quick, text, words, parts, count, played),
                   good = by->guard(&quick->trail, tried, before.side_to_move, played);
    if (RARE(good < tried)) {
        quick->position = before;
        quick->jumped = jumped;
        play_unguarded(quick, text, words, parts, good, played);
    }
    return good;
}

const struct player IN_BUILD(player) = {start, play};
