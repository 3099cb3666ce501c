// The two operations that only tools have: a transfer that is completed in the call and answers with the new
// balances, and one lookup for payments of every kind.
import { formatMoney, toJsonInteger } from '../../../kernel/money.ts'
import { AppError, Forbidden, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Draft } from '../../../operation/posting.ts'
import { type AssetCatalogue } from '../../core/assets/index.ts'
import { canUse, post } from '../../core/ledger/index.ts'
import { getTransaction } from '../../core/transactions/index.ts'
import {
  clearPlan,
  getTransfer,
  planTransfer,
  type TransferOptions,
} from '../../core/transfers/index.ts'

export interface TransferInput {
  readonly from_account_uuid: string
  readonly to_account_uuid: string
  readonly amount: string | number
  readonly currency: string
  readonly reference?: string
  readonly description?: string
}

export async function transferNow(input: TransferInput, ctx: Context, options: TransferOptions) {
  const reference = input.reference ?? input.description?.slice(0, 255)
  const plan = planTransfer(
    { ...input, ...(reference !== undefined && { reference }), workflow_enabled: false },
    ctx,
    options,
  )
  await clearPlan(ctx, plan)
  const asset = options.assets.get(input.currency)
  const [from, to] = [input.from_account_uuid.toLowerCase(), input.to_account_uuid.toLowerCase()]
  return post(ctx, {
    ...plan,
    decide(ledger: Draft) {
      const { data } = plan.decide(ledger)
      const after = (account: string) => ledger.book(account, asset.code).units
      const isOwn = canUse(ledger.account(to)!, ctx.caller)
      return {
        transfer_id: data.uuid,
        from_account_uuid: from,
        to_account_uuid: to,
        amount: data.amount,
        currency: asset.code,
        from_new_balance: toJsonInteger(after(from)),
        to_new_balance: isOwn ? toJsonInteger(after(to)) : null,
        formatted_from_balance: formatMoney({ units: after(from), asset }),
        formatted_to_balance: isOwn ? formatMoney({ units: after(to), asset }) : null,
        timestamp: data.created_at,
        reference: data.reference,
        status: data.status,
        fee: data.fees.transfer_fee,
      }
    },
  })
}

export interface StatusInput {
  readonly transaction_id: string
  readonly type: 'transaction' | 'transfer' | 'both'
  readonly include_details: boolean
  readonly include_related: boolean
}

/** Looks for a transfer first, because a transfer and its entry in the ledger share an id. */
export async function findPayment(input: StatusInput, ctx: Context, assets: AssetCatalogue) {
  const found =
    (input.type === 'transaction'
      ? undefined
      : await orUndefined(getTransfer(input.transaction_id, ctx, assets))) ??
    (input.type === 'transfer'
      ? undefined
      : await orUndefined(getTransaction(input.transaction_id, ctx, assets)))
  if (!found) throw NotFound({ what: 'payment', id: input.transaction_id })
  const isTransfer = 'from_account' in found
  const isPending = found.status === 'pending'
  return {
    transaction_id: found.uuid,
    status: found.status,
    type: isTransfer ? 'transfer' : found.type,
    subtype: isTransfer ? null : found.subtype,
    amount: found.amount,
    currency: found.asset_code,
    ...(isTransfer
      ? { from_account: found.from_account, to_account: found.to_account }
      : sidesOf(found)),
    description: isTransfer ? found.reference : found.description,
    reference: found.reference,
    created_at: found.created_at,
    completed_at: found.completed_at,
    failure_reason: found.failure_reason,
    estimated_completion: isTransfer ? found.estimated_completion : null,
    metadata: input.include_details ? found.metadata : {},
    related_transactions:
      input.include_related && !isTransfer && found.parent_transaction_id !== null
        ? [{ transaction_id: found.parent_transaction_id, status: 'completed' }]
        : [],
    status_history: [
      { status: 'pending', at: found.created_at },
      ...(found.completed_at === null ? [] : [{ status: found.status, at: found.completed_at }]),
    ],
    next_steps: isPending
      ? ['Ask again in a moment: the payment completes without further action.']
      : [],
    message: isPending ? 'The payment is on its way.' : `The payment is ${found.status}.`,
  }
}

const sidesOf = (found: {
  readonly direction: string
  readonly account_uuid: string
  readonly related_account_uuid: string | null
}) =>
  found.direction === 'outgoing'
    ? { from_account: found.account_uuid, to_account: found.related_account_uuid }
    : { from_account: found.related_account_uuid, to_account: found.account_uuid }

/** Turns "not found" and "not yours" into undefined, so that the search continues elsewhere. */
async function orUndefined<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding
  } catch (error) {
    const isMissing =
      error instanceof AppError && [NotFound.code, Forbidden.code].includes(error.def.code)
    if (isMissing) return undefined
    throw error
  }
}
