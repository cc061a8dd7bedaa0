/* The tables of the kernels, which build.mjs reads from their objects. */

const PACKED = ""; /* build.mjs puts them here */

async function inflate(text) {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Returns what readTables of tables.mjs returned to packTables. */
export async function unpackTables(text) {
    const all = await inflate(text);
    const end = all.indexOf(10);
    const header = JSON.parse(new TextDecoder().decode(all.subarray(0, end)));
    let at = end + 1;
    for (const part of Object.values(header))
        for (const [name, value] of Object.entries(part))
            if (value.bytes !== undefined) part[name] = all.subarray(at, (at += value.bytes));
    return header;
}

export const tables = PACKED === "" ? null : await unpackTables(PACKED);
