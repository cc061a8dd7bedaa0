"""Tables, files as the program reads them, and results as columns of other libraries.

    PYTHONPATH=build/python/site KINGSCAN=build/kingscan python3 bindings/python/tests/test_results.py
"""
import bz2
import ctypes
import gc
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import kingscan
from common import MATE, POSITIONS, PROGRAM, ROOT, SAFE, Array, Schema, Stream, numpy, pandas, pyarrow
from kingscan import Verdict

PUZZLES = f"""PuzzleId,FEN,Moves,Rating
00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1877
"q""1",{SAFE},e1e2,1
short
bad,{SAFE},e1e3 e8e7,1
,"{MATE}",,1

# comment,{SAFE},e1e2,1
x,x,,
"""


def table_of(fens):
    quoted = (fen.replace('"', '""') for fen in fens)
    return "".join(f'{n},"{fen}",{n % 7}\n' for n, fen in enumerate(quoted))


def rows_of(results):
    return [(str(verdict), ",".join(checkers) or "-") for verdict, checkers in results if verdict != Verdict.INVALID]


def told(path, *options):
    """The verdicts and checkers that the program prints, and what it says about other lines: line, column, message."""
    ran = subprocess.run([PROGRAM, "check", "--max-errors", "0", *options, path], capture_output=True, text=True)
    errors = re.findall(rf"^{re.escape(str(path))}:(\d+):(\d+): error: (.*)$", ran.stderr, re.MULTILINE)
    return [tuple(line.split("\t")[:2]) for line in ran.stdout.splitlines()], errors


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def agree(self, path, *options, **keywords):
        """The results; the program says the same about verdicts, checkers and errors."""
        results = kingscan.check(path, reasons=1 << 30, **keywords)
        rows, errors = told(path, *options)
        self.assertEqual(rows_of(results), rows)
        found = [(str(results.lines[e.index]), str(e.offset + 1), e.message) for e in results.errors]
        self.assertEqual(found, errors)
        return results


