/* Plays moves written in SAN. Most go the short way: the last two letters and digits are the target, and one
 * piece could go there on an empty board. This file is compiled twice: see rules/build.h. */
#include "game/pgn/quick.h"

#include <string.h>

#include "core/board/expressions.h"
#include "rules/build.h"
#include "rules/generator/sets_tmpl.h"
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

/* Returns the length of a word with a move that ends at `at`: marks may follow. Returns 0 when more does. */
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

/* [first letter]: the white piece, or 0 */
static const uint8_t pieces[256] = {
    ['a'] = KS_WHITE_PAWN,   ['b'] = KS_WHITE_PAWN,   ['c'] = KS_WHITE_PAWN, ['d'] = KS_WHITE_PAWN,
    ['e'] = KS_WHITE_PAWN,   ['f'] = KS_WHITE_PAWN,   ['g'] = KS_WHITE_PAWN, ['h'] = KS_WHITE_PAWN,
    ['N'] = KS_WHITE_KNIGHT, ['B'] = KS_WHITE_BISHOP, ['R'] = KS_WHITE_ROOK, ['Q'] = KS_WHITE_QUEEN,
    ['K'] = KS_WHITE_KING};

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
    size_t length; /* 0 when it is not written as usual */
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
    const unsigned piece = pieces[(unsigned char)*text];
    const bool pawn = piece == KS_WHITE_PAWN, ahead = pawn && is_rank(text[1]);
    struct written w = {.piece = piece, .origins = pawn ? origins[(unsigned char)*text] : ~(uint64_t)0};
    const char *at = pawn ? text + !ahead : read_origin(text + 1, &w.origins);
    w.takes = *at == 'x';
    at += w.takes;
    if (!piece || !is_file(at[0]) || !is_rank(at[1]))
        return w;
    w.to = KS_SQUARE((unsigned)(at[0] - 'a'), (unsigned)('8' - at[1]));
    at += 2;
    const unsigned promotion = pieces[(unsigned char)at[*at == '=']];
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

static void note_carefully(struct lanes *lanes, unsigned n, unsigned piece, ks_move move, size_t length) {
    lanes->words[n] = (struct word_parts){.length = (uint8_t)length};
    lanes->from[n] = move | PLAYED_CAREFULLY;
    lanes->to[n] = lanes->line[n] = 0;
    if (piece == KS_WHITE_KING)
        lanes->king_moves |= bit(n);
}

/* Asks the generator which moves there are. Nobody has looked at the moves before: a king may have been
 * taken. */
static __attribute__((noinline)) bool play_carefully(struct quick *quick, const char *text, unsigned lane) {
    const uint64_t *const planes = quick->position.private_planes;
    const unsigned us = quick->position.side_to_move;
    if (!(planes[1] & planes[2] & (us == KS_WHITE ? ~planes[3] : planes[3])))
        return false;
    const struct sets s = find_sets(&quick->position, us);
    const bool castles = text[0] == 'O' && text[1] == '-' && text[2] == 'O';
    const struct written w = castles ? read_castling(quick, text, us) : read_written(text);
    ks_move_list legal;
    ks_move move = KS_NO_MOVE;
    unsigned found = 0;
    if (w.length == 0)
        return false;
    quick->position.private_capturable = (uint8_t)ks_lowest_square(quick->jumped);
    const size_t count =
        ks_legal_moves_between(&quick->position, own_pieces(&s, w.piece) & w.origins, bit(w.to), &legal);
    for (size_t i = 0; i < count; i++)
        if (is_written(quick, &w, legal.moves[i])) {
            move = legal.moves[i];
            found++;
        }
    if (found != 1)
        return false;
    play_move(quick, w.piece, move, us);
    note_carefully(&quick->lanes, lane, w.piece, move, w.length);
    return true;
}

/* ---- The short way ---- */

/* A position in registers. */
struct walk {
    uint64_t b0, b1, b2, b3;
    uint64_t touched; /* the squares that moves have gone from or to */
};

