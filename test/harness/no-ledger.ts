// The ledger of a pipeline that runs no postings.
import type { PostingRunner } from '../../src/operation/posting.ts'

export const noLedger: PostingRunner = {
  run: () => Promise.reject(new Error('there is no ledger here')),
}
