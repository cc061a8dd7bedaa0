/* Plays moves written in SAN. Most go the short way: the last two letters and digits are the target, and one
 * piece could go there on an empty board. This file is compiled twice: see rules/build.h. */
#include "rules/games/quick.h"

#include "core/geometry/expressions.h"
#include "rules/build.h"
#include "rules/generator/sets.h"
#include "rules/position.h"

/* Conditions are masks, or numbers joined by & and |: nobody can predict them. */
ALWAYS_INLINE uint64_t if_any(uint64_t condition, uint64_t squares) {
    return squares & -(uint64_t)(condition != 0);
}

/* ---- The king ---- */

/* Finds checkers, and the pieces that might be pinned: those that the king sees when sliders are in line. The
 * kings are no neighbours, as nowhere in a game. */
ALWAYS_INLINE void look_around(struct quick *quick, const uint64_t planes[4], unsigned us) {
    const struct sets s = find_sets_in(planes, us);
    const uint64_t seen = slide_orthogonally(s.king, s.occupied),
                   seen_aside = slide_diagonally(s.king, s.occupied);
    const uint64_t pawns = ks_attacks_from[s.king][us == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN];
    const uint64_t checkers = (((leaps_from(s.king) & knights_of(&s)) | (pawns & pawns_of(&s))) & s.enemy) |
                              (seen & s.orthogonal) | (seen_aside & s.diagonal);
    quick->checkers = checkers;
    quick->exposed = s.kings | if_any(s.orthogonal & orthogonal_rays(s.king), seen) |
                     if_any(s.diagonal & diagonal_rays(s.king), seen_aside) | if_any(checkers, ~(uint64_t)0);
}

/* Returns whether the king is safe after a move of a piece other than a pawn en passant. */
ALWAYS_INLINE bool is_king_safe(const struct quick *quick, unsigned from, unsigned to) {
    const unsigned us = quick->position.side_to_move;
    const struct sets s = find_sets(&quick->position, us);
    const unsigned king = s.king == from ? to : s.king;
    const uint64_t occupied = (s.occupied & ~bit(from)) | bit(to);
    return !((near_attackers(&s, king, us) | (slide_orthogonally(king, occupied) & s.orthogonal) |
              (slide_diagonally(king, occupied) & s.diagonal)) &
             ~bit(to));
}

