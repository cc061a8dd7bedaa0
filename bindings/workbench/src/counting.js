/* Divide, in the worker. A root move with many nodes is counted part by part, so that the page sees the count grow. */
import { Position, Variants } from "./kingscan.js";

const AT_ONCE = 4; /* plies that are counted in one call: some milliseconds */
const REPORT_MS = 100;

function positionOf({ text, name, fen, moves, chess960 }) {
    const position = new Position(fen, { variant: new Variants(text, { each: true }).get(name), chess960 });
    for (const move of moves) position.push(move);
    return position;
}

/* Counts what follows, and calls report(more) for each part of the count. */
function count(position, depth, report) {
    if (depth <= AT_ONCE) return report(position.perft(depth));
    for (const reply of position.legalMoves()) {
        position.push(reply);
        count(position, depth - 1, report);
        position.pop();
    }
}

/* Counts what follows a root move, and calls tell(nodes so far) now and then. */
function countBelow(position, depth, tell) {
    let nodes = 0;
    let last = performance.now();
    count(position, depth, (more) => {
        nodes += more;
        if (performance.now() - last < REPORT_MS) return;
        last = performance.now();
        tell(nodes);
    });
    return nodes;
}

/* Answers { count } first, then { move, san, nodes, ms, whole } for each root move; whole: its count is complete. */
export function divide(job, answer) {
    const position = positionOf(job);
    const start = performance.now();
    const moves = position.legalMoves().sort((a, b) => (a.uci < b.uci ? -1 : 1));
    answer({ count: moves.length });
    for (const move of moves) {
        const row = { move: move.uci, san: position.san(move) };
        const report = (nodes, whole = false) => answer({ ...row, nodes, whole, ms: performance.now() - start });
        position.push(move);
        const nodes = countBelow(position, job.depth - 1, report);
        position.pop();
        report(nodes, true);
    }
}
