/* The kernels of the module answer as the reference does: kernels.c. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const { kernels } = await import(join(built, "kingscan.js"));
const { instance } = await WebAssembly.instantiate(readFileSync(join(built, "../wasm/kernels.wasm")));

for (const [index, name] of kernels().entries())
    test(`the kernel ${name}`, () => assert.equal(instance.exports.compare_kernels(index, 2000), 0));

test("there is one with vectors", () => assert.equal(kernels().at(-1), "simd128"));
