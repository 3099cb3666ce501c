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

/** The totals of what was added so far: entries, or the totals of whole batches. */
export class RunningTotals implements Totals {
  entryAddendaCount = 0
  entryHash = 0
  totalDebit = 0n
  totalCredit = 0n

  addEntry({ transactionCode, routingNumber, amount, addenda = [] }: Counted): void {
    this.entryAddendaCount += 1 + addenda.length
    this.entryHash = (this.entryHash + Number(routingNumber.slice(0, 8))) % HASH_LIMIT
    if (transactionCodes.get(transactionCode)?.direction === 'debit') this.totalDebit += amount
    else this.totalCredit += amount
  }

  addBatch(batch: Totals): void {
    this.entryAddendaCount += batch.entryAddendaCount
    this.entryHash = (this.entryHash + batch.entryHash) % HASH_LIMIT
    this.totalDebit += batch.totalDebit
    this.totalCredit += batch.totalCredit
  }
}

export function totalsOf(entries: readonly Counted[]): Totals {
  const totals = new RunningTotals()
  for (const entry of entries) totals.addEntry(entry)
  return totals
}

export function sumOf(batches: readonly Totals[]): Totals {
  const totals = new RunningTotals()
  for (const batch of batches) totals.addBatch(batch)
  return totals
}

/** Records are counted in blocks of ten. */
export const blocksOf = (records: number): number => Math.ceil(records / 10)
