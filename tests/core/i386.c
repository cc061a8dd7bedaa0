/* Compares the 32-bit build with the 64-bit reference. Criterion exists for x86-64 only, so questions go
 * through a pipe to a 32-bit program and its answers come back through another. One thread writes all
 * questions of a test; the other generates them once more, in the same order, and compares. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "i386/record.h"
#include "kingscan.h"
#include "support/kernels/arrangement.h"
#include "support/kernels/difference.h"
#include "support/kernels/usable.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/thorough.h"

static const char demo[] = BUILD "/i386/demo";

TestSuite(i386, .init = need_i386_programs, .disabled = SANITIZED);

/* ---- Actions on a question ---- */

/* One end of the conversation: writes a question or reads its answer. */
typedef struct pipe_end {
    void (*take)(const question *q, FILE *stream);
    FILE *stream;
} pipe_end;

static void write_question(const question *q, FILE *to_demo) {
    fwrite(q, sizeof *q, 1, to_demo);
}

static pid_t demo_process;

/* Ends the demo first: it and the writing thread would wait for ever when nobody reads its answers. */
static void fail(const char *message) {
    kill(demo_process, SIGKILL);
    cr_assert_fail("%s", message);
}

static void expect(const question *q, const char *function, uint64_t expected, uint64_t found) {
    if (found != expected)
        fail(describe_difference("scan in 32 bits", function, q->board, q->square, q->side, expected, found));
}

