/* Builds all that follows from the description of a variant: its tables, its pieceset, and the pieces that a
 * game may have. */
#include "variant/definition/definition.h"

#include <stdlib.h>
#include <string.h>

#include "variant/definition/squares.h"

/* ==== Leaps and rides by Betza ==== */

/* The directions of leaps. */

enum { ALONG_DIAGONALS = 0x0f, ALONG_LINES = 0x55, OBLIQUE = 0xff };

unsigned ks_betza_all_directions(unsigned far, unsigned near) {
    return near == 0 ? ALONG_LINES : near == far ? ALONG_DIAGONALS : OBLIQUE;
}

unsigned ks_betza_directions_of_term(const struct betza_term *term) {
    const bool turns = term->bent && (term->near == 0) != (term->then_near == 0);
    return turns ? OBLIQUE : ks_betza_all_directions(term->far, term->near);
}

void ks_betza_leap(const struct betza_term *term, enum betza_direction direction, int *files, int *ranks) {
    const int far = direction & 2 ? -term->far : term->far, near = direction & 1 ? term->near : -term->near;
    if (direction < LEFT_FORWARD) {
        *files = near;
        *ranks = far;
    } else {
        *files = -far;
        *ranks = -near;
    }
}

/* ==== Pieces that a game may have ==== */

/* Finds the pieces that a game may have: the pieces of its start, and what they become. */

/* Returns the types of the pieces on the board and in the hands. */
static uint32_t types_of(const ks_variant *v, const ks_variant_position *p) {
    uint32_t types = 0;
    for (unsigned square = 0; square < v->squares; square++)
        if (is_piece(p->board[square]))
            types |= (uint32_t)1 << KS_VARIANT_TYPE(p->board[square]);
    for (unsigned type = 0; type < v->type_count; type++)
        if (has_in_hand(v, p, KS_WHITE, type) || has_in_hand(v, p, KS_BLACK, type))
            types |= (uint32_t)1 << type;
    return types;
}

/* Returns the types that pieces of this type may become. */
static uint32_t types_after(const ks_variant *v, unsigned type) {
    const struct piece_type *const t = &v->types[type];
    uint32_t types = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (t->promotes[side])
            types |= v->promotion_types[side];
    if (t->promoted != NO_TYPE)
        types |= (uint32_t)1 << t->promoted;
    if (v->to_hand && t->in_hand != NO_TYPE)
        types |= (uint32_t)1 << t->in_hand;
    return types;
}

uint32_t ks_variant_appearing_types(const ks_variant *v) {
    uint32_t found = types_of(v, &v->start), known = 0;
    while (found & ~known) {
        const unsigned type = (unsigned)__builtin_ctz(found & ~known);
        known |= (uint32_t)1 << type;
        found |= types_after(v, type);
    }
    return known;
}

/* ==== The pieceset ==== */

/* Builds the pieceset of a variant, with which the kernels of c/core find its checks. The board must have
 * eight by eight squares, and each piece must capture as a set of attack classes. Moves without captures do
 * not matter. */

/* Returns the attack class of a term; 0 when no class fits. */
static unsigned class_of(const struct betza_term *term) {
    const bool full = term->directions == ks_betza_all_directions(term->far, term->near);
    const bool slides = term->range == 0 || term->range >= 7;
    if (term->hop != BETZA_NO_HOP || term->lame || term->first || term->bent || term->diagonals ||
        term->beyond)
        return 0;
    if (term->far == 1 && full && slides)
        return term->near ? KS_CLASS_DIAGONAL : KS_CLASS_ORTHOGONAL;
    if (term->range != 1)
        return 0;
    if (term->far == 1 && full)
        return term->near ? KS_CLASS_FERZ : KS_CLASS_WAZIR;
    if (term->far == 2 && term->near == 1 && full)
        return KS_CLASS_KNIGHT;
    if (term->far == 1 && term->near == 1 && term->directions == (1u << FORWARD_LEFT | 1u << FORWARD_RIGHT))
        return KS_CLASS_PAWN;
    return 0;
}

