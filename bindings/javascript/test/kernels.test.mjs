/* The kernels of the module answer as the reference does: kernels.c. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = process.env.KINGSCAN_JAVASCRIPT ?? join(root, "build/javascript");
const { instance } = await WebAssembly.instantiate(readFileSync(join(built, "../wasm/kernels.wasm")));
const { memory, kernel_name, compare_kernels, _initialize } = instance.exports;
_initialize();

/* The names of all kernels, the reference first. */
const names = [];
for (let at = kernel_name(0); at !== 0; at = kernel_name(names.length)) {
    const bytes = new Uint8Array(memory.buffer, at);
    names.push(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))));
}

test("there are these kernels", () => assert.deepEqual(names, ["c", "portable", "simd128"]));

for (const [index, name] of names.entries())
    test(`the kernel ${name}`, () => assert.equal(compare_kernels(index, 2000), 0));
