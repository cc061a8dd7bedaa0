/* kingscan completions: scripts by which shells complete words, and the words. */
#include "cli/completions/candidates.h"
#include "cli/shell/command.h"

extern const char ks_embedded_for_bash[], ks_embedded_for_bash_end[];
extern const char ks_embedded_for_zsh[], ks_embedded_for_zsh_end[];
extern const char ks_embedded_for_fish[], ks_embedded_for_fish_end[];

/* In the order of the operand's words. */
static const char *const scripts[][2] = {{ks_embedded_for_bash, ks_embedded_for_bash_end},
                                         {ks_embedded_for_zsh, ks_embedded_for_zsh_end},
                                         {ks_embedded_for_fish, ks_embedded_for_fish_end}};

enum { OPTION_CANDIDATES };

static const struct command_option options[] = {
    [OPTION_CANDIDATES] =
        {"candidates", 0, NULL,
         "print what may stand for the last operand\n"
         "The operands are the words of a command line behind 'kingscan', the last as far as it is typed. A "
         "line for each word: the word, a tab, what it is. FILE is any file."},
    {0},
};

static int run(struct arguments *arguments) {
    bool candidates = false;
    while (next_option(arguments) != NO_OPTION)
        candidates = true; /* there is no other option */
    if (arguments->operand_count == 0)
        usage_error("expected bash, zsh or fish");
    if (candidates)
        put_candidates(&standard_output, arguments->operands, arguments->operand_count);
    else {
        const char *const *const script = scripts[operand_choice(arguments, 0)];
        put(&standard_output, script[0], (size_t)(script[1] - script[0]));
    }
    flush_output(&standard_output);
    return STATUS_GOOD;
}

static const struct command_example examples[] = {
    {"source <(kingscan completions bash)", "in ~/.bashrc"},
    {"kingscan completions zsh >~/.zfunc/_kingscan", "where ~/.zfunc is in fpath"},
    {"kingscan completions fish >~/.config/fish/completions/kingscan.fish", "in fish"},
    {0},
};

const struct command completions_command = {
    .name = "completions",
    .summary = "print the script that completes words in a shell",
    .operands = (const struct command_operand[]){{"bash|zsh|fish", true}, {0}},
    .description =
        "'make install' puts these scripts where the shells look for them. Commands, options and their "
        "values are completed: formats, verdicts, kernels, variants, those of --variants too. The scripts "
        "ask the program that is called, so they fit every version.",
    .options = options,
    .examples = examples,
    .run = run,
};
