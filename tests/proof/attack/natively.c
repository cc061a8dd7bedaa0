/* Runs functions that may be wrong on this processor, for attack.py.
 *
 *   natively < QUESTIONS
 *
 * A line of input is LIBRARY ADDRESS KIND: a shared library, where in it a function begins, and what the
 * function stands in for, such as in_check. For each, a line is printed: `same`, `not loaded` or `different`
 * with the board, the square and the side of the first call that shows it, and what is wrong.
 *
 * Each function runs in a process of its own, which may do nothing but compute, for at most a second. It
 * answers 100,000 questions in tests/abi's trampoline. Some boards lie at the ends of pages, and some calls
 * are interrupted after each instruction. The stack has a page below the return address's, and no more.
 * Whatever the loaded library has in writable memory is overwritten first. */
#define _GNU_SOURCE /* dlinfo */
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi/area.h"
#include "abi/call.h"
#include "abi/traps.h"
#include "kingscan.h"
#include "support/random.h"

/* ---- Questions: boards of several sorts, each with a square and a side, and the reference's answers ---- */

/* QUESTIONS: so many bytes and boards fill whole pages. EDGES: questions whose boards lie at the ends of
 * pages of their own. INTERRUPTED: so many of the first are asked again with interruptions. */
enum { QUESTIONS = 25 << 12, EDGES = 128, INTERRUPTED = 24, FEW_CASES = 512, BATCH_MAX = 200 };

static struct {
    uint8_t (*boards)[KS_SQUARES], *squares, *sides;
    const uint8_t *edges[EDGES];
    uint64_t *attackers; /* of the other side than sides[i] */
    ks_king_lines *lines;
} all;

static uint64_t chance = 1;

static unsigned below(unsigned limit) {
    return random_below(&chance, limit);
}

/* Our codes, and rarely any byte. */
static uint8_t any_code(void) {
    return (uint8_t)(below(8) ? below(16) : below(256));
}

