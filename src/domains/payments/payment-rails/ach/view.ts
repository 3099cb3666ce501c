// Shows a NACHA file as JSON, with names and amounts as the rest of the API writes them.
import { DOLLAR, formatDecimal } from '../../../../kernel/money.ts'
import type { AchFile, Entry, Problem } from '../nacha/index.ts'

const toSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const amountOf = (units: bigint): string => formatDecimal({ units, asset: DOLLAR })

/** The fields of a record in snake case; amounts are decimal text. */
export const toFields = (record: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      toSnake(name),
      typeof value === 'bigint' ? amountOf(value) : value,
    ]),
  )

export const toEntry = (entry: Entry) => ({
  line: entry.line,
  transaction_code: entry.transactionCode,
  routing_number: entry.routingNumber,
  account_number: entry.accountNumber.trim(),
  amount: amountOf(entry.amount),
  name: entry.name ?? null,
  identification: entry.identification ?? null,
  trace_number: entry.traceNumber,
  addenda: entry.addenda.map(toFields),
})

export const parseFile = ({ header, batches, control, warnings }: AchFile) => ({
  header: toFields(header),
  batches: batches.map((batch) => ({
    header: toFields(batch.header),
    entries: batch.entries.map(toEntry),
    control: toFields(batch.control),
  })),
  control: toFields(control),
  warnings: warnings.map(toWarning),
})

export const toWarning = ({ line, record, field, positions, reason }: Problem) => ({
  line,
  record,
  field: field ?? null,
  positions: positions ?? null,
  reason,
})
