/* Scores in comments: games whose scores follow from the board are annotated in every form, and texts that
 * are nearly a note. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/pgn/notes.h"
#include "kingscan.h"
#include "support/games/reading.h"
#include "support/length.h"
#include "support/random.h"

/* ---- Notes ---- */

enum { NO_TIME = -1 };

static const struct {
    const char *comment;
    enum ks_pgn_scores form;
    int has_score, score;
    long elapsed, clock;
} notes[] = {
    {"+0.31/12 1.2s", KS_PGN_SCORES_CUTECHESS, 1, 31, 1200, NO_TIME},
    {"-0.31/12 0.050s", KS_PGN_SCORES_CUTECHESS, 1, -31, 50, NO_TIME},
    {"0.00/1 0s", KS_PGN_SCORES_CUTECHESS, 1, 0, 0, NO_TIME},
    {" +12.34/99\n1.2345s ", KS_PGN_SCORES_CUTECHESS, 1, 1234, 1234, NO_TIME},
    {"+0.31 1.2s", KS_PGN_SCORES_CUTECHESS, 1, 31, 1200, NO_TIME},
    {"+0.31/12 1.2s, White mates", KS_PGN_SCORES_CUTECHESS, 1, 31, 1200, NO_TIME},
    {"+0.31/12 1.2s d2d4 d7d5", KS_PGN_SCORES_CUTECHESS, 1, 31, 1200, NO_TIME},
    {"+0.31/12 1.2s, tl=61.5s, n=12, Draw by 3-fold repetition", KS_PGN_SCORES_CUTECHESS, 1, 31, 1200, 61500},
    {"+0.31/12 1.2s, latency=0.001s,\ntl=61s", KS_PGN_SCORES_CUTECHESS, 1, 31, 1200, 61000},
    {"+0.31/12 1.2s, tl=61", KS_PGN_SCORES_CUTECHESS, 1, 31, 1200, NO_TIME},
    {"+0.31/12 1.2s, xtl=61s", KS_PGN_SCORES_CUTECHESS, 1, 31, 1200, NO_TIME},
    {"+M1/3 0s, White mates", KS_PGN_SCORES_CUTECHESS, KS_PGN_MATE_IN_PLIES, 1, 0, NO_TIME},
    {"M1/3 0s", KS_PGN_SCORES_CUTECHESS, KS_PGN_MATE_IN_PLIES, 1, 0, NO_TIME},
    {"-M2/5 0.05s", KS_PGN_SCORES_CUTECHESS, KS_PGN_MATE_IN_PLIES, -2, 50, NO_TIME},
    {"+309.99/12 1s", KS_PGN_SCORES_CUTECHESS, 1, 30999, 1000, NO_TIME},
    {"+0.57 17/28 583 363004", KS_PGN_SCORES_OPENBENCH, 1, 57, 583, NO_TIME},
    {"-M12 17/28 583 99999999999999999999", KS_PGN_SCORES_OPENBENCH, KS_PGN_MATE_IN_PLIES, -12, 583, NO_TIME},
    {"+0.57 17/28 583 363004, Draw", KS_PGN_SCORES_OPENBENCH, 1, 57, 583, NO_TIME},
    {"38/21 36165ms", KS_PGN_SCORES_C_CHESS_CLI, 1, 38, 36165, NO_TIME},
    {"-1038/21 0ms ", KS_PGN_SCORES_C_CHESS_CLI, 1, -1038, 0, NO_TIME},
    {"M5/21 5ms", KS_PGN_SCORES_C_CHESS_CLI, KS_PGN_MATE_IN_PLIES, 9, 5, NO_TIME},
    {"-M5/21 5ms", KS_PGN_SCORES_C_CHESS_CLI, KS_PGN_MATE_IN_PLIES, -10, 5, NO_TIME},
    {"d=21, sd=30, mt=46, tl=134690, s=21, pv=Nf3 Nf6, tb=0, wv=0.23, R50=50,", KS_PGN_SCORES_TCEC, 1, 23, 46,
     134690},
    {"wv=-1.05", KS_PGN_SCORES_TCEC, 1, -105, NO_TIME, NO_TIME},
    {"d=21,wv=0.23 ,\nmt=46", KS_PGN_SCORES_TCEC, 1, 23, 46, NO_TIME},
    {"ev=-0.38, d=32, pd=Bxc4, mt=00:02:11, tl=01:44:08, wv=0.38,  ", KS_PGN_SCORES_TCEC, 1, 38, 131000,
     6248000},
    {"ev=-0.38, d=32, mt=02:11, tl=x", KS_PGN_SCORES_TCEC_EV, 1, -38, 131000, NO_TIME},
    {"d=1, mt=46, tl=134690, wv=M1, mb=-1, White mates", KS_PGN_SCORES_TCEC, 0, 0, 46, 134690},
    {"d=1, wv=250.5, mt=46", KS_PGN_SCORES_TCEC, 0, 0, 46, NO_TIME},
    {"mt=46x, wv=0.38, tl=1:2:3", KS_PGN_SCORES_TCEC, 1, 38, NO_TIME, NO_TIME},
    {"mt=00:60, wv=0.38, tl=1:00:00:00", KS_PGN_SCORES_TCEC, 1, 38, NO_TIME, NO_TIME},
    {"mt=4294967296, wv=0.38, tl=999999999", KS_PGN_SCORES_TCEC, 1, 38, NO_TIME, 999999999},
    {"ev=0.38, wv=M5", KS_PGN_SCORES_TCEC, 0, 0, NO_TIME, NO_TIME},
};

