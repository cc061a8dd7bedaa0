/* kingscan show --variant. */
#include <stdio.h>
#include <string.h>

#include "cli/position/variant_commands.h"
#include "cli/shared/draw.h"
#include "cli/shared/output.h"
#include "cli/shared/squares.h"
#include "cli/shared/variant_argument.h"

static const char *const side_names[2] = {"white", "black"};
static const char *const outcomes[] = {[KS_UNDECIDED] = "undecided",
                                       [KS_WHITE_WINS] = "white-wins",
                                       [KS_BLACK_WINS] = "black-wins",
                                       [KS_DRAWN] = "draw"};
static const char *const outcome_words[] = {[KS_UNDECIDED] = "",
                                            [KS_WHITE_WINS] = ": white wins",
                                            [KS_BLACK_WINS] = ": black wins",
                                            [KS_DRAWN] = ": a draw"};

static bool has(const ks_squares *squares, unsigned square) {
    return squares->half[square >> 6] >> (square & 63) & 1;
}

void draw_variant(FILE *out, const ks_variant *variant, const ks_variant_position *position,
                  ks_squares brackets, unsigned style) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    struct grid grid = {.files = facts.files, .ranks = facts.ranks};
    for (unsigned square = 0; square < facts.files * facts.ranks; square++) {
        const unsigned code = position->board[square];
        struct drawn_square *const drawn = &grid.squares[square];
        if (!code)
            continue;
        drawn->white = KS_VARIANT_SIDE(code) == KS_WHITE;
        drawn->mark = has(&brackets, square) ? DRAW_BRACKETS : DRAW_PLAIN;
        drawn->piece[0] = ks_variant_get_kind(variant, KS_VARIANT_KIND(code)).label;
        if (drawn->white)
            drawn->piece[0] = (char)(drawn->piece[0] - 'a' + 'A');
    }
    draw_grid(out, &grid, style & ~(unsigned)DRAW_FIGURINES);
}

static void print_squares(const ks_variant *variant, const ks_squares *squares) {
    const char *before = " from ";
    char name[4];
    for (unsigned square = 0; square < KS_VARIANT_SQUARES; square++)
        if (has(squares, square)) {
            printf("%s%s", before, ks_variant_square_name(variant, square, name));
            before = ", ";
        }
}

static void print_position(const ks_variant *variant, const ks_variant_position *position, const char *fen,
                           enum ks_verdict verdict, ks_squares checkers) {
    const unsigned side = position->side_to_move;
    const bool in_check = checkers.half[0] | checkers.half[1];
    putchar('\n');
    draw_variant(stdout, variant, position, checkers, draw_style_of_stdout());
    printf("\n%s: %s\n%s: %s is %sin check", ks_variant_get_facts(variant).name, fen,
           ks_verdict_name(verdict), side_names[side], in_check ? "" : "not ");
    print_squares(variant, &checkers);
    if (verdict == KS_CHECKMATE || verdict == KS_STALEMATE)
        printf(", and has no legal move");
    puts(outcome_words[ks_variant_outcome(variant, position, verdict)]);
    if (in_check)
        puts("[ ] gives check");
}

static void put_member(struct output *out, const char *name, const char *value) {
    put_string(out, name);
    put_json(out, value, strlen(value));
}

static void print_json(const ks_variant *variant, const ks_variant_position *position, const char *fen,
                       enum ks_verdict verdict, ks_squares checkers) {
    static struct output out;
    const unsigned side = position->side_to_move;
    char king[4];
    put_member(&out, "{\"variant\":", ks_variant_get_facts(variant).name);
    put_member(&out, ",\"fen\":", fen);
    put_member(&out, ",\"side_to_move\":", side_names[side]);
    put_member(&out, ",\"king\":", ks_variant_square_name(variant, position->king[side], king));
    put_member(&out, ",\"verdict\":", ks_verdict_name(verdict));
    put_member(&out, ",\"outcome\":", outcomes[ks_variant_outcome(variant, position, verdict)]);
    put_string(&out, ",\"checkers\":[");
    put_variant_squares(&out, variant, checkers, "\"");
    put_string(&out, "]}\n");
    flush_output(&out);
}

int show_variant(const ks_variant *variant, char **words, int count, unsigned fen_flags, bool json) {
    ks_variant_position position;
    ks_squares checkers;
    char fen[KS_VARIANT_FEN_SIZE];
    read_variant_position(variant, words, count, fen_flags, &position);
    ks_variant_write_fen(variant, &position, fen);
    const enum ks_verdict verdict = ks_variant_judge(variant, &position, &checkers);
    (json ? print_json : print_position)(variant, &position, fen, verdict, checkers);
    return STATUS_GOOD;
}
