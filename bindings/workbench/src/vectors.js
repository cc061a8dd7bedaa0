/* Vectors of bytes and masks of 64 bits, as the kernels have them in registers. A lane is eight bytes, the lowest first. */

const LANE = 8;

/* A vector from others, byte by byte. */
const combine = (f, first, ...others) => first.map((byte, i) => f(byte, ...others.map((other) => other[i])));

export const and = (a, b) => combine((a, b) => a & b, a, b);
export const or = (a, b) => combine((a, b) => a | b, a, b);
export const xor = (a, b) => combine((a, b) => a ^ b, a, b);
/* Not a, and b. */
export const andNot = (a, b) => combine((a, b) => ~a & b, a, b);
export const shiftBytes = (a, bits) => a.map((byte) => (bits < 0 ? byte << -bits : byte >> bits));
/* In each byte of `indices`, the byte of the table with this number; 0 for a number from 0x80 on. */
export const lookUp = (table, indices) => indices.map((index) => (index & 0x80 ? 0 : table[index]));

/* The same of a table of sixteen bytes, by the lower four bits: vpshufb. */
export const lookUpLow = (table, indices) => indices.map((index) => (index & 0x80 ? 0 : table[index & 15]));

export function lanesOf(vector) {
    const view = new DataView(vector.buffer, vector.byteOffset, vector.length);
    return Array.from({ length: vector.length / LANE }, (_, lane) => view.getBigUint64(LANE * lane, true));
}

export function fromLanes(lanes) {
    const vector = new Uint8Array(LANE * lanes.length);
    const view = new DataView(vector.buffer);
    lanes.forEach((lane, i) => view.setBigUint64(LANE * i, lane, true));
    return vector;
}

const inLanes = (f, a, b) => fromLanes(lanesOf(a).map((lane, i) => BigInt.asUintN(64, f(lane, lanesOf(b)[i]))));
export const addLanes = (a, b) => inLanes((a, b) => a + b, a, b);
export const subtractLanes = (a, b) => inLanes((a, b) => a - b, a, b);

/* A table's bytes again and again, as many as a vector of this length has. */
export const repeat = (bytes, length) => Uint8Array.from({ length }, (_, i) => bytes[i % bytes.length]);

/* The lanes for which `test` is true, all of whose bytes it leaves; it clears the others. */
export const whereLanes = (vector, test) => vector.map((byte, i) => (test(Math.floor(i / LANE)) ? byte : 0));
export const isZeroLane = (vector, lane) => vector.subarray(LANE * lane, LANE * lane + LANE).every((byte) => byte === 0);

/* ---- Masks of squares ---- */

export const bitOf = (square) => 1n << BigInt(square);
export const maskOf = (squares) => squares.reduce((mask, square) => mask | bitOf(square), 0n);
/* From a vector with a byte for each square: those with this bit. */
export const maskWithBit = (bytes, bit) => maskOf([...bytes.keys()].filter((square) => bytes[square] & bit));
export const squaresOf = (mask) => Array.from({ length: 64 }, (_, square) => square).filter((square) => mask & bitOf(square));
export const lowest = (mask) => squaresOf(mask)[0];
export const highest = (mask) => squaresOf(mask).at(-1);
export const masksAt = (bytes, at, count) => lanesOf(bytes.slice(at, at + LANE * count));

export const hex = (number, digits) => number.toString(16).padStart(digits, "0");
export const hexByte = (byte) => hex(byte, 2);
export const hexMask = (mask) => hex(mask, 16);
