#!/usr/bin/env python3
"""Completes words of kingscan in bash, zsh and fish, which find its scripts where 'make install' puts them.

Run in the root of the repository: tests/completions/shells.py PROGRAM. Each shell lists, on a terminal, all words
that may complete a line. Prints a line for each wrong list, and for each missing shell; returns 1 when a list was
wrong.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SCRIPTS = Path("c/cli/commands/completions")
VERDICTS = "safe check double-check checkmate stalemate"
SECONDS = 20  # for an answer
DUMP, CLEAR = "\x18s", "\x18k"  # keys: show the line; empty it


def words_of(program, *arguments):
    """Returns the first word of each line that kingscan prints."""
    run = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
    return [line.split()[0] for line in run.stdout.splitlines() if line.strip()]


def kernels_of(program):
    """Returns the names in the first table that kingscan kernels prints."""
    run = subprocess.run([program, "kernels"], capture_output=True, text=True, check=True)
    return [line.split()[0] for line in run.stdout.split("\n\n", maxsplit=1)[0].splitlines()[1:]]


def cases_for(program):
    """Returns lines, and the words that may complete each; a '+' allows others too."""
    commands = re.findall(r"^  ([a-z]+) ", subprocess.run([program, "-h"], capture_output=True, text=True).stdout, re.M)
    variants = words_of(program, "variants")
    assert len(commands) >= 11 and "check" in commands and len(variants) >= 17
    return [
        ("kingscan ", " ".join(commands)),
        ("kingscan mo", "moves move"),
        ("kingscan check --co", "--count --column --comments --contradicts --color"),
        ("kingscan check --count --form", "--format"),
        ("kingscan check --only ", VERDICTS),
        ("kingscan check --only check", "check checkmate"),
        ("kingscan check --only safe,ch", "safe,check safe,checkmate"),
        ("kingscan check --format j", "json"),
        ("kingscan check --color a", "auto always"),
        ("kingscan perft -j 2 --di", "--divide"),
        ("kingscan fuzz --kernels ", " ".join(kernels_of(program))),
        ("kingscan show --variant ", " ".join(variants)),
        ("kingscan show --variants mine.ini --variant my", "mychess"),
        ("kingscan variants gran", "grand"),
        ("kingscan help to", "topics"),
        ("kingscan completions ", "bash zsh fish"),
        ("kingscan check mi", "mine.ini mistakes.epd"),
        ("kingscan show --variants mi", "mine.ini mistakes.epd"),
        ("kingscan diff 3 mine", "mine.ini"),
        ("kingscan kernels x", ""),
    ]


def cases_with_equals():
    """Shells show these in different ways: some show only the end of a word."""
    return [
        ("kingscan check --only=sta", "stalemate"),
        ("kingscan check --only=safe,sta", "stalemate"),
        ("kingscan check --variants=mine", "mine.ini"),
        ("kingscan show --variants=mine.ini --variant=my", "mychess"),
    ]


class Terminal:
    """A shell on a terminal."""

    def __init__(self, command, environment, directory):
        self.text = ""
        self.child, self.file = pty.fork()
        if self.child == 0:
            os.chdir(directory)
            os.execvpe(command[0], command, environment)

    def send(self, text):
        os.write(self.file, text.encode())

    def wait_for(self, pattern):
        """Returns the match of a pattern in the output from now on."""
        end = time.monotonic() + SECONDS
        while not (match := re.search(pattern, self.text)):
            left = end - time.monotonic()
            if left < 0 or not select.select([self.file], [], [], left)[0]:
                raise TimeoutError(f"expected {pattern!r}, found {self.text!r}")
            self.text += os.read(self.file, 65536).decode(errors="replace")
        self.text = self.text[match.end() :]
        return match

    def close(self):
        os.close(self.file)
        os.waitpid(self.child, 0)


class OnTerminal:
    """A shell that inserts all words into the line at one key and prints the line at another."""

    def __init__(self, environment, directory):
        self.terminal = Terminal(self.COMMAND, environment, directory)
        self.terminal.send(self.SETTINGS.format(share=environment["SHARE"]) + "\necho rea''dy\n")
        self.terminal.wait_for("ready")

    def complete(self, line):
        self.terminal.send(line + self.ALL + DUMP)
        shown = self.terminal.wait_for(r"<<(.*?)>>")[1]
        self.terminal.send(CLEAR)
        # the words that were inserted
        return shown[line.rindex(" ") + 1 :].split()

    def close(self):
        self.terminal.close()


class Bash(OnTerminal):
    COMMAND = ["bash", "--norc", "--noprofile", "-i"]
    ALL = "\x1b*"
    SETTINGS = """PS1=; source /usr/share/bash-completion/bash_completion
