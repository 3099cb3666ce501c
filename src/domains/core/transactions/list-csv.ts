// The list of transactions as a file.
import type { FileFormat } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { userText, writeCsv } from '../../../kernel/csv.ts'
import { type HistoryRequest, listTransactions } from './service.ts'

/** The serving thread can write so many lines without delaying other requests; statements have more. */
export const CSV_LINES_MAX = 2_500

const columns = [
  'date',
  'transaction_id',
  'payment_id',
  'account',
  'type',
  'subtype',
  'status',
  'direction',
  'counterparty',
  'reference',
  'amount',
  'asset',
  'balance',
] as const

export const listFile = (assets: AssetCatalogue): FileFormat => ({
  content_type: 'text/csv; charset=utf-8',
  async render(input: HistoryRequest & { readonly account_uuid?: string }, ctx) {
    const request = { ...input, page: 1, per_page: CSV_LINES_MAX }
    const { transactions } = await listTransactions(input.account_uuid, request, ctx, assets)
    const lines = transactions.map((row) => ({
      date: row.created_at,
      transaction_id: row.uuid,
      payment_id: row.transaction_group_uuid,
      account: row.account_uuid,
      type: row.type,
      subtype: row.subtype,
      status: row.status,
      direction: row.direction,
      counterparty: userText(row.counterparty_name),
      reference: userText(row.reference),
      amount: row.direction === 'incoming' ? row.amount : `-${row.amount}`,
      asset: row.asset_code,
      balance: row.balance_after,
    }))
    const day = ctx.now.toISOString().slice(0, 10)
    return { name: `transactions-${day}.csv`, body: Buffer.from(writeCsv(columns, lines)) }
  },
})
