"""Pages of the C interface, made from the headers: a page a header; a heading a function, type or constant."""
import re

# A section, or a comment that may be followed by declarations; a blank line ends both.
SECTION = re.compile(r"/\* -+ (.+?) -+ \*/$")
NAMES = (
    re.compile(r"\b(ks_\w+)\s*\("),
    re.compile(r"^\}\s*(ks_\w+);", re.MULTILINE),
    re.compile(r"^enum (ks_\w+)", re.MULTILINE),
    re.compile(r"^typedef .*?\b(ks_\w+);", re.MULTILINE),
    re.compile(r"\b(ks_\w+);"),
    re.compile(r"\b(KS_\w+)"),
)
HIDDEN = re.compile(r"^(#ifndef KINGSCAN_|#define KINGSCAN_\w+_H$|#include|#ifdef __cplusplus|extern \"C\"|\}$)")


class Undocumented(Exception):
    pass


def chunks_of(text):
    """The parts of a header between blank lines, but a body in braces stays whole."""
    chunk, depth = [], 0
    for line in text.splitlines():
        if not line.strip() and depth == 0 and not in_comment(chunk):
            if chunk:
                yield "\n".join(chunk)
            chunk = []
            continue
        chunk.append(line)
        code = re.sub(r"/\*.*?\*/|\"[^\"]*\"|'.'", "", line)
        depth += 0 if in_comment(chunk) or 'extern "C"' in line else code.count("{") - code.count("}")
        depth = max(depth, 0)
    if chunk:
        yield "\n".join(chunk)


def in_comment(chunk):
    text = "\n".join(chunk)
    return text.count("/*") > text.count("*/")


def split_comment(chunk):
    """The text of the comment that a chunk begins with, and the rest."""
    match = re.match(r"/\*(.*?)\*/\n?(.*)", chunk, re.DOTALL)
    if not match:
        return "", chunk
    lines = [re.sub(r"^ \* ?", "", line) for line in match[1].splitlines()]
    return "\n".join(lines).strip(), match[2]


def as_markdown(text):
    """Comments are plain text: columns and examples, which are indented, stay as they are."""
    if re.search(r"^\S+ {4,}\S", text, re.MULTILINE):
        return f"```text\n{text}\n```"
    return re.sub(r"^(?! {4}).+", lambda line: re.sub(r"([*<_])", r"\\\1", line[0]), text, flags=re.MULTILINE)


def name_of(code):
    found = [(match.start(), match[1]) for match in (pattern.search(code) for pattern in NAMES[:1]) if match]
    if found and not code.lstrip().startswith(("typedef", "enum", "struct")):
        return found[0][1]
    for pattern in NAMES[1:]:
        match = pattern.search(code)
        if match:
            return match[1]
    return None


def page_of(header):
    text = header.read_text()
    intro, rest = split_comment(text)
    lines = [f"# kingscan/{header.name}", "", as_markdown(intro)]
    for chunk in chunks_of(rest):
        section = SECTION.match(chunk)
        if section:
            lines += ["", f"## {section[1]}"]
            continue
        comment, code = split_comment(chunk)
        code = "\n".join(line for line in code.splitlines() if not HIDDEN.match(line)).strip()
        code = code if "#if" in code else code.replace("#endif", "").strip()
        if not code and not comment:
            continue
        name = name_of(code)
        code = re.sub(r"^KS_API ", "", code, flags=re.MULTILINE)
        lines += ["", f"### {name}"] if name else []
        lines += ["", as_markdown(comment)] if comment else []
        lines += ["", "```c", code, "```"] if code else []
    return "\n".join(lines) + "\n"


def require_all(header, page):
    """Each exported function has its heading, or stands in a block with others."""
    for name in re.findall(r"^KS_(?:API|INLINE)[^;{]*?\b(ks_\w+)\s*\(", header.read_text(), re.MULTILINE):
        if not re.search(rf"^### {name}$|\b{name}\s*\(", page, re.MULTILINE):
            raise Undocumented(f"{header}: {name} is missing in the page")


def write_pages(include, folder):
    folder.mkdir(parents=True)
    intro, _ = split_comment((include / "kingscan.h").read_text())
    index = ["# The C interface", "", as_markdown(intro), ""]
    for header in sorted((include / "kingscan").glob("*.h")):
        page = page_of(header)
        require_all(header, page)
        (folder / f"{header.stem}.md").write_text(page)
        first = split_comment(header.read_text())[0].split("\n\n")[0].replace("\n", " ")
        index.append(f"- [{header.name}]({header.stem}.md): {first.split(': ', 1)[1]}")
    (folder / "README.md").write_text("\n".join(index) + "\n")
