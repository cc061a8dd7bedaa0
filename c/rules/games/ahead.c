/* The fast reader: it finds words ahead, and leaves all that stands between them and means something to the
 * exact one. */
#include "core/kernels/kernel.h"
#include "rules/games/open.h"
#include "rules/games/reader.h"
#include "rules/generator/generator.h"

/* The generator is asked in any case: it fills the tables. */
static const struct player *player_in_use(void) {
    const bool pext_is_fast = ks_generator_in_use() != &ks_any_generator;
#ifdef __x86_64__
    if (pext_is_fast)
        return &ks_fast_player;
#endif
    (void)pext_is_fast;
    return &ks_any_player;
}

static scan_words *scanner_in_use(void) {
#ifdef KS_VECTOR_ASSEMBLY
    const unsigned bytes = ks_current_vector_bytes();
    if (bytes >= 32)
        return bytes == 64 ? ks_avx512_scan_words : ks_avx2_scan_words;
#endif
    return ks_any_scan_words;
}

void ks_choose_fast_reader(struct ks_pgn *pgn) {
    pgn->line.player = player_in_use();
    pgn->scan_words = scanner_in_use();
}

void ks_read_exactly(ks_pgn *pgn) {
    pgn->scan_words = NULL;
    pgn->line.player = NULL;
}

/* Returns whether words alone matter here. */
static bool may_scan(const struct ks_pgn *pgn) {
    return pgn->scan_words && !(pgn->flags & ~(unsigned)KS_PGN_NULL_MOVES) && pgn->comment == NO_COMMENT &&
           pgn->hidden == 0 && pgn->line.depth == 0;
}

static void scan(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    enum { LEFT_OUT = TOKEN_READABLE + SCAN_BYTES }; /* words past it might not be at hand as a whole */
    window_need(w, 4 * LEFT_OUT);
    const size_t here = w->end - w->at, scanned = w->complete ? here : here < LEFT_OUT ? 0 : here - LEFT_OUT;
    pgn->scan_words(&pgn->scan, w->text, w->at, w->at + scanned);
    if (pgn->scan.resume > w->end)
        pgn->scan.resume = w->end;
    pgn->scanned = true;
}

/* Goes on behind the words that have been found. */
static bool leave_words(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    pgn->scanned = false;
    if (w->at < pgn->scan.resume) {
        w->at = pgn->scan.resume;
        if (pgn->scan.in_comment)
            ks_begin_comment(pgn, IN_BRACES, false, 0);
    }
    return ks_read_token(pgn);
}

/* Words that are skipped are only read to their end, and of several the last one is enough. */
static bool read_found_word(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    struct scan *const scan = &pgn->scan;
    const uint32_t *const words = scan->words + scan->next;
    if (pgn->skipping)
        scan->next = scan->count - 1;
    const size_t word = scan->words[scan->next++];
    if (word < w->at) /* it is part of "e.p." */
        return false;
    w->at = word;
    if (!pgn->skipping && ks_play_ahead(pgn, words, scan->count + 1 - scan->next)) {
        give_played(pgn, word);
        return true;
    }
    const uint64_t offset = w->offset;
    const bool found = ks_read_move_word(pgn);
    if (w->offset != offset) /* the window has moved on along a long word */
        forget_words(pgn);
    return found;
}

bool ks_read_ahead(struct ks_pgn *pgn) {
    if (give_found(pgn))
        return true;
    if (pgn->scan.next < pgn->scan.count)
        return read_found_word(pgn);
    if (pgn->scanned)
        return leave_words(pgn);
    if (!may_scan(pgn))
        return ks_read_token(pgn);
    scan(pgn);
    return false;
}
