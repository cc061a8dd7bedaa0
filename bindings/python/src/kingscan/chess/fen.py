"""Positions as FEN and EPD: all fields of a board, read and written."""
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, Optional, Union

from .._kingscan import ChessMove as Move
from .masks import BB_FILES, BB_RANK_1, BB_RANK_8, BB_SQUARES, lsb, msb, scan_reversed
from .moves import MovingBoard
from .squares import COLORS, FILE_NAMES, SQUARE_NAMES, STARTING_FEN, Color, Square

EnPassantSpec = Literal["legal", "fen", "xfen"]
Operand = Union[None, str, int, float, Move, list[Move]]
FEN_CASTLING_REGEX = re.compile(r"^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})\Z")
_OPERATION = re.compile(
    r"""\s*(?:;|-(?=\s|$)|(?P<opcode>[^\s;]+)(?![^\s;])[^\S\n]*
    (?:"(?P<text>(?:[^"\\]|\\.)*)(?:"[^;]*|$)|(?P<words>[^;"]*)))(?:;|$|(?<=;)|(?<=-))""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\t": "\\t", "\r": "\\r", "\n": "\\n"}
_ESCAPED = {"t": "\t", "r": "\r", "n": "\n"}


class FenBoard(MovingBoard):
    """A board that FEN and EPD describe."""

    starting_fen = STARTING_FEN

    # ---- Read ----

    def set_fen(self, fen: str) -> None:
        """Sets all of a position. Missing fields are those of a new game. Raises ValueError for other texts."""
        fields = fen.split()
        if not fields:
            raise ValueError("empty fen")
        if len(fields) > 6:
            raise ValueError(f"fen string has more parts than expected: {fen!r}")
        pieces, turn, castling, en_passant, halfmove, fullmove = fields + ["", "w", "-", "-", "0", "1"][len(fields) :]
        if turn not in ("w", "b"):
            raise ValueError(f"expected 'w' or 'b' for turn part of fen: {fen!r}")
        if not FEN_CASTLING_REGEX.match(castling):
            raise ValueError(f"invalid castling part in fen: {fen!r}")
        if en_passant != "-" and en_passant not in SQUARE_NAMES:
            raise ValueError(f"invalid en passant part in fen: {fen!r}")
        halfmove_clock = _clock(halfmove, "half-move clock", fen)
        fullmove_number = _clock(fullmove, "fullmove number", fen)
        self._read_board_fen(pieces)
        self.turn = turn == "w"
        self._set_castling_fen(castling)
        self.ep_square = None if en_passant == "-" else SQUARE_NAMES.index(en_passant)
        self.halfmove_clock = halfmove_clock
        self.fullmove_number = max(fullmove_number, 1)
        self.clear_stack()

    def set_castling_fen(self, castling_fen: str) -> None:
        """Sets the castling rights from letters such as "KQkq" or the files of rooks. Raises ValueError for others."""
        if castling_fen and not FEN_CASTLING_REGEX.match(castling_fen):
            raise ValueError(f"invalid castling fen: {castling_fen!r}")
        self._set_castling_fen(castling_fen)
        self.clear_stack()

    def _set_castling_fen(self, letters: str) -> None:
        rights = 0
        for letter in letters if letters and letters != "-" else "":
            color = letter.isupper()
            backrank = BB_RANK_1 if color else BB_RANK_8
            king, rooks = self.king(color), self.rooks & self.occupied_co[color] & backrank
            flag = letter.lower()
            if flag not in "kq":
                rights |= BB_FILES[FILE_NAMES.index(flag)] & backrank
            elif flag == "q":
                is_outside = king is not None and lsb(rooks) < king
                rights |= rooks & -rooks if is_outside else BB_FILES[0] & backrank
            else:
                is_outside = king is not None and msb(rooks) > king
                rights |= BB_SQUARES[msb(rooks)] if is_outside else BB_FILES[7] & backrank
        self.castling_rights = rights

    # ---- Written ----

    def castling_shredder_fen(self) -> str:
        """The castling rights by the files of rooks, such as "HAha"."""
        rights = self.clean_castling_rights()
        white = [FILE_NAMES[square & 7].upper() for square in scan_reversed(rights & BB_RANK_1)]
        return "".join(white + [FILE_NAMES[square & 7] for square in scan_reversed(rights & BB_RANK_8)]) or "-"

    def castling_xfen(self) -> str:
        """The castling rights, such as "KQkq", with the files of rooks where these letters mean others."""
        rights = self.clean_castling_rights()
        return "".join(letter for color in COLORS for letter in self._castling_letters(rights, color)) or "-"

    def _castling_letters(self, rights: int, color: Color) -> Iterator[str]:
        """The letters of a side; K and Q mean the outermost rooks."""
        backrank = BB_RANK_1 if color else BB_RANK_8
        king = self.king(color)
        rooks = self.rooks & self.occupied_co[color] & backrank
        for rook in scan_reversed(rights & backrank) if king is not None else ():
            is_queenside = rook < king  # type: ignore[operator]
            outermost = lsb(rooks) if is_queenside else msb(rooks)
            letter = ("q" if is_queenside else "k") if rook == outermost else FILE_NAMES[rook & 7]
            yield letter.upper() if color else letter

    def _en_passant_to_write(self, en_passant: EnPassantSpec) -> Optional[Square]:
        if en_passant == "fen":
            return self.ep_square
        if en_passant == "xfen":
            return self.ep_square if self.has_pseudo_legal_en_passant() else None
        if en_passant == "legal":
            return self.ep_square if self.has_legal_en_passant() else None
        raise ValueError(f"en_passant: expected 'legal', 'fen' or 'xfen', found {en_passant!r}")

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
        **operations: Union[None, str, int, float, Move, Iterable[Move]],
    ) -> str:
        """The position without clocks, and operations such as bm=move, id="mate". Options are those of fen()."""
        square = self._en_passant_to_write(en_passant) if self.ep_square is not None else None
        fields = (
            f"{self.board_fen(promoted=promoted)} {'w' if self.turn else 'b'} "
            f"{self.castling_shredder_fen() if shredder else self.castling_xfen()} "
            f"{'-' if square is None else SQUARE_NAMES[square]}"
        )
        return f"{fields} {self._epd_operations(operations)}" if operations else fields

    def fen(
        self, *, shredder: bool = False, en_passant: EnPassantSpec = "legal", promoted: Optional[bool] = None
    ) -> str:
        """The position as FEN.

        shredder    castling rights by the files of rooks
        en_passant  "legal": the square where a pawn may capture; "xfen": that a pawn attacks; "fen": each that a pawn
                    has passed
        promoted    mark pieces that were pawns, as Q~; None: where a variant needs it
        """
        position = self.epd(shredder=shredder, en_passant=en_passant, promoted=promoted)
        return f"{position} {self.halfmove_clock} {self.fullmove_number}"

    def shredder_fen(self, *, en_passant: EnPassantSpec = "legal", promoted: Optional[bool] = None) -> str:
        """The position as FEN, with castling rights by the files of rooks."""
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    # ---- Operations of EPD ----

    _epd_fields = 4  # before the operations

    def set_epd(self, epd: str) -> dict[str, Operand]:
        """Sets a position from EPD, and its clocks from hmvc and fmvn. Returns a dict of the operations.

        They are texts, numbers, Moves, lists of Moves, or None. Raises ValueError for other texts."""
        fields = epd.strip().rstrip(";").split(None, self._epd_fields)
        operations: dict[str, Operand] = {}
        if len(fields) > self._epd_fields:
            text = fields.pop()
            operations = self._read_operations(text, lambda: type(self)(" ".join(fields), chess960=self.chess960))
        clocks = [str(operations.get("hmvc", 0)), str(operations.get("fmvn", 1))]
        self.set_fen(" ".join(fields + clocks if len(fields) == self._epd_fields else fields))
        return operations

    def _read_operations(self, text: str, make_board: Callable[[], Any]) -> dict[str, Operand]:
        operations: dict[str, Operand] = {}
        board = None
        at, end = 0, len(text.rstrip())
        while at < end:
            found = _OPERATION.match(text, at)
            if found is None or found.end() == at:
                raise ValueError(f"expected an operation of epd such as 'bm Nf3;', found {text[at:].strip()[:40]!r}")
            at = found.end()
            opcode, quoted, words = found["opcode"], found["text"], (found["words"] or "").split()
            if not opcode:
                continue
            _check_opcode(opcode)
            if quoted is not None:
                operations[opcode] = re.sub(r"\\(.)", lambda it: _ESCAPED.get(it[1], it[1]), quoted, flags=re.DOTALL)
            elif not words:
                operations[opcode] = [] if opcode in ("pv", "am", "bm") else None
            elif re.match(r"[-+.0-9]", words[0]) and not words[0].startswith(("--", "0-0", "0000")):
                operations[opcode] = _number(" ".join(words), opcode)
            else:
                board = board or make_board()
                operations[opcode] = _moves(board, opcode, words)
        return operations

    def _epd_operations(self, operations: Mapping[str, Any]) -> str:
        return " ".join(f"{_check_opcode(opcode)}{self._operand(opcode, it)};" for opcode, it in operations.items())

    def _operand(self, opcode: str, operand: Any) -> str:
        """An operand as text, with the blank before it."""
        if operand is None:
            return ""
        if isinstance(operand, Move):
            return f" {self.san(operand)}"  # type: ignore[attr-defined]
        if isinstance(operand, (int, float)):
            if operand != operand or operand in (float("inf"), float("-inf")):
                raise ValueError(f"expected numeric epd operand to be finite, found {opcode}={operand!r}")
            return f" {operand}"
        if isinstance(operand, str):
            return ' "' + "".join(_ESCAPES.get(letter, letter) for letter in operand) + '"'
        if opcode == "pv":
            board: Any = self.copy()
            return "".join(f" {board.san_and_push(move)}" for move in operand)
        return "".join(f" {san}" for san in sorted(map(self.san, operand)))  # type: ignore[attr-defined]


def _clock(text: str, name: str, fen: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise ValueError(f"invalid {name} in fen: {fen!r}") from None
    if number < 0:
        raise ValueError(f"{name} cannot be negative: {fen!r}")
    if number >= 1 << 62:
        raise ValueError(f"{name} is too large: {fen!r}")
    return number


def _check_opcode(opcode: str) -> str:
    """The opcode. Raises ValueError for what is none."""
    if not re.match(r"[A-Za-z_]\S*\Z", opcode):
        raise ValueError(f"expected an epd opcode that begins with a letter, without blanks, found {opcode!r}")
    return opcode


def _number(text: str, opcode: str) -> Union[int, float]:
    """The number of an operand."""
    try:
        return int(text) if re.fullmatch(r"[-+]?\d+", text) else float(text)
    except ValueError:
        raise ValueError(f"expected a number behind {opcode}, found {text!r}") from None


def _moves(board: Any, opcode: str, words: list[str]) -> Union[Move, list[Move]]:
    """The moves of an operand: those of pv follow each other."""
    if opcode == "pv":
        here = board.copy()
        return [here.push_xboard(word) for word in words]
    if opcode in ("am", "bm"):
        return [board.parse_xboard(word) for word in words]
    move: Move = board.parse_xboard(" ".join(words))
    return move
