/* Writes the results for programs: JSON, and lines of tab-separated values for plot.py. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "baselines/compiler.h"
#include "bench.h"

/* ---- JSON ---- */

static void write_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void write_member(FILE *out, const char *name, const char *text) {
    fprintf(out, "\"%s\":", name);
    if (text)
        write_string(out, text);
    else
        fputs("null", out);
}

static void write_row(FILE *out, const struct contender *row, const struct figure *f) {
    fputs("   {", out);
    write_member(out, "name", row->name);
    fputc(',', out);
    write_member(out, "by", row->by);
    fprintf(out, ",\"ns\":%.4f,\"ns_quartiles\":[%.4f,%.4f],\"cycles\":%.2f", f->ns, f->low, f->high,
            f->cycles);
    if (f->ratio > 0)
        fprintf(out, ",\"ratio\":%.4f", f->ratio);
    if (f->gb_per_s > 0)
        fprintf(out, ",\"gb_per_s\":%.3f,\"of_reading\":%.4f", f->gb_per_s, f->of_reading);
    fputc('}', out);
}

static void write_table(FILE *out, const struct table *table) {
    fputs("  {", out);
    write_member(out, "table", table->name);
    fputc(',', out);
    write_member(out, "title", table->title);
    fputc(',', out);
    write_member(out, "data", table->data);
    fprintf(out, ",\"boards\":%zu,", table->boards);
    write_member(out, "ratio", table->ratio_title);
    fputs(",\"rows\":[\n", out);
    for (size_t i = 0; i < table->count; i++) {
        write_row(out, &table->rows[i], &table->figures[i]);
        fputs(i + 1 < table->count ? ",\n" : "]}", out);
    }
}

static void write_machine(FILE *out, const struct results *results) {
    const struct machine *machine = &results->machine;
    write_member(out, "processor", machine->processor);
    fprintf(out, ",\n \"clock_ghz\":%.3f,\n \"cache_bytes\":[%zu,%zu,%zu],\n ", machine->clock_ghz,
            machine->cache[1], machine->cache[2], machine->cache[3]);
    write_member(out, "kernel", results->chosen->name);
    fputs(",\n \"compilers\":[", out);
    for (size_t i = 0; results->compilers[i]; i++) {
        write_string(out, results->compilers[i]);
        fputc(',', out);
    }
    write_string(out, COMPILER " " BENCH_FLAGS);
    fprintf(out, "],\n \"rounds\":%d,\n", results->plan->rounds);
}

void write_json(const struct results *results, FILE *out) {
    fputc('{', out);
    write_machine(out, results);
    fputs(" \"tables\":[\n", out);
    for (size_t i = 0; i < results->count; i++) {
        write_table(out, &results->tables[i]);
        fputs(i + 1 < results->count ? ",\n" : "\n", out);
    }
    fputs(" ]}\n", out);
}

/* ---- TSV ---- */

void write_tsv(const struct results *results, FILE *out) {
    const struct machine *machine = &results->machine;
    fprintf(out, "# processor\t%s\n# clock_ghz\t%.2f\n# caches\t%zu\t%zu\t%zu\n", machine->processor,
            machine->clock_ghz, machine->cache[1], machine->cache[2], machine->cache[3]);
    fputs("# table\tdata\tboards\tname\tby\tns\tlow\thigh\tcycles\tratio\tgb_per_s\tof_reading\n", out);
    for (const struct table *t = results->tables; t < results->tables + results->count; t++)
        for (size_t i = 0; i < t->count; i++) {
            const struct contender *row = &t->rows[i];
            const struct figure *f = &t->figures[i];
            fprintf(out, "%s\t%s\t%zu\t%s\t%s\t%.4f\t%.4f\t%.4f\t%.2f\t%.4f\t%.3f\t%.4f\n", t->name, t->data,
                    t->boards, row->name, row->by ? row->by : "-", f->ns, f->low, f->high, f->cycles,
                    f->ratio, f->gb_per_s, f->of_reading);
        }
}