/* Returns how a term slides as in chess; 0 when it does otherwise. */
static unsigned glide_of(const struct betza_term *term) {
    const unsigned found = term->modality == (BETZA_MOVE | BETZA_CAPTURE) ? class_of(term) : 0;
    return found == KS_CLASS_ORTHOGONAL ? GLIDE_ORTHOGONAL : found == KS_CLASS_DIAGONAL ? GLIDE_DIAGONAL : 0u;
}

/* Returns whether a term leaps to squares that are on no line of a glide, or next to the piece. */
static bool leaps_aside(const struct betza_term *term) {
    return term->range == 1 && term->hop == BETZA_NO_HOP && !term->lame && !term->first && !term->bent &&
           !term->diagonals && !term->beyond &&
           (term->far == 1 || (term->near != 0 && term->near != term->far));
}

/* Returns how a piece slides when all its other moves are such leaps; else 0. */
static unsigned find_glides(const struct betza *betza) {
    unsigned glides = 0;
    for (unsigned i = 0; i < betza->count; i++) {
        const unsigned glide = glide_of(&betza->terms[i]);
        if (!glide && !leaps_aside(&betza->terms[i]))
            return 0;
        glides |= glide;
    }
    return glides;
}

#ifdef KS_SMALL
/* In the module for browsers, variants find attacks by their own tables. */
void ks_variant_build_pieceset(ks_variant *v) {
    (void)v;
}
#else

/* Finds the attack classes of a piece. Returns false when some capture of the piece is in no class. */
static bool find_classes(const struct betza *betza, uint8_t *classes) {
    *classes = 0;
    for (unsigned i = 0; i < betza->count; i++) {
        if (!(betza->terms[i].modality & BETZA_CAPTURE))
            continue;
        const unsigned found = class_of(&betza->terms[i]);
        if (!found)
            return false;
        *classes |= (uint8_t)found;
    }
    return true;
}

void ks_variant_build_pieceset(ks_variant *v) {
    ks_piece pieces[2 * TYPES_MAX];
    size_t count = 0;
    if (v->files != 8 || v->ranks != 8 || v->walled)
        return;
    for (unsigned type = 0; type < v->type_count; type++) {
        uint8_t classes;
        if (v->types[type].confined || !find_classes(&v->types[type].betza, &classes))
            return;
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            pieces[count++] = (ks_piece){(uint8_t)KS_VARIANT_CODE(type, side), (uint8_t)side, classes};
    }
    v->has_pieceset = ks_pieceset_init(&v->pieceset, pieces, count, 0, NULL) == KS_OK;
}

#endif

/* ==== Tables ==== */

/* Builds the lines of every piece from every square. Moves, attacks and checks all come from these. */

/* The lines that are being built. While there is no array for them, they are only counted. */
struct builder {
    const ks_variant *variant;
    unsigned side, from;
    size_t line_count, pool_count;
    struct line *lines;
    uint8_t *pool;
};

/* ---- One line ---- */