class Tables(InFolder):
    def test_columns_are_those_of_the_program(self):
        path = self.write("puzzles.csv", PUZZLES)
        results = self.agree(path, "--column", "FEN", column="FEN")
        self.assertEqual(list(results.lines), [2, 3, 4, 5, 6, 9])
        self.agree(path, "--column", "fen", column="fen")
        self.agree(path, "--column", "2", "--header", column=2, header=True)
        self.agree(path, "--column", "2", column=2)
        for ply in 0, 1, 2, 9, None:
            plies = ["--make", str(ply)] if ply is not None else []
            self.agree(
                path, "--column", "FEN", "--moves-column", "Moves", *plies, column="FEN", moves_column="Moves", ply=ply
            )
        self.agree(path, "--column", "2", "--moves-column", "3", column=2, moves_column=3)

    def test_separators_and_byte_order_marks(self):
        for separator, name in ("\t", "tab"), (";", ";"), ("|", "|"), (",", ","):
            rows = "\n".join(separator.join(row) for row in (("id", "FEN"), ("1", SAFE), ("2", MATE), ("3", "x")))
            path = self.write("rows", rows)
            self.assertEqual(
                len(self.agree(path, "--column", "FEN", "--separator", name, column="FEN", separator=separator)), 3
            )
            if name != "|":
                self.agree(path, "--column", "FEN", column="FEN")
        path = self.write("marked.csv", b"\xef\xbb\xbf" + f"FEN,id\r\n{SAFE},1\r\n{MATE},2".encode())
        self.assertEqual([v for v, _ in self.agree(path, "--column", "FEN", column="FEN")], [0, 3])
        self.assertEqual(len(self.agree(self.write("marked.epd", b"\xef\xbb\xbf" + SAFE.encode()))), 1)

    def test_json_lines(self):
        rows = [{"id": 1, "fen": SAFE, "moves": "e1e2"}, {"fen": MATE, "x": [{"fen": 3}]}, {"x": 1}, {"fen": 3}]
        text = "".join(json.dumps(row) + "\n" for row in rows) + '{"fen": "' + SAFE.replace("/", "\\/") + '"}\n{"fen\n'
        path = self.write("evals.jsonl", text)
        self.assertEqual(len(self.agree(path, "--field", "fen", field="fen")), 6)
        self.agree(path, "--field", "fen", column="fen")
        self.agree(path, "--field", "fen", "--moves-column", "moves", field="fen", moves_column="moves")

    def test_many_rows_in_blocks_of_any_size(self):
        lines = [line for line in POSITIONS.read_text().splitlines() if line and line[0] != "#"]
        path = self.write("many.csv", "id,fen,x\n" + table_of(lines))
        expected = self.agree(path, "--column", "fen", column="fen")
        self.assertEqual(len(expected), len(lines))
        whole = kingscan.check(lines)
        self.assertEqual(bytes(expected.verdicts), bytes(whole.verdicts))
        self.assertEqual(expected.checkers.tolist(), whole.checkers.tolist())
        small = self.write("small.csv", PUZZLES)
        expected = kingscan.check(small, column="FEN")
        for block in [*range(1, 130), 1000]:
            kingscan.checking._BLOCK, usual = block, kingscan.checking._BLOCK
            found = kingscan.check(small, column="FEN")
            kingscan.checking._BLOCK = usual
            for part in "verdicts", "checkers", "lines", "errors":
                self.assertEqual(getattr(found, part), getattr(expected, part), (block, part))

    def test_texts_and_files(self):
        expected = kingscan.check(self.write("puzzles.csv", PUZZLES), column="FEN")
        for positions in PUZZLES, PUZZLES.encode(), bytearray(PUZZLES.encode()), io.BytesIO(PUZZLES.encode()):
            found = kingscan.check(positions, column="FEN")
            self.assertEqual((list(found), list(found.lines)), (list(expected), list(expected.lines)))

    def test_compressed_files(self):
        path = self.write("puzzles.csv", PUZZLES)
        expected = kingscan.check(path, column="FEN")
        packed = {"bz2": bz2.compress(PUZZLES.encode()), "xz": lzma.compress(PUZZLES.encode())}
        for tool in "gzip", "zstd", "lz4":
            if shutil.which(tool):
                packed[tool] = subprocess.run([tool, "-c", path], capture_output=True, check=True).stdout
        self.assertIn("gzip", packed)
        for name, content in packed.items():
            found = kingscan.check(self.write(f"puzzles.{name}", content), column="FEN")
            self.assertEqual((list(found), found.errors), (list(expected), expected.errors))

    def test_what_is_wrong(self):
        path = self.write("a.csv", f"id,FEN,fen2\n1,{SAFE},2\n")
        games = ROOT / "examples/games.pgn"
        cases = [
            (
                {"column": "FEM"},
                ValueError,
                "a.csv:1:1: expected a column called 'FEM', found 'id,FEN,fen2'; did you mean",
            ),
            ({"column": 9}, ValueError, "a.csv:1:12: expected the FEN in column 9, found no more than 3; no line is"),
            ({"column": 0}, ValueError, "^column: expected a number from 1 or a name, found 0"),
            ({"column": ""}, ValueError, "column: expected a number from 1 or a name, found nothing"),
            ({"column": b"x"}, TypeError, "column: expected an int or a str"),
            ({"column": "FEN", "field": "x"}, ValueError, "column, field: expected one of them, found both"),
            ({"moves_column": "x"}, ValueError, "moves_column: expected column too"),
            ({"column": "FEN", "ply": 1}, ValueError, "ply: expected moves_column too"),
            ({"column": "FEN", "moves_column": 1, "ply": -1}, ValueError, "ply: expected a number from 0, found -1"),
            ({"column": "FEN", "moves_column": "x"}, ValueError, "a.csv:1:1: expected a column called 'x'"),
            ({"column": "FEN", "separator": ",,"}, ValueError, "separator: expected one byte"),
            ({"separator": ","}, ValueError, "separator: expected column too"),
        ]
        for keywords, kind, message in cases:
            with self.assertRaisesRegex(kind, message):
                kingscan.check(path, **keywords)
        with self.assertRaisesRegex(ValueError, "games.pgn: column: games in PGN are no table"):
            kingscan.check(games, column="FEN")
        with self.assertRaisesRegex(
            ValueError, "column: expected a file, a text or a frame, found single positions in a list"
        ):
            kingscan.check([SAFE], column="FEN")
        with self.assertRaises(IsADirectoryError):
            kingscan.check(self.folder)


