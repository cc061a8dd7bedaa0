/* Tests that a run whose memory runs out ends well: every allocation of every command fails once, in
 * build/failing, which is the program with tests/failing/failing.c. The run then ends with status 2 and a
 * last line that names memory, or it answers as it would have otherwise. It does not crash, hang, or record
 * anything wrong. THOROUGH=1 tries the first 255 allocations of a run and ever fewer of the later ones; else
 * it is the first 15. */
#define _GNU_SOURCE /* realpath */
#include <criterion/criterion.h>
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/sanitized.h"
#include "support/thorough.h"

TestSuite(allocations, .disabled = EMULATED);

enum { WORDS_MAX = 16, TEXT_SIZE = 1 << 20, PATIENCE_IN_SECONDS = 30, MARK = 9 };

enum { TIMED = 1 /* the output has times */, RECORDS = 2 /* into files, which the next run reads */ };

#define FEN "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KINGS "8/8/8/4k3/8/8/4K3/8 w - - 0 1"
#define BENT "8/8/8/8/3k4/8/8/K7 b - - 0 1" /* kings-touch is wrong there */

#define ENTRY "fen " KINGS "\nmove e2e3\nscore 1\nply 3\nresult 1\ne"

/* ---- One run ---- */

struct outcome {
    int status;
    bool failed; /* the allocation was reached */
    char *out, *err;
};

