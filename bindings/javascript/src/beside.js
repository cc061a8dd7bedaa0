/* The module in a file beside the script: kingscan.wasm. */

/* Returns its bytes, or what is fetched. fetch() of Node and Deno reads no files, or not all. */
export async function fetchBeside() {
    const url = new URL("kingscan.wasm", import.meta.url);
    if (url.protocol === "file:" && globalThis.process?.versions?.node) {
        const files = "node:fs/promises"; /* a name in a variable, which bundlers for browsers leave alone */
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
        return readFile(url);
    }
    return fetch(url);
}
