"""SimpleEngine: a UCI engine in a process of its own, which is asked and waited for."""
import collections
import contextlib
import logging
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Optional, Union

import kingscan.chess as chess

from .uci import (
    INFO_ALL,
    INFO_NONE,
    AnalysisComplete,
    BestMove,
    ConfigMapping,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
    UciOptionMap,
    parse_info,
    parse_best_move,
    parse_option,
)

LOGGER = logging.getLogger("chess.engine")  # which programs switch on by this name
_BUTTONS = ("button", "reset", "save")


class _Process:
    """The process of an engine, and the lines that it has written."""

    def __init__(self, command: Union[str, list[str]], setpgrp: bool, popen_args: Mapping[str, Any]):
        own_group: dict[str, Any] = {}
        if setpgrp and sys.version_info >= (3, 11):
            own_group = {"process_group": 0}
        elif setpgrp:
            own_group = {"start_new_session": True}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **{**own_group, **popen_args}  # type: ignore
        )
        self.lines: "queue.SimpleQueue[Optional[str]]" = queue.SimpleQueue()
        self.sending = threading.Lock()
        self.reader = threading.Thread(target=self._read, name=f"reader of {command}", daemon=True)
        self.reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:  # type: ignore[union-attr]
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            LOGGER.debug("%s: >> %s", self.process.pid, text)
            self.lines.put(text)
        self.lines.put(None)

    def send(self, line: str) -> None:
        """Writes a line. Raises EngineError for a text of several, EngineTerminatedError where nobody reads."""
        if "\n" in line or "\r" in line:
            raise EngineError(f"expected one line for the engine, found {line!r}")
        LOGGER.debug("%s: << %s", self.process.pid, line)
        with self.sending:
            try:
                self.process.stdin.write(line.encode() + b"\n")  # type: ignore[union-attr]
                self.process.stdin.flush()  # type: ignore[union-attr]
            except (OSError, ValueError):
                raise self._ended() from None

    def _ended(self) -> EngineTerminatedError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        return EngineTerminatedError(f"engine process has ended (exit code: {self.process.returncode})")

    def line(self, deadline: Optional[float] = None, block: bool = True) -> Optional[str]:
        """The next line. Raises asyncio.TimeoutError behind a deadline. block=False: None where there is none yet."""
        try:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            found = self.lines.get(block, left)
        except queue.Empty:
            if block:
                raise _timeout("the engine does not answer in time") from None
            return None
        if found is None:
            self.lines.put(None)
            raise self._ended()
        return found

    def close(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            self.process.stdin.close()  # type: ignore[union-attr]
        self.reader.join(1)  # a child of the engine may hold the pipe open
        if not self.reader.is_alive():
            self.process.stdout.close()  # type: ignore[union-attr]


def _timeout(text: str) -> Exception:
    import asyncio  # which takes a while; its exception is that of python-chess, and not Python's before 3.11

    return asyncio.TimeoutError(text)


class SimpleAnalysisResult:
    """A search that goes on: an iterator of an InfoDict for each line. As a context, it is stopped at the end.

    multipv  the facts of each move that is searched, the best one first: a list of InfoDict
    """

    def __init__(self, process: _Process, board: "chess.Board", selector: int):
        self._process, self._board, self._selector = process, board, selector
        self._pending: collections.deque[InfoDict] = collections.deque()
        self._best: Optional[BestMove] = None
        self._error: Optional[Exception] = None
        self._is_stopped = False
        self.multipv: list[InfoDict] = [{}]

    @property
    def info(self) -> InfoDict:
        """The facts of the best move."""
        return self.multipv[0]

    @property
    def _is_over(self) -> bool:
        return self._best is not None or self._error is not None

    def _take(self, line: str) -> None:
        """Reads a line of the engine."""
        word, _, rest = line.strip().partition(" ")
        if word == "bestmove":
            try:
                self._best = parse_best_move(rest, self._board)
            except EngineError as error:
                self._error = error
        elif word == "info" and self._selector != INFO_NONE:
            info = parse_info(rest, self._board, self._selector)
            place = info.get("multipv", 1)
            while len(self.multipv) < place:
                self.multipv.append({})
            self.multipv[place - 1].update(info)
            self._pending.append(info)

    def _go_on(self, deadline: Optional[float] = None, block: bool = True) -> bool:
        """Reads the next line, if there is one."""
        try:
            line = self._process.line(deadline, block)
        except EngineTerminatedError as error:
            self._error = error
            return False
        if line is not None:
            self._take(line)
        return line is not None

    def _read_what_is_there(self) -> None:
        while not self._is_over and self._go_on(block=False):
            pass

    def stop(self) -> None:
        """Stops the search. The engine may say more until it has."""
        if not self._is_over and not self._is_stopped:
            self._is_stopped = True
            self._process.send("stop")

    def _finish(self, deadline: Optional[float] = None) -> BestMove:
        while not self._is_over:
            self._go_on(deadline)
        if self._best is None:
            raise self._error or EngineError("the search has no end")
        return self._best

    def wait(self) -> BestMove:
        """Waits for the end of the search, and returns its move."""
        return self._finish()

    def would_block(self) -> bool:
        """Whether get() and next() would wait for the engine."""
        self._read_what_is_there()
        return not self._pending and not self._is_over

    def empty(self) -> bool:
        """Whether all that the engine has said is read."""
        self._read_what_is_there()
        return not self._pending

    def next(self) -> Optional[InfoDict]:
        """The next words of the engine; None behind the end of the search."""
        while not self._pending and not self._is_over:
            self._go_on()
        if not self._pending and self._error is not None:
            raise self._error
        return self._pending.popleft() if self._pending else None

    def get(self) -> InfoDict:
        """The same, but raises AnalysisComplete behind the end."""
        info = self.next()
        if info is None:
            raise AnalysisComplete()
        return info

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> "SimpleAnalysisResult":
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()


class SimpleEngine:
    """A UCI engine: SimpleEngine.popen_uci("stockfish"). As a context, it is closed at the end.

    options  its options, by their names: a mapping of Option
    id       what it says of itself, such as {"name": "Stockfish 16", "author": ...}
    timeout  seconds to wait for an answer, beside those of a search; None: for ever
    """

    def __init__(self, process: _Process, *, timeout: Optional[float] = 10.0):
        self._process, self.timeout = process, timeout
        self.options: UciOptionMap[Option] = UciOptionMap()
        self.id: dict[str, str] = {}
        self._config: UciOptionMap[ConfigValue] = UciOptionMap()  # what the engine was told
        self._target: UciOptionMap[ConfigValue] = UciOptionMap()  # what configure has set
        self._game: object = None
        self._has_game = False
        self._search: Optional[SimpleAnalysisResult] = None  # the last one
        self._pondered: Optional[tuple[list[str], int]] = None  # the lines of the search that goes on, and its info
        self._opponent: Optional[Opponent] = None

    @classmethod
    def popen_uci(
        cls,
        command: Union[str, list[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> "SimpleEngine":
        """Starts an engine.

        command     its path, or a list of that and arguments
        debug       taken as python-chess takes it: there is no event loop to debug. logging.getLogger("chess.engine")
                    shows what is said
        setpgrp     in a process group of its own, which an interrupt from the keyboard doesn't reach
        popen_args  those of subprocess.Popen

        Raises OSError where it can't be started, EngineTerminatedError and asyncio.TimeoutError where it says nothing.
        """
        engine = cls(_Process(command, setpgrp, popen_args), timeout=timeout)
        try:
            engine._initialize()
        except BaseException:
            engine.close()
            raise
        return engine

    @classmethod
    def popen_xboard(cls, command: Union[str, list[str]], **options: Any) -> "SimpleEngine":
        """Raises NotImplementedError: there is UCI alone."""
        raise NotImplementedError("Kingscan speaks UCI with engines, and not XBoard's protocol; take popen_uci")

    # ---- Waiting ----

    def _deadline(self, limit: Optional[Limit] = None) -> Optional[float]:
        """When an answer has to be there; None for a search that has no time."""
        if self.timeout is None or (limit is not None and limit.time is None):
            return None
        return time.monotonic() + self.timeout + (limit.time or 0 if limit else 0)

    def _lines_until(self, last: str) -> Iterator[str]:
        deadline = self._deadline()
        while True:
            line = str(self._process.line(deadline)).strip()
            yield line
            if line == last:
                return

    def _initialize(self) -> None:
        self._process.send("uci")
        for line in self._lines_until("uciok"):
            word, _, rest = line.partition(" ")
            if word == "id":
                name, _, value = rest.partition(" ")
                self.id[name] = value
            elif word == "option":
                option = parse_option(rest)
                self.options[option.name] = option

    def ping(self) -> None:
        """Waits until the engine answers."""
        self._end_search()
        self._ping()

    def _ping(self) -> None:
        self._process.send("isready")
        for _ in self._lines_until("readyok"):
            pass

    def _end_search(self) -> None:
        """Stops the search that goes on, and what the engine thinks of in the meantime."""
        search, self._search, self._pondered = self._search, None, None
        if search is not None and not search._is_over:
            search.stop()
            with contextlib.suppress(EngineError):
                search._finish(self._deadline())

    # ---- Options ----

    def _set(self, name: str, value: ConfigValue) -> None:
        """Tells the engine an option that it has with another value."""
        option = self.options.get(name)
        if option is None:
            raise EngineError(f"engine does not support option {name!r} (available: {', '.join(self.options)})")
        value = option.parse(value)
        if option.type in _BUTTONS:
            self._process.send(f"setoption name {option.name}")
        elif self._config.get(name, option.default) != value:
            shown = str(value).lower() if isinstance(value, bool) else "<empty>" if value == "" else value
            self._process.send(f"setoption name {option.name} value {shown}")
            self._config[name] = value

    def _check_managed(self, options: ConfigMapping) -> None:
        for name in options:
            if name in self.options and self.options[name].is_managed():
                raise EngineError(f"cannot set {name!r} which is automatically managed")

    def configure(self, options: ConfigMapping) -> None:
        """Sets options. Raises EngineError for one that the engine lacks, or that a search sets itself."""
        self._check_managed(options)
        self._end_search()
        for name, value in options.items():
            self._set(name, value)
            self._target[name] = value

    def _prepare(self, board: "chess.Board", options: ConfigMapping, own: dict[str, ConfigValue]) -> None:
        """Sets the options of a search: those of configure, its own, and those that follow from the board."""
        self._check_managed(options)
        variant = type(board).uci_variant
        if variant != "chess" and variant not in (self._variants() or ()):
            raise EngineError(f"engine does not support variant {variant!r}")
        if board.chess960 and "UCI_Chess960" not in self.options:
            raise EngineError("engine does not support Chess960")
        managed = {"UCI_Chess960": board.chess960, "UCI_Variant": variant, **own}
        wanted: UciOptionMap[ConfigValue] = UciOptionMap(
            {name: self._target.get(name, self.options[name].default) for name in self._config}
        )
        wanted.update({name: value for name, value in managed.items() if name in self.options})
        wanted.update(options)
        for name, value in wanted.items():
            self._set(name, value)

    def _variants(self) -> Optional[list[str]]:
        option = self.options.get("UCI_Variant")
        return option.var if option else None

    # ---- Searches ----

    def _start_game(self, game: object, opponent: Optional[Opponent]) -> None:
        if not self._has_game or game != self._game:
            self._process.send("ucinewgame")
            self._ping()
        self._has_game, self._game = True, game
        told = opponent or self._opponent
        if told is not None and "UCI_Opponent" in self.options:
            self._set("UCI_Opponent", told.value())

    @staticmethod
    def _position(board: "chess.Board") -> str:
        root = board.root()
        fen = root.fen(shredder=board.chess960, en_passant="fen")
        start = "startpos" if type(board).uci_variant == "chess" and fen == chess.STARTING_FEN else f"fen {fen}"
        moves = " ".join(move.uci() for move in board.move_stack)
        return f"position {start}{' moves ' + moves if moves else ''}"

    @staticmethod
    def _go(limit: Optional[Limit], roots: Optional[Iterable["chess.Move"]]) -> str:
        words = ["go", *(limit.words() if limit else ["infinite"])]
        if roots is not None:
            words += ["searchmoves", *([move.uci() for move in roots] or ["0000"])]
        return " ".join(words)

    def _begin(self, board: "chess.Board", lines: list[str], info: int) -> SimpleAnalysisResult:
        for line in lines:
            self._process.send(line)
        self._search = SimpleAnalysisResult(self._process, board.copy(), info)
        return self._search

    def _wait(self, search: SimpleAnalysisResult, limit: Limit) -> BestMove:
        """Waits for the end of a search. One that takes too long is stopped."""
        try:
            return search._finish(self._deadline(limit))
        except EngineError:
            raise
        except Exception:
            search.stop()
            raise

    def play(
        self,
        board: "chess.Board",
        limit: Limit,
        *,
        game: object = None,
        info: int = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Optional[Iterable["chess.Move"]] = None,
        options: ConfigMapping = {},
        opponent: Optional[Opponent] = None,
    ) -> PlayResult:
        """Lets the engine move.

        game          an object; where it is another one than the last time, the engine is told that a game begins
        info          what of its lines is read: INFO_SCORE | INFO_PV
        ponder        the engine thinks on in the meantime, about the reply that it expects
        draw_offered  engines of UCI are not told of that
        root_moves    moves that it chooses from
        options       those of this search alone
        opponent      whom it plays this time

        Raises EngineError for what the engine can't do, EngineTerminatedError, and asyncio.TimeoutError.
        """
        lines = [self._position(board), self._go(limit, root_moves)]
        if self._search is not None and self._pondered == (lines, info) and not self._search._is_over:
            search = self._search
            self._process.send("ponderhit")
        else:
            self._end_search()
            self._prepare(board, options, {"UCI_AnalyseMode": False, "Ponder": ponder, "MultiPV": 1})
            self._start_game(game, opponent)
            search = self._begin(board, lines, info)
        best = self._wait(search, limit)
        result = PlayResult(best.move, best.ponder, search.info)
        if ponder and best.move is not None and best.ponder is not None:
            self._ponder(board, best, limit, info)
        return result

    def _ponder(self, board: "chess.Board", best: BestMove, limit: Limit, info: int) -> None:
        """Begins to think about the position after a move and the reply that is expected."""
        after = board.copy()
        after.push(best.move)
        after.push(best.ponder)
        if after.is_game_over():
            return
        lines = [self._position(after), self._go(limit, None)]
        self._begin(after, [lines[0], lines[1].replace("go", "go ponder", 1)], info)
        self._pondered = lines, info

    def analysis(
        self,
        board: "chess.Board",
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Optional[Iterable["chess.Move"]] = None,
        options: ConfigMapping = {},
    ) -> SimpleAnalysisResult:
        """Begins a search, which has no end without a limit. multipv: the number of moves that are searched. The other
        parameters are those of play."""
        self._end_search()
        if multipv is not None and multipv > 1 and "MultiPV" not in self.options:
            raise EngineError("engine does not support MultiPV")
        most = self.options["MultiPV"].max if "MultiPV" in self.options else None
        moves = min(multipv or 1, most if most is not None else multipv or 1)
        self._prepare(board, options, {"UCI_AnalyseMode": True, "MultiPV": moves})
        self._start_game(game, None)
        return self._begin(board, [self._position(board), self._go(limit, root_moves)], info)

    def analyse(
        self,
        board: "chess.Board",
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Optional[Iterable["chess.Move"]] = None,
        options: ConfigMapping = {},
    ) -> Any:
        """Searches to a limit. Returns an InfoDict; with multipv, a list of them."""
        search = self.analysis(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        self._wait(search, limit)
        return search.info if multipv is None else search.multipv

    # ---- The game, and the end ----

    def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        """Says whom the engine plays, from the next search on. engine_rating: engines of UCI are not told of that."""
        self._opponent = opponent

    def send_game_result(
        self,
        board: "chess.Board",
        winner: Optional[bool] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Ends what the engine thinks of; engines of UCI are not told how a game ended."""
        self._end_search()

    def quit(self) -> None:
        """Asks the engine to end. Raises asyncio.TimeoutError where it does not."""
        self._process.send("quit")
        try:
            self._process.process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            raise _timeout("the engine does not quit") from None
        self._process.close()

    def close(self) -> None:
        """Ends the engine at once."""
        self._process.close()

    def __enter__(self) -> "SimpleEngine":
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        pid = self._process.process.pid
        return f"<{type(self).__name__} (pid={pid}, name={self.id.get('name', '?')!r})>"
