"""The objects that people with data give to check, planes and games: read right, or refused in a sentence.

    PYTHONPATH=build/python/site KINGSCAN=build/kingscan python3 bindings/python/tests/test_inputs.py
"""
import array
import codecs
import collections
import ctypes
import gc
import gzip
import io
import itertools
import mmap
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import warnings
import zipfile
from pathlib import Path

import kingscan
from common import MATE, POSITIONS, PROGRAM, SAFE, Array, Schema, Stream, numpy, pandas
from kingscan import Position, Verdict

SHORT = "4k3/8/8/8/8/8/8/4K3 w - -"
FENS, VERDICTS = [SAFE, MATE, SHORT], [Verdict.SAFE, Verdict.CHECKMATE, Verdict.SAFE]
MOVED = [("e1d1 e8e7", SAFE), ("", MATE), ("1. Kf1 1... Kf7 2.Kg1", SHORT)]
IMPOSSIBLE = numpy is None or pandas is None


class Checked(unittest.TestCase):
    def read(self, positions, **keywords):
        results = kingscan.check(positions, **keywords)
        self.assertEqual(list(results.verdicts), VERDICTS)
        return results

    def refused(self, kind, message, positions, **keywords):
        with self.assertRaisesRegex(kind, message):
            kingscan.check(positions, **keywords)


@unittest.skipUnless(numpy, "numpy is missing")
class Arrays(Checked):
    def test_strings_of_every_kind(self):
        texts = numpy.array(FENS)
        wide = numpy.array([["x", fen, "y"] for fen in FENS])
        arrays = {
            "U": texts,
            "U, padded": texts.astype("U200"),
            "U, the other byte order": texts.astype(">U90" if sys.byteorder == "little" else "<U90"),
            "S": texts.astype("S"),
            "S, padded with NUL": texts.astype("S100"),
            "object": texts.astype(object),
            "object of bytes": texts.astype("S").astype(object),
            "a column": wide[:, 1],
            "a column of objects": wide.astype(object)[:, 1],
            "every second": numpy.array([text for fen in FENS for text in (fen, "x")])[::2],
            "backwards": texts[::-1][::-1],
            "read-only": numpy.broadcast_to(texts, (1, 3))[0],
            "a chararray": numpy.char.array(FENS),
            "masked nowhere": numpy.ma.array(FENS, mask=False),
            "fields of records": numpy.array([(1, fen) for fen in FENS], dtype=[("id", "i4"), ("fen", "U90")])["fen"],
            "bytes of a text": numpy.frombuffer("\n".join(FENS).encode(), numpy.uint8),
            "bytes with gaps": numpy.frombuffer("\n".join(FENS).encode(), numpy.uint8).repeat(2)[::2],
            "scalars in a list": list(texts),
        }
        for name, positions in arrays.items():
            with self.subTest(name):
                self.read(positions)
        self.assertEqual(list(kingscan.check(texts[::-1]).verdicts), VERDICTS[::-1])
        self.assertEqual(list(kingscan.check(texts[::2]).verdicts), VERDICTS[::2])

    def test_many(self):
        """More than become objects at once, with the place of each."""
        fens = [FENS[i % 3] if i % 1000 else "x" for i in range(20000)]
        expected = kingscan.check(fens)
        for kind in "U", "S", "O":
            found = kingscan.check(numpy.array(fens).astype(kind))
            self.assertEqual(bytes(found.verdicts), bytes(expected.verdicts))
            self.assertEqual(found.errors, expected.errors)

    def test_nothing(self):
        for kind in "U", "S", "O", "f8":
            self.assertEqual(len(kingscan.check(numpy.array([], kind))), 0)

    def test_holes_are_rows_without_a_position(self):
        for hole in None, float("nan"), numpy.datetime64("NaT"):
            for positions in [SAFE, hole, MATE], numpy.array([SAFE, hole, MATE], object):
                self.has_one_hole(positions, 1)
        masked = numpy.ma.array(FENS * 2000, mask=[False] * 5000 + [True] + [False] * 999)
        self.has_one_hole(masked, 5000)

    def has_one_hole(self, positions, at, **keywords):
        found = kingscan.check(positions, **keywords)
        self.assertEqual([error.index for error in found.errors], [at])
        self.assertEqual((len(found), found[at].verdict), (len(positions), kingscan.Verdict.INVALID))
        with self.assertRaisesRegex(kingscan.FenError, f"^element {at}: expected a position in FEN, found the end"):
            kingscan.check(positions, errors="raise", **keywords)

    def test_other_things_are_named(self):
        for column in [SAFE, MATE, 3], numpy.array([SAFE, MATE, 3], object):
            self.refused(TypeError, "^element 2: expected str or bytes, found 3", column)
        self.refused(TypeError, "^element 0: expected str or bytes, found an object of <class 'list'>$", [FENS * 9])

    def test_other_arrays_are_refused(self):
        records = numpy.array([(1, SAFE)], dtype=[("id", "i4"), ("fen", "U90")])
        cases = [
            (numpy.array([FENS]), "<U33 with 2 dimensions"),
            (numpy.array(FENS).reshape(3, 1), "<U33 with 2 dimensions"),
            (numpy.array(SAFE), "<U29 with 0 dimensions"),
            (numpy.zeros((0, 64), numpy.uint8), "uint8 with 2 dimensions"),
            (numpy.arange(3), "int64 with 1 dimension$"),
            (numpy.arange(3.0), "float64 with 1 dimension"),
            (numpy.array([True]), "bool with 1 dimension"),
            (numpy.array([1j]), "complex128 with 1 dimension"),
            (numpy.array(["2026-01-01"], "M8[s]"), r"datetime64\[s\] with 1 dimension"),
            (numpy.array([b"abc"], "V3"), r"\|V3 with 1 dimension"),
            (records, r"with 1 dimension; a field of it has them: \['id'\]"),
            (numpy.ma.array(numpy.frombuffer(SAFE.encode(), numpy.uint8), mask=True), "uint8 with 1 dimension"),
        ]
        for positions, said in cases:
            with self.subTest(said):
                self.refused(
                    TypeError, f"^positions: expected an array of strings with 1 dimension, found .*{said}", positions
                )


