#!/usr/bin/env node
/* Builds the package: build.mjs ROOT WASM OUT. Each of its scripts is one file, without imports: the files of src/ in
 * the order in which they need each other, then how the module is loaded. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, deflateRawSync } from "node:zlib";

const [root, wasmFile, out] = process.argv.slice(2);
const read = (...names) => readFileSync(join(root, ...names), "utf8");
const source = (name) => read("bindings/javascript/src", `${name}.js`);

/* In one scope with the others, a file needs no imports and shares what it exports. Its comments, a third of the
 * script when all is compressed, stay behind: kingscan.d.ts says what users need. */
const inOneScope = (name) =>
    source(name)
        .replace(/^ *\/\*[^]*?\*\/\n/gm, "")
        .replace(/^import [^;]*;\n/gm, "")
        .replace(/^export /gm, "");
const exported = [...source("public").matchAll(/^export \{ (.*?) \}/gm)].map(([, names]) => names).join(", ");
const library = ["memory", "errors", "move", "variant", "verdicts", "position", "lines", "boards"].map(inOneScope).join("\n");

function write(name, text) {
    writeFileSync(join(out, name), text);
}

const wasm = readFileSync(wasmFile);
const packed = deflateRawSync(wasm, { level: 9, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY });
mkdirSync(out, { recursive: true });
write(
    "kingscan.js",
    `${library}\n${inOneScope("inlined")}\nawait load(unpack("${packed.toString("base64")}"));\nexport { ${exported} };\n`,
);
write("beside.js", `${library}\n${inOneScope("beside")}\nawait load(fetchBeside());\nexport { ${exported} };\n`);
const text = (name) => JSON.stringify(read("c/cli/commands/diff", name));
write(
    "hard.js",
    `${source("hard")}\nexport const hardEpd = ${text("hard.epd")};\nexport const hardVariantsEpd = ${text("hard_variants.epd")};\n`,
);
cpSync(wasmFile, join(out, "kingscan.wasm"));
for (const name of ["package.json", "README.md", "kingscan.d.ts", "hard.d.ts"]) write(name, read("bindings/javascript", name));
write("LICENSE", read("LICENSE"));
