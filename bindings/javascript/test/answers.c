/* Prints the answers of the native library to the texts of native.test.mjs. Standard input has records: a
 * letter for the kind of text, the number of its bytes, LF, the bytes, LF. A line is printed for each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"

static void put_error(const ks_error *error) {
    printf("%s %zu %s\n", ks_error_name(error->code), error->offset, error->message);
}

/* Adds up what all moves win by the usual values, and with pins by values that do not ascend. */
static int sum_exchanges(const ks_position *position) {
    static const int16_t values[8] = {0, 2, -3, 11, 7, 5};
    ks_move_list list;
    int sum = 0;
    ks_legal_moves(position, &list);
    for (uint32_t i = 0; i < list.count; i++)
        sum += ks_see(position, list.moves[i], NULL, KS_SEE_LEGAL) +
               ks_see(position, list.moves[i], values, KS_SEE_LEGAL | KS_SEE_PINS);
    return sum;
}

static void answer_fen(const char *text, size_t length) {
    ks_position position;
    ks_error error;
    char fen[KS_FEN_SIZE];
    if (ks_read_fen(text, length, KS_FEN_LENIENT | KS_FEN_WHOLE, &position, &error) != KS_OK) {
        put_error(&error);
        return;
    }
    ks_write_x_fen(&position, fen);
    printf("%s %s %zu %016" PRIx64 " %d\n", fen, ks_verdict_name(ks_judge(&position, NULL)),
           ks_count_legal_moves(&position), position.key, sum_exchanges(&position));
}

static void answer_move(const char *text, size_t length) {
    static const char fen[] = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    ks_position position;
    ks_error error;
    ks_move move;
    char uci[KS_UCI_SIZE];
    if (ks_read_fen(fen, sizeof fen - 1, 0, &position, &error) != KS_OK ||
        ks_read_move(&position, text, length, &move, &error) != KS_OK) {
        put_error(&error);
        return;
    }
    ks_write_uci(&position, move, 0, uci);
    printf("%s\n", uci);
}

static void answer_variants(const char *text, size_t length) {
    ks_error error;
    ks_variants *const variants = ks_variants_new(text, length, KS_VARIANTS_EACH, &error);
    if (!variants) {
        put_error(&error);
        return;
    }
    for (size_t i = 0; i < ks_variants_count_remarks(variants); i++) {
        const ks_variants_remark *const remark = ks_variants_get_remark(variants, i);
        printf("%d %s %zu %s; ", remark->refused, ks_error_name(remark->error.code), remark->error.offset,
               remark->error.message);
    }
    for (size_t i = ks_variants_count_bundled(variants); i < ks_variants_count(variants); i++) {
        const ks_variant *const variant = ks_variants_get_variant(variants, i);
        printf("%" PRIu64 " ", ks_variant_perft(variant, ks_variant_get_start(variant), 2));
    }
    printf("\n");
    ks_variants_free(variants);
}

/* ---- Games ---- */

/* The glyphs about a move, and its comments without blanks around them, joined by a blank. */
struct notes {
    char glyphs[1 << 12], comment[1 << 16];
    size_t glyphs_length, length;
};

static void trim(struct notes *notes) {
    while (notes->length > 0 && notes->comment[notes->length - 1] <= ' ')
        notes->length--;
}

static void print_notes(struct notes *notes) {
    trim(notes);
    printf("%.*s{%.*s} ", (int)notes->glyphs_length, notes->glyphs, (int)notes->length, notes->comment);
    notes->glyphs_length = notes->length = 0;
}

static void note(struct notes *notes, const ks_pgn_item *item) {
    const char *text = item->text, *end = text + item->length;
    if (item->kind == KS_PGN_NAG) {
        notes->glyphs_length +=
            (size_t)snprintf(notes->glyphs + notes->glyphs_length,
                             sizeof notes->glyphs - notes->glyphs_length, "$%" PRIu32, item->number);
        return;
    }
    if (item->kind == KS_PGN_COMMENT) {
        while (text < end && *text <= ' ')
            text++;
        trim(notes);
        if (notes->length > 0 && text < end)
            notes->comment[notes->length++] = ' ';
    }
    for (; text < end; text++)
        notes->comment[notes->length++] = (char)(*text == '\n' ? '\v' : *text);
}