bind 'set bell-style none'; bind 'set enable-bracketed-paste off'
bind '"\\C-xk": kill-whole-line'; bind -x '"\\C-xs": printf "\\n<<%s>>\\n" "$READLINE_LINE"'"""
    MISSING = None if Path("/usr/share/bash-completion/bash_completion").exists() else "bash-completion"


class Zsh(OnTerminal):
    COMMAND = ["zsh", "-f", "-i"]
    ALL = "\x18a"
    SETTINGS = """PS1=; unsetopt zle_bracketed_paste beep prompt_cr prompt_sp; fpath=({share}/zsh/site-functions $fpath)
autoload -U compinit; compinit -u -d "$HOME/dump"; bindkey -e; unset zle_bracketed_paste
zle -C all-words complete-word _generic; bindkey '^Xa' all-words
zstyle ':completion:all-words:*' completer _all_matches _complete; zstyle ':completion:all-words:*' insert true
show-line() {{ zle -I; print -r -- "<<$BUFFER>>" }}; zle -N show-line
bindkey '^Xs' show-line; bindkey '^Xk' kill-whole-line"""
    MISSING = None if shutil.which("zsh") else "zsh"


class Fish:
    MISSING = None if shutil.which("fish") else "fish"

    def __init__(self, environment, directory):
        self.environment, self.directory = environment, directory

    def complete(self, line):
        command = [
            "fish",
            "--no-config",
            "-c",
            "set -p fish_complete_path $SHARE/fish/vendor_completions.d; complete -C $argv",
            line,
        ]
        run = subprocess.run(command, capture_output=True, text=True, env=self.environment, cwd=self.directory)
        return [found.split("\t")[0] for found in run.stdout.splitlines()]

    def close(self):
        pass


def install(program, directory):
    """Puts program and scripts where 'make install' does; returns the environment for a shell there."""
    share = Path(directory, "share")
    for script, place in (
        ("for_bash.bash", "bash-completion/completions/kingscan"),
        ("for_zsh.zsh", "zsh/site-functions/_kingscan"),
        ("for_fish.fish", "fish/vendor_completions.d/kingscan.fish"),
    ):
        Path(share, place).parent.mkdir(parents=True)
        shutil.copy(SCRIPTS / script, share / place)
    Path(directory, "bin").mkdir()
    Path(directory, "bin", "kingscan").symlink_to(program)
    Path(directory, "work").mkdir()
    Path(directory, "work", "mine.ini").write_text("[mychess : chess]\n")
    Path(directory, "work", "mistakes.epd").write_text("")
    return {
        "PATH": f"{directory}/bin:/usr/bin:/bin",
        "HOME": directory,
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
        "XDG_DATA_DIRS": str(share),
        "SHARE": str(share),
        "INPUTRC": "/dev/null",
        "COLUMNS": "1000",
    }


def wrong_answers(shell, program):
    for line, expected in cases_for(program):
        found = shell.complete(line)
        if line.split()[-1] == "x" and found == ["x"]:
            found = []  # no word was inserted
        if sorted(found) != sorted(expected.split()):
            yield f"{line!r}: expected {expected!r}, found {' '.join(found)!r}"
    for line, expected in cases_with_equals():
        found = shell.complete(line)
        if len(found) != 1 or not found[0].endswith(expected):
            yield f"{line!r}: expected one word that ends with {expected!r}, found {' '.join(found)!r}"


def main():
    program = Path(sys.argv[1]).resolve()
    wrong = 0
    for kind in (Bash, Zsh, Fish):
        name = kind.__name__.lower()
        if kind.MISSING:
            print(f"{kind.MISSING} is missing")
            continue
        with tempfile.TemporaryDirectory() as directory:
            environment = install(program, directory)
            shell = kind(environment, Path(directory, "work"))
            for answer in wrong_answers(shell, program):
                print(f"{name}: {answer}")
                wrong += 1
            shell.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
