// Statements: what an account held at the start of a period, all that was booked in it, and what was
// left at its end, for each asset.
import { type Static, Type } from 'typebox'
import { formatDecimal } from '../../kernel/money.ts'
import { Invalid } from '../../operation/error.ts'
import type { Context } from '../../operation/operation.ts'
import { getAccountOf } from '../accounts/index.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { findUser } from '../identity/index.ts'
import {
  type BookInPeriod,
  type HistoryRow,
  listBooksInPeriod,
  listMoves,
} from '../ledger/index.ts'
import { readPeriod } from './period.ts'
import { DateTime, Nullable, Uuid } from './schema.ts'
import { toTransaction } from './view.ts'

const StatementLine = Type.Object(
  {
    uuid: Uuid,
    booked_at: DateTime,
    type: Type.String(),
    subtype: Nullable(Type.String()),
    direction: Type.String(),
    description: Nullable(Type.String()),
    related_account_uuid: Nullable(Type.String()),
    amount: Type.String({ description: 'Negative for what went out.' }),
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
    transactions: Type.Array(StatementLine),
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
        holder: Nullable(Type.String({ description: 'Unknown for customers of a manager.' })),
      },
      { $id: 'StatementAccount' },
    ),
    period: Type.Object({ from: DateTime, to: DateTime }, { $id: 'StatementPeriod' }),
    generated_at: DateTime,
    assets: Type.Array(StatementAsset),
  },
  { $id: 'Statement' },
)
export type StatementData = Static<typeof Statement>

/** What can be read, written as a file and held in memory at once without anybody noticing. */
const LINES_MAX = 10_000

export async function getStatement(
  request: { readonly uuid: string; readonly from?: string; readonly to?: string },
  ctx: Context,
  assets: AssetCatalogue,
): Promise<StatementData> {
  const { account, row } = await getAccountOf(request.uuid, ctx)
  const period = readPeriod(request, ctx.now)
  const books = (await listBooksInPeriod(ctx.tx, account.id, period)).filter(
    (book) => book.close_seq > 0,
  )
  const lines = books.reduce((sum, book) => sum + book.close_seq - book.open_seq, 0)
  if (lines > LINES_MAX)
    throw Invalid({
      errors: {
        from: [`The period has ${lines} transactions; ask for one with at most ${LINES_MAX}.`],
      },
    })
  const holder = account.user_uuid === null ? undefined : await findUser(ctx.tx, account.user_uuid)
  return {
    account: { uuid: account.id, name: row.name, type: row.type, holder: holder?.name ?? null },
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    generated_at: ctx.now.toISOString(),
    assets: await Promise.all(
      books.map(async (book) => {
        const { asset, open_seq: after, close_seq: until } = book
        const moves = await listMoves(ctx.tx, { account: account.id, asset, after, until })
        return toStatementAsset(book, moves, assets)
      }),
    ),
  }
}

function toStatementAsset(
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
    throw new Error(`the moves of ${book.asset} do not lead to its balance`)
  return {
    asset_code: asset.code,
    asset_name: asset.name,
    opening_balance: write(book.open_units),
    total_in: write(total_in),
    total_out: write(total_out),
    closing_balance: write(book.close_units),
    transactions: moves.map((move) => {
      const { uuid, type, subtype, direction, description, related_account_uuid, amount } =
        toTransaction(move, assets)
      return {
        uuid,
        booked_at: move.completed_at!,
        type,
        subtype,
        direction,
        description,
        related_account_uuid,
        amount: move.side === 'to' ? amount : `-${amount}`,
        balance_after: write(BigInt(move.after!)),
      }
    }),
  }
}

/** Without its ending. */
export const fileNameOf = ({ account, period }: StatementData): string =>
  `statement-${account.uuid}-${period.from.slice(0, 10)}-${period.to.slice(0, 10)}`
