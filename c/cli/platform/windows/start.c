/* Arguments are in UTF-16 by default, streams translate line ends, and consoles use old character sets. The
 * linker has set the size of the threads' stacks. */
#include "cli/platform/start.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#include <shellapi.h> /* needs windows.h first */

#include "cli/platform/windows/wide.h"

static UINT character_set;

static void restore_console(void) {
    SetConsoleOutputCP(character_set);
}

/* Makes the console understand UTF-8 and the sequences for colours. TERM stays unset when it cannot. */
static void prepare_console(void) {
    static const DWORD outputs[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        const HANDLE console = GetStdHandle(outputs[i]);
        DWORD mode;
        if (GetConsoleMode(console, &mode) &&
            SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) && !getenv("TERM"))
            _putenv("TERM=xterm-256color");
    }
    character_set = GetConsoleOutputCP();
    if (character_set != 0 && character_set != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_console);
}

/* Opens the standard streams that are closed. They fail when used. */
static void open_standard_streams(void) {
    for (int stream = 0; stream <= 2; stream++) {
        if (_get_osfhandle(stream) < 0) {
            const int descriptor = _open("NUL", stream == 0 ? _O_WRONLY : _O_RDONLY);
            if (descriptor >= 0 && descriptor != stream) {
                _dup2(descriptor, stream);
                _close(descriptor);
            }
        }
        _setmode(stream, _O_BINARY);
    }
    _fmode = _O_BINARY;
}

char **start_program(char **arguments) {
    int count;
    wchar_t **const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **const narrow = wide ? calloc((size_t)count + 1, sizeof *narrow) : NULL;
    open_standard_streams();
    prepare_console();
    for (int i = 0; narrow && i < count; i++)
        narrow[i] = to_narrow(wide[i]);
    LocalFree(wide);
    return narrow ? narrow : arguments;
}

/* A pipe accepts all bytes until its reader has gone. */
void end_with_reader(void) {
    enum { ENDED_BY_SIGPIPE = 128 + 13 };
    if (GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE)
        _exit(ENDED_BY_SIGPIPE);
}
