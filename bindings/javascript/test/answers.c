/* Prints the answers of the native library to the texts of native.test.mjs. Standard input has records: a
 * letter for the kind of text, the number of its bytes, LF, the bytes, LF. A line is printed for each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "kingscan.h"

static void put_error(const ks_error *error) {
    printf("%s %zu %s\n", ks_error_name(error->code), error->offset, error->message);
}

static void answer_fen(const char *text, size_t length) {
    ks_position position;
    ks_error error;
    char fen[KS_FEN_SIZE];
    if (ks_read_fen(text, length, KS_FEN_LENIENT, &position, &error) != KS_OK) {
        put_error(&error);
        return;
    }
    ks_write_x_fen(&position, fen);
    printf("%s %s %zu %016" PRIx64 "\n", fen, ks_verdict_name(ks_judge(&position, NULL)),
           ks_count_legal_moves(&position), position.key);
}

static void answer_move(const char *text, size_t length) {
    static const char fen[] = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    ks_position position;
    ks_error error;
    ks_move move;
    char uci[KS_UCI_SIZE];
    if (ks_read_fen(fen, sizeof fen - 1, 0, &position, &error) != KS_OK ||
        ks_explain_move(&position, text, length, &move, &error) != KS_OK) {
        put_error(&error);
        return;
    }
    ks_write_uci(&position, move, 0, uci);
    printf("%s\n", uci);
}

static void answer_variants(const char *text, size_t length) {
    ks_error error;
    ks_variants *const variants = ks_variants_read(text, length, KS_VARIANTS_EACH, &error);
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

int main(void) {
    char kind;
    size_t length;
    while (scanf("%c%zu%*1[\n]", &kind, &length) == 2) {
        char *const text = malloc(length + 1);
        if (!text || fread(text, 1, length + 1, stdin) != length + 1)
            return 1;
        (kind == 'f' ? answer_fen : kind == 'm' ? answer_move : answer_variants)(text, length);
        free(text);
    }
    return 0;
}
