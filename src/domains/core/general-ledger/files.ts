// The reports of the general ledger as files.
import { userText, writeCsv, type CsvLine } from '../../../kernel/csv.ts'
import type { FileFormat } from '../../../operation/operation.ts'
import { listMovements, type MovementRequest } from './accounts/movements.ts'
import type { LedgerOptions } from './options.ts'
import { makeTrialBalance, type TrialBalanceRequest } from './reports/service.ts'

/** The serving thread can write so many lines without delaying other requests. */
export const LINES_WRITTEN_MAX = 2_500

const content_type = 'text/csv; charset=utf-8'

const file = <Column extends string>(
  name: string,
  columns: readonly Column[],
  lines: readonly CsvLine<Column>[],
) => ({ name: `${name}.csv`, body: Buffer.from(writeCsv(columns, lines)) })

const balanceColumns = [
  'account',
  'name',
  'type',
  'currency',
  'opening_balance',
  'debit',
  'credit',
  'closing_balance',
] as const

export const trialBalanceFile = (options: LedgerOptions): FileFormat => ({
  content_type,
  async render(input: TrialBalanceRequest, ctx) {
    // An account has a line for each asset in which it moved.
    const whole = { ...input, page: 1, per_page: LINES_WRITTEN_MAX }
    const { data, to } = await makeTrialBalance(whole, ctx, options)
    const lines = data.map(({ account_code, name, ...row }) => ({
      ...row,
      account: account_code,
      name: userText(name),
    }))
    return file(`trial-balance-${to}`, balanceColumns, lines)
  },
})

const movementColumns = [
  'date',
  'payment_id',
  'kind',
  'bank_account',
  'counterparty',
  'reference',
  'currency',
  'debit',
  'credit',
] as const

export const movementFile = (options: LedgerOptions): FileFormat => ({
  content_type,
  async render(input: MovementRequest, ctx) {
    const whole = { ...input, limit: LINES_WRITTEN_MAX }
    const { data, account_code, from, to } = await listMovements(whole, ctx, options)
    const lines = data.map((row) => ({
      ...row,
      date: row.created_at,
      payment_id: row.payment_uuid,
      counterparty: userText(row.customer_name ?? row.other_bank_account),
      reference: userText(row.reference),
    }))
    return file(`ledger-${account_code}-${from}-${to}`, movementColumns, lines)
  },
})
