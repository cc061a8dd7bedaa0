/* Writes the sentences that describe the rules of a variant. */

#include "variant/definition/squares.h"
#include "variant/describe/describe.h"

/* ==== Rules ==== */

static void describe_castling(struct writer *w, const ks_variant *v) {
    if (!v->castles) {
        write_text(w, "There is no castling.\n");
        return;
    }
    write_text(w, "Castling moves the %s to the %c-file or the %c-file, and the other piece (%s",
               castler_name(v), 'a' + (int)v->castling_file[KS_KINGSIDE],
               'a' + (int)v->castling_file[KS_QUEENSIDE], v->castling_types ? "" : "none");
    ks_describe_types(w, v, v->castling_types);
    write_text(w, ") to the square next to it on the inside.%s\n",
               v->royal_castles ? ""
               : v->crowned.types >> v->castling_king & 1
                   ? " It may not castle over attacked squares while it is royal."
                   : " It may castle over attacked squares.");
    if (v->castling_takes)
        write_text(w, "When one side has castled, the other side may not castle to the same wing.\n");
}

/* Writes the names of squares. last: the word before the last one, such as " or ". */
static void describe_squares(struct writer *w, const ks_variant *v, ks_variant_squares squares,
                             const char *last) {
    const unsigned count = count_squares(&squares);
    for (unsigned index = 0; !is_empty_set(&squares); index++)
        write_text(w, "%s%s", index + 1 == count && index > 0 ? last : before_item(index, 0),
                   ks_variant_square_name(v, take_square(&squares)));
}

static void write_squares(struct writer *w, const ks_variant *v, ks_variant_squares squares) {
    char name[40];
    if (count_squares(&squares) >= v->files)
        write_text(w, "%s", ks_describe_region(v, &squares, "its goal", name));
    else
        describe_squares(w, v, squares, " or ");
}

/* ---- Captures ---- */

static void describe_explosions(struct writer *w, const ks_variant *v) {
    write_text(w, "A capture blows up the capturing piece, the captured piece, and all adjacent pieces");
    if (v->unblown) {
        write_text(w, " except ");
        ks_describe_types(w, v, v->unblown);
    }
    write_text(w, ".");
    if (v->fireproof) {
        write_text(w, " A capturing ");
        ks_describe_types(w, v, v->fireproof);
        write_text(w, " stays.");
    }
    if (v->royal != NO_TYPE)
        write_text(w,
                   " A player may not blow up their own %s. While the two are adjacent, neither is in check.",
                   royal_name(v));
    write_text(w, "\n");
}

/* ---- Passing ---- */

static void describe_passing(struct writer *w, const ks_variant *v) {
    static const char *const material[] = {
        [MATERIAL_UNCOUNTED] = "a draw",
        [MATERIAL_JANGGI] =
            ("won by the side with more points: 13 for a rook, 7 for a cannon, 5 for a horse, 3 for an "
             "elephant or guard, 2 for a soldier, and one and a half for black"),
        [MATERIAL_UNWEIGHTED] = "won by the side with more pieces",
        [MATERIAL_DRAW_WHITE] = "won by white",
        [MATERIAL_DRAW_BLACK] = "won by black"};
    if (v->passing)
        write_text(
            w,
            "A side that is not in check %s. When both sides have passed in succession, the game is over.\n",
            v->passing == PASS_ALWAYS ? "may pass" : "passes if it cannot move");
    if (v->bikjang)
        write_text(
            w,
            "A side that leaves the %ss on one rank or file with nothing between them calls bikjang: the "
            "other side separates them, or passes and ends the game.\n",
            royal_name(v));
    if (v->material)
        write_text(w, "A game that ends without a winner is %s.\n", material[v->material]);
}

/* ---- Gates and walls ---- */