/* A square that a piece on the given one may see. */
static unsigned seen_from(unsigned square) {
    static const int steps[16][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1}, {1, 1},   {1, -1},  {-1, 1}, {-1, -1},
                                     {1, 2}, {2, 1},  {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    for (;;) {
        const unsigned way = below(16);
        const int far = way < 8 ? 1 + (int)below(7) : 1;
        const int file = (int)(square % 8) + far * steps[way][0],
                  row = (int)(square / 8) + far * steps[way][1];
        if (file >= 0 && file < 8 && row >= 0 && row < 8)
            return (unsigned)(8 * row + file);
    }
}

/* A few pieces, most of them where they matter. */
static void lay_out_few(uint8_t *board, unsigned square) {
    static const uint8_t empty[4] = {0, 0, 7, 0xf8};
    memset(board, empty[below(4)], KS_SQUARES);
    for (unsigned left = 1 + below(6); left > 0; left--)
        board[below(4) ? seen_from(square) : below(KS_SQUARES)] = any_code();
    board[square] = any_code();
}

/* The pieces of the next line of FEN. Returns false when there is none. */
static bool read_board(FILE *file, uint8_t *board) {
    static const char letters[] = ".PNBRQK..pnbrqk";
    char line[256];
    do
        if (!fgets(line, sizeof line, file))
            return false;
    while (line[0] == '#');
    memset(board, 0, KS_SQUARES);
    unsigned square = 0;
    for (const char *c = line; *c != ' ' && square < KS_SQUARES; c++)
        if (*c >= '1' && *c <= '8')
            square += (unsigned)(*c - '0');
        else if (*c != '/')
            board[square++] = (uint8_t)(strchr(letters, *c) - letters);
    return true;
}

static unsigned find(const uint8_t *board, uint8_t code) {
    const uint8_t *const found = memchr(board, code, KS_SQUARES);
    return found ? (unsigned)(found - board) : below(KS_SQUARES);
}

/* The first questions are about few squares, so that most mutants differ there: attack.py proves mutants of
 * one square and side together. */
static void make_question(size_t i, FILE *real) {
    static const uint8_t first_squares[2] = {27, 60};
    uint8_t *const board = all.boards[i];
    all.squares[i] = i < FEW_CASES ? first_squares[i & 1] : (uint8_t)below(KS_SQUARES);
    all.sides[i] = i < FEW_CASES ? i >> 1 & 1 : (uint8_t)below(2);
    if (i % 5 == 4 && i >= FEW_CASES && read_board(real, board)) {
        if (below(4))
            all.squares[i] = (uint8_t)find(board, all.sides[i] == KS_WHITE ? KS_WHITE_KING : KS_BLACK_KING);
    } else if (i % 10 == 3)
        random_board(&chance, KS_EMPTY, 1 + below(150), 255, board);
    else
        lay_out_few(board, all.squares[i]);
}

static const ks_kernel *reference(void) {
    size_t count;
    return ks_kernel_get_all(&count)[0];
}

static void make_questions(const char *positions) {
    FILE *const real = fopen(positions, "r");
    if (!real) {
        perror(positions);
        exit(2);
    }
    const area boards = new_area(QUESTIONS * KS_SQUARES), squares = new_area(QUESTIONS),
               sides = new_area(QUESTIONS);
    all.boards = (uint8_t(*)[KS_SQUARES])boards.begin;
    all.squares = squares.begin;
    all.sides = sides.begin;
    all.attackers = calloc(QUESTIONS, sizeof *all.attackers);
    all.lines = calloc(QUESTIONS, sizeof *all.lines);
    for (size_t i = 0; i < QUESTIONS; i++) {
        make_question(i, real);
        reference()->king_scan(all.boards[i], all.squares[i], all.sides[i], &all.lines[i]);
        all.attackers[i] = reference()->attackers(all.boards[i], all.squares[i], all.sides[i] ^ 1u);
    }
    for (size_t i = 0; i < EDGES; i++) {
        const area page = new_area(KS_SQUARES);
        all.edges[i] = memcpy(i & 1 ? page.begin : page.end - KS_SQUARES, all.boards[i], KS_SQUARES);
        protect_area(&page, PROT_READ);
    }
    protect_area(&boards, PROT_READ);
    protect_area(&squares, PROT_READ);
    protect_area(&sides, PROT_READ);
    fclose(real);
}

/* ---- Calls ---- */

/* Written by the process that asks, read by the one that waits for it. */
static struct progress {
    size_t question;
    bool loaded, finished;
    char trouble[64];
} * progress;

static area answers; /* where functions write */

static void add_pointer(watched_call *call, const void *pointer) {
    call->arguments[call->count++] = (uintptr_t)pointer;
}

/* The upper half of a narrow argument holds dirt. */
static void add_unsigned(watched_call *call, unsigned value) {
    call->arguments[call->count++] = (uintptr_t)0xd1d1d1d1 << 32 | value;
}

/* Asks the function about a board. Returns what is wrong, or NULL. */
typedef const char *asker(watched_call call, size_t i);

static void add_question(watched_call *call, size_t i, unsigned flip) {
    progress->question = i;
    add_pointer(call, i < EDGES ? all.edges[i] : all.boards[i]);
    add_unsigned(call, all.squares[i]);
    add_unsigned(call, all.sides[i] ^ flip);
}

static const char *ask_in_check(watched_call call, size_t i) {
    uint64_t result;
    add_question(&call, i, 0);
    const char *const trouble = call_untrapped(&call, &result);
    return trouble || (uint32_t)result == (all.attackers[i] != 0) ? trouble : "gives a wrong answer";
}

static const char *ask_attackers(watched_call call, size_t i) {
    uint64_t result;
    add_question(&call, i, 1);
    const char *const trouble = call_untrapped(&call, &result);
    return trouble || result == all.attackers[i] ? trouble : "gives a wrong answer";
}

static const char *ask_king_scan(watched_call call, size_t i) {
    uint64_t result;
    ks_king_lines *const lines =
        (ks_king_lines *)(void *)(i & 1 ? answers.begin : answers.end - sizeof *lines);
    memset(lines, 0x3c, sizeof *lines);
    add_question(&call, i, 0);
    add_pointer(&call, lines);
    const char *const trouble = call_untrapped(&call, &result);
    return trouble || memcmp(lines, &all.lines[i], sizeof *lines) == 0 ? trouble : "gives a wrong answer";
}

/* Asks about n boards from the i-th on. The answers end at the end of their page. */
static const char *ask_batch(watched_call call, size_t i, size_t n) {
    const size_t words = (n + 63) / 64;
    uint64_t *const bits = (uint64_t *)(void *)answers.end - words, result;
    memset(bits, 0x3c, words * sizeof *bits);
    progress->question = i;
    add_pointer(&call, all.boards[i]);
    call.arguments[call.count++] = KS_SQUARES;
    add_pointer(&call, all.squares + i);
    add_pointer(&call, all.sides + i);
    call.arguments[call.count++] = n;
    add_pointer(&call, bits);
    const char *const trouble = call_untrapped(&call, &result);
    for (size_t k = 0; k < 64 * words && !trouble; k++)
        if ((bits[k / 64] >> k % 64 & 1) != (k < n && all.attackers[i + k] != 0))
            return "gives a wrong answer";
    return trouble;
}

static const char *ask_batches(watched_call call) {
    static const size_t lengths[] = {2, 1, 66, 0, 63, 64, BATCH_MAX, 65, 130, 128, 127};
    const char *trouble = NULL;
    for (size_t i = 0, k = 0; i < QUESTIONS && !trouble; k++) {
        const size_t length = lengths[k % (sizeof lengths / sizeof *lengths)];
        const size_t n =
            i + length < QUESTIONS ? length : QUESTIONS - i; /* the last ends where its page does */
        call.interrupted = k < 3;
        trouble = ask_batch(call, i, n);
        i += n;
    }
    return trouble;
}

static const char *ask_boards(asker *ask, watched_call call) {
    const char *trouble = NULL;
    for (size_t i = 0; i < QUESTIONS && !trouble; i++)
        trouble = ask(call, i);
    call.interrupted = 1;
    for (size_t i = 0; i < INTERRUPTED && !trouble; i++)
        trouble = ask(call, i);
    return trouble;
}

/* ---- A process for each function ---- */

/* Overwrites all of a loaded library that lies in writable memory: a kernel may not rely on it. */
static void spoil_writable(const char *library) {
    FILE *const maps = fopen("/proc/self/maps", "r");
    char line[1024], path[512], rights[8];
    uintptr_t begin, end;
    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %7s %*s %*s %*s %511s", &begin, &end, rights, path) ==
                4 &&
            strcmp(path, library) == 0 && rights[1] == 'w')
            memset((void *)begin, 0xa5, end - begin);
    if (maps)
        fclose(maps);
}

