/* Writes the sentences that describe the rules of a variant. */
#include "variant/describe/describe.h"

static void describe_castling(struct writer *w, const ks_variant *v) {
    if (!v->castles) {
        write_text(w, "There is no castling.\n");
        return;
    }
    write_text(w,
               "To castle, the %s goes to the %c-file or the %c-file, and the piece that it castles with (%s",
               castler_name(v), 'a' + (int)v->castling_file[KS_KINGSIDE],
               'a' + (int)v->castling_file[KS_QUEENSIDE], v->castling_types ? "" : "none");
    ks_describe_types(w, v, v->castling_types);
    write_text(w, ") to the square inside of it.%s\n",
               v->royal_castles                           ? ""
               : v->crowned.types >> v->castling_king & 1 ? " Attacks on its way hinder it while it is royal."
                                                          : " Attacks on its way don't hinder it.");
}

/* last: what stands before the last square: " or ". */
static void list_squares(struct writer *w, const ks_variant *v, ks_squares squares, const char *last) {
    const unsigned count = count_squares(&squares);
    for (unsigned index = 0; !is_empty_set(&squares); index++)
        write_text(w, "%s%s", index + 1 == count && index > 0 ? last : before_item(index, 0),
                   ks_variant_square_name(v, take_square(&squares)));
}

static void write_squares(struct writer *w, const ks_variant *v, ks_squares squares) {
    char name[40];
    if (count_squares(&squares) >= v->files)
        write_text(w, "%s", ks_describe_region(v, &squares, "its goal", name));
    else
        list_squares(w, v, squares, " or ");
}

/* ---- Captures ---- */

/* The types that explosions spare, so far as there are others. */
static void describe_explosions(struct writer *w, const ks_variant *v) {
    write_text(w, "A capture blows up the piece that captures, the piece that is captured, and all pieces");
    if (v->unblown) {
        write_text(w, " but ");
        ks_describe_types(w, v, v->unblown);
    }
    write_text(w, " on the squares around.");
    if (v->royal != NO_TYPE)
        write_text(w,
                   " Nobody may blow up the own %s. While the two stand side by side, neither is in check.",
                   royal_name(v));
    write_text(w, "\n");
}

/* ---- Passing ---- */

static void describe_passing(struct writer *w, const ks_variant *v) {
    static const char *const material[] = {
        [MATERIAL_UNCOUNTED] = "a draw",
        [MATERIAL_JANGGI] =
            ("won by who has the better pieces, with one and a half points more for black: 13 for each "
             "rook, 7 for a cannon, 5 for a horse, 3 for an elephant or guard, 2 for a soldier"),
        [MATERIAL_UNWEIGHTED] = "won by who has more pieces",
        [MATERIAL_DRAW_WHITE] = "won by white unless black has more pieces",
        [MATERIAL_DRAW_BLACK] = "won by black unless white has more pieces"};
    if (v->passing)
        write_text(w, "A side %s. When both have passed, one after the other, the game is over.\n",
                   v->passing == PASS_ALWAYS ? "that isn't in check may pass"
                                             : "passes that isn't in check and can't move");
    if (v->bikjang && v->royal != NO_TYPE)
        write_text(
            w,
            "Who leaves the %ss on one rank or file with nothing between calls bikjang: the other side has "
            "to part them, or passes, and the game is over.\n",
            royal_name(v));
    if (v->material)
        write_text(w, "A game that ends without a winner is %s.\n", material[v->material]);
}

/* ---- Gates and walls ---- */

static void describe_gates(struct writer *w, const ks_variant *v) {
    if (v->seirawan)
        write_text(w, "When a piece leaves its first square on the first rank, a piece from the hand may be "
                      "put there in the same move; in castling on the king's square or the rook's. That "
                      "neither answers a check nor hides the king.\n");
    if (v->cambodian && v->royal != NO_TYPE && v->met != NO_TYPE)
        write_text(
            w,
            "From its first square, as long as it hasn't moved, the %s may leap two squares sideways and one "
            "forward without capturing, but not out of check; the %s two squares forward.\n",
            royal_name(v), v->types[v->met].name);
    if (v->petrifies)
        write_text(w, "Whatever captures becomes a wall, but for pawns, and no %s may capture. ",
                   royal_name(v));
    if (v->walled)
        write_text(w, "Walls, * on the board, stand in the way of all and are never captured.\n");
}

