/* The errors that the package throws, each with a code and a place in the text. */
import { ANSWER, offsetInString, readName, room, wasm, words } from "./memory.js";

/* An error with a code, such as "piece-pinned", and the offset in the text that was read. */
export class KingscanError extends Error {
    constructor(message, code, offset) {
        super(message);
        this.name = new.target.name;
        this.code = code;
        this.offset = offset;
    }

    /* JSON leaves out the message of an error, unless it is asked for. */
    toJSON() {
        return { ...this, message: this.message };
    }
}

/* A text that is no position. */
export class FenError extends KingscanError {}

/* A text that is no legal move. The message is a sentence that says which rule the move breaks. */
export class MoveError extends KingscanError {
    /* The squares that the sentence names. */
    get squares() {
        return [...new Set(this.message.match(/\b[a-l](?:10|[1-9])\b/g) ?? [])];
    }
}

/* A text of variants with a mistake, and its line and column, from 1. */
export class VariantError extends KingscanError {}

/* A mistake in a game, its line and column, from 1, the word it is about, and the number of moves before it. */
export class PgnError extends KingscanError {}

/* A value in a message. */
export const shown = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/* Returns the options that are given, an object that may have these names alone. */
export function optionsOf(given, names) {
    const isObject = typeof given === "object" && given !== null;
    const unknown = isObject ? Object.keys(given).find((name) => !names.includes(name)) : shown(given);
    if (unknown === undefined) return given;
    throw new TypeError(`expected ${names.length > 0 ? `options out of { ${names.join(", ")} }` : "no options"}, found ${unknown}`);
}

/* What the package gives to its own constructors: others are told how such objects are made. */
export const MADE = Symbol("made");
export function needMade(token, advice) {
    if (token !== MADE) throw new TypeError(advice);
}

/* The line and column of an offset in a text. */
export function placeIn(text, offset) {
    const before = text.slice(0, offset);
    return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/* The error at an address, about this text. */
export function errorAt(kind, text, address = room.answer) {
    const at = address >> 2;
    const offset = offsetInString(text, words()[at + (ANSWER.offset >> 2)]);
    return new kind(readName(address + ANSWER.message), readName(wasm.name_of_error(words()[at])), offset);
}