static void expect_lines(const question *q, const char *function, const ks_king_lines *expected,
                         const ks_king_lines *found) {
    char name[64];
#define EXPECT_MASK(mask)                                                                                    \
    snprintf(name, sizeof name, "%s's %s", function, #mask);                                                 \
    expect(q, name, expected->mask, found->mask)
    EXPECT_MASK(checkers);
    EXPECT_MASK(check_lines);
    EXPECT_MASK(pinned);
    EXPECT_MASK(pin_orthogonal);
    EXPECT_MASK(pin_diagonal);
#undef EXPECT_MASK
}

static void compare_answer(const question *q, FILE *from_demo) {
    static uint64_t before, before_a1_first; /* the answers to the previous question */
    ks_king_lines lines, lines_a1_first;
    ks_pieceset set = ks_chess_pieces;
    answer a;
    if (fread(&a, sizeof a, 1, from_demo) != 1)
        fail("the 32-bit program stopped answering");
    reference()->king_scan(q->board, q->square, q->side, &lines);
    const uint64_t in_check = lines.checkers != 0;
    expect(q, "attackers", lines.checkers, a.attackers);
    expect(q, "in_check", in_check, a.in_check);
    expect(q, "in_check_batch", in_check << 1 | before, a.batch);
    expect_lines(q, "king_scan", &lines, &a.lines);

    set.a1_first = 1;
    reference()->king_scan_set(&set, q->board, q->square, q->side, &lines_a1_first);
    const uint64_t in_check_a1_first = lines_a1_first.checkers != 0;
    expect(q, "attackers_set", lines_a1_first.checkers, a.attackers_a1_first);
    expect(q, "in_check_set", in_check_a1_first, a.in_check_a1_first);
    expect(q, "in_check_batch_set", in_check_a1_first << 1 | before_a1_first, a.batch_a1_first);
    expect_lines(q, "king_scan_set", &lines_a1_first, &a.lines_a1_first);
    before = in_check;
    before_a1_first = in_check_a1_first;
}

/* ---- The questions of each test ---- */

static void ask(const pipe_end *end, const uint8_t board[64], unsigned square, unsigned side) {
    question q = {.square = (uint8_t)square, .side = (uint8_t)side};
    memcpy(q.board, board, 64);
    end->take(&q, end->stream);
}

static void ask_arrangement(const arrangement *a, void *context) {
    ask(context, a->board, a->king, a->side);
}

static void ask_arrangements(unsigned side, pipe_end *end) {
    static const char blockers[2][3] = {{KS_WHITE_KNIGHT, KS_BLACK_PAWN, 0},
                                        {KS_BLACK_KNIGHT, KS_WHITE_PAWN, 0}};
    each_arrangement(is_thorough() ? 1 : 4, chess_pieces, side, codes_of(side ^ 1), blockers[side],
                     ask_arrangement, end);
}

static void ask_white_king(pipe_end *end) {
    ask_arrangements(KS_WHITE, end);
}

static void ask_black_king(pipe_end *end) {
    ask_arrangements(KS_BLACK, end);
}

static void ask_random_boards(pipe_end *end) {
    uint64_t state = 386;
    for (unsigned i = 0; i < amount_of(2000000); i++) {
        uint8_t board[64];
        random_board(&state, KS_EMPTY, 1 + random_below(&state, 60), 255, board);
        const unsigned square = random_below(&state, 64), side = random_below(&state, 2);
        ask(end, board, square, side);
    }
}

static void ask_real_positions(pipe_end *end) {
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            ask(end, real[i].position.board, ks_king_of(&real[i].position, side), side);
}

/* ---- The conversation ---- */

static void start_demo(FILE **to_demo, FILE **from_demo) {
    int questions[2], answers[2];
    cr_assert_eq(pipe(questions), 0);
    cr_assert_eq(pipe(answers), 0);
    demo_process = fork();
    cr_assert_neq(demo_process, -1);
    if (demo_process == 0) {
        dup2(questions[0], STDIN_FILENO);
        dup2(answers[1], STDOUT_FILENO);
        close(questions[1]); /* else the demo would keep its own pipes open */
        close(answers[0]);
        execl(demo, demo, "-", (char *)NULL);
        _exit(127);
    }
    close(questions[0]);
    close(answers[1]);
    *to_demo = fdopen(questions[1], "wb");
    *from_demo = fdopen(answers[0], "rb");
}

typedef struct writer {
    void (*ask_all)(pipe_end *end);
    FILE *to_demo;
} writer;

static void *write_all(void *context) {
    writer *w = context;
    w->ask_all(&(pipe_end){write_question, w->to_demo});
    fclose(w->to_demo);
    return NULL;
}

static void converse(void (*ask_all)(pipe_end *end)) {
    FILE *to_demo, *from_demo;
    int status;
    pthread_t thread;
    signal(SIGPIPE, SIG_IGN); /* the reading end reports what happened */
    start_demo(&to_demo, &from_demo);
    writer asks = {ask_all, to_demo}; /* not in the assertion: its block ends too soon */
    cr_assert_eq(pthread_create(&thread, NULL, write_all, &asks), 0);

    ask_all(&(pipe_end){compare_answer, from_demo});
    pthread_join(thread, NULL);
    cr_assert_eq(fgetc(from_demo), EOF, "%s answers more than it was asked", demo);
    cr_assert_eq(waitpid(demo_process, &status, 0), demo_process);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s ended with status 0x%x", demo, status);
}

Test(i386, white_king_attacker_and_blocker) {
    converse(ask_white_king);
}

Test(i386, black_king_attacker_and_blocker) {
    converse(ask_black_king);
}

Test(i386, random_boards) {
    converse(ask_random_boards);
}

Test(i386, real_positions) {
    size_t count;
    real_positions(&count); /* loaded here for both threads */
    converse(ask_real_positions);
}

/* The program is none of its goals. */
Test(i386, the_program_is_left_out_in_a_line) {
    expect_run("make -s MACHINE=i386 BUILD=" BUILD "/i386 run 2>&1 | sed '/^make[^ ]*: \\*/d'", 0,
               "make: the program is not built for i386; make MACHINE=i386 builds the libraries\n", "");
    expect_run("make -s MACHINE=i386 BUILD=" BUILD "/i386 what-is-left-out", 0,
               "for i386, in " BUILD
               "/i386/: the libraries alone, with the kernels c portable scan, without those for "
               "x86-64\n",
               "");
    expect_run("make -n MACHINE=i386 BUILD=" BUILD "/i386 all | grep -c 'kingscan$'", 1, "0\n", "");
}