static uintptr_t load(const char *library) {
    struct link_map *map;
    fclose(stderr); /* the dynamic linker's complaints of a bent file */
    void *const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
        return 0;
    spoil_writable(library);
    return map->l_addr;
}

/* From here on, the process can compute, return from signals and end. */
static void confine(void) {
    const struct itimerval second = {.it_value = {.tv_sec = 1}};
    setitimer(ITIMER_VIRTUAL, &second, NULL);
    trap_steps();
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
        abort();
}

static void ask_and_exit(const char *library, uintptr_t address, const char *kind) {
    const uintptr_t base = load(library);
    if (base) {
        progress->loaded = true;
        confine();
        watched_call call = {.count = 0};
        const uintptr_t code = base + address;
        memcpy(&call.function, &code, sizeof code);
        const char *const trouble = strcmp(kind, "in_check_batch") == 0 ? ask_batches(call)
                                    : strcmp(kind, "king_scan") == 0    ? ask_boards(ask_king_scan, call)
                                    : strcmp(kind, "attackers") == 0    ? ask_boards(ask_attackers, call)
                                                                        : ask_boards(ask_in_check, call);
        if (trouble)
            strncpy(progress->trouble, trouble, sizeof progress->trouble - 1);
        progress->finished = true;
    }
    syscall(SYS_exit, 0);
}

/* The first call maps memory, which the confined process could not. */
static void call_once(void) {
    watched_call call = {.function = (void (*)(void))reference()->in_check};
    if (ask_in_check(call, 0)) {
        fputs("natively: the reference kernel is not what it should be\n", stderr);
        exit(2);
    }
}

static uintptr_t frame;

static void note_frame(void) {
    frame = (uintptr_t)__builtin_frame_address(0);
}

/* Forbids all of the functions' stack (tests/abi/call.c) but the page of the return address and the next one,
 * and what lies for a megabyte below, where that is free: larger frames fault. */
static void end_stack(void) {
    enum { PAGE = 4096, STACK_SIZE = 1 << 17, FORBIDDEN = 1 << 20 };
    watched_call call = {.function = note_frame, .count = 0};
    uint64_t result;
    if (call_watched(&call, &result))
        abort();
    const uintptr_t last = frame & ~(uintptr_t)(PAGE - 1), begin = last + PAGE - STACK_SIZE;
    if (mprotect((void *)begin, STACK_SIZE - 2 * PAGE, PROT_NONE) != 0)
        abort();
    for (uintptr_t at = begin - FORBIDDEN; at < begin; at += PAGE)
        (void)mmap((void *)at, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

static void print_verdict(int status, const char *kind) {
    const size_t i = progress->question;
    if (!progress->loaded) {
        puts("not loaded");
        return;
    }
    if (!progress->finished)
        snprintf(progress->trouble, sizeof progress->trouble, "is ended by signal %d",
                 WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    if (!progress->trouble[0]) {
        puts("same");
        return;
    }
    printf("different ");
    for (size_t square = 0; square < KS_SQUARES; square++)
        printf("%02x", all.boards[i][square]);
    printf(" %d %d %s\n", all.squares[i], all.sides[i] ^ (strcmp(kind, "attackers") == 0), progress->trouble);
}

int main(void) {
    char library[512], kind[32];
    uintptr_t address;
    make_questions("tests/data/positions.epd");
    answers = new_area(1);
    progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED)
        return 2;
    call_once();
    end_stack();
    while (scanf("%511s %" SCNxPTR " %31s", library, &address, kind) == 3) {
        int status = 0;
        memset(progress, 0, sizeof *progress);
        const pid_t child = fork();
        if (child < 0)
            return 2;
        if (child == 0)
            ask_and_exit(library, address, kind);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        print_verdict(status, kind);
        fflush(stdout);
    }
    return 0;
}
