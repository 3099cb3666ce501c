// Reversals: money goes back to where it came from, in full or in part, and never more than was moved.
import type { Window } from '../../../../kernel/page.ts'
import { formatDecimal, formatMoney } from '../../../../kernel/money.ts'
import { AppError, Forbidden, Invalid, NotFound } from '../../../../operation/error.ts'
import { type Caller, isOperator } from '../../../../operation/caller.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AccountView, MoveType } from '../../../../operation/posting.ts'
import { type Amount, type AssetCatalogue, readAmount } from '../../assets/index.ts'
import type { Funding } from '../../funding/index.ts'
import { findUser } from '../../../people/identity/index.ts'
import {
  findAccounts,
  getAccount,
  type HistoryRow,
  canUse,
  post,
  type Side,
  toTransactionId,
} from '../../ledger/index.ts'
import { AlreadyReversed, NotReversible } from '../errors.ts'
import { TransactionReversed } from '../events.ts'
import { getHistoryRow } from '../service.ts'
import { lockLeft, type RefundCount } from './left.ts'
import * as store from './store.ts'

export interface ReversalRequest {
  /** The account that the transaction must belong to, if the path names one. */
  readonly uuid?: string
  readonly transaction_id?: string
  readonly original_transaction_id?: string
  readonly reason?: string
  readonly reversal_reason?: string
  readonly amount?: string | number
  readonly asset_code?: string
  readonly transaction_type?: 'debit' | 'credit'
  readonly authorized_by?: string
}

/**
 * Checks who may reverse what. It is known already that the caller may use the account of the
 * transaction. In addition, a reversal may take money only from an account that the caller may use, or
 * from outside the bank, as a deposit does: the sender of money cannot fetch it back from its receiver.
 * Only operators may reverse the bank's own charges and payments, and everything else.
 */
function checkReversible(row: HistoryRow, payer: AccountView, caller: Caller): void {
  if (row.status !== 'completed')
    throw NotReversible({
      reason: `This transaction is ${row.status}; only a completed transaction can be reversed.`,
    })
  if (row.link === 'reversal_of')
    throw NotReversible({
      reason: 'This transaction is itself a reversal, and a reversal cannot be reversed.',
    })
  if (isOperator(caller)) return
  if (row.subtype !== null)
    throw NotReversible({
      reason: `Only an operator can reverse a transaction of the kind ${row.subtype}.`,
    })
  if (!isOutside(payer) && !(payer.code === null && canUse(payer, caller)))
    throw Forbidden({
      reason: 'Only the receiver of this money or an operator can reverse the transaction.',
    })
}

/** The bank's accounts beside which a domain keeps records: loans, vaults, shares, payments to other banks, chains. */
const KEPT =
  /^(loans|loan-(allowance|losses|interest)|member-shares|cash:tellers|(clearing|chains|defi|pool):.+|external:settlement)$/

/** Not even an operator may make the ledger disagree with such records. */
function checkNotKept(accounts: readonly AccountView[]): void {
  if (accounts.some(({ code }) => code !== null && KEPT.test(code)))
    throw NotReversible({
      reason:
        'This transaction belongs to a loan, a teller, a share account or a payment over a rail, whose records a reversal would not change; undo it there.',
    })
}

/** Whether the account represents the world outside the bank: cash comes from and goes to it. */
const isOutside = ({ code }: AccountView): boolean => code?.startsWith('external:') ?? false

export interface ReversalOptions {
  readonly assets: AssetCatalogue
  readonly funding: Funding
  readonly refunds: Handlers<RefundCount>
}

