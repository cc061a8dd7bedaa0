/* The package without a wait when it is imported: load() sets the module up and returns all that the package exports. */
import { load, loadAtOnce } from "./memory.js";

/* source: the bytes of kingscan.wasm, a WebAssembly.Module of them, a Response, or a promise; default: the module in the
 * script. The first call that ends well counts. */
export async function loadLater(source = ownModule()) {
    await load(source);
    return library;
}

/* The same at once, where the engine allows it: in Node and Deno, in workers, and in a page with a Module. */
export function loadSync(source = ownModuleAtOnce()) {
    loadAtOnce(source);
    return library;
}