/* Adds a square that a piece passes over, or may end on. */
static void add_to_pool(struct builder *b, unsigned square, unsigned passed) {
    if (b->pool)
        b->pool[b->pool_count] = (uint8_t)(square | passed);
    b->pool_count++;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* A lame leap first moves along its longer side, by the difference of both sides, and then diagonally. */
static void add_passed(struct builder *b, unsigned from, int files, int rows) {
    const int far = abs(files) > abs(rows) ? abs(files) : abs(rows);
    const int straight = abs(abs(files) - abs(rows));
    const bool along_file = abs(rows) > abs(files);
    for (int step = 1; step < far; step++) {
        const int diagonal = step > straight ? step - straight : 0;
        const unsigned square =
            ks_variant_beside(b->variant, from, sign(files) * (along_file ? diagonal : step),
                              sign(rows) * (along_file ? step : diagonal));
        if (square != KS_VARIANT_NO_SQUARE)
            add_to_pool(b, square, PASSED);
    }
}

/* Adds leaps from a square to a line, each of `files` to the right and `rows` down. */
static void add_leaps(struct builder *b, const struct betza_term *term, unsigned from, int files, int rows,
                      struct line *line) {
    const ks_variant *const v = b->variant;
    for (unsigned leaps = 0, stop; term->range == 0 || leaps < term->range; leaps++, from = stop) {
        stop = ks_variant_beside(v, from, files, rows);
        if (stop == KS_VARIANT_NO_SQUARE)
            break;
        const bool ends = !term->diagonals || has_square(&v->diagonals, stop);
        if (term->lame)
            add_passed(b, from, files, rows);
        add_to_pool(b, stop, ends ? 0 : PASSED);
        if (ends)
            add_square(&line->stops, stop);
    }
}

static struct line begin_line(const struct builder *b, const struct betza_term *term, unsigned flags) {
    return (struct line){.first = (uint32_t)b->pool_count, .flags = (uint8_t)flags, .hop = term->hop};
}

/* Adds a line, unless the piece could end nowhere. */
static void end_line(struct builder *b, struct line *line) {
    line->count = (uint8_t)(b->pool_count - line->first);
    if (is_empty_set(&line->stops)) {
        b->pool_count = line->first;
        return;
    }
    if (b->lines)
        b->lines[b->line_count] = *line;
    b->line_count++;
}

/* Adds the line of leaps from the builder's square. */
static void add_line(struct builder *b, const struct betza_term *term, int files, int rows, unsigned flags) {
    struct line line = begin_line(b, term, flags);
    add_leaps(b, term, b->from, files, rows, &line);
    if (!term->lame && term->hop == BETZA_NO_HOP && count_squares(&line.stops) == b->pool_count - line.first)
        line.way = files + rows * (int)b->variant->files > 0 ? WAY_UP : WAY_DOWN;
    end_line(b, &line);
}

/* Finds the leap of a term in a direction: files to the right and rows down, as white sees the board. */
static void find_leap(const struct builder *b, const struct betza_term *term, unsigned direction, int *files,
                      int *rows) {
    const int forward = b->side == KS_WHITE ? 1 : -1; /* white's right is black's left */
    ks_betza_leap(term, direction, files, rows);
    *files *= forward;
    *rows *= -forward;
}

/* Two bent lines may begin with the same square: the first has it as a stop. */
static bool is_first_with_leap(const struct builder *b, const struct betza_term *term, unsigned direction) {
    int files, rows, other_files, other_rows;
    bool first = true;
    find_leap(b, term, direction, &files, &rows);
    for (unsigned before = 0; before < direction; before++) {
        find_leap(b, term, before, &other_files, &other_rows);
        first &= !(term->directions >> before & 1) || other_files != files || other_rows != rows;
    }
    return first;
}

static void add_bent_line(struct builder *b, const struct betza_term *term, unsigned direction,
                          unsigned flags) {
    const struct betza_term then = {.far = term->then_far, .near = term->then_near, .range = term->range};
    struct line line = begin_line(b, term, flags);
    int files, rows;
    find_leap(b, term, direction, &files, &rows);
    const unsigned corner = ks_variant_beside(b->variant, b->from, files, rows);
    if (corner == KS_VARIANT_NO_SQUARE)
        return;
    const bool stops = term->halts && is_first_with_leap(b, term, direction);
    add_to_pool(b, corner, stops ? 0 : PASSED);
    if (stops)
        add_square(&line.stops, corner);
    find_leap(b, &then, direction, &files, &rows);
    add_leaps(b, &then, corner, files, rows, &line);
    end_line(b, &line);
}

static void add_term(struct builder *b, const struct betza_term *term) {
    const ks_variant *const v = b->variant;
    if ((term->first && !has_square(&v->first_push[b->side], b->from)) ||
        (term->diagonals && !has_square(&v->diagonals, b->from)) ||
        (term->beyond && !has_square(&v->beyond[b->side], b->from)))
        return;
    const unsigned flags = term->modality | (term->first ? LINE_FIRST : 0u);
    for (unsigned direction = 0; direction < BETZA_DIRECTIONS; direction++) {
        int files, rows;
        if (!(term->directions >> direction & 1))
            continue;
        if (term->bent) {
            add_bent_line(b, term, direction, flags);
            continue;
        }
        find_leap(b, term, direction, &files, &rows);
        add_line(b, term, files, rows, flags);
    }
}

/* ---- Pawns ---- */

/* Adds a pawn's first push of `steps` squares, which passes over every square but the last. */
static void add_push(struct builder *b, unsigned steps) {
    const struct betza_term term = {.far = (uint8_t)steps,
                                    .directions = 1u << FORWARD_LEFT,
                                    .range = 1,
                                    .modality = BETZA_MOVE,
                                    .lame = true,
                                    .first = true};
    const int forward = b->side == KS_WHITE ? -1 : 1;
    add_line(b, &term, 0, forward * (int)steps, LINE_MOVE | LINE_FIRST);
}

static void add_pushes(struct builder *b) {
    const ks_variant *const v = b->variant;
    const unsigned longest = has_square(&v->first_push[b->side], b->from) ? v->push : 1;
    for (unsigned steps = 2; steps <= longest; steps++)
        add_push(b, steps);
    if (longest < 3 && has_square(&v->triple_push[b->side], b->from))
        add_push(b, 3);
}

/* ---- All ---- */

/* Returns the place of a term among a piece's terms. The first line that leads to an empty square decides the
 * kind of the move, so an ordinary move comes before a first move, and both before a capture, which may be en
 * passant. */
static unsigned rank_of_term(const struct betza_term *term) {
    return !(term->modality & BETZA_MOVE) ? 2 : term->first;
}

static void add_type(struct builder *b, const struct piece_type *type) {
    for (unsigned rank = 0; rank <= 2; rank++)
        for (unsigned i = 0; i < type->betza.count; i++)
            if (rank_of_term(&type->betza.terms[i]) == rank)
                add_term(b, &type->betza.terms[i]);
    if (type->pawn)
        add_pushes(b);
}

static void add_piece(struct builder *b, unsigned code, unsigned from) {
    b->side = KS_VARIANT_SIDE(code);
    b->from = from;
    add_type(b, &b->variant->types[KS_VARIANT_TYPE(code)]);
}

static void add_all(struct builder *b, uint32_t *lines_of) {
    const ks_variant *const v = b->variant;
    const unsigned codes = 2 * (v->type_count + 1);
    b->line_count = b->pool_count = 0;
    for (unsigned code = 2; code < codes; code++)
        for (unsigned square = 0; square < v->squares; square++) {
            if (b->lines)
                lines_of[code * v->squares + square] = (uint32_t)b->line_count;
            add_piece(b, code, square);
        }
    if (b->lines)
        lines_of[codes * v->squares] = (uint32_t)b->line_count;
}

/* Forbids a line's piece to end on squares that are not allowed. */
static void forbid(uint8_t *pool, struct line *line, const ks_variant_squares *allowed) {
    for (unsigned i = 0; i < line->count; i++) {
        uint8_t *const entry = &pool[line->first + i];
        if (!(*entry & PASSED) && !has_square(allowed, *entry))
            *entry |= PASSED;
    }
    if (!is_subset(&line->stops, allowed))
        line->way = WAY_WALK; /* pieces on forbidden squares block too */
    line->stops = both(line->stops, *allowed);
}

static void confine_pieces(ks_variant *v) {
    for (unsigned code = 2; code < 2 * (v->type_count + 1); code++) {
        const struct piece_type *const type = &v->types[KS_VARIANT_TYPE(code)];
        const uint32_t end = v->lines_of[(code + 1) * v->squares];
        for (uint32_t i = v->lines_of[code * v->squares]; type->confined && i < end; i++)
            forbid(v->pool, &v->lines[i], &type->region[KS_VARIANT_SIDE(code)]);
    }
}

void ks_variant_find_lines(const ks_variant *v, unsigned code, unsigned from, struct piece_lines *lines) {
    const struct piece_type *const type = &v->types[KS_VARIANT_TYPE(code)];
    struct builder builder = {.variant = v, .lines = lines->all, .pool = lines->pool};
    add_piece(&builder, code, from);
    lines->count = (unsigned)builder.line_count;
    for (unsigned i = 0; type->confined && i < lines->count; i++)
        forbid(lines->pool, &lines->all[i], &type->region[KS_VARIANT_SIDE(code)]);
}

/* ---- Lines as sets ---- */

/* Adds a line to the leaps. Returns false when the line is a ride, a lame leap or a first move. */
static bool add_leap(struct leaps *leaps, const struct line *line) {
    if (is_empty_set(&line->stops))
        return true;
    if (line->way == WAY_WALK || line->count > 1 || line->flags & LINE_FIRST)
        return false;
    if (line->flags & LINE_MOVE)
        leaps->moves = either(leaps->moves, line->stops);
    if (line->flags & LINE_CAPTURE)
        leaps->captures = either(leaps->captures, line->stops);
    return true;
}

static void part_leaps_and_rides(ks_variant *v) {
    const unsigned entries = 2 * (v->type_count + 1) * v->squares;
    uint32_t count = 0;
    for (unsigned index = 2 * v->squares; index < entries; index++) {
        v->rides_of[index] = count;
        for (uint32_t i = v->lines_of[index]; i < v->lines_of[index + 1]; i++)
            if (!add_leap(&v->leaps[index], &v->lines[i]))
                v->rides[count++] = v->lines[i];
    }
    v->rides_of[entries] = count;
    struct line *const fewer = realloc(v->rides, (count + 1) * sizeof *v->rides);
    if (fewer)
        v->rides = fewer;
}

/* Returns whether nothing but leaps and glides decides the moves of the pieces with this code, apart from the
 * safety of their king. */
static bool is_plain(const ks_variant *v, unsigned code) {
    const unsigned type = KS_VARIANT_TYPE(code), index = code * v->squares;
    const struct piece_type *const t = &v->types[type];
    return (v->glides[code] || v->rides_of[index] == v->rides_of[index + v->squares]) && v->squares <= 64 &&
           !t->pawn && !t->promotes[KS_VARIANT_SIDE(code)] && !t->turns &&
           !t->takes_en_passant[KS_VARIANT_SIDE(code)] && type != v->royal && !v->must_stay_mobile &&
           !v->cambodian && !((v->immune | v->crowned.types) >> type & 1);
}

static void find_exposing_gates(ks_variant *v) {
    const struct line *const end = v->rides + v->rides_of[2u * (v->type_count + 1) * v->squares];
    v->gates_expose = v->seirawan && v->crowned.types;
    for (const struct line *ride = v->rides; ride < end; ride++)
        v->gates_expose |= v->seirawan && ride->hop != BETZA_NO_HOP;
}

static void find_all_glides(ks_variant *v) {
    for (unsigned code = 2; code < 2 * (v->type_count + 1) && v->files == 8 && v->ranks == 8; code++) {
        const struct piece_type *const type = &v->types[KS_VARIANT_TYPE(code)];
        if (!type->confined && !type->pawn)
            v->glides[code] = (uint8_t)find_glides(&type->betza);
    }
    for (unsigned code = 2; code < 2 * (v->type_count + 1); code++)
        v->plain[code] = is_plain(v, code);
}

/* Returns whether pieces of a type step ahead, capture as pawns, and make first pushes of two squares at
 * most, so that shifts of their set are all of their moves. */
static bool is_plain_pawn(const ks_variant *v, unsigned type) {
    bool plain = v->types[type].pawn && !v->types[type].confined && v->push <= 2 && type != v->royal &&
                 !(v->immune >> type & 1) && is_empty_set(&v->triple_push[KS_WHITE]) &&
                 is_empty_set(&v->triple_push[KS_BLACK]) && v->types[type].betza.count == 2 &&
                 !v->types[type].turns;
    for (unsigned i = 0; i < 2 * v->squares && plain; i++) {
        const unsigned side = i % 2;
        const struct leaps *const leaps = &v->leaps[KS_VARIANT_CODE(type, side) * v->squares + i / 2];
        const ks_variant_squares from = set_of_square(i / 2), ahead = squares_ahead(v, from, side, 0);
        const ks_variant_squares attacks =
            either(squares_ahead(v, from, side, -1), squares_ahead(v, from, side, 1));
        plain = is_subset(&leaps->moves, &ahead) && is_subset(&ahead, &leaps->moves) &&
                is_subset(&leaps->captures, &attacks) && is_subset(&attacks, &leaps->captures);
    }
    return plain;
}

static void find_plain_pawn(ks_variant *v) {
    for (unsigned square = 0; square < v->squares; square++) {
        if (square % v->files > 0)
            add_square(&v->beside_files[0], square);
        if (square % v->files + 1 < v->files)
            add_square(&v->beside_files[1], square);
    }
    v->plain_pawn = NO_TYPE;
    for (unsigned type = v->type_count; type-- > 0;)
        if (is_plain_pawn(v, type))
            v->plain_pawn = type;
}

static void find_crosses(ks_variant *v) {
    for (unsigned a = 0; a < v->squares; a++)
        for (unsigned b = 0; b < v->squares; b++)
            if (a != b && (a / v->files == b / v->files || a % v->files == b % v->files))
                add_square(&v->crosses[a], b);
}

static void find_around(ks_variant *v) {
    for (unsigned square = 0; square < v->squares; square++)
        for (int way = 0; way < 9; way++) {
            const unsigned next = ks_variant_beside(v, square, way % 3 - 1, way / 3 - 1);
            if (way != 4 && next != KS_VARIANT_NO_SQUARE)
                add_square(&v->around[square], next);
        }
}

static void find_reaches(ks_variant *v) {
    const unsigned codes = 2 * (v->type_count + 1);
    for (unsigned code = 2; code < codes; code++)
        for (unsigned from = 0; from < v->squares; from++) {
            const unsigned index = code * v->squares + from;
            ks_variant_squares *const reach = &v->reach[index];
            ks_variant_squares stops = {{0}};
            for (uint32_t i = v->lines_of[index]; i < v->lines_of[index + 1]; i++) {
                stops = either(stops, v->lines[i].stops);
                if (v->lines[i].flags & LINE_CAPTURE)
                    *reach = either(*reach, v->lines[i].stops);
            }
            v->arrivals[code] = either(v->arrivals[code], stops);
            if (is_empty_set(&stops))
                add_square(&v->stuck[code], from);
            for (ks_variant_squares left = *reach; !is_empty_set(&left);) {
                const unsigned to = take_square(&left);
                add_square(&v->within_reach[KS_VARIANT_SIDE(code)][to], from);
                add_square(&v->threats[code * v->squares + to], from);
            }
        }
}

/* On large boards, 1 may begin a number of two digits. */
static void find_fen_letters(ks_variant *v) {
    const bool is_large = v->files >= 10;
    for (unsigned i = 0; i < 256; i++)
        v->fen_letters[i] = FEN_STOPS;
    for (unsigned digit = 1 + is_large; digit <= 9; digit++)
        v->fen_letters['0' + digit] = digit << FEN_SQUARES | (is_large ? FEN_JOINS : 0);
    v->fen_letters['/'] = 0xffu << FEN_ROW_END | v->files << FEN_FILES;
    for (unsigned type = v->type_count; type-- > 0;) {
        const unsigned label = (unsigned char)v->types[type].label;
        v->fen_letters[label] = KS_VARIANT_CODE(type, KS_BLACK) | 1u << FEN_SQUARES;
        v->fen_letters[label - 'a' + 'A'] = KS_VARIANT_CODE(type, KS_WHITE) | 1u << FEN_SQUARES;
    }
}

static void find_row_letters(ks_variant *v) {
    for (unsigned i = 0; i < sizeof v->row_letters; i++) {
        const uint32_t letter = v->fen_letters[i], code = letter & FEN_CODE;
        v->row_letters[i] = (uint8_t)(letter & FEN_STOPS ? ROW_STOP
                                      : code             ? code
                                                         : ROW_NUMBER | (letter >> FEN_SQUARES & 15));
    }
    for (unsigned digit = 0; digit <= 1 && v->files >= 10; digit++)
        v->row_letters['0' + digit] = (uint8_t)(ROW_NUMBER | digit);
    v->row_letters['/'] = ROW_SLASH;
    if (v->to_hand || v->marks_promoted)
        v->row_letters['~'] = ROW_MARK;
    if (v->turns)
        v->row_letters['+'] = ROW_PLUS;
    for (unsigned code = KS_VARIANT_CODE(0, 0); code < KS_VARIANT_CODE(v->type_count, 0); code++) {
        const unsigned form = v->types[KS_VARIANT_TYPE(code)].promoted;
        if (form != NO_TYPE)
            v->promoted_codes[code] = (uint8_t)KS_VARIANT_CODE(form, KS_VARIANT_SIDE(code));
    }
}

bool ks_variant_build_tables(ks_variant *v, size_t *room) {
    const size_t entries = 2u * (v->type_count + 1) * v->squares;
    struct builder builder = {.variant = v};
    add_all(&builder, NULL);
    const size_t size = 2 * builder.line_count * sizeof *v->lines + builder.pool_count;
    if (size > *room)
        return false;
    *room -= size;
    v->lines = builder.lines = malloc((builder.line_count + 1) * sizeof *v->lines);
    v->pool = builder.pool = malloc(builder.pool_count + 1);
    v->lines_of = calloc(entries + 1, sizeof *v->lines_of);
    v->rides = malloc((builder.line_count + 1) * sizeof *v->rides);
    v->rides_of = calloc(entries + 1, sizeof *v->rides_of);
    v->leaps = calloc(entries, sizeof *v->leaps);
    v->reach = calloc(entries, sizeof *v->reach);
    v->threats = calloc(entries, sizeof *v->threats);
    v->arrivals = calloc(2u * (v->type_count + 1), sizeof *v->arrivals);
    v->stuck = calloc(2u * (v->type_count + 1), sizeof *v->stuck);
    v->within_reach[0] = calloc(2 * v->squares, sizeof *v->within_reach[0]);
    if (!v->lines || !v->pool || !v->lines_of || !v->rides || !v->rides_of || !v->leaps || !v->reach ||
        !v->threats || !v->arrivals || !v->stuck || !v->within_reach[0])
        return false;
    v->within_reach[1] = v->within_reach[0] + v->squares;
    add_all(&builder, v->lines_of);
    confine_pieces(v);
    find_reaches(v);
    part_leaps_and_rides(v);
    find_all_glides(v);
    find_plain_pawn(v);
    find_exposing_gates(v);
    find_around(v);
    find_crosses(v);
    find_fen_letters(v);
    find_row_letters(v);
    return true;
}

void ks_variant_free_tables(ks_variant *v) {
    free(v->lines);
    free(v->pool);
    free(v->lines_of);
    free(v->rides);
    free(v->rides_of);
    free(v->leaps);
    free(v->reach);
    free(v->threats);
    free(v->arrivals);
    free(v->stuck);
    free(v->within_reach[0]);
}
