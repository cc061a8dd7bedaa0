/* Plain JavaScript for the same questions, as one would write it first: a board of 64 codes as the package has them, loops
 * over directions, moves made and taken back. The measurement checks that it answers alike. */

const WHITE = 0;
const [EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [0, 1, 2, 3, 4, 5, 6];
const STRAIGHT = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
];
const SLANTED = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
];
const AROUND = [...STRAIGHT, ...SLANTED];
const LEAPS = [
    [1, 2],
    [2, 1],
    [-1, 2],
    [-2, 1],
    [1, -2],
    [2, -1],
    [-1, -2],
    [-2, -1],
];

const typeOf = (code) => code & 7;
const sideOf = (code) => code >> 3;
const onBoard = (file, row) => file >= 0 && file < 8 && row >= 0 && row < 8;

/* Whether the first piece in a direction is one of two types of the enemy. */
function slides(board, square, [x, y], enemy, type) {
    for (let file = (square & 7) + x, row = (square >> 3) + y; onBoard(file, row); file += x, row += y) {
        const code = board[8 * row + file];
        if (code !== EMPTY) return code === enemy + type || code === enemy + QUEEN;
    }
    return false;
}

const steps = (board, square, [x, y], code) => {
    const [file, row] = [(square & 7) + x, (square >> 3) + y];
    return onBoard(file, row) && board[8 * row + file] === code;
};

export function plainInCheck(board, king, side) {
    const enemy = side === WHITE ? 8 : 0;
    const ahead = side === WHITE ? -1 : 1;
    for (const way of STRAIGHT) if (slides(board, king, way, enemy, ROOK)) return true;
    for (const way of SLANTED) if (slides(board, king, way, enemy, BISHOP)) return true;
    for (const leap of LEAPS) if (steps(board, king, leap, enemy + KNIGHT)) return true;
    for (const step of AROUND) if (steps(board, king, step, enemy + KING)) return true;
    return steps(board, king, [-1, ahead], enemy + PAWN) || steps(board, king, [1, ahead], enemy + PAWN);
}

/* ---- Perft, for positions in which kings and rooks stand as usual when they may castle ---- */

/* A move: from, to, the code put there, and of en passant the pawn taken, of castling the rook's two squares. */
const move = (from, to, code, more = {}) => ({ from, to, code, taken: to, rook: null, passed: -1, ...more });

function* pawnMoves({ board, side, passed }, from, code) {
    const ahead = side === WHITE ? -8 : 8;
    const last = side === WHITE ? 0 : 7;
    const promoted = (to, more) =>
        to >> 3 === last
            ? [QUEEN, ROOK, BISHOP, KNIGHT].map((type) => move(from, to, 8 * side + type, more))
            : [move(from, to, code, more)];
    if (board[from + ahead] === EMPTY) {
        yield* promoted(from + ahead);
        const start = side === WHITE ? 6 : 1;
        if (from >> 3 === start && board[from + 2 * ahead] === EMPTY)
            yield move(from, from + 2 * ahead, code, { passed: from + ahead });
    }
    for (const x of [-1, 1]) {
        const to = from + ahead + x;
        if (!onBoard((from & 7) + x, 0)) continue;
        if (board[to] !== EMPTY && sideOf(board[to]) !== side) yield* promoted(to);
        else if (to === passed) yield move(from, to, code, { taken: from + x });
    }
}

function* pieceMoves({ board, side }, from, code, ways, far) {
    for (const [x, y] of ways)
        for (let file = (from & 7) + x, row = (from >> 3) + y; onBoard(file, row); file += x, row += y) {
            const to = 8 * row + file;
            if (board[to] === EMPTY || sideOf(board[to]) !== side) yield move(from, to, code);
            if (board[to] !== EMPTY || !far) break;
        }
}

/* rights: the rooks that may castle. The king may not leave, cross or enter an attacked square. */
function* castlings({ board, side, rights }, king, code) {
    for (const rook of rights) {
        if (rook >> 3 !== king >> 3 || plainInCheck(board, king, side)) continue;
        const way = Math.sign(rook - king);
        let free = true;
        for (let square = king + way; square !== rook; square += way) free &&= board[square] === EMPTY;
        if (free && !plainInCheck(board, king + way, side))
            yield move(king, king + 2 * way, code, { rook: [rook, king + way] });
    }
}

function* pseudoLegal(position) {
    const { board, side } = position;
    for (let from = 0; from < 64; from++) {
        const code = board[from];
        if (code === EMPTY || sideOf(code) !== side) continue;
        const type = typeOf(code);
        if (type === PAWN) yield* pawnMoves(position, from, code);
        else if (type === KNIGHT) yield* pieceMoves(position, from, code, LEAPS, false);
        else if (type === BISHOP) yield* pieceMoves(position, from, code, SLANTED, true);
        else if (type === ROOK) yield* pieceMoves(position, from, code, STRAIGHT, true);
        else yield* pieceMoves(position, from, code, AROUND, type === QUEEN);
        if (type === KING) yield* castlings(position, from, code);
    }
}

function after({ board, side, rights, kings }, { from, to, code, taken, rook, passed }) {
    const next = board.slice();
    next[taken] = EMPTY;
    next[from] = EMPTY;
    next[to] = code;
    if (rook) {
        next[rook[1]] = next[rook[0]];
        next[rook[0]] = EMPTY;
    }
    const isKing = typeOf(code) === KING;
    const left = rights.filter(
        (square) => square !== from && square !== to && !(isKing && square >> 3 === (side === WHITE ? 7 : 0)),
    );
    return { board: next, side: side ^ 1, rights: left, passed, kings: isKing ? kings.with(side, to) : kings };
}

/* position: { board, side, rights, passed, kings }. */
export function plainPerft(position, depth) {
    let nodes = 0;
    for (const made of pseudoLegal(position)) {
        const next = after(position, made);
        if (plainInCheck(next.board, next.kings[position.side], position.side)) continue;
        nodes += depth > 1 ? plainPerft(next, depth - 1) : 1;
    }
    return nodes;
}
