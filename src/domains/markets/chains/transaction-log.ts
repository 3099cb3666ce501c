// The record of signed transactions, kept on connections of its own: a transaction that was signed stays on record
// even if the transaction that requested it rolls back, because it may have been sent.
import type { Db } from '../../../platform/database.ts'
import type { TransactionLog } from './evm-provider.ts'
import * as store from './store.ts'

export const transactionLog = (detached: Db): TransactionLog => ({
  find: (id) => store.findTransaction(detached, id),
  add: ({ id, chain, sender }, make) =>
    detached.transaction().execute(async (tx) => {
      await store.lockSender(tx, chain, sender)
      const known = await store.findTransaction(tx, id)
      if (known) return known
      const signed = await make(await store.findLastNonce(tx, chain, sender))
      await store.insertTransaction(tx, signed)
      return signed
    }),
})
