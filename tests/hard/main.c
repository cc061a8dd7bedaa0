/* Writes c/cli/commands/diff/hard.epd to standard output: the positions of composed.def, and for every row of
 * events.def one position with either side to move, from random boards. build/hard [POSITIONS [SEED]]
 * searches that many positions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hard/boards.h"
#include "hard/composed.h"
#include "hard/events.h"
#include "rules/position.h"

enum { DEPTH = 4, NODES_MAX = 1000000 };

/* A position that shows a rule by this move. */
struct example {
    ks_position position;
    char move[KS_UCI_SIZE];
    int worth;
};

/* [event][side to move]: the best example so far, without a move when there is none; and the number of
 * examples. */
static struct example best[EVENTS][2];
static uint64_t seen[EVENTS][2];

/* ---- Searching ---- */

static int count_pieces(const ks_position *position) {
    int pieces = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        pieces += position->board[square] != KS_EMPTY;
    return pieces;
}

static bool is_taken(const ks_position *position) {
    for (unsigned event = 0; event < EVENTS; event++)
        if (best[event][position->side_to_move].position.key == position->key)
            return true;
    return false;
}

static bool is_open(unsigned event, unsigned side) {
    return best[event][side].move[0] == '\0';
}

/* Prefers the rule without an example, else the rarer one, as the one that a position shows. */
static bool comes_before(unsigned a, unsigned b, unsigned side) {
    if (is_open(a, side) != is_open(b, side))
        return is_open(a, side);
    return seen[a][side] < seen[b][side];
}

static const struct trial *find(const struct event *event, const struct trial *trials, size_t count) {
    for (const struct trial *trial = trials; trial < trials + count; trial++)
        if (event_holds(event, trial))
            return trial;
    return NULL;
}

/* A position is worth more when it shows more rules with fewer pieces, little when nothing is legal, and less
 * when it needs Chess960 for a rule that does not. */
static int worth_without_rules(const ks_position *position) {
    return -count_pieces(position) - (ks_has_legal_move(position) ? 0 : 10) -
           (needs_chess960(position) ? 40 : 0);
}

static void look_at(const ks_position *position) {
    static struct trial trials[TRIALS_MAX];
    const size_t count = try_moves(position, trials);
    const unsigned side = position->side_to_move;
    unsigned served = EVENTS;
    struct example example = {.position = *position, .worth = worth_without_rules(position)};
    for (unsigned event = 0; event < EVENTS; event++) {
        const struct trial *trial = find(&events[event], trials, count);
        if (!trial)
            continue;
        example.worth++;
        seen[event][side]++;
        if (served == EVENTS || comes_before(event, served, side)) {
            served = event;
            memcpy(example.move, trial->text, sizeof example.move);
        }
    }
    if (served < EVENTS && (is_open(served, side) || best[served][side].worth < example.worth) &&
        !is_taken(position) && ks_perft(position, DEPTH) <= NODES_MAX)
        best[served][side] = example;
}

static void search(uint64_t positions, uint64_t seed) {
    ks_position position;
    for (uint64_t state = seed; positions > 0; positions--) {
        next_hard_position(&state, &position);
        look_at(&position);
    }
}

/* ---- Printing ---- */

/* Prints the operations after the position and its moves. */
static void print_operations(const ks_position *position, const char *sentence, const char *move, int code) {
    printf(" c0 \"%s\"; c1 \"%s %s\";", sentence, move, ks_error_name(code));
    for (unsigned depth = 1; depth <= DEPTH; depth++)
        printf(" D%u %" PRIu64 ";", depth, ks_perft(position, depth));
    putchar('\n');
}

static void print_composed(const struct composed *composed) {
    const ks_position end = composed_end(composed);
    fputs(composed->position, stdout);
    if (composed->moves[0])
        printf(" moves %s;", composed->moves);
    print_operations(&end, composed->sentence, composed->move, composed->code);
}

static void print_example(const struct event *event, const struct example *example) {
    char fen[KS_FEN_SIZE];
    ks_write_x_fen(&example->position, fen);
    for (int clock = 0; clock < 2; clock++)
        *strrchr(fen, ' ') = '\0';
    fputs(fen, stdout);
    print_operations(&example->position, event->sentence, example->move, event->code);
}

/* The format of the head: the number of positions, the seed, and NODES_MAX. */
static const char head[] =
    "# The hard set of Kingscan: small positions, each with a rule that move generators get wrong.\n"
    "#\n"
    "# A line is EPD: the position; c0, the rule; c1, a move that shows it, with \"ok\" or the reason\n"
    "# why it isn't legal, as `kingscan move --json` names it; D1 to D4, perft to these depths.\n"
    "# Where `moves` stand behind the position, all that is said of the position after them.\n"
    "# Castling rights are X-FEN's: KQkq mean the outermost rooks, other letters the file of a rook.\n"
    "# Where king or rook stand as in Chess960, set UCI_Chess960.\n"
    "#\n"
    "# Composed, or found in random boards, by `build/hard %" PRIu64 " %" PRIu64
    "` (tests/hard/): for each rule\n"
    "# and side to move the position that shows most rules with fewest pieces, D4 being at most %d.\n"
    "# The numbers are those that Stockfish and Fairy-Stockfish find; to ask either:\n"
    "#     tests/peers/against_stockfish.py build/kingscan --depth 4 --numbers c/cli/commands/diff/hard.epd "
    "\\\n"
    "#         [--stockfish PROGRAM]\n"
    "# Part of Kingscan, and free for any use: CC0 1.0 as well as its MIT licence.\n";

int main(int argc, char **argv) {
    const uint64_t positions = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    search(positions, seed);
    printf(head, positions, seed, NODES_MAX);
    for (unsigned number = 0; number < COMPOSED_POSITIONS; number++)
        for (unsigned exchanged = 0; exchanged < 2; exchanged++) {
            const struct composed composed = composed_position(number, exchanged);
            print_composed(&composed);
        }
    for (unsigned event = 0; event < EVENTS; event++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            if (!is_open(event, side))
                print_example(&events[event], &best[event][side]);
            else
                fprintf(stderr, "not found with %s to move: %s\n", side == KS_WHITE ? "white" : "black",
                        events[event].sentence);
    return 0;
}
