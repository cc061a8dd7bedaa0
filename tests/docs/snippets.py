#!/usr/bin/env python3
"""Runs a page's commands word for word, in a directory with the files of a clean clone and the build.

Run in the root of the repository: tests/docs/snippets.py [BUILD [PAGE]]. A block of commands has a '$ ' before
each, or is one of sh; one of yaml is a workflow; other blocks are files for the sh block below them, or the output
of the commands above. Prints a line for each command whose status or output differs from the page, that floods the
terminal, or that is not understood; returns 1 when there was one.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

LINES = 60  # a command that prints more floods the terminal
STATUSES = (0, 1, 141)  # of kingscan: it may find something, or its reader may stop
FILES = {"ini": "dragons.ini", "c": "example.c"}  # the file of a block in this language
# These are not run, since 'make test' runs the tests.
MAKE = re.compile(r"make [a-z -]+$")


def blocks_of(text):
    """Returns the language and the text of each fenced block."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)


def without_comment(command):
    """Returns the command as a shell reads it."""
    return re.sub(r"\s+# .*", "", command)


class Clone:
    """The directory, and the output of its last command."""

    def __init__(self, build, directory):
        self.directory, self.printed, self.wrong = directory, "", []
        for path in Path().resolve().iterdir():
            if path.name != "build":
                Path(directory, path.name).symlink_to(path)
        Path(directory, "build").symlink_to(Path(build).resolve())

    def complain(self, command, what):
        self.wrong.append(f"{command.splitlines()[0]}: {what}")

    def run(self, command):
        if MAKE.match(without_comment(command)):
            self.make(without_comment(command))
            return
        run = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=self.directory,
            capture_output=True,
            text=True,
            timeout=120,
            env=os.environ | {"LC_ALL": "C"},
        )
        self.printed = run.stdout
        if run.returncode not in (STATUSES if "kingscan " in command else (0,)):
            self.complain(command, f"expected status 0, found {run.returncode}: {run.stderr}")
        lines = run.stdout.count("\n") + run.stderr.count("\n")
        if lines > LINES:
            self.complain(command, f"expected at most {LINES} lines, found {lines}")

    def make(self, command):
        """Requires that 'make help' lists the targets. The output of 'make run' is that of kingscan."""
        known = subprocess.run(["make", "help"], capture_output=True, text=True).stdout.split("\n")
        targets = command.split()[1:]
        for target in set(targets) - {line.split()[0] for line in known if line}:
            self.complain(command, f"'make help' has no {target}")
        if "run" in targets:
            self.run("build/kingscan check --count --summary tests/data/positions.epd 2>&1")

    def expect(self, text):
        """Compares a block with the last output, apart from blanks and from an end that the block leaves out."""
        expected, left_out = text.split(), "…" in text
        found = self.printed.split()
        if left_out:
            expected = text[: text.index("…")].split()
            found = found[: len(expected)]
        if found != expected:
            self.complain(text.strip(), f"expected this block, found {self.printed!r}")


def run_block(clone, language, text):
    if language in FILES:
        Path(clone.directory, FILES[language]).write_text(text, encoding="utf-8")
    elif language == "sh":
        run_shell(clone, text)
    elif language == "yaml":
        run_workflow(clone, text)
    elif language == "" and text.startswith("$ "):
        run_commands(clone, text)
    elif language in ("", "text"):
        clone.expect(text)
    else:
        clone.complain(text, f"a block of {language!r}; expected sh, '$ ', or one of {', '.join(FILES)}")


def run_shell(clone, text):
    """Runs commands of 'make' one by one, anything else as a whole."""
    lines = text.strip().splitlines()
    for command in lines if all(MAKE.match(without_comment(line)) for line in lines) else [text]:
        clone.run(command)


def run_workflow(clone, text):
    """Runs the steps of a workflow that start kingscan. Their ./engine has no bug, so each must succeed."""
    Path(clone.directory, "kingscan").symlink_to(".")
    engine = Path(clone.directory, "engine")
    engine.write_text("#!/bin/sh\nexec build/kingscan uci\n", encoding="utf-8")
    engine.chmod(0o755)
    try:
        jobs = yaml.safe_load(text)["jobs"].values()
        commands = [step["run"] for job in jobs for step in job["steps"] if "run" in step]
    except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        clone.complain(text, f"expected a workflow: {error!r}")
        return
    ours = [command for command in commands if "build/kingscan " in command]
    for command in ours:
        clone.run(f"{command} || exit 3")  # a difference is not all right here
    if not ours:
        clone.complain(text, "no step runs kingscan")


def run_commands(clone, text):
    """Runs each line that begins with '$ '; the other lines are its output."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, printed = part.partition("\n")
        clone.run(command)
        if printed:
            clone.expect(printed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", nargs="?", default="build", help="the folder with what was built; default: build")
    parser.add_argument("page", nargs="?", default="README.md")
    arguments = parser.parse_args()
    page = Path(arguments.page).read_text(encoding="utf-8")
    blocks = blocks_of(page)
    if len(re.findall("^```", page, re.M)) != 2 * len(blocks):
        print(f"{arguments.page}: a fence without another")
        return 1
    with tempfile.TemporaryDirectory() as directory:
        clone = Clone(arguments.build, directory)
        for language, text in blocks:
            run_block(clone, language, text)
    print("\n".join(clone.wrong), end="\n" if clone.wrong else "")
    return 1 if clone.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
