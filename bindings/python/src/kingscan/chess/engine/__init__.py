"""UCI engines and their scores, as chess.engine of python-chess has them: for asyncio, and for programs without it.

    >>> from kingscan.chess.engine import Cp, Mate
    >>> Cp(20) < Mate(3)
    True
"""
import importlib
from typing import TYPE_CHECKING, Any, Union

from .scores import Cp, Mate, MateGiven, MateGivenType, Score, Wdl

from .uci import (
    INFO_ALL,
    INFO_BASIC,
    INFO_CURRLINE,
    INFO_NONE,
    INFO_PV,
    INFO_REFUTATION,
    INFO_SCORE,
    LOGGER,
    MANAGED_OPTIONS,
    WITHOUT_XBOARD,
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

if TYPE_CHECKING:
    from .protocol import AnalysisResult, UciProtocol, popen_uci
    from .simple import SimpleAnalysisResult, SimpleEngine, run_in_background

    Protocol = UciProtocol
else:
    _MODULES = {  # which import asyncio; programs that read games and scores do without
        **dict.fromkeys(["AnalysisResult", "Protocol", "UciProtocol", "popen_uci"], "protocol"),
        **dict.fromkeys(["SimpleAnalysisResult", "SimpleEngine", "run_in_background"], "simple"),
    }

    def __getattr__(name):
        if name in _MODULES:
            module = importlib.import_module(f"{__name__}.{_MODULES[name]}")
            return getattr(module, "UciProtocol" if name == "Protocol" else name)
        if name == "XBoardProtocol":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {WITHOUT_XBOARD}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


async def popen_xboard(command: Union[str, list[str]], **options: Any) -> Any:
    """Raises NotImplementedError: there is UCI alone."""
    raise NotImplementedError(WITHOUT_XBOARD)


__all__ = [
    "AnalysisComplete",
    "AnalysisResult",
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
    "Protocol",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "UciOptionMap",
    "UciProtocol",
    "Wdl",
    "popen_uci",
    "popen_xboard",
    "run_in_background",
]
