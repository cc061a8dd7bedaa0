import type { KingscanError } from "./kingscan.js";

/** A mistake in the data. Reading goes on with the next block, game or record. */
export class DataError extends Error {
    readonly code: KingscanError["code"];
    /** In bytes. */
    readonly offset: number;
    /** Of a binpack, from 0. */
    readonly block: number;
    /** Of text, from 1; else 0. */
    readonly line: number;
    /** Bytes that are passed over. */
    readonly lost: number;
    toJSON(): object;
}

/** Entries, a position each, in arrays of their own. */
export interface DataBatch {
    count: number;
    /** 64 codes an entry, from a8: those of `Boards`. */
    boards: Uint8Array;
    /** To move: 0 white, 1 black; and the square of that side's king. */
    sides: Uint8Array;
    kings: Uint8Array;
    /** To be played; 0 for none. uciOf writes them. */
    moves: Uint16Array;
    /** From the side to move's view: the score in the data's units, the result as 1, 0 or -1. */
    scores: Int16Array;
    results: Int8Array;
    plies: Uint16Array;
    /** Milliseconds that the side to move has left after the move. */
    clocks: Uint32Array;
    /** Bits of KINDS about the moves, and of KNOWN: what the entry has. */
    kinds: Uint8Array;
    known: Uint8Array;
    /** 1: the side to move is in check. */
    checks: Uint8Array;
    /** With the option legality, 1: the move is not legal, or there is none. */
    illegal: Uint8Array;
    /** With the option fens; null where an entry is no position. */
    fens?: (string | null)[];
    faults: DataError[];
}

export interface DataOptions {
    /** Such as "bin" or "plain". A binpack, PGN and JSON Lines are known by their first bytes, others by the name of a File. */
    format?: string;
    /** How lines of text are written, such as "FEN | white-score | white-result". */
    pattern?: string;
    legality?: boolean;
    fens?: boolean;
    /** Entries of a batch, at least 128. Default: 16384. */
    size?: number;
}

export function data(source: string | Uint8Array, options?: DataOptions): Generator<DataBatch, void, undefined>;
/** A stream is read to its end before the first batch: the module's memory holds all of it. */
export function data(
    source: { arrayBuffer(): Promise<ArrayBuffer> } | AsyncIterable<Uint8Array | string>,
    options?: DataOptions,
): AsyncGenerator<DataBatch, void, undefined>;

export const KNOWN: Readonly<Record<"side" | "move" | "ply" | "rights" | "clocks" | "score" | "result" | "time", number>>;
export const KINDS: Readonly<Record<"capture" | "enPassant" | "castling" | "promotion" | "none" | "first", number>>;
/** A move in UCI, with castling as the king taking its rook. */
export function uciOf(move: number): string;
export function dataFormats(): string[];
