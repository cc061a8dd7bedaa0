"""The common part of all boards of variants."""
from typing import Any, Optional, TypeVar, Union

from .._kingscan import ChessMove as Move
from .board import Board

_Self = TypeVar("_Self", bound="PairBoard")


class VariantBoard(Board):
    """A board with rules of its own, which answers by its own methods instead of the library's."""

    tbw_suffix = tbz_suffix = None
    tbw_magic = tbz_magic = None
    _has_moves_of_chess = False

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(self.checkers_mask())

    def san(self, move: Move) -> str:
        """A legal or null move as SAN. Moves that win by a rule of the variant end with #, too."""
        return self._algebraic(move)

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has stood so many times in the moves of the stack."""
        board, key, found = self.copy(), self._transposition_key(), 1
        while found < count and board.move_stack:
            board.pop()
            found += board._has_same_pieces(self) and board._transposition_key() == key
        return found >= count


class PairBoard(VariantBoard):
    """A board with something for each colour, which a push may change and a pop restores."""

    _pair: list[Any]
    _pairs: list[list[Any]]  # before each move that can be taken back

    def __init__(self, fen: Optional[str], chess960: bool) -> None:
        self._pair, self._pairs = self._new_pair(), []
        super().__init__(fen, chess960=chess960)

    def _new_pair(self) -> list[Any]:
        """The pair at the start of a game."""
        raise NotImplementedError

    def _copy_pair(self, pair: list[Any]) -> list[Any]:
        """A pair that does not change with the other one."""
        return pair[:]

    def push(self, move: Move) -> None:
        """Makes a move, which is at least pseudo-legal, or a null move."""
        before = self._copy_pair(self._pair)
        super().push(move)
        self._pairs.append(before)

    def pop(self) -> Move:
        """Takes the last move back and returns it."""
        move: Move = super().pop()
        self._pair = self._pairs.pop()
        return move

    def clear_stack(self) -> None:
        """Forgets the moves that can be taken back."""
        super().clear_stack()
        self._pairs = []

    def clear_board(self) -> None:
        """Takes all pieces off."""
        super().clear_board()
        self._pair = self._new_pair()

    def reset_board(self) -> None:
        """Puts the pieces where a game begins."""
        super().reset_board()
        self._pair = self._new_pair()

    def copy(self: _Self, *, stack: Union[bool, int] = True) -> _Self:
        """The same board, as another object. stack: whether moves can be taken back, or how many."""
        board = super().copy(stack=stack)
        kept = len(board.move_stack)
        board._pair = self._copy_pair(self._pair)
        board._pairs = [self._copy_pair(pair) for pair in self._pairs[len(self._pairs) - kept :]]
        return board

    def root(self: _Self) -> _Self:
        """The position before the moves that can be taken back."""
        board = super().root()
        board._pair = self._copy_pair(self._pairs[0] if self._pairs else self._pair)
        board._pairs = []
        return board

    def mirror(self: _Self) -> _Self:
        """A board turned over, with colours changed."""
        board = super().mirror()
        board._pair = self._copy_pair(self._pair)[::-1]
        return board
