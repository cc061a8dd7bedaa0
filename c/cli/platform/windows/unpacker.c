/* Windows has no such tools by default, so a compressed file is reported as one. */
#include "cli/platform/unpacker.h"

#include <errno.h>

bool unpackers_exist(void) {
    return false;
}

bool start_unpacker(struct unpacker *unpacker, const char *tool, int source, const char *bytes,
                    size_t length) {
    (void)unpacker, (void)tool, (void)source, (void)bytes, (void)length;
    errno = ENOSYS;
    return false;
}

bool unpacker_ended_well(struct unpacker *unpacker, const char *tool, char *text, size_t size) {
    (void)unpacker, (void)tool, (void)text, (void)size;
    return false;
}

void stop_unpacker(struct unpacker *unpacker) {
    (void)unpacker;
}
