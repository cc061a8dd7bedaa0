/* The rows of the table are the members of the object, whose results and last positions are objects too. */
#include "cli/commands/games/counts.h"

#include <inttypes.h>
#include <unistd.h>

#include "cli/base/json.h"

void count_game(struct games_counts *counts, const struct played *played, enum ks_outcome result) {
    counts->games++;
    counts->moves += played->plies;
    counts->results[result]++;
    if (played->whole)
        counts->last[played->verdict]++;
    else
        counts->illegal++;
}

static void put_count(const char *name, uint64_t count) {
    put_format(&standard_output, isatty(STDOUT_FILENO) ? "%-12s%12" PRIu64 "\n" : "%s\t%" PRIu64 "\n", name,
               count);
}

/* In the order in which they are printed. */
static const enum ks_outcome results[] = {KS_WHITE_WINS, KS_BLACK_WINS, KS_DRAWN, KS_UNDECIDED};
enum { RESULTS = sizeof results / sizeof *results };

static void put_table(const struct games_counts *counts) {
    put_count("games", counts->games);
    put_count("moves", counts->moves);
    for (unsigned i = 0; i < RESULTS; i++)
        put_count(game_result_name(results[i]), counts->results[results[i]]);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        put_count(ks_verdict_name(verdict), counts->last[verdict]);
    put_count("illegal", counts->illegal);
}

static void put_object(const struct games_counts *counts) {
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_unsigned(&json, "games", counts->games);
    json_unsigned(&json, "moves", counts->moves);
    json_open_object(&json, "results");
    for (unsigned i = 0; i < RESULTS; i++)
        json_unsigned(&json, game_result_name(results[i]), counts->results[results[i]]);
    json_close_object(&json);
    json_open_object(&json, "last");
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        json_unsigned(&json, ks_verdict_name(verdict), counts->last[verdict]);
    json_unsigned(&json, "illegal", counts->illegal);
    json_close_object(&json);
    json_close_object(&json);
    json_end_line(&json);
}

void print_games_counts(const struct games_counts *counts, bool json) {
    (json ? put_object : put_table)(counts);
    flush_output(&standard_output);
}
