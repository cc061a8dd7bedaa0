/* Positions as chessops has them, with fields that anybody may change, and the class of chess. */
import { attacks, between, bishopAttacks, kingAttacks, knightAttacks, pawnAttacks, ray, rookAttacks } from "./attacks.js";
import { boardEquals } from "./board.js";
import { Result } from "./result.js";
import { Known, kingscanOf, movesOf, playAs, shareRules, startOf } from "./rules.js";
import { defaultSetup, emptySetup } from "./setup.js";
import { SquareSet } from "./squareSet.js";
import { CASTLING_SIDES, COLORS, isDrop } from "./types.js";
import { kingCastlesTo, makeUci, opposite, rookCastlesTo, squareRank } from "./util.js";

export const IllegalSetup = {
    Empty: "ERR_EMPTY",
    OppositeCheck: "ERR_OPPOSITE_CHECK",
    PawnsOnBackrank: "ERR_PAWNS_ON_BACKRANK",
    Kings: "ERR_KINGS",
    Variant: "ERR_VARIANT",
};

export class PositionError extends Error {}

/* ---- Castling ---- */

const bySide = (value) => ({ a: value, h: value });

/* The rooks that may castle, and the squares that have to be empty then. */
export class Castles {
    constructor() {
        this.castlingRights = SquareSet.empty();
        this.rook = { white: bySide(undefined), black: bySide(undefined) };
        this.path = { white: bySide(SquareSet.empty()), black: bySide(SquareSet.empty()) };
    }

    static default() {
        return Castles.fromSetup(defaultSetup());
    }

    static empty() {
        return Castles.fromSetup(emptySetup());
    }

    static fromSetup({ board, castlingRights }) {
        const castles = new Castles();
        for (const color of COLORS) {
            const backrank = SquareSet.backrank(color);
            const king = board.kingOf(color);
            if (king === undefined || !backrank.has(king)) continue;
            const rooks = castlingRights.intersect(backrank).intersect(board.pieces(color, "rook"));
            if (rooks.first() < king) castles.#add(color, "a", king, rooks.first());
            if (rooks.last() > king) castles.#add(color, "h", king, rooks.last());
        }
        return castles;
    }

    #add(color, side, king, rook) {
        this.castlingRights = this.castlingRights.with(rook);
        this.rook[color][side] = rook;
        const [kingTo, rookTo] = [kingCastlesTo(color, side), rookCastlesTo(color, side)];
        const ways = between(rook, rookTo).with(rookTo).union(between(king, kingTo).with(kingTo));
        this.path[color][side] = ways.without(king).without(rook);
    }

    clone() {
        const copy = new Castles();
        copy.castlingRights = this.castlingRights;
        for (const color of COLORS) {
            copy.rook[color] = { ...this.rook[color] };
            copy.path[color] = { ...this.path[color] };
        }
        return copy;
    }

    discardRook(square) {
        this.castlingRights = this.castlingRights.without(square);
        for (const color of COLORS)
            for (const side of CASTLING_SIDES) if (this.rook[color][side] === square) this.rook[color][side] = undefined;
    }

    discardColor(color) {
        this.castlingRights = this.castlingRights.diff(SquareSet.backrank(color));
        this.rook[color] = bySide(undefined);
    }
}

/* The side to which a move castles: the king moves two squares, or onto a piece of its own. */
export function castlingSide(pos, move) {
    if (isDrop(move) || !pos.board.king.has(move.from)) return undefined;
    const files = move.to - move.from;
    if (Math.abs(files) !== 2 && !pos.board[pos.turn].has(move.to)) return undefined;
    return files > 0 ? "h" : "a";
}

/* Castling goes to the rook's square. */
export function normalizeMove(pos, move) {
    const side = castlingSide(pos, move);
    return side ? { from: move.from, to: pos.castles.rook[pos.turn][side] ?? move.to } : move;
}

/* ---- En passant ---- */

/* The square that a pawn has passed; undefined when none can have. */
function validEpSquare({ board, turn }, square) {
    const forward = turn === "white" ? 8 : -8;
    if (square === undefined || squareRank(square) !== (turn === "white" ? 5 : 2)) return undefined;
    const isFree = !board.has(square) && !board.has(square + forward);
    return isFree && board.pieces(opposite(turn), "pawn").has(square - forward) ? square : undefined;
}

/* The square that a pawn passes with a move of two squares. */
function passedBy(board, { from, to }) {
    const doubles = Math.abs(to - from) === 16 && [1, 6].includes(squareRank(from)) && board.pawn.has(from);
    return doubles ? (from + to) / 2 : undefined;
}

function legalEpSquare(pos) {
    if (pos.epSquare === undefined || pos.isVariantEnd()) return undefined;
    return movesOf(pos).some(({ move }) => move.kind === "en-passant") ? pos.epSquare : undefined;
}

/* ---- Positions ---- */