/* Texts that are no notes. */
static const char *const texts[] = {
    "",
    " ",
    "book",
    "book, mb=+0+0+0+0+0,",
    "novelty",
    "+",
    "-",
    "+0.31",
    "+0.31/12",
    "+0.31/12 5",
    "+0.31/12 5 100",
    "+0.31/12 1.2",
    "+0.31/12 1.2m",
    "+0.31/12 1.2seconds",
    "+0.31/12 1:02",
    "+0.31/12 .5s",
    "+0.31/12 5.s",
    "+0.31/12 -5s",
    "+0.31/ 1.2s",
    "+0.31/x 1.2s",
    "+0.31/12  ",
    "+0.31/12 1.2 s",
    "+0.3/12 1.2s",
    "+0.312/12 1.2s",
    "+.31/12 1.2s",
    "+ 0.31/12 1.2s",
    "--0.31/12 1.2s",
    "+-0.31/12 1.2s",
    "+310.00/12 1.2s",
    "+99999999999.00/12 1.2s",
    "+0.31/12 99999999999s",
    "+31/12 1.2s",
    "+0,31/12 1.2s",
    "nan/12 1.2s",
    "inf/12 1.2s",
    "-inf/12 1.2s",
    "+1e3/12 1.2s",
    "+M/12 1.2s",
    "+M0/12 1.2s",
    "+M2/12 1.2s",
    "-M1/12 1.2s",
    "+M1.00/12 1.2s",
    "+M1001/12 1.2s",
    "+M99999999999/12 1.2s",
    "+#3/12 1.2s",
    "#3/12 1.2s",
    "m1/12 1.2s",
    "(Rf1) +0.10/12 1.2s",
    "1. +0.10/12 1.2s",
    "+0.57 17 583 363004",
    "+0.57 17/28 583",
    "+0.57 17/28 583ms 363004",
    "+0.57 17/28 5.83 363004",
    "+0.57 17/28 99999999999 363004",
    "57 17/28 583 363004",
    "38/21",
    "38/21 5",
    "38/21 5s",
    "+38/21 5ms",
    "38/21 5ms, White mates",
    "38/21 5 ms",
    "38/21/3 5ms",
    "38.5/21 5ms",
    "M/21 5ms",
    "M0/21 5ms",
    "-M0/21 5ms",
    "M501/21 5ms",
    "M99999999999/21 5ms",
    "+M5/21 5ms",
    "31000/21 5ms",
    "99999999999/21 5ms",
    "d=21",
    "d=21, mt=46, tl=134690",
    "d=21, White mates, wv=0.23",
    "wv",
    "wv =0.23",
    "wV=0.23",
    "xwv=0.23",
    "wv0=0.23",
    "=0.23",
    ", wv=0.23",
};

