/* Tests random games of every variant, written as text and read again. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/pgn/open.h"
#include "support/games/reading.h"
#include "support/random.h"
#include "support/rows.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"

static const char ini_file[] = "tests/data/variants_ffish.ini";

enum { PLIES = 80, GAMES = SLOW ? 1 : 4, MOVES = 1 << 12 };

/* A writer of a move, such as ks_variant_write_san. */
typedef size_t writer(const ks_variant *variant, const ks_variant_position *position, ks_variant_move move,
                      char *text);

static size_t write_san(const ks_variant *variant, const ks_variant_position *position, ks_variant_move move,
                        char *text) {
    return ks_variant_write_san(variant, position, move, text);
}

static size_t write_uci(const ks_variant *variant, const ks_variant_position *position, ks_variant_move move,
                        char *text) {
    return ks_variant_write_uci(variant, position, move, 0, text);
}

/* Returns where the last square of this name ends in a text. */
static const char *end_of_square(const char *text, size_t length, const char *name) {
    const size_t size = strlen(name);
    const char *end = NULL;
    for (size_t at = 0; at + size <= length; at++)
        if (memcmp(text + at, name, size) == 0 && (at + size == length || !isdigit((uint8_t)text[at + size])))
            end = text + at + size;
    cr_assert_not_null(end, "%s in %s", name, text);
    return end;
}

/* Writes both squares, which SAN mostly does without. Drops, castling and passing have none. */
static size_t write_lan(const ks_variant *variant, const ks_variant_position *position, ks_variant_move move,
                        char *text) {
    char san[KS_VARIANT_SAN_SIZE], piece[3] = "";
    const size_t length = ks_variant_write_san(variant, position, move, san);
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    if (strchr(san, '@') || strncmp(san, "O-O", 3) == 0 || from == to)
        return (size_t)sprintf(text, "%s", san);
    const size_t plus = *san == '+', letter = isupper((uint8_t)san[plus]) != 0;
    memcpy(piece, san, plus + letter);
    const char *const end = end_of_square(san, strcspn(san, ",/="), ks_variant_square_name(variant, to));
    text += sprintf(text, "%s%s%c", piece, ks_variant_square_name(variant, from),
                    memchr(san, 'x', length) ? 'x' : '-');
    return (size_t)sprintf(text, "%s%s", ks_variant_square_name(variant, to), end);
}

/* Appends a game, and the FEN of its positions to `fens`. */
static void add_game(reading *text, reading *fens, const ks_variant *variant, uint64_t *random,
                     writer *write) {
    static ks_variant_move moves[MOVES];
    ks_variant_position position = *ks_variant_get_start(variant);
    ks_variant_undo undo;
    reading_add(text, "[Variant \"%s\"]\n\n", ks_variant_get_facts(variant).name);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        char move[KS_VARIANT_SAN_SIZE + KS_VARIANT_UCI_SIZE];
        const size_t count = ks_variant_legal_moves(variant, &position, moves, MOVES);
        if (count == 0)
            break;
        const ks_variant_move chosen = moves[random_below(random, (unsigned)(count < MOVES ? count : MOVES))];
        write(variant, &position, chosen, move);
        reading_add(text, "%s ", move);
        ks_variant_make_move(variant, &position, chosen, &undo);
        char fen[KS_VARIANT_FEN_SIZE];
        ks_variant_write_fen(variant, &position, fen);
        reading_add(fens, "%s\n", fen);
    }
    reading_add(text, "*\n\n");
}