/* None after the end of a variant's game. */
const movesIn = (pos) => (pos.isVariantEnd() ? [] : movesOf(pos));
const targetsOf = (moves) => moves.reduce((set, { to }) => set.with(to), SquareSet.empty());
const refuse = (code) => Result.err(new PositionError(code));
const starts = new Map(); /* by class: the position from which clones start, so that it is read once */

export class Position extends Known {
    constructor(rules) {
        super();
        this.rules = rules;
    }

    static default() {
        if (!starts.has(this)) {
            const pos = new this();
            pos.reset();
            kingscanOf(pos);
            starts.set(this, pos);
        }
        return starts.get(this).clone();
    }

    static fromSetup(setup) {
        const pos = new this();
        pos.setupUnchecked(setup);
        return pos.validate().map(() => pos);
    }

    reset() {
        this.setupUnchecked(startOf(this.rules));
    }

    setupUnchecked(setup) {
        this.board = setup.board.clone();
        this.board.promoted = SquareSet.empty();
        this.pockets = undefined;
        this.turn = setup.turn;
        this.castles = Castles.fromSetup(setup);
        this.epSquare = validEpSquare(this, setup.epSquare);
        this.remainingChecks = undefined;
        this.halfmoves = setup.halfmoves;
        this.fullmoves = setup.fullmoves;
    }

    /* A Result, whose error says why this is no position. */
    validate() {
        const { board, turn } = this;
        if (board.occupied.isEmpty()) return refuse(IllegalSetup.Empty);
        if (board.king.size() !== 2 || COLORS.some((color) => board.kingOf(color) === undefined)) return refuse(IllegalSetup.Kings);
        if (this.kingAttackers(board.kingOf(opposite(turn)), turn, board.occupied).nonEmpty()) return refuse(IllegalSetup.OppositeCheck);
        if (board.pawn.intersects(SquareSet.backranks())) return refuse(IllegalSetup.PawnsOnBackrank);
        return Result.ok(undefined);
    }

    clone() {
        const { board, pockets, castles, remainingChecks } = this;
        const own = { board: board.clone(), pockets: pockets?.clone(), castles: castles.clone(), remainingChecks: remainingChecks?.clone() };
        const copy = Object.assign(new this.constructor(this.rules), this, own);
        shareRules(this, copy);
        return copy;
    }

    toSetup() {
        return {
            board: this.board.clone(),
            pockets: this.pockets?.clone(),
            turn: this.turn,
            castlingRights: this.castles.castlingRights,
            epSquare: legalEpSquare(this),
            remainingChecks: this.remainingChecks?.clone(),
            halfmoves: Math.min(this.halfmoves, 150),
            fullmoves: Math.min(Math.max(this.fullmoves, 1), 9999),
        };
    }

    /* ---- Attacks ---- */

    kingAttackers(square, attacker, occupied) {
        const { board } = this;
        return board[attacker].intersect(
            rookAttacks(square, occupied)
                .intersect(board.rooksAndQueens())
                .union(bishopAttacks(square, occupied).intersect(board.bishopsAndQueens()))
                .union(knightAttacks(square).intersect(board.knight))
                .union(kingAttacks(square).intersect(board.king))
                .union(pawnAttacks(opposite(attacker), square).intersect(board.pawn)),
        );
    }

    ctx() {
        const { board, turn } = this;
        const enemy = opposite(turn);
        const king = board.kingOf(turn);
        const variantEnd = this.isVariantEnd();
        let blockers = SquareSet.empty();
        if (king === undefined) return { king, blockers, checkers: blockers, variantEnd, mustCapture: false };
        const none = SquareSet.empty();
        const lines = rookAttacks(king, none).intersect(board.rooksAndQueens()).union(bishopAttacks(king, none).intersect(board.bishopsAndQueens()));
        for (const sniper of lines.intersect(board[enemy])) {
            const through = between(king, sniper).intersect(board.occupied);
            if (!through.moreThanOne()) blockers = blockers.union(through);
        }
        return { king, blockers, checkers: this.kingAttackers(king, enemy, board.occupied), variantEnd, mustCapture: false };
    }

    /* ---- Moves ---- */

    dropDests() {
        return targetsOf(movesIn(this).filter(isDrop));
    }

    dests(square) {
        return targetsOf(movesIn(this).filter(({ from }) => from === square));
    }

    allDests() {
        const all = new Map();
        if (this.isVariantEnd()) return all;
        for (const square of this.board[this.turn]) all.set(square, SquareSet.empty());
        for (const { from, to } of movesOf(this)) if (from !== undefined) all.set(from, all.get(from).with(to));
        return all;
    }

    hasDests() {
        return movesIn(this).length > 0;
    }

    isLegal(move) {
        const { from, to, role } = normalizeMove(this, move);
        return movesIn(this).some((other) => other.from === from && other.to === to && other.promotion === move.promotion && other.role === role);
    }