static void expect_note(const char *comment, const ks_pgn_commands *found, unsigned form, int has_score,
                        int score, long elapsed, long clock) {
    cr_expect_eq(found->note, form, "%s: form %u", comment, found->note);
    cr_expect_eq(found->note_has_score, has_score, "%s: %u", comment, found->note_has_score);
    cr_expect_eq(found->note_score, score, "%s: %d", comment, (int)found->note_score);
    cr_expect_eq(found->has_elapsed, elapsed != NO_TIME, "%s: %u", comment, found->has_elapsed);
    cr_expect_eq(found->elapsed, elapsed == NO_TIME ? 0 : elapsed, "%s: %u", comment,
                 (unsigned)found->elapsed);
    cr_expect_eq(found->has_clock, clock != NO_TIME, "%s: %u", comment, found->has_clock);
    cr_expect_eq(found->clock, clock == NO_TIME ? 0 : clock, "%s: %u", comment, (unsigned)found->clock);
}

/* Reads a comment that has memory of its own, so that nothing behind it is read. */
static ks_pgn_commands read_alone(const char *comment, size_t length) {
    ks_pgn_commands found;
    char *const alone = malloc(length + (length == 0));
    memcpy(alone, comment, length);
    memset(&found, 0xff, sizeof found);
    ks_pgn_read_commands(alone, length, &found);
    free(alone);
    return found;
}

Test(pgn_scores, notes_of_programs) {
    for (size_t i = 0; i < LENGTH(notes); i++) {
        const ks_pgn_commands found = read_alone(notes[i].comment, strlen(notes[i].comment));
        expect_note(notes[i].comment, &found, notes[i].form, notes[i].has_score, notes[i].score,
                    notes[i].elapsed, notes[i].clock);
    }
}

Test(pgn_scores, texts_that_are_no_notes) {
    static const ks_pgn_commands none;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_pgn_commands found = read_alone(texts[i], strlen(texts[i]));
        cr_expect_eq(memcmp(&found, &none, sizeof none), 0, "%s: form %u", texts[i], found.note);
    }
}

/* The beginning of a note is no other score, but where it is a whole one without the text at its end. */
Test(pgn_scores, beginnings_of_notes) {
    for (size_t i = 0; i < LENGTH(notes); i++)
        for (size_t length = strlen(notes[i].comment); length-- > 0;) {
            const ks_pgn_commands found = read_alone(notes[i].comment, length);
            cr_expect(found.note == 0 || (found.note == notes[i].form || found.note == KS_PGN_SCORES_TCEC_EV),
                      "%.*s: form %u", (int)length, notes[i].comment, found.note);
        }
}

Test(pgn_scores, long_comments_have_no_note) {
    static char text[KS_PGN_COMMENT_MAX + 2];
    memset(text, ' ', sizeof text);
    memcpy(text, "+0.31/12 1.2s", strlen("+0.31/12 1.2s"));
    cr_expect_eq(read_alone(text, KS_PGN_COMMENT_MAX).note, KS_PGN_SCORES_CUTECHESS);
    cr_expect_eq(read_alone(text, KS_PGN_COMMENT_MAX + 1).note, KS_PGN_SCORES_NONE);
}

Test(pgn_scores, evaluations_in_doubt) {
    static const struct {
        const char *comment;
        bool in_doubt;
    } all[] = {{"[%eval 25,20]", true},
               {"[%eval -25,20]", true},
               {"[%eval 25.0,20]", false},
               {"[%eval 0.25]", false},
               {"[%eval 25]", false},
               {"[%eval #3,20]", false},
               {"[%eval 25,20] [%eval 0.25]", false},
               {"[%eval 0.25] [%eval 25,20]", true}};
    for (size_t i = 0; i < LENGTH(all); i++)
        cr_expect_eq(read_alone(all[i].comment, strlen(all[i].comment)).eval_in_doubt, all[i].in_doubt, "%s",
                     all[i].comment);
}

/* ---- Games ---- */

enum { PLIES = 120, COMMENT_SIZE = 200 };