static void describe_walling(struct writer *w, const ks_variant *v) {
    static const char *const squares[] = {
        [WALLING_ARROW] = "on an empty square to which the moved piece could move next",
        [WALLING_DUCK] = "on an empty square, and takes away the one built before",
        [WALLING_EDGE] = "on an empty square at the edge of the board or beside a wall",
        [WALLING_PAST] = "on the square that the piece has left",
        [WALLING_STATIC] = "on an empty square"};
    const ks_variant_squares *const region = v->walling.region;
    write_text(w, "%s, a side builds a wall %s", v->walling.instead ? "Instead of moving" : "With each move",
               squares[v->walling.rule]);
    if (!is_subset(&v->board, &region[KS_WHITE]) || !is_subset(&v->board, &region[KS_BLACK])) {
        write_text(w, ", but only on ");
        ks_describe_regions(w, v, "on", &region[KS_WHITE], &region[KS_BLACK]);
    }
    write_text(w, ". ");
}

static void describe_gates(struct writer *w, const ks_variant *v) {
    if (v->seirawan)
        write_text(w,
                   "When a piece leaves its initial square on the first rank, a piece from the hand may be "
                   "placed there in the same move; after castling, on the king's square or the rook's. "
                   "The placed piece neither answers a check nor shields the king.\n");
    if (v->cambodian && v->royal != NO_TYPE && v->met != NO_TYPE)
        write_text(
            w,
            "As its first move, the %s may leap two squares sideways and one forward, but not out of check, "
            "and not after an enemy %s has come to its rank or file. As its first move, the %s may leap two "
            "squares forward. Neither leap captures.\n",
            royal_name(v), v->leap_taker == NO_TYPE ? "rook" : v->types[v->leap_taker].name,
            v->types[v->met].name);
    if (v->petrified) {
        write_text(w, "A capturing ");
        ks_describe_types(w, v, v->petrified);
        write_text(w, " becomes a wall%s. ", v->petrifies_blown ? ", as do all pieces that it blows up" : "");
    }
    if (v->walling.rule)
        describe_walling(w, v);
    if (v->walled)
        write_text(w, "Walls (* on the board) block all pieces and are never captured.\n");
}

static void describe_flips(struct writer *w, const ks_variant *v) {
    write_text(w, "%s change sides.\n",
               v->flips == ENCLOSING_REVERSI
                   ? "All enemies in unbroken rows between the piece moved or dropped and others of its side"
               : v->flips == ENCLOSING_ATAXX
                   ? "All enemies next to the piece moved or dropped"
                   : "All enemies next to the piece moved, or dropped next to another of its side,");
}

static void describe_captures(struct writer *w, const ks_variant *v) {
    describe_gates(w, v);
    if (v->must_capture)
        write_text(w, "A player who can capture must do so.\n");
    if (v->blasts)
        describe_explosions(w, v);
    if (v->drops)
        ks_describe_drops(w, v);
    if (!v->checking)
        write_text(w, "No move may give check.\n");
    if (v->faces)
        write_text(w, "The two %ss may not stand on one rank or file with nothing between them.\n",
                   royal_name(v));
    if (!is_empty_set(&v->diagonals)) {
        write_text(w, "Diagonal lines of the board join ");
        describe_squares(w, v, v->diagonals, " and ");
        write_text(w, ".\n");
    }
    if (v->flips)
        describe_flips(w, v);
    describe_passing(w, v);
}

/* ---- Ends ---- */

static const char *const outcomes[] = {"loses", "draws", "wins"};

/* Writes "A player with no Queen or Rook left" or "A player with at most 2 Kings left". */
static void write_few(struct writer *w, const ks_variant *v, const struct extinction *rule) {
    const bool several = (rule->types & (rule->types - 1)) != 0;
    if (rule->count == 0)
        write_text(w, " A player with no ");
    else
        write_text(w, " A player with at most %u %s", rule->count, several ? "of any of " : "");
    ks_describe_types(w, v, rule->types);
    write_text(w, "%s left", rule->count > 1 && !several ? "s" : "");
}

