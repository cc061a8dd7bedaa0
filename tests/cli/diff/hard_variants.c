/* Tests the positions of c/cli/commands/diff/hard_variants.epd: each line's move is legal or breaks the
 * named rule; its counts are Kingscan's, and another value of its key would change them. The script
 * tests/peers/hard_variants.mjs compares the counts with other programs. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "game/common/replay.h"
#include "kingscan.h"
#include "support/length.h"
#include "support/rows.h"
#include "support/sanitized.h"
#include "support/variants/read.h"

#define HARD "c/cli/commands/diff/hard_variants.epd"

/* The fields of a line. */
struct hard_line {
    char text[512];
    char sentence[128], move[12], code[40], variant[32], key[80]; /* key: "" when there is none */
    unsigned depths;
    uint64_t counts[4];
};

static const char *read_operand(const char *operations, const char *opcode, char *operand, size_t size) {
    const char *const at = strstr(operations, opcode);
    *operand = '\0';
    if (!at)
        return operations;
    const char *const start = at + strlen(opcode), *const end = strchr(start, '"');
    cr_assert(end && (size_t)(end - start) < size, "%s", operations);
    snprintf(operand, size, "%.*s", (int)(end - start), start);
    return end;
}

static void read_line(struct hard_line *line) {
    char shown[64];
    const char *at = strstr(line->text, " c0 ");
    cr_assert(at, "%s", line->text);
    at = read_operand(at, " c0 \"", line->sentence, sizeof line->sentence);
    at = read_operand(at, "; c1 \"", shown, sizeof shown);
    at = read_operand(at, "; c2 \"", line->variant, sizeof line->variant);
    at = read_operand(at, "; c3 \"", line->key, sizeof line->key);
    cr_assert_eq(sscanf(shown, "%11s %39s", line->move, line->code), 2, "%s", line->text);
    for (line->depths = 0; (at = strstr(at, " D")) != NULL; at += 2)
        cr_assert_eq(sscanf(at, " D%*u %" SCNu64 ";", &line->counts[line->depths++]), 1, "%s", line->text);
    cr_assert(*line->sentence && line->depths >= 2 && line->depths <= 4, "%s", line->text);
}

static ks_variant_position position_of(const struct hard_line *line, const ks_variant *variant,
                                       unsigned flags) {
    static struct replay replay;
    ks_error error;
    cr_assert_eq(replay_read(variant, line->text, strlen(line->text), flags, &replay, &error), KS_OK,
                 "%s: %s", line->text, error.message);
    return replay_end(&replay).varied;
}

/* Visits every line; returns their number. */
static size_t each_line(void (*visit)(const struct hard_line *line, const ks_variant *variant)) {
    static struct hard_line line;
    ks_variants *const variants = read_variants(NULL);
    FILE *file = open_rows(HARD);
    size_t count = 0;
    while (next_row(file, line.text, sizeof line.text)) {
        read_line(&line);
        visit(&line, find_variant(variants, line.variant));
        count++;
    }
    fclose(file);
    ks_variants_free(variants);
    return count;
}

/* ---- The rules ---- */

static const int codes[] = {
    KS_ERROR_PROMOTION_LIMIT, KS_ERROR_NO_HURDLE,    KS_ERROR_GAME_OVER,    KS_ERROR_NOT_IN_HAND,
    KS_ERROR_DROP_OCCUPIED,   KS_ERROR_DROP_SQUARE,  KS_ERROR_MUST_CAPTURE, KS_ERROR_OWN_EXPLOSION,
    KS_ERROR_GIVES_CHECK,     KS_ERROR_DROP_DOUBLED, KS_ERROR_MUST_DROP,    KS_ERROR_KINGS_FACE,
    KS_ERROR_SPARED,
};
static unsigned shown[LENGTH(codes)];

static void expect_rule(const struct hard_line *line, const ks_variant *variant) {
    const ks_variant_position position = position_of(line, variant, KS_FEN_RIGHTS);
    ks_variant_attempt attempt;
    ks_error error;
    const int code =
        ks_variant_read_move(variant, &position, line->move, strlen(line->move), &attempt, &error);
    cr_expect_str_eq(line->code, ks_error_name(code), "%s", line->text);
    for (size_t i = 0; i < LENGTH(codes); i++)
        shown[i] += codes[i] == code;
}

Test(hard_variants, every_move_shows_the_rule) {
    const size_t lines = each_line(expect_rule);
    cr_expect_gt(lines, 300);
    for (size_t i = 0; i < LENGTH(codes); i++)
        cr_expect(shown[i], "no line shows %s", ks_error_name(codes[i]));
}

/* ---- The counts ---- */

static void expect_counts(const struct hard_line *line, const ks_variant *variant) {
    const ks_variant_position position = position_of(line, variant, KS_FEN_RIGHTS);
    for (unsigned depth = 1; depth <= line->depths && (!SLOW || depth < 4); depth++)
        cr_expect_eq(ks_variant_perft(variant, &position, depth), line->counts[depth - 1], "to depth %u: %s",
                     depth, line->text);
}

Test(hard_variants, counts) {
    each_line(expect_counts);
}

/* ---- The keys ---- */

static unsigned keys;

static void expect_other_counts(const struct hard_line *line, const ks_variant *variant) {
    char text[160];
    (void)variant;
    if (!*line->key)
        return;
    snprintf(text, sizeof text, "[other : %s]\n%s\n", line->variant, line->key);
    ks_variants *const variants = ks_variants_new(text, strlen(text), KS_VARIANTS_EACH, NULL);
    const ks_variant *const other = find_variant(variants, "other");
    const ks_variant_position position = position_of(line, other, 0);
    bool differs = false;
    for (unsigned depth = 1; depth <= line->depths && !differs; depth++)
        differs = ks_variant_perft(other, &position, depth) != line->counts[depth - 1];
    cr_expect(differs, "the counts are the same without the rule: %s", line->text);
    ks_variants_free(variants);
    keys++;
}

Test(hard_variants, each_key_counts) {
    each_line(expect_other_counts);
    cr_expect_gt(keys, 100);
}
