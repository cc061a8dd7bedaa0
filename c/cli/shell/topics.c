/* What holds in all commands, said once. */
#include "cli/shared/positions/arguments.h"
#include "cli/shell/help.h"

const char program_summary[] = "finds checks in chess positions";

const char program_description[] =
    "Kingscan answers whether a king is in check, for one position or for files of millions, in FEN or EPD.\n"
    "Results go to standard output, everything else to standard error.";

static const struct command_option reading_options[] = {
    LENIENT_OPTION, STRICT_OPTION, FEN_EP_OPTION, NOTATION_OPTION, VARIANT_OPTION, VARIANTS_OPTION, {0},
};

static const struct command_term statuses[] = {
    {"0", "all good"},
    {"1", "the work was done, but something was found (a difference, a mistake, a move that isn't legal; "
          "verdicts are no findings) or a line was rejected"},
    {"2", "it could not be done: wrong usage, no position where one was expected, input or output that "
          "failed, or not enough memory"},
    {"130",
     "ended by Ctrl-C; what had been done is printed, unless that takes longer than a tenth of a second"},
    {0},
};

static const struct command_term environment[] = {
    {"KINGSCAN_KERNEL",
     "the kernel to use instead of the fastest that this machine can run: see 'kingscan kernels'"},
    {"NO_COLOR", "when set and not empty, nothing is printed in colour unless --color says so"},
    {0},
};

const struct help_section help_topics[] = {
    {"The command line",
     "The command stands first. Options may stand anywhere behind it, and behind -- there are none. Their "
     "names are written in full. The argument of an option stands behind it or behind '=': --only check, "
     "--only=check. '-' is standard input; numbers are plain decimals.",
     .options = common_options},
    {"Positions",
     "A position is one argument in FEN, or its four to six fields are an argument each; startpos, the start "
     "of the game, or of the variant's; or '-', the first one of standard input. Behind a FEN and behind "
     "startpos may stand 'moves' and moves, in UCI or SAN: the position behind them is meant. So it is in "
     "files, where a line is a position and may have EPD operations.",
     NULL, NULL},
    {"Options about positions", "Commands take those of them that mean something there.",
     .options = reading_options},
    {"Exit status", .terms = statuses},
    {"Environment", .terms = environment},
    {0},
};
