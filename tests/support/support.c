/* See support.h. */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

#if SANITIZED
ReportHook(PRE_ALL)(struct criterion_test_set *tests) {
    (void)tests;
    fputs("Sanitized build: header, i386 and emulated, which look at the plain build, are left out.\n",
          stderr);
}
#endif

/* ---- Kernels ---- */

size_t usable_kernels(const ks_kernel *usable[KERNELS_MAX]) {
    size_t count, found = 0;
    const ks_kernel *kernels = ks_kernels(&count);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_usable(&kernels[i]))
            usable[found++] = &kernels[i];
    return found;
}

const ks_kernel *reference(void) {
    size_t count;
    return ks_kernels(&count);
}

static int list_squares(uint64_t squares, char *text) {
    int used = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (squares >> square & 1)
            used += sprintf(text + used, " %s", ks_square_name(square));
    return used;
}

/* The bytes of the board in hexadecimal, the square asked about in brackets. */
static void draw(const uint8_t board[64], unsigned square, char *text) {
    for (unsigned s = 0; s < KS_SQUARES; s++)
        text += sprintf(text, "%s%c%02x%c", s % 8 ? "" : "\n", s == square ? '[' : ' ', board[s],
                        s == square ? ']' : ' ');
}

const char *describe_difference(const char *kernel, const char *function, const uint8_t board[64],
                                unsigned square, unsigned side, uint64_t expected, uint64_t found) {
    static char text[1536];
    char *at = text;
    at += sprintf(at, "%s of kernel %s, %s king on square %u (%s if 0 is a8): expected", function, kernel,
                  side == KS_WHITE ? "white" : "black", square, ks_square_name(square));
    at += list_squares(expected, at);
    at += sprintf(at, " (0x%llx), found", (unsigned long long)expected);
    at += list_squares(found, at);
    at += sprintf(at, " (0x%llx)", (unsigned long long)found);
    draw(board, square, at);
    return text;
}

enum { MASKS = sizeof(ks_king_lines) / sizeof(uint64_t) };

static const char *const mask_names[2][MASKS] = {
    {"king_scan's checkers", "king_scan's check_lines", "king_scan's pinned", "king_scan's pin_orthogonal",
     "king_scan's pin_diagonal"},
    {"king_scan_set's checkers", "king_scan_set's check_lines", "king_scan_set's pinned",
     "king_scan_set's pin_orthogonal", "king_scan_set's pin_diagonal"},
};

/* A question with the answer, of whose masks the first `known` are known. */
struct asked {
    const ks_pieceset *set;
    const uint8_t *board;
    unsigned square, side;
    const ks_king_lines *expected;
    unsigned known;
};

static const char *wrong_lines(const ks_kernel *kernel, const struct asked *q, bool with_set) {
    uint64_t right[MASKS], masks[MASKS];
    ks_king_lines found;
    memset(&found, 0x55, sizeof found);
    if (with_set)
        kernel->king_scan_set(q->set, q->board, q->square, q->side, &found);
    else
        kernel->king_scan(q->board, q->square, q->side, &found);
    memcpy(right, q->expected, sizeof right);
    memcpy(masks, &found, sizeof masks);
    for (unsigned i = 0; i < q->known; i++)
        if (masks[i] != right[i])
            return describe_difference(kernel->name, mask_names[with_set][i], q->board, q->square, q->side,
                                       right[i], masks[i]);
    return NULL;
}

