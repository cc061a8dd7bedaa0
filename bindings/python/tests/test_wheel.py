"""The wheel that `make wheel` has made: its files, its tags against objdump, and its import by every Python found.

    BUILD=build python3 bindings/python/tests/test_wheel.py
"""
import base64
import contextlib
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("BUILD", "build")).absolute()
WHEELS = [Path(path) for path in glob.glob(str(BUILD / "wheels/*.whl"))]
sys.path.insert(0, str(ROOT / "bindings/python"))
import build_wheel  # noqa: E402

FILES = """
__init__.py _kingscan.abi3.so _kingscan.pyi bin/kingscan checking.py chess/__init__.py chess/base_board.py
chess/board.py chess/crazyhouse.py chess/ends.py chess/engine/__init__.py chess/engine/protocol.py
chess/engine/scores.py chess/engine/simple.py chess/engine/uci.py chess/engine/views.py chess/fen.py chess/masks.py
chess/moves.py chess/notation.py chess/pgn/__init__.py chess/pgn/annotated.py chess/pgn/builders.py chess/pgn/headers.py
chess/pgn/nodes.py chess/pgn/reading.py chess/pgn/visitors.py chess/polyglot.py chess/squares.py chess/squareset.py
chess/status.py chess/svg.py chess/variant.py chess/variant_board.py comparing.py features.py inputs.py outcome.py
pgn.py planes.py py.typed results.py training.py variants.py verdict.py
""".split()
PYTHONS = ["python3", *(f"python3.{minor}" for minor in range(9, 20)), "/usr/bin/python3"]


