/* Runs programs for Windows in tests, by Wine. */
#ifndef KS_TEST_WINE_H
#define KS_TEST_WINE_H

#include "support/run.h"
#include "support/skip.h"

static inline void need_wine(void) {
    need_more("command -v wine", "Wine (Debian: wine64)");
}

#define WINDOWS BUILD "/windows"

/* Opens a command. The first test prepares Wine's disk. Wine is told to keep its own messages off standard
 * error. */
#define WITH_WINE                                                                                            \
    "export LC_ALL=C.UTF-8 WINEDEBUG=-all WINEPREFIX=\"$(realpath -m " WINDOWS ")/wine\"\n"                  \
    "mkdir -p \"$WINEPREFIX\"\n"                                                                             \
    "{ flock 9; [ -e \"$WINEPREFIX/made\" ] || { wineboot -i && touch \"$WINEPREFIX/made\"; }; } "           \
    ">\"$WINEPREFIX/log\" 2>&1 9>\"$WINEPREFIX/lock\"\n"

#endif
