// Adds up the payments or entries of a message while it is read, and compares them with its declared totals.
import { fromUnits, toUnits } from './formats.ts'
import type { Declares } from './layout.ts'
import type { Flaw } from '../problem.ts'

type AnyRecord = Readonly<Record<string, unknown>>

interface Total {
  count: number
  sum: bigint
}

export class ControlSums {
  private readonly all: Total = { count: 0, sum: 0n }
  private readonly credits: Total = { count: 0, sum: 0n }
  private readonly debits: Total = { count: 0, sum: 0n }
  /** The signed sum of the booked entries. */
  private change = 0n
  /** The currency of all entries; null once there are two. */
  private currency: unknown

  /** The units are those of the record's amount. */
  add(record: AnyRecord, units: bigint): void {
    increase(this.all, units)
    const { credit_debit, status, currency } = record
    if (credit_debit === undefined) return
    const isDebit = credit_debit === 'DBIT'
    increase(isDebit ? this.debits : this.credits, units)
    if (status === 'BOOK' || status === null) this.change += isDebit ? -units : units
    this.currency = this.currency === undefined || this.currency === currency ? currency : null
  }

  /** Compares a declared number or sum. */
  flawOf(what: Declares, text: string): Flaw | undefined {
    const { count, sum } = this.totalOf(what)
    if (what.endsWith('count'))
      return /^\d{1,15}$/.test(text) && Number(text) !== count
        ? { code: 'COUNT', message: `The message says ${text}; there are ${count}.` }
        : undefined
    const said = toUnits(text)
    return said !== undefined && said !== sum
      ? {
          code: 'SUM',
          message: `The message says ${text}; the amounts add up to ${fromUnits(sum)}.`,
        }
      : undefined
  }

  /** Whether the balances of a statement fit its entries, where both are complete and in one currency. */
  flawOfBalance(statement: AnyRecord): Flaw | undefined {
    const { opening_balance, closing_balance, currency, is_last_page, page_number } = statement
    if (typeof opening_balance !== 'string' || typeof closing_balance !== 'string') return undefined
    if (is_last_page === false || (page_number !== null && Number(page_number) !== 1))
      return undefined
    if (this.all.count > 0 && this.currency !== currency) return undefined
    const [from, to] = [toUnits(opening_balance), toUnits(closing_balance)]
    if (from === undefined || to === undefined || from + this.change === to) return undefined
    return {
      code: 'BALANCE',
      message: `The opening balance ${opening_balance} and the booked entries make ${fromUnits(from + this.change)}; the closing balance is ${closing_balance}.`,
    }
  }

  private totalOf(what: Declares): Total {
    if (what.startsWith('credit')) return this.credits
    return what.startsWith('debit') ? this.debits : this.all
  }
}

function increase(total: Total, units: bigint): void {
  total.count++
  total.sum += units
}

/** The amount that counts for sums; a transfer may state it in another currency than it pays. */
export function unitsOf({ amount, equivalent_amount }: AnyRecord): bigint {
  const text = amount ?? equivalent_amount
  return (typeof text === 'string' ? toUnits(text) : undefined) ?? 0n
}