static void describe_extinction(struct writer *w, const ks_variant *v) {
    const struct extinction *const rule = &v->extinction;
    if (rule->value == EXTINCTION_NONE)
        return;
    if (v->may_lose_king) {
        write_text(w, " A player whose %s is blown up loses.", royal_name(v));
        return;
    }
    if (rule->all && rule->count == 1 && v->royal != NO_TYPE)
        write_text(w, " A player with only the %s left", royal_name(v));
    else if (rule->all && rule->count == 0)
        write_text(w, " A player with no pieces left");
    else if (rule->all)
        write_text(w, " A player with at most %u pieces left", rule->count);
    else
        write_few(w, v, rule);
    write_text(w, " %s", outcomes[rule->value + 1]);
    if (rule->claim && rule->opponents == rule->count + 1)
        write_text(w, ", unless the next move reduces the other side to the same");
    else if (rule->opponents)
        write_text(w, " while the other side has %u or more", rule->opponents);
    write_text(w, ".");
}

static void describe_flag(struct writer *w, const ks_variant *v) {
    const ks_variant_squares *const goals = v->flag.region;
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
        write_text(w, "%s.", v->flag.safe ? ", where no enemy attacks it" : "");
    }
    if (v->flag.answered && (v->flag.types[KS_WHITE] >> v->royal != 1 || v->flag.count > 1))
        write_text(w, " It must still be there after the other side's next move.");
    else if (v->flag.answered)
        write_text(w, " When white gets there first, black draws by getting there on the next move.");
}

/* Writes "rank, file or diagonal": the lines on which pieces connect. */
static void write_lines(struct writer *w, const struct connection *rule) {
    const char *lines[3];
    unsigned count = 0;
    if (rule->ranks)
        lines[count++] = "rank";
    if (rule->files)
        lines[count++] = "file";
    if (rule->diagonals)
        lines[count++] = "diagonal";
    for (unsigned i = 0; i < count; i++)
        write_text(w, "%s%s", before_item(i, count), lines[i]);
}

/* Writes "3 pieces", "3 Knights" or "3 of Knight or Rook". */
static void write_count(struct writer *w, const ks_variant *v, unsigned count) {
    const uint32_t types = v->connection.types;
    write_text(w, " A player with %u ", count);
    if (types == all_types(v))
        write_text(w, "pieces");
    else if (types & (types - 1)) {
        write_text(w, "of ");
        ks_describe_types(w, v, types);
    } else {
        ks_describe_types(w, v, types);
        write_text(w, "s");
    }
}

static void describe_chains(struct writer *w, const ks_variant *v) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const ks_variant_squares *const ends = v->connection.ends[side];
        if (is_empty_set(&ends[0]) || is_empty_set(&ends[1]))
            continue;
        write_text(w, " %s %s by a chain of pieces from ", side == KS_WHITE ? "White" : "Black",
                   outcomes[v->connection.value + 1]);
        write_squares(w, v, ends[0]);
        write_text(w, " to ");
        write_squares(w, v, ends[1]);
        write_text(w, ", each next to another on a ");
        write_lines(w, &v->connection);
        write_text(w, ".");
    }
}

static void describe_connection(struct writer *w, const ks_variant *v) {
    const struct connection *const rule = &v->connection;
    const char *const value = outcomes[rule->value + 1];
    if (rule->row) {
        write_count(w, v, rule->row);
        write_text(w, " in a row on a ");
        write_lines(w, rule);
        write_text(w, " %s.", value);
    }
    if (rule->scattered) {
        write_count(w, v, rule->scattered);
        write_text(w, " anywhere on one ");
        write_lines(w, rule);
        write_text(w, " %s.", value);
    }
    if (rule->block) {
        write_count(w, v, rule->block * rule->block);
        write_text(w, " in a square of %u by %u %s.", rule->block, rule->block, value);
    }
    describe_chains(w, v);
    if (v->full_ends)
        write_text(w, " A full board ends the game%s.", v->material ? "" : " in a draw");
}