static void describe_captures(struct writer *w, const ks_variant *v) {
    describe_gates(w, v);
    if (v->must_capture)
        write_text(w, "Who can capture has to.\n");
    if (v->blasts)
        describe_explosions(w, v);
    if (v->drops)
        ks_describe_drops(w, v);
    if (!v->checking)
        write_text(w, "No move may give check.\n");
    if (v->faces && v->royal != NO_TYPE)
        write_text(w, "The two %ss may not stand on one rank or file with nothing between.\n", royal_name(v));
    if (!is_empty_set(&v->diagonals)) {
        write_text(w, "Diagonal lines of the board join ");
        list_squares(w, v, v->diagonals, " and ");
        write_text(w, ".\n");
    }
    describe_passing(w, v);
}

/* ---- Ends ---- */

static const char *const outcomes[] = {"loses", "draws", "wins"};

static void describe_extinction(struct writer *w, const ks_variant *v) {
    const struct extinction *const rule = &v->extinction;
    if (rule->value == EXTINCTION_NONE)
        return;
    if (v->may_lose_king) {
        write_text(w, " Whose %s is blown up loses.", royal_name(v));
        return;
    }
    if (rule->all && rule->count == 1 && v->royal != NO_TYPE)
        write_text(w, " Who has nothing but the %s left %s", royal_name(v), outcomes[rule->value + 1]);
    else if (rule->all && rule->count == 0)
        write_text(w, " Who has no pieces left %s", outcomes[rule->value + 1]);
    else if (rule->count == 0) {
        write_text(w, " Who has no ");
        ks_describe_types(w, v, rule->types);
        write_text(w, " left %s", outcomes[rule->value + 1]);
    } else {
        write_text(w, " Who is down to %u of ", rule->count);
        if (rule->all)
            write_text(w, "all pieces");
        else
            ks_describe_types(w, v, rule->types);
        write_text(w, " %s", outcomes[rule->value + 1]);
    }
    if (rule->claim && rule->opponents == rule->count + 1)
        write_text(w, ", unless the next move brings the other side to the same");
    else if (rule->opponents)
        write_text(w, " while the other side has %u or more", rule->opponents);
    write_text(w, ".");
}

static void describe_flag(struct writer *w, const ks_variant *v) {
    const ks_squares *const goals = v->flag.region;
    const uint32_t all = all_types(v);
    const bool same = v->flag.types[KS_WHITE] == v->flag.types[KS_BLACK] &&
                      is_subset(&goals[KS_WHITE], &goals[KS_BLACK]) &&
                      is_subset(&goals[KS_BLACK], &goals[KS_WHITE]);
    if (!(v->flag.types[KS_WHITE] | v->flag.types[KS_BLACK]))
        return;
    for (unsigned side = KS_WHITE; side <= (same ? KS_WHITE : KS_BLACK); side++) {
        if (!v->flag.types[side])
            continue;
        write_text(w, " %s wins by bringing ", same ? "A side" : side == KS_WHITE ? "White" : "Black");
        if (v->flag.count > 1)
            write_text(w, "%u pieces of ", v->flag.count);
        else
            write_text(w, "a ");
        if (v->flag.types[side] == all)
            write_text(w, "%s", v->flag.count > 1 ? "any kind" : "piece");
        else
            ks_describe_types(w, v, v->flag.types[side]);
        write_text(w, " to ");
        write_squares(w, v, goals[side]);
        if (v->flag.blocked)
            write_text(w, ", or one when all of these squares are occupied");
        write_text(w, ".");
    }
    if (v->flag.answered && (v->flag.types[KS_WHITE] >> v->royal != 1 || v->flag.count > 1))
        write_text(w, " It has to be there still after the other side's next move.");
    else if (v->flag.answered)
        write_text(w, " When white gets there first, black draws by getting there with the next move.");
}

static void describe_connection(struct writer *w, const ks_variant *v) {
    const char *lines[3];
    unsigned count = 0;
    if (!v->connect)
        return;
    if (v->connects_ranks)
        lines[count++] = "rank";
    if (v->connects_files)
        lines[count++] = "file";
    if (v->connects_diagonals)
        lines[count++] = "diagonal";
    write_text(w, " Who has %u pieces side by side on a ", v->connect);
    for (unsigned i = 0; i < count; i++)
        write_text(w, "%s%s", before_item(i, count), lines[i]);
    write_text(w, " wins.");
}

