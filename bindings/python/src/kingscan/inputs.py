"""Positions one by one, from lists, arrays and columns of frames. All else raises an exception that says what was
expected and found.
"""
import difflib
import itertools
import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Optional, Union

from ._kingscan import ArrowReader, FenError

_TOGETHER = 1 << 12  # elements of an array that become objects at once
_SHOWN = 8  # names of columns in a message
_NUMBER = re.compile(r"[0-9]*\.+")


class Strings(NamedTuple):
    """The items, and the index of pandas that belongs to them, or None."""

    items: Iterable[Any]
    index: Any = None


def strings_of(
    positions: Any,
    column: Union[int, str, None] = None,
    moves_column: Union[int, str, None] = None,
    ply: Optional[int] = None,
) -> Strings:
    """The strings in an iterable, in an array of one dimension, or in a column of a frame.

    An element that is no string and does not say that one is missing raises TypeError later, with its number.
    """
    if isinstance(positions, Mapping):
        key = _likely(positions)
        raise TypeError(f"positions: expected strings, found {a(positions)}; give a value of it: [{key!r}]")
    names, take, index = _frame_of(positions)
    if names is None and column is not None:
        raise ValueError(f"column: expected a file, a text or a frame, found single positions in {a(positions)}")
    if names is None:
        return Strings(take(0, None), index)
    if column is None:
        likely = _likely(names)
        hint = f"name its column: column={likely!r}" if isinstance(likely, str) else "give one of its columns"
        raise TypeError(f"positions: expected strings, found {a(positions)}; {hint}")
    fens = _number_of(names, column, "column")
    if moves_column is None:
        return Strings(take(fens, None), index)
    moves = _number_of(names, moves_column, "moves_column")
    return Strings(_after_moves(take(fens, moves), _plies(ply)), index)


# ---- Single positions ----


def _iterator_of(positions: Any) -> Iterator[Any]:
    if _is_array(positions):
        return _elements(positions)
    try:
        return iter(positions)
    except TypeError:
        raise TypeError(
            "positions: expected an iterable of str or bytes, a text, a file, an array or a frame, "
            f"found {a(positions)}"
        ) from None


def _is_array(value: Any) -> bool:
    """Whether a value is an array of NumPy, or what behaves as one."""
    return all(hasattr(value, name) for name in ("dtype", "ndim", "tolist")) and not hasattr(value, "iloc")


def _elements(array: Any) -> Iterator[Any]:
    """The elements of an array as Python has them: whatever its strides and byte order, without padding, and with
    None for a masked one."""
    kind = getattr(array.dtype, "kind", "O")
    if array.ndim == 1 and len(array) == 0:
        return iter(())
    if array.ndim != 1 or kind not in "OSUT":
        shape = f"{array.dtype} with {array.ndim} dimension{'' if array.ndim == 1 else 's'}"
        named = f"; a field of it has them: [{array.dtype.names[0]!r}]" if getattr(array.dtype, "names", None) else ""
        raise TypeError(f"positions: expected an array of strings with 1 dimension, found {shape}{named}")
    parts = (array[begin : begin + _TOGETHER].tolist() for begin in range(0, len(array), _TOGETHER))
    return itertools.chain.from_iterable(parts)


# ---- Frames ----


def _frame_of(value: Any) -> tuple:
    """The names of the columns, None for no frame; a function from numbers of columns to strings; and an index."""
    if hasattr(value, "iloc"):  # of pandas, or of what copies its interface
        return _frame_of_pandas(value) if hasattr(value, "columns") else (None, lambda *_: iter(value), value.index)
    if hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__"):
        reader = ArrowReader(value)
        return reader.names, lambda fens, moves: reader.choose(*(fens, moves)[: 1 if moves is None else 2]), None
    if hasattr(type(value), "columns") or hasattr(type(value), "__dataframe__"):
        raise TypeError(
            f"positions: {a(value)} gives no columns by Arrow's PyCapsule interface; give the column itself"
        )
    return None, lambda *_: _iterator_of(value), None


