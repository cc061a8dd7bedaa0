"""Variants by their names, and files of them, each read once for its text."""
import functools
import os
from typing import Optional

from ._kingscan import Variants


class _Text(bytes):
    """A text whose file is known."""

    file: str


@functools.lru_cache(maxsize=64)
def _read(text: Optional[bytes]) -> Variants:
    return Variants(text, getattr(text, "file", None))


def variants_of(path: os.PathLike) -> Variants:
    """The variants of a file; positions of the same text are of the same variants."""
    if not isinstance(path, os.PathLike):
        raise TypeError("variants: expected a pathlib.Path")
    with open(path, "rb") as file:
        text = _Text(file.read())
    text.file = os.fspath(path)
    return _read(text)


def pickled(text: Optional[bytes], file: Optional[str]) -> tuple:
    return _unpickled, (bytes(text) if text is not None else None, file)


def _unpickled(text: Optional[bytes], file: Optional[str]) -> Optional[Variants]:
    if text is None:
        return None
    named = _Text(text)
    named.file = file
    return _read(named)


def variant_names(variants: Optional[os.PathLike] = None) -> list[str]:
    """The names of the variants that Position knows: the built-in ones, then those of a file."""
    return (_read(None) if variants is None else variants_of(variants)).names()
