/* The tables of the kernels, for the panel that shows how a check is found: they are read from the objects that NASM and
 * the C compiler make of asm/ and c/, so that the page and the kernels have the same ones. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { constants, deflateSync } from "node:zlib";

/* What the panel uses of each object, and the structures of its rows. */
const USED = {
    avx512: {
        tables: [
            ...["kinds_of_sides", "seen_classes", "kinds_minus_one", "seen_rows"],
            ...["king_rows", "sliders", "pin_marks", "occupied_bits", "check_marks", "ray_minus_one"],
        ],
        structures: ["king_row", "seen_row"],
    },
    four_lanes: { tables: ["ks_four_lanes", "ks_seen_lanes", "ks_slot_rows"], structures: ["king_row", "seen_row", "slot_row"] },
    scan: { tables: ["king_rows", "lines_from_king"], structures: ["king_row"] },
    pieceset: { tables: ["ks_chess_pieces"], structures: [] },
};

/* ---- Objects ---- */

/* Of ELF: the type of a section with symbols, the section of absolute ones, and the size of one. */
const SHT_SYMTAB = 2;
const SHN_ABS = 0xfff1;
const SYMBOL_BYTES = 24;

function sectionsOf(view, bytes) {
    const [at, size, count] = [Number(view.getBigUint64(40, true)), view.getUint16(58, true), view.getUint16(60, true)];
    return Array.from({ length: count }, (_, i) => {
        const header = at + i * size;
        const [offset, length] = [24, 32].map((member) => Number(view.getBigUint64(header + member, true)));
        const [type, link] = [4, 40].map((member) => view.getUint32(header + member, true));
        return { type, link, bytes: bytes.subarray(offset, offset + length) };
    });
}

function textAt(bytes, at) {
    return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString("latin1");
}

function symbolsOf(sections) {
    const { bytes, link } = sections.find(({ type }) => type === SHT_SYMTAB);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: bytes.length / SYMBOL_BYTES }, (_, i) => {
        const at = i * SYMBOL_BYTES;
        return {
            name: textAt(sections[link].bytes, view.getUint32(at, true)),
            section: view.getUint16(at + 6, true),
            value: Number(view.getBigUint64(at + 8, true)),
        };
    });
}

/* Returns { table(name), structure(name) } of an object in ELF for 64 bits. */
function readObject(file) {
    const bytes = readFileSync(file);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (bytes.toString("latin1", 0, 6) !== "\x7fELF\x02\x01")
        throw new Error(`${file}: expected an object in ELF for 64 bits, little-endian`);
    const sections = sectionsOf(view, bytes);
    const symbols = symbolsOf(sections);
    const find = (name) => {
        const symbol = symbols.find((symbol) => symbol.name === name);
        if (!symbol) throw new Error(`${file}: expected a symbol ${name}`);
        return symbol;
    };
    return {
        /* A table ends where the next one begins. */
        table(name) {
            const { section, value } = find(name);
            const others = symbols.filter((symbol) => symbol.name && symbol.section === section && symbol.value > value);
            const end = Math.min(sections[section].bytes.length, ...others.map((symbol) => symbol.value));
            return new Uint8Array(sections[section].bytes.subarray(value, end));
        },
        structure(name) {
            const members = symbols.filter((symbol) => symbol.section === SHN_ABS && symbol.name.startsWith(`${name}.`));
            const offsets = members.map((symbol) => [symbol.name.slice(name.length + 1), symbol.value]);
            return { size: find(`${name}_size`).value, ...Object.fromEntries(offsets) };
        },
    };
}

/* ---- Tables ---- */

/* The constants of classes and king lines that the assembly includes. */
function readConstants(file) {
    const lines = readFileSync(file, "utf8").matchAll(/^%define ((?:KS_CLASS|KS_WHITE|KS_BLACK|PIECESET)_\w+) (-?\d+)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

/* folder: that of the objects and of constants.inc. Returns { constants, avx512: { king_rows, …, king_row: { size, … } }, … };
 * tables are Uint8Arrays. */
export function readTables(folder, constantsFile) {
    const tables = { constants: readConstants(constantsFile) };
    for (const [name, used] of Object.entries(USED)) {
        const object = readObject(join(folder, `${name}.o`));
        const entries = [
            ...used.tables.map((table) => [table, object.table(table)]),
            ...used.structures.map((structure) => [structure, object.structure(structure)]),
        ];
        tables[name] = Object.fromEntries(entries);
    }
    return tables;
}

/* The tables as one text for src/tables.js: a header in JSON, with the length of each table in place of its bytes, a line
 * end, and the bytes; compressed, in base64. */
export function packTables(tables) {
    const bytes = [];
    const header = JSON.stringify(tables, (_, value) => {
        if (!(value instanceof Uint8Array)) return value;
        bytes.push(value);
        return { bytes: value.length };
    });
    const all = Buffer.concat([Buffer.from(`${header}\n`), ...bytes]);
    return deflateSync(all, { level: 9, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY }).toString("base64");
}