static struct walk take_up(const ks_position *position) {
    const uint64_t *const planes = position->private_planes;
    return (struct walk){planes[0], planes[1], planes[2], planes[3], 0};
}

/* Returns the rights to castle that are left. A king that may castle has not moved. */
static uint64_t rights_left(const ks_position *before, uint64_t touched) {
    const uint64_t *const planes = before->private_planes, kings = planes[1] & planes[2] & touched;
    const uint64_t moved = (kings & ~planes[3] ? row_mask(back_row(KS_WHITE)) : 0) |
                           (kings & planes[3] ? row_mask(back_row(KS_BLACK)) : 0);
    return before->private_castling & ~(touched | moved);
}

static void put_down(const struct walk *walk, ks_position *position, unsigned side) {
    position->private_castling = rights_left(position, walk->touched);
    position->private_planes[0] = walk->b0;
    position->private_planes[1] = walk->b1;
    position->private_planes[2] = walk->b2;
    position->private_planes[3] = walk->b3;
    position->side_to_move = (uint8_t)side;
}

/* Returns the squares without pieces of the mover that a word names. */
ALWAYS_INLINE uint64_t find_others(const struct walk *walk, const struct lanes *lanes, unsigned n,
                                   unsigned us) {
    return (walk->b0 ^ lanes->code[0][n]) | (walk->b1 ^ lanes->code[1][n]) |
           ((walk->b2 ^ lanes->code[2][n]) | (us == KS_WHITE ? walk->b3 : ~walk->b3));
}

/* Finds the piece that goes where a word says, when several could on an empty board, or a pawn takes where it
 * might be en passant. Returns its bit, or 0. */
static __attribute__((noinline)) uint64_t find_mover(struct walk walk, const struct lanes *lanes, unsigned n,
                                                     unsigned us) {
    const struct word_parts word = lanes->words[n];
    const unsigned row = word.way >> 6, to = word.way & 63;
    const uint64_t occupied = walk.b0 | walk.b1 | walk.b2;
    const bool pawn_takes = row == CAPTURING_PAWN && occupied & row_mask(us == KS_WHITE ? 2 : 5) & bit(to);
    uint64_t left = 0, candidates = (pawn_takes ? ks_attacks_from[to][code_of(KS_WHITE_PAWN, us ^ 1)]
                                                : ks_sources[us][row][to]) &
                                    origins[word.origin] & ~find_others(&walk, lanes, n, us);
    for (; candidates; candidates &= candidates - 1)
        if (!(ks_lines_between[lowest_square(candidates)][to] & occupied & ~bit(to)))
            left |= candidates & -candidates;
    return left & (left - 1) ? 0 : left;
}

ALWAYS_INLINE bool is_one_bit(uint64_t bits) {
#ifdef __POPCNT__
    return __builtin_popcountll(bits) == 1;
#else
    return bits && !(bits & (bits - 1));
#endif
}

/* The next move waits for the square that this one comes from. So little is done here: the word alone says
 * whether a pawn takes, and guard_kings looks later at what stands in the way. No code is 0: squares with the
 * code of a piece are occupied. Returns false when the move is not that simple. */
ALWAYS_INLINE bool play_plainly(struct walk *walk, struct lanes *lanes, unsigned n, unsigned us) {
    const struct word_parts *const word = &lanes->words[n];
    const uint64_t *const sources = ks_sources[us][0], *const lines = ks_lines_between[0];
    uint64_t from_bit = sources[word->way] & origins[word->origin] & ~find_others(walk, lanes, n, us);
    if (RARE(!is_one_bit(from_bit))) {
        from_bit = find_mover(*walk, lanes, n, us);
        if (from_bit == 0)
            return false;
    }
    const unsigned from = lowest_square(from_bit);
    const uint64_t touched = from_bit | lanes->to[n];
    lanes->from[n] = from;
    lanes->line[n] = lines[word->target + from];
    walk->touched |= touched;
    walk->b0 = (walk->b0 & ~touched) | lanes->put[0][n];
    walk->b1 = (walk->b1 & ~touched) | lanes->put[1][n];
    walk->b2 = (walk->b2 & ~touched) | lanes->put[2][n];
    walk->b3 = (walk->b3 & ~touched) | (us == KS_WHITE ? 0 : lanes->to[n]);
    return true;
}