class Others(Checked):
    """Buffers, files, iterables, and what is none of them."""

    def test_buffers(self):
        text = "\n".join(FENS).encode()
        file = tempfile.TemporaryFile()
        self.addCleanup(file.close)
        file.write(text)
        file.flush()
        twice = bytes(byte for byte in text for _ in range(2))
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            for positions in (
                text,
                bytearray(text),
                memoryview(text),
                memoryview(twice)[::2],
                array.array("B", text),
                array.array("b", text),
                (ctypes.c_char * len(text))(*text),
                (ctypes.c_ubyte * len(text))(*text),
                mapped,
            ):
                with self.subTest(type(positions)):
                    self.read(positions)
        for positions, said in (
            (array.array("i", [1, 2]), "an array with 1 dimension and items of the format 'i'"),
            (array.array("u", SAFE), "an array with 1 dimension and items of the format"),
            (memoryview(bytes(64)).cast("B", (8, 8)), "a memoryview with 2 dimensions and items of the format 'B'"),
            ((ctypes.c_int * 3)(), "a c_int_Array_3 with 1 dimension and items of the format '<i'"),
        ):
            self.refused(TypeError, f"^positions: expected strings or the bytes of a text, found {said}", positions)

    def test_files_of_every_mode(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "é.epd")
            path.write_text("# a comment\n\n" + "\n".join(FENS), encoding="utf-8")
            table = Path(folder, "a.csv")
            table.write_text("id,FEN\n" + "".join(f'1,"{fen}"\n' for fen in FENS))
            with open(path, "rb") as binary, open(path) as text, codecs.open(path, encoding="utf-8") as decoded:
                for file in binary, text, decoded:
                    self.assertEqual(list(self.read(file).lines), [3, 4, 5])
            with open(table) as text, open(table, "rb") as binary:
                self.read(text, column="FEN")
                self.read(binary, column="FEN")
            with gzip.open(Path(folder, "a.gz"), "wt") as packed:
                packed.write(path.read_text())
            with gzip.open(Path(folder, "a.gz")) as packed:
                self.read(packed)
            with zipfile.ZipFile(Path(folder, "a.zip"), "w") as archive:
                archive.write(path, "inside")
            with zipfile.ZipFile(Path(folder, "a.zip")) as archive, archive.open("inside") as inside:
                self.read(inside)
            Path(folder, "a.pgn").write_text("1. e4 *\n")
            with open(Path(folder, "a.pgn")) as games:
                self.refused(ValueError, "a.pgn: this is PGN, not FEN or EPD; kingscan.games reads it", games)
        self.refused(ValueError, "^the file:1:1: expected a piece letter.*no line is a position", io.StringIO("x\n"))

        class Reading:
            """Has nothing but read, as bodies of answers from the network do."""

            def __init__(self, *parts):
                self.read = lambda size, parts=iter((*parts, b"")): next(parts)

        self.read(Reading(*("\n".join(FENS).encode()[i : i + 7] for i in range(0, 200, 7))))
        self.refused(TypeError, "^read: expected str or bytes, found an int$", Reading(3))

    def test_iterables(self):
        for positions in (
            tuple(FENS),
            iter(FENS),
            collections.deque(FENS),
            dict(enumerate(FENS)).values(),
            dict.fromkeys(FENS).keys(),
            (fen + "\n" for fen in FENS),
            map(str.encode, FENS),
        ):
            self.read(positions)
        for nothing in [], (), iter(()), "", b"", bytearray():
            self.assertEqual(len(kingscan.check(nothing)), 0)

        def failing():
            yield SAFE
            raise KeyError("the generator's own")

        self.refused(KeyError, "the generator's own", failing())

    def test_what_is_refused(self):
        strings = "^positions: expected an iterable of str or bytes, a text, a file, an array or a frame, found "
        for positions, said in (
            ({"fen": FENS}, r"^positions: expected strings, found a dict; give a value of it: \['fen'\]"),
            ({}, "^positions: expected strings, found a dict"),
            (collections.OrderedDict(a=1, Fen=2), r"^positions: .* found an OrderedDict; .*: \['Fen'\]"),
            (os.environ, "^positions: expected strings, found a _Environ"),
            (None, f"{strings}a NoneType$"),
            (3, f"{strings}an int$"),
            (Position(), f"{strings}a Position$"),
            ([Position()], "^element 0: expected str or bytes, found Position"),
            ([{"fen": SAFE}], "^element 0: expected str or bytes, found {'fen': "),
            ([SAFE, bytearray(b"x")], r"^element 1: expected str or bytes, found bytearray\(b'x'\)$"),
            ([FENS], r"^element 0: expected str or bytes, found "),
        ):
            self.refused(TypeError, said, positions)
        self.refused(ValueError, "^header: expected a file or a text, found a list$", FENS, header=True)