static void describe_mates(struct writer *w, const ks_variant *v) {
    static const char *const countings[] = {[COUNTING_MAKRUK] = "makruk",
                                            [COUNTING_CAMBODIAN] = "Cambodian chess",
                                            [COUNTING_ASEAN] = "ASEAN chess"};
    if (v->stalemate_counts)
        write_text(
            w, " A stalemated side gets this result only with fewer pieces than the other side; with more it "
               "gets the opposite, and with equally many it draws.");
    if (v->mates_by_shak)
        write_text(
            w,
            " A mate by knights alone loses. A mate draws when no check of the series that leads to it was "
            "given by a knight, rook or bers.");
    if (v->king_stands)
        write_text(w, " The %s may not move out of check; it may only capture the checking piece.",
                   royal_name(v));
    if (v->counting)
        write_text(
            w,
            " A player with a bare king, or any player when no pawns are left, may count moves to a draw, by "
            "the counting rules of %s.",
            countings[v->counting]);
}

/* Writes when pieces of types that may be royal are not. */
static void describe_crowned(struct writer *w, const ks_variant *v) {
    const struct crowned *const crowned = &v->crowned;
    if (crowned->most >= v->squares)
        write_text(w, " When a side has several, each is royal.");
    else if (crowned->together)
        write_text(w, " A player with more than %u of a kind may leave some in check, but not all at once.",
                   crowned->most);
    else
        write_text(w, " A player with more than %u of a kind may leave these in check.", crowned->most);
}

static void describe_royals(struct writer *w, const ks_variant *v) {
    const uint32_t king = v->royal == NO_TYPE ? 0 : (uint32_t)1 << v->royal;
    write_text(w, "A player whose ");
    ks_describe_types(w, v, king | v->crowned.types);
    write_text(w, " is attacked and cannot be saved %s. Otherwise a player without a legal move %s.",
               outcomes[v->checkmate + 1], outcomes[v->stalemate + 1]);
    describe_crowned(w, v);
}

static void describe_mate(struct writer *w, const ks_variant *v) {
    if (v->crowned.types && v->checking)
        describe_royals(w, v);
    else if (v->royal == NO_TYPE)
        write_text(w, "No piece is royal. A player without a legal move %s.", outcomes[v->stalemate + 1]);
    else if (!v->checking)
        write_text(w, "A player without a legal move %s.", outcomes[v->stalemate + 1]);
    else
        write_text(w,
                   "A player whose %s is attacked and cannot be saved %s. Otherwise a player without a legal "
                   "move %s.",
                   royal_name(v), outcomes[v->checkmate + 1], outcomes[v->stalemate + 1]);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (v->kingless[side])
            write_text(w, " %s has no %s.", side == KS_WHITE ? "White" : "Black", royal_name(v));
}

static void describe_repetition(struct writer *w, const ks_variant *v) {
    if (v->repetition == 0)
        write_text(w, " A draw may be claimed when a position occurs %u times.", v->draw_repetitions);
    else
        write_text(w, " When a position occurs %u times, %s %s.", v->draw_repetitions,
                   v->repetition_of_white ? "white" : "the side to move",
                   v->repetition > 0 ? "wins" : "loses");
    if (v->perpetual_check_loses)
        write_text(w, " A player who repeats a position by giving check with every move loses.");
    if (v->perpetual_chase_loses)
        write_text(w, " A player who repeats it by chasing a piece with every move loses too.");
    if (v->no_going_back)
        write_text(w, " A piece may not move back and forth %u times.", v->draw_repetitions - 1);
}

static void describe_castling_wins(struct writer *w, const ks_variant *v) {
    static const char *const wings[] = {"", "kingside", "queenside", "to either wing"};
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (v->castling_wins[side])
            write_text(w, " %s wins by castling %s, and loses when that has become impossible.",
                       side == KS_WHITE ? "White" : "Black", wings[v->castling_wins[side]]);
}

