"""UCI engines and their scores, as chess.engine of python-chess has them for programs without asyncio.

    >>> from kingscan.chess.engine import Cp, Mate
    >>> Cp(20) < Mate(3)
    True
"""
from typing import TYPE_CHECKING, Any, Union

from .scores import Cp, Mate, MateGiven, MateGivenType, Score, Wdl

from .simple import LOGGER, SimpleAnalysisResult, SimpleEngine
from .uci import (
    INFO_ALL,
    INFO_BASIC,
    INFO_CURRLINE,
    INFO_NONE,
    INFO_PV,
    INFO_REFUTATION,
    INFO_SCORE,
    MANAGED_OPTIONS,
    AnalysisComplete,
    BestMove,
    ConfigMapping,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
    UciOptionMap,
)
from .views import PovScore, PovWdl

_WITHOUT_ASYNCIO = "Kingscan asks engines without asyncio; take SimpleEngine.popen_uci(command)"

_OF_ASYNCIO = "AnalysisResult BaseCommand MockTransport Protocol UciProtocol XBoardProtocol run_in_background".split()


async def popen_uci(command: Union[str, list[str]], **options: Any) -> Any:
    """Raises NotImplementedError: there is SimpleEngine alone."""
    raise NotImplementedError(_WITHOUT_ASYNCIO)


async def popen_xboard(command: Union[str, list[str]], **options: Any) -> Any:
    """Raises NotImplementedError: there is UCI alone, and SimpleEngine."""
    raise NotImplementedError(_WITHOUT_ASYNCIO)


if not TYPE_CHECKING:

    def __getattr__(name):
        if name in _OF_ASYNCIO:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {_WITHOUT_ASYNCIO}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AnalysisComplete",
    "BestMove",
    "ConfigMapping",
    "ConfigValue",
    "Cp",
    "EngineError",
    "EngineTerminatedError",
    "INFO_ALL",
    "INFO_BASIC",
    "INFO_CURRLINE",
    "INFO_NONE",
    "INFO_PV",
    "INFO_REFUTATION",
    "INFO_SCORE",
    "Info",
    "InfoDict",
    "LOGGER",
    "Limit",
    "MANAGED_OPTIONS",
    "Mate",
    "MateGiven",
    "MateGivenType",
    "Opponent",
    "Option",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "UciOptionMap",
    "Wdl",
    "popen_uci",
    "popen_xboard",
]
