"""A copy of the tree in which mutants are built and tested, and which is restored after each.

`make` builds the files that depend on a mutant. Afterwards the previous files replace them, with their times, so that
the next mutant is built from clean objects.
"""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

LEFT_OUT = shutil.ignore_patterns(".git", "*.svg", "__pycache__")
BUILDS = shutil.ignore_patterns("build*")  # in the root alone
NOT_NEEDED = "afl aarch64 bench corpus deb libkingscan.so log mutants musl python riscv64 sanitized toy windows".split()
I386 = ("asm/scan.asm",)
MEMORY = 4 << 30
FILE = 1 << 30
FASTER = ("WARNINGS=-w", "WERROR=", "CFLAGS=-O1", "NASMFLAGS=", "LDFLAGS=-Wl,-S")  # without debug information
QUICK_BUILD, QUICK_CODE, QUICK = Path("build/mutants/quick"), {}, threading.Lock()  # builds of the tree without mutants
LATE = 100  # a waiting test is killed after its limit of processor time, times this


def code_of(path):
    """Returns the bytes of an ELF object without the parts for debuggers."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(["objcopy", "--strip-unneeded", path, file.name], check=True)
        return Path(file.name).read_bytes()


def left_out_of(root):
    """Returns what shutil.copytree leaves out of the tree."""
    return lambda folder, names: LEFT_OUT(folder, names) | (BUILDS(folder, names) if Path(folder) == root else set())


class Tree:
    def __init__(self, root, where, checked):
        """root: the built tree; where: the folder for the copy, which is deleted first; checked: the arguments of the
        tiers that pass without a mutant."""
        self.root, self.path, self.clean = root, where / "tree", where / "clean"
        self.stamp = where / "stamp"
        self.pending = None
        self.built, self.quiet = set(), []
        self.checked = checked
        shutil.rmtree(where, ignore_errors=True)
        shutil.copytree(root, self.path, ignore=left_out_of(root), symlinks=True)
        shutil.copytree(root / "build", self.path / "build", ignore=shutil.ignore_patterns(*NOT_NEEDED), symlinks=True)
        made = self.make("build/check", "build/kingscan", "i386")
        if made.returncode:
            raise SystemExit(f"mutants: the tree can't be built: {made.stderr.decode()}")
        shutil.copytree(self.path / "build", self.clean, symlinks=True)

    # ---- Building ----

    def make(self, *arguments):
        return subprocess.run(
            ["make", "-s", f"-j{os.cpu_count()}", *arguments], cwd=self.path, capture_output=True, check=False
        )

    def includes(self, path, seen):
        """Adds the assembly files that an assembly file includes to `seen`, and returns it."""
        text = (self.path / path).read_text(encoding="utf-8")
        for name in re.findall(r'^%include "([^"]+)"', text, flags=re.M):
            name = f"asm/{name}"
            if name not in seen and (self.path / name).exists():
                seen.add(name)
                self.includes(name, seen)
        return seen

    def left_alone(self, path):
        """Returns options of make for objects that do not include a .inc; the Makefile rebuilds all for any .inc."""
        if not path.endswith(".inc"):
            return []
        sources = [str(p.relative_to(self.path)) for p in (self.path / "asm").rglob("*.asm")]
        others = [p for p in sources if path not in self.includes(p, set())]
        others += [str(p.relative_to(self.path)) for p in self.path.glob("tests/**/*.asm")]
        return [word for p in others for word in ("-o", f"build/obj/{p[:-4]}.o")]

    def write(self, path, lines):
        target = self.path / path
        times = target.stat()
        self.pending = (target, target.read_bytes(), (times.st_atime_ns, times.st_mtime_ns))
        self.built, self.quiet = set(), ["-o", "build/flags", *FASTER, *self.left_alone(path)]
        self.stamp.touch()
        target.write_text("\n".join(lines), encoding="utf-8")

    def build(self, path, target):
        """Returns the code that the mutant changes, "native" or "i386"; or why it is none: "invalid" or "equal"."""
        if not self.has_built(target):
            return "invalid"
        if self.library_differs("build/obj"):
            return "native"
        if path.startswith("asm/") and (path in I386 or path.endswith(".inc")):
            if self.make("i386").returncode:
                return "invalid"
            if self.library_differs("build/i386/obj"):
                return "i386"
        return "equal"

    def has_built(self, target):
        if target not in self.built:
            made = self.make(*self.quiet, f"build/{target}")
            if made.returncode and b"error" not in made.stderr:
                raise SystemExit(f"mutants: make fails, but no compiler complains: {made.stderr.decode()}")
            if made.returncode:
                return False
        self.built.add(target)
        return True

    def library_differs(self, objects):
        return any(
            code_of(self.path / path) != self.code_without_mutant(path)
            for path in self.written(objects)
            if path.suffix == ".o" and "/tests/" not in str(path)
        )

    def code_without_mutant(self, path):
        """Returns the code of an object, built with the quick options of mutants."""
        if "/c/" not in str(path):
            return code_of(self.clean / path.relative_to("build"))
        with QUICK:
            if path not in QUICK_CODE:
                quick = QUICK_BUILD / path.relative_to("build")
                subprocess.run(
                    ["make", "-s", *FASTER, f"BUILD={QUICK_BUILD}", quick],
                    cwd=self.root,
                    check=True,
                    capture_output=True,
                )
                QUICK_CODE[path] = code_of(self.root / quick)
            return QUICK_CODE[path]

    def written(self, folder):
        """Returns the files that `make` has written since the mutant was written."""
        found = subprocess.run(
            ["find", folder, "-type", "f", "-newer", self.stamp],
            cwd=self.path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        return [Path(line) for line in found.splitlines()]

    def restore(self):
        target, text, times = self.pending
        target.write_bytes(text)
        os.utime(target, ns=times)
        for path in self.written("build"):
            clean = self.clean / path.relative_to("build")
            if clean.exists():
                shutil.copy2(clean, self.path / path)
            else:
                (self.path / path).unlink()
        self.put_back_what_is_gone()
        self.built, self.quiet = set(), []

    def put_back_what_is_gone(self):
        """Restores objects: NASM removes that of a rejected source, and make does not rebuild those of left_alone."""
        for clean in self.clean.rglob("*.o"):
            path = self.path / "build" / clean.relative_to(self.clean)
            if not path.exists():
                shutil.copy2(clean, path)

    # ---- Testing ----

    def passes(self, tier):
        """Returns whether a tier passes. One that reaches a limit, or cannot be built, fails."""
        target, arguments, seconds = tier
        if not self.has_built(target):
            return False
        command = [
            "prlimit",
            f"--cpu={seconds}",
            f"--data={MEMORY}",
            f"--fsize={FILE}",
            "--core=0",
            "--",
            f"build/{target}",
            *arguments.split(),
        ]
        if target == "check":
            command += ["--fail-fast", "-j1"]
        process = subprocess.Popen(
            command,
            cwd=self.path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(timeout=LATE * seconds) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()

    def killer(self, tiers):
        """Returns the first tier that fails; None when the mutant survives."""
        return next((tier for tier in tiers if not self.passes(tier)), None)

    def expect_clean_to_pass(self, tier):
        """Requires that the tier passes without a mutant: else it would kill all. Runs once, after its first kill."""
        _, arguments, _ = tier
        if arguments not in self.checked and not self.passes(tier):
            raise SystemExit(f"mutants: without a mutant this fails: build/{tier[0]} {arguments}")
        self.checked.add(arguments)
