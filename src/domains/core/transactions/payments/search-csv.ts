// Found payments as a file.
import type { FileFormat } from '../../../../operation/operation.ts'
import { userText, writeCsv } from '../../../../kernel/csv.ts'
import { CSV_LINES_MAX } from '../list-csv.ts'
import { findPayments, type PaymentSearch, type SearchOptions } from './search.ts'

const columns = [
  'date',
  'payment_id',
  'kind',
  'status',
  'from',
  'from_account',
  'to',
  'to_account',
  'amount',
  'asset',
  'reference',
] as const

export const foundFile = (options: SearchOptions): FileFormat => ({
  content_type: 'text/csv; charset=utf-8',
  async render(input: PaymentSearch, ctx) {
    const { data } = await findPayments({ ...input, limit: CSV_LINES_MAX }, ctx, options)
    const lines = data.map(({ from, to, ...row }) => ({
      date: row.created_at,
      payment_id: row.uuid,
      kind: row.kind,
      status: row.status,
      from: userText(from.name),
      from_account: from.account_uuid ?? from.bank_account,
      to: userText(to.name),
      to_account: to.account_uuid ?? to.bank_account,
      amount: row.amount,
      asset: row.asset_code,
      reference: userText(row.reference),
    }))
    const day = ctx.now.toISOString().slice(0, 10)
    return { name: `payments-${day}.csv`, body: Buffer.from(writeCsv(columns, lines)) }
  },
})