def versions_by_objdump(path):
    """The numbers of glibc that the symbols of a file need."""
    told = subprocess.run(["objdump", "-T", path], capture_output=True, text=True, check=True).stdout
    return {tuple(map(int, found.split("."))) for found in re.findall(r"\bGLIBC_([0-9.]+)", told)}


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        (cls.wheel,) = WHEELS
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.site = Path(folder.name)
        with zipfile.ZipFile(cls.wheel) as archive:
            archive.extractall(cls.site)
            cls.modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}
        (cls.info,) = cls.site.glob("*.dist-info")
        cls.program = cls.site / "kingscan/bin/kingscan"
        cls.program.chmod(0o755)

    def test_files(self):
        found = sorted(str(path.relative_to(self.site)) for path in self.site.rglob("*") if path.is_file())
        own = [f"{self.info.name}/{name}" for name in ("LICENSE", "METADATA", "RECORD", "WHEEL")]
        self.assertEqual(found, sorted(own + [f"kingscan/{name}" for name in FILES]))
        programs = {name for name, mode in self.modes.items() if mode == 0o755}
        self.assertEqual(programs, {"kingscan/bin/kingscan", "kingscan/_kingscan.abi3.so"})

    def test_record(self):
        rows = [line.rsplit(",", 2) for line in (self.info / "RECORD").read_text().splitlines()]
        self.assertEqual({name for name, *_ in rows}, set(self.modes))
        for name, digest, size in rows:
            data = (self.site / name).read_bytes()
            if not name.endswith("RECORD"):
                expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                self.assertEqual((digest, size), (f"sha256={expected}", str(len(data))))

    def test_the_tag_is_the_newest_glibc_that_objdump_shows(self):
        needed = max(
            version
            for name in ("_kingscan.abi3.so", "bin/kingscan")
            for version in versions_by_objdump(self.site / "kingscan" / name)
        )[:2]
        machine = os.uname().machine
        tags = [f"manylinux_{max(needed, (2, 17))[0]}_{max(needed, (2, 17))[1]}_{machine}"]
        if needed <= (2, 17):
            tags.append(f"manylinux2014_{machine}")
        version = self.info.name.split("-")[1].replace(".dist", "")
        self.assertEqual(self.wheel.name, f"kingscan-{version}-cp39-abi3-{'.'.join(tags)}.whl")
        said = re.findall("^Tag: (.*)$", (self.info / "WHEEL").read_text(), re.MULTILINE)
        self.assertEqual(said, [f"cp39-abi3-{tag}" for tag in tags])
        self.assertIn("\nRequires-Python: >=3.9\n", (self.info / "METADATA").read_text())

    def test_needs_are_those_of_objdump(self):
        for path in self.program, self.site / "kingscan/_kingscan.abi3.so", Path(shutil.which("objdump")):
            libraries, versions = build_wheel.needs_of(path)
            numbers = {tuple(map(int, name[6:].split("."))) for name in versions if re.match(r"GLIBC_\d", name)}
            self.assertEqual(numbers, versions_by_objdump(path))
            headers = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=True).stdout
            self.assertEqual(libraries, set(re.findall(r"NEEDED +(\S+)", headers)))
        self.assertEqual(build_wheel.platforms([shutil.which("objdump")]), [f"linux_{os.uname().machine}"])

    def test_every_python_imports_it(self):
        code = (
            "import sys, kingscan; sys.version_info >= (3, 9) or sys.exit('old'); position = kingscan.Position();"
            "position.push('e4'); print(position.perft(3), kingscan.check(['7k/6Q1/6K1/8/8/8/8/8 b - -'])[0].verdict)"
        )
        imported = 0
        for python in PYTHONS:
            old = "import sys; sys.exit(sys.version_info < (3, 9))"
            if not shutil.which(python) or subprocess.run([python, "-c", old], capture_output=True).returncode:
                continue
            environment = {"PYTHONPATH": str(self.site), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
            ran = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True)
            self.assertEqual((ran.stdout, ran.stderr), ("13160 checkmate\n", ""), python)
            imported += 1
        self.assertGreater(imported, 0)

    def test_pip_installs_it_without_a_compiler(self):
        """The program can be run, so the mode of its file was kept."""
        python = next(
            (
                p
                for p in PYTHONS
                if shutil.which(p) and not subprocess.run([p, "-m", "pip", "-V"], capture_output=True).returncode
            ),
            None,
        )
        if not python:
            self.skipTest("pip is missing")
        with tempfile.TemporaryDirectory() as folder:
            pip = [shutil.which(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
            subprocess.run(
                [*pip, "--root-user-action=ignore", "--target", folder, self.wheel],
                check=True,
                env={"PATH": "/nowhere"},
            )
            code = "import kingscan; print(kingscan.diff('exit 7', 1))"
            environment = {"PYTHONPATH": folder, "PATH": os.environ["PATH"]}
            ran = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True)
            self.assertIn("EngineError: the engine ended with status 7", ran.stderr)


class Missing(unittest.TestCase):
    """A user of pip gets one line."""

    def told(self):
        with self.assertRaises(SystemExit) as raised:
            build_wheel.build_all()
        self.assertNotIn("\n", raised.exception.code)
        return raised.exception.code

    @contextlib.contextmanager
    def without(self, *names):
        which = shutil.which
        with mock.patch("shutil.which", lambda name: None if name in names else which(name)):
            yield

    def test_programs(self):
        with self.without("nasm", "make"), mock.patch.dict(os.environ, {"CC": "gcc"}):
            self.assertRegex(self.told(), "^kingscan: make, nasm: no such program; on Debian: apt install make nasm$")

    def test_headers(self):
        with mock.patch("sysconfig.get_paths", lambda: {"include": "/nowhere"}):
            self.assertRegex(self.told(), "Python.h, .* is missing; on Debian: apt install python3-dev")

    def test_repository(self):
        with mock.patch.object(build_wheel, "ROOT", Path("/nowhere")):
            self.assertRegex(self.told(), "lies in no clone of Kingscan")

    def test_sources(self):
        with self.assertRaisesRegex(SystemExit, "make dist"):
            build_wheel.build_sdist("/tmp")


if __name__ == "__main__":
    unittest.main()
