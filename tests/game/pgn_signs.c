/* Tests the reader on games as people wrote them: signs around moves are read, skipped because they are
 * known, or named with their place. Nothing that is unknown is skipped. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/pgn/open.h"
#include "support/games/reading.h"
#include "support/length.h"
#include "support/variants/read.h"

static ks_variants *variants;

static void load(void) {
    variants = read_variants(NULL);
}

static void unload(void) {
    ks_variants_free(variants);
}

TestSuite(pgn_signs, .init = load, .fini = unload);

/* The position before an item. */
struct before {
    ks_position chess;
    ks_variant_position varied;
};

static void keep_position(ks_pgn *pgn, struct before *before) {
    if (ks_pgn_get_position(pgn))
        before->chess = *ks_pgn_get_position(pgn);
    if (ks_pgn_get_variant_position(pgn))
        before->varied = *ks_pgn_get_variant_position(pgn);
}

/* Writes the moves and errors of the main lines of all games: "e2e4 e7e5 0-1 | ...". most: bytes that come at
 * a time. exactly: words are not looked for ahead. */
static void summarize(const char *text, unsigned flags, size_t most, bool exactly, reading *out) {
    trickle source = {text, strlen(text), most};
    ks_pgn *const pgn = ks_pgn_open(read_trickle, &source, flags, NULL);
    static const char *const results[] = {
        [KS_UNDECIDED] = "*", [KS_WHITE_WINS] = "1-0", [KS_BLACK_WINS] = "0-1", [KS_DRAWN] = "1/2-1/2"};
    cr_assert_not_null(pgn);
    ks_pgn_use_variants(pgn, variants);
    if (exactly)
        ks_read_exactly(pgn);
    for (unsigned game = 0; ks_pgn_next_game(pgn); game++) {
        const ks_pgn_item *item;
        struct before before;
        keep_position(pgn, &before);
        reading_add(out, "%s", game ? " | " : "");
        while ((item = ks_pgn_next_item(pgn))) {
            char uci[KS_VARIANT_UCI_SIZE] = "--";
            const ks_variant *const variant = ks_pgn_get_variant(pgn);
            if (item->depth > 0 || (item->kind > KS_PGN_NULL_MOVE && item->kind != KS_PGN_ERROR))
                continue;
            if (item->kind == KS_PGN_ERROR) {
                const ks_pgn_place place = ks_pgn_get_place(pgn);
                reading_add(out, "!%llu:%s ", (unsigned long long)place.column,
                            ks_error_name(ks_pgn_get_error(pgn)->code));
                continue;
            }
            if (item->kind == KS_PGN_MOVE && variant)
                ks_variant_write_uci(variant, &before.varied, item->variant_move, 0, uci);
            else if (item->kind == KS_PGN_MOVE)
                ks_write_uci(&before.chess, item->move, 0, uci);
            reading_add(out, "%s ", uci);
            keep_position(pgn, &before);
        }
        reading_add(out, "%s", results[ks_pgn_get_result(pgn)]);
    }
    ks_pgn_close(pgn);
}

#define ZH "[Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3[PN] w - - 0 1\"]\n\n"
#define SHOGI "[Variant \"shogi\"]\n[FEN \"4k4/9/9/9/9/9/9/+R6R1/4K4[] w - - 0 1\"]\n\n"
#define PAWN(side) "[FEN \"4k3/8/8/8/8/8/4P3/4K3 " #side " - - 0 17\"]\n\n"
#define ROOKS(between, side) "[FEN \"r3k2r/" between "/R3K2R " side " KQkq - 0 1\"]\n\n"
#define GRAND "[Variant \"Grand\"]\n"
#define DUCK "[Variant \"duck\"]\n\n"

