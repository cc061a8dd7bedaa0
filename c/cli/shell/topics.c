/* The topics that all commands share. */
#include "cli/args/values.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/shell/common.h"
#include "cli/shell/help.h"

const char program_summary[] = "finds checks in chess positions";

const char program_description[] =
    "Kingscan answers whether a king is in check, for one position or for files of millions, in FEN or EPD.\n"
    "Results go to standard output, everything else to standard error.";

/* A command that has all of them. */
struct reader {
    struct reading reading;
};

static const struct command_option reading_options[] = {
    LENIENT_OPTION(struct reader), STRICT_OPTION(struct reader),
    FEN_EP_OPTION(struct reader),  NOTATION_OPTION(struct reader),
    VARIANT_OPTION(struct reader), VARIANTS_OPTION(struct reader),
    NO_DECOMPRESS_OPTION,          {0},
};

static const struct command_term statuses[] = {
    {"0", "all good"},
    {"1",
     "the work was done, but something was found (a difference, a mistake, an illegal move; verdicts are no "
     "findings) or a line was rejected"},
    {"2", "the work could not be done: wrong usage, no position where one was expected, input or output that "
          "failed, or not enough memory"},
    {"130",
     "Ctrl-C ended the run; what was done is printed, unless that takes longer than a tenth of a second"},
    {0},
};

static const struct command_term environment[] = {
    {"KINGSCAN_KERNEL",
     "the kernel to use instead of the fastest that this machine can run: see 'kingscan kernels'"},
    {"KINGSCAN_CONFIG", "a file of options to take before those of the command line, one a line: --jobs=2"},
    {"NO_COLOR", "when not empty, turns colours off unless --color is given"},
    {0},
};

const struct help_section help_topics[] = {
    {"The command line",
     "The command comes first. Options may stand anywhere after it; no word after -- is an option. Options "
     "are written in full. An option's argument follows it, as the next word or after '=': --only check, "
     "--only=check. '-' is standard input; numbers are plain decimals.",
     .options = common_options},
    {"Positions",
     "A position is a FEN, as one argument or with an argument for each of its four to six fields; "
     "startpos, the start of the game, or of the variant's; or '-', the first position of standard input. "
     "The word 'moves' and moves, in UCI or SAN, may follow a FEN or startpos, and lead to the position "
     "that is meant. In files, a line is a position in the same form, and may have EPD operations.",
     NULL, NULL},
    {"Options about positions", .options = reading_options},
    {"Exit status", .terms = statuses},
    {"Environment", .terms = environment},
    {0},
};
