/* Asks all kernels about the same boards, and finds where they differ: batches, questions, and a plugin in a
 * process of its own. */
#include "cli/commands/fuzz/differential.h"
#include "cli/io/plugin.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/process.h"
#include "cli/platform/children.h"
#include "cli/platform/posix.h"
#include "core/kernels/attacked.h"
#include "core/kernels/kernel.h"

/* ==== The process of a plugin ==== */

/* The boards lie in memory that both processes share; the answers and how many there are, too. The child's
 * writes there are not trusted: the questions are kept on this side, and numbers are bounded. */

struct exchange {
    atomic_uint done; /* answers, or 1 when the plugin is loaded */
    unsigned count;
    ks_error error; /* why it could not be loaded */
    uint8_t boards[PLUGIN_BOARDS][KS_SQUARES];
    uint8_t squares[PLUGIN_BOARDS], sides[PLUGIN_BOARDS], answers[PLUGIN_BOARDS];
    struct plugin_mistake mistakes[PLUGIN_BOARDS]; /* about moves */
};

/* ---- The child ---- */

struct task {
    const char *file;
    struct exchange *exchange;
};

static void answer_all(const ks_kernel *kernel, struct exchange *exchange) {
    const unsigned count = exchange->count;
    for (unsigned i = 0; i < count; i++) {
        exchange->answers[i] =
            (uint8_t)kernel->in_check(exchange->boards[i], exchange->squares[i], exchange->sides[i]);
        exchange->mistakes[i] = plugin_mistake;
        atomic_store_explicit(&exchange->done, i + 1, memory_order_release);
    }
}

static int serve(void *context, int socket) {
    const struct task *const task = context;
    char byte;
    const ks_kernel *const kernel = plugin_load(task->file, &task->exchange->error);
    atomic_store(&task->exchange->done, kernel != NULL);
    while (write(socket, "", 1) == 1 && kernel && read(socket, &byte, 1) == 1)
        answer_all(kernel, task->exchange);
    return 0;
}

/* ---- This side ---- */

/* Returns how a child ended that has closed its socket. */
static struct plugin_end find_end(struct plugin *plugin) {
    enum { PATIENCE = 5000 }; /* milliseconds */
    struct plugin_end end = {.fate = PLUGIN_EXITS};
    if (!guard_child_ended(&plugin->guard, PATIENCE))
        return end;
    const int status = plugin->guard.status;
    if (WIFSIGNALED(status))
        return (struct plugin_end){.fate = PLUGIN_CRASHES, .number = WTERMSIG(status)};
    end.number = WEXITSTATUS(status);
    return end;
}

/* Waits until the child has answered all, or takes too long for one board. Returns false when it will not
 * answer; end->fate says why, or is PLUGIN_ANSWERS when the run is to stop. */