static const struct {
    const char *text, *summary;
    unsigned flags;
} games[] = {
    /* Drops of pawns, promoted pieces, walls. */
    {ZH "1. @e4 *", "P@e4 *", 0},
    {ZH "1. P@e4 *", "P@e4 *", 0},
    {ZH "1. @e4+ *", "P@e4 *", 0},
    {ZH "1.@e4*", "P@e4 *", 0},
    {ZH "1. @ e4 *", "!4:pgn-sign e2e4 *", 0},
    {ZH "1. e4 @e9 *", "e2e4 !8:off-board *", 0},
    {"1. e4 @e5 *", "e2e4 !7:move-text *", 0},
    {SHOGI "1. +Rd2 *", "a2d2 *", 0},
    {SHOGI "1. Rd2 *", "h2d2 *", 0},
    {SHOGI "1.+Rb2 *", "a2b2 *", 0},
    {SHOGI "1. + Rd2 *", "h2d2 *", 0},
    {"1. +e4 *", "!4:move-text *", 0},
    {DUCK "1. e4,e5 d5,d6 *", "e2e4,e4e5 d7d5,d5d6 *", 0},
    {DUCK "1. e4,e5, d5,d6 *", "e2e4,e4e5 d7d5,d5d6 *", 0},
    {DUCK "1. e4 *", "!4:ambiguous *", 0},
    {"1. e4,e5 *", "e2e4 e7e5 *", 0},
    {"1. e4, e5 *", "e2e4 e7e5 *", 0},
    /* Null moves. */
    {"1. Nc3 Nf6 2. 0000 Nd5 *", "b1c3 g8f6 !15:pgn-null-move *", 0},
    {"1. Nc3 Nf6 2. 0000 Nd5 *", "b1c3 g8f6 -- f6d5 *", KS_PGN_NULL_MOVES},
    {"1. Nc3 Nf6 2. @@@@ Nd5 *", "b1c3 g8f6 -- f6d5 *", KS_PGN_NULL_MOVES},
    {"1. Nc3 Nf6 2. <> Nd5 *", "b1c3 g8f6 -- f6d5 *", KS_PGN_NULL_MOVES},
    {"1. Nc3 Nf6 2. -- Nd5 *", "b1c3 g8f6 -- f6d5 *", KS_PGN_NULL_MOVES},
    {"1. Nc3 Nf6 2. Z0 Nd5 *", "b1c3 g8f6 -- f6d5 *", KS_PGN_NULL_MOVES},
    {"1. Nc3 Nf6 2. null Nd5 *", "b1c3 g8f6 -- f6d5 *", KS_PGN_NULL_MOVES},
    {"1. Nc3 Nf6 2. pass Nd5 *", "b1c3 g8f6 -- f6d5 *", KS_PGN_NULL_MOVES},
    {"1. Nc3 Nf6 2. @@@@ Nd5 *", "b1c3 g8f6 !15:pgn-null-move *", 0},
    {"1. Nc3 Nf6 2. <> Nd5 *", "b1c3 g8f6 !15:pgn-null-move *", 0},
    {"1. Nc3 Nf6 2. < Nd5 *", "b1c3 g8f6 !15:pgn-sign c3d5 *", 0},
    {"1. Nc3 Nf6 2. 00 Nd5 *", "b1c3 g8f6 c3d5 *", 0},
    /* Results: the tag counts where no marker stands. */
    {"[Result \"0-1\"]\n\n1. e4 e5", "e2e4 e7e5 0-1", 0},
    {"[Result \"0-1\"]\n\n1. e4 e5 *", "e2e4 e7e5 *", 0},
    {"[Result \"0-1\"]\n\n1. e4 e5 1-0", "e2e4 e7e5 1-0", 0},
    {"[Result \"0-1\"]\n\n\n[Result \"1/2-1/2\"]\n", "0-1 | 1/2-1/2", 0},
    {"[Result \"won\"]\n\n1. e4", "e2e4 *", 0},
    {"[Result \"1-0 \"]\n\n1. e4", "e2e4 *", 0},
    {"1. e4 e5 1\u20130", "e2e4 e7e5 1-0", 0},
    {"1. e4 e5 0\u20141", "e2e4 e7e5 0-1", 0},
    {"1. e4 e5 \u00bd\u2013\u00bd", "e2e4 e7e5 1/2-1/2", 0},
    {"1. e4 e5 \u00bd-\u00bd", "e2e4 e7e5 1/2-1/2", 0},
    {"1. e4 e5 1/2\u20111/2", "e2e4 e7e5 1/2-1/2", 0},
    /* Blanks, dashes and annotations beyond ASCII. */
    {"1.\u00a0e4\u00a0e5 2.\u200bNf3 Nc6\u200b *", "e2e4 e7e5 g1f3 b8c6 *", 0},
    {"1.\u2009e4 e5\u202f2.\u3000Nf3 *", "e2e4 e7e5 g1f3 *", 0},
    {"1. e4\u00a0e5\u00a0Nf3\u00a0Nc6\u00a0Bc4\u00a0Bc5\u00a0O-O *", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 *",
     0},
    {"1. e4 e5 2. Nf3\u00b1 Nc6 3. Bc4\u2a72 Bc5 \u221e 4. O\u2013O *",
     "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 *", 0},
    {"1. e2\u2013e4 e7\u2014e5 2. Ng1\u2212f3 *", "e2e4 e7e5 g1f3 *", 0},
    {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0\u20130 *", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 *", 0},
    {"1. e4 e5 2. Nf3+/- Nc6-/+ 3. Bc4= Bc5+= 4. c3+- *", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 *", 0},
    {"1. e4 ! e5 ?! 2. Nf3 +/- Nc6 = 3. Bc4 +0.35 *", "e2e4 e7e5 g1f3 b8c6 f1c4 *", 0},
    {"1. e4 -0.35 e5 #-3 2. d4 #5 d5 =0.00 *", "e2e4 e7e5 d2d4 d7d5 *", 0},
    {"1. e4 e5 ~ 2. d4 d5 = 3. c4 +=!? c5 -+ 4. b4 ## b5~ *", "e2e4 e7e5 d2d4 d7d5 c2c4 c7c5 b2b4 b7b5 *", 0},
    {"1. e4 e5 ++ 2. d4 -/+?! d5 !?!? *", "e2e4 e7e5 d2d4 d7d5 *", 0},
    {"1. e4 \u00e95 *", "e2e4 !7:move-text *", 0},
    {"1. e4\u00e9 *", "!6:move-text *", 0},
    /* Signs that mean nothing are named; the game goes on. */
    {"1. e4 & e5 *", "e2e4 !7:pgn-sign e7e5 *", 0},
    {"1. e4 ] e5 > Nf3 *", "e2e4 !7:pgn-sign e7e5 !12:pgn-sign g1f3 *", 0},
    {"1. e4 [ e5 *", "e2e4 !7:pgn-sign e7e5 *", 0},
    {"1. e4 e5 ^ 2. d4 *", "e2e4 e7e5 !10:pgn-sign d2d4 *", 0},
    {"1. e4 e5 =~ 2. d4 ~= *", "e2e4 e7e5 !10:pgn-sign d2d4 !19:pgn-sign *", 0},
    {"1. e4 e5 : 2. d4 | d5 / *", "e2e4 e7e5 !10:pgn-sign d2d4 !18:pgn-sign d7d5 !23:pgn-sign *", 0},
    {"1. e4 e5 - 2. d4 +=- d5 -+- *", "e2e4 e7e5 !10:pgn-sign d2d4 !18:pgn-sign d7d5 !25:pgn-sign *", 0},
    {"1. e4 e5 ~~ 2. d4 ~0 d5 *", "e2e4 e7e5 !10:pgn-sign d2d4 d7d5 *", 0},
    {"1. e4 -e5 *", "e2e4 !7:move-text *", 0},
    {"1. e4+=!! e5=? 2. Nf3+/-!? Nc6-+? 3. Bb5~!! a6 *", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 *", 0},
    {"1. e4=+=!! *", "!7:move-text *", 0},
    {"1. e4 +0.35/12 e5 -0.2 2. Nf3 #-3 Nc6 =0/1 3. d4 *", "e2e4 e7e5 g1f3 b8c6 d2d4 *", 0},
    {"1. e4 +0.35/ e5 *", "e2e4 !12:pgn-sign e7e5 *", 0},
    {"1. e4 +0.35/x e5 *", "e2e4 !12:move-text *", 0},
    {"1. e4 +1... e5 +2. Nf3 +1-0", "e2e4 e7e5 g1f3 1-0", 0},
    {"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 +0-0 -0-0 *", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 *", 0},
    {"1. e4 =Q *", "e2e4 !7:move-text *", 0},
    {"1. e4 (1. d4 & d5) e5 *", "e2e4 e7e5 *", 0},
    /* A result ends a game behind a sign in a word too, also of moves that are skipped. */
    {"1. e4 e5\u221e1/2 d4", "e2e4 e7e5 1/2-1/2 | d2d4 *", 0},
    {"1. e9 e5\u221e1/2 d4 d5", "!4:off-board 1/2-1/2 | d2d4 d7d5 *", 0},
    {"1. e9 c\u221e1/2 d4 d5", "!4:off-board 1/2-1/2 | d2d4 d7d5 *", 0},
    {"1. e9 e5\u00e91/2 d4 d5 1-0", "!4:off-board 1-0", 0},
    /* A tag begins the next game wherever it stands. */
    {"[Event \"a\"]\n\n1. e4 e5\n\n [Event \"b\"]\n\n1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"[Event \"a\"]\n\n1. e4 e5\n\n\t[Event \"b\"]\n\n1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"[Event \"a\"]\n\n1. e4 e5 [Event \"b\"]\n\n1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"1. e4 {[Event \"b\"]} e5 *", "e2e4 e7e5 *", 0},
    {"1. e4 [Event b] e5 *", "e2e4 !7:pgn-sign !8:move-text *", 0},
    /* A blank line and the first number again, or 1, begin the next game. */
    {"1. e4 e5\n\n1. d4 d5", "e2e4 e7e5 * | d2d4 d7d5 *", 0},
    {"1. e4 e5 2. d4\n\n1. d4 d5\n\n1. c4", "e2e4 e7e5 d2d4 * | d2d4 d7d5 * | c2c4 *", 0},
    {"[Event \"a\"]\r\n\r\n1. e4 e5\r\n\r\n1. d4\r\n\r\n[Event \"b\"]\r\n\r\n1. c4",
     "e2e4 e7e5 * | d2d4 * | c2c4 *", 0},
    {"1. e4 e5 \n \t\n 1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"1. e4 e5\n\n\n\n1.d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"1 e4 e5\n\n1 d4 d5", "e2e4 e7e5 * | d2d4 d7d5 *", 0},
    {"1. e4\n\n1. d4", "e2e4 * | d2d4 *", 0},
    {"1. e9 e5\n\n1. d4 *", "!4:off-board * | d2d4 *", 0},
    {"1. e4 e5 $1 {c}\n\n{next}\n$6 1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"1. e4 e5 ; c\n\n1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"1. e4 e5\n% c\n\n1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"1. e4 e5 (1... c5)\n\n1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"{c} 1. e4 e5\n\n1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {"e4 e5\n\n1. d4 *", "e2e4 e7e5 * | d2d4 *", 0},
    {PAWN(w) "17. e4 Kd7\n\n17. e4 e5 *", "e2e4 e8d7 * | e2e4 e7e5 *", 0},
    {PAWN(w) "17. e4 Kd7\n\n1. e4 e5 *", "e2e4 e8d7 * | e2e4 e7e5 *", 0},
    {PAWN(b) "17... Kd7\n\n17... Kd7 *", "e8d7 * | !7:piece-rule *", 0},
    {PAWN(b) "1... Kd7\n\n1. e4 *", "e8d7 * | e2e4 *", 0},
    /* The number of a move by black, another number, or a number elsewhere begins none. */
    {"1. e4\n\n1... e5\n\n2. d4\n\n2... d5 *", "e2e4 e7e5 d2d4 d7d5 *", 0},
    {"1. e4\n\n1. ... e5\n\n2 d4\n\n2 .. d5 *", "e2e4 e7e5 d2d4 d7d5 *", 0},
    {PAWN(w) "17. e4\n\n{c}\n\n17... Kd7 *", "e2e4 e8d7 *", 0},
    {PAWN(b) "17... Kd7\n\n18. e4 *", "e8d7 e2e4 *", 0},
    {"1. e4 e5\n1. d4 d5 *", "e2e4 e7e5 d2d4 d7d5 *", 0},
    {"1. e4 e5\n\n2. d4 1. d5 *", "e2e4 e7e5 d2d4 d7d5 *", 0},
    {"1. e4 e5\n\nd4 d5 *", "e2e4 e7e5 d2d4 d7d5 *", 0},
    {"1. e4 {c\n\n1. d4} e5 *", "e2e4 e7e5 *", 0},
    {"1. e4 e5 (1. d4 d5\n\n1. c4) (\n\n1. c4) 2. d4 *", "e2e4 e7e5 d2d4 *", 0},
    {"1.\n\n1. e4 e5 *", "e2e4 e7e5 *", 0},
    {"{c}\n\n1. e4 e5\n\n1-0\n\n1. d4 *", "e2e4 e7e5 1-0 | d2d4 *", 0},
    /* Results as people write them. */
    {"1. e4 e5 1 - 0\n\n1. d4 *", "e2e4 e7e5 1-0 | d2d4 *", 0},
    {"1. e4 e5 1- 0 1. d4 *", "e2e4 e7e5 1-0 | d2d4 *", 0},
    {"1. e4 e5 1 -0 1. d4 *", "e2e4 e7e5 1-0 | d2d4 *", 0},
    {"1. e4 e5 0 - 1 1. d4 *", "e2e4 e7e5 0-1 | d2d4 *", 0},
    {"1. e4 e5 1/2 - 1/2 1. d4 *", "e2e4 e7e5 1/2-1/2 | d2d4 *", 0},
    {"1. e4 e5 0.5 - 0.5 1. d4 *", "e2e4 e7e5 1/2-1/2 | d2d4 *", 0},
    {"1. e4 e5 0.5-0.5 1. d4 *", "e2e4 e7e5 1/2-1/2 | d2d4 *", 0},
    {"1. e4 e5 \u00bd \u2013 \u00bd 1. d4 *", "e2e4 e7e5 1/2-1/2 | d2d4 *", 0},
    {"1. e4 e5 1:0 1. d4 *", "e2e4 e7e5 1-0 | d2d4 *", 0},
    {"1. e4 e5 0 : 1 1. d4 *", "e2e4 e7e5 0-1 | d2d4 *", 0},
    {"1. e9 e5 12 a 1  -\t0 1. d4 *", "!4:off-board 1-0 | d2d4 *", 0},
    {"[Result \"1 - 0\"]\n\n1. e4", "e2e4 1-0", 0},
    {"1. e4 e5 (1... c5 1 - 0) 2. d4 *", "e2e4 e7e5 d2d4 *", 0},
    {"1. e4 1 -0.35 e5 *", "e2e4 e7e5 *", 0},
    {"1. e4 e5 1 - e4 *", "e2e4 e7e5 !12:pgn-sign !14:same-square *", 0},
    {"1. e4 e5 0 - 0 *", "e2e4 e7e5 !12:pgn-sign *", 0},
    {"1. e4 e5 1-0 (time)\n\n[Event \"b\"]\n\n1. d4 *", "e2e4 e7e5 1-0 | d2d4 *", 0},
    {"1. e4 e5 1-0 (white (a)\nresigns) 1. d4 *", "e2e4 e7e5 1-0 | d2d4 *", 0},
    {"1. e4 e5 1-0 ( \n\n1. d4 (1. c4 *) *", "e2e4 e7e5 1-0 | d2d4 *", 0},
    /* Words that stand for glyphs. */
    {"1. e4 N e5 D 2. Nf3 RR Nc6 inf 3. Bb5 TN a6 zz *", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 *", 0},
    {"1. e4 N! e5 D?! 2. Nf3 N *", "e2e4 e7e5 g1f3 *", 0},
    {"1. e4 Nd *", "e2e4 !9:move-text *", 0},
    {ZH "1. @e4 N Kd7 D *", "P@e4 e8d7 *", 0},
    /* A rook that has been taken in its corner takes the right along, also when another one comes there. */
    {ROOKS("6P1/8/8/8/8/8", "w") "1. gxh8=N O-O *", "g7h8n !11:castling-rook-missing *", 0},
    {ROOKS("1P6/8/8/8/8/8", "w") "1. bxa8=N O-O-O *", "b7a8n !11:castling-rook-missing *", 0},
    {ROOKS("8/8/8/8/8/6p1", "b") "1... gxh1=N 2. O-O *", "g2h1n !16:castling-rook-missing *", 0},
    {ROOKS("8/8/8/8/8/1p6", "b") "1... bxa1=N 2. O-O-O *", "b2a1n !16:castling-rook-missing *", 0},
    {ROOKS("6P1/7r/8/8/8/8", "w") "1. gxh8=N Rxh8 2. Kd1 O-O *", "g7h8n h6h8 e1d1 !23:castling-unavailable *",
     0},
    {ROOKS("1P6/r7/8/8/8/8", "w") "1. bxa8=N Rxa8 2. Kf1 O-O-O *",
     "b7a8n a6a8 e1f1 !23:castling-unavailable *", 0},
    {ROOKS("8/8/8/8/7R/6p1", "b") "1... gxh1=N 2. Rxh1 Kd8 3. O-O *",
     "g2h1n h3h1 e8d8 !28:castling-unavailable *", 0},
    {ROOKS("8/8/8/8/R7/1p6", "b") "1... bxa1=N 2. Rxa1 Kf8 3. O-O-O *",
     "b2a1n a3a1 e8f8 !28:castling-unavailable *", 0},
    {ROOKS("8/8/8/8/8/1B4B1", "w") "1. Bxh8 O-O *", "b2h8 !9:castling-rook-missing *", 0},
    {ROOKS("8/8/8/8/8/1B4B1", "w") "1. Bxa8 O-O-O *", "g2a8 !9:castling-rook-missing *", 0},
    {ROOKS("1b4b1/8/8/8/8/8", "b") "1... Bxh1 2. O-O *", "b7h1 !14:castling-rook-missing *", 0},
    {ROOKS("1b4b1/8/8/8/8/8", "b") "1... Bxa1 2. O-O-O *", "g7a1 !14:castling-rook-missing *", 0},
    /* A repeated tag counts where it stands last. */
    {"[FEN \"x\"]\n" PAWN(w) "17. e4 *", "e2e4 *", 0},
    {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n [FEN \"x\"]\n\n1. e4 *", "!8:placement-character *", 0},
    {"[Variant \"no\"]\n[Variant \"duck\"]\n\n1. e4,e5 *", "e2e4,e4e5 *", 0},
    {"[Variant \"duck\"]\n[FEN \"x\"]\n [Variant \"no\"]\n\n1. e4 *", "!12:pgn-variant *", 0},
    {"[FEN \"x\"]\n[Variant \"no\"]\n[Variant \"zh\"]\n" PAWN(w) "17. e4 *", "e2e4 *", 0},
    {"[Result \"1-0\"]\n[Event \"a\"]\n[Result \"0-1\"]\n\n1. e4", "e2e4 0-1", 0},
    {"[Result \"1-0\"]\n[Result \"?\"]\n\n1. e4", "e2e4 *", 0},
    {GRAND "[Site \"?\"]\n[Site \"pychess\"]\n\n1. Cf1 *", "f2f1 *", 0},
    {GRAND "[Site \"pychess\"]\n[Site \"?\"]\n\n1. Cf1 *", "g2f1 *", 0},
    {GRAND "[Annotator \"pychess\"]\n[Annotator \"?\"]\n\n1. Cf1 *", "g2f1 *", 0},
    {"[Event \"a\"]\n[Event \"b\"]\n\n[Event \"c\"]\n\n1. e4 *", "* | e2e4 *", 0},
    {"[Event \"a\"]\n[Event \"b\"]\n\n[White \"c\"]\n\n1. e4 *", "e2e4 *", 0},
    /* Names of variants. */
    {"[Variant \"Seirawan960\"]\n\n1. e4 *", "e2e4 *", 0},
    {"[Variant \"Capahouse960\"]\n\n1. e4 *", "e2e4 *", 0},
    {"[Variant \"wild/8a\"]\n\n1. e4 *", "!11:pgn-variant *", 0},
    {"[Variant \"wild/0\"]\n\n1. e4 *", "!11:pgn-variant *", 0},
    {"[Variant \"wild/5\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", "e2e4 *", 0},
    {"[Variant \"wild/fr\"]\n\n1. e4 *", "e2e4 *", 0},
    {"[Variant \"Duck Chess\"]\n\n1. e4,e5 *", "e2e4,e4e5 *", 0},
    {"[Variant \"zh\"]\n\n1. e4 *", "e2e4 *", 0},
    {"[Variant \"Classical\"]\n\n1. e4 *", "e2e4 *", 0},
    {"[Variant \"nothing960\"]\n\n1. e4 *", "!11:pgn-variant *", 0},
    {"[Variant \"960\"]\n\n1. e4 *", "!11:pgn-variant *", 0},
    {"[Variant \"960 Chess\"]\n\n1. e4 *", "!11:pgn-variant *", 0},
    {"[Variant \"Nothing Chess\"]\n\n1. e4 *", "!11:pgn-variant *", 0},
    {"[Variant \"\"]\n\n1. e4 *", "!11:pgn-variant *", 0},
};

/* The names of one variant, as servers and programs write them; NULL: chess. */
Test(pgn_signs, names_of_variants) {
    static const struct {
        const char *written, *variant;
    } names[] = {
        {"regular", NULL},
        {"Orthodox", NULL},
        {"orthodox chess", NULL},
        {"Standard Chess", NULL},
        {"Odds Chess", NULL},
        {"CHESS", NULL},
        {"Fischer Random Chess", NULL},
        {"Freestyle Chess", NULL},
        {"Chess 9LX", NULL},
        {"Horde Chess", "horde"},
        {"hordechess", "horde"},
        {"Horde", "horde"},
        {"Atomic chess", "atomic"},
        {"Atomic Chess 960", "atomic"},
        {"atomic960 chess", "atomic"},
        {"Duck Chess", "duck"},
        {"Antichess", "antichess"},
        {"Anti chess", "antichess"},
        {"Losing Chess", "antichess"},
        {"Losers Chess", "losers"},
        {"Give away chess", "giveaway"},
        {"Suicide chess", "suicide"},
        {"Crazy House", "crazyhouse"},
        {"House", "crazyhouse"},
        {"Three check chess", "3check"},
        {"3-Check", "3check"},
        {"3 checks", "3check"},
        {"Racing", "racingkings"},
        {"King of the Hill Chess", "kingofthehill"},
        {"S-Chess", "seirawan"},
        {"Seirawan Chess", "seirawan"},
        {"S-House", "shouse"},
        {"Chinese Chess", "xiangqi"},
        {"Grand Chess", "grand"},
        {"Capablanca chess", "capablanca"},
        {"Ouk Chaktrang", "cambodian"},
        {"Ai-Wok", "ai-wok"},
        {"Fox and Hounds", "fox-and-hounds"},
        {"Hoppel-Poppel", "hoppelpoppel"},
    };
    for (size_t i = 0; i < LENGTH(names); i++) {
        char text[80];
        snprintf(text, sizeof text, "[Variant \"%s\"]\n\n*", names[i].written);
        ks_pgn *const pgn = ks_pgn_open_memory(text, strlen(text), 0, NULL);
        ks_pgn_use_variants(pgn, variants);
        cr_assert(ks_pgn_next_game(pgn));
        const ks_variant *const found = ks_pgn_get_variant(pgn);
        const char *const expected = names[i].variant ? names[i].variant : "chess",
                          *const name = ks_pgn_get_error(pgn) ? "none"
                                        : found               ? ks_variant_get_facts(found).name
                                                              : "chess";
        cr_expect_str_eq(name, expected, "%s: found %s, expected %s", names[i].written, name, expected);
        ks_pgn_close(pgn);
    }
}

/* Signs behind a move that stand for glyphs are given as those when comments are wanted. */
Test(pgn_signs, stand_for_glyphs) {
    static const char text[] =
        "1. e4 ! e5?! 2. Nf3+/- Nc6 =!? 3. Bb5\u00b1 a6 (3... Nf6 \u221e) $7 4. Ba4+= !! Nf6 + 5. d3 "
        "-0.35 \u203c +- ~ !!! d6+=?! 6. O-O #-3 +0.35/12 *";
    reading out = {0};
    ks_pgn *const pgn = ks_pgn_open_memory(text, strlen(text), KS_PGN_COMMENTS | KS_PGN_VARIATIONS, NULL);
    cr_assert(ks_pgn_next_game(pgn));
    for (const ks_pgn_item *item; (item = ks_pgn_next_item(pgn));)
        if (item->kind == KS_PGN_NAG)
            reading_add(&out, "$%u%.*s ", (unsigned)item->number, (int)item->length, item->text);
        else
            reading_add(&out, item->kind == KS_PGN_COMMENT ? "{%.*s} " : "%.*s ", (int)item->length,
                        item->text);
    ks_pgn_close(pgn);
    cr_expect_str_eq(
        out.text,
        "e4 $1! e5?! Nf3 $16+/- Nc6 $10= $5!? Bb5 $16\u00b1 a6 ( Nf6 $13\u221e ) $7$7 Ba4 $14+= $3!! Nf6 d3 "
        "{-0.35} $3\u203c $18+- $13~ d6 $14+= $6?! O-O {#-3} {+0.35/12} ",
        "%s", out.text);
    free(out.text);
}

/* Games are the same whatever else is asked for, however a text is cut, and by both readers. */
Test(pgn_signs, are_read_or_named) {
    static const unsigned flags[] = {0, KS_PGN_COMMENTS, KS_PGN_VARIATIONS, KS_PGN_NUMBERS,
                                     KS_PGN_COMMENTS | KS_PGN_VARIATIONS | KS_PGN_NUMBERS | KS_PGN_COMMANDS};
    for (size_t i = 0; i < LENGTH(games); i++)
        for (unsigned way = 0; way < 4 * LENGTH(flags); way++) {
            reading out = {0};
            const unsigned more = flags[way / 4];
            summarize(games[i].text, games[i].flags | more, way & 1 ? 1 : SIZE_MAX, way & 2, &out);
            cr_expect_str_eq(out.text, games[i].summary, "%s\n  flags %x: found %s\n  expected %s",
                             games[i].text, more, out.text, games[i].summary);
            free(out.text);
        }
}

/* ---- Values of tags ---- */

static const struct {
    const char *tag, *value;
} values[] = {
    {"[White \"\"Nick\" Name\"]", "\"Nick\" Name"},
    {"[White \"a \"b\" c\"] ", "a \"b\" c"},
    {"[White \"a \\\"b\\\" c\"]", "a \"b\" c"},
    {"[White \"\"\"]", "\""},
    {"[White \"x\"] [Black \"y\"]", "x"},
    {"[White \"\"]", ""},
    {"[White \"a\"b\"  ]", "a\"b"},
};

Test(pgn_signs, quotes_in_values) {
    for (size_t i = 0; i < LENGTH(values); i++) {
        ks_pgn *const pgn = ks_pgn_open_memory(values[i].tag, strlen(values[i].tag), 0, NULL);
        cr_assert(ks_pgn_next_game(pgn));
        const char *const value = ks_pgn_find_tag(pgn, "White");
        cr_expect_str_eq(value ? value : "none", values[i].value, "%s: found %s", values[i].tag,
                         value ? value : "none");
        ks_pgn_close(pgn);
    }
}
