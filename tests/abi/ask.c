/* Lays out the arguments of each function as machine words and compares the answers. On x86-64 the upper
 * halves of 32-bit arguments hold dirt, which no function may read. */
#include "abi/ask.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "abi/call.h"
#include "core/kernels/attacked.h"
#include "core/kernels/kernel.h"

/* ---- The functions of a kernel ---- */

enum answer { TRUTH, SQUARES, LINES, BATCH, MAP, MAP_OF_KINDS, PAIRS };

/* The kind of answer of each function; a function that is new in kingscan.h needs a row here. */
enum {
    ANSWER_in_check = TRUTH,
    ANSWER_attackers = SQUARES,
    ANSWER_king_scan = LINES,
    ANSWER_in_check_batch = BATCH,
};

#define FUNCTION(context, result, name, parameters, arguments, precondition)                                 \
    {#name, offsetof(ks_kernel, name), (enum answer)ANSWER_##name, false},
#define FUNCTION_SET(context, result, name, parameters, arguments, precondition)                             \
    {#name "_set", offsetof(ks_kernel, name##_set), (enum answer)ANSWER_##name, true},
static const struct function {
    const char *name;
    size_t offset;
    enum answer answer;
    bool with_set;
} functions[] = {KS_KERNEL_FUNCTIONS(FUNCTION, ) KS_KERNEL_FUNCTIONS(FUNCTION_SET, )};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const struct function *const functions_end = functions + FUNCTIONS;

/* The functions of an attacked_build. */
static const struct function attacked_functions[] = {
    {"attacked", offsetof(struct attacked_build, attacked), MAP, false},
    {"attacked_by", offsetof(struct attacked_build, attacked_by), MAP_OF_KINDS, false},
    {"attacked_set", offsetof(struct attacked_build, attacked_set), MAP, true},
    {"attack_pairs", offsetof(struct attacked_build, attack_pairs), PAIRS, false}};

static const struct function *const attacked_functions_end =
    attacked_functions + sizeof attacked_functions / sizeof *attacked_functions;

/* ---- Arguments ---- */

static void add(watched_call *call, uintptr_t word) {
    call->arguments[call->count++] = word;
}

static void add_pointer(watched_call *call, const void *pointer) {
    add(call, (uintptr_t)pointer);
}

static void add_unsigned(watched_call *call, unsigned value) {
#ifdef __x86_64__
    add(call, (uintptr_t)0xd1d1d1d1 << 32 | value);
#else
    add(call, value);
#endif
}

static void add_batch(watched_call *call, const request *r) {
    add(call, r->stride);
    add_pointer(call, r->squares);
    add_pointer(call, r->sides);
    add(call, r->count);
    add_pointer(call, r->out_bits);
}

/* Any kinds of pieces, in bits of which only the lowest eight count. */
static unsigned kinds_of(const request *r) {
    return r->squares[0] * 0x01234567u;
}

/* The pairs that a call stores, and the room for them, which may be too small. */
static uint8_t pairs[2][KS_ATTACK_PAIRS_MAX];

static size_t room_of(const request *r) {
    return r->squares[0] % 2 ? KS_ATTACK_PAIRS_MAX : r->squares[0];
}

static void add_arguments(watched_call *call, const struct function *function, const request *r) {
    if (function->with_set)
        add_pointer(call, r->set);
    add_pointer(call, r->boards);
    if (function->answer == BATCH) {
        add_batch(call, r);
        return;
    }
    if (function->answer == PAIRS) {
        add_pointer(call, pairs[0]);
        add_pointer(call, pairs[1]);
        add(call, room_of(r));
        return;
    }
    if (function->answer == MAP || function->answer == MAP_OF_KINDS) {
        add_unsigned(call, r->sides[0]);
        if (function->answer == MAP_OF_KINDS)
            add_unsigned(call, kinds_of(r));
        return;
    }
    add_unsigned(call, r->squares[0]);
    add_unsigned(call, function->answer == SQUARES ? r->sides[0] ^ 1u : r->sides[0]);
    if (function->answer == LINES)
        add_pointer(call, r->lines);
}

/* ---- Answers ---- */

static size_t words_of(const request *r) {
    return (r->count + 63) / 64;
}

/* Overwrites the place of the answer, so that one which is never written cannot be right by chance. */
static void spoil_answers(const struct function *function, const request *r) {
    if (function->answer == PAIRS)
        memset(pairs, 0x3c, sizeof pairs);
    if (function->answer == LINES)
        memset(r->lines, 0x3c, sizeof *r->lines);
    if (function->answer == BATCH && r->count)
        memset(r->out_bits, 0x3c, words_of(r) * sizeof *r->out_bits);
}

static const ks_kernel *reference(void) {
    size_t count;
    return ks_kernel_get_all(&count)[0];
}

static bool batch_is_right(const ks_pieceset *set, const request *r) {
    for (size_t i = 0; i < 64 * words_of(r); i++) {
        const uint64_t expected =
            i < r->count &&
            reference()->attackers_set(set, r->boards + i * r->stride, r->squares[i], r->sides[i] ^ 1u) != 0;
        if ((r->out_bits[i / 64] >> i % 64 & 1) != expected)
            return false;
    }
    return true;
}

static bool lines_are_right(const ks_pieceset *set, const request *r) {
    ks_king_lines expected;
    reference()->king_scan_set(set, r->boards, r->squares[0], r->sides[0], &expected);
    return memcmp(r->lines, &expected, sizeof expected) == 0;
}

static bool pairs_are_right(const request *r, uint64_t result) {
    static uint8_t expected[2][KS_ATTACK_PAIRS_MAX];
    const size_t room = room_of(r), all = ks_c_attack_pairs(r->boards, expected[0], expected[1], room);
    const size_t stored = all < room ? all : room;
    return result == all && memcmp(pairs[0], expected[0], stored) == 0 &&
           memcmp(pairs[1], expected[1], stored) == 0;
}

static bool answer_is_right(const struct function *function, const request *r, uint64_t result) {
    const ks_pieceset *set = function->with_set ? r->set : &ks_chess_pieces;
    if (function->answer == BATCH)
        return batch_is_right(set, r);
    if (function->answer == LINES)
        return lines_are_right(set, r);
    if (function->answer == PAIRS)
        return pairs_are_right(r, result);
    if (function->answer == MAP_OF_KINDS)
        return result == ks_c_attacked_by(r->boards, r->sides[0], kinds_of(r));
    if (function->answer == MAP)
        return result == ks_c_attacked_set(set, r->boards, r->sides[0]);
    const uint64_t attackers = reference()->attackers_set(set, r->boards, r->squares[0], r->sides[0] ^ 1u);
    return function->answer == SQUARES ? result == attackers : (int)result == (attackers != 0);
}

/* ---- Asking ---- */

static const char *ask_function(void (*code)(void), const struct function *function, const request *r) {
    watched_call call = {.function = code, .interrupted = r->interrupted};
    uint64_t result;
    add_arguments(&call, function, r);
    spoil_answers(function, r);
    const char *trouble = call_watched(&call, &result);
    return trouble || answer_is_right(function, r, result) ? trouble : "gives a wrong answer";
}

/* Asks the functions of a struct: a kernel, or the build that belongs to it. */
static const char *ask_all(const char *kernel, const void *pointers, const struct function *first,
                           const struct function *end, const request *r) {
    static char text[256];
    for (const struct function *function = first; function < end; function++) {
        void (*code)(void);
        memcpy(&code, (const char *)pointers + function->offset, sizeof code);
        if (!code || (r->count == 0 && function->answer != BATCH))
            continue;
        const char *trouble = ask_function(code, function, r);
        if (trouble) {
            snprintf(text, sizeof text, "%s of kernel %s %s", function->name, kernel, trouble);
            return text;
        }
    }
    return NULL;
}

const char *ask(const ks_kernel *kernel, const request *r) {
    const struct attacked_build *const attacked = ks_attacked_beside(kernel);
    const char *trouble = ask_all(kernel->name, kernel, functions, functions_end, r);
    if (!trouble && attacked)
        trouble = ask_all(kernel->name, attacked, attacked_functions, attacked_functions_end, r);
    return trouble;
}