static const char *wrong_answer(const ks_kernel *kernel, const struct asked *q) {
    const uint64_t attackers = q->expected->checkers;

#define ASK(function, right, ...)                                                                            \
    do {                                                                                                     \
        const uint64_t found = (uint64_t)kernel->function(__VA_ARGS__);                                      \
        if (found != (right))                                                                                \
            return describe_difference(kernel->name, #function, q->board, q->square, q->side, right, found); \
    } while (0)

    ASK(in_check_set, attackers != 0, q->set, q->board, q->square, q->side);
    ASK(attackers_set, attackers, q->set, q->board, q->square, q->side ^ 1);
    const char *wrong = wrong_lines(kernel, q, true);
    if (wrong || q->set != &ks_chess_pieces)
        return wrong;
    ASK(in_check, attackers != 0, q->board, q->square, q->side);
    ASK(attackers, attackers, q->board, q->square, q->side ^ 1);
#undef ASK
    return wrong_lines(kernel, q, false);
}

static const char *first_wrong_answer(const struct asked *q, bool of_reference) {
    static const ks_kernel *usable[KERNELS_MAX];
    static size_t count;
    const char *wrong = NULL;
    if (!count)
        count = usable_kernels(usable);
    for (size_t i = of_reference ? 0 : 1; i < count && !wrong; i++)
        wrong = wrong_answer(usable[i], q);
    return wrong;
}

const char *difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                       uint64_t expected) {
    const ks_king_lines lines = {.checkers = expected};
    return first_wrong_answer(&(struct asked){set, board, square, side, &lines, 1}, true);
}

const char *lines_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                             const ks_king_lines *expected) {
    return first_wrong_answer(&(struct asked){set, board, square, side, expected, MASKS}, true);
}

const char *reference_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                 unsigned side) {
    ks_king_lines lines;
    reference()->king_scan_set(set, board, square, side, &lines);
    return first_wrong_answer(&(struct asked){set, board, square, side, &lines, MASKS}, false);
}

/* ---- Pieces and the truth by geometry ---- */

const ks_piece chess_pieces[12] = {
    {KS_WHITE_PAWN, KS_WHITE, KS_PAWN},
    {KS_WHITE_KNIGHT, KS_WHITE, KS_KNIGHT},
    {KS_WHITE_BISHOP, KS_WHITE, KS_DIAGONAL},
    {KS_WHITE_ROOK, KS_WHITE, KS_ORTHOGONAL},
    {KS_WHITE_QUEEN, KS_WHITE, KS_ORTHOGONAL | KS_DIAGONAL},
    {KS_WHITE_KING, KS_WHITE, KS_WAZIR | KS_FERZ},
    {KS_BLACK_PAWN, KS_BLACK, KS_PAWN},
    {KS_BLACK_KNIGHT, KS_BLACK, KS_KNIGHT},
    {KS_BLACK_BISHOP, KS_BLACK, KS_DIAGONAL},
    {KS_BLACK_ROOK, KS_BLACK, KS_ORTHOGONAL},
    {KS_BLACK_QUEEN, KS_BLACK, KS_ORTHOGONAL | KS_DIAGONAL},
    {KS_BLACK_KING, KS_BLACK, KS_WAZIR | KS_FERZ},
};

static int file_of(unsigned square) {
    return (int)square % 8;
}

static int row_of(unsigned square) {
    return (int)square / 8;
}

/* Whether a piece attacks from one square to the other when nothing stands between. */
static int reaches(const ks_piece *piece, unsigned from, unsigned to) {
    const int files = abs(file_of(to) - file_of(from)), rows = abs(row_of(to) - row_of(from));
    const int forward = (row_of(to) - row_of(from)) * (piece->side == KS_WHITE ? -1 : 1);
    return ((piece->attacks & KS_ORTHOGONAL) && (files == 0 || rows == 0)) ||
           ((piece->attacks & KS_DIAGONAL) && files == rows) ||
           ((piece->attacks & KS_KNIGHT) && files * rows == 2) ||
           ((piece->attacks & KS_WAZIR) && files + rows == 1) ||
           ((piece->attacks & KS_FERZ) && files == 1 && rows == 1) ||
           ((piece->attacks & KS_PAWN) && files == 1 && forward == 1);
}

/* Whether a square lies on the straight line between two others, ends excluded: the vectors from it to the
 * ends are parallel and point away from each other. */
