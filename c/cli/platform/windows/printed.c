/* Prints to a temporary file, since Windows has no files in memory. */
#include "cli/base/printed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/platform/temporary.h"

char *printed(void (*print)(const void *context, FILE *out), const void *context) {
    const int descriptor = open_temporary(temporary_folder());
    FILE *const file = descriptor < 0 ? NULL : fdopen(descriptor, "w+b");
    if (!file)
        fail("%s: %s", temporary_folder(), strerror(errno));
    print(context, file);
    const long length = ftell(file);
    char *const text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!text)
        fail("%s", strerror(errno));
    rewind(file);
    if (fread(text, 1, (size_t)length, file) != (size_t)length)
        fail("%s: %s", temporary_folder(), strerror(errno));
    text[length] = '\0';
    fclose(file);
    return text;
}
