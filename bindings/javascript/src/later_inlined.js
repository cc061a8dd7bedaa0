/* The module in the script itself, for later.js. */
import { unpack } from "./inlined.js";

const ownModule = unpack;

/* Browsers decompress in no other way than unpack does, which takes a while. */
function ownModuleAtOnce() {
    const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
    if (zlib === undefined) throw new TypeError("loadSync: expected the bytes of kingscan.wasm, or a WebAssembly.Module of them");
    return zlib.inflateSync(packedModule());
}