static void describe_end(struct writer *w, const ks_variant *v) {
    describe_mate(w, v);
    describe_extinction(w, v);
    describe_flag(w, v);
    describe_connection(w, v);
    describe_castling_wins(w, v);
    describe_mates(w, v);
    if (v->checks)
        write_text(w, " A player who has given %u check%s wins.", v->checks, v->checks == 1 ? "" : "s");
    if (v->draw_moves)
        write_text(w, " A draw may be claimed after %u moves without a capture or pawn move.", v->draw_moves);
    if (v->draw_repetitions)
        describe_repetition(w, v);
    write_text(w, "\n");
}

size_t ks_variant_describe_rules(const ks_variant *v, char *text, size_t room) {
    struct writer w = {text, room, 0};
    describe_castling(&w, v);
    describe_captures(&w, v);
    if (v->must_stay_mobile)
        write_text(&w, "No piece may move to a square that it could never leave.\n");
    describe_end(&w, v);
    return w.length;
}

/* ==== Hands and drops ==== */

/* Writes the sentences about hands and drops. */

/* ---- Captured pieces ---- */

static bool has_promoting_pawns(const ks_variant *v) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned type = 0; type < v->type_count; type++)
            if (v->types[type].promotes[side] && v->promotion_types[side])
                return true;
    return false;
}

static void describe_hand(struct writer *w, const ks_variant *v) {
    write_text(w, v->blasts ? "A piece that is captured or blown up goes to the hand of its owner's opponent"
                            : "A captured piece goes to the hand of the capturing side");
    if (!v->marks_promoted)
        write_text(w, "; a promoted one stays promoted");
    else if (v->turns)
        write_text(w, "; a promoted one loses its promotion");
    else if (has_promoting_pawns(v))
        write_text(w, "; a promoted one becomes a %s", v->types[v->unpromoted].name);
    write_text(w, ". ");
}

/* ---- The squares of drops ---- */

static bool is_same(const ks_variant_squares *a, const ks_variant_squares *b) {
    return is_subset(a, b) && is_subset(b, a);
}

/* Returns whether a type may ever be in hand. */
static bool may_be_held(const ks_variant *v, unsigned type) {
    return type != v->royal && !is_promoted_type(v, type);
}

static bool share_region(const ks_variant *v, unsigned type, unsigned other) {
    return is_same(&v->drop_region[KS_WHITE][type], &v->drop_region[KS_WHITE][other]) &&
           is_same(&v->drop_region[KS_BLACK][type], &v->drop_region[KS_BLACK][other]);
}

/* Returns whether all types are dropped on the same squares as this one. */
static bool is_shared(const ks_variant *v, unsigned type) {
    bool shared = true;
    for (unsigned other = 0; other < v->type_count; other++)
        shared &= !may_be_held(v, other) || share_region(v, type, other);
    return shared;
}

/* Writes the squares on which a type is dropped, unless these are all. subject: such as "Pieces are". */
static void describe_drops_of(struct writer *w, const ks_variant *v, unsigned type, const char *subject) {
    const ks_variant_squares *const white = &v->drop_region[KS_WHITE][type],
                                    *const black = &v->drop_region[KS_BLACK][type];
    if (is_same(white, &v->board) && is_same(black, &v->board))
        return;
    write_text(w, " %s dropped only on ", subject);
    ks_describe_regions(w, v, "on", white, black);
    write_text(w, ".");
}

static void describe_regions(struct writer *w, const ks_variant *v) {
    char subject[64];
    for (unsigned type = 0; type < v->type_count; type++) {
        if (!may_be_held(v, type))
            continue;
        if (is_shared(v, type)) {
            describe_drops_of(w, v, type, "Pieces are");
            return;
        }
        if (is_empty_set(&v->drop_region[KS_WHITE][type]) && is_empty_set(&v->drop_region[KS_BLACK][type])) {
            write_text(w, " The %s is never dropped.", v->types[type].name);
            continue;
        }
        snprintf(subject, sizeof subject, "The %s is", v->types[type].name);
        describe_drops_of(w, v, type, subject);
    }
}

