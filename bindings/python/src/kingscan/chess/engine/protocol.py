"""UciProtocol: a UCI engine in a process of its own, for asyncio.

    transport, engine = await kingscan.chess.engine.popen_uci("stockfish")
    result = await engine.play(board, Limit(time=0.1))
    await engine.quit()
"""
import asyncio
import collections
import functools
import sys
from collections.abc import Awaitable, Callable, Iterable
from types import TracebackType
from typing import Any, Optional, TypeVar, Union

import kingscan.chess as chess

from .uci import (
    INFO_ALL,
    INFO_NONE,
    LOGGER,
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
    parse_best_move,
    parse_info,
    parse_option,
)

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
_BUTTONS = ("button", "reset", "save")
_GRACE = 1.0  # seconds for a process to end behind its output, or for its output to end behind it


def _command(method: F) -> F:
    """Lets one command after the other speak with the engine. A new one cancels the one that goes on."""

    @functools.wraps(method)
    async def run(self: "UciProtocol", *args: Any, **options: Any) -> Any:
        async def in_turn() -> Any:
            async with self._turn:
                return await method(self, *args, **options)

        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.ensure_future(in_turn())
        return await self._task

    return run  # type: ignore[return-value]


class AnalysisResult:
    """A search that goes on: it gives an InfoDict for each line, to async for. As a context, it is stopped at the end.

    multipv  the facts of each move that is searched, the best one first: a list of InfoDict
    """

    def __init__(self, engine: "UciProtocol", board: "chess.Board", selector: int):
        self._engine, self._board, self._selector = engine, board, selector
        self._pending: collections.deque[InfoDict] = collections.deque()
        self._news = asyncio.Event()
        self._best: "asyncio.Future[BestMove]" = engine.loop.create_future()
        self._is_stopped = False
        self.multipv: list[InfoDict] = [{}]

    @property
    def info(self) -> InfoDict:
        """The facts of the best move."""
        return self.multipv[0]

    def _take(self, line: str) -> None:
        """Reads a line of the engine."""
        word, _, rest = line.strip().partition(" ")
        if word == "bestmove":
            try:
                self._end(parse_best_move(rest, self._board))
            except EngineError as error:
                self._end(error)
        elif word == "info" and self._selector != INFO_NONE:
            info = parse_info(rest, self._board, self._selector)
            place = info.get("multipv", 1)
            while len(self.multipv) < place:
                self.multipv.append({})
            self.multipv[place - 1].update(info)
            self._pending.append(info)
            self._news.set()

    def _end(self, found: Union[BestMove, EngineError]) -> None:
        if self._best.done():
            return
        if isinstance(found, BestMove):
            self._best.set_result(found)
        else:
            self._best.set_exception(found)
            self._best.exception()  # nobody has to ask for it
        self._news.set()

    def stop(self) -> None:
        """Stops the search. The engine may say more until it has."""
        if not self._best.done() and not self._is_stopped:
            self._is_stopped = True
            self._engine._send("stop")

    async def wait(self) -> BestMove:
        """Waits for the end of the search, and returns its move."""
        return await asyncio.shield(self._best)

    def would_block(self) -> bool:
        """Whether get() and next() would wait for the engine."""
        return not self._pending and not self._best.done()

    def empty(self) -> bool:
        """Whether all that the engine has said is read."""
        return not self._pending

    async def next(self) -> Optional[InfoDict]:
        """The next words of the engine; None behind the end of the search."""
        while self.would_block():
            self._news.clear()
            await self._news.wait()
        if self._pending:
            return self._pending.popleft()
        self._best.result()
        return None

    async def get(self) -> InfoDict:
        """The same, but raises AnalysisComplete behind the end."""
        info = await self.next()
        if info is None:
            raise AnalysisComplete()
        return info

    def __aiter__(self) -> "AnalysisResult":
        return self

    async def __anext__(self) -> InfoDict:
        info = await self.next()
        if info is None:
            raise StopAsyncIteration
        return info

    def __enter__(self) -> "AnalysisResult":
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()


