/* kingscan completions: prints scripts by which shells complete words, and the words. */
#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/commands/completions/candidates.h"

extern const char ks_embedded_for_bash[], ks_embedded_for_bash_end[];
extern const char ks_embedded_for_zsh[], ks_embedded_for_zsh_end[];
extern const char ks_embedded_for_fish[], ks_embedded_for_fish_end[];

/* In the order of the operand's words. */
static const char *const scripts[][2] = {{ks_embedded_for_bash, ks_embedded_for_bash_end},
                                         {ks_embedded_for_zsh, ks_embedded_for_zsh_end},
                                         {ks_embedded_for_fish, ks_embedded_for_fish_end}};

/* Their task is a bool: whether to print candidates. */
static const struct command_option options[] = {
    {"candidates", 0, NULL,
     "print what may stand for the last operand\n"
     "The operands are the words of a command line after 'kingscan', the last as far as it is typed. A line "
     "for each candidate: the word, a tab, what it is. FILE is any file.",
     READ_BY(read_flag)},
    {0},
};

static int completions_main(struct arguments *arguments) {
    bool candidates = false;
    read_options(arguments, &candidates);
    if (arguments->operand_count == 0)
        usage_error("expected bash, zsh or fish");
    if (candidates)
        put_candidates(&standard_output, arguments->program, arguments->operands, arguments->operand_count);
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
    .operands = (const struct command_operand[]){{.name = "bash|zsh|fish", .many = true}, {0}},
    .description =
        "'make install' puts these scripts where the shells look for them. They complete commands, options "
        "and their values: formats, verdicts, kernels, and variants, also those of --variants. The scripts "
        "ask the program that is called, so they fit every version.",
    .options = options,
    .examples = examples,
    .run = completions_main,
};
