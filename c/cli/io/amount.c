/* A tool that decompresses a file shares its offset with the descriptor of the input. */
#include "cli/io/amount.h"

#include <sys/stat.h>
#include <unistd.h>

uint64_t amount_of_files(char *const *files) {
    uint64_t amount = 0;
    for (struct stat status; *files; files++) {
        const int failed = is_standard_input(*files) ? fstat(STDIN_FILENO, &status) : stat(*files, &status);
        if (failed || !S_ISREG(status.st_mode))
            return 0;
        amount += (uint64_t)status.st_size;
    }
    return amount;
}

double share_read(uint64_t amount, char *const *files, const struct input *input) {
    struct stat status;
    uint64_t left = amount_of_files(files);
    if (input->source >= 0 && fstat(input->source, &status) == 0) {
        const off_t at = lseek(input->source, 0, SEEK_CUR);
        left += at >= 0 && at < status.st_size ? (uint64_t)(status.st_size - at) : 0;
    }
    return left < amount ? 1 - (double)left / (double)amount : 0;
}
