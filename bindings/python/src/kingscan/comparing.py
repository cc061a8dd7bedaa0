"""Another move generator compared with Kingscan's, by the program `kingscan diff` in this package."""
import contextlib
import json
import os
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    group          the number of its group, from 1: see Comparison.groups
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
    group = property(lambda self: self.data["group"])

    def position(self) -> Position:
        """The position after `moves`, in which the lists differ."""
        position = Position(self.fen, **self._variant)
        for move in self.moves:
            position.push(move)
        return position

    def __repr__(self) -> str:
        return f"<Difference: {self.rule} in {' moves '.join(filter(None, (self.fen, ' '.join(self.moves))))}>"


class Group(NamedTuple):
    """Differences that have the same rule and the same usual mistake behind them: mostly those of one bug.

    rule         as of each of them
    smallest     the Difference with the fewest moves, and among these with the fewest pieces
    differences  all of them, in the order in which they were found
    """

    rule: str
    smallest: Difference
    differences: list[Difference]


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

    @property
    def groups(self) -> list[Group]:
        """The differences in groups, as the program prints them: one bug makes one group."""
        members: dict[int, list[Difference]] = {}
        for difference in self.differences:
            members.setdefault(difference.group, []).append(difference)
        return [Group(found[0].rule, min(found, key=_size_of), found) for _, found in sorted(members.items())]


def _size_of(difference: Difference) -> tuple[int, int]:
    """How many moves and pieces a difference has."""
    return len(difference.moves), sum(map(str.isalpha, difference.fen.split()[0]))


Generator = Callable[[str, int], Union[Mapping[Any, int], Iterable[Any]]]


