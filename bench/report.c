/* Prints the results as text: the machine, the tables, and a summary of five lines. */
#include <stdio.h>
#include <string.h>

#include "baselines/compiler.h"
#include "bench.h"
#include "cli/base/messages.h"

static void print_caches(const struct machine *machine) {
    printf("caches:    ");
    for (int level = 1; level < 4; level++)
        if (machine->cache[level])
            printf("%sL%d %zu KiB", level > 1 ? ", " : "", level, machine->cache[level] >> 10);
    putchar('\n');
}

void print_header(const struct results *results) {
    printf("processor: %s, %.2f GHz while measuring\n", results->machine.processor,
           results->machine.clock_ghz);
    print_caches(&results->machine);
    printf("kernel:    %s is what the library has chosen\n", results->chosen->name);
    for (size_t i = 0; results->compilers[i]; i++)
        printf("%-10s %s\n", i == 0 ? "compilers:" : "", results->compilers[i]);
    printf("%-10s %s (the kernel c, and the loops that call everybody)\n", "", COMPILER " " BENCH_FLAGS);
    printf("boards:    %zu middlegames, %zu endgames, in a new order for each of %d rounds; medians\n",
           results->boards[MIDDLEGAMES], results->boards[ENDGAMES], results->plan->rounds);
}

static void print_row(const struct contender *row, const struct figure *f) {
    char label[LABEL_SIZE];
    printf("  %-42s %8.2f %8.1f %8.2f-%-8.2f", row_label(row, label), f->ns, f->cycles, f->low, f->high);
    if (f->ratio > 0)
        printf(" %9.2f", f->ratio);
    putchar('\n');
}

void print_table(const struct table *table) {
    printf("\n%s, %s (%zu boards)\n  %-42s %8s %8s  %-16s %9s\n", table->title, table->data, table->boards,
           "", "ns", "cycles", " ns, quartiles", table->ratio_title);
    for (size_t i = 0; i < table->count; i++)
        print_row(&table->rows[i], &table->figures[i]);
    fflush(stdout);
}

/* ---- Five lines ---- */

static const struct figure *figure_of(const struct table *table, const char *name, const char *by) {
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].name, name) == 0 && (table->rows[i].by != NULL) == (by != NULL))
            return &table->figures[i];
    fail("the table '%s' lacks a row '%s'", table->title, name);
}

void print_summary(const struct results *results) {
    const struct plugin *const plugin = results->plan->plugin;
    const char *const kernel = results->chosen->name;
    printf("%s, %.2f GHz while measuring (--all prints all tables)\n", results->machine.processor,
           results->machine.clock_ghz);
    for (size_t i = 0; i < results->count; i++) {
        const struct table *const table = &results->tables[i];
        const struct figure *const best = figure_of(table, kernel, NULL);
        const struct figure *const f = plugin ? figure_of(table, plugin->name, "plugin") : best;
        printf("%s, %s: %s %.2f ns", table->title, table->data, plugin ? plugin->name : kernel, f->ns);
        if (f->ratio > 0)
            printf(", %.2f times as fast as plain C", f->ratio);
        if (plugin)
            printf(", %.2f times as long as %s", f->ns / best->ns, kernel);
        putchar('\n');
    }
}

/* ---- Batches: a line a working set, a table a kernel ---- */

static void print_batch(const struct table *table, size_t single) {
    const struct figure *calls = &table->figures[single], *batch = calls + 1, *reading = &table->figures[0];
    const size_t kib = table->boards / 16;
    printf("  %9zu %6zu %s %8.2f %7.2f-%-7.2f %7.1f %9.2f %9.2f %9.1f %10.2f\n", table->boards,
           kib < 10240 ? kib : kib >> 10, kib < 10240 ? "KiB" : "MiB", batch->ns, batch->low, batch->high,
           batch->gb_per_s, calls->ns, batch->ratio, reading->gb_per_s, batch->of_reading);
}

/* Rows: reading, then single calls and batch of each kernel. */
void print_batches(const struct table *batches, size_t count) {
    for (size_t single = 1; single < batches->count; single += 2) {
        printf("\nbatch by %s, %s\n  %9s %10s %8s %15s %7s %9s %9s %9s %10s\n", batches->rows[single].name,
               batches->data, "boards", "", "ns", "ns, quartiles", "GB/s", "single ns", "x single",
               "read GB/s", "of reading");
        for (size_t i = 0; i < count; i++)
            print_batch(&batches[i], single);
    }
}