static bool wait_for_answers(struct plugin *plugin, double patience, struct plugin_end *end) {
    enum { SLICE = 20 }; /* milliseconds */
    struct pollfd polled[] = {{plugin->socket, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    unsigned done = 0;
    double since = seconds_now();
    char byte;
    *end = (struct plugin_end){0};
    while (poll(polled, 2, SLICE) <= 0 || !polled[0].revents) {
        const unsigned now = atomic_load(&plugin->exchange->done);
        if (must_stop())
            return false;
        if (now != done)
            since = seconds_now();
        done = now;
        if (seconds_now() - since > patience) {
            *end = (struct plugin_end){.fate = PLUGIN_HANGS, .seconds = patience};
            return false;
        }
    }
    if (read(plugin->socket, &byte, 1) == 1)
        return true;
    *end = find_end(plugin);
    return false;
}

static void start_child(struct plugin *plugin) {
    struct task task = {plugin->file, plugin->exchange};
    plugin->exchange->done = 0;
    if (!start_own_child(&plugin->guard, serve, &task, &plugin->socket))
        fail("--plugin: %s", strerror(errno));
    plugin->running = true;
}

/* Ends a plugin that runs. */
static void plugin_stop(struct plugin *plugin) {
    if (!plugin->running)
        return;
    close(plugin->socket);
    guard_stop(&plugin->guard);
    plugin->running = false;
}

/* Starts the child, and waits until it has loaded the plugin. Returns false when it can't, with *error filled
 * in, or when the run is to stop. */
static bool load(struct plugin *plugin, ks_error *error) {
    enum { LOADING = 10 }; /* seconds */
    struct plugin_end end;
    start_child(plugin);
    const bool answered = wait_for_answers(plugin, LOADING, &end);
    if (answered && plugin->exchange->done)
        return true;
    *error = plugin->exchange->error;
    if (!answered)
        plugin_describe_end(&end, error->message, sizeof error->message);
    plugin_stop(plugin);
    return false;
}

bool plugin_start(struct plugin *plugin, const char *file, double patience, ks_error *error) {
    *plugin = (struct plugin){.file = file, .patience = patience};
    plugin->exchange = share_memory(sizeof *plugin->exchange);
    if (!plugin->exchange)
        fail("--plugin: %s", strerror(errno));
    attend_parent(serve, &(struct task){file, plugin->exchange});
    return load(plugin, error);
}

static void hand_over(struct plugin *plugin, const struct question *questions, unsigned count) {
    struct exchange *const exchange = plugin->exchange;
    for (unsigned i = 0; i < count; i++) {
        memcpy(exchange->boards[i], questions[i].board, KS_SQUARES);
        exchange->squares[i] = (uint8_t)questions[i].square;
        exchange->sides[i] = (uint8_t)questions[i].side;
    }
    exchange->count = count;
    exchange->done = 0;
    wake_child(plugin->socket);
}

/* Asks about `count` boards, at most PLUGIN_BOARDS, in order; starts the plugin again if it has ended.
 * Returns how many have been answered. When that is less than count, either the run should stop (see
 * waiting.h), or the plugin has ended at the next board: end->fate then is not PLUGIN_ANSWERS. answers[i]:
 * 0 or 1. */
static unsigned plugin_ask(struct plugin *plugin, const struct question *questions, unsigned count,
                           uint8_t *answers, struct plugin_end *end) {
    ks_error error;
    *end = (struct plugin_end){0};
    const bool runs = !must_stop() && (plugin->running || load(plugin, &error));
    if (must_stop())
        return 0;
    if (!runs)
        fail("--plugin: %s", error.message);
    hand_over(plugin, questions, count);
    const bool all = wait_for_answers(plugin, plugin->patience, end);
    const unsigned done = plugin->exchange->done, answered = all ? count : done < count ? done : count - 1;
    memcpy(answers, plugin->exchange->answers, answered);
    if (!all)
        plugin_stop(plugin);
    return answered;
}

void plugin_describe_end(const struct plugin_end *end, char *text, size_t size) {
    if (end->fate == PLUGIN_CRASHES)
        snprintf(text, size, "the plugin crashes: signal %d, %s", end->number, strsignal(end->number));
    else if (end->fate == PLUGIN_EXITS)
        snprintf(text, size, "the plugin ends its process with exit status %d", end->number);
    else
        snprintf(text, size, "the plugin has not answered within %g s", end->seconds);
}

/* ==== Batches ==== */

/* Batches have sizes up to a few words of bits, and strides that leave boards at any alignment. */

/* A number from 0 to limit - 1: a linear congruential generator is random enough for sizes. */
static unsigned below(struct batches *batches, unsigned limit) {
    batches->state = batches->state * 6364136223846793005 + 1442695040888963407;
    return (unsigned)((batches->state >> 32) * limit >> 32);
}

/* Empties a batch, and gives it another size and stride. */
static void batch_start(struct batches *batches, struct batch *batch) {
    batch->count = 0;
    batch->any_bytes = false;
    batch->wanted = 1 + below(batches, BATCH_MAX);
    batch->stride = KS_SQUARES + below(batches, BATCH_STRIDE_MAX - KS_SQUARES + 1);
    memset(batch->expected, 0, sizeof batch->expected);
}

/* Sizes and strides are the same in every round, so that the seed of a round is enough to have a
 * batch again. */
static void start_round(struct batches *batches) {
    batches->state = 0;
    for (unsigned i = 0; i <= BOARD_SPELLINGS; i++) {
        batch_start(batches, &batches->batches[i]);
        batches->batches[i].set = NULL;
    }
}

/* The first batch is for boards without a set. The others are given to sets in the order in which
 * sets come. */
static struct batch *batch_of(struct batches *batches, const ks_pieceset *set) {
    struct batch *batch = batches->batches;
    if (set)
        do
            batch++;
        while (batch->set && batch->set != set);
    batch->set = set;
    return batch;
}

/* Adds a question to its batch, with its answer. */
static void batches_add(struct batches *batches, const struct question *question, bool in_check) {
    if (question->number == 0)
        start_round(batches);
    struct batch *batch = batches->last = batch_of(batches, question->set);
    const unsigned index = batch->count++;
    memcpy(batch->boards + index * batch->stride, question->board, KS_SQUARES);
    batch->squares[index] = (uint8_t)question->square;
    batch->sides[index] = (uint8_t)question->side;
    batch->expected[index / 64] |= (uint64_t)in_check << index % 64;
    batch->number = question->number;
    batch->any_bytes |= question->any_bytes;
    batches->round_over = question->number == BOARD_ROUND - 1;
}

/* Returns a batch to be asked about now, and then to be emptied by batch_start; NULL when there is none.
 * Batches end with their round, since sets do. */
static struct batch *batches_due(struct batches *batches) {
    if (batches->last->count == batches->last->wanted)
        return batches->last;
    for (unsigned i = 0; batches->round_over && i <= BOARD_SPELLINGS; i++)
        if (batches->batches[i].count > 0)
            return &batches->batches[i];
    return NULL;
}

/* Returns the question about one of its boards. */
static struct question batch_question(const struct batch *batch, unsigned index) {
    struct question question = {.square = batch->squares[index],
                                .side = batch->sides[index],
                                .set = batch->set,
                                .any_bytes = batch->any_bytes,
                                .number = batch->number};
    memcpy(question.board, batch->boards + index * batch->stride, KS_SQUARES);
    return question;
}

/* ==== Questions ==== */

/* Every kernel is asked the same questions as the reference: one by one, and many at once. */

/* ---- The compared functions, a row each ---- */

/* Functions that cost much, or are asked in another way too, are asked about one board in so many. These
 * numbers are odd, since the kinds of boards change at even ones. */
enum {
    ATTACKED_EVERY = 3,
    KING_SCANS_EVERY = 5,
    ATTACKED_BY_EVERY = 7,
    PAIRS_EVERY = 9,
    BATCHES_OF_ONE_EVERY = 15,
    REFERENCE_EVERY = 15
};

#define OFFERED(context, result, name, parameters, arguments, precondition)                                  \
    static bool offers_##name(const ks_kernel *kernel, bool with_set) {                                      \
        return with_set ? kernel->name##_set != NULL : kernel->name != NULL;                                 \
    }
KS_KERNEL_FUNCTIONS(OFFERED, )

static void ask_in_check(const ks_kernel *kernel, const struct question *q, union answer *answer) {
    const int found = q->set ? kernel->in_check_set(q->set, q->board, q->square, q->side)
                             : kernel->in_check(q->board, q->square, q->side);
    answer->values[0] = (uint64_t)found;
}

static void ask_attackers(const ks_kernel *kernel, const struct question *q, union answer *answer) {
    answer->values[0] = q->set ? kernel->attackers_set(q->set, q->board, q->square, q->side ^ 1)
                               : kernel->attackers(q->board, q->square, q->side ^ 1);
}

static void ask_king_scan(const ks_kernel *kernel, const struct question *q, union answer *answer) {
    if (q->set)
        kernel->king_scan_set(q->set, q->board, q->square, q->side, &answer->lines);
    else
        kernel->king_scan(q->board, q->square, q->side, &answer->lines);
}

static void ask_in_check_batch(const ks_kernel *kernel, const ks_pieceset *set, const uint8_t *boards,
                               size_t stride, const uint8_t *squares, const uint8_t *sides, size_t count,
                               uint64_t *bits) {
    if (set)
        kernel->in_check_batch_set(set, boards, stride, squares, sides, count, bits);
    else
        kernel->in_check_batch(boards, stride, squares, sides, count, bits);
}

static void ask_batch_of_one(const ks_kernel *kernel, const struct question *q, union answer *answer) {
    const uint8_t square = (uint8_t)q->square, side = (uint8_t)q->side;
    ask_in_check_batch(kernel, q->set, q->board, KS_SQUARES, &square, &side, 1, answer->values);
}

/* All attacked squares are found by code that is chosen beside a kernel. The square of the question stands
 * for the others. */

static bool offers_attacked(const ks_kernel *kernel, bool with_set) {
    (void)with_set;
    return ks_attacked_beside(kernel) != NULL;
}

static bool offers_without_set(const ks_kernel *kernel, bool with_set) {
    return !with_set && ks_attacked_beside(kernel) != NULL;
}

static void answer_for_square(const struct question *q, uint64_t attacked, union answer *answer) {
    answer->values[0] = attacked >> q->square & 1;
}

static void ask_attacked(const ks_kernel *kernel, const struct question *q, union answer *answer) {
    const struct attacked_build *const build = ks_attacked_beside(kernel);
    answer_for_square(q,
                      q->set ? build->attacked_set(q->set, q->board, q->side ^ 1)
                             : build->attacked(q->board, q->side ^ 1),
                      answer);
}

/* Some kinds of pieces and the others attack what all do. */
static void ask_attacked_by(const ks_kernel *kernel, const struct question *q, union answer *answer) {
    const struct attacked_build *const build = ks_attacked_beside(kernel);
    const unsigned kinds = q->number / ATTACKED_BY_EVERY, by_side = q->side ^ 1;
    answer_for_square(
        q, build->attacked_by(q->board, by_side, kinds) | build->attacked_by(q->board, by_side, ~kinds),
        answer);
}

/* Returns the pairs' attackers of a square; all squares when the pairs are not in order. */
static uint64_t attackers_in_pairs(const uint8_t *from, const uint8_t *to, size_t count, unsigned square) {
    uint64_t attackers = 0;
    for (size_t i = 0; i < count; i++) {
        if (i && to[i - 1] * 64u + from[i - 1] >= to[i] * 64u + from[i])
            return ~(uint64_t)0;
        if (to[i] == square)
            attackers |= (uint64_t)1 << (from[i] & 63);
    }
    return attackers;
}

/* The square of the question gets a piece, so that it can be attacked, and the pairs of its side are left
 * out. */
static void ask_pairs(const ks_kernel *kernel, const struct question *q, union answer *answer) {
    uint8_t board[KS_SQUARES], from[KS_ATTACK_PAIRS_MAX], to[KS_ATTACK_PAIRS_MAX];
    memcpy(board, q->board, sizeof board);
    board[q->square] = (uint8_t)(KS_WHITE_KING + KS_BLACK_BIT * q->side);
    const size_t count = ks_attacked_beside(kernel)->attack_pairs(board, from, to, KS_ATTACK_PAIRS_MAX);
    uint64_t attackers = attackers_in_pairs(from, to, count, q->square);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if ((board[square] & KS_BLACK_BIT) == KS_BLACK_BIT * q->side)
            attackers &= ~((uint64_t)1 << square);
    answer->values[0] = attackers;
}

static const struct compared_function functions[] = {
    {{"in_check", "in_check_set"}, 1, false, 1, offers_in_check, ask_in_check},
    {{"attackers", "attackers_set"}, 1, true, 1, offers_attackers, ask_attackers},
    {{"king_scan", "king_scan_set"}, LINES_VALUES, true, KING_SCANS_EVERY, offers_king_scan, ask_king_scan},
    {{"in_check_batch", "in_check_batch_set"},
     1,
     false,
     BATCHES_OF_ONE_EVERY,
     offers_in_check_batch,
     ask_batch_of_one},
    {{"attacked", "attacked_set"}, 1, false, ATTACKED_EVERY, offers_attacked, ask_attacked},
    {{"attacked_by", ""}, 1, false, ATTACKED_BY_EVERY, offers_without_set, ask_attacked_by},
    {{"attack_pairs", ""}, 1, true, PAIRS_EVERY, offers_without_set, ask_pairs},
};

enum {
    IN_CHECK,
    IN_CHECK_BATCH = 3,
    OF_KERNELS, /* those before are functions of a kernel */
    FUNCTIONS = sizeof functions / sizeof *functions,
    NO_BIT = 64 * BATCH_WORDS
};

#define ONE(context, result, name, parameters, arguments, precondition) +1
_Static_assert(OF_KERNELS == KS_KERNEL_FUNCTIONS(ONE, ), "every function of a kernel is compared");

void differential_add(struct differential *differential, const ks_kernel *kernel, bool codes_only) {
    assert(differential->count < COMPARED_MAX);
    struct compared_kernel *compared = &differential->kernels[differential->count++];
    *compared = (struct compared_kernel){.kernel = kernel, .codes_only = codes_only};
    for (unsigned with_set = 0; with_set < 2; with_set++)
        for (unsigned i = 0; i < FUNCTIONS; i++)
            compared->offered[with_set] |= (unsigned)functions[i].offered(kernel, with_set) << i;
}

void differential_add_plugin(struct differential *differential, const ks_kernel *kernel,
                             struct plugin *plugin) {
    differential_add(differential, kernel, true);
    differential->kernels[differential->count - 1].plugin = plugin;
}

/* ---- Asking ---- */

static const ks_kernel *reference(void) {
    size_t count;
    return ks_kernel_get_all(&count)[0];
}

/* Asks for the reference's king scan, or for its checkers alone. */
static void ask_reference(const struct question *question, bool checkers_only, union answer *right) {
    (checkers_only ? ask_attackers : ask_king_scan)(reference(), question, right);
}

static uint64_t expected_value(const struct compared_function *function, const union answer *right,
                               unsigned value) {
    return function->squares ? right->values[value] : right->lines.checkers != 0;
}

/* Asks a function. Values that it doesn't write differ from the right ones. */
static void ask(const ks_kernel *kernel, const struct compared_function *function,
                const struct question *question, union answer *found) {
    memset(found, 0xff, sizeof *found);
    function->ask(kernel, question, found);
}

/* The reference costs more than all other kernels together. One call of it serves all answers, and it is
 * compared with that on few boards only. */
static bool is_skipped(const struct compared_kernel *compared, const struct question *question) {
    return (compared->codes_only && question->any_bytes) ||
           (compared->kernel == reference() && question->number % REFERENCE_EVERY != 0);
}

/* Which functions are to be asked now: bit n for function n, as in compared_kernel. */
static unsigned functions_due(const struct question *question) {
    unsigned due = 0;
    for (unsigned i = 0; i < FUNCTIONS; i++)
        due |= (unsigned)(question->number % functions[i].every == 0) << i;
    return due;
}

static bool ask_function(const ks_kernel *kernel, const struct compared_function *function,
                         const struct question *question, const union answer *right,
                         struct difference *difference) {
    union answer found;
    ask(kernel, function, question, &found);
    for (unsigned value = 0; value < function->values; value++) {
        const uint64_t expected = expected_value(function, right, value);
        if (found.values[value] == expected)
            continue;
        *difference = (struct difference){.kernel = kernel,
                                          .function = function,
                                          .question = *question,
                                          .value = value,
                                          .expected = expected,
                                          .found = found.values[value]};
        return true;
    }
    return false;
}

/* Keeps a question for the plugin. */
static void keep(struct differential *differential, const struct question *question, bool in_check) {
    struct kept_questions *const kept = &differential->kept;
    kept->questions[kept->count] = *question;
    kept->expected[kept->count] = in_check;
    kept->origins[kept->count++] = differential->origin;
}

static bool ask_alone(struct differential *differential, const struct question *question,
                      const union answer *right, struct difference *difference) {
    const unsigned due = functions_due(question);
    for (unsigned i = 0; i < differential->count; i++) {
        const struct compared_kernel *compared = &differential->kernels[i];
        if (is_skipped(compared, question))
            continue;
        const unsigned offered = compared->offered[question->set != NULL];
        if (compared->plugin) {
            if (offered)
                keep(differential, question, right->lines.checkers != 0);
            continue;
        }
        for (unsigned left = due & offered; left; left &= left - 1) {
            const struct compared_function *function = &functions[__builtin_ctz(left)];
            if (ask_function(compared->kernel, function, question, right, difference))
                return true;
        }
    }
    return false;
}

/* Returns the first wrong bit of a batch's answers; NO_BIT when there is none. Bits after the last board are
 * compared too: they have to be 0. */
static unsigned wrong_bit(const ks_kernel *kernel, const struct batch *batch) {
    uint64_t found[BATCH_WORDS];
    ask_in_check_batch(kernel, batch->set, batch->boards, batch->stride, batch->squares, batch->sides,
                       batch->count, found);
    for (unsigned word = 0; word < (batch->count + 63) / 64; word++)
        if (found[word] != batch->expected[word])
            return 64 * word + (unsigned)__builtin_ctzll(found[word] ^ batch->expected[word]);
    return NO_BIT;
}

/* The difference is about the board of the wrong bit alone when that is answered wrongly alone, too. */
static bool ask_in_batch(const ks_kernel *kernel, const struct batch *batch, struct difference *difference) {
    const unsigned bit = wrong_bit(kernel, batch);
    if (bit == NO_BIT)
        return false;
    const struct question question = batch_question(batch, bit < batch->count ? bit : batch->count - 1);
    const uint64_t expected = batch->expected[bit / 64] >> bit % 64 & 1;
    *difference = (struct difference){.kernel = kernel,
                                      .function = &functions[IN_CHECK_BATCH],
                                      .question = question,
                                      .expected = expected,
                                      .found = !expected};
    if (!difference_adopt(difference, &question)) {
        difference->batch = (struct batch_place){batch->count, batch->stride, bit};
        difference->lasting = wrong_bit(kernel, batch) == bit;
    }
    return true;
}

static bool ask_batches(struct differential *differential, const struct question *question, bool in_check,
                        struct difference *difference) {
    struct batches *batches = &differential->batches;
    batches_add(batches, question, in_check);
    for (struct batch *batch; (batch = batches_due(batches)) != NULL; batch_start(batches, batch)) {
        const struct question last = batch_question(batch, batch->count - 1);
        for (unsigned i = 0; i < differential->count; i++) {
            const struct compared_kernel *compared = &differential->kernels[i];
            const bool offered = compared->offered[batch->set != NULL] >> IN_CHECK_BATCH & 1;
            if (offered && !is_skipped(compared, &last) && ask_in_batch(compared->kernel, batch, difference))
                return true;
        }
    }
    return false;
}

bool differential_ask(struct differential *differential, const struct question *question,
                      struct difference *difference) {
    union answer right;
    unsigned unasked;
    ask_reference(question, question->number % KING_SCANS_EVERY != 0, &right);
    if (ask_alone(differential, question, &right, difference) ||
        ask_batches(differential, question, right.lines.checkers != 0, difference)) {
        difference->origin = differential->origin;
        return true;
    }
    return differential->kept.count == PLUGIN_BOARDS &&
           differential_flush(differential, difference, &unasked);
}

/* ---- The plugin ---- */

static const struct compared_kernel *find_plugin(const struct differential *differential) {
    const struct compared_kernel *compared = differential->kernels;
    while (!compared->plugin)
        compared++;
    return compared;
}

bool differential_flush(struct differential *differential, struct difference *difference, unsigned *unasked) {
    struct kept_questions *const kept = &differential->kept;
    const unsigned count = kept->count;
    uint8_t answers[PLUGIN_BOARDS];
    struct plugin_end end;
    *unasked = kept->count = 0;
    if (count == 0)
        return false;
    const struct compared_kernel *const compared = find_plugin(differential);
    const unsigned answered = plugin_ask(compared->plugin, kept->questions, count, answers, &end);
    unsigned i = 0;
    while (i < answered && answers[i] == kept->expected[i])
        i++;
    *unasked = count - i;
    if (i == answered && end.fate == PLUGIN_ANSWERS)
        return false;
    *difference = (struct difference){.kernel = compared->kernel,
                                      .function = &functions[IN_CHECK],
                                      .question = kept->questions[i],
                                      .expected = kept->expected[i],
                                      .found = i < answered ? answers[i] : 0,
                                      .origin = kept->origins[i],
                                      .plugin = compared->plugin};
    if (i == answered)
        difference->end = end;
    else
        plugin_mistake = compared->plugin->exchange->mistakes[i];
    return true;
}

/* Asks the plugin about one board. Returns whether it is wrong in the same way as before. */
static bool ask_plugin_again(struct difference *difference, const struct question *question,
                             uint64_t expected, uint64_t *found) {
    uint8_t answer = 0;
    struct plugin_end end;
    const enum plugin_fate fate = difference->end.fate;
    const unsigned answered = plugin_ask(difference->plugin, question, 1, &answer, &end);
    *found = answer;
    difference->cut_short |= answered == 0 && end.fate == PLUGIN_ANSWERS;
    if (end.fate != fate || (fate == PLUGIN_ANSWERS && (answered == 0 || answer == expected)))
        return false;
    difference->end = end;
    plugin_mistake = difference->plugin->exchange->mistakes[0];
    return true;
}

/* ---- Again ---- */

static bool ask_again(struct difference *difference, const struct question *question, uint64_t expected,
                      uint64_t *value) {
    union answer found;
    if (difference->plugin)
        return ask_plugin_again(difference, question, expected, value);
    ask(difference->kernel, difference->function, question, &found);
    *value = found.values[difference->value];
    return *value != expected;
}

bool difference_adopt(struct difference *difference, const struct question *question) {
    union answer right;
    uint64_t found;
    ask_reference(question, false, &right);
    const uint64_t expected = expected_value(difference->function, &right, difference->value);
    if (!ask_again(difference, question, expected, &found))
        return false;
    difference->question = *question;
    difference->expected = expected;
    difference->found = found;
    difference->lasting = true;
    difference->batch = (struct batch_place){0};
    return true;
}
