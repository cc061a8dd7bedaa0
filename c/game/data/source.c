/* Gives the readers of training data their bytes: at hand, copied, and searched. */
#include "game/data/source.h"

#include <stdlib.h>
#include <string.h>

#include "core/text/characters.h"

size_t ks_source_need(struct source *source, size_t n) {
    if (source->end - source->at >= n || source->complete)
        return source->end - source->at;
    if (source->at > 0)
        memmove(source->buffer, source->bytes + source->at, source->end - source->at);
    source->end -= source->at;
    source->at = 0;
    while (source->end < n && !source->complete) {
        const size_t got =
            source->read(source->context, source->buffer + source->end, source->room - source->end);
        source->failed = got == KS_SOURCE_FAILED;
        source->complete = got == 0 || source->failed;
        source->end += source->complete ? 0 : got;
    }
    return source->end;
}

bool ks_source_find_line(struct source *source, size_t most, struct source_line *line) {
    size_t searched = 0, here = source->end - source->at;
    const char *end = NULL;
    for (;;) {
        const size_t until = here < most ? here : most;
        if (until > searched)
            end = memchr(source->bytes + source->at + searched, '\n', until - searched);
        searched = until;
        if (end || searched == most || source->complete)
            break;
        here = ks_source_need(source, searched + 1);
    }
    line->text = (const char *)source_bytes(source);
    line->whole = end || (source->complete && here == searched);
    line->passed = end ? (size_t)(end - line->text) + 1 : searched;
    line->length = length_without_cr(line->text, line->passed - (end != NULL));
    return here > 0;
}

void ks_source_skip_line(struct source *source, const struct source_line *line) {
    size_t available;
    source_skip(source, line->passed);
    while (!line->whole && (available = ks_source_need(source, 1)) > 0) {
        const uint8_t *const bytes = source_bytes(source), *const end = memchr(bytes, '\n', available);
        source_skip(source, end ? (size_t)(end - bytes) + 1 : available);
        if (end)
            return;
    }
}

bool ks_source_take_back(struct source *source, const uint8_t *bytes, size_t n) {
    const size_t rest = source->end - source->at;
    if (source->read) {
        const size_t room = n + rest > source->room ? n + rest : source->room;
        uint8_t *const larger = malloc(room);
        if (!larger)
            return false;
        memcpy(larger, bytes, n);
        memcpy(larger + n, source_bytes(source), rest);
        free(source->buffer);
        source->bytes = source->buffer = larger;
        source->room = room;
        source->at = 0;
        source->end = n + rest;
    } else {
        source->at -= n;
    }
    source->offset -= n;
    return true;
}

uint64_t ks_source_seek(struct source *source, const char sign[4]) {
    const uint64_t from = source->offset;
    while (ks_source_need(source, 4) >= 4) {
        const uint8_t *const bytes = source_bytes(source);
        const size_t searched = source->end - source->at - 3;
        const uint8_t *const found = memchr(bytes, sign[0], searched);
        source_skip(source, found ? (size_t)(found - bytes) : searched);
        if (found && memcmp(found, sign, 4) == 0)
            return source->offset - from;
        source_skip(source, found != NULL);
    }
    source_skip(source, source->end - source->at);
    return source->offset - from;
}

/* Makes room for n bytes, and keeps `used` of them. */
static bool grow(uint8_t **buffer, size_t *room, size_t n) {
    if (n <= *room)
        return true;
    uint8_t *const larger = realloc(*buffer, n);
    if (!larger)
        return false;
    *buffer = larger;
    *room = n;
    return true;
}

size_t ks_source_copy(struct source *source, size_t n, size_t padding, uint8_t **buffer, size_t *room,
                      bool *no_memory) {
    enum { LEAST = 1 << 20 };
    size_t have = 0;
    *no_memory = false;
    while (have < n && ks_source_need(source, 1) > 0) {
        const size_t here = source->end - source->at, more = n - have < here ? n - have : here;
        if (have + more + padding > *room) {
            const size_t twice = 2 * have > LEAST ? 2 * have : LEAST;
            *no_memory = !grow(buffer, room, (n < twice ? n : twice) + SOURCE_BUFFER + padding) &&
                         !grow(buffer, room, have + more + padding);
            if (*no_memory)
                return have;
        }
        memcpy(*buffer + have, source_bytes(source), more);
        source_skip(source, more);
        have += more;
    }
    if (have > 0)
        memset(*buffer + have, 0, padding);
    return have;
}
