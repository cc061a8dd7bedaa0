"""How the game of a Position has ended."""
from typing import NamedTuple, Optional


class Outcome(NamedTuple):
    """The end of a game.

    termination  "checkmate", "stalemate", the name of another draw as Position.draw has it, or "variant": a variant's
                 own rule
    winner       "white", "black", or None: a draw
    """

    termination: str
    winner: Optional[str]

    def result(self) -> str:
        """The result as games in PGN have it: "1-0", "0-1" or "1/2-1/2"."""
        return {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[self.winner]
