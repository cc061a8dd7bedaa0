/* Reads files of training data in blocks. A block is one of .binpack, or some thousand records of other
 * formats. Each is taken from a file by chance: larger files are asked more often. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/board/hashes.h"

enum { HEADER = 8, RECORDS = 16384, FAULTS_SHOWN = 20 };

/* So many bytes are read, and each file four times, before a stream of which nothing is chosen ends. */
static const uint64_t bytes_in_vain = (uint64_t)1 << 26;

struct file {
    char *name;
    int descriptor;
    uint64_t size, at;
    uint64_t block, wanted; /* the number of the block at `at`, and of the next one that is taken */
    bool ended;
};

struct files {
    pthread_mutex_t lock; /* for all that changes */
    struct file *list;
    unsigned count;
    bool cyclic, stopped;
    uint64_t rank, world, total, in_vain;
    ks_data_format format;
    unsigned record; /* bytes; 0 for .binpack */
    uint64_t faults;
    const char *who;
};

/* ---- Messages ---- */

/* The lock is held. */
static void say(struct files *files, const struct file *file, uint64_t at, const char *message) {
    if (files->faults++ < FAULTS_SHOWN)
        fprintf(stderr, "kingscan: %s: byte %llu: %s\n", file->name, (unsigned long long)at, message);
    if (files->faults == FAULTS_SHOWN)
        fprintf(stderr, "kingscan: further faults in the files are counted, not shown\n");
}

void report_fault(const struct reading *reading, uint64_t offset, const char *message) {
    struct files *const files = reading->files;
    const unsigned oldest = reading->blocks > READING_PLACES ? reading->blocks - READING_PLACES : 0;
    unsigned place = reading->blocks ? reading->blocks - 1 : 0;
    while (place > oldest && reading->places[place % READING_PLACES].total > offset)
        place--;
    const uint64_t begin = reading->places[place % READING_PLACES].total;
    pthread_mutex_lock(&files->lock);
    say(files, &files->list[reading->places[place % READING_PLACES].file],
        reading->places[place % READING_PLACES].at + (offset > begin ? offset - begin : 0), message);
    pthread_mutex_unlock(&files->lock);
}

/* ---- Opening ---- */

static bool refuse(const struct files *files, const char *name, const char *reason) {
    fprintf(stderr, "kingscan: %s: %s: %s\n", files->who, name, reason);
    return false;
}

static bool find_format(struct files *files, const struct file *file) {
    char start[HEADER];
    const ssize_t length = pread(file->descriptor, start, sizeof start, 0);
    if (length < 0)
        return refuse(files, file->name, strerror(errno));
    const ks_data_format format = ks_data_guess_format(file->name, start, (size_t)length);
    const bool first = file == files->list;
    if (format != KS_DATA_BINPACK && !ks_data_format_record_size(format))
        return refuse(files, file->name,
                      "expected .binpack, .bin or another format with records of one size");
    if (!first && format != files->format)
        return refuse(files, file->name, "expected the format of the first file");
    files->format = format;
    files->record = format == KS_DATA_BINPACK ? 0 : ks_data_format_record_size(format);
    return true;
}

static bool open_file(struct files *files, const char *name) {
    struct file *const file = &files->list[files->count];
    struct stat facts;
    *file = (struct file){.name = strdup(name ? name : ""), .wanted = files->rank};
    if (!file->name)
        return refuse(files, name, "not enough memory");
    files->count++;
    file->descriptor = open(file->name, O_RDONLY | O_CLOEXEC);
    if (file->descriptor < 0 || fstat(file->descriptor, &facts) != 0)
        return refuse(files, file->name, strerror(errno));
    if (!S_ISREG(facts.st_mode) || facts.st_size == 0)
        return refuse(files, file->name, "expected a file that is not empty");
    file->size = (uint64_t)facts.st_size;
    files->total += file->size;
    return find_format(files, file);
}

struct files *open_files(const char *const *names, int count, bool cyclic, const DataloaderDDPConfig *part,
                         const char *who) {
    struct files *const files = calloc(1, sizeof *files);
    if (count < 1 || !names || part->world_size < 1 || part->rank < 0 || part->rank >= part->world_size) {
        fprintf(stderr,
                "kingscan: %s: expected a file at least, and a rank below world_size, found %d files, "
                "rank %d of %d\n",
                who, count, part->rank, part->world_size);
        free(files);
        return NULL;
    }
    if (files)
        files->list = calloc((size_t)count, sizeof *files->list);
    if (!files || !files->list) {
        fprintf(stderr, "kingscan: %s: not enough memory\n", who);
        free(files);
        return NULL;
    }
    pthread_mutex_init(&files->lock, NULL);
    files->cyclic = cyclic;
    files->rank = (uint64_t)part->rank;
    files->world = (uint64_t)part->world_size;
    files->who = who;
    for (int i = 0; i < count; i++)
        if (!open_file(files, names[i])) {
            close_files(files);
            return NULL;
        }
    return files;
}

