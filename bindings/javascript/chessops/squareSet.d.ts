import type { Color, Square } from "./types.js";

/** A set of squares that never changes: bit 0 of `lo` is a1, and bit 31 of `hi` is h8. */
export class SquareSet implements Iterable<Square> {
    constructor(lo: number, hi: number);
    readonly lo: number;
    readonly hi: number;
    static fromSquare(square: Square): SquareSet;
    static fromRank(rank: number): SquareSet;
    static fromFile(file: number): SquareSet;
    static empty(): SquareSet;
    static full(): SquareSet;
    static corners(): SquareSet;
    static center(): SquareSet;
    static backranks(): SquareSet;
    static backrank(color: Color): SquareSet;
    static lightSquares(): SquareSet;
    static darkSquares(): SquareSet;
    complement(): SquareSet;
    xor(other: SquareSet): SquareSet;
    union(other: SquareSet): SquareSet;
    intersect(other: SquareSet): SquareSet;
    diff(other: SquareSet): SquareSet;
    intersects(other: SquareSet): boolean;
    isDisjoint(other: SquareSet): boolean;
    supersetOf(other: SquareSet): boolean;
    subsetOf(other: SquareSet): boolean;
    shr64(shift: number): SquareSet;
    shl64(shift: number): SquareSet;
    bswap64(): SquareSet;
    rbit64(): SquareSet;
    minus64(other: SquareSet): SquareSet;
    equals(other: SquareSet): boolean;
    size(): number;
    isEmpty(): boolean;
    nonEmpty(): boolean;
    has(square: Square): boolean;
    set(square: Square, on: boolean): SquareSet;
    with(square: Square): SquareSet;
    without(square: Square): SquareSet;
    toggle(square: Square): SquareSet;
    first(): Square | undefined;
    last(): Square | undefined;
    withoutFirst(): SquareSet;
    moreThanOne(): boolean;
    /** The only square; undefined when there is none, or more than one. */
    singleSquare(): Square | undefined;
    [Symbol.iterator](): Iterator<Square>;
    reversed(): Iterable<Square>;
}