@unittest.skipIf(IMPOSSIBLE, "pandas is missing")
class Pandas(Checked):
    def setUp(self):
        moves, fens = zip(*MOVED)
        self.frame = pandas.DataFrame({"id": [1, 2, 3], "FEN": fens, "Moves": moves}, index=[50, 7, 9])

    def test_the_index_is_kept(self):
        frame = self.frame
        frame["verdict"] = kingscan.check(frame["FEN"]).to_pandas()["verdict"]
        self.assertEqual(list(frame["verdict"]), list(map(str, VERDICTS)))
        some = frame[frame["id"] > 1]
        for results in kingscan.check(some["FEN"]), kingscan.check(some, column="FEN"):
            self.assertEqual(list(results.to_pandas().index), [7, 9])
            self.assertEqual(list(some.assign(v=results.to_pandas()["verdict"])["v"]), ["checkmate", "safe"])
        after = kingscan.check(some, column="FEN", moves_column="Moves").to_pandas()
        self.assertEqual(list(after.index), [7, 9])
        self.assertEqual(list(kingscan.check(list(some["FEN"])).to_pandas().index), [0, 1])
        named = frame.set_index("id")
        self.assertEqual(kingscan.check(named, column="FEN").to_pandas().index.name, "id")

    def test_columns_of_every_kind(self):
        fens = self.frame["FEN"]
        for column in fens, fens.astype("category"), fens.astype("string"), fens.str.encode("ascii"):
            with self.subTest(str(column.dtype)):
                self.assertEqual(list(self.read(column).to_pandas().index), [50, 7, 9])
                self.read(column.to_numpy())
                self.read(column.array)
                self.read(pandas.DataFrame({"a": column}), column="a")
        self.read(pandas.Index(fens))
        self.assertEqual(len(kingscan.check(pandas.Series([], dtype=object)).to_pandas()), 0)

    def test_columns_are_named_as_in_files(self):
        frame = self.frame
        for column in "FEN", "fen", 2:
            self.read(frame, column=column)
            self.read(frame, field=column)
        text = frame.to_csv(index=False)
        for ply in None, 0, 1, 2, 9:
            expected = kingscan.check(text, column="FEN", moves_column="Moves", ply=ply, count_moves=True)
            found = kingscan.check(frame, column="FEN", moves_column="Moves", ply=ply, count_moves=True)
            self.assertEqual(list(found), list(expected))
            self.assertEqual(list(found.moves), list(expected.moves))
        wrong = kingscan.check(frame.assign(Moves="e1e3"), column="FEN", moves_column="Moves")
        self.assertEqual(list(wrong.verdicts), [Verdict.INVALID] * 3)
        both = pandas.DataFrame([[SAFE, MATE]], columns=["fen", "FEN"])
        self.assertEqual(list(kingscan.check(both, column="FEN").verdicts), [Verdict.CHECKMATE])

    def test_what_is_refused(self):
        frame = self.frame
        numbered, twice = pandas.DataFrame([[SAFE, MATE]]), pandas.DataFrame([[SAFE, MATE]], columns=["a", "a"])
        for kind in object, "string", "category":
            found = kingscan.check(pandas.Series([SAFE, None, MATE], dtype=kind))
            self.assertEqual([error.index for error in found.errors], [1])
        bare = "^positions: expected strings, found a DataFrame; "
        for positions, said in (
            (frame, f"{bare}name its column: column='FEN'$"),
            (frame[["FEN"]], f"{bare}name its column: column='FEN'$"),
            (numbered, f"{bare}give one of its columns$"),
            (frame["id"], "^element 0: expected str or bytes, found 1$"),
            (frame.groupby("id"), "^element 0: expected str or bytes, found an object of <class 'tuple'>$"),
            (pandas.Index([1, 2]), "found int64 with 1 dimension"),
        ):
            self.refused(TypeError, said, positions)
        for kind, said, positions, keywords in (
            (
                ValueError,
                "^column: expected a column called 'FEM', found 'id', 'FEN', 'Moves'; did you mean 'FEN'",
                frame,
                {"column": "FEM"},
            ),
            (
                ValueError,
                "^moves_column: expected a column called 'x', found 'id'",
                frame,
                {"column": 2, "moves_column": "x"},
            ),
            (ValueError, "^column: expected a number from 1 to 3 or a name, found 0", frame, {"column": 0}),
            (ValueError, "^column: expected a number from 1 to 3 or a name, found 4", frame, {"column": 4}),
            (ValueError, "^column: the columns have numbers as names", numbered, {"column": 1}),
            (ValueError, "^column: expected one column called 'a', found 2", twice, {"column": "a"}),
            (ValueError, "^column: expected a column called 'a', found none", pandas.DataFrame(), {"column": "a"}),
            (TypeError, "^column: expected an int or a str", frame, {"column": True}),
            (
                TypeError,
                "^element 0: expected moves in str or bytes, found 1",
                frame,
                {"column": 2, "moves_column": "id"},
            ),
            (
                ValueError,
                "^ply: expected a number from 0, found -1",
                frame,
                {"column": 2, "moves_column": 3, "ply": -1},
            ),
            (
                ValueError,
                "^separator: expected a file or a text, found a DataFrame",
                frame,
                {"column": 2, "separator": ","},
            ),
            (ValueError, "^column: .* found single positions in a Series", frame["FEN"], {"column": "FEN"}),
        ):
            with self.subTest(said):
                self.refused(kind, said, positions, **keywords)


