/* Prints to a file in memory. */
#include "cli/base/printed.h"

#include <errno.h>
#include <string.h>

#include "cli/base/messages.h"

char *printed(void (*print)(const void *context, FILE *out), const void *context) {
    char *text = NULL;
    size_t length;
    FILE *const memory = open_memstream(&text, &length);
    if (!memory)
        fail("%s", strerror(errno));
    print(context, memory);
    if (fclose(memory) != 0)
        fail("%s", strerror(errno));
    return text;
}
