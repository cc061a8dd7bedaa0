#!/usr/bin/env python3
"""Puts the pages of the site together, for mkdocs: pages.py KINGSCAN WORKBENCH FOLDER, in the root of the repository.

FOLDER gets mkdocs.yml, theme/ and pages/: README.md and all files that a page links to, at the same places, so that
links stay as they are; the pages of the C interface, made from the headers by api.py; the help of all commands; and the
workbench.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

import api

ENTRIES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "bindings/rust/README.md"]
PATH_AS_TEXT = re.compile(r"\[[\w/.-]+\.md\](?=\(([^)#\s]+))")
LINK = re.compile(r"\]\(([^)#\s]+)[^)\s]*\)|(?:src|href)=\"([^\"#]+)[^\"]*\"")
CODE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def links_of(page):
    """The files that a page links to, as paths from the root."""
    for match in LINK.finditer(CODE.sub("", page.read_text())):
        target = match[1] or match[2]
        if ":" not in target:
            yield (page.parent / target).resolve().relative_to(Path.cwd())


def title_of(page):
    return re.search(r"^# (.+)", page.read_text(), re.MULTILINE)[1]


def with_titles(path):
    """The text of a page, in which links that name a page's file name its title."""
    return PATH_AS_TEXT.sub(lambda match: f"[{title_of(path.parent / match[1])}]", path.read_text())


def write_icon(workbench, icon):
    """The white king of the workbench."""
    king = re.search(r'<g id="figure-K">(.*?)</g>', workbench.read_text())[1]
    style = 'fill="#fff" color="#222" stroke="#222" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"'
    icon.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><g {style}>{king}</g></svg>\n')


def copy_with_links(entries, folder):
    waiting, copied = [Path(entry) for entry in entries], set()
    while waiting:
        path = waiting.pop()
        if path in copied or not path.is_file():
            continue
        copied.add(path)
        (folder / path.parent).mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            waiting += links_of(path)
            # mkdocs turns the links of Markdown into those of pages, but not those of HTML
            (folder / path).write_text(re.sub(r"(href=\"[^\":]+)\.md\"", '\\1.html"', with_titles(path)))
        else:
            shutil.copyfile(path, folder / path)


def write_commands(kingscan, page):
    told = subprocess.run([kingscan, "help"], check=True, capture_output=True, text=True).stdout
    names = re.findall(r"^  ([a-z0-9]+) ", told, re.MULTILINE)
    parts = ["# Commands", "", "The same text as `kingscan help COMMAND` prints.", "", "```text", told.rstrip(), "```"]
    for name in names:
        run = subprocess.run([kingscan, "help", name], capture_output=True, text=True)
        if run.returncode == 0:
            parts += ["", f"## kingscan {name}", "", "```text", run.stdout.rstrip(), "```"]
    page.write_text("\n".join(parts) + "\n")


def main():
    kingscan, workbench, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    pages.mkdir(parents=True)
    shutil.copyfile("packaging/site/mkdocs.yml", folder / "mkdocs.yml")
    shutil.copytree("packaging/site/theme", folder / "theme")
    shutil.copyfile("packaging/site/site.css", pages / "site.css")
    shutil.copyfile("packaging/site/search.js", pages / "search.js")
    write_icon(workbench, pages / "king.svg")
    copy_with_links(ENTRIES, pages)
    api.write_pages(Path("include"), pages / "api")
    write_commands(Path(kingscan).resolve(), pages / "commands.md")
    shutil.copyfile(workbench, pages / "workbench.html")


if __name__ == "__main__":
    main()