/* A random game and what its positions are worth, as the side to move sees it. */
struct game {
    size_t plies;
    unsigned side;
    char sans[PLIES][KS_SAN_SIZE];
    int worth[PLIES + 1];
    char fen[KS_FEN_SIZE];
};

/* Material in hundredths of a pawn and a point a legal move: another score in nearly every position. Some
 * positions are mates, so to speak, and then only the side that is ahead gives them. */
static int value_of(const ks_position *position, bool with_mates) {
    static const int values[] = {0, 100, 300, 310, 500, 900, 0, 0};
    int white = 0;
    for (unsigned square = 0; square < 64; square++)
        white += (position->board[square] & 8 ? -1 : 1) * values[position->board[square] & 7];
    const int moves = (int)ks_count_legal_moves(position);
    const int value = (position->side_to_move == KS_WHITE ? white : -white) + moves;
    if (!with_mates || moves % 5 != 0)
        return value;
    return value > 0 ? 32000 - (2 * moves + 1) : -32000 + (2 * moves + 2);
}

static void play(struct game *game, uint64_t *random, bool with_mates) {
    static const char *const starts[] = {KS_START_FEN, "4k3/pppp4/8/8/8/8/4PPPP/4K2R b K - 0 1"};
    const char *const start = starts[random_below(random, 2)];
    ks_position position;
    ks_move_list legal;
    size_t count;
    cr_assert_eq(ks_read_fen(start, strlen(start), 0, &position, NULL), KS_OK);
    ks_write_fen(&position, game->fen);
    game->side = position.side_to_move;
    game->worth[0] = value_of(&position, with_mates);
    for (game->plies = 0; game->plies < PLIES && (count = ks_legal_moves(&position, &legal)) > 0;) {
        const ks_move move = legal.moves[random_below(random, (unsigned)count)];
        ks_undo undo;
        ks_write_san(&position, move, game->sans[game->plies++]);
        ks_make_move(&position, move, &undo);
        game->worth[game->plies] = value_of(&position, with_mates);
    }
}

/* How programs write a score in pawns, or a mate in plies when this is a word for them. Returns whether they
 * have a word for it. */
static bool write_score(int worth, const char *mate, bool plus, bool in_moves, char text[32]) {
    const int plies = worth > 0 ? 32000 - worth : 32000 + worth;
    const char *const sign = worth < 0 ? "-" : worth > 0 && plus ? "+" : "";
    const int size = abs(worth);
    if (size < 31000)
        snprintf(text, 32, "%s%d.%02d", sign, size / 100, size % 100);
    else if (mate)
        snprintf(text, 32, "%s%s%d", in_moves ? mate : sign, in_moves ? sign : mate,
                 in_moves ? (plies + 1) / 2 : plies);
    return size < 31000 || mate;
}

/* Writes what a program writes after move n, from 1 on. The view is written by hand for each program, and not
 * taken from the table. Returns whether it writes a score. */
static bool write_comment(const struct game *game, size_t n, enum ks_pgn_scores form,
                          char text[COMMENT_SIZE]) {
    const bool white_moved = (game->side + n) % 2 != 0;
    const int before = game->worth[n - 1], after = game->worth[n];
    char score[32] = "";
    bool has = true;
    switch (form) {
    case KS_PGN_SCORES_EVAL: /* white's view of the position after the move, where white moves when black
                                moved */
        has = write_score(white_moved ? -after : after, "#", false, true, score);
        snprintf(text, COMMENT_SIZE,
                 n % 3 ? "[%%eval %s] [%%clk 0:00:%02zu] [%%emt 0:00:02]"
                       : "[%%eval %s,20] [%%clk 0:00:%02zu] [%%emt 2]",
                 score, n % 60);
        break;
    case KS_PGN_SCORES_CUTECHESS: /* the view of the player who moved, before the move */
        has = write_score(before, "M", true, false, score);
        snprintf(text, COMMENT_SIZE, "%s/12 2.000s, tl=%zu.000s", score, n % 60);
        break;
    case KS_PGN_SCORES_OPENBENCH:
        has = write_score(before, "M", true, false, score);
        snprintf(text, COMMENT_SIZE, "%s 12/%zu 2000 363004", score, n);
        break;
    case KS_PGN_SCORES_C_CHESS_CLI: /* moves to a mate */
        if (before >= 31000)
            snprintf(score, sizeof score, "M%d", (32001 - before) / 2);
        else if (before <= -31000)
            snprintf(score, sizeof score, "-M%d", (32000 + before) / 2);
        else
            snprintf(score, sizeof score, "%d", before);
        snprintf(text, COMMENT_SIZE, "%s/12 2000ms", score);
        break;
    case KS_PGN_SCORES_TCEC: /* white's view, before the move */
        has = write_score(white_moved ? before : -before, NULL, false, false, score);
        snprintf(text, COMMENT_SIZE, "d=21, mt=2000, tl=%zu000, pv=Nf3 Nf6, wv=%s, R50=50,", n % 60,
                 has ? score : "M5");
        break;
    default: /* the view of the player who moved */
        has = write_score(before, NULL, false, false, score);
        snprintf(text, COMMENT_SIZE, "ev=%s, d=21, mt=00:00:02, tl=00:00:%02zu,", has ? score : "M5", n % 60);
    }
    return has;
}

