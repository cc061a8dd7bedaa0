"""Places, positions, libraries that may be missing, and the structs of Arrow, for the tests."""
import ctypes
import os
from pathlib import Path

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pandas
except ImportError:
    pandas = None
try:
    import pyarrow
except ImportError:
    pyarrow = None

ROOT = Path(__file__).resolve().parents[3]
POSITIONS = ROOT / "tests/data/positions.epd"
PROGRAM = os.environ.get("KINGSCAN", str(ROOT / "build/kingscan"))
SAFE, MATE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


# ---- Arrow's C data interface ----


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


def callback(kind, *rest):
    return ctypes.CFUNCTYPE(kind, *rest)


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", callback(None, ctypes.POINTER(Schema))),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", callback(None, ctypes.POINTER(Array))),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", callback(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", callback(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
    ("get_last_error", callback(ctypes.c_char_p, ctypes.POINTER(Stream))),
    ("release", callback(None, ctypes.POINTER(Stream))),
    ("private_data", ctypes.c_void_p),
]