class Files(InFolder):
    def test_files_without_positions_raise_what_the_program_says(self):
        contents = {
            "words": b"hello\nworld\n",
            "program": Path(sys.executable).read_bytes()[:5000],
            "zeros": bytes(100),
            "fens.txt": (SAFE + "\n").encode("utf-16"),
            "a.zip": b"PK\3\4....",
        }
        for name, content in contents.items():
            path = self.write(name, content)
            said = subprocess.run([PROGRAM, "check", path], capture_output=True, text=True).stderr.splitlines()[0]
            said = said.replace("kingscan check: ", "").replace(": error: ", ": ")
            for errors in 0, 100:
                with self.assertRaises(ValueError) as raised:
                    kingscan.check(path, reasons=errors)
                self.assertEqual(str(raised.exception).replace("; no line is a position", ""), said)
        cut = self.write("cut.gz", subprocess.run(["gzip", "-c"], input=b"x" * 99, capture_output=True).stdout[:15])
        with self.assertRaisesRegex(OSError, "cut.gz: gzip: .*unexpected end of file|cut.gz: .*unexpected end"):
            kingscan.check(cut)
        for nothing in b"", b"\n\n", b"# comment\n":
            self.assertEqual(len(kingscan.check(self.write("nothing", nothing))), 0)
        half = kingscan.check(self.write("half", f"x\n{SAFE}\n"), reasons=0)
        self.assertEqual((list(half.verdicts), half.errors), ([5, 0], []))

    def test_a_file_that_says_what_it_has_not_read(self):
        class Liar:
            def __init__(self, count):
                self.count = count

            def readinto(self, view):
                line = SAFE.encode() + b"\n"
                view[: len(line)] = line
                return self.count

        for count in -1, 1 << 40, None, "6":
            with self.assertRaisesRegex(OSError, "readinto: expected the number of bytes read"):
                kingscan.check(Liar(count))

    def test_nobody_changes_a_text_while_it_is_read(self):
        class Keeper(io.BytesIO):
            def readinto(self, view):
                kept.append(memoryview(view))
                return super().readinto(view)

        kept, text = [], f"{SAFE}\n".encode() * 4
        block = next(iter(kingscan.checking._blocks(Keeper(text))))
        for view in kept:
            view[: len(text)] = b"?" * len(text)
        self.assertEqual(bytes(block), text)
        shared = bytearray(text)
        block = kingscan.checking._unchanging(memoryview(shared).toreadonly())
        shared[:] = b"?" * len(text)
        self.assertEqual(bytes(block), text)
        self.assertIs(kingscan.checking._unchanging(text), text)
        self.assertEqual(len(kingscan.check(memoryview(bytearray(text)).toreadonly())), 4)

    def test_moves_after_a_position(self):
        path = self.write(
            "moves", f"{SAFE} moves e1e2 e8e7\nstartpos moves f2f3 e7e5 g2g4 d8h4\n{SAFE} moves e1e3\nx\n"
        )
        results = self.agree(path)
        self.assertEqual([v for v, _ in results], [0, Verdict.CHECKMATE, Verdict.INVALID, Verdict.INVALID])
        self.assertEqual(list(kingscan.check(path.read_text().splitlines())), list(results))
        self.assertEqual(results[1].checkers, ("h4",))

    def test_a_text_that_names_a_file_warns(self):
        path = self.write("p.epd", SAFE + "\n")
        os.chdir(self.folder)
        self.addCleanup(os.chdir, ROOT)
        with self.assertWarnsRegex(UserWarning, r"kingscan.check reads 'p.epd' as a position; pathlib.Path\('p.epd'\)"):
            self.assertEqual(list(kingscan.check("p.epd").verdicts), [Verdict.INVALID])
        self.assertEqual(list(kingscan.check(Path("p.epd")).verdicts), [Verdict.SAFE])
        self.assertEqual(len(kingscan.check(path)), 1)