/* ---- Limits ---- */

static void describe_doubled(struct writer *w, const ks_variant *v) {
    const struct drop_limits *const limits = &v->drop_limits;
    if (limits->no_doubled == NO_TYPE)
        return;
    const char *const name = v->types[limits->no_doubled].name;
    if (limits->doubled_count == 0)
        write_text(w, " No %s may be dropped.", name);
    else if (limits->doubled_count == 1)
        write_text(w, " No %s may be dropped on a file that has another of its side.", name);
    else
        write_text(w, " No %s may be dropped on a file that has %u others of its side.", name,
                   limits->doubled_count);
}

static void describe_enclosing(struct writer *w, const ks_variant *v) {
    static const char *const rules[] = {
        [ENCLOSING_REVERSI] = "where they enclose a row of enemies between themselves and another piece of "
                              "their side",
        [ENCLOSING_ATAXX] = "next to a piece of their side",
        [ENCLOSING_QUADWRANGLE] = "next to a piece of their side",
        [ENCLOSING_SNORT] = "on squares that share no side with that of an enemy",
        [ENCLOSING_ANYSIDE] = "where they stop when they slide onto the board from an edge",
        [ENCLOSING_TOP] = "on white's first rank, or directly above another piece"};
    const struct drop_limits *const limits = &v->drop_limits;
    write_text(w, " Pieces are dropped only %s.", rules[limits->enclosing]);
    if (is_empty_set(&limits->enclosing_start))
        return;
    write_text(w, " The first ones go to ");
    describe_squares(w, v, limits->enclosing_start, " and ");
    write_text(w, " instead, until these are full.");
}

static void describe_limits(struct writer *w, const ks_variant *v) {
    const struct drop_limits *const limits = &v->drop_limits;
    if (limits->enclosing)
        describe_enclosing(w, v);
    describe_doubled(w, v);
    if (limits->no_mate != NO_TYPE)
        write_text(w, " No %s may be dropped to give mate.", v->types[limits->no_mate].name);
    if (limits->one_a_shade != NO_TYPE)
        write_text(w, " A side may not drop two %ss on squares of one colour.",
                   v->types[limits->one_a_shade].name);
}

static void describe_musts(struct writer *w, const ks_variant *v) {
    const uint32_t all = ~(uint32_t)0 >> (32 - v->type_count);
    uint32_t musts = v->drop_limits.musts;
    for (unsigned type = 0; type < v->type_count; type++)
        musts |= (uint32_t)!may_be_held(v, type) << type;
    if (!v->drop_limits.musts)
        return;
    if (musts == all) {
        write_text(w, " A player who can drop a piece must do so as long as any is in hand.");
        return;
    }
    write_text(w, " A player who can drop a ");
    ks_describe_types(w, v, v->drop_limits.musts);
    write_text(w, " must do so, before any other move or drop.");
}

void ks_describe_drops(struct writer *w, const ks_variant *v) {
    if (v->to_hand)
        describe_hand(w, v);
    write_text(w, "Instead of moving, a side may drop a piece %son an empty square%s.",
               v->free_drops ? "" : "from its hand ", v->drop_checks ? "" : ", but not to give check");
    if (v->drop_promoted && v->turns)
        write_text(w, " A piece may be dropped in its promoted form, too.");
    describe_regions(w, v);
    describe_limits(w, v);
    describe_musts(w, v);
    if (v->castles_dropped && v->castles)
        write_text(w, " The %s may castle even when it or the other piece was dropped on its initial square.",
                   royal_name(v));
    write_text(w, "\n");
}
