// Signs votes with a keyed hash over their content, so that a row that was tampered with in the
// database is detected.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../../kernel/json.ts'
import type { Sealer } from '../../../platform/key-ring.ts'

export interface VoteSigner {
  sign(vote: object): Buffer
  verify(vote: object, signature: Buffer): boolean
}

export function makeSigner(sealer: Pick<Sealer, 'constantDigest'>): VoteSigner {
  // The key is derived from the bank's secret for votes only, so a signature is useless elsewhere.
  // It never changes, because votes are kept; it is derived when it is first used, because the keys are loaded later.
  let key: Buffer | undefined
  const sign = (vote: object): Buffer => {
    key ??= sealer.constantDigest('governance: signatures of votes')
    return createHmac('sha256', key).update(canonicalJson(vote)).digest()
  }
  return {
    sign,
    verify(vote, signature) {
      const expected = sign(vote)
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    },
  }
}
