"""Another move generator compared with Kingscan's, by the program `kingscan diff` in this package."""
import contextlib
import itertools
import json
import os
import re
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

from ._kingscan import Position
from .inputs import a

PROGRAM = Path(__file__).resolve().parent / "bin" / "kingscan"
_MOST_MOVES = 4096  # the program refuses more
_LIKE_A_MOVE = re.compile(r"[a-z][0-9][!-9;<>-~]{2,}|\+?[A-Za-z]@[!-9;<>-~]+", re.ASCII)  # as it takes words for moves


class EngineError(RuntimeError):
    """An engine that crashes, hangs, or does not answer as engines do; the text quotes its last output."""


class Difference:
    """A position in which the moves differ, shrunk to what matters.

    print() shows what the program `kingscan diff` does: the moves, the board, the usual mistake behind them, and what
    finds the difference again.

    rule           the rule behind it in one word, such as "castling" or "piece-pinned"
    fen            the position before `moves`
    moves          moves in UCI, after which the lists of legal moves differ
    disagreements  the moves that differ, each as a dict with "kind" ("missing", "illegal" and so on), "rule", "move"
                   and "message", a sentence
    place          where the position came from
    group          the number of its group, from 1: see Comparison.groups
    data           all that `kingscan diff --json` tells of it, as a dict; with a function, "repeat" is a call of diff
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

    def __str__(self) -> str:
        report = {"differences": [self.data], "depth": self.data["depth"], "positions": 1, "nodes": 0, "skipped": 0}
        return _drawn(report, self._variant).rpartition("\n\n")[0]

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

    def __str__(self) -> str:
        return str(self.smallest)

    def __repr__(self) -> str:
        return (
            f"<Group of {_counted(len(self.differences), 'difference')}: {repr(self.smallest)[len('<Difference: '):]}"
        )


class _Counts(NamedTuple):
    differences: list[Difference]
    positions: int
    nodes: int
    skipped: int


class Comparison(_Counts):
    """The end of a comparison, a tuple of four. print() shows what the program `kingscan diff` prints.

    differences  a Difference each; empty when the generators agree
    positions    how many positions were compared
    nodes        how many nodes their perfts have
    skipped      how many positions the engine was not asked about, since they need Chess960
    """

    _report: dict[str, Any] = {}  # all that the program told but the differences
    _variant: dict[str, Any] = {}

    @property
    def groups(self) -> list[Group]:
        """The differences in groups, as the program prints them: one bug makes one group."""
        members: dict[int, list[Difference]] = {}
        for difference in self.differences:
            members.setdefault(difference.group, []).append(difference)
        return [Group(found[0].rule, min(found, key=_size_of), found) for _, found in sorted(members.items())]

    def __str__(self) -> str:
        if not self._report:
            return repr(self)  # made by hand
        return _drawn({**self._report, "differences": [found.data for found in self.differences]}, self._variant)

    def __repr__(self) -> str:
        count = len(self.differences)
        found = f"{count} differ{'s' * (count == 1)}, in {_counted(len(self.groups), 'group')}"
        return f"<Comparison of {_counted(self.positions, 'position')}: {found if count else 'no difference'}>"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _drawn(report: dict[str, Any], variant: dict[str, Any]) -> str:
    """The text for people of a report for programs, as the program prints it."""
    told = {"rejected": 0, "seconds": 0, "interrupted": False, **report}
    words = [f"--{name}={os.fspath(value)}" for name, value in variant.items() if value is not None]
    ran = subprocess.run(
        [str(PROGRAM), "diff", "--merge", *words],
        input=json.dumps(told),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=_environment(),
    )
    return (ran.stdout + ran.stderr.replace("kingscan diff: ", "")).rstrip("\n")


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
    chess960: bool = False,
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
    chess960    the function or script knows Chess960: without this, positions that need it are skipped, and counted as
                such. An engine says so itself, by its option UCI_Chess960
    options     of the engine: {"Hash": 16}
    variant     the name of a variant, which the engine has to know
    variants    a pathlib.Path, of a file with the variant
    random      instead of positions: so many random ones; the same with the same seed
    keep_going  find all differences, not only the first
    jobs        how many engines run at once
    timeout     the seconds that an answer may take

    Raises EngineError when the engine does not answer or knows none of the positions, and ValueError for arguments that
    the program refuses. Exceptions of a function come through, with a note of the position.
    """
    if not callable(engine) and not isinstance(engine, (str, list, tuple)):
        raise TypeError(f"engine: expected a command or a function, found {a(engine)}")
    if isinstance(positions, (str, Position)) or not isinstance(positions, (Iterable, type(None))):
        raise TypeError(f"positions: expected an iterable of FENs or Positions, found {a(positions)}")
    if callable(engine) and (script or options or jobs != 1):
        wrong = "script" if script else "options" if options else "jobs"
        raise ValueError(f"{wrong}: not with a function, which is called in this thread")
    kept = {"variant": variant, "variants": variants}
    text = None if positions is None else "".join(_fen_of(position, kept) + "\n" for position in positions)
    served = _Served(engine, kept, chess960) if callable(engine) else None
    command = served.command if served else engine if isinstance(engine, str) else shlex.join(map(os.fspath, engine))
    words = ["diff", str(depth), "--json", "--script" if script else "--engine", command]
    words += [f"--option={name}={value}" for name, value in (options or {}).items()]
    given = {"variant": variant, "variants": variants, "random": random, "seed": seed, "jobs": jobs, "timeout": timeout}
    words += [
        f"--{name}={os.fspath(value) if name == 'variants' else value}"
        for name, value in given.items()
        if value is not None
    ]
    words += ["--keep-going"] * bool(keep_going) + ["-"] * (text is not None)
    words += ["--chess960"] * (chess960 and not served)
    try:
        report = _run(words, text, served)
    finally:
        if served:
            served.close()
    differences = [Difference(data, kept) for data in report.pop("differences")]
    for difference in differences if served else ():
        difference.data["repeat"] = _call_for(difference, engine, chess960)
    found = Comparison(differences, report["positions"], report["nodes"], report["skipped"])
    found._report, found._variant = report, kept
    return found


