"""The operations of EPD: bm Nf3; id "mate in 2"; and so on."""
import re
from typing import Any

_OPERATION = re.compile(r'\s*(?:([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;|$)|$)')
_OPERAND = re.compile(r'"([^"]*)"|([^\s;"]+)')
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def read(kind: Any, epd: str, **settings: Any) -> tuple[Any, dict[str, Any]]:
    """The Position of an EPD, and a dict of its operations: for Position.from_epd."""
    if not isinstance(epd, str):
        raise TypeError(f"epd: expected a str, found {epd!r}")
    fields = epd.split(None, 4)
    rest = fields[4] if len(fields) > 4 else ""
    if re.match(r"\d", rest):
        raise ValueError(
            f"epd: expected operations behind the first four fields, found {rest!r}; Position(fen) reads FEN"
        )
    position = kind(" ".join(fields[:4]), **settings)
    operations: dict[str, Any] = {}
    at = 0
    while at < len(rest):
        found = _OPERATION.match(rest, at)
        if found is None:
            raise ValueError(f"epd: expected an operation such as 'bm Nf3;', found {rest[at:].strip()[:40]!r}")
        at = found.end()
        if found[1]:
            operations[found[1]] = _value_of(position, found[1], _OPERAND.findall(found[2]))
    for opcode, name in (("hmvc", "a clock"), ("fmvn", "a number of the move")):
        if opcode in operations and not isinstance(operations[opcode], int):
            raise ValueError(f"epd: expected {name} behind {opcode}, found {operations[opcode]!r}")
    clocks = f"{operations.get('hmvc', 0)} {operations.get('fmvn', 1)}"
    return kind(" ".join([*fields[:4], clocks]), **settings), operations


def _value_of(position: Any, opcode: str, operands: list[tuple[str, str]]) -> Any:
    """None, a number, a text, a Move, a list of Moves, or a list of several texts and numbers."""
    words = [quoted or word for quoted, word in operands]
    if opcode in ("bm", "am"):
        return [position.parse_san(word) for word in words]
    if opcode == "pv":
        here = position.copy(stack=False)
        return [here.push_san(word) for word in words]
    if opcode == "sm" and len(words) == 1:
        return position.parse_san(words[0])
    values = [_number(word) if word and not quoted else quoted for quoted, word in operands]
    return values if len(values) > 1 else values[0] if values else None


def _number(word: str) -> Any:
    """The number of a word; the word itself when it is none."""
    found = _NUMBER.fullmatch(word)
    return word if not found else float(word) if found[1] else int(word)
