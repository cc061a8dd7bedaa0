"""Another program's move generator compared with Kingscan's, by the program `kingscan diff` in this package."""
import json
import os
import shlex
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

from ._kingscan import Position

PROGRAM = Path(__file__).resolve().parent / "bin" / "kingscan"


class EngineError(RuntimeError):
    """An engine that crashes, hangs, or does not answer as engines do; the text quotes its last output."""


class Difference:
    """A position in which the moves differ, shrunk to what matters.

    rule           the rule behind it in one word, such as "castling" or "piece-pinned"
    fen            the position before `moves`
    moves          moves in UCI, after which the lists of legal moves differ
    disagreements  the moves that differ, each as a dict with "kind" ("missing", "illegal" and so on), "rule", "move"
                   and "message", a sentence
    place          where the position came from
    data           all that `kingscan diff --json` tells of it, as a dict
    """

    __slots__ = ("data", "_variant")

    def __init__(self, data: dict[str, Any], variant: dict[str, Any]) -> None:
        self.data, self._variant = data, variant

    rule = property(lambda self: self.data["rule"])
    fen = property(lambda self: self.data["fen"])
    moves = property(lambda self: self.data["moves"].split())
    disagreements = property(lambda self: self.data["disagreements"])
    place = property(lambda self: self.data["place"])

    def position(self) -> Position:
        """The position after `moves`, in which the lists differ."""
        position = Position(self.fen, **self._variant)
        for move in self.moves:
            position.push(move)
        return position

    def __repr__(self) -> str:
        return f"<Difference: {self.rule} in {' moves '.join(filter(None, (self.fen, ' '.join(self.moves))))}>"


class Comparison(NamedTuple):
    """The end of a comparison.

    differences  a Difference each; empty when the generators agree
    positions    how many positions were compared
    nodes        how many nodes their perfts have
    skipped      how many positions the engine could not be asked about, such as those of Chess960
    """

    differences: list[Difference]
    positions: int
    nodes: int
    skipped: int


def diff(
    engine: Union[str, Sequence[str]],
    depth: int = 3,
    positions: Optional[Iterable[Union[str, Position]]] = None,
    *,
    script: bool = False,
    options: Optional[Mapping[str, object]] = None,
    variant: Optional[str] = None,
    variants: Optional[os.PathLike] = None,
    random: Optional[int] = None,
    seed: Optional[int] = None,
    keep_going: bool = True,
    jobs: int = 1,
    timeout: int = 10,
) -> Comparison:
    """Compares the legal moves of another program with Kingscan's, by perft, and shrinks what differs.

    engine      the command of a UCI engine with "go perft": a str for the shell, or a list of words
    depth       of the perfts
    positions   FENs or Positions; without them, a built-in set of hard ones, or for a variant its own
    script      the command is a script instead, which prints "move count" lines
    options     of the engine: {"Hash": 16}
    variant     the name of a variant, which the engine has to know
    variants    a pathlib.Path, of a file with the variant
    random      instead of positions: so many random ones; the same with the same seed
    keep_going  find all differences, not only the first
    jobs        how many engines run at once
    timeout     the seconds that an answer may take

    Raises EngineError when the engine does not answer, and ValueError for arguments that the program refuses.
    """
    kept = {"variant": variant, "variants": variants}
    text = None if positions is None else "".join(_fen_of(position, kept) + "\n" for position in positions)
    command = engine if isinstance(engine, str) else shlex.join(engine)
    words = ["diff", str(depth), "--json", "--script" if script else "--engine", command]
    words += [f"--option={name}={value}" for name, value in (options or {}).items()]
    given = {"variant": variant, "variants": variants, "random": random, "seed": seed, "jobs": jobs, "timeout": timeout}
    words += [
        f"--{name}={os.fspath(value) if name == 'variants' else value}"
        for name, value in given.items()
        if value is not None
    ]
    words += ["--keep-going"] * bool(keep_going) + ["-"] * (text is not None)
    report = _run(words, text)
    differences = [Difference(data, kept) for data in report["differences"]]
    return Comparison(differences, report["positions"], report["nodes"], report["skipped"])


def _fen_of(position: Union[str, Position], variant: dict[str, Any]) -> str:
    """The FEN of a position. Raises FenError when a text is none."""
    if not isinstance(position, Position):
        return Position(position, **variant).fen()
    if position.variant != (variant["variant"] or "chess"):
        raise ValueError(f"positions: expected those of {variant['variant'] or 'chess'}, found {position!r}")
    return position.fen()


def _run(words: list[str], text: Optional[str]) -> dict[str, Any]:
    """Runs the program, without a person's defaults, and returns its report."""
    environment = {name: value for name, value in os.environ.items() if name != "KINGSCAN_CONFIG"}
    ran = subprocess.run(
        [str(PROGRAM), *words], input=text or "", capture_output=True, text=True, errors="replace", env=environment
    )
    report = json.loads(ran.stdout) if ran.stdout else None
    if report is None:
        said = ran.stderr.splitlines() or [f"the program ended with status {ran.returncode}"]
        raise ValueError(said[0].partition("kingscan diff: ")[2] or said[0])
    if report["trouble"]:
        raise EngineError(report["trouble"])
    return report