def _frame_of_pandas(frame: Any) -> tuple:
    def take(fens: int, moves: Optional[int]) -> Iterable[Any]:
        column = frame.iloc[:, fens]
        return column if moves is None else zip(column, frame.iloc[:, moves])

    return list(frame.columns), take, frame.index


def _number_of(names: list, column: Any, what: str) -> int:
    """Which column is meant: a number from 1, or a name, in capitals or not as in files."""
    if not isinstance(column, (int, str)) or isinstance(column, bool):
        raise TypeError(f"{what}: expected an int or a str")
    if isinstance(column, int):
        if any(isinstance(name, int) for name in names):
            raise ValueError(f"{what}: the columns have numbers as names; give the column itself instead of the frame")
        if not 1 <= column <= len(names):
            raise ValueError(f"{what}: expected a number from 1 to {len(names)} or a name, found {column}")
        return column - 1
    folded = [name.lower() if isinstance(name, str) else name for name in names]
    found = [i for i, name in enumerate(names) if name == column] or [
        i for i, name in enumerate(folded) if name == column.lower()
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"{what}: expected one column called {column!r}, found {len(found)}")
    close = difflib.get_close_matches(column.lower(), [name for name in folded if isinstance(name, str)], 1)
    hint = f"; did you mean {names[folded.index(close[0])]!r}?" if close else ""
    shown = ", ".join(map(repr, names[:_SHOWN])) + ", ..." * (len(names) > _SHOWN)
    raise ValueError(f"{what}: expected a column called {column!r}, found {shown or 'none'}{hint}")


# ---- Moves ----


def _plies(ply: Optional[int]) -> Optional[int]:
    if ply is None:
        return None
    number = operator.index(ply)
    if number < 0:
        raise ValueError(f"ply: expected a number from 0, found {number}")
    return number


def _after_moves(rows: Iterable[tuple], ply: Optional[int]) -> Iterator[Any]:
    """Joins positions and moves as UCI does. Move numbers are no moves."""
    for number, (fen, moves) in enumerate(rows):
        if not isinstance(fen, (str, bytes)):
            yield fen  # the reader of the strings decides about it
            continue
        if _is_missing(moves):
            yield None
            continue
        if not isinstance(moves, (str, bytes)):
            raise TypeError(f"element {number}: expected moves in str or bytes, found {moves!r}")
        words = (word[found.end() :] if (found := _NUMBER.match(word)) else word for word in _text(moves).split())
        yield f"{_text(fen)} moves {' '.join(itertools.islice(filter(None, words), ply))}"


def _text(string: Union[str, bytes]) -> str:
    return string if isinstance(string, str) else string.decode("utf-8", "surrogateescape")


def _is_missing(value: Any) -> bool:
    """Whether a value says that there is none: None; NaN, which is not itself; NA of pandas, which answers so."""
    if value is None or isinstance(value, (str, bytes)):
        return value is None
    differs = value != value
    return differs is value or bool(differs)


# ---- Errors ----


def is_to_raise(errors: str) -> bool:
    """Whether the argument `errors` asks for an exception."""
    if errors not in ("keep", "raise"):
        raise ValueError(f"errors: expected 'keep' or 'raise', found {errors!r}")
    return errors == "raise"


def fen_error(message: str, code: str, offset: int) -> FenError:
    """FenError as Position raises it."""
    error = FenError(message)
    error.code, error.offset = code, offset
    return error


# ---- Words ----


def a(value: Any) -> str:
    """The type of a value, for messages."""
    name = type(value).__name__
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def _likely(names: Iterable[Any]) -> Any:
    """The name that looks most like that of a column with positions."""
    names = list(names)
    fens = [name for name in names if isinstance(name, str) and "fen" in name.lower()]
    return (fens or names or ["fen"])[0]
