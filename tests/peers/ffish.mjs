// Code that the scripts for Fairy-Stockfish as WebAssembly (npm package ffish) share.
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Calls main(ffish) when the package in directory/node_modules is ready.
export function withFfish(directory, main) {
  delete globalThis.fetch; // else ffish fetches its file from the network
  const ffish = createRequire(join(directory, 'node_modules', '/'))('ffish');
  ffish.onRuntimeInitialized = () => main(ffish);
}

// FNV-1a of a text, continued from that of another text.
export function fnv1a(text, hash = 0x811c9dc5) {
  for (const c of Buffer.from(text))
    hash = Math.imul(hash ^ c, 0x01000193) >>> 0;
  return hash;
}

// Lehmer's generator: a function that returns numbers below a limit. The tests use the same generator.
export function lehmer(state) {
  return limit => (state = state * 48271 % 2147483647) % limit;
}

export const movesOf = board => board.legalMoves().split(' ').filter(Boolean).sort();
