// Pseudo-random numbers that are the same in every run, so that each run draws the same accounts.

/** From 0 (included) to 1 (excluded), by mulberry32. */
export type Random = () => number

export function makeRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