static void expect_read_by(const ks_variants *variants, const reading *text, const reading *fens,
                           const char *name, bool exactly) {
    ks_pgn *const pgn = ks_pgn_open_memory(text->text, text->length, 0, NULL);
    reading found = {0};
    const ks_pgn_item *item;
    ks_pgn_use_variants(pgn, variants);
    if (exactly)
        ks_read_exactly(pgn);
    while (ks_pgn_next_game(pgn))
        while ((item = ks_pgn_next_item(pgn)) != NULL) {
            const ks_error *const error = item->kind == KS_PGN_ERROR ? ks_pgn_get_error(pgn) : NULL;
            cr_assert_null(error, "%s: %.*s: %s in\n%s", name, (int)item->length, item->text,
                           error ? error->message : "", text->text);
            char fen[KS_VARIANT_FEN_SIZE];
            if (ks_pgn_get_variant(pgn))
                ks_variant_write_fen(ks_pgn_get_variant(pgn), ks_pgn_get_variant_position(pgn), fen);
            else
                ks_write_fen(ks_pgn_get_position(pgn), fen);
            reading_add(&found, "%s\n", fen);
        }
    cr_assert_str_eq(found.text ? found.text : "", fens->text ? fens->text : "",
                     "%s: other positions after\n%s", name, text->text);
    ks_pgn_close(pgn);
    free(found.text);
}

static void expect_read(const ks_variants *variants, const reading *text, const reading *fens,
                        const char *name) {
    expect_read_by(variants, text, fens, name, false);
    expect_read_by(variants, text, fens, name, true);
}

/* file: of further variants, or NULL. */
static void try_all_of(const char *file, writer *write, const char *what) {
    ks_variants *const variants = file ? read_variants_file(file) : read_variants(NULL);
    uint64_t random = 1;
    size_t tried = 0;
    for (size_t i = 0; i < ks_variants_count(variants); i += stride()) {
        const ks_variant *const variant = ks_variants_get_variant(variants, i);
        const char *const name = ks_variant_get_facts(variant).name;
        for (unsigned game = 0; game < GAMES; game++, tried++) {
            reading text = {0}, fens = {0};
            add_game(&text, &fens, variant, &random, write);
            expect_read(variants, &text, &fens, name);
            free(text.text);
            free(fens.text);
        }
    }
    cr_assert_gt(tried, 100 / stride(), "%zu games in %s", tried, what);
    ks_variants_free(variants);
}

/* Games of the built-in variants, and of random ones. */
static void try_all(writer *write, const char *what) {
    try_all_of(NULL, write, what);
    try_all_of(ini_file, write, what);
}

/* ---- Games written anew ---- */

enum { ITEMS_MAX = 4 * PLIES };

/* Appends the reader's game as the library writes it, with each move but the first as a variation of itself,
 * and adds tags. */
static void write_anew(reading *text, ks_pgn *pgn, const ks_pgn_tag *tags, size_t tag_count) {
    static ks_pgn_item items[ITEMS_MAX];
    static char out[1 << 16];
    const ks_variant *const variant = ks_pgn_get_variant(pgn);
    const ks_variant_position start = variant ? *ks_pgn_get_variant_position(pgn) : (ks_variant_position){0};
    ks_pgn_game game = {
        .tags = tags, .tag_count = tag_count, .items = items, .variant = variant, .variant_start = &start};
    for (const ks_pgn_item *item; (item = ks_pgn_next_item(pgn)) != NULL;) {
        items[game.item_count++] = *item;
        if (game.item_count == 1)
            continue;
        items[game.item_count++] = (ks_pgn_item){.kind = KS_PGN_BEGIN, .depth = 1};
        items[game.item_count++] = *item;
        items[game.item_count++] = (ks_pgn_item){.kind = KS_PGN_END, .depth = 1};
    }
    const size_t length = ks_pgn_write(&game, out, sizeof out);
    cr_assert_lt(length, sizeof out);
    reading_add(text, "%s", out);
}

/* Returns the number of moves in UCI, such as b8c6. */
static unsigned count_uci(const char *text) {
    unsigned count = 0;
    for (; *text; text++)
        count += islower((uint8_t)text[0]) && isdigit((uint8_t)text[1]) && islower((uint8_t)text[2]) &&
                 isdigit((uint8_t)text[3]) && text[-1] == ' ';
    return count;
}

