/* A board as sets of squares, one for each color and each role. */
import { SquareSet } from "./squareSet.js";
import { COLORS, ROLES } from "./types.js";

const SETS = ["occupied", "promoted", ...COLORS, ...ROLES];
const FIRST_RANK = ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"];

export class Board {
    constructor() {
        this.clear();
    }

    static empty() {
        return new Board();
    }

    static default() {
        const board = new Board();
        board.reset();
        return board;
    }

    clear() {
        for (const name of SETS) this[name] = SquareSet.empty();
    }

    reset() {
        this.clear();
        FIRST_RANK.forEach((role, file) => {
            this.set(file, { role, color: "white" });
            this.set(8 + file, { role: "pawn", color: "white" });
            this.set(48 + file, { role: "pawn", color: "black" });
            this.set(56 + file, { role, color: "black" });
        });
    }

    clone() {
        return Object.assign(new Board(), this);
    }

    getColor(square) {
        return this.white.has(square) ? "white" : this.black.has(square) ? "black" : undefined;
    }

    getRole(square) {
        for (const role of ROLES) if (this[role].has(square)) return role;
        return undefined;
    }

    get(square) {
        const color = this.getColor(square);
        return color && { color, role: this.getRole(square), promoted: this.promoted.has(square) };
    }

    take(square) {
        const piece = this.get(square);
        if (piece) for (const name of ["occupied", "promoted", piece.color, piece.role]) this[name] = this[name].without(square);
        return piece;
    }

    set(square, piece) {
        const before = this.take(square);
        for (const name of ["occupied", piece.color, piece.role]) this[name] = this[name].with(square);
        if (piece.promoted) this.promoted = this.promoted.with(square);
        return before;
    }

    has(square) {
        return this.occupied.has(square);
    }

    *[Symbol.iterator]() {
        for (const square of this.occupied) yield [square, this.get(square)];
    }

    pieces(color, role) {
        return this[color].intersect(this[role]);
    }

    rooksAndQueens() {
        return this.rook.union(this.queen);
    }

    bishopsAndQueens() {
        return this.bishop.union(this.queen);
    }

    steppers() {
        return this.knight.union(this.pawn).union(this.king);
    }

    sliders() {
        return this.bishop.union(this.rook).union(this.queen);
    }

    kingOf(color) {
        return this.pieces(color, "king").singleSquare();
    }
}

export const boardEquals = (left, right) => SETS.every((name) => left[name].equals(right[name]));
