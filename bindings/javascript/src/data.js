/* Training data and games as batches of entries, in arrays: what kingscan/data.h reads. */
import { KingscanError, errorAt, optionsOf, shown } from "./errors.js";
import { allocate, bytes, bytesOfText, decoder, encoder, readName, room, wasm, withText, words } from "./memory.js";

const ENTRIES = 16384; /* of a batch, unless the option size says it */
const BATCH = 128; /* the entries that the module reads at once */
const FEN_SIZE = 96;
/* The columns of native struct columns, in their order: the array, and elements an entry. */
const COLUMNS = {
    boards: [Uint8Array, 64], clocks: [Uint32Array, 1], moves: [Uint16Array, 1], scores: [Int16Array, 1], plies: [Uint16Array, 1],
    results: [Int8Array, 1], sides: [Uint8Array, 1], kings: [Uint8Array, 1], kinds: [Uint8Array, 1], known: [Uint8Array, 1],
    checks: [Uint8Array, 1], illegal: [Uint8Array, 1],
};
/* The places in native struct stop. */
const STOP = { numbers: 192, count: 224, why: 228, size: 232 };
const FAULT = 1;
const ENDED = 2;

/* A mistake in the data: its code and offset, the line of text, from 1, the block of a binpack, and the bytes lost by it. */
export class DataError extends KingscanError {}

/* Bits of `known` and `kinds`. */
export const KNOWN = Object.freeze({ side: 1, move: 2, ply: 4, rights: 8, clocks: 16, score: 32, result: 64, time: 128 });
export const KINDS = Object.freeze({ capture: 1, enPassant: 2, castling: 4, promotion: 8, none: 16, first: 128 });

const squareName = (square) => "abcdefgh"[square & 7] + (8 - (square >> 3));

/* A move of `moves` in UCI, with castling as the king taking its rook. */
export function uciOf(move) {
    const kind = (move >> 12) & 7;
    return squareName(move & 63) + squareName((move >> 6) & 63) + (kind < 4 ? "" : "nbrq"[kind & 3]);
}

/* ---- Reading ---- */

function formatOf(given, text, length, name) {
    if (given !== undefined) {
        const format = withText(`${given}\0`, (at) => wasm.data_find_format(at));
        if (format === 0) throw new RangeError(`expected a format such as "binpack" or "pgn", found ${shown(given)}`);
        return format;
    }
    return withText(`${name}\0`, (at) => wasm.data_format_of(text, length, at));
}

function open(given, { format, pattern, legality, name }) {
    const text = allocate(given.length + 1);
    bytes().set(given, text);
    const number = formatOf(pattern === undefined ? format : (format ?? "text"), text, given.length, name);
    const begin = (pattern) => wasm.data_open(text, given.length, number, legality, pattern, room.answer);
    const reader = pattern === undefined ? begin(0) : withText(`${pattern}\0`, begin);
    if (reader !== 0) return { reader, text };
    wasm.release(text);
    throw errorAt(DataError, pattern ?? null);
}

/* Returns the columns of `count` entries in memory with this room, as arrays of their own. */
function columnsAt(memory, entries, count, fens) {
    const batch = { count };
    let at = memory;
    for (const [name, [Type, each]] of Object.entries(COLUMNS)) {
        batch[name] = new Type(wasm.memory.buffer, at, each * count).slice();
        at += Type.BYTES_PER_ELEMENT * each * entries;
    }
    const fenAt = (i) => decoder.decode(bytes().subarray(at + FEN_SIZE * i, bytes().indexOf(0, at + FEN_SIZE * i)));
    if (fens) batch.fens = Array.from({ length: count }, (_, i) => fenAt(i) || null);
    return batch;
}

function faultAt(stop) {
    const [offset, block, line, lost] = new Float64Array(wasm.memory.buffer, stop + STOP.numbers, 4);
    return Object.assign(errorAt(DataError, null, stop), { offset, block, line, lost });
}

/* Fills the columns, and returns { batch, ended }. */
function fill(reader, memory, stop, { size, fens }) {
    const faults = [];
    let at = 0;
    for (let why = FAULT; why === FAULT; ) {
        wasm.data_fill(reader, memory, size, fens, at, stop);
        [at, why] = words().subarray((stop + STOP.count) >> 2, ((stop + STOP.why) >> 2) + 1);
        if (why === FAULT) faults.push(faultAt(stop));
        else return { batch: { ...columnsAt(memory, size, at, fens), faults }, ended: why === ENDED };
    }
}

function* batchesOf(given, options) {
    const { reader, text } = open(given, options);
    const memory = allocate(options.size * (82 + (options.fens ? FEN_SIZE : 0)) + 64), stop = allocate(STOP.size);
    try {
        for (let ended = false; !ended; ) {
            const filled = fill(reader, memory, stop, options);
            ended = filled.ended;
            if (filled.batch.count > 0 || filled.batch.faults.length > 0) yield filled.batch;
        }
    } finally {
        wasm.data_close(reader);
        for (const address of [text, memory, stop]) wasm.release(address);
    }
}

/* A stream is read to its end before the first batch: the module's memory holds all of it. */
async function* batchesOfStream(source, options) {
    const parts = [];
    for await (const part of source) parts.push(typeof part === "string" ? encoder.encode(part) : part);
    const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    yield* batchesOf(all, options);
}

async function* batchesOfBlob(blob, options) {
    yield* batchesOf(new Uint8Array(await blob.arrayBuffer()), options);
}

function checkSize(size) {
    if (!Number.isInteger(size) || size < BATCH || size > 1 << 20)
        throw new RangeError(`expected a size from ${BATCH} to ${1 << 20}, found ${shown(size)}`);
    return Math.ceil(size / BATCH) * BATCH;
}

/* Yields batches of the entries of data: a string or bytes; or, asynchronously, of a Blob or File, a Response, or anything with
 * parts that `for await` takes. options: format, such as "bin", where the first bytes and the file's name do not tell;
 * pattern, of lines of text; legality, whether `illegal` is wanted; fens, whether texts are; size, entries of a batch. */
export function data(source, options = {}) {
    const given = optionsOf(options, ["format", "pattern", "legality", "fens", "size"]);
    const { format, pattern, legality = false, fens = false, size = ENTRIES } = given;
    const how = { format, pattern, legality: Boolean(legality), fens: Boolean(fens), size: checkSize(size), name: String(source?.name ?? "") };
    if (typeof source === "string" || ArrayBuffer.isView(source)) return batchesOf(bytesOfText(source), how);
    if (typeof source?.arrayBuffer === "function") return batchesOfBlob(source, how);
    if (typeof source?.[Symbol.asyncIterator] === "function") return batchesOfStream(source, how);
    throw new TypeError("expected data as a string, a Uint8Array, a Blob, a Response or a stream");
}

/* The names of all formats. */
export const dataFormats = () => {
    const names = [];
    for (let name; (name = readName(wasm.data_format_name(names.length + 1))) !== null; ) names.push(name);
    return names;
};
