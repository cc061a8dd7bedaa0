/* Pictures that a browser takes, as pixels; and what can be asked of colours. */
import { inflateSync } from "node:zlib";

/* ---- Colours: [red, green, blue], each from 0 to 255 ---- */

function luminance(colour) {
    const [r, g, b] = colour.map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/* The contrast as WCAG 2 defines it: from 1 to 21. */
export function contrast(one, other) {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function isRed([r, g, b]) {
    return r - g > 60 && r - b > 60;
}

/* ---- PNG as Chromium writes it: 8 bits a channel, not interlaced ---- */

function* chunksOf(png) {
    for (let at = 8; at < png.length; ) {
        const length = png.readUInt32BE(at);
        yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
        at += length + 12;
    }
}

function paeth(left, above, corner) {
    const [a, b, c] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs);
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

/* Each filter's guess of a byte from the bytes left of it, above it, and above that one. */
const GUESSES = [() => 0, (left) => left, (_, above) => above, (left, above) => (left + above) >> 1, paeth];

export class Picture {
    #bytes;
    #channels;

    constructor(png) {
        const chunks = [...chunksOf(png)];
        const head = chunks[0].data;
        this.width = head.readUInt32BE(0);
        this.height = head.readUInt32BE(4);
        this.#channels = { 2: 3, 6: 4 }[head[9]];
        if (head[8] !== 8 || !this.#channels || head[12]) throw new Error("expected a PNG of 8 bits, RGB or RGBA, not interlaced");
        const data = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
        this.#unfilter(inflateSync(Buffer.concat(data)));
    }

    #unfilter(lines) {
        const [step, line] = [this.#channels, this.width * this.#channels];
        const bytes = (this.#bytes = Buffer.alloc(line * this.height));
        for (let y = 0; y < this.height; y++) {
            const guess = GUESSES[lines[y * (line + 1)]];
            for (let i = 0, at = y * line; i < line; i++, at++) {
                const left = i >= step ? bytes[at - step] : 0;
                const above = y > 0 ? bytes[at - line] : 0;
                const corner = i >= step && y > 0 ? bytes[at - line - step] : 0;
                bytes[at] = lines[y * (line + 1) + 1 + i] + guess(left, above, corner);
            }
        }
    }

    at(x, y) {
        const at = (Math.round(y) * this.width + Math.round(x)) * this.#channels;
        return [...this.#bytes.subarray(at, at + 3)];
    }

    /* The colours in a rectangle, the most frequent first: [{ colour, count }]. */
    coloursIn({ left, top, right, bottom }) {
        const counts = new Map();
        for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.height, Math.ceil(bottom)); y++)
            for (let x = Math.max(0, Math.floor(left)); x < Math.min(this.width, Math.ceil(right)); x++) {
                const at = (y * this.width + x) * this.#channels;
                const key = this.#bytes.readUIntBE(at, 3);
                counts.set(key, (counts.get(key) ?? 0) + 1);
            }
        return [...counts]
            .sort(([, a], [, b]) => b - a)
            .map(([key, count]) => ({ colour: [key >> 16, (key >> 8) & 255, key & 255], count }));
    }
}
