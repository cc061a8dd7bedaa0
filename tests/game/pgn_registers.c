/* Tests that the parts of the fast reader that are compiled for wide vectors leave the caller's registers as
 * they were. (gcc 12 forgets to clear upper halves when the last call is that of a function in the same file.
 * Code with SSE2 is slower then.) */
#include <criterion/criterion.h>
#include <string.h>

#include "abi/call.h"
#include "core/processor/cpu.h"
#include "core/processor/processor.h"
#include "game/pgn/quick.h"
#include "game/pgn/scan_words.h"
#include "rules/generator/generator.h"
#include "support/length.h"

TestSuite(pgn_registers);

static const struct build {
    const char *name;
    enum tier tier;
    read_words *read;
    guard_kings *guard;
    scan_words *scan;
    skip_tags *skip;
    count_line_feeds *count;
} builds[] = {
#define BUILD_NAMED(name, guard)                                                                             \
    {#name,                                                                                                  \
     TIER_##name,                                                                                            \
     ks_##name##_read_words,                                                                                 \
     guard,                                                                                                  \
     ks_##name##_scan_words,                                                                                 \
     ks_##name##_skip_tags,                                                                                  \
     ks_##name##_count_line_feeds},
    BUILD_NAMED(any, ks_any_guard_kings)
#ifdef KS_VECTOR_ASSEMBLY
        BUILD_NAMED(ssse3, ks_any_guard_kings) BUILD_NAMED(avx2, ks_avx2_guard_kings)
            BUILD_NAMED(avx512, ks_avx512_guard_kings)
#endif
};

static uint64_t watch(const struct build *build, watched_call call) {
    uint64_t result = 0;
    const char *const trouble = call_watched(&call, &result);
    cr_expect(!trouble, "%s %s", build->name, trouble);
    return result;
}

#define CALL(called, arguments_count, ...)                                                                   \
    watch(build, (watched_call){.function = (void (*)(void))(called),                                        \
                                .arguments = {__VA_ARGS__},                                                  \
                                .count = (arguments_count)})
#define POINTER(what) (uintptr_t)(what)

/* A rook on a8 gives check after the move, or nothing does. */
static void expect_guarded(const struct build *build, bool check) {
    static struct lanes lanes;
    static struct played played[PLAYED_AT_ONCE];
    static uint64_t checkers[PLAYED_AT_ONCE];
    const uint64_t white_king = (uint64_t)1 << 63, black_king = 1 << 6, rook = check ? 1 : 1 << 8;
    lanes.planes[1][BEFORE] = white_king | black_king;
    lanes.planes[2][BEFORE] = white_king | black_king | rook;
    lanes.planes[3][BEFORE] = black_king;
    cr_expect_eq(CALL(build->guard, 5, POINTER(&lanes), 1, KS_WHITE, POINTER(played), POINTER(checkers)), 1);
    cr_expect_eq(checkers[0], check ? rook : 0, "%s", build->name);
}

static void expect_texts_read(const struct build *build) {
    static char text[1024];
    static struct lanes lanes;
    static struct scan scan;
    static const uint32_t words[] = {0, 4, 8};
    static const char moves[] = "Nf3 d5 {} e4 {{ { } Nf6 } Bc4\n",
                      tags[] = "[Site \"?\"]\n[White \"?\"]\n\n1. e4";
    memcpy(text, moves, sizeof moves);
    CALL(build->read, 4, POINTER(text), POINTER(words), LENGTH(words), POINTER(&lanes));
    CALL(build->scan, 4, POINTER(&scan), POINTER(text), 0, SCAN_BYTES);
    cr_expect_eq(CALL(build->count, 2, POINTER(text), 256), 1, "%s", build->name);
    memcpy(text, tags, sizeof tags);
    cr_expect_eq(CALL(build->skip, 3, POINTER(text), 0, sizeof tags), strlen(tags) - 6, "%s", build->name);
}

Test(pgn_registers, are_the_callers_after_each_call) {
    ks_generator_in_use(); /* fills the tables */
    for (size_t i = 0; i < LENGTH(builds); i++) {
        if (!ks_tier_runs(builds[i].tier, ks_cpu_features()))
            continue;
        expect_guarded(&builds[i], false);
        expect_guarded(&builds[i], true);
        expect_texts_read(&builds[i]);
    }
}
