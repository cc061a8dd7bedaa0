#!/usr/bin/env node
/* Builds the workbench: build.mjs ROOT PACKAGE OBJECTS CONSTANTS OUT writes one HTML file that needs no other. PACKAGE is
 * the folder of the package for JavaScript; OBJECTS and CONSTANTS are those of tables.mjs. Each script of the page is named
 * by its hash in the page's policy, which forbids all others and every request. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packTables, readTables } from "./tables.mjs";

const [root, packageFolder, objects, constants, out] = process.argv.slice(2);
const read = (...names) => readFileSync(join(root, ...names), "utf8");
const folder = "bindings/workbench";

/* ---- Modules in one script ---- */

const IMPORT = /^import \{([^}]*)\} from "\.\/(\w+)\.js";\n/gm;
const EXPORT = /^export (async function\*?|function\*?|class|const) (\w+)/gm;
/* kingscan.js and hard.js are those of the package; the first becomes a script of its own: see library. tables.js gets its
 * text. */
function textOf(name) {
    if (name === "tables") return tablesText();
    if (name === "kingscan") return "const kingscan_js = await globalThis.kingscan;\n";
    return name === "hard" ? readFileSync(join(packageFolder, "hard.js"), "utf8") : read(folder, "src", `${name}.js`);
}

function tablesText() {
    const [before, after] = read(folder, "src", "tables.js").split('const PACKED = "";');
    return `${before}const PACKED = "${packTables(readTables(objects, constants))}";${after}`;
}

/* Adds a module behind those that it imports. */
function addModule(name, texts, above = []) {
    if (above.includes(name)) throw new Error(`${name}.js imports itself, by ${above.join(", ")}`);
    if (texts.has(name)) return;
    const text = textOf(name);
    for (const [, , imported] of text.matchAll(IMPORT)) addModule(imported, texts, [...above, name]);
    texts.set(name, text);
}

/* A module becomes a scope of its own, whose value is what it exports. */
function scopeOf([name, text]) {
    if (name === "kingscan") return text;
    const exported = [...text.matchAll(EXPORT)].map(([, , what]) => what);
    const body = text
        .replace(IMPORT, (_, names, from) => `const {${names.replace(/\s+/g, " ")}} = ${from}_js;\n`)
        .replace(EXPORT, "$1 $2");
    return `const ${name}_js = await (async () => {\n${body}return { ${exported.join(", ")} };\n})();\n`;
}

function bundle(entry) {
    const texts = new Map();
    addModule(entry, texts);
    return `(async () => {\n"use strict";\n${[...texts].map(scopeOf).join("")}})();\n`;
}

/* The package as a promise of all that it exports. */
function library() {
    const text = readFileSync(join(packageFolder, "load.js"), "utf8");
    const [all, load] = text.match(/\bexport ?\{ ?(\w+) as load\b[^}]*\};\s*$/);
    const body = text.slice(0, text.lastIndexOf(all));
    return `globalThis.kingscan = (async () => {\n"use strict";\n${body}return ${load}();\n})();\n`;
}

/* ---- The figures of the pieces, as c/game/common/picture.c draws them ---- */

function figures() {
    const text = read("c/game/common/figures.def");
    const macros = Object.fromEntries(
        [...text.matchAll(/^#define (\w+) "(.*)"$/gm)].map(([, name, value]) => [name, value]),
    );
    const joined = (shapes) =>
        [...shapes.matchAll(/"((?:[^"\\]|\\.)*)"|\b([A-Z]+)\b/g)]
            .map(([, quoted, macro]) => quoted ?? macros[macro])
            .join("");
    return [...text.matchAll(/^FIGURE\('(\w)',\s*([^]*?)\)$/gm)]
        .map(([, letter, shapes]) => `<g id="figure-${letter}">${joined(shapes).replaceAll('\\"', '"')}</g>`)
        .join("\n");
}

/* ---- The page ---- */

const inScript = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const parts = {
    LIBRARY: inScript(library()),
    WORKER: inScript(bundle("worker")),
    MAIN: inScript(bundle("main")),
    FIGURES: figures(),
    STYLE: read("c/cli/reports/page.css") + read(folder, "workbench.css"),
};
parts.SCRIPTS = [parts.LIBRARY, parts.MAIN].map(hashOf).join(" ");
const page = read(folder, "workbench.html").replace(/@([A-Z]+)@/g, (_, name) => parts[name]);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, page);