# ---- Columns of other libraries ----


def in_capsule(kind, name, capsule):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.cast(get(capsule, name), ctypes.POINTER(kind)).contents


def numbers(array, kind):
    """The values of a column of numbers."""
    return list((kind * array.length).from_address(array.buffers[1])) if array.length else []


class Arrow(unittest.TestCase):
    """A consumer of Arrow's C data interface, by its document alone."""

    TEXT = f"{SAFE}\nx\n{MATE}\n4k3/8/8/8/7b/8/4r3/4K3 w - -\n"

    def check_schema(self, schema):
        self.assertEqual((schema.format, schema.n_children, schema.flags), (b"+s", 3, 0))
        children = [schema.children[i].contents for i in range(3)]
        self.assertEqual(
            [(c.format, c.name) for c in children], [(b"C", b"verdict"), (b"L", b"checkers"), (b"L", b"line")]
        )
        self.assertEqual(children[0].dictionary.contents.format, b"u")
        self.assertTrue(all(bool(c.release) and not c.metadata for c in (schema, *children)))

    def check_array(self, array, results):
        self.assertEqual((array.length, array.null_count, array.offset), (len(results), 0, 0))
        self.assertEqual((array.n_buffers, array.n_children, array.buffers[0]), (1, 3, None))
        children = [array.children[i].contents for i in range(3)]
        self.assertEqual(
            [(c.length, c.null_count, c.offset, c.n_buffers, c.buffers[0]) for c in children],
            [(len(results), 0, 0, 2, None)] * 3,
        )
        self.assertEqual(numbers(children[0], ctypes.c_uint8), list(results.verdicts))
        self.assertEqual(numbers(children[1], ctypes.c_uint64), list(results.checkers))
        self.assertEqual(numbers(children[2], ctypes.c_uint64), list(results.lines))
        words = children[0].dictionary.contents
        offsets = list((ctypes.c_int32 * (words.length + 1)).from_address(words.buffers[1]))
        text = ctypes.string_at(words.buffers[2], offsets[-1]).decode()
        found = [text[begin:end] for begin, end in zip(offsets, offsets[1:])]
        self.assertEqual((words.n_buffers, found), (3, [str(verdict) for verdict in Verdict]))

    def test_arrays(self):
        results = kingscan.check(self.TEXT)
        table = results.to_arrow()
        self.assertEqual(len(table), 4)
        schema_capsule, array_capsule = table.__arrow_c_array__()
        self.check_schema(in_capsule(Schema, b"arrow_schema", schema_capsule))
        alone = table.__arrow_c_schema__()
        self.check_schema(in_capsule(Schema, b"arrow_schema", alone))
        array = in_capsule(Array, b"arrow_array", array_capsule)
        self.check_array(array, results)
        if numpy:
            self.assertEqual(array.children[1].contents.buffers[1], numpy.asarray(results.checkers).ctypes.data)

    def test_nothing(self):
        results = kingscan.check("")
        _, array = results.to_arrow().__arrow_c_array__()
        self.check_array(in_capsule(Array, b"arrow_array", array), results)

    def test_streams(self):
        results = kingscan.check(self.TEXT)
        capsule = results.to_arrow().__arrow_c_stream__()
        stream, schema, array, end = in_capsule(Stream, b"arrow_array_stream", capsule), Schema(), Array(), Array()
        self.assertEqual(stream.get_schema(stream, schema), 0)
        self.check_schema(schema)
        self.assertEqual((stream.get_next(stream, array), stream.get_next(stream, end)), (0, 0))
        self.assertFalse(end.release)
        stream.release(stream)
        self.assertFalse(stream.release)
        del capsule
        self.check_array(array, results)
        array.release(array)
        schema.release(schema)
        self.assertFalse(array.release or schema.release)

    def test_a_moved_child_lives_on(self):
        """A consumer may take a column out, and release the rest."""
        results = kingscan.check(self.TEXT)
        _, capsule = results.to_arrow().__arrow_c_array__()
        array, child = in_capsule(Array, b"arrow_array", capsule), Array()
        ctypes.memmove(ctypes.byref(child), array.children[1], ctypes.sizeof(Array))
        ctypes.memset(ctypes.addressof(array.children[1].contents) + Array.release.offset, 0, 8)
        del capsule
        self.assertEqual(numbers(child, ctypes.c_uint64), list(results.checkers))
        child.release(child)

    def test_memory(self):
        results = kingscan.check(SAFE + "\n" + (SAFE + "\n") * 1000)
        before = sys.getrefcount(results.verdicts), sys.getrefcount(results.lines)

        def everything():
            table = results.to_arrow()
            table.__arrow_c_array__(), table.__arrow_c_stream__(), table.__arrow_c_schema__()
            for wrong in (), (b"", 3, b""), (b"x", b"", None), (b"",) * 4:
                with self.assertRaises(TypeError):
                    kingscan._kingscan.arrow_array(*wrong)

        def pages():
            gc.collect()
            return int(Path("/proc/self/statm").read_text().split()[1])

        for _ in range(300):
            everything()
        held = pages()
        for _ in range(3000):
            everything()
        self.assertLess(pages() - held, 100)
        self.assertEqual((sys.getrefcount(results.verdicts), sys.getrefcount(results.lines)), before)

    def test_an_array_holds_the_columns(self):
        verdicts = kingscan.check(self.TEXT).verdicts
        empty = memoryview(b"")
        array = kingscan._kingscan.arrow_array(verdicts, empty, empty)
        with self.assertRaises(BufferError):
            verdicts.release()
        del array
        verdicts.release()

    @unittest.skipUnless(pyarrow, "pyarrow is missing")
    def test_pyarrow(self):
        table = pyarrow.table(kingscan.check(self.TEXT).to_arrow())
        self.assertEqual(table.column("verdict").to_pylist(), ["safe", "invalid", "checkmate", "double-check"])


