"""Finds the flags of python-chess's Board.status() for a position, square by square, for machines without
python-chess. The names are python-chess's, so that a script can use either. Castling may begin on any file, as in
Chess960.
"""

import enum

Status = enum.IntFlag(
    "Status",
    "NO_WHITE_KING NO_BLACK_KING TOO_MANY_KINGS TOO_MANY_WHITE_PAWNS TOO_MANY_BLACK_PAWNS PAWNS_ON_BACKRANK "
    "TOO_MANY_WHITE_PIECES TOO_MANY_BLACK_PIECES BAD_CASTLING_RIGHTS INVALID_EP_SQUARE OPPOSITE_CHECK EMPTY "
    "TOO_MANY_CHECKERS IMPOSSIBLE_CHECK",
)
STATUS_VALID = Status(0)


def attacks(piece, start, target, occupied):
    """Whether a piece on `start` attacks `target`, with pieces on the squares of `occupied`."""
    file, rank = start % 8, start // 8
    files, ranks = target % 8 - file, target // 8 - rank
    steps = max(abs(files), abs(ranks))
    kind = piece.lower()
    if steps == 0:
        return False
    if kind == "p":
        return abs(files) == 1 and ranks == (1 if piece == "P" else -1)
    if kind == "n":
        return sorted((abs(files), abs(ranks))) == [1, 2]
    if kind == "k":
        return steps == 1
    straight, diagonal = files == 0 or ranks == 0, abs(files) == abs(ranks)
    if not (straight and kind in "rq") and not (diagonal and kind in "bq"):
        return False
    step = 8 * (ranks // steps) + files // steps
    return not any(start + i * step in occupied for i in range(1, steps))


def are_in_line(squares):
    files, ranks = [s % 8 for s in squares], [s // 8 for s in squares]
    sums, differences = [f + r for f, r in zip(files, ranks)], [f - r for f, r in zip(files, ranks)]
    return any(len(set(numbers)) == 1 for numbers in (files, ranks, sums, differences))


class Board:
    """A position: squares from a1 = 0 to h8 = 63 with their letters."""

    def __init__(self, fen, chess960=True):
        assert chess960
        placement, side, castling, en_passant = fen.split()[:4]
        self.board, self.white = {}, side == "w"
        for row, text in enumerate(placement.split("/")):
            file = 0
            for c in text:
                if c.isdigit():
                    file += int(c)
                else:
                    self.board[8 * (7 - row) + file] = c
                    file += 1
        self.ep_square = None if en_passant == "-" else "abcdefgh".index(en_passant[0]) + 8 * (int(en_passant[1]) - 1)
        self.rights = {self._rook_of(letter) for letter in castling if letter != "-"}

    def _all(self, letters):
        return [square for square, piece in self.board.items() if piece in letters]

    def _rook_of(self, letter):
        back = 0 if letter.isupper() else 56
        rooks = [s for s in self._all("R" if letter.isupper() else "r") if back <= s < back + 8]
        kings = self._all("K" if letter.isupper() else "k")
        if letter in "Qq":
            return min(rooks) if rooks and kings and min(rooks) < max(kings) else back
        if letter in "Kk":
            return max(rooks) if rooks and kings and max(kings) < max(rooks) else back + 7
        return back + "abcdefgh".index(letter.lower())

    def _clean_rights(self):
        clean = set()
        for king, rook, back in (("K", "R", 0), ("k", "r", 56)):
            kings = [s for s in self._all(king) if back <= s < back + 8]
            rooks = [s for s in self.rights if back <= s < back + 8 and self.board.get(s) == rook]
            if kings and rooks:
                clean |= {s for s in (min(rooks),) if s < max(kings)} | {s for s in (max(rooks),) if s > max(kings)}
        return clean

    def _valid_ep_square(self):
        ahead = 8 if self.white else -8
        if not self.ep_square or self.ep_square // 8 != (5 if self.white else 2):
            return None
        pushed = self.board.get(self.ep_square - ahead) == ("p" if self.white else "P")
        empty = self.ep_square not in self.board and self.ep_square + ahead not in self.board
        return self.ep_square if pushed and empty else None

    def _attackers(self, white, target, occupied):
        return [
            s for s, piece in self.board.items() if piece.isupper() == white and attacks(piece, s, target, occupied)
        ]

    def checkers(self):
        kings = self._all("K" if self.white else "k")
        return self._attackers(not self.white, max(kings), self.board) if kings else []

    def steppers(self):
        """Returns the checkers that are not sliders."""
        return [s for s in self.checkers() if self.board[s] in "PpNnKk"]

    def _is_check_impossible(self, checkers, valid_ep_square):
        kings = self._all("K" if self.white else "k")
        if len(self.steppers()) > 1:
            return True
        if valid_ep_square is None:
            return len(checkers) > 2 or (len(checkers) == 2 and any(are_in_line(checkers + [k]) for k in kings))
        pushed_to, pushed_from = valid_ep_square ^ 8, valid_ep_square ^ 24
        before = (set(self.board) - {pushed_to}) | {pushed_from}
        return len(checkers) > 1 or (
            checkers[0] != pushed_to and any(self._attackers(not self.white, k, before) for k in kings)
        )

    def status(self):
        status, valid_ep_square, checkers = STATUS_VALID, self._valid_ep_square(), self.checkers()
        waiting = self._all("k" if self.white else "K")
        for holds, flag in (
            (not self.board, Status.EMPTY),
            (not self._all("K"), Status.NO_WHITE_KING),
            (not self._all("k"), Status.NO_BLACK_KING),
            (len(self._all("Kk")) > 2, Status.TOO_MANY_KINGS),
            (len(self._all("PNBRQK")) > 16, Status.TOO_MANY_WHITE_PIECES),
            (len(self._all("pnbrqk")) > 16, Status.TOO_MANY_BLACK_PIECES),
            (len(self._all("P")) > 8, Status.TOO_MANY_WHITE_PAWNS),
            (len(self._all("p")) > 8, Status.TOO_MANY_BLACK_PAWNS),
            (any(s < 8 or s >= 56 for s in self._all("Pp")), Status.PAWNS_ON_BACKRANK),
            (self.rights != self._clean_rights(), Status.BAD_CASTLING_RIGHTS),
            (self.ep_square != valid_ep_square, Status.INVALID_EP_SQUARE),
            (waiting and self._attackers(self.white, max(waiting), self.board), Status.OPPOSITE_CHECK),
            (len(checkers) > 2, Status.TOO_MANY_CHECKERS),
            (checkers and self._is_check_impossible(checkers, valid_ep_square), Status.IMPOSSIBLE_CHECK),
        ):
            status |= flag if holds else STATUS_VALID
        return status