static bool has_clocks(enum ks_pgn_scores form) {
    return form != KS_PGN_SCORES_OPENBENCH && form != KS_PGN_SCORES_C_CHESS_CLI;
}

/* Writes a game with comments, some in two lines, some beside others, and variations, whose comments do not
 * count. has[n] tells whether the comment after n moves has a score; some moves have none. */
static void write_game(reading *text, const struct game *game, enum ks_pgn_scores form, uint64_t *random,
                       bool has[PLIES + 1], bool noted[PLIES + 1]) {
    char comment[COMMENT_SIZE];
    reading_add(text, "[FEN \"%s\"]\n[SetUp \"1\"]\n\n{+9.99/9 9s, before the first move} ", game->fen);
    noted[0] = has[0] = false;
    for (size_t n = 1; n <= game->plies; n++) {
        reading_add(text, "%s ", game->sans[n - 1]);
        noted[n] = has[n] = random_below(random, 8) > 0;
        if (!noted[n]) {
            reading_add(text, n % 2 ? "{book} " : "");
            continue;
        }
        has[n] = write_comment(game, n, form, comment);
        char *const blank = random_below(random, 4) == 0 ? strchr(comment, ' ') : NULL;
        if (blank && form != KS_PGN_SCORES_EVAL)
            *blank = '\n';
        if (random_below(random, 8) == 0)
            reading_add(text, "{a good move} ");
        reading_add(text, n % 2 ? "{%s} " : "{ %s } ", comment);
        if (random_below(random, 8) == 0)
            reading_add(text, "$1 {+0.99/12} ");
        if (random_below(random, 8) == 0)
            reading_add(text, "({+0.99/12 1s} %s {-8.88/7 7s} {[%%eval 7.77]}) ", game->sans[n - 1]);
    }
    reading_add(text, "*\n\n");
}

/* Reads the commands of the reader's game. Returns the number of moves. */
static size_t read_commands(ks_pgn *pgn, ks_pgn_commands commands[PLIES + 1]) {
    size_t n = 0;
    for (const ks_pgn_item *item; (item = ks_pgn_next_move(pgn)) != NULL; n++)
        commands[n] = *ks_pgn_get_commands(pgn);
    commands[n] = *ks_pgn_get_commands(pgn);
    cr_assert(ks_pgn_get_error(pgn) == NULL, "%s", ks_pgn_get_error(pgn)->message);
    return n;
}