class UciProtocol(asyncio.SubprocessProtocol):
    """A UCI engine: transport, engine = await popen_uci("stockfish").

    One command after the other speaks with the engine: a new one ends the search that goes on, and cancels the command
    that has not answered.

    options     its options, by their names: a mapping of Option
    id          what it says of itself, such as {"name": "Stockfish 16", "author": ...}
    returncode  a future: the exit code of its process
    timeout     seconds to wait for an answer, beside those of a search; None: for ever
    """

    def __init__(self, timeout: Optional[float] = None) -> None:
        self.timeout = timeout
        self.loop = asyncio.get_running_loop()
        self.transport: Optional[asyncio.SubprocessTransport] = None
        self.returncode: "asyncio.Future[int]" = self.loop.create_future()
        self.options: UciOptionMap[Option] = UciOptionMap()
        self.id: dict[str, str] = {}
        self._turn = asyncio.Lock()
        self._task: "Optional[asyncio.Future[Any]]" = None  # the last command
        self._text = {1: b"", 2: b""}  # the beginnings of lines, of output and errors
        self._error: Optional[EngineTerminatedError] = None  # of a process that has ended
        self._answer: "Optional[asyncio.Future[None]]" = None  # to the line that _ask has sent
        self._hear: Callable[[str], None] = self._ignore
        self._config: UciOptionMap[ConfigValue] = UciOptionMap()  # what the engine was told
        self._target: UciOptionMap[ConfigValue] = UciOptionMap()  # what configure has set
        self._game: tuple[object, Optional[Opponent]] = object(), None
        self._search: Optional[AnalysisResult] = None  # the last one
        self._pondered: object = None  # what a search has to be about to go on with that one
        self._opponent: Optional[Opponent] = None

    # ---- The process ----

    @classmethod
    async def popen(
        cls,
        command: Union[str, list[str]],
        *,
        timeout: Optional[float] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> "tuple[asyncio.SubprocessTransport, UciProtocol]":
        """Starts the process of an engine, for which initialize() is the first command."""
        own_group: dict[str, Any] = {}
        if setpgrp and sys.version_info >= (3, 11):
            own_group = {"process_group": 0}
        elif setpgrp:
            own_group = {"start_new_session": True}
        words = [command] if isinstance(command, str) else command
        loop = asyncio.get_running_loop()
        return await loop.subprocess_exec(lambda: cls(timeout), *words, **{"stderr": None, **own_group, **popen_args})

    def connection_made(self, transport: Any) -> None:
        """Called by asyncio: the engine has been started."""
        self.transport = transport

    def pipe_data_received(self, fd: int, data: Union[bytes, str]) -> None:
        """Called by asyncio: the engine has written."""
        *lines, self._text[fd] = (self._text[fd] + (data.encode() if isinstance(data, str) else data)).split(b"\n")
        for line in lines:
            text = line.decode("utf-8", "replace").rstrip("\r")
            if fd == 2:
                LOGGER.warning("%s: stderr >> %s", self._pid(), text)
                continue
            LOGGER.debug("%s: >> %s", self._pid(), text)
            self._hear(text)

    def pipe_connection_lost(self, fd: int, exc: Optional[Exception]) -> None:
        """Called by asyncio: the engine has closed its input or output, and mostly ends."""
        if fd != 2:
            self.loop.call_later(_GRACE, self.connection_lost, exc)

    def process_exited(self) -> None:
        """Called by asyncio: the engine has ended, and there may be lines to read. A child may hold its output open."""
        self.loop.call_later(_GRACE, self.connection_lost, None)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        """Called by asyncio: the engine has ended, and all is read."""
        code = self.transport.get_returncode() if self.transport is not None else None
        if self.transport is not None and code is not None and not self.returncode.done():
            self.returncode.set_result(code)
            self.transport.close()
        if self._error is None:
            ended = "process has ended" if code is not None else "has closed its input or output"
            self._error = EngineTerminatedError(f"engine {ended} (exit code: {code})")
        if self._search is not None:
            self._search._end(self._error)
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(self._error)

    def _pid(self) -> Optional[int]:
        return self.transport.get_pid() if self.transport is not None else None

    def _send(self, line: str) -> None:
        """Writes a line. Raises EngineError for a text of several, EngineTerminatedError where nobody reads."""
        if "\n" in line or "\r" in line:
            raise EngineError(f"expected one line for the engine, found {line!r}")
        if self._error is not None:
            raise self._error
        LOGGER.debug("%s: << %s", self._pid(), line)
        self.transport.get_pipe_transport(0).write(line.encode() + b"\n")  # type: ignore[union-attr]

    async def _close(self) -> None:
        """Ends the process, and waits until it has ended, so that nobody is left to be told by the event loop."""
        if self.transport is not None:
            self.transport.close()
            await asyncio.wait({self.returncode}, timeout=_GRACE)

    # ---- Questions ----

    async def _in_time(self, found: Awaitable[T], seconds: Optional[float] = 0.0) -> T:
        """Waits for an answer, and for a search of so many seconds, or without an end."""
        timeout = None if self.timeout is None or seconds is None else self.timeout + seconds
        try:
            return await asyncio.wait_for(found, timeout)
        except asyncio.TimeoutError:
            raise asyncio.TimeoutError("the engine does not answer in time") from None

    def _ignore(self, line: str) -> None:
        """Hears what no command waits for."""

    async def _ask(self, line: str, last: str, hear: Callable[[str], None]) -> None:
        """Sends a line, and hears the answer up to its last line."""

        def take(text: str) -> None:
            if answer.done():
                return
            try:
                if text.strip() == last:
                    answer.set_result(None)
                else:
                    hear(text.strip())
            except (EngineError, ValueError) as error:
                answer.set_exception(error)

        self._answer = answer = self.loop.create_future()
        self._hear = take
        try:
            self._send(line)
            await self._in_time(answer)
        finally:
            self._hear = self._ignore

    def _take_option(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "id":
            name, _, value = rest.partition(" ")
            self.id[name] = value
        elif word == "option":
            option = parse_option(rest)
            self.options[option.name] = option

    @_command
    async def initialize(self) -> None:
        """Asks for the name and the options of the engine."""
        await self._ask("uci", "uciok", self._take_option)

    def debug(self, on: bool = True) -> None:
        """Asks the engine to say more, or less, of what it does."""
        self._send(f"debug {'on' if on else 'off'}")

    @_command
    async def ping(self) -> None:
        """Waits until the engine answers."""
        await self._end_search()
        await self._ask("isready", "readyok", self._ignore)

    async def _end_search(self) -> None:
        """Stops the search that goes on, and what the engine thinks of in the meantime."""
        search, self._pondered = self._search, None
        if search is not None and not search._best.done():
            search.stop()
            await self._in_time(asyncio.wait({search._best}))

    # ---- Options ----

    def _set(self, name: str, value: ConfigValue) -> None:
        """Tells the engine an option that it has with another value."""
        option = self.options.get(name)
        if option is None:
            raise EngineError(f"engine does not support option {name!r} (available: {', '.join(self.options)})")
        value = option.parse(value)
        if option.type in _BUTTONS:
            self._send(f"setoption name {option.name}")
        elif self._config.get(name, option.default) != value:
            shown = str(value).lower() if isinstance(value, bool) else "<empty>" if value == "" else value
            self._send(f"setoption name {option.name} value {shown}")
            self._config[name] = value

    def _check_managed(self, options: ConfigMapping) -> None:
        for name in options:
            if name in self.options and self.options[name].is_managed():
                raise EngineError(f"cannot set {name!r} which is automatically managed")

    @_command
    async def configure(self, options: ConfigMapping) -> None:
        """Sets options. Raises EngineError for one that the engine lacks, or that a search sets itself."""
        self._check_managed(options)
        await self._end_search()
        for name, value in options.items():
            self._set(name, value)
            self._target[name] = value

    def _wanted(
        self, board: "chess.Board", options: ConfigMapping, own: dict[str, ConfigValue]
    ) -> UciOptionMap[ConfigValue]:
        """The options of a search: those of configure, its own, and those that follow from the board."""
        self._check_managed(options)
        variant = type(board).uci_variant
        if variant != "chess" and variant not in (self._variants() or ()):
            raise EngineError(f"engine does not support variant {variant!r}")
        if board.chess960 and "UCI_Chess960" not in self.options:
            raise EngineError("engine does not support Chess960")
        own = {"UCI_Chess960": board.chess960, "UCI_Variant": variant, **own}
        wanted: UciOptionMap[ConfigValue] = UciOptionMap(
            {name: self._target.get(name, self.options[name].default) for name in self._config}
        )
        wanted.update({name: own[name] for name in own if name in self.options and name not in self._target})
        wanted.update(options)
        return wanted

    def _variants(self) -> Optional[list[str]]:
        option = self.options.get("UCI_Variant")
        return option.var if option else None

    # ---- Searches ----

    async def _start_game(self, game: tuple[object, Optional[Opponent]]) -> None:
        """Says that a game begins, where it does: there is another object for it, or another opponent."""
        if game == self._game:
            return
        self._send("ucinewgame")
        if game[1] is not None and "UCI_Opponent" in self.options:
            self._send(f"setoption name UCI_Opponent value {game[1].value()}")
        await self._ask("isready", "readyok", self._ignore)
        self._game = game

    @staticmethod
    def _position(board: "chess.Board") -> str:
        root = board.root()
        fen = root.fen(shredder=board.chess960, en_passant="fen")
        start = "startpos" if type(board).uci_variant == "chess" and fen == chess.STARTING_FEN else f"fen {fen}"
        moves = " ".join(move.uci() for move in board.move_stack)
        return f"position {start}{' moves ' + moves if moves else ''}"

    def _begin(
        self,
        board: "chess.Board",
        limit: Optional[Limit],
        roots: Optional[Iterable["chess.Move"]],
        info: int,
        go: str = "go",
    ) -> AnalysisResult:
        words = [go, *(limit.words() if limit else ["infinite"])]
        if roots is not None:
            words += ["searchmoves", *([move.uci() for move in roots] or ["0000"])]
        self._search = search = AnalysisResult(self, board.copy(), info)
        self._send(self._position(board))
        self._hear = search._take
        self._send(" ".join(words))
        return search

    async def _finish(self, search: AnalysisResult, limit: Optional[Limit]) -> BestMove:
        """Waits for the end of a search. One that nobody waits for any more is stopped."""
        try:
            return await self._in_time(search.wait(), limit.time if limit else None)
        finally:
            search.stop()

    @_command
    async def play(
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
        wanted = self._wanted(board, options, {"UCI_AnalyseMode": False, "Ponder": ponder, "MultiPV": 1})
        this_game = game, opponent or self._opponent
        about = self._position(board), wanted, this_game, info
        search = self._search
        if search and not search._best.done() and root_moves is None and self._pondered == about:
            self._send("ponderhit")
        else:
            await self._end_search()
            for name, value in wanted.items():
                self._set(name, value)
            await self._start_game(this_game)
            search = self._begin(board, limit, root_moves, info)
        self._pondered = None
        best = await self._finish(search, limit)
        result = PlayResult(best.move, best.ponder, search.info)
        if ponder and best.move is not None and best.ponder is not None:
            self._ponder(board, best, limit, about)
        return result

    def _ponder(self, board: "chess.Board", best: BestMove, limit: Limit, about: tuple[Any, ...]) -> None:
        """Begins to think about the position after a move and the reply that is expected."""
        after = board.copy()
        after.push(best.move)
        after.push(best.ponder)
        if not after.is_game_over():
            self._begin(after, limit, None, about[-1], "go ponder")
            self._pondered = self._position(after), *about[1:]

    @_command
    async def analysis(
        self,
        board: "chess.Board",
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Optional[Iterable["chess.Move"]] = None,
        options: ConfigMapping = {},
    ) -> AnalysisResult:
        """Begins a search, which has no end without a limit. multipv: the number of moves that are searched. The other
        parameters are those of play."""
        return await self._analysis(board, limit, multipv, game, info, root_moves, options)

    async def _analysis(
        self,
        board: "chess.Board",
        limit: Optional[Limit],
        multipv: Optional[int],
        game: object,
        info: int,
        root_moves: Optional[Iterable["chess.Move"]],
        options: ConfigMapping,
    ) -> AnalysisResult:
        await self._end_search()
        if multipv is not None and multipv > 1 and "MultiPV" not in self.options:
            raise EngineError("engine does not support MultiPV")
        most = self.options["MultiPV"].max if "MultiPV" in self.options else None
        moves = min(multipv or 1, most if most is not None else multipv or 1)
        for name, value in self._wanted(board, options, {"UCI_AnalyseMode": True, "MultiPV": moves}).items():
            self._set(name, value)
        await self._start_game((game, self._opponent))
        return self._begin(board, limit, root_moves, info)

    @_command
    async def analyse(
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
        search = await self._analysis(board, limit, multipv, game, info, root_moves, options)
        await self._finish(search, limit)
        return search.info if multipv is None else search.multipv

    # ---- The game, and the end ----

    async def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        """Says whom the engine plays, from the next search on. engine_rating: engines of UCI are not told of that."""
        self._opponent = opponent

    @_command
    async def send_game_result(
        self,
        board: "chess.Board",
        winner: Optional[bool] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Ends what the engine thinks of; engines of UCI are not told how a game ended."""
        await self._end_search()

    async def quit(self) -> None:
        """Asks the engine to end, and waits for it."""
        self._send("quit")
        await self._in_time(asyncio.shield(self.returncode))
        await self._close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} (pid={self._pid()}, name={self.id.get('name', '?')!r})>"


async def popen_uci(
    command: Union[str, list[str]], *, timeout: Optional[float] = None, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Starts an engine.

    command     its path, or a list of that and arguments
    timeout     seconds to wait for an answer, beside those of a search; None: for ever
    setpgrp     in a process group of its own, which an interrupt from the keyboard doesn't reach
    popen_args  those of subprocess.Popen

    Raises OSError where it can't be started, EngineTerminatedError and asyncio.TimeoutError where it says nothing.
    """
    transport, engine = await UciProtocol.popen(command, timeout=timeout, setpgrp=setpgrp, **popen_args)
    try:
        await engine.initialize()
    except BaseException:
        await engine._close()
        raise
    return transport, engine
