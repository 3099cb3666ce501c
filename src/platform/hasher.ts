// Hashes passwords and verifies them.
import { hash, verify } from '@node-rs/argon2'

/** An interface, so that tests can use a fast or a blocking implementation. */
export interface Hasher {
  hash(password: string): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

// Argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane; about 20 ms.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const argon2: Hasher = { hash: (password) => hash(password, cost), verify }