    /* Throws a MoveError when the move is illegal. */
    play(move) {
        const passed = passedBy(this.board, move);
        playAs(this, makeUci(normalizeMove(this, move)), (setup) => {
            Object.assign(this.board, setup.board);
            for (const rook of this.castles.castlingRights.diff(setup.castlingRights)) this.castles.discardRook(rook);
            for (const name of ["pockets", "remainingChecks"]) if (this[name]) Object.assign(this[name], setup[name]);
            for (const name of ["turn", "halfmoves", "fullmoves"]) this[name] = setup[name];
            this.epSquare = passed;
        });
    }

    /* ---- Verdicts ---- */

    isVariantEnd() {
        return false;
    }

    variantOutcome() {
        return undefined;
    }

    /* Whether this side can win in no way. */
    hasInsufficientMaterial(color) {
        return !kingscanOf(this).canMate(color);
    }

    isInsufficientMaterial() {
        return COLORS.every((color) => this.hasInsufficientMaterial(color));
    }

    isCheck() {
        const king = this.board.kingOf(this.turn);
        return king !== undefined && this.kingAttackers(king, opposite(this.turn), this.board.occupied).nonEmpty();
    }

    isEnd() {
        return this.isVariantEnd() || this.isInsufficientMaterial() || !this.hasDests();
    }

    isCheckmate() {
        return !this.isVariantEnd() && this.isCheck() && !this.hasDests();
    }

    isStalemate() {
        return !this.isVariantEnd() && !this.isCheck() && !this.hasDests();
    }

    outcome() {
        const found = this.variantOutcome();
        if (found) return found;
        if (this.isCheckmate()) return { winner: opposite(this.turn) };
        return this.isInsufficientMaterial() || this.isStalemate() ? { winner: undefined } : undefined;
    }
}

export class Chess extends Position {
    constructor() {
        super("chess");
    }
}

/* ---- Questions about positions ---- */

const bothEqual = (left, right) => left === right || Boolean(left && right && left.equals(right));

/* Whether positions are equal but for their counts of moves. */
export function equalsIgnoreMoves(left, right) {
    return (
        left.rules === right.rules &&
        left.turn === right.turn &&
        boardEquals(left.board, right.board) &&
        left.castles.castlingRights.equals(right.castles.castlingRights) &&
        ["pockets", "remainingChecks"].every((name) => bothEqual(left[name], right[name])) &&
        legalEpSquare(left) === legalEpSquare(right)
    );
}

/* Whether a side may have all its pieces by promotions of the pawns that it lacks. */
export function isStandardMaterialSide(board, color) {
    const usual = { queen: 1, rook: 2, knight: 2 };
    const beyond = (set, number) => Math.max(set.size() - number, 0);
    const bishops = [SquareSet.lightSquares(), SquareSet.darkSquares()].map((half) => board.pieces(color, "bishop").intersect(half));
    const promoted = [...Object.entries(usual).map(([role, number]) => beyond(board.pieces(color, role), number)), ...bishops.map((set) => beyond(set, 1))];
    return board.pieces(color, "pawn").size() + promoted.reduce((sum, number) => sum + number) <= 8;
}

export const isStandardMaterial = (pos) => COLORS.every((color) => isStandardMaterialSide(pos.board, color));

/* Whether no last move can have given the check that the side to move is in. */
export function isImpossibleCheck(pos) {
    const { king, checkers } = pos.ctx();
    if (king === undefined || checkers.isEmpty()) return false;
    const [first, second, third] = checkers;
    if (pos.epSquare === undefined) {
        if (second === undefined || pos.rules === "atomic") return false;
        return third !== undefined || ray(first, second).has(king) || checkers.isDisjoint(pos.board.sliders());
    }
    const forward = pos.turn === "white" ? 8 : -8; /* a pawn has just moved two squares: it gives the check, or has opened a line */
    const before = pos.board.occupied.without(pos.epSquare - forward).with(pos.epSquare + forward);
    const wasInCheck = pos.kingAttackers(king, opposite(pos.turn), before).nonEmpty();
    return second !== undefined || (first !== pos.epSquare - forward && wasInCheck);
}

/* Where a piece may go when nobody minds the king's safety; castling is legal. */
export function pseudoDests(pos, square, ctx) {
    const { board, turn } = pos;
    const piece = board.get(square);
    if (ctx.variantEnd || piece?.color !== turn) return SquareSet.empty();
    const attacked = attacks(piece, square, board.occupied);
    if (piece.role === "pawn") {
        const forward = turn === "white" ? 8 : -8;
        const enemies = pos.epSquare === undefined ? board[opposite(turn)] : board[opposite(turn)].with(pos.epSquare);
        const onFirst = (turn === "white" ? square : 63 - square) < 16;
        const steps = (onFirst ? [square + forward, square + 2 * forward] : [square + forward]).filter((to) => to >= 0 && to < 64);
        const free = steps.slice(0, Math.max(0, [...steps.map((to) => board.has(to)), true].indexOf(true)));
        return free.reduce((set, to) => set.with(to), attacked.intersect(enemies));
    }
    const castling = piece.role === "king" ? movesIn(pos).filter(({ from, move }) => from === square && move.kind === "castling") : [];
    return attacked.diff(board[turn]).union(targetsOf(castling));
}
