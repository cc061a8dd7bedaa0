/* The module in the script itself, compressed. build.mjs puts it in the place of MODULE. */

function packedModule() {
    return Uint8Array.from(atob("MODULE"), (character) => character.charCodeAt(0));
}

/* Returns its bytes after decompression. */
export async function unpack() {
    const stream = new Blob([packedModule()]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).arrayBuffer();
}
