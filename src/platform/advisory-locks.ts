// Advisory locks of the database that several layers take. A number is the same in every version and on all nodes of a
// database; 7_160_002 is taken by the prover.

/**
 * A migration holds it, so that one process migrates at a time. A backup holds it shared until it has locked the tables, so
 * that it never sees a schema that is being changed; a restore holds it until the database is whole.
 */
export const MIGRATION_LOCK = 7_160_001

/**
 * A proof of the ledger holds it shared for as long as its snapshot lives, and does not begin while another session
 * holds it or waits for it. A migration that rewrites a table takes it exclusively, before it locks any table: it waits
 * for the proofs in progress, and keeps out new ones until it has committed.
 */
export const LEDGER_REWRITE_LOCK = 7_160_003