def _call_for(difference: Difference, function: Any, chess960: bool) -> str:
    """The call of diff that finds a difference of a function again."""
    name = getattr(function, "__name__", "engine")
    words = [name if name.isidentifier() else "engine", str(difference.data["depth"])]
    words.append(f"[{difference.position().x_fen()!r}]")
    words += ["chess960=True"] * chess960
    words += [f"{name}={value!r}" for name, value in difference._variant.items() if value is not None]
    return f"kingscan.diff({', '.join(words)})"


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
    with subprocess.Popen(
        [str(PROGRAM), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env=_environment(),
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
    if report.get("trouble"):
        asks = ", which chess960=True has the function asked about" if served else ", which the engine doesn't know"
        skipped = f"; skipped {_counted(report['skipped'], 'position')} of Chess960{asks}"
        raise EngineError(report["trouble"] + skipped * (report["skipped"] > 0 and report["positions"] == 0))
    return report


def _environment() -> dict[str, str]:
    """The environment without a person's defaults."""
    return {name: value for name, value in os.environ.items() if name != "KINGSCAN_CONFIG"}


# ---- A function as an engine ----


class _Served:
    """A function that answers as a UCI engine: the program's engine is a pair of pipes to this process."""

    def __init__(self, function: Generator, variant: dict[str, Any], chess960: bool) -> None:
        self.function, self.variant, self.chess960 = function, variant, chess960
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
                "id name a function\n"
                + "option name UCI_Chess960 type check default false\n" * self.chess960
                + "option name VariantPath type string default <empty>\n"
                f"option name UCI_Variant type combo default chess var chess var {self.variant['variant']}\nuciok\n"
            )
        if word == "isready":
            return "readyok\n"
        if word == "position":
            self.position = self._position_of(rest)
        if word == "go":
            rows = self._rows(int(rest.split()[1]))
            lines = "".join(f"{move}: {count}\n" for move, count in rows)
            return f"{lines}\nNodes searched: {sum(count for _, count in rows)}\n"
        return ""

    def _position_of(self, text: str) -> Position:
        """The position of "startpos" or "fen ...", and the moves after it."""
        start, _, moves = text.partition(" moves ")
        fen = {} if start.startswith("startpos") else {"fen": start.removeprefix("fen ")}
        position = Position(**fen, **self.variant)
        for move in moves.split():
            position.push(move)
        return position

    def _rows(self, depth: int) -> list[tuple[str, int]]:
        """The answer of the function about the position: moves, some perhaps twice, and counts."""
        fen = self.position.x_fen()
        try:
            return self._checked(self.function(fen, depth), depth)
        except BaseException as error:
            _add_note(error, f"kingscan.diff asked for depth {depth} of {fen}")
            raise

    def _checked(self, found: Any, depth: int) -> list[tuple[str, int]]:
        if isinstance(found, Mapping):
            items = iter(found.items())
        elif depth > 1 or isinstance(found, (str, bytes)) or not isinstance(found, Iterable):
            wanted = "a dict of moves and counts" + " or an iterable of moves" * (depth == 1)
            raise TypeError(f"engine: expected {wanted}, found {found!r}")
        else:
            items = zip(found, itertools.repeat(1))
        rows = [(_uci_of(move), count) for move, count in itertools.islice(items, _MOST_MOVES + 1)]
        for move, count in rows:
            if isinstance(count, bool) or not hasattr(count, "__index__") or not 0 <= count < 1 << 64:
                raise ValueError(f"engine: expected a count of nodes for {move}, found {count!r}")
        return [(move, int(count)) for move, count in rows]


def _uci_of(move: Any) -> str:
    """A move as text. Raises ValueError for what the program would not take for a move."""
    text = str(move)
    if not _LIKE_A_MOVE.fullmatch(text):
        raise ValueError(f"engine: expected moves in UCI, found {move!r}")
    return text


def _add_note(error: BaseException, note: str) -> None:
    """Adds what Python 3.11 and later show below an exception."""
    error.__notes__ = [*getattr(error, "__notes__", ()), note]  # type: ignore[attr-defined]
