/* Declares what the files of the benchmark share: sets of boards, contenders, tables of figures,
 * timing and reports. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>

#include "kingscan.h"

typedef int in_check_function(const uint8_t board[64], unsigned king_square, unsigned side);

/* ---- Boards ---- */

/* Boards, each with the king of its question. */
struct board_set {
    const char *name;
    size_t count;
    uint8_t (*boards)[64];
    uint8_t *kings; /* [count]: its square */
    uint8_t *sides; /* [count]: its colour */
};

/* So few boards stay in the cache; a round passes over them so often. */
enum { BOARDS_IN_CACHE = 1024, PASSES_IN_CACHE = 128 };

/* Returns the first boards of a set, which stay in the cache. */
static inline struct board_set first_boards(const struct board_set *set) {
    struct board_set first = *set;
    first.count = set->count < BOARDS_IN_CACHE ? set->count : BOARDS_IN_CACHE;
    return first;
}

enum { MIDDLEGAMES, ENDGAMES, BOARD_SETS };

/* A program's form of a board, also in 64 bytes. */
struct form {
    /* From our codes; NULL: byte by byte, as byte_of[code] on square ^ flip. */
    void (*convert)(const uint8_t board[64], uint8_t converted[64]);
    uint8_t byte_of[16];
    unsigned flip; /* 56 when rows count from the bottom; the king's square is changed likewise */
};

/* Reads positions (FEN or EPD lines) into the two sets; exits with a message when that can't be done. */
void load_boards(const char *path, struct board_set sets[BOARD_SETS]);

/* Makes room for `count` boards, each on a cache line of its own. */
struct board_set new_set(const char *name, size_t count);
void free_set(struct board_set *set);

/* Puts the boards of a set into another random order. */
void shuffle_boards(struct board_set *set, uint64_t *random);

/* Writes the boards of a set into another set of the same size, in a form; form NULL: as they are. */
void convert_boards(const struct board_set *set, const struct form *form, struct board_set *converted);

/* ---- Contenders ---- */

struct see_case; /* see.h */
struct plugin;

/* One row of a table: `pass` asks about every board of the set and returns the sum of the answers. */
struct contender {
    char name[64];  /* what it is: "plain C", "avx2" */
    const char *by; /* the compiler or the form of its boards, which stands behind the name; or NULL */
    uint64_t (*pass)(const struct contender *self, const struct board_set *set);
    const char *asks; /* those that ask the same must get the same sum; NULL: there is no answer */

    in_check_function *in_check; /* what `pass` calls: this, or something of the kernel */
    uint64_t (*attacked)(const uint8_t board[64], unsigned by_side); /* the same for attack maps */
    int (*see)(const struct see_case *at, ks_move move);             /* and for exchanges */
    const struct plugin *plugin;                                     /* which asks by itself */
    size_t (*pairs)(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room);
    const ks_kernel *kernel;
    const ks_pieceset *pieces;
    const struct form *form; /* how it wants the boards; NULL: as they are */

    int group; /* its ratio is to the fastest yardstick in its group */
    int is_yardstick;
};

/* A pass over in_check. */
uint64_t pass_in_check(const struct contender *self, const struct board_set *set);

/* The same, where every call waits for the answer before it. */
uint64_t pass_latency(const struct contender *self, const struct board_set *set);

/* A pass over the library's own function, which calls the kernel of the row. */
uint64_t pass_dispatch(const struct contender *self, const struct board_set *set);

/* A batch over the whole set, by the kernel of the row. */
uint64_t pass_batch(const struct contender *self, const struct board_set *set);

/* Median and quartiles of one contender's timings, for one board. */
struct figure {
    double ns, low, high, cycles;
    double ratio;      /* see table.ratio; 0: none */
    double gb_per_s;   /* in batches: of what is read; else 0 */
    double of_reading; /* in batches: the share of the speed of reading the same bytes; else 0 */
};

/* ---- Tables ---- */

enum { MAX_CONTENDERS = 32, MAX_KERNELS = 8, MAX_COMPILERS = 8 };

/* The meaning of the last column of a table. */
enum ratio { TIMES_AS_FAST, TIMES_THE_COST };

struct table {
    const char *name, *title;
    const char *ratio_title;
    enum ratio ratio;
    const char *data; /* the set's name */
    size_t boards;
    size_t count;
    struct contender rows[MAX_CONTENDERS];
    struct figure figures[MAX_CONTENDERS];
};

/* A function of the user. It is called as kernels are: by the same loops, through a pointer to itself. */
struct plugin {
    const char *name;            /* the end of its path */
    in_check_function *in_check; /* or NULL, when it is one of these: */
    uint64_t (*attacked)(const uint8_t board[64], unsigned by_side);
    int (*see_at_least)(const uint8_t board[64], unsigned from, unsigned to, int threshold);
    int (*gives_check)(const uint8_t board[64], unsigned from, unsigned to);
};

/* The options of the command line. */
struct plan {
    const char *positions, *json, *tsv, *only; /* as given, or NULL */
    const struct plugin *plugin;               /* or NULL */
    int rounds, quick, all;
};

/* A sort of table over real positions. */
struct table_kind {
    const char *name, *title, *ratio_title;
    enum ratio ratio;
    void (*fill)(struct table *table, const struct plugin *plugin); /* adds the rows */
};

