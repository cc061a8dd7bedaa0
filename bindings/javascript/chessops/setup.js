/* What a FEN holds: a board, and what else makes it a position, such as pieces in hand. */
import { Board, boardEquals } from "./board.js";
import { SquareSet } from "./squareSet.js";
import { ROLES } from "./types.js";

export class MaterialSide {
    constructor() {
        for (const role of ROLES) this[role] = 0;
    }

    static empty() {
        return new MaterialSide();
    }

    static fromBoard(board, color) {
        return MaterialSide.empty().#with((role) => board.pieces(color, role).size());
    }

    #with(count) {
        return Object.assign(new MaterialSide(), Object.fromEntries(ROLES.map((role) => [role, count(role)])));
    }

    clone() {
        return this.#with((role) => this[role]);
    }

    equals(other) {
        return ROLES.every((role) => this[role] === other[role]);
    }

    add(other) {
        return this.#with((role) => this[role] + other[role]);
    }

    subtract(other) {
        return this.#with((role) => this[role] - other[role]);
    }

    nonEmpty() {
        return ROLES.some((role) => this[role] > 0);
    }

    isEmpty() {
        return !this.nonEmpty();
    }

    hasPawns() {
        return this.pawn > 0;
    }

    hasNonPawns() {
        return ROLES.some((role) => role !== "pawn" && this[role] > 0);
    }

    size() {
        return ROLES.reduce((sum, role) => sum + this[role], 0);
    }
}

export class Material {
    constructor(white, black) {
        this.white = white;
        this.black = black;
    }

    static empty() {
        return new Material(MaterialSide.empty(), MaterialSide.empty());
    }

    static fromBoard(board) {
        return new Material(MaterialSide.fromBoard(board, "white"), MaterialSide.fromBoard(board, "black"));
    }

    clone() {
        return new Material(this.white.clone(), this.black.clone());
    }

    equals(other) {
        return this.white.equals(other.white) && this.black.equals(other.black);
    }

    add(other) {
        return new Material(this.white.add(other.white), this.black.add(other.black));
    }

    subtract(other) {
        return new Material(this.white.subtract(other.white), this.black.subtract(other.black));
    }

    count(role) {
        return this.white[role] + this.black[role];
    }

    size() {
        return this.white.size() + this.black.size();
    }

    isEmpty() {
        return this.white.isEmpty() && this.black.isEmpty();
    }

    nonEmpty() {
        return !this.isEmpty();
    }

    hasPawns() {
        return this.white.hasPawns() || this.black.hasPawns();
    }

    hasNonPawns() {
        return this.white.hasNonPawns() || this.black.hasNonPawns();
    }
}

export class RemainingChecks {
    constructor(white, black) {
        this.white = white;
        this.black = black;
    }

    static default() {
        return new RemainingChecks(3, 3);
    }

    clone() {
        return new RemainingChecks(this.white, this.black);
    }

    equals(other) {
        return this.white === other.white && this.black === other.black;
    }
}

const setupOf = (board, castlingRights) => ({
    board,
    pockets: undefined,
    turn: "white",
    castlingRights,
    epSquare: undefined,
    remainingChecks: undefined,
    halfmoves: 0,
    fullmoves: 1,
});

export const defaultSetup = () => setupOf(Board.default(), SquareSet.corners());
export const emptySetup = () => setupOf(Board.empty(), SquareSet.empty());

export const setupClone = (setup) => ({
    ...setup,
    board: setup.board.clone(),
    pockets: setup.pockets?.clone(),
    remainingChecks: setup.remainingChecks?.clone(),
});

const bothEqual = (left, right) => left === right || Boolean(left && right && left.equals(right));

export function setupEquals(left, right) {
    return (
        boardEquals(left.board, right.board) &&
        ["turn", "epSquare", "halfmoves", "fullmoves"].every((name) => left[name] === right[name]) &&
        ["castlingRights", "pockets", "remainingChecks"].every((name) => bothEqual(left[name], right[name]))
    );
}
