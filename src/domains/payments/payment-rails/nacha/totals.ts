// Counts, sums and hash totals of entries: the figures by which a batch and a file prove that they are whole.
import { transactionCodes } from './transaction-codes.ts'

export interface Totals {
  readonly entryAddendaCount: number
  readonly entryHash: number
  readonly totalDebit: bigint
  readonly totalCredit: bigint
}

/** Hash totals keep their last ten digits. */
const HASH_LIMIT = 10_000_000_000

interface Counted {
  readonly transactionCode: string
  readonly routingNumber: string
  readonly amount: bigint
  readonly addenda?: readonly unknown[]
}

export function totalsOf(entries: readonly Counted[]): Totals {
  let [entryAddendaCount, entryHash, totalDebit, totalCredit] = [0, 0, 0n, 0n]
  for (const { transactionCode, routingNumber, amount, addenda = [] } of entries) {
    entryAddendaCount += 1 + addenda.length
    entryHash = (entryHash + Number(routingNumber.slice(0, 8))) % HASH_LIMIT
    if (transactionCodes.get(transactionCode)?.direction === 'debit') totalDebit += amount
    else totalCredit += amount
  }
  return { entryAddendaCount, entryHash, totalDebit, totalCredit }
}

export function sumOf(batches: readonly Totals[]): Totals {
  let [entryAddendaCount, entryHash, totalDebit, totalCredit] = [0, 0, 0n, 0n]
  for (const one of batches) {
    entryAddendaCount += one.entryAddendaCount
    entryHash = (entryHash + one.entryHash) % HASH_LIMIT
    totalDebit += one.totalDebit
    totalCredit += one.totalCredit
  }
  return { entryAddendaCount, entryHash, totalDebit, totalCredit }
}

/** Records are counted in blocks of ten. */
export const blocksOf = (records: number): number => Math.ceil(records / 10)
