// Numbers of the advisory locks that several modules take: arbitrary, and the same in every version of Florin, because
// nodes of two versions share one database.

/** Held shared by a prover while it proves, and exclusively by a migration that rewrites a table: the provers pause. */
export const PROVER_LOCK = 7_160_003
