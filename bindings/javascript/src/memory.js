/* The WebAssembly module, its memory, and texts in and out of it. */

/* The places in struct answer (native/exports.h). */
export const ANSWER = { code: 0, offset: 4, message: 8, squares: 192, parts: 208, counts: 240, move: 304, size: 320 };
const TEXT_SIZE = 1 << 16;
const LIST_ROOM = 4096;

/* The functions of the module; none before load(). */
export let wasm;
/* Addresses of rooms that every call may use: an answer, a text, a list of numbers. */
export const room = { answer: 0, text: 0, list: 0, listRoom: LIST_ROOM };

let bytesNow = new Uint8Array(0);
let wordsNow = new Uint32Array(0);

export const encoder = new TextEncoder();
export const decoder = new TextDecoder();

/* The memory as bytes and as words of 32 bits. When it grows, the arrays before have no length any more. */
export function bytes() {
    if (bytesNow.length === 0) bytesNow = new Uint8Array(wasm.memory.buffer);
    return bytesNow;
}

export function words() {
    if (wordsNow.length === 0) wordsNow = new Uint32Array(wasm.memory.buffer);
    return wordsNow;
}

let loading = null;

/* Sets up the module once. source: its bytes, a WebAssembly.Module, a Response, or a promise of one of these. */
export function load(source) {
    return (loading ??= instantiate(source).then(begin).catch((error) => {
        loading = null;
        throw error;
    }));
}

/* The same at once. source: bytes or a WebAssembly.Module. */
export function loadAtOnce(source) {
    if (!wasm) begin(new WebAssembly.Instance(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source)));
}

async function instantiate(source) {
    const given = await source;
    const isResponse = typeof Response === "function" && given instanceof Response;
    const made = await (isResponse && given.headers.get("content-type") === "application/wasm"
        ? WebAssembly.instantiateStreaming(given)
        : WebAssembly.instantiate(isResponse ? await given.arrayBuffer() : given));
    return made.instance ?? made;
}

/* Two calls may have been on their way. */
function begin(instance) {
    if (wasm) return;
    wasm = instance.exports;
    wasm._initialize();
    room.answer = allocate(ANSWER.size);
    room.text = allocate(TEXT_SIZE);
    room.list = allocate(4 * LIST_ROOM);
}

/* Memory of the module, to be released. */
export function allocate(size) {
    const address = wasm.allocate(size);
    if (address === 0) throw new RangeError(`no memory for ${size} bytes`);
    return address;
}

/* Makes room for so many numbers in the list. */
export function reserveList(count) {
    if (count <= room.listRoom) return;
    wasm.release(room.list);
    room.list = allocate(4 * count);
    room.listRoom = count;
}

/* ---- Memory that objects own ---- */

/* An object with memory of the module, which is freed along with the object, or by dispose(). */
export class Owner {
    #at;
    #free;

    /* free: the name of the module's function that frees what is at this address. */
    constructor(at, free) {
        this.#at = at;
        this.#free = free;
        freed.register(this, { at, free }, this);
    }

    get isDisposed() {
        return this.#at === 0;
    }

    get address() {
        if (this.isDisposed) throw new ReferenceError("the object has been disposed of");
        return this.#at;
    }

    /* Frees the memory at once: nothing in it can be used any more. */
    dispose() {
        if (this.isDisposed) return;
        freed.unregister(this);
        wasm[this.#free](this.#at);
        this.#at = 0;
    }
}
Owner.prototype[Symbol.dispose ?? Symbol.for("Symbol.dispose")] = function () {
    this.dispose();
};

const freed = new FinalizationRegistry(({ at, free }) => wasm[free](at));

/* ---- Texts out ---- */

/* Reads a text of ASCII. A decoder takes longer to call, and less for a character. */
export function readAscii(address, length) {
    const memory = bytes();
    if (length > 12) return String.fromCharCode.apply(null, memory.subarray(address, address + length));
    let text = "";
    for (let i = 0; i < length; i++) text += String.fromCharCode(memory[address + i]);
    return text;
}

/* Reads a text that ends with a zero; null at no address. */
export function readName(address) {
    if (address === 0) return null;
    return decoder.decode(bytes().subarray(address, bytes().indexOf(0, address)));
}

/* Reads the text that write(address, room) writes, whose whole length it returns. */
export function readWritten(write) {
    const length = write(room.text, TEXT_SIZE);
    return decoder.decode(bytes().subarray(room.text, room.text + Math.min(length, TEXT_SIZE - 1)));
}

/* ---- Texts in ---- */

/* Returns the bytes of a text, a string or bytes of UTF-8 in an array of any type; throws an error about `what`. */
export function bytesOfText(text, what) {
    if (typeof text === "string") return encoder.encode(text);
    if (ArrayBuffer.isView(text)) return new Uint8Array(text.buffer, text.byteOffset, text.byteLength);
    throw new TypeError(`expected ${what} as a string or a Uint8Array, found ${text === null ? text : typeof text}`);
}

/* Returns whether a short text is ASCII, and has written it to the room for texts when it is. */
function writeAscii(text) {
    const memory = bytes();
    for (let i = 0, at = room.text; i < text.length; i++, at++) {
        const unit = text.charCodeAt(i);
        if (unit > 127) return false;
        memory[at] = unit;
    }
    return true;
}

/* Calls use(address, length) with a text, or with bytes, in memory, and returns what it returns. */
export function withText(text, use) {
    if (typeof text === "string" && text.length <= 1024 && writeAscii(text)) return use(room.text, text.length);
    const given = typeof text === "string" ? encoder.encode(text) : text;
    const address = allocate(given.length + 1);
    try {
        bytes().set(given, address);
        return use(address, given.length);
    } finally {
        wasm.release(address);
    }
}

/* Turns an offset in bytes of UTF-8 into one of the string itself. */
export function offsetInString(text, offset) {
    if (typeof text !== "string") return offset;
    const given = encoder.encode(text);
    return given.length === text.length ? offset : decoder.decode(given.subarray(0, offset)).length;
}

/* ---- Squares ---- */

/* Lists the numbers of the squares of the set at an address. */
export function squaresAt(address, count = 4) {
    const found = [];
    const memory = words();
    for (let word = 0; word < count; word++)
        for (let left = memory[(address >> 2) + word]; left !== 0; left &= left - 1)
            found.push(32 * word + 31 - Math.clz32(left & -left));
    return found;
}

/* The version of the library, such as "1.0.0". */
export const version = () => readName(wasm.library_version());