/* Notes the glyph of the signs that end a move, such as e4!?; other signs stand for none. */
static void note_signs(struct notes *notes, const ks_pgn_item *move) {
    static const char *const signs[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    const char *const end = move->text + move->length, *begin = end;
    while (begin > move->text && (begin[-1] == '!' || begin[-1] == '?'))
        begin--;
    for (uint32_t glyph = 1; glyph < sizeof signs / sizeof *signs; glyph++)
        if (strlen(signs[glyph]) == (size_t)(end - begin) &&
            strncmp(begin, signs[glyph], (size_t)(end - begin)) == 0)
            note(notes, &(ks_pgn_item){.kind = KS_PGN_NAG, .number = glyph});
}

/* The position before a move, to write it. */
struct before {
    ks_position chess;
    ks_variant_position varied;
};

static void remember(ks_pgn *pgn, struct before *before) {
    const ks_position *const chess = ks_pgn_get_position(pgn);
    const ks_variant_position *const varied = ks_pgn_get_variant_position(pgn);
    if (chess)
        before->chess = *chess;
    if (varied)
        before->varied = *varied;
}

static void print_move(const ks_pgn *pgn, const ks_pgn_item *item, const struct before *before) {
    const ks_variant *const variant = ks_pgn_get_variant(pgn);
    char uci[KS_VARIANT_UCI_SIZE];
    if (variant)
        ks_variant_write_uci(variant, &before->varied, item->variant_move, 0, uci);
    else
        ks_write_uci(&before->chess, item->move, 0, uci);
    printf("%s", uci);
}

/* Prints the comment before the moves, then moves with their notes, then errors. */
static void print_items(ks_pgn *pgn) {
    static struct notes notes;
    static struct before before;
    static char errors[1 << 16];
    size_t used = 0;
    const ks_pgn_item *item;
    unsigned ply = 0;
    ks_pgn_place place;
    for (remember(pgn, &before); (item = ks_pgn_next_item(pgn)) != NULL; remember(pgn, &before)) {
        if (item->kind == KS_PGN_MOVE) {
            notes.glyphs_length = ply > 0 ? notes.glyphs_length : 0;
            print_notes(&notes);
            print_move(pgn, item, &before);
            note_signs(&notes, item);
            ply++;
        } else if (item->kind != KS_PGN_ERROR) {
            note(&notes, item);
        } else if (used + 512 < sizeof errors) {
            place = ks_pgn_get_place(pgn);
            const ks_error *const error = ks_pgn_get_error(pgn);
            used += (size_t)snprintf(errors + used, sizeof errors - used, "%s %u %zu:%zu %zu %s; ",
                                     ks_error_name(error->code), ply, (size_t)place.line,
                                     (size_t)place.column, (size_t)place.offset, error->message);
        }
    }
    notes.glyphs_length = ply > 0 ? notes.glyphs_length : 0;
    print_notes(&notes);
    printf("%.*s", (int)used, errors);
}

static size_t count_names(ks_pgn *pgn) {
    const ks_pgn_tag *tags;
    const size_t count = ks_pgn_get_tags(pgn, &tags);
    size_t names = 0;
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (strcmp(tags[first].name, tags[i].name) != 0)
            first++;
        names += first == i;
    }
    return names;
}

static void answer_games(const char *text, size_t length) {
    static ks_variants *variants;
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    ks_error error;
    ks_pgn *const pgn = ks_pgn_open_memory(text, length, KS_PGN_COMMENTS, &error);
    ks_pgn_place place;
    if (!variants)
        variants = ks_variants_new(NULL, 0, 0, &error);
    ks_pgn_use_variants(pgn, variants);
    while (ks_pgn_next_game(pgn)) {
        place = ks_pgn_get_place(pgn);
        const ks_variant *const variant = ks_pgn_get_variant(pgn);
        printf("%zu %zu %s ", (size_t)place.line, count_names(pgn),
               variant ? ks_variant_get_facts(variant).name : "-");
        print_items(pgn);
        printf("%s | ", results[ks_pgn_get_result(pgn)]);
    }
    printf("\n");
    ks_pgn_close(pgn);
}

/* ---- All ---- */

int main(void) {
    char kind;
    size_t length;
    while (scanf("%c%zu%*1[\n]", &kind, &length) == 2) {
        char *const text = malloc(length + 1);
        if (!text || fread(text, 1, length + 1, stdin) != length + 1)
            return 1;
        (kind == 'f'   ? answer_fen
         : kind == 'm' ? answer_move
         : kind == 'g' ? answer_games
                       : answer_variants)(text, length);
        free(text);
    }
    return 0;
}