static void describe_mates(struct writer *w, const ks_variant *v) {
    static const char *const countings[] = {[COUNTING_MAKRUK] = "makruk",
                                            [COUNTING_CAMBODIAN] = "Cambodian chess",
                                            [COUNTING_ASEAN] = "ASEAN chess"};
    if (v->stalemate_counts)
        write_text(
            w, " That holds for the stalemated side with fewer pieces; with more it gets the opposite, with "
               "as many it draws.");
    if (v->mates_by_shak)
        write_text(
            w, " A mate by knights alone loses; a mate draws if no check of the series up to it was given by "
               "a knight, rook or bers.");
    if (v->king_stands && v->royal != NO_TYPE)
        write_text(w, " The %s may not go away from check, but only capture what gives it.", royal_name(v));
    if (v->counting)
        write_text(w,
                   " Who is bare, or sees no pawns left, may count moves, after which the game is drawn: the "
                   "counting rules of %s.",
                   countings[v->counting]);
}

/* When pieces of types that may be royal aren't. */
static void describe_crowned(struct writer *w, const ks_variant *v) {
    const struct crowned *const crowned = &v->crowned;
    if (crowned->most >= v->squares)
        write_text(w, " Of several, each is royal.");
    else if (crowned->together)
        write_text(w, " Who has more than %u of a kind may leave some in check, but not all at once.",
                   crowned->most);
    else
        write_text(w, " Who has more than %u of a kind may leave these in check.", crowned->most);
}

static void describe_royals(struct writer *w, const ks_variant *v) {
    const uint32_t king = v->royal == NO_TYPE ? 0 : (uint32_t)1 << v->royal;
    write_text(w, "Whose ");
    ks_describe_types(w, v, king | v->crowned.types);
    write_text(w, " is attacked and can't be saved %s. Who can't move otherwise %s.",
               outcomes[v->checkmate + 1], outcomes[v->stalemate + 1]);
    describe_crowned(w, v);
}

static void describe_mate(struct writer *w, const ks_variant *v) {
    if (v->crowned.types && v->checking)
        describe_royals(w, v);
    else if (v->royal == NO_TYPE)
        write_text(w, "No piece is royal. Who can't move %s.", outcomes[v->stalemate + 1]);
    else if (!v->checking)
        write_text(w, "Who can't move %s.", outcomes[v->stalemate + 1]);
    else
        write_text(w, "Whose %s is attacked and can't be saved %s. Who can't move otherwise %s.",
                   royal_name(v), outcomes[v->checkmate + 1], outcomes[v->stalemate + 1]);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (v->kingless[side])
            write_text(w, " %s has no %s.", side == KS_WHITE ? "White" : "Black", royal_name(v));
}

static void describe_repetition(struct writer *w, const ks_variant *v) {
    if (v->repetition == 0)
        write_text(w, " A draw may be claimed when a position is there %u times.", v->draw_repetitions);
    else
        write_text(w, " When a position is there %u times, %s %s.", v->draw_repetitions,
                   v->repetition_of_white ? "white" : "who is to move", v->repetition > 0 ? "wins" : "loses");
    if (v->perpetual_check_loses)
        write_text(w, " Who repeats a position by giving check with every move loses.");
    if (v->perpetual_chase_loses)
        write_text(w, " Who repeats it by chasing a piece with every move loses too.");
    if (v->no_going_back)
        write_text(w, " A piece may not go to and fro %u times.", v->draw_repetitions - 1);
}

static void describe_end(struct writer *w, const ks_variant *v) {
    describe_mate(w, v);
    describe_extinction(w, v);
    describe_flag(w, v);
    describe_connection(w, v);
    describe_mates(w, v);
    if (v->checks)
        write_text(w, " Who has given %u check%s wins.", v->checks, v->checks == 1 ? "" : "s");
    if (v->draw_moves)
        write_text(w, " A draw may be claimed after %u moves without capture or pawn move.", v->draw_moves);
    if (v->draw_repetitions)
        describe_repetition(w, v);
    write_text(w, "\n");
}

size_t ks_variant_describe_rules(const ks_variant *v, char *text, size_t room) {
    struct writer w = {text, room, 0};
    describe_castling(&w, v);
    describe_captures(&w, v);
    if (v->must_stay_mobile)
        write_text(&w, "Nothing may go where it could never move again.\n");
    describe_end(&w, v);
    return w.length;
}
