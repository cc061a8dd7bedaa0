/* Prints what `kingscan stats` has counted, as a table and as JSON. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/waiting.h"
#include "cli/commands/stats/task.h"

/* ==== The table ==== */

/* Columns for people, tabs for programs: a name, a number, and its share of all positions. */

enum { NAME_WIDTH = 18, NUMBER_WIDTH = 15 };

static void put_row(const char *name, const char *number, const char *share) {
    if (isatty(STDOUT_FILENO))
        put_format(&standard_output, "%-*s%*s%10s\n", NAME_WIDTH, name, NUMBER_WIDTH, number, share);
    else
        put_format(&standard_output, "%s\t%s\t%s\n", name, number, share);
}

static void put_count(const char *name, uint64_t count, uint64_t all) {
    char number[NUMBER_SIZE], share[16];
    snprintf(share, sizeof share, "%.2f%%", all ? 100.0 * (double)count / (double)all : 0);
    put_row(name, write_number(count, isatty(STDOUT_FILENO), number), share);
}

/* Writes a row with '-' when no position of the formats read could have it: all is 0, but there are
 * positions. */
static void put_known(const struct statistics *s, const char *name, uint64_t count, uint64_t all) {
    if (all == 0 && s->positions > 0)
        put_row(name, "-", "-");
    else
        put_count(name, count, all);
}

static void put_number(const char *name, const char *what, const struct distribution *d, int decimals,
                       double number) {
    char row[64], text[32];
    snprintf(row, sizeof row, "%s %s", name, what);
    snprintf(text, sizeof text, "%.*f", decimals, number);
    put_row(row, d->count ? text : "-", "-");
}

static void put_distribution(const char *name, struct distribution d) {
    char what[16];
    put_number(name, "least", &d, 0, d.least);
    put_number(name, "most", &d, 0, d.most);
    put_number(name, "mean", &d, 2, d.mean);
    for (unsigned i = 0; i < PERCENTILES; i++) {
        snprintf(what, sizeof what, "%u%%", stats_percentiles[i]);
        put_number(name, what, &d, 0, d.percentiles[i]);
    }
}

void put_stats_table(const struct statistics *s) {
    const uint64_t all = s->positions, distinct = estimate_distinct(s), scored = s->with_score > 0 ? all : 0,
                   with_result = s->with_result > 0 ? all : 0;
    uint64_t kinds[STATS_KINDS];
    char name[32];
    put_count("positions", all, all);
    put_known(s, "chains", s->chains, s->in_chains);
    put_count("distinct about", distinct, all);
    put_count("repeated about", all - distinct, all);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        put_count(ks_verdict_name(verdict), s->verdicts[verdict], all);
    put_count("no position", s->invalid, all);
    count_kinds(s, kinds);
    for (unsigned i = 0; i < STATS_KINDS; i++)
        put_known(s, stats_kinds[i].name, kinds[i], s->with_move);
    put_known(s, "skipped", count_skipped(s), scored);
    for (unsigned i = 2 * STATS_RESULTS; i-- > 0;) {
        const bool of_white = i < STATS_RESULTS;
        const unsigned result = i % STATS_RESULTS;
        snprintf(name, sizeof name, "%s%s", of_white ? "white " : "", stats_results[result]);
        put_known(s, name, count_results(s, result, of_white),
                  of_white && s->with_side == 0 ? 0 : with_result);
    }
    put_distribution("score", distribution_of_scores(s));
    put_distribution("ply", distribution_of_plies(s));
    for (unsigned least = 1; least <= 32; least += 4) {
        snprintf(name, sizeof name, "pieces %u..%u", least, least + 3);
        put_count(name, count_pieces_from(s, least, least + 3), all);
    }
}

/* ==== JSON ==== */

static void put_json_distribution(struct json *json, struct distribution d) {
    char name[16];
    json_signed(json, "least", d.least);
    json_signed(json, "most", d.most);
    json_real(json, "mean", d.mean, 3);
    json_open_object(json, "percentiles");
    for (unsigned i = 0; i < PERCENTILES; i++) {
        snprintf(name, sizeof name, "%u", stats_percentiles[i]);
        json_signed(json, name, d.percentiles[i]);
    }
    json_close_object(json);
}

