// Each vote carries a keyed signature over all that it says, so that a row changed behind the bank's
// back is found out.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../../kernel/json.ts'
import type { Sealer } from '../../../platform/secrets.ts'

export interface VoteSigner {
  sign(vote: object): Buffer
  verify(vote: object, signature: Buffer): boolean
}

export function makeSigner(sealer: Pick<Sealer, 'digest'>): VoteSigner {
  // A key of its own, from the bank's secret: a signature is of no use anywhere else.
  const key = sealer.digest('governance: signatures of votes')
  const sign = (vote: object): Buffer =>
    createHmac('sha256', key).update(canonicalJson(vote)).digest()
  return {
    sign,
    verify(vote, signature) {
      const expected = sign(vote)
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    },
  }
}
