/* Writes the page of `kingscan stats`, with its charts. Charts are SVG without words, which stretches to the
 * width of the page; the words around them are HTML. */
#include "cli/commands/stats/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"

/* ==== Words ==== */

static void put_number(struct output *out, uint64_t number) {
    char text[NUMBER_SIZE];
    put_string(out, write_number(number, true, text));
}

static double share_of(uint64_t count, uint64_t all) {
    return all ? (double)count / (double)all : 0;
}

/* Begins a card. note: HTML, or NULL. */
static void open_card(struct output *out, const char *title, const char *note) {
    put_format(out, "<article class=\"chart\">\n<h2>%s</h2>\n", title);
    if (note)
        put_format(out, "<p class=\"remark\">%s</p>\n", note);
}

static void close_card(struct output *out) {
    put_string(out, "</article>\n");
}

/* ==== Bars ==== */

enum { BARS_MAX = 80 };

/* A bar for each range of so many numbers; of three parts when results are told apart, else all is in [0]. */
struct bars {
    int from, together;
    unsigned count;
    bool by_result, as_shares;
    uint64_t parts[BARS_MAX][STATS_RESULTS];
};

/* Returns a round number of numbers for a bar, so that the bars are at most BARS_MAX. */
static int choose_together(int numbers) {
    static const int factors[] = {1, 2, 5};
    int scale = 1;
    for (unsigned i = 0;; i++) {
        if (i > 0 && i % 3 == 0)
            scale *= 10;
        if (numbers / (factors[i % 3] * scale) < BARS_MAX - 2)
            return factors[i % 3] * scale;
    }
}

/* Returns bars for the numbers from least to most, which begin with a multiple of what a bar has. */
static struct bars bars_for(int least, int most) {
    struct bars bars = {.together = choose_together(most - least + 1)};
    const int below = least < 0 ? (bars.together - 1 - least) / bars.together : -(least / bars.together);
    bars.from = -below * bars.together;
    bars.count = (unsigned)((most - bars.from) / bars.together) + 1;
    return bars;
}

static uint64_t sum_of(const uint64_t parts[STATS_RESULTS]) {
    return parts[LOSS] + parts[DRAW] + parts[WIN];
}

/* Writes what a bar means, which a browser shows beside it. */
static void put_meaning(struct output *out, const struct bars *bars, unsigned i) {
    const int from = bars->from + (int)i * bars->together;
    put_format(out, "<title>%d", from);
    if (bars->together > 1)
        put_format(out, " to %d", from + bars->together - 1);
    put_string(out, ": ");
    put_number(out, sum_of(bars->parts[i]));
    for (unsigned result = STATS_RESULTS; bars->by_result && result-- > 0;)
        put_format(out, "; %s %.1f%%", stats_results[result],
                   100 * share_of(bars->parts[i][result], sum_of(bars->parts[i])));
    put_string(out, "</title>");
}

static void put_bar(struct output *out, const struct bars *bars, unsigned i, uint64_t highest) {
    const uint64_t *const parts = bars->parts[i], all = bars->as_shares ? sum_of(parts) : highest;
    double top = 100;
    put_string(out, "<g>");
    put_meaning(out, bars, i);
    for (unsigned result = 0; result < STATS_RESULTS; result++) {
        const double height = 100 * share_of(parts[result], all);
        top -= height;
        if (height > 0)
            put_format(out, "<rect class=\"%s\" x=\"%u.06\" y=\"%.2f\" width=\".88\" height=\"%.2f\"/>",
                       bars->by_result ? stats_results[result] : "bar", i, top, height);
    }
    put_string(out, "</g>\n");
}

