/* Sets of squares that never change: bit 0 of lo is a1, and bit 31 of hi is h8. */

function count(bits) {
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const lowest = (bits) => 31 - Math.clz32(bits & -bits);

function swapBytes(bits) {
    return (bits << 24) | ((bits & 0xff00) << 8) | ((bits >>> 8) & 0xff00) | (bits >>> 24);
}

function reverseBits(bits) {
    bits = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
    bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
    return swapBytes(((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4));
}

export class SquareSet {
    constructor(lo, hi) {
        this.lo = lo | 0;
        this.hi = hi | 0;
    }

    static fromSquare(square) {
        return square < 32 ? new SquareSet(1 << square, 0) : new SquareSet(0, 1 << (square - 32));
    }

    static fromRank(rank) {
        return new SquareSet(0xff, 0).shl64(8 * rank);
    }

    static fromFile(file) {
        return new SquareSet(0x01010101 << file, 0x01010101 << file);
    }

    static empty() {
        return EMPTY;
    }

    static full() {
        return new SquareSet(-1, -1);
    }

    static corners() {
        return new SquareSet(0x81, 0x81000000);
    }

    static center() {
        return new SquareSet(0x18000000, 0x18);
    }

    static backranks() {
        return new SquareSet(0xff, 0xff000000);
    }

    static backrank(color) {
        return SquareSet.fromRank(color === "white" ? 0 : 7);
    }

    static lightSquares() {
        return new SquareSet(0x55aa55aa, 0x55aa55aa);
    }

    static darkSquares() {
        return SquareSet.lightSquares().complement();
    }

    complement() {
        return new SquareSet(~this.lo, ~this.hi);
    }

    xor(other) {
        return new SquareSet(this.lo ^ other.lo, this.hi ^ other.hi);
    }

    union(other) {
        return new SquareSet(this.lo | other.lo, this.hi | other.hi);
    }

    intersect(other) {
        return new SquareSet(this.lo & other.lo, this.hi & other.hi);
    }

    diff(other) {
        return new SquareSet(this.lo & ~other.lo, this.hi & ~other.hi);
    }

    intersects(other) {
        return ((this.lo & other.lo) | (this.hi & other.hi)) !== 0;
    }

    isDisjoint(other) {
        return !this.intersects(other);
    }

    supersetOf(other) {
        return other.diff(this).isEmpty();
    }

    subsetOf(other) {
        return other.supersetOf(this);
    }

    shr64(shift) {
        if (shift >= 64) return SquareSet.empty();
        if (shift >= 32) return new SquareSet(this.hi >>> (shift - 32), 0);
        return shift > 0 ? new SquareSet((this.lo >>> shift) | (this.hi << (32 - shift)), this.hi >>> shift) : this;
    }

    shl64(shift) {
        if (shift >= 64) return SquareSet.empty();
        if (shift >= 32) return new SquareSet(0, this.lo << (shift - 32));
        return shift > 0 ? new SquareSet(this.lo << shift, (this.hi << shift) | (this.lo >>> (32 - shift))) : this;
    }

    bswap64() {
        return new SquareSet(swapBytes(this.hi), swapBytes(this.lo));
    }

    rbit64() {
        return new SquareSet(reverseBits(this.hi), reverseBits(this.lo));
    }

    minus64(other) {
        const borrow = this.lo >>> 0 < other.lo >>> 0 ? 1 : 0;
        return new SquareSet(this.lo - other.lo, this.hi - other.hi - borrow);
    }

    equals(other) {
        return this.lo === other.lo && this.hi === other.hi;
    }

    size() {
        return count(this.lo) + count(this.hi);
    }

    isEmpty() {
        return (this.lo | this.hi) === 0;
    }

    nonEmpty() {
        return !this.isEmpty();
    }

    has(square) {
        return (((square < 32 ? this.lo : this.hi) >>> (square & 31)) & 1) !== 0;
    }

    set(square, on) {
        return on ? this.with(square) : this.without(square);
    }

    with(square) {
        return square < 32 ? new SquareSet(this.lo | (1 << square), this.hi) : new SquareSet(this.lo, this.hi | (1 << (square - 32)));
    }

    without(square) {
        return square < 32 ? new SquareSet(this.lo & ~(1 << square), this.hi) : new SquareSet(this.lo, this.hi & ~(1 << (square - 32)));
    }

    toggle(square) {
        return this.xor(SquareSet.fromSquare(square));
    }

    first() {
        return this.lo !== 0 ? lowest(this.lo) : this.hi !== 0 ? 32 + lowest(this.hi) : undefined;
    }

    last() {
        return this.hi !== 0 ? 63 - Math.clz32(this.hi) : this.lo !== 0 ? 31 - Math.clz32(this.lo) : undefined;
    }

    withoutFirst() {
        return this.lo !== 0 ? new SquareSet(this.lo & (this.lo - 1), this.hi) : new SquareSet(0, this.hi & (this.hi - 1));
    }

    moreThanOne() {
        return this.withoutFirst().nonEmpty();
    }

    singleSquare() {
        return this.moreThanOne() ? undefined : this.first();
    }

    *[Symbol.iterator]() {
        for (let { lo } = this; lo !== 0; lo &= lo - 1) yield lowest(lo);
        for (let { hi } = this; hi !== 0; hi &= hi - 1) yield 32 + lowest(hi);
    }

    *reversed() {
        for (let left = this; left.nonEmpty(); ) {
            const last = left.last();
            yield last;
            left = left.without(last);
        }
    }
}

const EMPTY = new SquareSet(0, 0);