static char *read_all(const char *name) {
    FILE *const file = fopen(name, "rb");
    char *const text = malloc(TEXT_SIZE);
    cr_assert(file && text);
    text[fread(text, 1, TEXT_SIZE - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Writes a text, and a line feed when its last line has none. */
static void write_all(const char *name, const char *text) {
    FILE *const file = fopen(name, "wb");
    const size_t length = strlen(text);
    const bool ends = length == 0 || text[length - 1] == '\n';
    cr_assert(file && fprintf(file, "%s%s", text, ends ? "" : "\n") >= 0 && fclose(file) == 0);
}

static void redirect(const char *name, int flags, int descriptor) {
    const int file = open(name, flags, 0666);
    if (file < 0 || dup2(file, descriptor) < 0)
        _exit(99);
}

static _Noreturn void start(const char *const *words, unsigned fail_at) {
    const char *arguments[WORDS_MAX + 2] = {"kingscan"};
    char number[16];
    for (unsigned i = 0; i < WORDS_MAX && words[i]; i++)
        arguments[i + 1] = words[i];
    snprintf(number, sizeof number, "%u", fail_at);
    setenv("FAIL_AT", number, 1);
    setenv("LC_ALL", "C", 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* the end of the program frees what it has */
    unsetenv("KINGSCAN_CONFIG");
    unsetenv("KINGSCAN_KERNEL");
    redirect("in", O_RDONLY, STDIN_FILENO);
    redirect("out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect("err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    redirect("mark", O_WRONLY | O_CREAT | O_TRUNC, MARK);
    alarm(PATIENCE_IN_SECONDS);
    execv(getenv("FAILING"), (char **)arguments);
    _exit(99);
}

static struct outcome run(const char *const *words, unsigned fail_at) {
    struct stat mark;
    int status;
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0)
        start(words, fail_at);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(stat("mark", &mark), 0);
    return (struct outcome){WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                            mark.st_size > 0, read_all("out"), read_all("err")};
}

static void free_outcome(struct outcome *outcome) {
    free(outcome->out);
    free(outcome->err);
}

/* ---- Judgement ---- */

/* Takes digits and points out of a text, where there are times. */
static void forget_times(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (!isdigit((unsigned char)*from) && *from != '.')
            *to++ = *from;
    *to = '\0';
}

static bool is_same(const struct outcome *outcome, const struct outcome *usual) {
    return outcome->status == usual->status && strcmp(outcome->out, usual->out) == 0 &&
           strcmp(outcome->err, usual->err) == 0;
}

/* Whether a run says that memory is missing, in one line after what it says otherwise. */
static bool is_refusal(const struct outcome *outcome, const struct outcome *usual) {
    const size_t length = strlen(outcome->err);
    size_t last = length > 0 ? length - 1 : 0;
    while (last > 0 && outcome->err[last - 1] != '\n')
        last--;
    const char *const line = outcome->err + last;
    return outcome->status == 2 && length > 0 && outcome->err[length - 1] == '\n' &&
           (strstr(line, "memory") || strstr(line, "cannot start a thread")) &&
           strncmp(outcome->err, usual->err, last) == 0;
}

static struct outcome run_and_forget(const char *const *words, unsigned fail_at, unsigned how) {
    const struct outcome outcome = run(words, fail_at);
    if (how & TIMED) {
        forget_times(outcome.out);
        forget_times(outcome.err);
    }
    return outcome;
}

static unsigned next_number(unsigned number) {
    if (is_thorough())
        return number + 1 + number / 256;
    return number + 1 + (SLOW ? number : number / 16 * stride());
}

static unsigned failures; /* allocations that have failed */

/* Files that commands write, and what ends those that are whole. */
static const struct {
    const char *name, *end;
} files[] = {
    {"html", "</html>\n"}, {"junit", "</testsuites>\n"}, {"1.pgn", "1-0\n\n"}, {"unknown.pgn", "1-0\n\n"}};

enum { FILES = sizeof files / sizeof *files };

/* A file that is there before the run; games are split into new ones. */
static const char old[] = "old\n";

static void make_old_files(void) {
    for (unsigned i = 0; i < FILES; i++)
        if (strstr(files[i].name, ".pgn"))
            unlink(files[i].name);
        else
            write_all(files[i].name, old);
}

/* A run that failed leaves what was there, or has written the whole file before it failed. */
static void expect_whole_files(const char *const *words, unsigned number) {
    for (unsigned i = 0; i < FILES; i++) {
        if (access(files[i].name, F_OK) != 0)
            continue;
        char *const text = read_all(files[i].name);
        const size_t length = strlen(text), end = strlen(files[i].end);
        cr_expect(strcmp(text, old) == 0 || (length > end && strcmp(text + length - end, files[i].end) == 0),
                  "%s %s: allocation %u: %s is cut:\n%s", words[0], words[1], number, files[i].name, text);
        free(text);
    }
}

/* Lets each allocation of a command fail. words: up to NULL; input: what it reads; status: its usual one. */
static void try_all(const char *const *words, const char *input, unsigned how, int status) {
    bool reached = true;
    write_all("in", input);
    unlink("recorded");
    make_old_files();
    struct outcome usual = run_and_forget(words, 0, how);
    cr_assert_eq(usual.status, status, "%s %s: %d\n%s", words[0], words[1], usual.status, usual.err);
    for (unsigned number = 1; reached; number = next_number(number)) {
        unlink("recorded");
        make_old_files();
        struct outcome outcome = run_and_forget(words, number, how);
        expect_whole_files(words, number);
        reached = outcome.failed;
        failures += reached;
        cr_expect(is_same(&outcome, &usual) || (reached && is_refusal(&outcome, &usual)),
                  "%s %s %s: allocation %u: status %d for %d\n-- output:\n%s-- errors:\n%s", words[0],
                  words[1] ? words[1] : "", words[1] && words[2] ? words[2] : "", number, outcome.status,
                  usual.status, outcome.out, outcome.err);
        free_outcome(&outcome);
        if (how & RECORDS) {
            struct outcome next = run_and_forget(words, 0, how);
            cr_expect(is_same(&next, &usual), "%s: after allocation %u: status %d\n%s%s", words[0], number,
                      next.status, next.out, next.err);
            free_outcome(&next);
        }
    }
    free_outcome(&usual);
}

#define TRY(status, how, input, ...) try_all((const char *const[]){__VA_ARGS__, NULL}, input, how, status)

/* ---- Commands ---- */

static char folder[] = "/tmp/allocations-XXXXXX";
static char engine[1 << 12], wrong_engine[1 << 12], game[TEXT_SIZE];

static void enter(void) {
    char *const failing = realpath(BUILD "/failing", NULL),
                *const program = realpath(BUILD "/kingscan", NULL),
                *const broken = realpath(BUILD "/broken", NULL),
                *const pgn = read_all("tests/data/opera.pgn");
    cr_assert(failing && program && broken && mkdtemp(folder) && chdir(folder) == 0);
    setenv("FAILING", failing, 1);
    snprintf(engine, sizeof engine, "%s uci", program);
    snprintf(wrong_engine, sizeof wrong_engine, "%s kings-touch", broken);
    snprintf(game, sizeof game, "%s", pgn);
    free(failing);
    free(program);
    free(broken);
    free(pgn);
}

static void leave(void) {
    static const char *const names[] = {"in",   "out",   "err",   "mark",        "recorded",
                                        "html", "junit", "1.pgn", "unknown.pgn", "ini"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(names[i]);
    cr_expect_gt(failures, 0);
    cr_expect(chdir("/") == 0 && rmdir(folder) == 0);
}

#define Tries(name) Test(allocations, name, .init = enter, .fini = leave)

/* (Sanitized builds do not count the C library's own allocations, and these commands make no others.) */
Test(allocations, without_positions, .init = enter, .fini = leave, .disabled = SANITIZED) {
    TRY(0, 0, "", "--version");
    TRY(0, 0, "", "help", "check");
    TRY(0, 0, "", "variants", "--help");
    TRY(0, 0, "", "kernels");
    TRY(0, 0, "", "completions", "bash");
    TRY(2, 0, "", "check", "--no-such-option");
}

Tries(positions) {
    TRY(0, 0, "", "show", FEN);
    TRY(0, 0, "", "show", "--variant", "shogi", "startpos");
    TRY(0, 0, "", "moves", FEN);
    TRY(0, 0, "", "moves", "--san", "--variant", "xiangqi", "startpos");
    TRY(0, 0, "", "moves", "--json", "--variant", "xiangqi", "startpos");
    TRY(0, 0, "", "move", FEN, "e1g1");
    TRY(1, 0, "", "move", "--json", FEN, "e1e3");
    TRY(1, 0, "", "move", "--variant", "shogi", "startpos", "e1e9");
    TRY(0, 0, "", "show", "--rays", "--svg", "-", BENT);
    TRY(0, 0, "", "show", "--json", "--variant", "crazyhouse", "startpos");
    TRY(0, 0, FEN, "show", "-");
    TRY(0, 0, "uci\nposition startpos moves e2e4\ngo perft 2\nd\nquit", "uci");
    TRY(0, 0, "uci\nsetoption name UCI_Variant value shogi\nposition startpos\ngo perft 2", "uci");
}

Tries(checks) {
    TRY(1, 0, FEN "\nno position\n" FEN, "check");
    TRY(0, 0, FEN "\n" FEN, "check", "--format", "json", "--jobs", "2");
    TRY(0, 0, FEN "\n" FEN, "check", "--unique", "--count");
    TRY(0, 0, FEN "\nstartpos", "check", "--variant", "crazyhouse", "--lenient");
    TRY(0, 0, "fen,x\n" FEN ",1", "check", "--column", "fen");
    TRY(0, 0, "{\"fen\":\"" FEN "\",\"x\":1}", "check", "--column", "fen", "--format", "json");
    TRY(0, 0, game, "check", "--format", "json");
    TRY(0, 0, game, "check", "--count", "--jobs", "2");
    TRY(0, 0, game, "check", "--json", "--comments", "--only-move", "quiet");
    TRY(0, 0, "fen;m\n" FEN ";e1g1", "check", "--column", "fen", "--moves-column", "m", "--make", "0",
        "--only-move", "castling");
    TRY(1, 0, FEN "\n" BENT "\n8/8/8/8/8/8/8/8 w - - 0 1", "check", "--strict", "--format", "bits");
    TRY(0, 0, FEN "\n" FEN " bm O-O; ce 3;", "check", "--score", "0..9", "--format", "epd");
    TRY(1, 0, "safe\t1\t100%\ntotal\t1", "check", "--sum");
    TRY(0, 0, game, "check", "--final", "--tags", "White,Black");
    TRY(0, 0, game, "check", "--unique", "--sample", "0.5", "--print", "key");
}

Tries(statistics) {
    TRY(0, 0, ENTRY, "stats", "--from", "plain");
    TRY(0, 0, ENTRY, "stats", "--from", "plain", "--jobs", "2", "--json");
    TRY(0, 0, ENTRY, "stats", "--from", "plain", "--html", "html");
    TRY(1, 0, "fen x\ne", "stats", "--from", "plain");
}

Tries(conversions) {
    TRY(0, 0, ENTRY, "convert", "--from", "plain", "--to", "plain", "-", "-");
    TRY(0, RECORDS, ENTRY, "convert", "--from", "plain", "--to", "plain", "-", "recorded");
    TRY(0, RECORDS, ENTRY, "convert", "--from", "plain", "--to", "epd", "-", "recorded");
    TRY(0, 0, ENTRY, "convert", "--from", "plain", "--to", "jsonl", "-", "-");
    TRY(0, 0, ENTRY, "convert", "--shuffle", "--from", "plain", "--to", "binpack", "-", "-");
    TRY(0, RECORDS, ENTRY, "convert", "--shuffle", "--from", "plain", "--to", "epd", "-", "recorded");
    TRY(0, 0, ENTRY, "convert", "--interleave", "--from", "plain", "--to", "binpack", "in", "in", "-");
    TRY(0, RECORDS, ENTRY, "convert", "--repair", "--from", "plain", "--to", "binpack", "-", "recorded");
    TRY(0, 0, ENTRY, "convert", "--from", "plain", "--to", "bin", "--jobs", "2", "-", "-");
    TRY(1, 0, "fen x\ne", "convert", "--from", "plain", "--to", "plain", "-", "-");
    TRY(1, 0, KINGS " bm Ke2; ce 1; c9 \"1-0\";\nx", "convert", "--from", "epd", "--to", "bin", "-", "-");
    TRY(0, 0, "{\"fen\":\"" KINGS "\",\"score\":1,\"result\":0}", "stats", "--from", "jsonl");
}

Tries(games) {
    TRY(0, 0, game, "games", "--count");
    TRY(0, 0, game, "games", "--select", "Result=1-0", "--format", "json");
    TRY(0, 0, game, "games", "--epd");
    TRY(0, 0, game, "games", "--split", "1");
    TRY(0, 0, game, "games", "--split", "Nothing");
    TRY(0, 0, game, "games", "--rewrite", "--jobs", "2");
    TRY(0, 0, game, "games", "--json", "--comments", "--jobs", "2");
    TRY(0, 0, game, "games", "--select", "White~/a/", "--format", "uci");
    TRY(0, 0, game, "games", "--unique", "--with", "checkmate");
}

Tries(perft) {
    TRY(0, 0, "", "perft", "4", FEN);
    TRY(0, 0, "", "perft", "3", "--divide", "--jobs", "2", "--hash", "1");
    TRY(0, 0, "", "perft", "2", "--stats");
    TRY(0, 0, "", "perft", "3", "--divide", "--jobs", "2", "--variant", "atomic");
    TRY(0, 0, "1\t" START, "perft", "--expand");
    TRY(0, 0, "1\t" START "\n2\t" START, "perft", "--merge");
    TRY(0, 0, "1\t" START "\n2\t" START, "perft", "2", "--units");
    TRY(0, 0, "1\n2", "perft", "--sum");
}

Tries(layers) {
    TRY(0, 0, "", "perft", "4", "--layers", "--jobs", "2");
    TRY(0, 0, "", "perft", "3", "--layers", "--positions");
    TRY(0, RECORDS, "", "perft", "5", "--layers", "--checkpoint", "recorded", KINGS);
}

Tries(variants) {
    TRY(0, 0, "", "variants", "shogi");
    TRY(0, 0, "", "variants", "--json", "chess");
    write_all("ini",
              "[mine : chess]\nknight = r\n[bad : chess]\nfoo = 1\nbar = 2\n[other : chess]\nqueen = -");
    TRY(2, 0, "", "variants", "--variants", "ini", "mine");
    TRY(2, 0, "", "variants", "--variants", "ini", "--strict");
    TRY(1, 0, "", "variants", "--variants", "ini");
    TRY(2, 0, "", "moves", "--variants", "ini", "--variant", "other", "startpos");
    TRY(0, 0, "", "variants");
}

Tries(diff) {
    TRY(0, 0, KINGS, "diff", "2", "-", "--engine", engine);
    TRY(1, 0, BENT, "diff", "2", "-", "--engine", wrong_engine);
    TRY(1, 0, KINGS, "diff", "1", "-", "--script", "echo e2e3 1; echo; echo 1;:");
    TRY(0, 0, "startpos", "diff", "1", "-", "--variant", "losalamos", "--engine", engine);
    TRY(0, 0, "\ne2e3\nback\nquit", "diff", "2", "--walk", KINGS, "--engine", engine);
    TRY(0, 0, "", "diff", "1", "--random", "3", "--seed", "1", "--engine", engine);
    TRY(1, 0, KINGS, "diff", "2", "-", "--keep-going", "--jobs", "2", "--engine", wrong_engine);
}

Tries(reports) {
    TRY(1, TIMED, BENT, "diff", "2", "-", "--json", "--keep-going", "--junit", "junit", "--html", "html",
        "--engine", wrong_engine);
    struct outcome report =
        run((const char *const[]){"diff", "2", "-", "--json", "--engine", wrong_engine, NULL}, 0);
    TRY(1, TIMED, report.out, "diff", "--merge", "--html", "html");
    free_outcome(&report);
}

Tries(fuzz) {
    TRY(0, TIMED, "", "fuzz", "--boards", "500", "--seed", "1");
    TRY(0, TIMED, "", "fuzz", "--boards", "20", "--seed", "1", "--games", "--html", "html", "--junit",
        "junit");
    TRY(0, TIMED, "", "fuzz", "--boards", "20", "--seed", "1", "--variant", "shogi");
}