# ---- Arrow: a producer by the document alone ----

RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
DESTROY = ctypes.PYFUNCTYPE(None, ctypes.py_object)


def capsule_of(thing, name):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(thing), name, None)


class Producer:
    """Chunks of columns as a stream of Arrow. It keeps all memory, and counts what is released.

    columns  name: (format, format of a dictionary's indices or None, function that makes (buffers, nulls, dictionary))
    """

    def __init__(self, schema, chunks):
        self.kept, self.released, self.made = [], 0, 0
        self.schema, self.chunks = schema, chunks

    def release_of(self, kind):
        def release(pointer):
            self.released += 1
            ctypes.memset(pointer + kind.release.offset, 0, 8)

        function = kind._fields_[[name for name, _ in kind._fields_].index("release")][1](
            lambda pointer: release(ctypes.addressof(pointer.contents))
        )
        self.kept.append(function)
        self.made += 1
        return function

    def new(self, kind, **members):
        made = kind(**members)
        self.kept.append(made)
        return made

    def pointers(self, kind, things):
        found = (ctypes.POINTER(kind) * len(things))(*map(ctypes.pointer, things))
        self.kept.append(found)
        return found

    def schema_of(self, name, format, children=(), dictionary=None):
        made = self.new(Schema, format=format.encode(), name=name.encode(), n_children=len(children))
        if children:
            made.children = self.pointers(Schema, children)
        if dictionary:
            made.dictionary = ctypes.pointer(dictionary)
        return made

    def array_of(self, length, buffers, children=(), dictionary=None, offset=0, nulls=0):
        kept = [ctypes.create_string_buffer(b, max(len(b), 1)) if b is not None else None for b in buffers]
        self.kept.append(kept)
        places = (ctypes.c_void_p * len(kept))(*(b and ctypes.addressof(b) for b in kept))
        self.kept.append(places)
        made = self.new(Array, length=length, null_count=nulls, offset=offset, n_buffers=len(kept), buffers=places)
        if children:
            made.n_children, made.children = len(children), self.pointers(Array, children)
        if dictionary:
            made.dictionary = ctypes.pointer(dictionary)
        return made

    def fill(self, target, source, kind):
        ctypes.memmove(ctypes.addressof(target), ctypes.addressof(source), ctypes.sizeof(kind))
        target.release = self.release_of(kind)

    def __arrow_c_stream__(self, requested_schema=None):
        chunks = iter(self.chunks(self))

        def get_schema(stream, out):
            self.fill(out.contents, self.schema(self), Schema)
            return 0

        def get_next(stream, out):
            chunk = next(chunks, None)
            if chunk == "broken":
                return 5
            if chunk is None:
                ctypes.memset(ctypes.addressof(out.contents), 0, ctypes.sizeof(Array))
            else:
                self.fill(out.contents, chunk, Array)
            return 0

        fields = dict(Stream._fields_)
        calls = fields["get_schema"](get_schema), fields["get_next"](get_next)
        self.kept += calls
        said = fields["get_last_error"](lambda stream: b"the disk is gone")
        self.kept.append(said)
        stream = self.new(Stream, get_schema=calls[0], get_next=calls[1], get_last_error=said)
        stream.release = self.release_of(Stream)
        return capsule_of(stream, b"arrow_array_stream")


class ArrayProducer(Producer):
    """The same with one array, by the older method."""

    __arrow_c_stream__ = property()

    def __arrow_c_array__(self, requested_schema=None):
        schema, array = self.new(Schema), self.new(Array)
        self.fill(schema, self.schema(self), Schema)
        self.fill(array, next(iter(self.chunks(self))), Array)
        return capsule_of(schema, b"arrow_schema"), capsule_of(array, b"arrow_array")


