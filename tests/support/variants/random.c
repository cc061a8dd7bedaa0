/* Draws pieces, rules and positions of variants, and writes each as text. */
#include "support/variants/random.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "support/random.h"

/* ---- Text ---- */

static void write(struct random_variant *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void write(struct random_variant *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    r->length += (size_t)vsnprintf(r->text + r->length, VARIANT_TEXT - r->length, format, arguments);
    va_end(arguments);
}

static bool one_in(uint64_t *state, unsigned n) {
    return random_below(state, n) == 0;
}

/* Writes a key whose value is a list of letters of pieces. */
static void write_types(struct random_variant *r, const char *key, const bool types[NAIVE_TYPES]) {
    bool any = false;
    write(r, "%s = ", key);
    for (int type = 0; type < r->naive.type_count; type++)
        if (types[type]) {
            write(r, "%c", r->naive.types[type].label);
            any = true;
        }
    write(r, "%s\n", any ? "" : "-");
}

static void write_region(struct random_variant *r, const char *key, const bool region[NAIVE_SQUARES]) {
    const struct naive_variant *const v = &r->naive;
    bool any = false;
    write(r, "%s =", key);
    for (int square = 0; square < v->squares; square++)
        if (region[square]) {
            write(r, " %c%d", 'a' + square % v->files, v->ranks - square / v->files);
            any = true;
        }
    write(r, "%s\n", any ? "" : " -");
}

/* ---- Pieces ---- */

/* Writes any valid notation: no 'n' before riders that pass over nothing or before hops, no hops of one leap,
 * no pairs of directions before K and Q. */
static void random_term(uint64_t *state, char *out) {
    static const char atoms[] = "WFDAHNCGZKRBQ", directions[] = "fblrvs";
    const char atom = atoms[random_below(state, sizeof atoms - 1)];
    const bool compound = atom == 'K' || atom == 'Q';
    char modifiers[16];
    size_t count = 0;
    int range = 1;
    if (one_in(state, 3))
        modifiers[count++] = "mc"[random_below(state, 2)];
    if (one_in(state, 8))
        modifiers[count++] = 'i';
    const bool hops = one_in(state, 4);
    if (hops)
        modifiers[count++] = "pg"[random_below(state, 2)];
    else if (strchr("DAHNCGZ", atom) && one_in(state, 2))
        modifiers[count++] = 'n';
    for (unsigned letters = one_in(state, 2) ? random_below(state, compound ? 2 : 4) : 0; letters > 0;
         letters--)
        modifiers[count++] = directions[random_below(state, 6)];
    for (size_t i = count; i > 1; i--) { /* shuffles them */
        const size_t other = random_below(state, (unsigned)i);
        const char kept = modifiers[i - 1];
        modifiers[i - 1] = modifiers[other];
        modifiers[other] = kept;
    }
    out += sprintf(out, "%.*s%c", (int)count, modifiers, atom);
    if (!strchr("KRBQ", atom) && one_in(state, 3)) {
        *out++ = atom;
        range = 0;
    }
    if (strchr("RBQ", atom))
        range = 0;
    if ((hops && range == 1) || one_in(state, 3))
        out += sprintf(out, "%d", hops ? 2 + (int)random_below(state, 4) : (int)random_below(state, 5));
    *out = '\0';
}

/* Writes a bent move, such as m[F?R]. */
static void random_bent_term(uint64_t *state, char *out) {
    static const char *const directions[] = {"", "", "", "f", "v", "s", "fr", "lb", "b"};
    static const char *const modes[] = {"", "", "m", "c"};
    const char first = "WFDA"[random_below(state, 4)], second = "RBRBWFD"[random_below(state, 7)];
    out += sprintf(out, "%s%s[%c%c%c", modes[random_below(state, 4)], directions[random_below(state, 9)],
                   first, "?-"[random_below(state, 2)], second);
    if (one_in(state, 4))
        out += sprintf(out, "%d", (int)random_below(state, 4));
    strcpy(out, "]");
}

static void random_piece(uint64_t *state, char betza[64]) {
    *betza = '\0';
    for (unsigned terms = 1 + random_below(state, 3); terms > 0; terms--)
        if (one_in(state, 6))
            random_bent_term(state, betza + strlen(betza));
        else
            random_term(state, betza + strlen(betza));
}

/* Writes a piece that the attack kernels support. */
static void plain_piece(uint64_t *state, char betza[64]) {
    static const char *const terms[] = {"R", "B", "N", "W", "F", "fF", "K", "Q", "R7", "mN", "mRR3", "mnZ"};
    *betza = '\0';
    for (unsigned count = 1 + random_below(state, 2); count > 0; count--)
        strcat(betza, terms[random_below(state, sizeof terms / sizeof *terms)]);
    if (strchr(betza, 'm') == betza)
        strcat(betza, "F");
}

static struct naive_type *add_type(struct random_variant *r, const char *betza) {
    struct naive_type *const type = &r->naive.types[r->naive.type_count];
    *type = (struct naive_type){.label = (char)('a' + r->naive.type_count)};
    naive_read_betza(type, betza);
    r->naive.type_count++;
    return type;
}

/* Confines a few pieces to some squares. key: the name of the piece in the keys of regions. */
static void add_mobility(uint64_t *state, struct random_variant *r, struct naive_type *type,
                         const char *key) {
    const bool confined = one_in(state, 12);
    char name[48];
    for (int side = 0; side < 2; side++) {
        for (int square = 0; square < r->naive.squares; square++)
            type->region[side][square] = !confined || !one_in(state, 4);
        snprintf(name, sizeof name, "mobilityRegion%s%s", side ? "Black" : "White", key);
        if (confined)
            write_region(r, name, type->region[side]);
    }
}

/* Adds pieces in the order in which the variant numbers its types. */
static void add_pieces(uint64_t *state, struct random_variant *r, bool plain) {
    const unsigned customs = 1 + random_below(state, 5);
    char betza[64], key[32];
    if (!one_in(state, 3)) {
        struct naive_type *const pawn = add_type(r, "fmWfcF");
        pawn->pawn = true;
        write(r, "pawn = a\n");
        add_mobility(state, r, pawn, "Pawn");
    }
    r->naive.rook = one_in(state, 2) ? r->naive.type_count : -1;
    if (r->naive.rook >= 0) {
        struct naive_type *const rook = add_type(r, "R");
        write(r, "rook = %c\n", rook->label);
        add_mobility(state, r, rook, "Rook");
    }
    for (unsigned number = 1; number <= customs; number++) {
        (plain ? plain_piece : random_piece)(state, betza);
        struct naive_type *const custom = add_type(r, betza);
        write(r, "customPiece%u = %c:%s\n", number, custom->label, betza);
        snprintf(key, sizeof key, "CustomPiece%u", number);
        add_mobility(state, r, custom, key);
    }
    strcpy(betza, "K");
    if (one_in(state, 3))
        (plain ? plain_piece : random_piece)(state, betza);
    r->naive.royal = r->naive.type_count;
    struct naive_type *const king = add_type(r, betza);
    strcpy(key, "King");
    if (r->naive.explodes) { /* such a king is the last piece of a type */
        snprintf(key, sizeof key, "CustomPiece%u", customs + 1);
        write(r, "customPiece%u = %c:%s\n", customs + 1, king->label, betza);
    } else {
        write(r, "king = %c:%s\n", king->label, betza);
    }
    add_mobility(state, r, king, key);
}

/* ---- Rules ---- */

static bool *flag_of(struct naive_type *type, const char *key) {
    return strcmp(key, "promotionPawnTypes") == 0    ? &type->promotes
           : strcmp(key, "enPassantTypes") == 0      ? &type->en_passant
           : strcmp(key, "nMoveRuleTypes") == 0      ? &type->resets_clock
           : strcmp(key, "mutuallyImmuneTypes") == 0 ? &type->spares
           : strcmp(key, "blastImmuneTypes") == 0    ? &type->fireproof
                                                     : &type->castles;
}

/* Draws a list of types for a key; the king is never among them. */
static void random_types(uint64_t *state, struct random_variant *r, const char *key) {
    bool chosen[NAIVE_TYPES] = {false};
    for (int type = 0; type < r->naive.type_count; type++) {
        chosen[type] = type != r->naive.royal && (r->naive.types[type].pawn || one_in(state, 2));
        *flag_of(&r->naive.types[type], key) = chosen[type];
    }
    write_types(r, key, chosen);
}

static void rank_region(const struct naive_variant *v, int rank, int last, bool regions[2][NAIVE_SQUARES]) {
    for (int side = 0; side < 2; side++)
        for (int square = 0; square < v->squares; square++) {
            const int here = side ? square / v->files : v->ranks - 1 - square / v->files;
            regions[side][square] = here >= rank && here <= last;
        }
}

/* Draws a rank of either side, or any squares. */
static void random_region(uint64_t *state, struct random_variant *r, const char *name, bool to_the_end,
                          bool regions[2][NAIVE_SQUARES]) {
    struct naive_variant *const v = &r->naive;
    char key[40];
    if (!one_in(state, 3)) {
        const int rank = (int)random_below(state, (unsigned)v->ranks);
        write(r, "%sRank = %d\n", name, rank + 1);
        rank_region(v, rank, to_the_end ? v->ranks : rank, regions);
        return;
    }
    for (int side = 0; side < 2; side++) {
        for (int square = 0; square < v->squares; square++)
            regions[side][square] = one_in(state, 3);
        snprintf(key, sizeof key, "%sRegion%s", name, side ? "Black" : "White");
        write_region(r, key, regions[side]);
    }
}

static void add_pushes(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    v->push = 1 + (int)random_below(state, 4);
    write(r, "firstPush = %d\n", v->push);
    random_region(state, r, "doubleStep", false, v->first_push);
    for (int side = 0; side < 2; side++) {
        for (int square = 0; square < v->squares; square++) {
            v->triple_push[side][square] = one_in(state, 4);
            v->en_passant[side][square] = !one_in(state, 6);
        }
        write_region(r, side ? "tripleStepRegionBlack" : "tripleStepRegionWhite", v->triple_push[side]);
        write_region(r, side ? "enPassantRegionBlack" : "enPassantRegionWhite", v->en_passant[side]);
    }
    random_types(state, r, "enPassantTypes");
    random_types(state, r, "nMoveRuleTypes");
}

static void add_promotion(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    random_types(state, r, "promotionPawnTypes");
    random_region(state, r, "promotion", true, v->promotion);
    for (int type = 0; type < v->type_count; type++)
        v->promotes_to[type] = type != v->royal && one_in(state, 2);
    write_types(r, "promotionPieceTypes", v->promotes_to);
    write(r, "promotionLimit =");
    for (int type = 0; type < v->type_count; type++)
        if (one_in(state, 3)) {
            v->types[type].limit = 1 + (int)random_below(state, 3);
            write(r, " %c:%d", v->types[type].label, v->types[type].limit);
        }
    v->must_promote = one_in(state, 2);
    v->must_stay_mobile = one_in(state, 2);
    write(r, "\nmandatoryPawnPromotion = %s\nimmobilityIllegal = %s\n", v->must_promote ? "true" : "false",
          v->must_stay_mobile ? "true" : "false");
}

static void add_castling(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    v->castling = !one_in(state, 3);
    v->castling_rank = (int)random_below(state, (unsigned)v->ranks);
    v->castling_file[0] = 1 + (int)random_below(state, (unsigned)v->files - 1);
    v->castling_file[1] = (int)random_below(state, (unsigned)v->files - 1);
    write(r, "castling = %s\ncastlingRank = %d\ncastlingKingsideFile = %c\ncastlingQueensideFile = %d\n",
          v->castling ? "true" : "false", v->castling_rank + 1, 'a' + v->castling_file[0],
          v->castling_file[1] + 1);
    random_types(state, r, "castlingRookPieces");
}

static void add_spared(uint64_t *state, struct random_variant *r) {
    r->naive.faces = one_in(state, 4);
    write(r, "flyingGeneral = %s\n", r->naive.faces ? "true" : "false");
    if (one_in(state, 3))
        random_types(state, r, "mutuallyImmuneTypes");
}

/* Draws what captures do. Explosions beside promoted forms, hands and walls are left to other tests. */
static void add_captures(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    const char king = v->types[v->royal].label;
    v->must_capture = one_in(state, 8);
    write(r, "mustCapture = %s\n", v->must_capture ? "true" : "false");
    if (!v->explodes)
        return;
    write(r,
          "blastOnCapture = true\nextinctionValue = loss\nextinctionPieceTypes = %c\n"
          "extinctionPseudoRoyal = true\ncastlingKingPiece = %c\n",
          king, king);
    if (one_in(state, 3))
        random_types(state, r, "blastImmuneTypes");
}

/* Draws royal pieces other than the king. Pieces that turn into others or promote are left out, since their
 * number can fall suddenly. Other draws do not depend on these. */
static void add_crowned(uint64_t state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    bool any = false;
    if (v->type_count != v->royal + 1 || v->walling || v->explodes || one_in(&state, 3))
        return;
    for (int type = 0; type < v->royal; type++)
        any |= v->crowned[type] = !v->types[type].promotes && one_in(&state, 2);
    if (!any)
        return;
    v->crowned_most = 1 + (int)random_below(&state, 3);
    v->together = one_in(&state, 2);
    write_types(r, "extinctionPieceTypes", v->crowned);
    write(r, "extinctionPseudoRoyal = true\nextinctionPieceCount = %d\ndupleCheck = %s\n",
          v->crowned_most - 1, v->together ? "true" : "false");
}

void make_random_variant(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    const bool plain = one_in(state, 5);
    *r = (struct random_variant){.length = 0};
    v->files = plain ? 8 : 4 + (int)random_below(state, 9);
    v->ranks = plain ? 8 : 4 + (int)random_below(state, 7);
    v->squares = v->files * v->ranks;
    v->explodes = one_in(state, 8);
    write(r, "[random]\nmaxFile = %c\nmaxRank = %d\n", 'a' + v->files - 1, v->ranks);
    add_pieces(state, r, plain);
    add_pushes(state, r);
    add_promotion(state, r);
    add_castling(state, r);
    add_spared(state, r);
    add_captures(state, r);
    add_random_lines(state, r);
    add_random_forms_and_drops(state, r);
    add_random_gates(state, r);
    add_random_ends(state, r);
    v->checks = one_in(state, 4) ? 1 + (int)random_below(state, 9) : 0;
    write(r, "checkCounting = %s\n", v->checks ? "true" : "false");
    add_crowned(*state + 1, r);
}

/* ---- Positions ---- */

static char letter(const struct naive_variant *v, int type, int side) {
    const char label = v->types[type].label;
    return side ? label : (char)toupper((unsigned char)label);
}

static int empty_square(uint64_t *state, const struct naive_variant *v, const struct naive_position *p) {
    for (;;) {
        const int square = (int)random_below(state, (unsigned)v->squares);
        if (p->board[square] == '.')
            return square;
    }
}

/* Whether a pawn may be on the square: not on its side's back rank, nor on a promotion square that it cannot
 * leave. */
static bool may_stand(const struct naive_variant *v, const struct naive_position *p, int square) {
    const int side = islower((unsigned char)p->board[square]) != 0, back = side ? 0 : v->ranks - 1;
    return !v->types[naive_type_of(v, p->board[square])].promotes ||
           (square / v->files != back &&
            !(v->promotion[side][square] && (v->must_promote || v->must_stay_mobile) &&
              naive_never_moves(v, p, square)));
}

static void add_castling_rooks(uint64_t *state, const struct naive_variant *v, struct naive_position *p,
                               int side, int king) {
    for (int wing = 0; wing < 2; wing++) {
        const int file = king % v->files;
        const int room = wing ? file : v->files - 1 - file;
        const int type = (int)random_below(state, (unsigned)v->type_count);
        if (room == 0 || !v->types[type].castles)
            continue;
        const int square = king + (wing ? -1 : 1) * (1 + (int)random_below(state, (unsigned)room));
        p->board[square] = letter(v, type, side);
        if (square % v->files != 'k' - 'a' && may_stand(v, p, square))
            p->castling_rook[side][wing] = square;
        else
            p->board[square] = '.';
    }
}

/* A rook on its gate can castle by FEN when the king has not left its own, so that of others is closed. */
void open_random_gates(uint64_t *state, const struct naive_variant *v, struct naive_position *p) {
    memset(p->gate, 0, sizeof p->gate);
    for (int side = 0; side < 2 && v->gates; side++) {
        const int row = side ? v->castling_rank : v->ranks - 1 - v->castling_rank;
        const int *const rooks = p->castling_rook[side];
        const bool rights = rooks[0] >= 0 || rooks[1] >= 0, kings = rights || one_in(state, 2);
        for (int square = row * v->files; square < (row + 1) * v->files; square++) {
            const char piece = p->board[square];
            const int type = naive_is_piece(piece) ? naive_type_of(v, piece) : -1;
            if (type < 0)
                continue;
            p->gate[side][square] = type == v->royal ? kings
                                    : v->types[type].castles && kings
                                        ? square == rooks[0] || square == rooks[1]
                                        : !one_in(state, 3);
        }
    }
    naive_close_gates(v, p);
}

void make_random_placement(uint64_t *state, const struct naive_variant *v, struct naive_position *p) {
    *p = (struct naive_position){.passer = -1, .fullmoves = 1};
    memset(p->board, '.', sizeof p->board);
    memset(p->castling_rook, -1, sizeof p->castling_rook);
    p->side = (int)random_below(state, 2);
    for (int side = 0; side < 2; side++) {
        const int row = side ? v->castling_rank : v->ranks - 1 - v->castling_rank;
        const bool castles = v->castling && one_in(state, 2);
        int king = row * v->files + (int)random_below(state, (unsigned)v->files);
        if (!castles || p->board[king] != '.')
            king = empty_square(state, v, p);
        else if (memchr(p->board + row * v->files, letter(v, v->royal, !side), (size_t)v->files) == NULL)
            add_castling_rooks(state, v, p, side, king);
        p->board[king] = letter(v, v->royal, side);
    }
    for (unsigned walls = v->walls ? 1 + random_below(state, 5) : 0; walls > 0; walls--)
        p->board[empty_square(state, v, p)] = '*';
    for (unsigned held = v->drops || v->gating ? random_below(state, 6) : 0; held > 0; held--)
        p->hand[random_below(state, 2)][random_below(state, (unsigned)v->royal)]++;
    for (unsigned pieces = random_below(state, (unsigned)v->squares * 2 / 3); pieces > 2; pieces--) {
        const int square = empty_square(state, v, p);
        const int type = (int)random_below(state, (unsigned)v->type_count - 1);
        p->board[square] = letter(v, type + (type >= v->royal), (int)random_below(state, 2));
        if (!may_stand(v, p, square))
            p->board[square] = '.';
    }
    for (int side = 0; side < 2 && v->checks; side++)
        p->checks_left[side] = (int)random_below(state, (unsigned)v->checks + (one_in(state, 8) ? 1 : 0));
    open_random_gates(state, v, p);
}

bool make_random_position(uint64_t *state, const struct naive_variant *v, struct naive_position *p) {
    for (int tries = 0; tries < 20; tries++) {
        make_random_placement(state, v, p);
        if (!naive_in_check(v, p, !p->side))
            return true;
    }
    return false;
}
