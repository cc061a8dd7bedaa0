/* Prints into a temporary file, since there are none in memory. */
#include "cli/shared/printed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/platform/temporary.h"
#include "cli/shell/command.h"

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