/** Whether the caller could reverse a transaction, as far as is known without trying. */
export async function mayReverse(
  row: HistoryRow,
  ctx: Context,
  { funding }: Pick<ReversalOptions, 'funding'>,
): Promise<boolean> {
  try {
    await checkMayReverse(row, ctx, funding)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

async function checkMayReverse(row: HistoryRow, ctx: Context, funding: Funding) {
  const [from, to] =
    row.side === 'from'
      ? [row.account_id, row.other_account!]
      : [row.other_account!, row.account_id]
  const accounts = await findAccounts(ctx.tx, [from, to])
  checkNotKept([...accounts.values()])
  checkReversible(row, accounts.get(to)!, ctx.caller)
  // Reversing a withdrawal brings cash in, and reversing a deposit takes it out.
  if ([...accounts.values()].some(isOutside)) await funding.reachOf(ctx.caller, ctx.tx)
  return { from, to, accounts }
}

export async function reverse(
  request: ReversalRequest,
  ctx: Context,
  { assets, funding, refunds }: ReversalOptions,
) {
  const { id, reason } = readRequest(request)
  if (request.uuid !== undefined) await getAccount(ctx.tx, request.uuid, ctx.caller)
  const { row } = await getHistoryRow(id, ctx)
  if (request.uuid !== undefined && row.account_id !== request.uuid.toLowerCase())
    throw NotFound({ what: 'transaction', id })
  checkMatches(request, row)
  const { from, to, accounts } = await checkMayReverse(row, ctx, funding)
  const asset = assets.get(row.asset)
  const move = { entry_id: row.id, line: row.line, asset: row.asset, units: BigInt(row.units) }
  const sides = { from: accounts.get(from)!, to: accounts.get(to)! }
  const left = await lockLeft({ ...move, ...sides }, ctx, refunds)
  if (left <= 0n)
    throw AlreadyReversed({ amount: formatMoney({ units: BigInt(row.units), asset }) })
  const units = readUnits(request, { asset, units: left }, assets)
  const entry = await post(ctx, {
    books: [from, to].map((account) => ({ account, asset: row.asset })),
    decide: (ledger) =>
      ledger.post({
        type: opposites[row.type],
        subtype: 'reversal',
        credits: 'returned',
        reference: reason,
        link: { kind: 'reversal_of', to: row.id },
        moves: [{ from: to, to: from, asset: row.asset, units }],
      }),
  })
  const saved = await store.insertReversal(ctx.tx, {
    id: entry.id,
    environment: ctx.caller.environment,
    account_uuid: row.account_id,
    original_transaction_id: id,
    transaction_type: typeOf(row),
    asset: row.asset,
    units,
    reason,
    authorized_by: request.authorized_by ?? (await emailOf(ctx)),
    user_uuid: ctx.caller.user ?? null,
    created_at: entry.at,
  })
  const [posted] = entry.moves
  const notify = (side: Side, account: AccountView, after: bigint): void => {
    if (account.user_uuid === null) return
    const original = {
      entry_id: row.id,
      line: row.line,
      side: side === 'from' ? 'to' : 'from',
    } as const
    ctx.emit(
      TransactionReversed,
      {
        reversal_id: toReversalId(entry.id),
        account_uuid: account.id,
        original_transaction_id: toTransactionId(original),
        transaction_uuid: toTransactionId({ entry_id: entry.id, line: 0, side }),
        amount: formatDecimal({ units, asset }),
        asset_code: asset.code,
        balance_after: formatDecimal({ units: after, asset }),
        reason,
        is_whole: units === left,
      },
      { user_uuid: account.manager_uuid ?? account.user_uuid, account_uuid: account.id },
    )
  }
  notify('from', accounts.get(to)!, posted!.from_after)
  notify('to', accounts.get(from)!, posted!.to_after)
  return saved
}

/** The reversal of a deposit is a withdrawal, and the other way round. */
const opposites: Record<MoveType, MoveType> = {
  deposit: 'withdrawal',
  withdrawal: 'deposit',
  transfer: 'transfer',
}

function readRequest(request: ReversalRequest): { id: string; reason: string } {
  const id = request.transaction_id ?? request.original_transaction_id
  const reason = request.reason ?? request.reversal_reason
  if (id === undefined || reason === undefined)
    throw Invalid({
      errors: {
        ...(id === undefined && { transaction_id: ['The transaction id field is required.'] }),
        ...(reason === undefined && { reason: ['The reason field is required.'] }),
      },
    })
  return { id: id.toLowerCase(), reason }
}

/** The asset and the side are optional in the request, but must match the transaction if given. */
function checkMatches(request: ReversalRequest, row: HistoryRow): void {
  if (request.asset_code !== undefined && request.asset_code !== row.asset)
    throw Invalid({ errors: { asset_code: [`The transaction is in ${row.asset}.`] } })
  if (request.transaction_type !== undefined && request.transaction_type !== typeOf(row))
    throw Invalid({ errors: { transaction_type: [`The transaction is a ${typeOf(row)}.`] } })
}

const typeOf = (row: HistoryRow): 'debit' | 'credit' => (row.side === 'from' ? 'debit' : 'credit')

/** Without an amount, everything that is left is reversed. */
function readUnits(request: ReversalRequest, left: Amount, assets: AssetCatalogue): bigint {
  if (request.amount === undefined) return left.units
  const { units } = readAmount(assets, { amount: request.amount, asset_code: left.asset.code })
  if (units > left.units)
    throw Invalid({
      errors: {
        amount: [
          `At most ${formatMoney(left)} can still be reversed; ${formatMoney({ ...left, units })} was asked for.`,
        ],
      },
    })
  return units
}

const emailOf = async (ctx: Context): Promise<string | null> =>
  ctx.caller.user === undefined ? null : ((await findUser(ctx.tx, ctx.caller.user))?.email ?? null)

const toReversalId = (entry: string): string => `rev_${entry}`

export function toReversal(row: store.ReversalRow, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  return {
    reversal_id: toReversalId(row.id),
    account_uuid: row.account_uuid,
    amount: formatDecimal({ units: BigInt(row.units), asset }),
    asset_code: asset.code,
    transaction_type: row.transaction_type,
    reversal_reason: row.reason,
    original_transaction_id: row.original_transaction_id,
    authorized_by: row.authorized_by,
    created_at: row.created_at,
  }
}

export async function listReversals(accountId: string, window: Window, ctx: Context) {
  const account = await getAccount(ctx.tx, accountId, ctx.caller)
  return store.listReversals(ctx.tx, account.id, window)
}

export async function getReversal(id: string, ctx: Context): Promise<store.ReversalRow> {
  const row = id.startsWith('rev_') ? await store.findReversal(ctx.tx, id.slice(4)) : undefined
  const account = row && (await findAccounts(ctx.tx, [row.account_uuid])).get(row.account_uuid)
  if (!row || account?.environment !== ctx.caller.environment)
    throw NotFound({ what: 'reversal', id })
  if (!canUse(account, ctx.caller))
    throw Forbidden({ reason: 'This reversal is on an account that is not yours.' })
  return row
}