static void expect_entry(const struct game *game, size_t n, enum ks_pgn_scores form, const bool *has,
                         const bool *noted, const ks_pgn_entry *entry) {
    const size_t comment = form == KS_PGN_SCORES_EVAL ? n : n + 1; /* after so many moves */
    const bool is_last = n == game->plies;
    const char *const name = ks_pgn_scores_name(form);
    cr_assert_eq(entry->has_score, comment <= game->plies && has[comment], "%s, entry %zu", name, n);
    cr_assert_eq(entry->score, entry->has_score ? game->worth[n] : 0, "%s, entry %zu: %d, not %d", name, n,
                 (int)entry->score, game->worth[n]);
    cr_assert_eq(entry->has_elapsed, !is_last && noted[n + 1], "%s, entry %zu", name, n);
    cr_assert_eq(entry->elapsed, entry->has_elapsed ? 2000 : 0, "%s, entry %zu", name, n);
    cr_assert_eq(entry->has_clock, entry->has_elapsed && has_clocks(form), "%s, entry %zu", name, n);
    cr_assert_eq(entry->clock, entry->has_clock ? 1000 * ((n + 1) % 60) : 0, "%s, entry %zu", name, n);
}

/* Entries that are read from games have the same scores and clocks. */
static void expect_data(const reading *text, const struct game *game, enum ks_pgn_scores form, unsigned asked,
                        const bool *has, const bool *noted) {
    ks_data *const data =
        ks_data_open_memory(text->text, text->length, KS_DATA_PGN, (ks_data_flags)asked, NULL);
    const ks_data_batch *const batch = ks_data_next(data);
    cr_assert(batch && !batch->fault && batch->count == game->plies + 1);
    for (size_t n = 0; n <= game->plies; n++) {
        const bool is_noted = n < game->plies && noted[n + 1];
        const ks_pgn_entry entry = {.score = batch->scores[n],
                                    .clock = batch->clocks[n],
                                    .elapsed = is_noted ? 2000 : 0, /* which entries of data don't have */
                                    .has_score = !!(batch->known[n] & KS_DATA_HAS_SCORE),
                                    .has_clock = !!(batch->known[n] & KS_DATA_HAS_TIME),
                                    .has_elapsed = is_noted};
        expect_entry(game, n, form, has, noted, &entry);
    }
    ks_data_close(data);
}

Test(pgn_scores, every_form_says_what_the_board_is_worth) {
    static struct game game;
    uint64_t random = 3;
    for (unsigned round = 0; round < 40; round++)
        for (unsigned form = KS_PGN_SCORES_EVAL; form < SCORE_FORMS; form++) {
            static ks_pgn_commands commands[PLIES + 1];
            static ks_pgn_entry entries[PLIES + 1];
            bool has[PLIES + 1], noted[PLIES + 1];
            reading text = {0};
            play(&game, &random, round % 2);
            write_game(&text, &game, (enum ks_pgn_scores)form, &random, has, noted);
            ks_pgn *const pgn = ks_pgn_open_memory(text.text, text.length, KS_PGN_COMMANDS, NULL);
            cr_assert(ks_pgn_next_game(pgn));
            cr_assert_eq(read_commands(pgn, commands), game.plies);
            memset(&commands[0], 0,
                   sizeof commands[0]); /* the note before the first move, which is another's */
            cr_assert_eq(ks_pgn_find_scores(commands, game.plies + 1, game.side, KS_PGN_SCORES_NONE, entries),
                         form);
            for (size_t n = 0; n <= game.plies; n++)
                expect_entry(&game, n, (enum ks_pgn_scores)form, has, noted, &entries[n]);
            ks_pgn_close(pgn);
            expect_data(&text, &game, (enum ks_pgn_scores)form, form, has, noted);
            memset(strchr(text.text, '{') + 1, 'x', 4);
            expect_data(&text, &game, (enum ks_pgn_scores)form, KS_PGN_SCORES_NONE, has, noted);
            free(text.text);
        }
}

/* ---- Choices ---- */

/* Reads one comment after each move of a game, and returns the form that is found. */
static enum ks_pgn_scores find(const char *const comments[4], enum ks_pgn_scores asked,
                               ks_pgn_entry entries[5]) {
    ks_pgn_commands commands[5];
    memset(commands, 0, sizeof commands);
    for (size_t n = 0; n < 4; n++)
        ks_pgn_read_commands(comments[n], strlen(comments[n]), &commands[n + 1]);
    return ks_pgn_find_scores(commands, 5, KS_WHITE, asked, entries);
}

