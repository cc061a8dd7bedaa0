/* Finds the scores and clocks of a game's entries. A score that is a ply off, or that the other side sees, is
 * what nobody notices in a net's training. So a game has the scores of one form, and a score that could mean
 * two things is none. */
#include "game/entries/scores.h"
#include "game/pgn/notes.h"

/* ---- Forms ---- */

/* Returns the forms in which these commands say a score: bit n of enum ks_pgn_scores. */
static uint32_t forms_of(const ks_pgn_commands *commands) {
    const bool has_eval = commands->has_eval && !commands->eval_in_doubt;
    const bool has_note = commands->note > KS_PGN_SCORES_NONE && commands->note < SCORE_FORMS;
    return (uint32_t)has_eval << KS_PGN_SCORES_EVAL | (uint32_t)has_note << (has_note ? commands->note : 0);
}

void ks_add_forms(struct forms *forms, const ks_pgn_commands *commands) {
    const uint32_t found = forms_of(commands);
    if (found == 0 && commands->note != KS_PGN_SCORES_MIXED)
        return;
    forms->common &= found;
    forms->any = true;
}

enum ks_pgn_scores ks_choose_form(const struct forms *forms, enum ks_pgn_scores asked) {
    if (asked != KS_PGN_SCORES_NONE)
        return asked;
    if (!forms->any)
        return KS_PGN_SCORES_NONE;
    for (unsigned form = KS_PGN_SCORES_EVAL; form < SCORE_FORMS; form++)
        if (forms->common >> form & 1)
            return (enum ks_pgn_scores)form;
    return KS_PGN_SCORES_MIXED;
}

const char *ks_pgn_scores_name(enum ks_pgn_scores form) {
    return form > KS_PGN_SCORES_NONE && (unsigned)form < SCORE_FORMS ? ks_score_forms[form].name : NULL;
}

/* ---- Scores ---- */

/* Sets the score of a mate that the side to move gives, or gets when plies are negative. */
static bool take_mate(int32_t plies, int32_t *score) {
    *score = plies > 0 ? MATE_SCORE - plies : -MATE_SCORE - plies;
    return plies != 0 && (*score >= LEAST_MATE_SCORE || *score <= -LEAST_MATE_SCORE);
}

/* Makes plies of n moves to a mate, negative ones when the side to move is mated. */
static int32_t plies_of(int32_t moves) {
    return moves > 0 ? 2 * moves - 1 : 2 * moves;
}

/* Sets the score of an evaluation. */
static bool read_eval(const ks_pgn_commands *commands, bool turned, int32_t *score) {
    if (commands->has_eval == KS_PGN_MATED) {
        *score = -MATE_SCORE;
        return true;
    }
    if (commands->mate != 0)
        return take_mate(plies_of(turned ? -commands->mate : commands->mate), score);
    *score = turned ? -commands->eval : commands->eval;
    return commands->has_eval && *score<LEAST_MATE_SCORE && * score> - LEAST_MATE_SCORE;
}

/* Sets the score of a note. */
static bool read_note(const ks_pgn_commands *commands, bool turned, int32_t *score) {
    *score = turned ? -commands->note_score : commands->note_score;
    return commands->note_has_score == KS_PGN_MATE_IN_PLIES ? take_mate(*score, score)
                                                            : commands->note_has_score != 0;
}

bool ks_find_score(enum ks_pgn_scores form, unsigned side, const ks_pgn_commands *before,
                   const ks_pgn_commands *after, int32_t *score) {
    if (!ks_pgn_scores_name(form))
        return false;
    const struct score_form *const facts = &ks_score_forms[form];
    const ks_pgn_commands *const commands = facts->is_after ? before : after;
    const bool turned = facts->is_of_white && side == KS_BLACK;
    if (!commands)
        return false;
    return form == KS_PGN_SCORES_EVAL ? read_eval(commands, turned, score)
                                      : commands->note == form && read_note(commands, turned, score);
}

/* ---- Entries ---- */

static void find_entry(const ks_pgn_commands *commands, bool is_last, unsigned side, enum ks_pgn_scores form,
                       ks_pgn_entry *entry) {
    const ks_pgn_commands *const after = is_last ? NULL : commands + 1;
    *entry = (ks_pgn_entry){0};
    entry->has_score = ks_find_score(form, side, commands, after, &entry->score);
    if (!entry->has_score)
        entry->score = 0;
    if (!after)
        return;
    entry->has_clock = after->has_clock;
    entry->has_elapsed = after->has_elapsed;
    entry->clock = after->clock;
    entry->elapsed = after->elapsed;
}

enum ks_pgn_scores ks_pgn_find_scores(const ks_pgn_commands *commands, size_t count, unsigned side,
                                      enum ks_pgn_scores form, ks_pgn_entry *entries) {
    struct forms forms = ALL_FORMS;
    bool any = false;
    for (size_t n = 0; n < count; n++)
        ks_add_forms(&forms, &commands[n]);
    const enum ks_pgn_scores found = ks_choose_form(&forms, form);
    for (size_t n = 0; n < count; n++) {
        find_entry(&commands[n], n + 1 == count, (side + n) % 2, found, &entries[n]);
        any |= entries[n].has_score;
    }
    return any || found == KS_PGN_SCORES_MIXED ? found : KS_PGN_SCORES_NONE;
}
