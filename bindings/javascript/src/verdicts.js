/* The names of verdicts, in the order of enum ks_verdict. */
import { readName, wasm } from "./memory.js";

let names;

export function verdictNames() {
    return (names ??= [0, 1, 2, 3, 4].map((verdict) => readName(wasm.name_of_verdict(verdict))));
}
