"""SimpleEngine: a UCI engine for programs without asyncio, which is asked and waited for."""
import asyncio
import concurrent.futures
import functools
import threading
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union

from .protocol import AnalysisResult, UciProtocol, popen_uci
from .uci import WITHOUT_XBOARD, BestMove, EngineTerminatedError, InfoDict, Option, UciOptionMap

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")
T = TypeVar("T")


def run_in_background(
    coroutine: "Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]]",
    *,
    name: Optional[str] = None,
    debug: Optional[bool] = None,
) -> T:
    """Runs coroutine(future) in an event loop of a new thread. Returns what the future is set to, and lets it go on."""
    found: "concurrent.futures.Future[T]" = concurrent.futures.Future()

    def run() -> None:
        try:
            asyncio.run(coroutine(found), debug=debug)
        except BaseException as error:
            if found.done():
                raise
            found.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return found.result()


def _waiting(
    command: "Callable[Concatenate[UciProtocol, P], Coroutine[Any, Any, T]]",
) -> "Callable[Concatenate[SimpleEngine, P], T]":
    """A method that waits for a command of UciProtocol."""

    @functools.wraps(command)
    def wait(self: "SimpleEngine", *args: "P.args", **options: "P.kwargs") -> T:
        return self._wait(command(self.protocol, *args, **options))

    return wait


def _analysing(
    command: "Callable[Concatenate[UciProtocol, P], Coroutine[Any, Any, AnalysisResult]]",
) -> "Callable[Concatenate[SimpleEngine, P], SimpleAnalysisResult]":
    @functools.wraps(command)
    def begin(self: "SimpleEngine", *args: "P.args", **options: "P.kwargs") -> SimpleAnalysisResult:
        return SimpleAnalysisResult(self, self._wait(command(self.protocol, *args, **options)))

    return begin


class SimpleAnalysisResult:
    """A search that goes on: an iterator of an InfoDict for each line. As a context, it is stopped at the end."""

    def __init__(self, engine: "SimpleEngine", inner: AnalysisResult):
        self._engine, self.inner = engine, inner

    @property
    def multipv(self) -> list[InfoDict]:
        """The facts of each move that is searched, the best one first."""
        return self._engine._call(lambda: [info.copy() for info in self.inner.multipv])

    @property
    def info(self) -> InfoDict:
        """The facts of the best move."""
        return self.multipv[0]

    def stop(self) -> None:
        """Stops the search. The engine may say more until it has."""
        self._engine._call(self.inner.stop)

    def wait(self) -> BestMove:
        """Waits for the end of the search, and returns its move."""
        return self._engine._wait(self.inner.wait())

    def would_block(self) -> bool:
        """Whether get() and next() would wait for the engine."""
        return self._engine._call(self.inner.would_block)

    def empty(self) -> bool:
        """Whether all that the engine has said is read."""
        return self._engine._call(self.inner.empty)

    def next(self) -> Optional[InfoDict]:
        """The next words of the engine; None behind the end of the search."""
        return self._engine._wait(self.inner.next())

    def get(self) -> InfoDict:
        """The same, but raises AnalysisComplete behind the end."""
        return self._engine._wait(self.inner.get())

    def __iter__(self) -> "SimpleAnalysisResult":
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

    Its methods wait for those of UciProtocol, which an event loop runs in a thread of the engine's own.
    """

    def __init__(self, protocol: UciProtocol, closing: asyncio.Event):
        self.protocol, self._closing = protocol, closing
        self._thread = threading.current_thread()
        self._submitting, self._is_closed = threading.Lock(), False

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
        """Starts an engine: see popen_uci. debug: the event loop tells what takes long, as asyncio.run's does."""

        async def serve(opened: "concurrent.futures.Future[SimpleEngine]") -> None:
            _, protocol = await popen_uci(command, timeout=timeout, setpgrp=setpgrp, **popen_args)
            closing = asyncio.Event()
            opened.set_result(cls(protocol, closing))
            await closing.wait()
            await protocol._close()

        return run_in_background(serve, name=f"loop of {command}", debug=debug)

    @classmethod
    def popen_xboard(cls, command: Union[str, list[str]], **options: Any) -> "SimpleEngine":
        """Raises NotImplementedError: there is UCI alone."""
        raise NotImplementedError(WITHOUT_XBOARD)

    @property
    def timeout(self) -> Optional[float]:
        """Seconds to wait for an answer, beside those of a search; None: for ever."""
        return self.protocol.timeout

    @timeout.setter
    def timeout(self, seconds: Optional[float]) -> None:
        self.protocol.timeout = seconds

    @property
    def options(self) -> UciOptionMap[Option]:
        """The engine's options, by their names."""
        return self.protocol.options

    @property
    def id(self) -> dict[str, str]:
        """Words of the engine about itself, such as {"name": "Stockfish 16", "author": ...}."""
        return self.protocol.id

    def _wait(self, asked: Coroutine[Any, Any, T]) -> T:
        with self._submitting:
            if self._is_closed:
                asked.close()
                raise EngineTerminatedError("the engine is closed")
            answer = asyncio.run_coroutine_threadsafe(asked, self.protocol.loop)
        return answer.result()

    def _call(self, function: Callable[[], T]) -> T:
        """Calls a function in the thread of the engine; in this one behind the engine's end."""

        async def call() -> T:
            return function()

        return function() if self._is_closed else self._wait(call())

    ping = _waiting(UciProtocol.ping)
    configure = _waiting(UciProtocol.configure)
    play = _waiting(UciProtocol.play)
    analyse = _waiting(UciProtocol.analyse)
    analysis = _analysing(UciProtocol.analysis)
    send_opponent_information = _waiting(UciProtocol.send_opponent_information)
    send_game_result = _waiting(UciProtocol.send_game_result)

    def quit(self) -> None:
        """Asks the engine to end. Raises asyncio.TimeoutError where it does not."""
        self._wait(self.protocol.quit())
        self.close()

    def close(self) -> None:
        """Ends the engine at once."""
        with self._submitting:
            if not self._is_closed:
                self.protocol.loop.call_soon_threadsafe(self._closing.set)
            self._is_closed = True
        self._thread.join()

    def __enter__(self) -> "SimpleEngine":
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self.protocol).replace(type(self.protocol).__name__, type(self).__name__, 1)
