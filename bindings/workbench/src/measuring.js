/* Measures the package against plain JavaScript, in the worker: turns of both, medians. */
import { Boards, inCheck, Position } from "./kingscan.js";
import { hardSet } from "./hard.js";
import { plainInCheck, plainPerft } from "./plain.js";

const TURNS = 7;
const TURN_MS = 40;
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const KIWIPETE_ROOKS = [0, 7, 56, 63];
const KIWIPETE_KINGS = [60, 4];
const DEPTH = 3;

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/* Milliseconds of a call, over as many as fill a turn. */
function timeOf(call) {
    const start = performance.now();
    let calls = 0;
    do {
        call();
        calls++;
    } while (performance.now() - start < TURN_MS);
    return (performance.now() - start) / calls;
}

/* Times several functions in turn; returns the median of each. */
function inTurn(calls) {
    const times = calls.map(() => []);
    for (let turn = 0; turn < TURNS; turn++) calls.forEach((call, i) => times[i].push(timeOf(call)));
    return times.map(median);
}

function questions() {
    const positions = hardSet().map(({ fen }) => new Position(fen));
    return positions.map((position) => {
        const { board, turn, variant } = position;
        return { board, king: variant.squares.indexOf(position.king()), side: turn === "white" ? 0 : 1 };
    });
}

function batchOf(asked) {
    const boards = new Boards(asked.length);
    asked.forEach(({ board, king, side }, i) => {
        boards.codes.set(board, 64 * i);
        boards.kings[i] = king;
        boards.sides[i] = side;
    });
    return boards;
}

function expectEqual(what, ours, theirs) {
    if (ours !== theirs) throw new Error(`${what}: Kingscan says ${ours}, plain JavaScript ${theirs}`);
}

function measureChecks(answer) {
    const asked = questions();
    const boards = batchOf(asked);
    const answers = boards.inCheck();
    asked.forEach(({ board, king, side }, i) =>
        expectEqual(`board ${i}`, (answers[i >> 3] >> (i & 7)) & 1, Number(plainInCheck(board, king, side))),
    );
    const [batch, single, plain] = inTurn([
        () => boards.inCheck(),
        () => asked.forEach(({ board, king, side }) => inCheck(board, king, side)),
        () => asked.forEach(({ board, king, side }) => plainInCheck(board, king, side)),
    ]);
    boards.dispose();
    const rows = [
        ["kingscan", "Kingscan, a batch", batch],
        ["kingscan", "Kingscan, one board a call", single],
        ["plain", "plain JavaScript", plain],
    ];
    const perBoard = (ms) => (1e6 * ms) / asked.length;
    answer({
        title: "Is this king in check?",
        note: `ns a board, less is better; ${asked.length} hard positions, plain JavaScript takes ${(plain / batch).toFixed(1)}× as long as a batch`,
        unit: "ns",
        digits: 1,
        rows: rows.map(([who, name, ms]) => ({ who, name, value: perBoard(ms) })),
    });
}

function measurePerft(answer) {
    const position = new Position(KIWIPETE);
    const plain = { board: position.board, side: 0, rights: KIWIPETE_ROOKS, passed: -1, kings: KIWIPETE_KINGS };
    const nodes = position.perft(DEPTH);
    expectEqual("perft", nodes, plainPerft(plain, DEPTH));
    const [ours, theirs] = inTurn([() => position.perft(DEPTH + 1), () => plainPerft(plain, DEPTH)]);
    const deeper = position.perft(DEPTH + 1);
    const rates = { kingscan: deeper / ours / 1000, plain: nodes / theirs / 1000 };
    answer({
        title: "Perft of Kiwipete",
        note: `million nodes a second, more is better; Kingscan counts ${(rates.kingscan / rates.plain).toFixed(0)}× as many`,
        unit: "million nodes/s",
        digits: 1,
        rows: [
            { who: "kingscan", name: "Kingscan", value: rates.kingscan },
            { who: "plain", name: "plain JavaScript", value: rates.plain },
        ],
    });
}

export function measure(job, answer) {
    measureChecks(answer);
    measurePerft(answer);
}
