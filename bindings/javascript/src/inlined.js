/* The module in the script itself, compressed. */

/* Returns the bytes of a text in base64 after decompression. */
export async function unpack(base64) {
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).arrayBuffer();
}