/* Writes the chart, and five numbers below it. what: of the numbers, for those who cannot see it. */
static void put_bars(struct output *out, const struct bars *bars, const char *what) {
    enum { STEPS = 4 };
    uint64_t highest = 0;
    for (unsigned i = 0; i < bars->count; i++)
        highest = sum_of(bars->parts[i]) > highest ? sum_of(bars->parts[i]) : highest;
    put_string(out, "<p class=\"height\">");
    if (bars->as_shares)
        put_string(out, "100%");
    else
        put_number(out, highest);
    put_format(out,
               "</p>\n<svg class=\"bars\" viewBox=\"0 0 %u 100\" preserveAspectRatio=\"none\" role=\"img\" "
               "aria-label=\"%s\">\n",
               bars->count, what);
    for (unsigned i = 0; i < bars->count; i++)
        put_bar(out, bars, i, highest);
    const unsigned last = bars->together == 1 ? bars->count - 1 : bars->count;
    put_string(out, "</svg>\n<p class=\"axis\">");
    for (unsigned step = 0; step <= STEPS; step++)
        put_format(out, "<span>%d</span>", bars->from + (int)(last * step / STEPS) * bars->together);
    put_string(out, "</p>\n");
}

static void put_results_legend(struct output *out) {
    put_string(out, "<ul class=\"legend\">\n<li><i class=\"win\"></i>the side to move wins</li>\n"
                    "<li><i class=\"draw\"></i>draw</li>\n<li><i class=\"loss\"></i>it loses</li>\n</ul>\n");
}

/* ==== Cards ==== */

static void put_scores(struct output *out, const struct statistics *s) {
    const struct distribution d = distribution_of_scores(s);
    if (d.count == 0)
        return;
    const int low = d.percentiles[1], high = d.percentiles[PERCENTILES - 2], /* 5 % and 95 % */
        limit = abs(low) > abs(high) ? abs(low) : abs(high);
    struct bars bars = bars_for(-limit, limit);
    char note[256];
    bars.by_result = true;
    for (unsigned i = 0; i < bars.count; i++)
        for (unsigned result = 0; result < STATS_RESULTS; result++) {
            const int from = bars.from + (int)i * bars.together, to = from + bars.together - 1;
            bars.parts[i][result] = count_scores(s, from, to, result);
        }
    snprintf(note, sizeof note,
             "Of the side to move. All lie from %d to %d, nine of ten in the chart; the median is %d, the "
             "mean %.1f.",
             d.least, d.most, d.percentiles[PERCENTILES / 2], d.mean);
    open_card(out, "Scores", note);
    put_bars(out, &bars, "a bar for each range of scores");
    put_results_legend(out);
    close_card(out);
    bars.as_shares = true;
    open_card(out, "Score against result",
              "How games went on from each score. A column that is mixed where scores are high is a sign of "
              "bad scores or results.");
    put_bars(out, &bars, "the shares of results for each range of scores");
    put_results_legend(out);
    close_card(out);
}

static void put_plies(struct output *out, const struct statistics *s) {
    const struct distribution d = distribution_of_plies(s);
    if (d.count == 0)
        return;
    struct bars bars = bars_for(0, d.percentiles[PERCENTILES - 1]);
    char note[192];
    for (unsigned i = 0; i < bars.count; i++)
        for (int n = 0; n < bars.together && (int)i * bars.together + n <= STATS_PLIES; n++)
            bars.parts[i][0] += s->plies[(int)i * bars.together + n];
    snprintf(note, sizeof note, "From %d to %d%s; the median is %d. The chart leaves out the highest 1 %%.",
             d.least, d.most, d.most == STATS_PLIES ? " or more" : "", d.percentiles[PERCENTILES / 2]);
    open_card(out, "Plies", note);
    put_bars(out, &bars, "a bar for each range of plies");
    close_card(out);
}

static void put_pieces(struct output *out, const struct statistics *s) {
    const struct distribution d = distribution_of_pieces(s);
    struct bars bars = {.from = 0, .together = 1, .count = (unsigned)(d.most > 32 ? d.most : 32) + 1};
    for (unsigned i = 0; i < bars.count; i++)
        bars.parts[i][0] = s->pieces[i];
    open_card(out, "Pieces",
              "The phase of the game, by the pieces on the board. Trainers choose an output of the "
              "net by it, four numbers each.");
    put_bars(out, &bars, "a bar for each number of pieces");
    put_string(out, "<ul class=\"buckets\">\n");
    for (unsigned least = 1; least <= 32; least += 4)
        put_format(out, "<li><span>%u to %u</span> <b>%.1f%%</b></li>\n", least, least + 3,
                   100 * share_of(count_pieces_from(s, least, least + 3), s->positions));
    put_string(out, "</ul>\n");
    close_card(out);
}