/* The tag of a writer changes what readers take for a move: then some moves have to be in UCI. */
Test(variant_rounds, written_anew) {
    static const ks_pgn_tag site = {"Site", "https://www.pychess.org/x"};
    ks_variants *const variants = read_variants(NULL);
    uint64_t random = 1;
    unsigned uci[2] = {0};
    for (size_t i = 0; i < ks_variants_count(variants); i += SLOW ? 3 : 1)
        for (unsigned fairy = 0; fairy < 2; fairy++) {
            const ks_variant *const variant = ks_variants_get_variant(variants, i);
            const char *const name = ks_variant_get_facts(variant).name;
            reading text = {0}, anew = {0}, fens = {0};
            add_game(&text, &fens, variant, &random, write_san);
            ks_pgn *const pgn = ks_pgn_open_memory(text.text, text.length, 0, NULL);
            ks_pgn_use_variants(pgn, variants);
            cr_assert(ks_pgn_next_game(pgn));
            const bool varied = ks_pgn_get_variant(pgn) != NULL;
            write_anew(&anew, pgn, &site, fairy);
            ks_pgn_close(pgn);
            cr_assert(!varied || strstr(anew.text, "\n[Variant \""), "%s", anew.text);
            cr_assert(fairy || !strstr(anew.text, "[FEN "), "%s", anew.text);
            expect_read(variants, &anew, &fens, name);
            uci[fairy] += count_uci(strstr(anew.text, "\n\n"));
            free(text.text);
            free(anew.text);
            free(fens.text);
        }
    cr_expect_eq(uci[0], 0, "%u moves in UCI", uci[0]);
    cr_expect_gt(uci[1], SLOW ? 30 : 100, "%u moves in UCI", uci[1]);
    ks_variants_free(variants);
}

/* ---- Games in three notations ---- */

Test(variant_rounds, san) {
    try_all(write_san, "SAN");
}

Test(variant_rounds, lan) {
    try_all(write_lan, "LAN");
}

Test(variant_rounds, uci) {
    try_all(write_uci, "UCI");
}

/* ---- Games by Fairy-Stockfish ---- */

/* Adds a move to the FNV-1a hash of a game. */
static uint32_t add_to_hash(uint32_t hash, const char *text) {
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 0x01000193;
    return hash;
}

static void expect_moves(const ks_variants *variants, const reading *text, ks_pgn_flags flags,
                         uint32_t expected) {
    ks_pgn *const pgn = ks_pgn_open_memory(text->text, text->length, flags, NULL);
    uint32_t hash = 0x811c9dc5;
    const ks_pgn_item *item;
    ks_pgn_use_variants(pgn, variants);
    cr_assert(ks_pgn_next_game(pgn));
    const ks_variant *const variant = ks_pgn_get_variant(pgn);
    ks_variant_position before = variant ? *ks_variant_get_start(variant) : (ks_variant_position){0};
    ks_position chess = variant ? (ks_position){0} : *ks_pgn_get_position(pgn);
    for (unsigned ply = 0; (item = ks_pgn_next_item(pgn)) != NULL; ply++) {
        char uci[KS_VARIANT_UCI_SIZE + KS_UCI_SIZE];
        cr_assert_neq(item->kind, KS_PGN_ERROR, "%.*s: %s in\n%s", (int)item->length, item->text,
                      ks_pgn_get_error(pgn)->message, text->text);
        if (variant)
            ks_variant_write_uci(variant, &before, item->variant_move, 0, uci);
        else
            ks_write_uci(&chess, item->move, 0, uci);
        hash = add_to_hash(add_to_hash(hash, ply ? " " : ""), uci);
        if (variant)
            before = *ks_pgn_get_variant_position(pgn);
        else
            chess = *ks_pgn_get_position(pgn);
    }
    cr_assert_eq(hash, expected, "other moves than in\n%s", text->text);
    ks_pgn_close(pgn);
}

