/* What one prints while looking for a mistake. */
import { makePiece } from "./fen.js";
import { kingscanOf } from "./rules.js";
import { makeSquare } from "./util.js";

const picture = (signOf) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => [0, 1, 2, 3, 4, 5, 6, 7].map((file) => signOf(8 * rank + file)).join(" ") + "\n").join("");

export const squareSet = (set) => picture((square) => (set.has(square) ? "1" : "."));
export const piece = makePiece;
export const square = makeSquare;
export const board = (board) => picture((square) => (board.has(square) ? makePiece(board.get(square)) : "."));
export const dests = (dests) => [...dests].map(([from, to]) => `${makeSquare(from)}: ${[...to].map(makeSquare).join(" ")}`).join("\n");

/* The number of sequences of `depth` legal moves. log prints what is behind each move. */
export function perft(pos, depth, log = false) {
    const kingscan = kingscanOf(pos);
    if (!log) return kingscan.perft(depth);
    let sum = 0;
    for (const { move, nodes } of kingscan.divide(depth)) {
        console.log(move.uci, nodes);
        sum += nodes;
    }
    return sum;
}
