#!/usr/bin/env python3
"""Prints the SBOM of a release in SPDX 2.3: sbom.py TARBALL.spdx FOLDER.

TARBALL.spdx describes the tarball; each other file in the folder is added, with its checksum and the libraries that are
linked into it.
"""
import hashlib
import re
import subprocess
import sys
from pathlib import Path


def found(pattern, *command, text=""):
    """The pattern's group in the command's output, such as a version; the program itself may fail."""
    ran = subprocess.run(command, input=text, capture_output=True, text=True)
    match = re.search(pattern, ran.stdout + ran.stderr)
    return match[1] if match else "NOASSERTION"


def mingw(pattern):
    return found(pattern, "x86_64-w64-mingw32-gcc", "-E", "-dM", "-", text="#include <_mingw.h>\n")


def mingw_part(part):
    return mingw(rf"__MINGW64_VERSION_{part} (\d+)")


LLVM_LICENSE = "Apache-2.0 WITH LLVM-exception"
GCC_LICENSE = "GPL-3.0-or-later WITH GCC-exception-3.1"
LIBGCC = "libgcc", GCC_LICENSE, lambda: found(r"(\S+)", "gcc", "-dumpfullversion")
# Endings of names, and the libraries inside: name, licence, version.
LINKED = {
    "-linux-x86_64": [("musl", "MIT", lambda: found(r"Version (\S+)", "/lib/ld-musl-x86_64.so.1")), LIBGCC],
    "-windows-x86_64.exe": [
        ("mingw-w64-runtime", "NOASSERTION", lambda: ".".join(map(mingw_part, ("MAJOR", "MINOR", "BUGFIX")))),
        ("mingw-w64-libgcc", GCC_LICENSE, lambda: mingw(r'__VERSION__ "([^\s"]+)')),
    ],
    "-npm.tgz": [
        ("wasi-libc", f"{LLVM_LICENSE} OR Apache-2.0 OR MIT", lambda: "NOASSERTION"),
        ("compiler-rt", LLVM_LICENSE, lambda: found(r"version (\S+)", "clang-19", "--version")),
    ],
}


def package(name, version, licence, lines):
    head = [f"PackageName: {name}", f"SPDXID: SPDXRef-{name}", f"PackageVersion: {version}"]
    tail = [
        "PackageDownloadLocation: NOASSERTION",
        "FilesAnalyzed: false",
        f"PackageLicenseConcluded: {licence}",
        f"PackageLicenseDeclared: {licence}",
        "PackageCopyrightText: NOASSERTION",
    ]
    return "\n".join(["", *head, *lines, *tail]) + "\n"


def describe(path, version):
    """A file of the release, and what is linked into it."""
    name = re.sub("[^A-Za-z0-9.-]", "-", path.name)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    text = package(name, version, "MIT", [f"PackageFileName: {path.name}", f"PackageChecksum: SHA256: {digest}"])
    text += f"Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-{name}\n"
    text += f"Relationship: SPDXRef-{name} GENERATED_FROM SPDXRef-kingscan\n"
    for ending, libraries in LINKED.items():
        if path.name.endswith(ending):
            for library, licence, version_of in libraries:
                text += f"Relationship: SPDXRef-{name} STATIC_LINK SPDXRef-{library}\n"
                text += package(library, version_of(), licence, [])
    return text


def main():
    tarball, folder = sys.argv[1:]
    text = Path(tarball).read_text()
    version = re.search(r"PackageVersion: (\S+)", text)[1]
    files = sorted(path for path in Path(folder).iterdir() if path.name != f"kingscan-{version}.tar.gz")
    sys.stdout.write(text + "".join(describe(path, version) for path in files))


if __name__ == "__main__":
    main()
