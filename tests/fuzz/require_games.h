/* Promises about readers of games: the fast one gives what the exact one gives, also where its window ends in
 * the text. Errors and places lie within the text. */
#ifndef KS_FUZZ_REQUIRE_GAMES_H
#define KS_FUZZ_REQUIRE_GAMES_H

#include <string.h>

#include "fuzz/require.h"
#include "game/pgn/beginning.h"
#include "game/pgn/open.h"

/* A text behind a comment, which is skipped at once. */
struct source {
    const char *text;
    size_t length, before, most; /* before: bytes of the comment that are left; most: bytes given at a time */
};

static inline size_t read_source(void *context, void *buffer, size_t room) {
    struct source *const source = context;
    const size_t rest = source->before ? source->before : source->length;
    size_t length = rest < room ? rest : room;
    if (source->before) {
        memset(buffer, '{', length);
        source->before -= length;
        if (source->before == 0)
            ((char *)buffer)[length - 1] = '}';
        return length;
    }
    length = length < source->most ? length : source->most;
    memcpy(buffer, source->text, length);
    source->text += length;
    source->length -= length;
    return length;
}

static inline void require_same_place(ks_pgn *fast, ks_pgn *exact, size_t length) {
    ks_pgn_place a, b;
    a = ks_pgn_get_place(fast);
    b = ks_pgn_get_place(exact);
    require(a.offset == b.offset && a.line == b.line && a.column == b.column, "places are the same");
    require(a.offset <= length, "places are in the text");
}

static inline void require_same_tags(ks_pgn *fast, ks_pgn *exact) {
    const ks_pgn_tag *a, *b;
    const size_t count = ks_pgn_get_tags(fast, &a);
    require(ks_pgn_get_tags(exact, &b) == count, "games have the same tags");
    for (size_t i = 0; i < count; i++)
        require(strcmp(a[i].name, b[i].name) == 0 && strcmp(a[i].value, b[i].value) == 0,
                "tags are the same");
}

static inline void require_same_position(ks_pgn *fast, ks_pgn *exact) {
    const ks_position *const a = ks_pgn_get_position(fast), *const b = ks_pgn_get_position(exact);
    char written[2][KS_FEN_SIZE];
    require(!a == !b, "positions are known alike");
    if (!a)
        return;
    ks_write_fen(a, written[0]);
    ks_write_fen(b, written[1]);
    require(strcmp(written[0], written[1]) == 0 && a->key == b->key, "positions are the same");
    require(ks_pgn_judge(fast, NULL) == ks_judge(b, NULL), "verdicts are the same");
}

static inline void require_same_item(ks_pgn *fast, ks_pgn *exact, const ks_pgn_item *a,
                                     const ks_pgn_item *b) {
    require(a->kind == b->kind && a->depth == b->depth && a->number == b->number && a->move == b->move &&
                a->variant_move == b->variant_move && a->checkers == b->checkers,
            "items are the same");
    require(a->length == b->length && memcmp(a->text, b->text, a->length) == 0,
            "the texts of items are the same");
    const ks_error *const e = ks_pgn_get_error(fast), *const f = ks_pgn_get_error(exact);
    require(!e == !f && (!e || (e->code == f->code && strcmp(e->message, f->message) == 0)),
            "errors are the same");
}

static inline void require_same_commands(ks_pgn *fast, ks_pgn *exact) {
    const ks_pgn_commands *const a = ks_pgn_get_commands(fast), *const b = ks_pgn_get_commands(exact);
    ks_pgn_entry entries[2];
    const ks_pgn_commands both[2] = {*a, *b};
    require(memcmp(a, b, sizeof *a) == 0, "commands and notes are the same");
    ks_pgn_find_scores(both, 2, KS_BLACK, KS_PGN_SCORES_NONE, entries);
    require(entries[0].score >= -32000 && entries[0].score <= 32000, "scores are in their range");
}

/* How both readers read. */
struct ways_to_read {
    unsigned flags; /* of enum ks_pgn_flags */
    size_t before;  /* bytes of a comment before the text */
    size_t most;    /* bytes that the fast reader gets at a time */
    int positions;  /* compare them after each item */
};

static inline void require_same_game(ks_pgn *fast, ks_pgn *exact, size_t length,
                                     const struct ways_to_read *ways) {
    const ks_pgn_item *a, *b;
    require_same_place(fast, exact, length);
    require_same_tags(fast, exact);
    while ((b = ks_pgn_next_item(exact)) != NULL) {
        a = ks_pgn_next_item(fast);
        require(a != NULL, "there are as many items");
        require_same_item(fast, exact, a, b);
        require_same_place(fast, exact, length);
        if (ways->positions)
            require_same_position(fast, exact);
        if (ways->flags & KS_PGN_COMMANDS)
            require_same_commands(fast, exact);
    }
    require(!ks_pgn_next_item(fast), "there are as many items");
    if (ways->flags & KS_PGN_COMMANDS)
        require_same_commands(fast, exact);
    require(ks_pgn_get_result(fast) == ks_pgn_get_result(exact), "results are the same");
    require_same_position(fast, exact);
}

/* Returns ways that three bytes choose: the flags, where the window ends, and how much is given at a time. */
enum { WAYS_TO_READ = 3, GAMES_WINDOW = 2 * TAG_READABLE };
static inline struct ways_to_read choose_ways(const uint8_t bytes[WAYS_TO_READ]) {
    return (struct ways_to_read){.flags = (bytes[0] & 15u) * KS_PGN_COMMENTS /* all four */ |
                                          (bytes[0] & 32 ? (unsigned)KS_PGN_COMMANDS : 0),
                                 .before = bytes[1] ? GAMES_WINDOW - 2u * bytes[1] : 0,
                                 .most = 1u + bytes[2],
                                 .positions = bytes[0] & 16};
}

static inline void require_same_games(const char *text, size_t length, const struct ways_to_read *ways,
                                      const ks_variants *variants) {
    struct source source = {text, length, ways->before, ways->most}, again = source;
    again.most = SIZE_MAX;
    ks_pgn *const fast = ks_open_games(GAMES_WINDOW, read_source, &source, ways->flags, NULL);
    ks_pgn *const exact = ks_open_games(2 * GAMES_WINDOW, read_source, &again, ways->flags, NULL);
    ks_pgn_use_variants(fast, variants);
    ks_pgn_use_variants(exact, variants);
    ks_read_exactly(exact);
    while (ks_pgn_next_game(exact)) {
        require(ks_pgn_next_game(fast), "there are as many games");
        require_same_game(fast, exact, ways->before + length, ways);
    }
    require(!ks_pgn_next_game(fast), "there are as many games");
    require_same_place(fast, exact, ways->before + length);
    ks_pgn_close(fast);
    ks_pgn_close(exact);
}

#endif