Test(pgn_scores, one_form_for_all_comments_of_a_game) {
    static const struct {
        const char *comments[4];
        enum ks_pgn_scores asked, found;
        int score; /* of the entry 1, where black is to move; INT32_MAX: none */
    } all[] = {
        {{"+0.10/1 1s", "+0.20/1 1s", "book", ""}, 0, KS_PGN_SCORES_CUTECHESS, 20},
        {{"[%eval 0.10]", "[%eval 0.20]", "", "hm"}, 0, KS_PGN_SCORES_EVAL, -10},
        {{"wv=0.10", "wv=0.20", "ev=0.30", ""}, 0, KS_PGN_SCORES_MIXED, INT32_MAX},
        {{"wv=0.10", "wv=0.20", "+0.20/1 1s", ""}, 0, KS_PGN_SCORES_MIXED, INT32_MAX},
        {{"wv=0.10", "wv=0.20", "+0.20/1 1s", ""}, KS_PGN_SCORES_TCEC, KS_PGN_SCORES_TCEC, -20},
        {{"wv=0.10", "wv=0.20", "+0.20/1 1s", ""},
         KS_PGN_SCORES_CUTECHESS,
         KS_PGN_SCORES_CUTECHESS,
         INT32_MAX},
        {{"wv=0.10", "wv=0.20", "+0.20/1 1s", ""}, KS_PGN_SCORES_EVAL, KS_PGN_SCORES_NONE, INT32_MAX},
        {{"+0.10/1 1s [%eval 0.50]", "+0.20/1 1s [%eval 0.60]", "", ""}, 0, KS_PGN_SCORES_EVAL, -50},
        {{"+0.10/1 1s [%eval 0.50]", "+0.20/1 1s", "", ""}, 0, KS_PGN_SCORES_CUTECHESS, 20},
        {{"+0.10/1 1s", "+0.20/1 1s", "[%eval 0.50]", ""}, 0, KS_PGN_SCORES_MIXED, INT32_MAX},
        {{"10/1 1ms", "20/1 1ms", "30", "0.31"}, 0, KS_PGN_SCORES_C_CHESS_CLI, 20},
        {{"[%eval 10,20]", "[%eval 20,20]", "", ""}, 0, KS_PGN_SCORES_NONE, INT32_MAX},
        {{"[%eval 10,20]", "[%eval 20,20]", "", ""}, KS_PGN_SCORES_EVAL, KS_PGN_SCORES_EVAL, -1000},
        {{"[%eval #3]", "", "", ""}, 0, KS_PGN_SCORES_EVAL, -31994},
        {{"[%eval #-3]", "", "", ""}, 0, KS_PGN_SCORES_EVAL, 31995},
        {{"[%eval #0]", "", "", ""}, 0, KS_PGN_SCORES_EVAL, -32000},
        {{"[%eval #-500]", "", "", ""}, 0, KS_PGN_SCORES_EVAL, 31001},
        {{"[%eval #500]", "", "", ""}, 0, KS_PGN_SCORES_EVAL, -31000},
        {{"[%eval #501]", "", "", ""}, 0, KS_PGN_SCORES_NONE, INT32_MAX},
        {{"[%eval #-999999999]", "", "", ""}, 0, KS_PGN_SCORES_NONE, INT32_MAX},
        {{"[%eval -309.99]", "", "", ""}, 0, KS_PGN_SCORES_EVAL, 30999},
        {{"[%eval 310.00]", "", "", ""}, 0, KS_PGN_SCORES_NONE, INT32_MAX},
        {{"", "+M1/1 0s", "", ""}, 0, KS_PGN_SCORES_CUTECHESS, 31999},
        {{"", "-M1000/1 0s", "", ""}, 0, KS_PGN_SCORES_CUTECHESS, -31000},
        {{"", "", "", ""}, 0, KS_PGN_SCORES_NONE, INT32_MAX},
        {{"wv=M5", "wv=M5", "", ""}, 0, KS_PGN_SCORES_NONE, INT32_MAX},
    };
    for (size_t i = 0; i < LENGTH(all); i++) {
        ks_pgn_entry entries[5];
        const enum ks_pgn_scores found = find(all[i].comments, all[i].asked, entries);
        cr_expect_eq(found, all[i].found, "%zu: %s: form %u", i, all[i].comments[0], found);
        cr_expect_eq(entries[1].has_score, all[i].score != INT32_MAX, "%zu: %s", i, all[i].comments[0]);
        cr_expect_eq(entries[1].score, entries[1].has_score ? all[i].score : 0, "%zu: %s: %d", i,
                     all[i].comments[0], (int)entries[1].score);
    }
}