static void start(struct quick *quick, const ks_position *position) {
    quick->position = *position;
    quick->jumped = position->en_passant == KS_NO_SQUARE ? 0 : bit(position->en_passant);
    look_around(quick, position->private_planes, position->side_to_move);
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
    look_around(quick, quick->position.private_planes, us ^ 1);
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

/* Returns the number of letters and digits from 1 to 8 at the beginning of eight bytes, mostly: some other
 * bytes count as letters. The first byte is the lowest. */
ALWAYS_INLINE unsigned count_letters(uint64_t word) {
    const uint64_t ones = 0x0101010101010101, tops = 0x80 * ones;
    const uint64_t from_9 = (word & ~tops) + 0x47 * ones, from_1 = (word | tops) - 0x31 * ones;
    const uint64_t others = ~(word << 1) & (from_9 | ~from_1) & tops;
    return others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
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
    uint8_t piece, capturing;    /* white, or 0; and the row of ks_sources for captures */
} first_letters[256] = {
#define ALL_ONES_IF(condition) ((condition) ? ~(uint64_t)0 : 0)
#define LETTER(letter, origins, piece, capturing)                                                            \
    [letter] = {origins,                                                                                     \
                {ALL_ONES_IF((piece)&1), ALL_ONES_IF((piece)&2), ALL_ONES_IF((piece)&4)},                    \
                ALL_ONES_IF((piece) == KS_WHITE_PAWN),                                                       \
                ALL_ONES_IF((piece) == KS_WHITE_KING),                                                       \
                piece,                                                                                       \
                capturing}
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

/* Asks the generator which moves there are. */
static __attribute__((noinline)) bool play_carefully(struct quick *quick, const char *text,
                                                     struct played *played) {
    const unsigned us = quick->position.side_to_move;
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

/* Stores words one by one: a vector of them would have to wait for its parts. */
ALWAYS_INLINE void store_planes(struct quick *quick, const uint64_t planes[4]) {
    uint64_t *const to = quick->position.private_planes;
    to[0] = planes[0];
    to[1] = planes[1];
    to[2] = planes[2];
    to[3] = planes[3];
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

/* planes: those of the position. */
ALWAYS_INLINE bool play_plainly(struct quick *quick, uint64_t planes[4], const char *text,
                                struct played *played, unsigned us) {
    const uint64_t b0 = planes[0], b1 = planes[1], b2 = planes[2], b3 = planes[3];
    const uint64_t occupied = b0 | b1 | b2, white = occupied & ~b3, own = us == KS_WHITE ? white : b3,
                   enemy = occupied ^ own;
    uint64_t word;
    memcpy(&word, text, sizeof word);
    const unsigned letters = count_letters(word), before = 8 * (letters - 2) & 63;
    const unsigned pair = (unsigned)(word >> before), file = (pair & 0xff) - 'a',
                   row = '8' - (pair >> 8 & 0xff);
    const unsigned second = word >> 8 & 0xff & (bit(before) - 1) >> 8;
    const struct first_letter *const first = &first_letters[word & 0xff];
    const unsigned to = (8 * row + file) & 63, takes = enemy >> to & 1;
    const uint64_t c0 = first->code[0], c1 = first->code[1], c2 = first->code[2];
    const uint64_t quiet = ks_sources[us][first->piece][to], capturing = ks_sources[us][first->capturing][to];
    uint64_t candidates = ~((b0 ^ c0) | (b1 ^ c1) | (b2 ^ c2)) & own & first->origins & origins[second] &
                          (takes ? capturing : quiet);
    if (RARE(candidates & (candidates - 1)))
        candidates = leave_out_hindered(candidates, to, occupied);
    const unsigned from = lowest_square(candidates | bit(63));
    const uint64_t from_bit = bit(from), to_bit = bit(to);
    const uint64_t hindered = (ks_lines_between[from][to] | to_bit) & (occupied ^ (enemy & to_bit));
    if (RARE(hindered | (candidates ^ from_bit) | (file | row) >> 3 | (letters - 2 > 2) |
             ((second == 'x') & ~takes)))
        return false;
    const size_t length = length_with_marks(text, letters);
    if (RARE(length == 0) || (RARE(quick->exposed & from_bit) && !is_king_safe(quick, from, to)))
        return false;
    const uint64_t jumped = push(from_bit, us) & push(to_bit, us ^ 1) & first->pawn;
    const uint64_t staying = ~(from_bit | to_bit);
    planes[0] = (b0 & staying) | (c0 & to_bit);
    planes[1] = (b1 & staying) | (c1 & to_bit);
    planes[2] = (b2 & staying) | (c2 & to_bit);
    planes[3] = us == KS_WHITE ? b3 & staying : (b3 & staying) | to_bit;
    store_planes(quick, planes);
    quick->position.private_castling &= staying & ~(first->king & row_mask(back_row(us)));
    quick->jumped = jumped;
    quick->position.side_to_move = (uint8_t)(us ^ 1);
    played->length = (uint8_t)length;
    played->move = (ks_move)KS_MOVE(from, to, jumped ? KS_MOVE_DOUBLE_PUSH : KS_MOVE_PLAIN);
    look_around(quick, planes, us ^ 1);
    return true;
}

static unsigned play(struct quick *quick, const char *text, const uint32_t *words, unsigned count,
                     struct played *played) {
    const uint64_t *const now = quick->position.private_planes;
    uint64_t planes[4] = {now[0], now[1], now[2], now[3]};
    unsigned i;
    for (i = 0; i < count; i++) {
        const char *const word = text + words[i];
        const bool plain = quick->position.side_to_move == KS_WHITE
                               ? play_plainly(quick, planes, word, &played[i], KS_WHITE)
                               : play_plainly(quick, planes, word, &played[i], KS_BLACK);
        if (RARE(!plain)) {
            if (!play_carefully(quick, word, &played[i]))
                break;
            for (unsigned n = 0; n < 4; n++)
                planes[n] = now[n];
        }
        played[i].checkers = quick->checkers;
    }
    return i;
}

const struct player IN_BUILD(player) = {start, play};