ALWAYS_INLINE void note_position(const struct walk *walk, struct lanes *lanes, unsigned n) {
    lanes->planes[0][n] = walk->b0;
    lanes->planes[1][n] = walk->b1;
    lanes->planes[2][n] = walk->b2;
    lanes->planes[3][n] = walk->b3;
}

/* Returns the square that a double push has just jumped over. before: the one before the moves. */
static uint64_t jumped_by_last(const struct lanes *lanes, unsigned count, uint64_t before) {
    if (count == 0)
        return before;
    const ks_move last = move_in_lane(lanes, count - 1);
    const unsigned between = (unsigned)(KS_MOVE_FROM(last) + KS_MOVE_TO(last)) / 2;
    return KS_MOVE_KIND(last) == KS_MOVE_DOUBLE_PUSH ? bit(between) : 0;
}

/* Plays words from a lane on, as long as they are simple. Returns the number of the first that is not. */
static unsigned play_simple_words(struct walk *position, struct lanes *lanes, unsigned n, unsigned count,
                                  unsigned side) {
    struct walk walk = *position;
    if (side == KS_BLACK)
        goto black;
    for (;;) {
        if (n == count || !play_plainly(&walk, lanes, n, KS_WHITE))
            break;
        note_position(&walk, lanes, BEFORE + n++);
    black:
        if (n == count || !play_plainly(&walk, lanes, n, KS_BLACK))
            break;
        note_position(&walk, lanes, BEFORE + n++);
    }
    *position = walk;
    return n;
}

/* Plays words without a look at what stands in their way and at the kings. Returns their number. */
static unsigned play_unguarded(struct quick *quick, const char *text, const uint32_t *words, unsigned count) {
    struct lanes *const lanes = &quick->lanes;
    const uint64_t jumped = quick->jumped;
    const unsigned first = quick->position.side_to_move;
    struct walk walk = take_up(&quick->position);
    note_position(&walk, lanes, BEFORE - 1);
    for (unsigned n = 0;; n++) {
        n = play_simple_words(&walk, lanes, n, count, first ^ (n & 1));
        put_down(&walk, &quick->position, first ^ (n & 1));
        quick->jumped = jumped_by_last(lanes, n, jumped);
        if (n == count || !play_carefully(quick, text + words[n], n))
            return n;
        walk = take_up(&quick->position);
        note_position(&walk, lanes, BEFORE + n);
    }
}

static void number(const struct lanes *lanes, unsigned count, const ks_position *position, uint64_t jumped,
                   number_moves *by, struct played *played) {
    struct game_position before = {.castling = position->private_castling, .jumped = jumped};
    memcpy(before.planes, position->private_planes, sizeof before.planes);
    by(lanes, count, position->side_to_move, &before, played);
}

static unsigned play(struct quick *quick, const struct by_vectors *by, const char *text,
                     const uint32_t *words, unsigned count, struct played *played, uint64_t *checkers) {
    const ks_position before = quick->position;
    const uint64_t jumped = quick->jumped;
    by->read(text, words, count, &quick->lanes);
    const unsigned tried = play_unguarded(quick, text, words, count),
                   good = by->guard(&quick->lanes, tried, before.side_to_move, played, checkers);
    if (RARE(good < tried)) {
        quick->position = before;
        quick->jumped = jumped;
        play_unguarded(quick, text, words, good);
    }
    if (by->number)
        number(&quick->lanes, good, &before, jumped, by->number, played);
    return good;
}

const struct player IN_BUILD(player) = {start, play};
