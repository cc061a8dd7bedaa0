"""A copy of the tree that mutants are built and tested in, and put right again between them.

`make` builds what a mutant changes. What it wrote is then replaced by what was there before, with its times, so that
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

LEFT_OUT = (".git", "build*", "*.svg", "__pycache__")
NOT_NEEDED = ("sanitized", "afl", "corpus", "mutants", "bench", "libkingscan.so")
I386 = ("asm/scan.asm",)
MEMORY = 4 << 30
FILE = 1 << 30
FASTER = ("WARNINGS=-w", "WERROR=", "CFLAGS=-O1", "NASMFLAGS=", "LDFLAGS=-Wl,-S")  # without debug information
QUICK_BUILD, QUICK_CODE, QUICK = Path("build/mutants/quick"), {}, threading.Lock()  # of the tree without mutants
LATE = 100  # a test that waits for ever ends after so many times its processor time


def code_of(path):
    """The bytes of an ELF object, without what debuggers alone need."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(["objcopy", "--strip-unneeded", path, file.name], check=True)
        return Path(file.name).read_bytes()


class Tree:
    def __init__(self, root, where, checked):
        """root: the tree, built; where: the folder for the copy, which is made anew; checked: arguments of the tiers that
        pass without a mutant."""
        self.root, self.path, self.clean = root, where / "tree", where / "clean"
        self.stamp = where / "stamp"
        self.pending = None
        self.built, self.quiet = set(), []
        self.checked = checked
        shutil.rmtree(where, ignore_errors=True)
        shutil.copytree(root, self.path, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        shutil.copytree(root / "build", self.path / "build", ignore=shutil.ignore_patterns(*NOT_NEEDED), symlinks=True)
        if self.make("build/check", "build/kingscan", "i386").returncode:
            raise SystemExit("mutants: the tree can't be built")
        shutil.copytree(self.path / "build", self.clean, symlinks=True)

    # ---- Building ----

    def make(self, *arguments):
        return subprocess.run(["make", "-s", f"-j{os.cpu_count()}", *arguments], cwd=self.path, capture_output=True,
                              check=False)

    def includes(self, path, seen):
        """Which files of assembly a file of assembly takes in."""
        text = (self.path / path).read_text(encoding="utf-8")
        for name in re.findall(r'^%include "([^"]+)"', text, flags=re.M):
            name = f"asm/{name}"
            if name not in seen and (self.path / name).exists():
                seen.add(name)
                self.includes(name, seen)
        return seen

    def left_alone(self, path):
        """Options of make for the objects that a .inc has nothing to do with; the Makefile lets all depend on it."""
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
        """Returns what the mutant changes, "native" or "i386"; or why it is none: "invalid" or "equal"."""
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
        return any(code_of(self.path / path) != self.code_without_mutant(path)
                   for path in self.written(objects) if path.suffix == ".o" and "/tests/" not in str(path))

    def code_without_mutant(self, path):
        """The code of an object, built as quickly as those of mutants are."""
        if "/c/" not in str(path):
            return code_of(self.clean / path.relative_to("build"))
        with QUICK:
            if path not in QUICK_CODE:
                quick = QUICK_BUILD / path.relative_to("build")
                subprocess.run(["make", "-s", *FASTER, f"BUILD={QUICK_BUILD}", quick], cwd=self.root, check=True,
                               capture_output=True)
                QUICK_CODE[path] = code_of(self.root / quick)
            return QUICK_CODE[path]

    def written(self, folder):
        """The files that `make` has written since the mutant was."""
        found = subprocess.run(["find", folder, "-type", "f", "-newer", self.stamp], cwd=self.path, capture_output=True,
                               text=True, check=True).stdout
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
        """NASM removes the object of a source that it refuses; make wouldn't build one that left_alone names."""
        for clean in self.clean.rglob("*.o"):
            path = self.path / "build" / clean.relative_to(self.clean)
            if not path.exists():
                shutil.copy2(clean, path)

    # ---- Testing ----

    def passes(self, tier):
        """Whether a tier passes on what is there; one that ends by its limits, or can't be built, doesn't."""
        target, arguments, seconds = tier
        if not self.has_built(target):
            return False
        command = ["prlimit", f"--cpu={seconds}", f"--data={MEMORY}", f"--fsize={FILE}", "--core=0", "--",
                   f"build/{target}", *arguments.split()]
        if target == "check":
            command += ["--fail-fast", "-j1"]
        process = subprocess.Popen(command, cwd=self.path, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
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
        """Returns the first tier that doesn't pass; None: the mutant survives."""
        return next((tier for tier in tiers if not self.passes(tier)), None)

    def expect_clean_to_pass(self, tier):
        """A tier that fails without a mutant would kill them all; asked once, when it has killed one."""
        _, arguments, _ = tier
        if arguments not in self.checked and not self.passes(tier):
            raise SystemExit(f"mutants: without a mutant this fails: build/{tier[0]} {arguments}")
        self.checked.add(arguments)