/* Writes a board on which squares are the deeper in colour the more often the king is there. Shades go with
 * the root of the share, so that rare squares can be seen; it is found in steps, for lack of a function. */
static double shade_of(double share) {
    double shade = 0;
    for (double step = 0.5; step > 0.001; step /= 2)
        shade += (shade + step) * (shade + step) <= share ? step : 0;
    return shade;
}

static void put_heat_map(struct output *out, const char *title, const uint64_t counts[64]) {
    uint64_t all = 0, highest = 0;
    for (unsigned square = 0; square < 64; square++) {
        all += counts[square];
        highest = counts[square] > highest ? counts[square] : highest;
    }
    put_format(out,
               "<figure><figcaption>%s</figcaption>\n<svg class=\"heat\" viewBox=\"-7 0 88 88\" role=\"img\" "
               "aria-label=\"%s: the share of each square\">\n",
               title, title);
    for (unsigned square = 0; square < 64; square++) {
        const unsigned x = square % 8 * 10, y = square / 8 * 10;
        const double share = share_of(counts[square], all);
        put_format(out, "<g><title>%c%u: ", 'a' + (char)(square % 8), 8 - square / 8);
        put_number(out, counts[square]);
        put_format(out,
                   ", %.2f%%</title><rect class=\"square\" x=\"%u\" y=\"%u\" width=\"10\" height=\"10\"/>"
                   "<rect class=\"bar\" x=\"%u\" y=\"%u\" width=\"10\" height=\"10\" fill-opacity=\"%.3f\"/>",
                   100 * share, x, y, x, y, shade_of(share_of(counts[square], highest)));
        if (share >= 0.005)
            put_format(out, "<text x=\"%u\" y=\"%u.3\">%.0f</text>", x + 5, y + 6, 100 * share);
        put_string(out, "</g>\n");
    }
    for (unsigned i = 0; i < 8; i++)
        put_format(out,
                   "<text class=\"edge\" x=\"%u\" y=\"86\">%c</text><text class=\"edge\" x=\"-3.5\" "
                   "y=\"%u.3\">%u</text>",
                   i * 10 + 5, 'a' + (char)i, i * 10 + 6, 8 - i);
    put_string(out, "</svg></figure>\n");
}

static void put_kings(struct output *out, const struct statistics *s) {
    open_card(
        out, "Kings",
        s->with_side == s->positions
            ? "The share of positions with the king on each square, in percent where it is 0.5 or more."
            : "The share of positions with the king on each square, in percent where it is 0.5 or more. "
              "Boards of bulletformat have the side to move as white.");
    put_string(out, "<div class=\"maps\">\n");
    put_heat_map(out, "White king", s->kings[KS_WHITE]);
    put_heat_map(out, "Black king", s->kings[KS_BLACK]);
    put_string(out, "</div>\n");
    close_card(out);
}

static void put_count(struct output *out, const char *name, uint64_t count, uint64_t all) {
    put_format(out, "<dt>%s</dt><dd>", name);
    put_number(out, count);
    put_format(out, " <span>%.2f%%</span></dd>\n", 100 * share_of(count, all));
}

