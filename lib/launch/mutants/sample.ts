import type { Mutant } from './mutant.ts';

/** Draws at most `size` mutants of each room. The same seed draws the same ones from the same source. */
export function sampleByRoom(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const byRoom = Map.groupBy(mutants, ({ room }) => room);
  return [...byRoom.values()].flatMap((ofRoom) => {
    const random = randomNumbers(seed);
    const drawn = ofRoom.map((mutant) => ({ mutant, rank: random() })).sort((a, b) => a.rank - b.rank);
    return drawn.slice(0, size).map(({ mutant }) => mutant);
  });
}

/** Numbers from 0 to 1 from a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