static int lies_between(unsigned square, unsigned from, unsigned to) {
    const int files1 = file_of(from) - file_of(square), rows1 = row_of(from) - row_of(square);
    const int files2 = file_of(to) - file_of(square), rows2 = row_of(to) - row_of(square);
    return files1 * rows2 == rows1 * files2 && files1 * files2 + rows1 * rows2 < 0;
}

uint64_t geometric_attackers(const arrangement *a) {
    const int pieces = a->square[1] == KS_NO_SQUARE ? 1 : 2;
    uint64_t attackers = 0;
    for (int i = 0; i < pieces; i++) {
        const int hidden = pieces == 2 && lies_between(a->square[1 - i], a->square[i], a->king);
        if (a->piece[i]->side != a->side && reaches(a->piece[i], a->square[i], a->king) && !hidden)
            attackers |= UINT64_C(1) << a->square[i];
    }
    return attackers;
}

uint64_t line_from_king(unsigned king, unsigned square) {
    uint64_t line = UINT64_C(1) << square;
    for (unsigned between = 0; between < KS_SQUARES; between++)
        if (lies_between(between, square, king))
            line |= UINT64_C(1) << between;
    return line;
}

/* The class with which a piece slides towards the king if it does; 0 when they aren't in line. */
static unsigned slide(unsigned from, unsigned king) {
    const int files = abs(file_of(king) - file_of(from)), rows = abs(row_of(king) - row_of(from));
    return files == 0 || rows == 0 ? KS_ORTHOGONAL : files == rows ? KS_DIAGONAL : 0;
}

/* The pin of the one piece by the other, if they stand so. */
static void add_pin(const arrangement *a, int own, int enemy, ks_king_lines *lines) {
    const unsigned along = slide(a->square[enemy], a->king);
    if (a->piece[own]->side != a->side || a->piece[enemy]->side == a->side ||
        !(a->piece[enemy]->attacks & along) || !lies_between(a->square[own], a->square[enemy], a->king))
        return;
    lines->pinned |= UINT64_C(1) << a->square[own];
    *(along == KS_DIAGONAL ? &lines->pin_diagonal : &lines->pin_orthogonal) |=
        line_from_king(a->king, a->square[enemy]);
}

ks_king_lines geometric_lines(const arrangement *a) {
    ks_king_lines lines = {.checkers = geometric_attackers(a)};
    for (uint64_t left = lines.checkers; left; left &= left - 1)
        lines.check_lines |= line_from_king(a->king, (unsigned)__builtin_ctzll(left));
    if (a->square[1] != KS_NO_SQUARE) {
        add_pin(a, 0, 1, &lines);
        add_pin(a, 1, 0, &lines);
    }
    return lines;
}

static const ks_piece *find_piece(const ks_piece *pieces, char code) {
    while (pieces->code != code)
        pieces++;
    return pieces;
}

static void put(arrangement *a, int index, const ks_piece *piece, unsigned square) {
    a->piece[index] = piece;
    a->square[index] = square;
    a->board[square] = piece->code;
}

static void each_blocker(arrangement *a, const ks_piece *pieces, const char *blockers,
                         void (*visit)(const arrangement *a, void *context), void *context) {
    a->square[1] = KS_NO_SQUARE;
    visit(a, context);
    for (const char *blocker = blockers; *blocker; blocker++)
        for (unsigned square = 0; square < KS_SQUARES; square++) {
            if (square == a->king || square == a->square[0])
                continue;
            put(a, 1, find_piece(pieces, *blocker), square);
            visit(a, context);
            a->board[square] = KS_EMPTY;
        }
}

void each_arrangement(const ks_piece *pieces, unsigned side, const char *attackers, const char *blockers,
                      void (*visit)(const arrangement *a, void *context), void *context) {
    arrangement a = {.side = side};
    for (a.king = 0; a.king < KS_SQUARES; a.king++)
        for (const char *attacker = attackers; *attacker; attacker++)
            for (unsigned square = 0; square < KS_SQUARES; square++) {
                if (square == a.king)
                    continue;
                put(&a, 0, find_piece(pieces, *attacker), square);
                each_blocker(&a, pieces, blockers, visit, context);
                a.board[square] = KS_EMPTY;
            }
}