def diff(
    engine: Union[str, Sequence[str], Generator],
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
    """Compares the legal moves of another program or of a function with Kingscan's, by perft, and shrinks what differs.

    engine      the command of a UCI engine with "go perft": a str for the shell, or a list of words; or a function of
                a FEN and a depth, which returns a dict of moves in UCI and how many nodes each has, such as
                {"e2e4": 20}. For depth 1 the moves alone, in any iterable, are enough. Castling is e1g1 and the like;
                in Chess960, the king's square and the rook's
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
    Exceptions of a function come through.
    """
    if callable(engine) and (script or options or jobs != 1):
        wrong = "script" if script else "options" if options else "jobs"
        raise ValueError(f"{wrong}: not with a function, which is called in this thread")
    kept = {"variant": variant, "variants": variants}
    text = None if positions is None else "".join(_fen_of(position, kept) + "\n" for position in positions)
    served = _Served(engine, kept) if callable(engine) else None
    command = served.command if served else engine if isinstance(engine, str) else shlex.join(engine)
    words = ["diff", str(depth), "--json", "--script" if script else "--engine", command]
    words += [f"--option={name}={value}" for name, value in (options or {}).items()]
    given = {"variant": variant, "variants": variants, "random": random, "seed": seed, "jobs": jobs, "timeout": timeout}
    words += [
        f"--{name}={os.fspath(value) if name == 'variants' else value}"
        for name, value in given.items()
        if value is not None
    ]
    words += ["--keep-going"] * bool(keep_going) + ["-"] * (text is not None)
    try:
        report = _run(words, text, served)
    finally:
        if served:
            served.close()
    for data in report["differences"] if served else ():
        del data["repeat"]  # a command, which a function has not
    differences = [Difference(data, kept) for data in report["differences"]]
    return Comparison(differences, report["positions"], report["nodes"], report["skipped"])


def _fen_of(position: Union[str, Position], variant: dict[str, Any]) -> str:
    """The FEN of a position, with an en-passant square on which no pawn may capture too: a generator may be wrong about
    that. Raises FenError when a text is none."""
    if not isinstance(position, Position):
        return Position(position, **variant).x_fen()
    if position.variant != (variant["variant"] or "chess"):
        raise ValueError(f"positions: expected those of {variant['variant'] or 'chess'}, found {position!r}")
    return position.x_fen()


def _run(words: list[str], text: Optional[str], served: Optional["_Served"] = None) -> dict[str, Any]:
    """Runs the program, without a person's defaults, and returns its report."""
    environment = {name: value for name, value in os.environ.items() if name != "KINGSCAN_CONFIG"}
    with subprocess.Popen(
        [str(PROGRAM), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env=environment,
        pass_fds=[end.fileno() for end in served.of_program] if served else (),
    ) as program:
        try:
            out, err = served.answer(program, text or "") if served else program.communicate(text or "")
        except BaseException:
            program.kill()
            raise
    report = json.loads(out) if out else None
    if report is None:
        said = err.splitlines() or [f"the program ended with status {program.returncode}"]
        raise ValueError(said[0].partition("kingscan diff: ")[2] or said[0])
    if report["trouble"]:
        raise EngineError(report["trouble"])
    return report


# ---- A function as an engine ----


class _Served:
    """A function that answers as a UCI engine: the program's engine is a pair of pipes to this process."""

    def __init__(self, function: Generator, variant: dict[str, Any]) -> None:
        self.function, self.variant = function, variant
        (there, out), (into, back) = os.pipe(), os.pipe()
        self.of_program = (open(there), open(back, "w"))
        self.questions, self.answers = open(into), open(out, "w")
        self.command = f"cat </dev/fd/{there} & exec cat >/dev/fd/{back}"

    def close(self) -> None:
        for end in (*self.of_program, self.questions, self.answers):
            with contextlib.suppress(BrokenPipeError):
                end.close()

    def answer(self, program: "subprocess.Popen[str]", text: str) -> tuple[str, str]:
        """Answers until the program ends. Returns what it wrote."""
        written: list[str] = []
        ending = threading.Thread(target=lambda: written.extend(program.communicate(text)))
        for end in self.of_program:
            end.close()
        ending.start()
        try:
            for question in self.questions:
                self.answers.write(self._answer_to(question))
                self.answers.flush()
        except BrokenPipeError:
            pass  # the program has ended meanwhile
        except BaseException:
            program.kill()
            raise
        finally:
            ending.join()
        return written[0], written[1]

    def _answer_to(self, question: str) -> str:
        word, _, rest = question.strip().partition(" ")
        if word == "uci":
            return (
                "id name a function\noption name UCI_Chess960 type check default false\n"
                "option name VariantPath type string default <empty>\n"
                f"option name UCI_Variant type combo default chess var chess var {self.variant['variant']}\nuciok\n"
            )
        if word == "isready":
            return "readyok\n"
        if word == "position":
            self.position = self._position_of(rest)
        if word == "go":
            counts = self._counts(int(rest.split()[1]))
            lines = "".join(f"{move}: {count}\n" for move, count in counts.items())
            return f"{lines}\nNodes searched: {sum(counts.values())}\n"
        return ""

    def _position_of(self, text: str) -> Position:
        """The position of "startpos" or "fen ...", and the moves after it."""
        start, _, moves = text.partition(" moves ")
        fen = {} if start.startswith("startpos") else {"fen": start.removeprefix("fen ")}
        position = Position(**fen, **self.variant)
        for move in moves.split():
            position.push(move)
        return position

    def _counts(self, depth: int) -> dict[str, int]:
        """The answer of the function about the position."""
        found = self.function(self.position.x_fen(), depth)
        if not isinstance(found, Mapping):
            if depth > 1 or isinstance(found, (str, bytes)) or not isinstance(found, Iterable):
                wanted = "a dict of moves and counts" + " or an iterable of moves" * (depth == 1)
                raise TypeError(f"engine: expected {wanted}, found {found!r}")
            found = dict.fromkeys(map(str, found), 1)
        counts = {str(move): count for move, count in found.items()}
        for move, count in counts.items():
            if not move or not move.isascii() or any(sign.isspace() or sign == ":" for sign in move):
                raise ValueError(f"engine: expected moves in UCI, found {move!r}")
            if isinstance(count, bool) or not hasattr(count, "__index__") or not 0 <= count < 1 << 64:
                raise ValueError(f"engine: expected a count of nodes for {move}, found {count!r}")
        return {move: int(count) for move, count in counts.items()}