enum {
    IN_CHECK,
    LATENCY,
    ATTACKERS,
    KING_SCAN,
    PIECESETS,
    TWINS,
    TWINS_STREWN,
    TWINS_WAITING,
    ATTACKED,
    PAIRS,
    TABLE_KINDS
};
extern const struct table_kind table_kinds[TABLE_KINDS];

/* Adds the row of a plugin's in_check. */
struct contender *add_plugin(struct table *table, const struct plugin *plugin);

/* Adds an empty row; the name is copied. */
struct contender *add_row(struct table *table, const char *name, const char *by);

/* Fills the tables of the baselines. `compilers` receives their compilers and flags as "NAME VERSION FLAGS",
 * each once, with NULL at the end. */
void start_baselines(const char *compilers[MAX_COMPILERS]);

/* "plain C, gcc 12.2.0": a row's name and by, written to text and returned. */
enum { LABEL_SIZE = 128 };
const char *row_label(const struct contender *row, char text[LABEL_SIZE]);

/* Lists the kernels that this machine can run, from the reference to the fastest. */
size_t usable_kernels(const ks_kernel *list[MAX_KERNELS]);

/* piecesets.c: a row for each form of the boards and each kernel. */
void fill_piecesets(struct table *table, const struct plugin *plugin);

/* attacked.c: fills the tables of the baselines; adds rows for attack maps; and the table of few boards. */
void start_attacked(void);
void fill_attacked(struct table *table, const struct plugin *plugin);
void fill_pairs(struct table *table, const struct plugin *plugin);
void run_attacked(const struct board_set *set, const struct plan *plan, struct table *table);

/* see.c: the tables of exchanges and of moves that give check. */
void run_see(const struct board_set *set, const struct plan *plan, struct table *table);
void run_checks(const struct board_set *set, const struct plan *plan, struct table *table);

/* batch.c: a table for each working set, as many as there are; returns their number. */
enum { MAX_BATCHES = 24 };
size_t run_batches(const struct board_set *set, const struct plan *plan, struct table batches[MAX_BATCHES]);

/* twins/compare.c: fills the tables of the twins, and ends with status 1 when one of them is wrong about
 * random boards or batches; adds rows for each kernel that has twins; and the table of batches that lie in
 * the cache. */
void start_twins(void);
void fill_twins(struct table *table, const struct plugin *plugin);
void fill_twins_strewn(struct table *table, const struct plugin *plugin);
void fill_twins_waiting(struct table *table, const struct plugin *plugin);
void run_twin_batches(const struct board_set *set, const struct plan *plan, struct table *table);

/* inlined.c: a pass that has the method of a kernel inline, by one compiler. */
struct inlined {
    const char *kernel, *compiler;
    uint64_t (*pass)(const struct contender *self, const struct board_set *set);
};

/* calls.c: the tables of calls and inline functions in the cache, and of calls whose tables have left it. */
void run_calls(const struct board_set *set, const struct plan *plan, struct table *table);
void run_cold(const struct board_set *set, const struct plan *plan, struct table *table);

/* verify.c: asks every contender in the table about every board, and the reference. Exits with status 1, and
 * the first board, when one of them is wrong. */
void verify(const struct table *table, const struct board_set *set);

/* ---- Timing ---- */

/* Returns the core's clock in cycles a nanosecond at this moment, timed over a chain of dependent 64-bit
 * products, which take three cycles each on every x86-64 of the last ten years. (rdtsc counts at a fixed
 * rate.) */
double core_clock(void);

/* Times all rows of the table in turn, `rounds` times, each time over the boards in a new order and in the
 * form that the contender wants. Exits with status 1 when two disagree. */
void time_shuffled(struct table *table, struct board_set *set, int rounds, uint64_t *random);

/* Does the same over the boards where they lie, in the form that the contender wants, with `passes` passes a
 * timing. */
void time_in_place(struct table *table, const struct board_set *set, int rounds, size_t passes);

/* Returns median and quartiles of timings, which it sorts. */
struct figure summarise(double *ns, double *cycles, int rounds);

/* ---- Reports ---- */

struct machine {
    char processor[128];
    double clock_ghz;
    size_t cache[4]; /* [level]: bytes; 0: unknown */
};

void describe_machine(struct machine *machine);

/* Everything that goes into --json and --tsv. */
struct results {
    const struct plan *plan;
    struct machine machine;
    const ks_kernel *chosen;
    const char *compilers[MAX_COMPILERS]; /* of the baselines, each with its flags; NULL after the last */
    size_t boards[BOARD_SETS];
    size_t count;
    struct table tables[2 * TABLE_KINDS + 6 + MAX_BATCHES];
};

void print_header(const struct results *results);
void print_table(const struct table *table);
/* Prints a line for the machine, and one for each table: the plugin, or else the kernel that the library has
 * chosen, beside plain C and that kernel. */
void print_summary(const struct results *results);
void print_batches(const struct table *batches, size_t count);

void write_json(const struct results *results, FILE *out);
void write_tsv(const struct results *results, FILE *out);

/* Returns memory that begins on a boundary of a cache line. */
void *allocate(size_t size);
#endif