static void put_counts(struct output *out, const struct statistics *s) {
    static const char *const white[STATS_RESULTS] = {"black wins", "draw", "white wins"};
    const uint64_t all = s->positions;
    uint64_t kinds[STATS_KINDS];
    count_kinds(s, kinds);
    open_card(out, "Positions, moves, results", NULL);
    put_string(out, "<div class=\"columns\">\n<dl class=\"counts\">\n");
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        put_count(out, ks_verdict_name(verdict), s->verdicts[verdict], all);
    put_count(out, "no position", s->invalid, all);
    put_string(out, "</dl>\n");
    if (s->with_move > 0) {
        put_string(out, "<dl class=\"counts\">\n");
        for (unsigned i = 0; i < STATS_KINDS; i++)
            put_count(out, stats_kinds[i].name, kinds[i], s->with_move);
        put_string(out, "</dl>\n");
    }
    if (s->with_score > 0 || all == 0) {
        put_string(out, "<dl class=\"counts\">\n");
        for (unsigned result = STATS_RESULTS; result-- > 0;)
            put_count(out, s->with_side ? white[result] : stats_results[result],
                      count_results(s, result, s->with_side), all);
        put_count(out, "skipped, by score 32002", count_skipped(s), all);
        put_string(out, "</dl>\n");
    }
    put_string(out, "</div>\n");
    close_card(out);
}

/* ==== The page ==== */

/* charts.css: see c/core/embed.c. No other page has these rules, since a class may mean something
 * else there. */
extern const char ks_embedded_charts[], ks_embedded_charts_end[];

/* Returns what the page is about, to be freed by the caller. */
static char *name_files(char *const *files) {
    size_t count = 0;
    char text[64];
    while (files[count])
        count++;
    snprintf(text, sizeof text, "%zu files", count);
    return given(strdup(count > 1 ? text : strcmp(files[0], "-") == 0 ? "standard input" : files[0]));
}

void start_stats_page(struct stats_task *task) {
    if (!task->reports.html)
        return;
    char *const subject = name_files(task->files);
    task->reports.page = page_start(
        task->reports.html, &(struct run_title){.command = "kingscan stats",
                                                .subject = subject,
                                                .style = {ks_embedded_charts, ks_embedded_charts_end}});
    free(subject);
}

static void add_totals(struct facts *facts, const struct statistics *s) {
    const uint64_t distinct = estimate_distinct(s);
    uint64_t kinds[STATS_KINDS];
    count_kinds(s, kinds);
    if (s->in_chains > 0)
        add_fact(facts, "chains or games", FACT_NUMBER, "%" PRIu64, s->chains);
    add_fact(facts, "distinct, about", FACT_NUMBER, "%" PRIu64, distinct);
    add_fact(facts, "repeated, about", FACT_WORDS, "%.1f%%",
             100 * share_of(s->positions - distinct, s->positions));
    add_fact(facts, "in check", FACT_WORDS, "%.2f%%",
             100 * share_of(s->positions - s->invalid - s->verdicts[KS_SAFE] - s->verdicts[KS_STALEMATE],
                            s->positions));
    if (s->with_move > 0)
        add_fact(facts, "illegal moves", FACT_NUMBER, "%" PRIu64, kinds[STATS_ILLEGAL]);
    add_fact(facts, "faults", FACT_NUMBER, "%" PRIu64, s->faults);
    add_fact(
        facts, "", FACT_NOTE,
        "Distinct positions differ in board or side to move. The estimate is within 0.1 %% of the truth two "
        "times in three.");
}

void finish_stats_page(const struct stats_task *task, const struct statistics *s, bool failed,
                       double seconds) {
    char verdict[64], number[NUMBER_SIZE];
    struct facts facts = {0};
    if (!task->reports.html)
        return;
    struct output *const out = page_output(task->reports.page);
    put_counts(out, s);
    put_scores(out, s);
    put_plies(out, s);
    put_pieces(out, s);
    put_kings(out, s);
    add_totals(&facts, s);
    snprintf(verdict, sizeof verdict, "%s position%s", write_number(s->positions, true, number),
             s->positions == 1 ? "" : "s");
    page_end(task->reports.page, &(struct run_end){.verdict = verdict,
                                                   .good = s->faults == 0 && !failed,
                                                   .trouble = failed ? "A file could not be read." : NULL,
                                                   .interrupted = interrupted,
                                                   .seconds = seconds,
                                                   .facts = &facts});
    facts_free(&facts);
}