const char *codes_of(unsigned side) {
    static const char codes[2][7] = {
        {KS_WHITE_PAWN, KS_WHITE_KNIGHT, KS_WHITE_BISHOP, KS_WHITE_ROOK, KS_WHITE_QUEEN, KS_WHITE_KING},
        {KS_BLACK_PAWN, KS_BLACK_KNIGHT, KS_BLACK_BISHOP, KS_BLACK_ROOK, KS_BLACK_QUEEN, KS_BLACK_KING}};
    return codes[side];
}

/* ---- Mirrors ---- */

void mirror_board(const uint8_t board[64], enum mirror mirror, uint8_t out[64]) {
    for (unsigned square = 0; square < KS_SQUARES; square++)
        out[square ^ mirror] = board[square];
}

uint64_t mirror_squares(uint64_t squares, enum mirror mirror) {
    uint64_t out = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        out |= (squares >> square & 1) << (square ^ mirror);
    return out;
}

ks_king_lines mirror_lines(const ks_king_lines *lines, enum mirror mirror) {
    return (ks_king_lines){.checkers = mirror_squares(lines->checkers, mirror),
                           .check_lines = mirror_squares(lines->check_lines, mirror),
                           .pinned = mirror_squares(lines->pinned, mirror),
                           .pin_orthogonal = mirror_squares(lines->pin_orthogonal, mirror),
                           .pin_diagonal = mirror_squares(lines->pin_diagonal, mirror)};
}

/* ---- Real positions ---- */

static const char positions_file[] = "tests/data/positions.epd";

/* The whole file, ended by a zero. */
static char *read_positions(void) {
    FILE *file = fopen(positions_file, "rb");
    cr_assert(file, "%s can't be opened; tests run in the root of the repository", positions_file);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    char *text = malloc(size + 1);
    rewind(file);
    cr_assert_eq(fread(text, 1, size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

/* The squares of: c0 "checkers e4,h5"; or c0 "checkers -"; */
static uint64_t read_checkers(const char *line) {
    static const char key[] = " c0 \"checkers ";
    const char *at = strstr(line, key);
    cr_assert(at, "%s: no checkers in: %s", positions_file, line);
    at += strlen(key);
    if (strcmp(at, "-\";") == 0)
        return 0;
    uint64_t checkers = 0;
    for (;; at += 3) {
        const int square = at[0] - 'a' + 8 * ('8' - at[1]);
        cr_assert(square >= 0 && square < KS_SQUARES, "%s: no square in: %s", positions_file, line);
        checkers |= UINT64_C(1) << square;
        if (at[2] != ',')
            break;
    }
    cr_assert_str_eq(at + 2, "\";", "%s: unexpected end of: %s", positions_file, line);
    return checkers;
}

static void read_real_position(const char *line, real_position *out) {
    ks_error error;
    const int code = ks_read_fen(line, strlen(line), KS_STRICT, &out->position, &error);
    cr_assert_eq(code, KS_OK, "%s: %s at %zu of: %s", positions_file, error.message, error.offset, line);
    out->checkers = read_checkers(line);
    out->line = line;
}

const real_position *real_positions(size_t *count) {
    static real_position *positions;
    static size_t found;
    size_t room = 0;
    if (!positions)
        for (char *line = strtok(read_positions(), "\n"); line; line = strtok(NULL, "\n")) {
            if (*line == '#')
                continue;
            if (found == room) {
                room = room ? 2 * room : 1024;
                positions = realloc(positions, room * sizeof *positions);
            }
            read_real_position(line, &positions[found++]);
        }
    *count = found;
    return positions;
}