@unittest.skipUnless(numpy, "numpy is missing")
class Frames(unittest.TestCase):
    TEXT = Arrow.TEXT

    def test_numpy_shares_the_memory(self):
        results = kingscan.check(self.TEXT)
        columns = results.to_numpy()
        self.assertEqual(
            [(name, str(c.dtype)) for name, c in columns.items()],
            [("verdict", "uint8"), ("checkers", "uint64"), ("line", "uint64")],
        )
        for name, own in ("verdict", results.verdicts), ("checkers", results.checkers), ("line", results.lines):
            self.assertTrue(numpy.shares_memory(columns[name], numpy.asarray(own)))
            self.assertEqual(columns[name].tolist(), own.tolist())

    @unittest.skipUnless(pandas, "pandas is missing")
    def test_pandas(self):
        results = kingscan.check(self.TEXT)
        frame = results.to_pandas()
        self.assertEqual(list(frame["verdict"]), ["safe", "invalid", "checkmate", "double-check"])
        self.assertEqual(list(frame.columns), ["verdict", "checkers", "line"])
        self.assertEqual(list(frame["line"]), [1, 2, 3, 4])
        self.assertEqual(str(frame["checkers"].dtype), "uint64")
        self.assertEqual(len(kingscan.check("").to_pandas()), 0)
        self.assertEqual(list(frame["verdict"].cat.categories), [str(verdict) for verdict in Verdict])


if __name__ == "__main__":
    unittest.main()