def bits(values):
    """A bitmap of what is not None."""
    number = sum((value is not None) << i for i, value in enumerate(values))
    return number.to_bytes(len(values) // 8 + 1, "little")


def plain(values, code="i"):
    """Buffers of strings behind one another."""
    texts = [(value or "").encode() for value in values]
    ends = itertools.accumulate(map(len, texts), initial=0)
    return [bits(values), struct.pack(f"={len(texts) + 1}{code}", *ends), b"".join(texts)]


def viewed(values):
    """Buffers of views: short strings in place, long ones in two more buffers in turn."""
    views, long = b"", [b"?", b"??"]
    for i, value in enumerate(values):
        text = (value or "").encode()
        if len(text) <= 12:
            views += struct.pack("=i12s", len(text), text)
        else:
            views += struct.pack("=i4sii", len(text), text[:4], i % 2, len(long[i % 2]))
            long[i % 2] += text
    return [bits(values), views, *long, struct.pack("=2q", *map(len, long))]


def column_of(producer, format, values, offset=0):
    """An array of the values, with so many others before them."""
    values = ["other"] * offset + list(values)
    nulls = values.count(None)
    length = len(values) - offset
    if ":" in format:  # a dictionary, with the format of its indices before the colon
        index, _, format = format.partition(":")
        words = ["unused", *dict.fromkeys(filter(None, values))]
        code = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q"}[index]
        numbers = [words.index(value) if value else 0 for value in values]
        buffers = [bits(values), struct.pack(f"={len(numbers)}{code}", *numbers)]
        inner = column_of(producer, format, words)
        return producer.array_of(length, buffers, dictionary=inner, offset=offset, nulls=nulls)
    if format == "n":
        return producer.array_of(length, [], offset=offset, nulls=length)
    buffers = viewed(values) if format[0] == "v" else plain(values, "q" if format in "UZ" else "i")
    return producer.array_of(length, buffers, offset=offset, nulls=nulls)


def schema_of_column(producer, name, format):
    index, _, strings = format.rpartition(":")
    words = producer.schema_of("", strings) if index else None
    return producer.schema_of(name, index or strings, dictionary=words)


def table(columns, sizes=(1, 0, 2), offset=0, table_offset=0, kind=Producer):
    """Columns {name: (format, values)} as a table in chunks of these sizes."""

    def schema(producer):
        parts = [schema_of_column(producer, name, format) for name, (format, _) in columns.items()]
        return producer.schema_of("", "+s", parts)

    def chunks(producer):
        begin = 0
        for size in sizes:
            before = ["before"] * table_offset
            parts = [
                column_of(producer, format, before + list(values[begin : begin + size]), offset)
                for format, values in columns.values()
            ]
            yield producer.array_of(size, [None], parts, offset=table_offset)
            begin += size

    return kind(schema, chunks)


def column(format, values, sizes=(1, 0, 2), offset=0, kind=Producer):
    """A column without a table."""

    def chunks(producer):
        begin = 0
        for size in sizes:
            yield column_of(producer, format, values[begin : begin + size], offset)
            begin += size

    return kind(lambda producer: schema_of_column(producer, "", format), chunks)


FORMATS = ["u", "U", "vu", "z", "Z", "vz"]
FORMATS += [f"{index}:{format}" for index in "cCsSiIlL" for format in ("u", "U", "vu")]


class Arrow(Checked):
    def setUp(self):
        moves, fens = zip(*MOVED)
        self.moves, self.fens = list(moves), list(fens)

    def test_columns_of_tables_in_every_layout(self):
        for format in FORMATS:
            for offset, table_offset in (0, 0), (3, 0), (0, 5), (9, 2):
                with self.subTest((format, offset, table_offset)):
                    numbers = ("u", ["1", "2", "3"])
                    made = table({"id": numbers, "FEN": (format, self.fens)}, (1, 0, 2), offset, table_offset)
                    self.read(made, column="fen")
                    self.assertEqual(made.released, made.made)
                    self.read(table({"FEN": (format, self.fens)}, (3,), offset, table_offset, ArrayProducer), column=1)

    def test_columns_alone(self):
        for format in FORMATS:
            self.read(column(format, self.fens, offset=11))
            made = column(format, self.fens, (3,), kind=ArrayProducer)
            self.read(made)
            self.assertEqual(made.released, made.made)
        self.assertEqual(len(kingscan.check(column("u", [], ()))), 0)
        self.assertEqual(len(kingscan.check(table({"a": ("u", [])}, ()), column="a")), 0)

    def test_moves(self):
        rows = "FEN\tMoves\n" + "".join(f"{fen}\t{moves}\n" for fen, moves in zip(self.fens, self.moves))
        for format, ply in ("u", None), ("vu", 1), ("i:u", 0):
            made = table({"Moves": (format, self.moves), "FEN": ("u", self.fens)}, offset=2)
            found = kingscan.check(made, column="FEN", moves_column="Moves", ply=ply, count_moves=True)
            expected = kingscan.check(rows, column="FEN", moves_column="Moves", ply=ply, count_moves=True)
            self.assertEqual((list(found), list(found.moves)), (list(expected), list(expected.moves)))

    def holes_of(self, made, **keywords):
        return [error.index for error in kingscan.check(made, **keywords).errors]

    def test_nulls_are_rows_without_a_position(self):
        for format in FORMATS:
            made = table({"FEN": (format, [SAFE, MATE, None])}, offset=4)
            self.assertEqual(self.holes_of(made, column="FEN"), [2])
            made = table({"FEN": (format, [SAFE] * 13 + [None] + [SAFE] * 9)}, (23,), offset=4)
            self.assertEqual(self.holes_of(made, column="FEN"), [13])
        self.assertEqual(self.holes_of(table({"FEN": ("n", [None] * 3)}), column="FEN"), [0, 1, 2])
        nothing = table({"FEN": ("u", self.fens), "m": ("u", ["", None, ""])})
        self.assertEqual(self.holes_of(nothing, column=1, moves_column=2), [1])

        def chunks(producer):  # a row of the table that is null
            yield producer.array_of(3, [b"\5"], [column_of(producer, "u", self.fens)], nulls=1)

        self.assertEqual(self.holes_of(Producer(table({"a": ("u", [])}).schema, chunks), column=1), [1])

    def test_what_is_refused(self):
        made = {"id": ("l", []), "Fen": ("u", self.fens)}
        bare = "^positions: expected strings, found a Producer; name its column: column='Fen'"
        self.refused(TypeError, bare, table(made, ()))
        self.refused(TypeError, "^column 'id': expected text, found Arrow's format 'l'$", table(made, ()), column="id")
        self.refused(TypeError, "^column '': expected text, found Arrow's format 'l'$", column("l", [], ()))
        self.refused(
            ValueError, "^column: expected a column called 'x', found 'id', 'Fen'", table(made, ()), column="x"
        )

        def broken(producer):
            yield column_of(producer, "u", [SAFE])
            yield "broken"

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # ctypes keeps the bytes that a callback has returned
            self.refused(OSError, "^Arrow: the disk is gone$", Producer(column("u", []).schema, broken))

        def out_of_range(producer):
            words = column_of(producer, "u", [SAFE])
            yield producer.array_of(1, [None, b"\7"], dictionary=words)

        self.refused(
            ValueError, "^Arrow: index 7 in a dictionary of 1$", Producer(column("C:u", []).schema, out_of_range)
        )

        class Liar:
            def __init__(self, answer):
                self.__class__.__arrow_c_stream__ = lambda self, requested_schema=None: answer

        for answer in None, 3, capsule_of(Schema(), b"arrow_schema"):
            with self.assertRaises((TypeError, ValueError)):
                kingscan.check(Liar(answer))
        used = column("u", self.fens).__arrow_c_stream__()
        self.read(Liar(used))
        self.refused(ValueError, "^Arrow: the capsule has been used before$", Liar(used))

    def test_frames_without_capsules(self):
        class Lazy:
            columns = ["fen"]

        self.refused(
            TypeError, "^positions: a Lazy gives no columns by Arrow's PyCapsule interface; give the column", Lazy()
        )
        self.refused(TypeError, "^positions: a Lazy gives no columns", Lazy(), column="fen")

    def test_results_go_round(self):
        results = kingscan.check(self.fens, count_moves=True)
        self.refused(TypeError, "found an ArrowTable; name its column: column='verdict'", results.to_arrow())
        words = kingscan.check(results.to_arrow(), column="verdict")
        self.assertEqual(list(words.verdicts), [Verdict.INVALID] * 3)
        self.refused(
            TypeError, "column 'moves': expected text, found Arrow's format 'S'", results.to_arrow(), column="moves"
        )

    def test_memory(self):
        def pages():
            gc.collect()
            return int(Path("/proc/self/statm").read_text().split()[1])

        made = table({"FEN": ("u", self.fens * 100), "m": ("u", [""] * 300)}, (300,))

        def everything():
            kingscan.check(made, column="FEN", moves_column="m")
            reader = kingscan._kingscan.ArrowReader(made)
            reader.names, next(reader.choose(0, 1))
            with self.assertRaises(RuntimeError):
                next(kingscan._kingscan.ArrowReader(made))
            del reader
            gc.collect()
            made.kept.clear()

        for _ in range(10):
            everything()
        held = pages()
        for _ in range(60):
            everything()
        self.assertLess(pages() - held, 150)  # 60 * 300 positions are 360 pages


class Counts(unittest.TestCase):
    def told(self, fen, variant=None):
        position = Position(fen, variant=variant)
        moves = position.moves()
        return len(moves), sum(map(position.is_capture, moves))

    def test_every_way_counts(self):
        lines = [line for line in POSITIONS.read_text().splitlines() if line[:1] not in "#"]
        lines = lines[::40] + ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1n2k3/P7/8/8/8/8/8/4K3 w - -"]
        expected = [self.told(" ".join(line.split()[:4])) for line in lines]
        self.assertGreater(sum(captures for _, captures in expected), 1000)
        table = "fen;x\n" + "".join(f"{line.split(' ; ')[0].replace(';', ' ')};1\n" for line in lines)
        for positions, keywords in (
            (lines, {}),
            ("\n".join(lines), {}),
            (io.BytesIO("\r\n".join(lines).encode()), {}),
            (table, {"column": "fen"}),
        ):
            found = kingscan.check(positions, count_moves=True, **keywords)
            self.assertEqual(list(zip(found.moves, found.captures)), expected)
            self.assertEqual(list(found), list(kingscan.check(lines)))

    def test_moves_after_a_position_and_errors(self):
        found = kingscan.check([f"{SAFE} moves e1e2", "x", "startpos moves e2e4 d7d5", ""], count_moves=True)
        self.assertEqual((list(found.moves), list(found.captures)), ([5, 0, 31, 0], [0, 0, 1, 0]))
        text = kingscan.check(f"{SAFE} moves e1e2\nx\nstartpos moves e2e4 d7d5\n", count_moves=True)
        self.assertEqual((list(text.moves), list(text.captures)), ([5, 0, 31], [0, 0, 1]))

    def test_games_and_variants(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.pgn")
            path.write_text('1. e4 d5 2. Kc7 *\n\n[Variant "Atomic"]\n\n1. e4 d5 2. exd5 *\n')
            found = kingscan.check(path, count_moves=True)
        position, expected = Position(), []
        for move in "e4", "d5":
            position.push(move)
            expected.append(self.told(position.fen()))
        position, expected = Position(variant="atomic"), [*expected, (0, 0)]
        for move in "e4", "d5", "exd5":
            position.push(move)
            expected.append(self.told(position.fen(), "atomic"))
        self.assertEqual(list(zip(found.moves, found.captures)), expected)

    def test_columns(self):
        plain, counted = kingscan.check(FENS), kingscan.check(FENS, count_moves=True)
        self.assertEqual((plain.moves, plain.captures), (None, None))
        self.assertEqual(counted.moves.format, "H")
        self.assertEqual(len(kingscan.check([], count_moves=True).moves), 0)
        if numpy:
            self.assertEqual(list(plain.to_numpy()), ["verdict", "checkers", "line"])
            columns = counted.to_numpy()
            self.assertEqual([str(columns[name].dtype) for name in ("moves", "captures")], ["uint16"] * 2)
            self.assertTrue(numpy.shares_memory(columns["moves"], numpy.asarray(counted.moves)))
        if pandas:
            self.assertEqual(list(counted.to_pandas()["moves"]), [5, 0, 5])
        reader = kingscan._kingscan.ArrowReader(counted.to_arrow())
        self.assertEqual(reader.names, ["verdict", "checkers", "line", "moves", "captures"])
        self.assertEqual(kingscan._kingscan.ArrowReader(plain.to_arrow()).names, ["verdict", "checkers", "line"])


@unittest.skipUnless(numpy, "numpy is missing")
class Planes(unittest.TestCase):
    def test_planes_are_boards(self):
        lines = [line for line in POSITIONS.read_text().splitlines() if line[:1] not in "#"]
        lines = [" ".join(line.split()[:4]) for line in lines[::9]]
        found = kingscan.planes(lines)
        self.assertEqual((found.shape, str(found.dtype)), ((len(lines), 12, 8, 8), "uint8"))
        for line, planes in zip(lines[::97], found[::97]):
            position = Position(line)
            for square, letter in position.piece_map().items():
                place = "PNBRQKpnbrqk".index(letter), 8 - int(square[1]), "abcdefgh".index(square[0])
                self.assertEqual(planes[place], 1)
            self.assertEqual(planes.sum(), len(position.piece_map()))
        self.assertEqual(found.sum(axis=(1, 2, 3)).tolist(), [sum(map(str.isalpha, line.split()[0])) for line in lines])
        self.assertEqual(kingscan.planes([]).shape, (0, 12, 8, 8))

    def test_inputs_are_those_of_check(self):
        expected = kingscan.planes(FENS)
        for positions in numpy.array(FENS), tuple(FENS), (fen.encode() for fen in FENS), column("vu", FENS):
            self.assertTrue((kingscan.planes(positions) == expected).all())
        self.assertTrue((kingscan.planes(table({"a": ("u", FENS)}), column="a") == expected).all())
        moved = kingscan.planes(table({"a": ("u", FENS), "b": ("u", ["e1e2", "", ""])}), column="a", moves_column="b")
        self.assertEqual(moved[0, 5, 6, 4], 1)
        if pandas:
            frame = pandas.DataFrame({"fen": FENS})
            self.assertTrue((kingscan.planes(frame, column="fen") == expected).all())
        pawn = "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"
        kept = kingscan.planes([FENS[0], "x", None, float("nan"), pawn, FENS[1]], errors="keep")
        self.assertEqual(kept.shape, (6, 12, 8, 8))
        self.assertTrue((kept[[0, 5]] == expected[:2]).all() and not kept[1:5].any())
        self.assertEqual(kingscan.planes([pawn], lenient=True)[0, 0, 7, 0], 1)
        for kind, said, arguments, keywords in (
            (kingscan.FenError, "^element 1: expected a piece letter.*found 'x'$", ([SAFE, "x"],), {}),
            (kingscan.FenError, "^element 0: .*pawn", ([pawn],), {}),
            (kingscan.FenError, "^element 1: expected a position in FEN, found the end", ([SAFE, None],), {}),
            (TypeError, "^element 1: expected str or bytes, found 3$", ([SAFE, 3],), {"errors": "keep"}),
            (ValueError, "^errors: expected 'keep' or 'raise', found 7$", (FENS,), {"errors": 7}),
            (TypeError, "^positions: expected an iterable of FENs, found a str$", (SAFE,), {}),
            (TypeError, "^positions: expected an iterable of FENs, found a PosixPath$", (Path("a"),), {}),
            (TypeError, "^positions: expected strings, found a dict", ({},), {}),
            (ValueError, "^ply: expected moves_column too", (FENS,), {"ply": 1}),
            (ValueError, "^moves_column: expected column too", (FENS,), {"moves_column": 1}),
            (ValueError, "^column: expected a file, a text or a frame", (FENS,), {"column": 1}),
            (ValueError, "lenient excludes", (FENS,), {"lenient": True, "strict": True}),
        ):
            with self.assertRaisesRegex(kind, said):
                kingscan.planes(*arguments, **keywords)
        with self.assertRaises(kingscan.FenError) as raised:
            kingscan.planes([SAFE, "4k3/9 w - -"])
        self.assertEqual((raised.exception.code, raised.exception.offset), ("placement-character", 4))


class Games(unittest.TestCase):
    CONTENTS = {
        "a.html": b"<!DOCTYPE html>\n<html><body>1. e4</body></html>\n",
        "a.epd": f"{SAFE}\n{MATE}\n".encode(),
        "a.csv": f"id,FEN\n1,{SAFE}\n".encode(),
        "a.zip": b"PK\3\4" + bytes(100),
        "a.jsonl": b'{"fen": "x"}\n',
        "utf-16.pgn": "1. e4 *\n".encode("utf-16"),
        "a.txt": b"hello world\n",
        "a.png": b"\x89PNG\r\n\x1a\n" + bytes(100),
        "a.py": b"import os\n",
    }

    def test_other_files_are_refused_as_the_program_refuses_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in self.CONTENTS.items():
                path = Path(folder, name)
                path.write_bytes(content)
                ran = subprocess.run([PROGRAM, "games", path], capture_output=True, text=True)
                self.assertEqual(ran.returncode, 2, name)
                said = ran.stderr.splitlines()[0].replace("kingscan games: ", "")
                said = said.replace("'kingscan check'", "kingscan.check")
                with self.subTest(name), self.assertRaises(ValueError) as raised:
                    list(kingscan.games(path))
                self.assertEqual(str(raised.exception), said)
                with open(path, "rb") as file, self.assertRaises(ValueError) as raised:
                    list(kingscan.games(file))
                self.assertEqual(str(raised.exception), said)
                packed = path.with_suffix(".gz")
                packed.write_bytes(gzip.compress(content))
                with self.assertRaises(ValueError):
                    list(kingscan.games(packed))
                if name != "a.zip":
                    with self.assertRaises(ValueError):
                        list(kingscan.games(io.BytesIO(content)))
            with open(packed, "rb") as file, self.assertRaisesRegex(
                ValueError, "this is gzip, not PGN; read it by: gzip -dc "
            ):
                list(kingscan.games(file))
        for wrong in 3, None, [SAFE]:
            with self.assertRaisesRegex(TypeError, "^file: expected a path, or an open file, found a"):
                list(kingscan.games(wrong))

    def test_games_are_read_from_their_first_byte(self):
        comment = "{ " + "a comment " * 500 + "}\n"
        for text, count in (
            ("", 0),
            ("\n\n", 0),
            ("1. e4 *", 1),
            ("e4 e5 *\n", 1),
            ('[Event "x"]\n\n*\n', 1),
            ("\ufeff1. e4 *\n", 1),
            (f"{comment}1. e4 *\n", 1),
            ("% escaped\n; comment\n1. e4 *\n\n1. d4 *\n", 2),
            ("Ke2 *\n", 1),
        ):
            for step in 1, 7, 1 << 20:

                class Steps(io.BytesIO):
                    def readinto(self, view):
                        return super().readinto(view[:step])

                games = list(kingscan.games(Steps(text.encode())))
                self.assertEqual(len(games), count, text[:20])
                if "e4" in text:
                    self.assertEqual(games[0].moves[0], "e2e4")

    def test_castling_is_written_in_one_way(self):
        for tag, moves in ("Chess960", ["e1h1", "e8a8"]), ("Standard", ["e1g1", "e8c8"]):
            text = f'[Variant "{tag}"]\n[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. O-O O-O-O *\n'
            (game,) = kingscan.games(io.BytesIO(text.encode()))
            self.assertEqual((game.moves, game.chess960), (moves, tag == "Chess960"))
            self.assertEqual([next(game.positions()).uci("O-O"), game.position(1).uci("O-O-O")], moves)
            self.assertEqual(game.position().pop().uci(), moves[1])

    def test_positions_with_their_moves(self):
        (game,) = kingscan.games(io.BytesIO(b"1. e4 e5 2. Nf3 *"))
        last = game.position()
        self.assertEqual(list(map(str, last.move_stack)), game.moves)
        self.assertEqual(last.pop().uci(), "g1f3")
        self.assertEqual(game.position(1).fen(), list(game.positions())[1].fen())
        self.assertEqual(game.position(0), Position())
        for ply in -1, 4:
            with self.assertRaisesRegex(ValueError, "^ply: expected a position of the game, which has 3 moves"):
                game.position(ply)
        (wrong,) = kingscan.games(io.BytesIO(b'[FEN "x"]\n\n1. e4 *'))
        with self.assertRaisesRegex(ValueError, "which has no first position"):
            wrong.position()


if __name__ == "__main__":
    warnings.simplefilter("ignore", PendingDeprecationWarning)
    unittest.main()
