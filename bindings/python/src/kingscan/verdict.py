"""The verdicts on the side to move."""
import enum


class Verdict(enum.IntEnum):
    """The verdict on a position. str() gives the word that the program `kingscan` prints, such as 'double-check'."""

    SAFE = 0
    CHECK = 1
    DOUBLE_CHECK = 2
    CHECKMATE = 3
    STALEMATE = 4
    INVALID = 5  # no position: Results.errors says why

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")
