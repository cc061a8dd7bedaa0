"""Opening books of Polyglot, as chess.polyglot of python-chess reads them, and the keys of positions there."""
import mmap
import os
import random as _random
import struct
from collections.abc import Callable, Container, Iterator
from types import TracebackType
from typing import Any, NamedTuple, Optional, Union

import kingscan.chess as chess
from kingscan._kingscan import polyglot_numbers, polyglot_pieces

_ENTRY = struct.Struct(">QHHI")
_CASTLING = {  # as books have it, and as a board without Chess960 does
    (chess.E1, chess.H1): chess.G1,
    (chess.E1, chess.A1): chess.C1,
    (chess.E8, chess.H8): chess.G8,
    (chess.E8, chess.A8): chess.C8,
}


class Entry(NamedTuple):
    """An entry of a book: the key of the position, its move as it stands there and as a Move, and two numbers."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: "chess.Move"


class ZobristHasher:
    """Makes keys of boards by 781 numbers: 64 for each kind of piece, black pawns first, white pawns next, and so on;
    then four of castling, eight of files of en passant, and that of white to move."""

    def __init__(self, array: list[int]):
        assert len(array) >= 781
        self.array = array

    def hash_board(self, board: "chess.BaseBoard") -> int:
        """The part of the pieces."""
        return polyglot_pieces(board, self.array)

    def hash_castling(self, board: "chess.Board") -> int:
        """The part of the castling rights."""
        key, rights = 0, board.clean_castling_rights()
        for index, color, rank in ((768, chess.WHITE, chess.BB_RANK_1), (770, chess.BLACK, chess.BB_RANK_8)):
            if rights & rank:
                key ^= self.array[index] if board.has_kingside_castling_rights(color) else 0
                key ^= self.array[index + 1] if board.has_queenside_castling_rights(color) else 0
        return key

    def hash_ep_square(self, board: "chess.Board") -> int:
        """The part of en passant: where a pawn stands beside the one that has moved, pinned or not."""
        if board.ep_square is None:
            return 0
        capturers = board.pieces(chess.PAWN, board.turn) & chess.BB_PAWN_ATTACKS[not board.turn][board.ep_square]
        return self.array[772 + chess.square_file(board.ep_square)] if capturers else 0

    def hash_turn(self, board: "chess.Board") -> int:
        """The part of the side to move."""
        return self.array[780] if board.turn == chess.WHITE else 0

    def __call__(self, board: "chess.Board") -> int:
        return self.hash_board(board) ^ self.hash_castling(board) ^ self.hash_ep_square(board) ^ self.hash_turn(board)


POLYGLOT_RANDOM_ARRAY = polyglot_numbers()
_hash = ZobristHasher(POLYGLOT_RANDOM_ARRAY)


def zobrist_hash(board: "chess.Board") -> int:
    """The key of a board in books of Polyglot."""
    return _hash(board)


def _move_of(raw: int) -> "chess.Move":
    """The move of an entry."""
    to_square, from_square, kind = raw & 63, raw >> 6 & 63, raw >> 12 & 7
    return chess.Move(from_square, to_square, kind + 1 if kind else None)


class MemoryMappedReader:
    """A book whose entries are read where they are asked for. As a context, it is closed at the end."""

    def __init__(self, filename: Union[str, bytes, "os.PathLike[Any]"]):
        self.fd = os.open(filename, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            size = os.fstat(self.fd).st_size
            self.mmap: Any = mmap.mmap(self.fd, 0, access=mmap.ACCESS_READ) if size else b""
        except (OSError, ValueError):
            os.close(self.fd)
            raise
        if size % _ENTRY.size:
            self.close()
            raise OSError(f"invalid polyglot file {filename!r}: expected entries of {_ENTRY.size} bytes, found {size}")

    def __enter__(self) -> "MemoryMappedReader":
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the book."""
        if self.mmap:
            self.mmap.close()
        self.mmap = b""
        if self.fd >= 0:
            os.close(self.fd)
        self.fd = -1

    # ---- As a sequence ----

    def __len__(self) -> int:
        return len(self.mmap) // _ENTRY.size

    def __getitem__(self, index: int) -> Entry:
        at = range(len(self))[index] * _ENTRY.size
        key, raw, weight, learn = _ENTRY.unpack_from(self.mmap, at)
        return Entry(key, raw, weight, learn, _move_of(raw))

    def __iter__(self) -> Iterator[Entry]:
        return map(self.__getitem__, range(len(self)))

    def bisect_key_left(self, key: int) -> int:
        """The index of the first entry whose key is not less."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if _ENTRY.unpack_from(self.mmap, middle * _ENTRY.size)[0] < key:
                low = middle + 1
            else:
                high = middle
        return low

    def __contains__(self, entry: Entry) -> bool:
        return any(entry == found for found in self.find_all(entry.key, minimum_weight=entry.weight))

    # ---- The entries of a position ----

    def find_all(
        self,
        board: Union["chess.Board", int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container["chess.Move"] = (),
    ) -> Iterator[Entry]:
        """Yields the entries of a board, those whose moves are not legal left out, or of a key."""
        key = board if isinstance(board, int) else zobrist_hash(board)
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self[index]
            if entry.key != key:
                return
            if entry.weight < minimum_weight:
                continue
            if not isinstance(board, int):
                entry = entry._replace(move=_on_board(board, entry.move))
                if not board.is_legal(entry.move):
                    continue
            if entry.move not in exclude_moves:
                yield entry

    def find(
        self,
        board: Union["chess.Board", int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container["chess.Move"] = (),
    ) -> Entry:
        """The first of the entries with the highest weight. Raises IndexError where there is none."""
        entry = self.get(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        if entry is None:
            raise IndexError("no entry of the position in the book")
        return entry

    def get(
        self,
        board: Union["chess.Board", int],
        default: Optional[Entry] = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container["chess.Move"] = (),
    ) -> Optional[Entry]:
        """The same, or `default` where there is none."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        return max(entries, key=lambda entry: entry.weight, default=default)

    def choice(
        self,
        board: Union["chess.Board", int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container["chess.Move"] = (),
        random: Optional["_random.Random"] = None,
    ) -> Entry:
        """One of the entries by chance. Raises IndexError where there is none."""
        entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        return _drawn(entries, lambda entry: 1, random)

    def weighted_choice(
        self,
        board: Union["chess.Board", int],
        *,
        exclude_moves: Container["chess.Move"] = (),
        random: Optional["_random.Random"] = None,
    ) -> Entry:
        """One of the entries by chance, each as often as its weight says. Raises IndexError where there is none."""
        return _drawn(list(self.find_all(board, exclude_moves=exclude_moves)), lambda entry: entry.weight, random)


def _on_board(board: "chess.Board", move: "chess.Move") -> "chess.Move":
    """A move of a book as a board has it: castling goes to the rook there, in books and in Chess960 alone."""
    target = _CASTLING.get((move.from_square, move.to_square))
    if target is None:
        return move
    castling = chess.Move(move.from_square, target)
    return castling if board.is_castling(castling) and board.is_legal(castling) else move


def _drawn(entries: list[Entry], weight: Callable[[Entry], int], random: Optional["_random.Random"]) -> Entry:
    """An entry by chance: that in which a number between all weights falls."""
    total = sum(map(weight, entries))
    if not total:
        raise IndexError("no entry of the position in the book")
    left = (random or _random).randint(0, total - 1)  # type: ignore[union-attr]
    for entry in entries:
        left -= weight(entry)
        if left < 0:
            return entry
    raise AssertionError("the weights are less than their sum")


def open_reader(path: Union[str, bytes, "os.PathLike[Any]"]) -> MemoryMappedReader:
    """Opens the book at a path."""
    return MemoryMappedReader(path)