void close_files(struct files *files) {
    if (files->faults > FAULTS_SHOWN)
        fprintf(stderr, "kingscan: the files had %llu faults\n", (unsigned long long)files->faults);
    for (unsigned i = 0; i < files->count; i++) {
        if (files->list[i].descriptor >= 0)
            close(files->list[i].descriptor);
        free(files->list[i].name);
    }
    pthread_mutex_destroy(&files->lock);
    free(files->list);
    free(files);
}

ks_data_format format_of_files(const struct files *files) {
    return files->format;
}

void stop_files(struct files *files) {
    pthread_mutex_lock(&files->lock);
    files->stopped = true;
    pthread_mutex_unlock(&files->lock);
}

void note_progress(struct files *files) {
    pthread_mutex_lock(&files->lock);
    files->in_vain = 0;
    pthread_mutex_unlock(&files->lock);
}

/* ---- Blocks ---- */

/* Returns the size of the block where a file is read; 0 at its end, and after a message. */
static uint64_t size_of_block(struct files *files, const struct file *file) {
    const uint64_t left = file->size - file->at;
    uint8_t header[HEADER];
    if (files->record)
        return left < (uint64_t)RECORDS * files->record ? left : (uint64_t)RECORDS * files->record;
    if (left == 0)
        return 0;
    const ssize_t length = pread(file->descriptor, header, HEADER, (off_t)file->at);
    if (length != HEADER || memcmp(header, "BINP", 4) != 0) {
        say(files, file, file->at, "expected BINP and the size of a block; the rest of the file is lost");
        return 0;
    }
    const uint64_t size = HEADER + (header[4] | (uint64_t)header[5] << 8 | (uint64_t)header[6] << 16 |
                                    (uint64_t)header[7] << 24);
    if (size <= left)
        return size;
    say(files, file, file->at, "the block is longer than the rest of the file, which is lost");
    return 0;
}

/* Goes to the start of a file that ended, where it is read again. */
static void rewind_file(const struct files *files, struct file *file) {
    file->ended = !files->cyclic || file->block == 0;
    file->wanted = file->block ? files->rank % file->block : 0;
    file->at = file->block = 0;
}

/* Takes the next block of a file that is this stream's. Returns false when the file has no more. */
static bool take_block(struct files *files, struct file *file, struct reading *reading) {
    while (!file->ended) {
        const uint64_t size = size_of_block(files, file), at = file->at;
        if (size == 0) {
            rewind_file(files, file);
            continue;
        }
        file->at += size;
        if (file->block++ != file->wanted)
            continue;
        file->wanted += files->world;
        reading->file = (unsigned)(file - files->list);
        reading->at = at;
        reading->left = size;
        return true;
    }
    return false;
}

/* Returns a file by chance, in proportion to the sizes of those that have not ended; NULL when all have. */
static struct file *draw_file(struct files *files, uint64_t *random) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < files->count; i++)
        sum += files->list[i].ended ? 0 : files->list[i].size;
    uint64_t drawn = sum ? splitmix64(random) % sum : 0;
    for (unsigned i = 0; i < files->count && sum; i++) {
        struct file *const file = &files->list[i];
        if (file->ended)
            continue;
        if (drawn < file->size)
            return file;
        drawn -= file->size;
    }
    return NULL;
}

static bool next_block(struct reading *reading) {
    struct files *const files = reading->files;
    struct file *file;
    bool found = false;
    pthread_mutex_lock(&files->lock);
    while (!found && !files->stopped && (file = draw_file(files, &reading->random)) != NULL)
        found = take_block(files, file, reading);
    if (found && files->cyclic && files->in_vain > 4 * files->total + bytes_in_vain) {
        fprintf(stderr, "kingscan: %s: no entry was chosen in %llu bytes: the stream ends\n", files->who,
                (unsigned long long)files->in_vain);
        files->stopped = true;
        found = false;
    }
    files->in_vain += found ? reading->left : 0;
    pthread_mutex_unlock(&files->lock);
    return found;
}

size_t read_files(void *context, void *buffer, size_t room) {
    struct reading *const reading = context;
    if (reading->left == 0) {
        if (!next_block(reading))
            return 0;
        const unsigned place = reading->blocks++ % READING_PLACES;
        reading->places[place].total = reading->total;
        reading->places[place].at = reading->at;
        reading->places[place].file = reading->file;
    }
    const size_t most = reading->left < room ? (size_t)reading->left : room;
    const ssize_t length =
        pread(reading->files->list[reading->file].descriptor, buffer, most, (off_t)reading->at);
    if (length <= 0) {
        report_fault(reading, reading->total, length ? strerror(errno) : "the file has become shorter");
        return KS_SOURCE_FAILED;
    }
    reading->at += (uint64_t)length;
    reading->left -= (uint64_t)length;
    reading->total += (uint64_t)length;
    return (size_t)length;
}
