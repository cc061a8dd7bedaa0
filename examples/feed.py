#!/usr/bin/env python3
"""Feeds a net and trains none: batches of quiet positions from training data, as indices of features.

    PYTHONPATH=build/python/site python3 examples/feed.py FILE...

The features are those of HalfKP: where the own king stands, a piece that is no king, and its square, as each side sees
the board. Needs NumPy.
"""
import sys
import time

import numpy as np

import kingscan

SIZE, MOST = 16384, 32  # positions of a batch; features of a position, of which the unused ones are -1
SKIPPED = 32002  # the score of an entry that trainers pass over
NOISY = kingscan.Kind.CAPTURE | kingscan.Kind.PROMOTION

# The number of a piece for each side, by its code: 0 to 4 its own pawn to queen, 5 to 9 the other side's; 255 none.
PIECES = np.full((2, 16), 255, np.uint8)
for side, own, other in (0, 1, 9), (1, 9, 1):
    PIECES[side, own : own + 5], PIECES[side, other : other + 5] = range(5), range(5, 10)


def features(boards, sides):
    """The indices for the side to move and for the other one: two arrays of int32, shape (n, 32)."""
    rows, squares = np.divmod(np.flatnonzero(PIECES[0][boards] < 255).astype(np.int32), 64)
    codes = boards[rows, squares]
    firsts = np.searchsorted(rows, np.arange(len(boards), dtype=np.int32))
    columns = np.arange(len(rows)) - firsts[rows]  # a position's features, counted from 0
    found = []
    for seen, king in (0, 6), (1, 14):
        turn = 0 if seen else 56  # Kingscan counts from a8, nets from a1, and black sees the board turned over
        kings = (boards == king).argmax(axis=1).astype(np.int32) ^ turn
        indices = np.full((len(boards), MOST), -1, np.int32)
        indices[rows, columns] = (kings[rows] * 10 + PIECES[seen][codes]) * 64 + (squares ^ turn)
        found.append(indices)
    black = (sides == 1)[:, None]
    return np.where(black, found[1], found[0]), np.where(black, found[0], found[1])


def quiet(path):
    """Boards, sides, scores and results of the entries that nets learn from, batch by batch."""
    for batch in kingscan.data(path, size=SIZE, ordered=False):
        columns = (batch.boards, batch.sides, batch.scores, batch.results)
        arrays = [np.asarray(column) for column in columns]
        noisy = np.asarray(batch.checks) | (np.asarray(batch.kinds) & NOISY != 0) | (arrays[2] == SKIPPED)
        yield [array[~noisy] for array in arrays]


def feed(paths):
    """Yields full batches; the entries that are left at the end make the last one."""
    kept, count = [], 0
    for path in paths:
        for arrays in quiet(path):
            kept, count = [*kept, arrays], count + len(arrays[0])
            if count >= SIZE:
                whole = [np.concatenate(parts) for parts in zip(*kept)]
                yield [array[:SIZE] for array in whole]
                kept, count = [[array[SIZE:] for array in whole]], count - SIZE
    if count:
        yield [np.concatenate(parts) for parts in zip(*kept)]


if __name__ == "__main__":
    positions = total = 0
    begun = time.perf_counter()
    for boards, sides, scores, results in feed(sys.argv[1:]):
        own, other = features(boards, sides)
        positions, total = positions + len(own), total + int((own >= 0).sum())
    seconds = time.perf_counter() - begun
    print(f"{positions} quiet positions, {total} features for each side")
    print(f"{positions / seconds / 1e6:.2f} million positions a second", file=sys.stderr)
