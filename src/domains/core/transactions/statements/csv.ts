// Writes a statement as comma-separated values (RFC 4180): one line per transaction, and for each asset a
// line with its opening and one with its closing balance.
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
type Line = Partial<Record<(typeof columns)[number], string | null>>

export function toCsv(statement: StatementData): StatementFile {
  const lines = statement.assets.flatMap(({ asset_code: asset, ...of }): Line[] => [
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
      description: line.description === null ? null : defuse(line.description),
      related_account: line.related_account_uuid,
      amount: line.amount,
      balance: line.balance_after,
      counterparty: line.counterparty_name === null ? null : defuse(line.counterparty_name),
    })),
    { asset, date: statement.period.to, type: 'closing_balance', balance: of.closing_balance },
  ])
  const rows = [[...columns], ...lines.map((line) => columns.map((column) => line[column] ?? ''))]
  return {
    name: `${fileNameOf(statement)}.csv`,
    body: new TextEncoder().encode(
      rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join(''),
    ),
  }
}

/** A spreadsheet would run text that looks like a formula; an apostrophe makes it text. */
const defuse = (text: string): string => (/^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text)

const quote = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
