// Statements: for each asset of an account, the opening balance of a period, its transactions, and the
// closing balance. The serving thread checks the permission and the length; a worker thread reads and
// writes the lines (tasks.ts).
import { Type } from 'typebox'
import { formatDecimal } from '../../../../kernel/money.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import type { Value } from '../../../../kernel/value.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { AccountDirectory } from '../../account-numbers/index.ts'
import { getCallerAccount } from '../../accounts/for-tasks.ts'
import { ASSETS_MAX } from '../../assets/for-tasks.ts'
import type { AssetCatalogue } from '../../assets/index.ts'
import { findUser } from '../../../people/identity/for-tasks.ts'
import { listBooksInPeriod, listMoves } from '../../ledger/for-tasks.ts'
import type { BookInPeriod, HistoryRow } from '../../ledger/index.ts'
import { readPeriod } from '../period.ts'
import { CounterpartyName } from '../schema.ts'
import { toTransaction } from '../view.ts'

/** The most lines that the serving thread can pick and serialize without delaying other requests. */
const JSON_LINES_MAX = 2_500

const StatementLine = Type.Object(
  {
    uuid: Uuid,
    booked_at: DateTime,
    type: Type.String(),
    subtype: Nullable(Type.String()),
    direction: Type.String(),
    description: Nullable(Type.String()),
    related_account_uuid: Nullable(Type.String()),
    counterparty_name: CounterpartyName,
    amount: Type.String({ description: 'Negative when money went out.' }),
    balance_after: Type.String(),
  },
  { $id: 'StatementLine' },
)

const StatementAsset = Type.Object(
  {
    asset_code: Type.String(),
    asset_name: Type.String(),
    opening_balance: Type.String(),
    total_in: Type.String(),
    total_out: Type.String(),
    closing_balance: Type.String(),
    transactions: Type.Array(StatementLine, { maxItems: JSON_LINES_MAX }),
  },
  { $id: 'StatementAsset' },
)

export const Statement = Type.Object(
  {
    account: Type.Object(
      {
        uuid: Uuid,
        name: Type.String(),
        type: Type.String(),
        holder: Nullable(
          Type.String({
            description: 'The name of the owner; null for the customer of a manager.',
          }),
        ),
        iban: Nullable(Type.String()),
        account_number: Type.String(),
        bic: Nullable(Type.String({ description: 'Of the bank that keeps the account.' })),
      },
      { $id: 'StatementAccount' },
    ),
    period: Type.Object({ from: DateTime, to: DateTime }, { $id: 'StatementPeriod' }),
    generated_at: DateTime,
    assets: Type.Array(StatementAsset, { maxItems: ASSETS_MAX }),
  },
  { $id: 'Statement' },
)
export type StatementData = Value<typeof Statement>

/** JSON passes through the serving thread and so has to be shorter than a file. */
const linesMax = { json: JSON_LINES_MAX, csv: 10_000, pdf: 10_000 }

/** A statement without its lines. */
export interface StatementPlan extends Omit<StatementData, 'assets'> {
  readonly books: readonly BookInPeriod[]
}

export async function planStatement(
  request: {
    readonly uuid: string
    readonly from?: string
    readonly to?: string
    readonly format: keyof typeof linesMax
  },
  ctx: Context,
  directory: AccountDirectory,
): Promise<StatementPlan> {
  const { account, row } = await getCallerAccount(request.uuid, ctx)
  const period = readPeriod(request, ctx.now)
  const books = (await listBooksInPeriod(ctx.tx, account.id, period)).filter(
    (book) => book.close_seq > 0,
  )
  checkLength(books, request.format)
  const holder = account.user_uuid === null ? undefined : await findUser(ctx.tx, account.user_uuid)
  const { iban, account_number, bic } = (await directory.of(ctx.tx, [account.id])).get(account.id)!
  const { name, type } = row
  return {
    account: {
      uuid: account.id,
      name,
      type,
      holder: holder?.name ?? null,
      iban,
      account_number,
      bic,
    },
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    generated_at: ctx.now.toISOString(),
    books,
  }
}

function checkLength(books: readonly BookInPeriod[], format: keyof typeof linesMax): void {
  const lines = books.reduce((sum, book) => sum + book.close_seq - book.open_seq, 0)
  const most = linesMax[format]
  if (lines <= most) return
  const orFile =
    format === 'json' && lines <= linesMax.csv ? ', or for it as a file (format=csv or pdf)' : ''
  throw Invalid({
    errors: {
      from: [`The period has ${lines} transactions; ask for one with at most ${most}${orFile}.`],
    },
  })
}

/** Entries never change, so the lines match the plan however much later they are read. */
export async function readStatement(
  { books, ...head }: StatementPlan,
  db: Db,
  assets: AssetCatalogue,
): Promise<StatementData> {
  const parts: StatementData['assets'] = []
  for (const book of books) {
    const moves = await readMoves(db, head.account.uuid, book)
    parts.push(toStatementAsset(head.account.uuid, book, moves, assets))
  }
  return { ...head, assets: parts }
}

const MOVES_AT_ONCE = 1_000

async function readMoves(db: Db, account: string, book: BookInPeriod): Promise<HistoryRow[]> {
  const moves: HistoryRow[] = []
  for (let after = book.open_seq; after < book.close_seq; after += MOVES_AT_ONCE) {
    const until = Math.min(after + MOVES_AT_ONCE, book.close_seq)
    moves.push(...(await listMoves(db, { account, asset: book.asset, after, until })))
  }
  return moves
}

function toStatementAsset(
  account: string,
  book: BookInPeriod,
  moves: readonly HistoryRow[],
  assets: AssetCatalogue,
): StatementData['assets'][number] {
  const asset = assets.get(book.asset)
  const write = (units: bigint) => formatDecimal({ units, asset })
  const sumOf = (side: HistoryRow['side']) =>
    moves.reduce((sum, move) => (move.side === side ? sum + BigInt(move.units) : sum), 0n)
  const [total_in, total_out] = [sumOf('to'), sumOf('from')]
  if (book.open_units + total_in - total_out !== book.close_units)
    throw new Error(
      `The moves of account ${account} in ${book.asset} do not add up to its closing balance.`,
    )
  return {
    asset_code: asset.code,
    asset_name: asset.name,
    opening_balance: write(book.open_units),
    total_in: write(total_in),
    total_out: write(total_out),
    closing_balance: write(book.close_units),
    transactions: moves.map((move) => {
      const { amount, ...line } = toTransaction(move, assets)
      const { uuid, type, subtype, direction, description } = line
      return {
        uuid,
        booked_at: move.completed_at!,
        type,
        subtype,
        direction,
        description,
        related_account_uuid: line.related_account_uuid,
        counterparty_name: line.counterparty_name,
        amount: move.side === 'to' ? amount : `-${amount}`,
        balance_after: write(BigInt(move.after!)),
      }
    }),
  }
}

/** The file name without its extension. */
export const fileNameOf = ({ account, period }: StatementData): string =>
  `statement-${account.uuid}-${period.from.slice(0, 10)}-${period.to.slice(0, 10)}`
