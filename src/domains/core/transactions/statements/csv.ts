// Writes a statement as comma-separated values: one line per transaction, and for each asset a
// line with its opening and one with its closing balance.
import { type CsvLine, userText, writeCsv } from '../../../../kernel/csv.ts'
import { fileNameOf, type StatementData } from './service.ts'
import type { StatementFile } from './tasks.ts'

const columns = [
  'asset',
  'date',
  'transaction_id',
  'type',
  'subtype',
  'direction',
  'description',
  'related_account',
  'amount',
  'balance',
  'counterparty',
] as const

export function toCsv(statement: StatementData): StatementFile {
  const lines = statement.assets.flatMap(
    ({ asset_code: asset, ...of }): CsvLine<(typeof columns)[number]>[] => [
      {
        asset,
        date: statement.period.from,
        type: 'opening_balance',
        balance: of.opening_balance,
      },
      ...of.transactions.map((line) => ({
        asset,
        date: line.booked_at,
        transaction_id: line.uuid,
        type: line.type,
        subtype: line.subtype,
        direction: line.direction,
        description: userText(line.description),
        related_account: line.related_account_uuid,
        amount: line.amount,
        balance: line.balance_after,
        counterparty: userText(line.counterparty_name),
      })),
      { asset, date: statement.period.to, type: 'closing_balance', balance: of.closing_balance },
    ],
  )
  return { name: `${fileNameOf(statement)}.csv`, body: writeCsv(columns, lines) }
}