static void put_json_counts(struct json *json, const char *name, const uint64_t *counts, size_t count) {
    json_open_array(json, name);
    for (size_t i = 0; i < count; i++)
        json_unsigned(json, NULL, counts[i]);
    json_close_array(json);
}

static void put_json_kinds(struct json *json, const struct statistics *s) {
    uint64_t counts[STATS_KINDS];
    if (s->with_move == 0 && s->positions > 0)
        return;
    count_kinds(s, counts);
    json_open_object(json, "kinds");
    for (unsigned i = 0; i < STATS_KINDS; i++)
        json_unsigned(json, stats_kinds[i].json, counts[i]);
    json_close_object(json);
}

static void put_json_results(struct json *json, const struct statistics *s) {
    for (unsigned of_white = 0; of_white < 2; of_white++) {
        if ((of_white ? s->with_side : s->with_result) == 0 && s->positions > 0)
            return;
        json_open_object(json, of_white ? "results_of_white" : "results");
        for (unsigned result = STATS_RESULTS; result-- > 0;)
            json_unsigned(json, stats_results[result], count_results(s, result, of_white));
        json_close_object(json);
    }
}

/* Scores in ranges, those that occur. A range has SCORES_TOGETHER of them and begins with a multiple. */
static void put_json_scores(struct json *json, const struct statistics *s) {
    enum { SCORES_TOGETHER = 64 };
    if (s->with_score == 0 && s->positions > 0)
        return;
    json_open_object(json, "score");
    put_json_distribution(json, distribution_of_scores(s));
    json_open_array(json, "ranges");
    for (int from = -STATS_SCORE_ZERO; from < STATS_SCORE_ZERO; from += SCORES_TOGETHER) {
        const int to = from + SCORES_TOGETHER - 1;
        uint64_t counts[STATS_RESULTS];
        for (unsigned result = 0; result < STATS_RESULTS; result++)
            counts[result] = count_scores(s, from, to, result);
        if (counts[LOSS] + counts[DRAW] + counts[WIN] == 0)
            continue;
        json_open_object(json, NULL);
        json_signed(json, "from", from);
        json_signed(json, "to", to);
        for (unsigned result = STATS_RESULTS; result-- > 0;)
            json_unsigned(json, stats_results[result], counts[result]);
        json_close_object(json);
    }
    json_close_array(json);
    json_close_object(json);
}

static void put_json_distributions(struct json *json, const struct statistics *s) {
    const struct distribution plies = distribution_of_plies(s), pieces = distribution_of_pieces(s);
    json_open_object(json, "distributions");
    put_json_scores(json, s);
    if (plies.count > 0) {
        json_open_object(json, "ply");
        put_json_distribution(json, plies);
        put_json_counts(json, "counts", s->plies, (size_t)plies.most + 1);
        json_close_object(json);
    }
    json_open_object(json, "pieces");
    put_json_distribution(json, pieces);
    put_json_counts(json, "counts", s->pieces, (size_t)pieces.most + 1);
    json_close_object(json);
    json_close_object(json);
}

void put_stats_json(const struct statistics *s) {
    struct json json = json_start(&standard_output);
    const uint64_t distinct = estimate_distinct(s);
    json_open_object(&json, NULL);
    json_unsigned(&json, "positions", s->positions);
    if (s->in_chains)
        json_unsigned(&json, "chains", s->chains);
    json_unsigned(&json, "distinct_about", distinct);
    json_unsigned(&json, "repeated_about", s->positions - distinct);
    json_open_object(&json, "verdicts");
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        json_unsigned(&json, ks_verdict_name(verdict), s->verdicts[verdict]);
    json_close_object(&json);
    json_unsigned(&json, "no_position", s->invalid);
    json_unsigned(&json, "faults", s->faults);
    if (s->with_score > 0 || s->positions == 0)
        json_unsigned(&json, "skipped", count_skipped(s));
    put_json_kinds(&json, s);
    put_json_results(&json, s);
    put_json_distributions(&json, s);
    json_open_object(&json, "kings");
    put_json_counts(&json, "white", s->kings[KS_WHITE], 64);
    put_json_counts(&json, "black", s->kings[KS_BLACK], 64);
    json_close_object(&json);
    json_close_object(&json);
    json_end_line(&json);
}