/* Its notation is asked for, or a tag names it. */
Test(variant_rounds, fairy_stockfish) {
    static const char *const tags[] = {"[Site \"https://www.pychess.org/7sApQgpB\"]",
                                       "[Site \"fairyground.vercel.app\"]",
                                       "[Annotator \"FAIRY-Stockfish 14\"]"};
    enum { TAGS = sizeof tags / sizeof *tags };
    static char line[1 << 14];
    ks_variants *const variants = read_variants_file(ini_file);
    FILE *const in = open_rows("tests/data/variants_games_ffish.tsv");
    unsigned rows = 0;
    while (next_row(in, line, sizeof line)) {
        char name[32];
        uint32_t hash;
        int moves;
        reading asked = {0}, named = {0};
        cr_assert_eq(sscanf(line, "%31s %" SCNx32 " %n", name, &hash, &moves), 2, "%s", line);
        reading_add(&asked, "[Variant \"%s\"]\n\n%s *\n", name, line + moves);
        reading_add(&named, "%s\n%s", tags[rows % TAGS], asked.text);
        expect_moves(variants, &asked, KS_PGN_FAIRY, hash);
        expect_moves(variants, &named, 0, hash);
        free(asked.text);
        free(named.text);
        rows++;
    }
    cr_assert_gt(rows, 200, "%u rows", rows);
    fclose(in);
    ks_variants_free(variants);
}

/* The same text is another move, or none, for people. */
Test(variant_rounds, notations_differ) {
    static const struct {
        const char *tags, *move, *people, *fairy;
    } rows[] = {
        {"[Variant \"grand\"]", "Cf1", "g2f1", "f2f1"},
        {"[Variant \"grand\"]\n[Site \"pychess.org\"]", "Cf1", "g2f1", "f2f1"},
        {"[Variant \"grand\"]\n[Site \"lichess.org\"]\n[Annotator \"Stockfish 16\"]", "Cf1", "g2f1", "f2f1"},
        {"[Variant \"xiangqi\"]", "Hc3", "b1c3", "b1c3"},
        {"[Variant \"manchu\"]", "Ea3", "c1a3", "c1a3"},
        {"[Variant \"xiangqi\"]", "Nc3", "b1c3", "b1c3"},
        {"[Variant \"shogi\"]\n[FEN \"3k5/9/2B6/9/9/9/9/9/4K4[] w - - 0 1\"]", "Bb8+", "c7b8+", "c7b8"},
        {"[Variant \"shogi\"]\n[FEN \"3k5/9/2B6/9/9/9/9/9/4K4[] w - - 0 1\"]", "Bb8=H", "", "c7b8+"},
        {"[Variant \"shogi\"]\n[FEN \"4k4/9/9/9/9/9/+P8/9/4K4[] w - - 0 1\"]", "Ga4", "", "a3a4"},
        {"[Variant \"shogi\"]\n[FEN \"4k4/9/9/9/9/9/+P1G6/9/4K4[] w - - 0 1\"]", "Gb4", "c3b4", ""},
        {"[Variant \"shogi\"]\n[FEN \"4k4/9/9/9/9/9/9/3R5/4K4[] w - - 0 1\"]", "Rd7+", "d2d7+", "d2d7"},
    };
    ks_variants *const variants = read_variants(NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned fairy = 0; fairy < 2; fairy++) {
            char text[400], uci[KS_VARIANT_UCI_SIZE] = "";
            const int length = snprintf(text, sizeof text, "%s\n\n1. %s *\n", rows[i].tags, rows[i].move);
            ks_pgn *const pgn =
                ks_pgn_open_memory(text, (size_t)length, fairy ? KS_PGN_FAIRY : KS_PGN_NO_FAIRY, NULL);
            ks_pgn_use_variants(pgn, variants);
            cr_assert(ks_pgn_next_game(pgn));
            const ks_variant_position before = *ks_pgn_get_variant_position(pgn);
            const ks_pgn_item *const item = ks_pgn_next_item(pgn);
            if (item->kind == KS_PGN_MOVE)
                ks_variant_write_uci(ks_pgn_get_variant(pgn), &before, item->variant_move, 0, uci);
            cr_expect_str_eq(uci, fairy ? rows[i].fairy : rows[i].people, "%s", text);
            ks_pgn_close(pgn);
        }
    ks_variants_free(variants);
}
