/** All that the package exports. */
export type Kingscan = typeof import("./kingscan.js");
/** The module of WebAssembly: the bytes of kingscan.wasm, or what they were compiled to. */
export type Module = object;

/** Sets the module up once. source: default: the module in the script; else the bytes of kingscan.wasm, a
 * WebAssembly.Module, or a Response. */
export function load(source?: Module | Promise<Module>): Promise<Kingscan>;
/** The same at once. Node and Deno need no source, workers do. */
export function loadSync(source?: Module): Kingscan;