Test(pgn_scores, two_notes_after_a_move) {
    static const struct {
        const char *text;
        unsigned note;
        int score;
    } all[] = {{"1. e4 {+0.10/1 1s} {+0.20/1 1s} *", KS_PGN_SCORES_CUTECHESS, 20},
               {"1. e4 {+0.10/1 1s} {hm} *", KS_PGN_SCORES_CUTECHESS, 10},
               {"1. e4 {+0.10/1 1s} {wv=0.20} *", KS_PGN_SCORES_MIXED, 0},
               {"1. e4 {+0.10/1 1s} {wv=0.20} {wv=0.20} *", KS_PGN_SCORES_MIXED, 0},
               {"1. e4 ; +0.10/1 1s\n*", KS_PGN_SCORES_CUTECHESS, 10},
               {"1. e4 ; +0.10/1 1s", KS_PGN_SCORES_CUTECHESS, 10},
               {"1. e4 {+0.10/1 1s", KS_PGN_SCORES_NONE, 0},
               {"1. e4\n% +0.10/1 1s\n*", KS_PGN_SCORES_NONE, 0},
               {"1. e4 +0.10/1 *", KS_PGN_SCORES_NONE, 0}};
    for (size_t i = 0; i < LENGTH(all); i++) {
        ks_pgn *const pgn = ks_pgn_open_memory(all[i].text, strlen(all[i].text), KS_PGN_COMMANDS, NULL);
        cr_assert(ks_pgn_next_game(pgn) && ks_pgn_next_move(pgn) && !ks_pgn_next_move(pgn));
        const ks_pgn_commands *const found = ks_pgn_get_commands(pgn);
        cr_expect(found->note == all[i].note && found->note_score == all[i].score, "%s: %u, %d", all[i].text,
                  found->note, (int)found->note_score);
        ks_pgn_close(pgn);
    }
}

Test(pgn_scores, names_of_forms) {
    cr_expect_str_eq(ks_pgn_scores_name(KS_PGN_SCORES_EVAL), "eval");
    cr_expect_str_eq(ks_pgn_scores_name(KS_PGN_SCORES_C_CHESS_CLI), "c-chess-cli");
    cr_expect_null(ks_pgn_scores_name(KS_PGN_SCORES_NONE));
    cr_expect_null(ks_pgn_scores_name(KS_PGN_SCORES_MIXED));
    cr_expect_null(ks_pgn_scores_name((enum ks_pgn_scores)SCORE_FORMS));
}

/* ---- The page ---- */

/* A row of docs/games.md begins with the form's name, and ends with what the table in the code says. */
Test(pgn_scores, the_page_says_what_the_table_does) {
    static const char *const mates[] = {"not read", "plies after `M`", "moves after `M`"};
    size_t length;
    char *const page = load_file("docs/games.md", &length);
    for (unsigned form = KS_PGN_SCORES_EVAL; form < SCORE_FORMS; form++) {
        const struct score_form *const facts = &ks_score_forms[form];
        char begin[32], end[160];
        snprintf(begin, sizeof begin, "\n| `%s` |", facts->name);
        snprintf(end, sizeof end, "| %s the move | %s | %s | %s |\n", facts->is_after ? "after" : "before",
                 facts->is_of_white ? "white" : "the player",
                 facts->is_in_pawns ? "pawns" : "hundredths of a pawn",
                 form == KS_PGN_SCORES_EVAL ? "moves after `#`" : mates[facts->mates]);
        const char *const row = strstr(page, begin);
        cr_assert(row, "%s", begin);
        const char *const row_end = strchr(row + 1, '\n') + 1;
        const size_t tail = strlen(end);
        cr_expect((size_t)(row_end - row) > tail && memcmp(row_end - tail, end, tail) == 0, "%s: expected %s",
                  begin, end);
    }
    free(page);
}
