// The rules of deposits, withdrawals and transfers. Each function makes a plan; the ledger runs its decision.
import { formatDecimal, toJsonInteger } from '../../../kernel/money.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Caller } from '../../../operation/caller.ts'
import type { Cleared } from '../../../operation/credits.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { PostingContext, ReadContext } from '../../../operation/operation.ts'
import type { AccountView, BookName, Draft, Plan } from '../../../operation/posting.ts'
import { type Amount, type AssetCatalogue, readAmount } from '../assets/index.ts'
import type { Funding } from '../funding/index.ts'
import {
  AccountFrozen,
  checkOpen,
  checkUsable,
  InsufficientFunds,
  canUse,
  newEntryId,
  systemAccount,
  toTransactionId,
  TRANSFER_PURPOSE,
} from '../ledger/index.ts'
import {
  BulkTransferRejected,
  DestinationAccountFrozen,
  InsufficientBalance,
  SourceAccountFrozen,
  UnauthorizedTransfer,
} from './errors.ts'
import { transferFee } from './fee.ts'
import { type Clearance, clearTransfer, type GuardedPlan, type GuardCheck } from './guards.ts'
import { toTransfer, type TransferFacts } from './view.ts'

export interface CashRequest {
  readonly uuid: string
  readonly amount: string | number
  readonly asset_code: string
  readonly reference?: string
  readonly description?: string
}

export interface TransferRequest {
  readonly from_account?: string
  readonly from_account_uuid?: string
  readonly from_account_id?: string
  readonly to_account?: string
  readonly to_account_uuid?: string
  readonly to_account_id?: string
  readonly amount: string | number
  readonly asset_code?: string
  readonly currency?: string
  readonly reference?: string
  readonly description?: string
  readonly metadata?: Record<string, unknown>
}

export interface TransferOptions {
  readonly assets: AssetCatalogue
  /** Hundredths of a percent of the amount, charged to the sender on top of it. */
  readonly feeBasisPoints: number
  readonly guards?: GuardCheck
}

export interface CashOptions {
  readonly assets: AssetCatalogue
  readonly funding: Pick<Funding, 'reachOf'>
}

type CashKind = 'deposit' | 'withdrawal'

export async function planCash(
  kind: CashKind,
  request: CashRequest,
  ctx: ReadContext,
  { assets, funding }: CashOptions,
) {
  const amount = readAmount(assets, request)
  const asset = amount.asset.code
  const id = request.uuid.toLowerCase()
  const isIn = kind === 'deposit'
  const outside = systemAccount(
    ctx.caller.environment,
    isIn ? 'external:deposits' : 'external:withdrawals',
  )
  const reach = await funding.reachOf(ctx.caller, ctx.tx)
  const decide = (ledger: Draft) => {
    const check = reach === 'any' ? checkOpen : checkUsable
    const account = check(ledger.account(id), request.uuid, ctx.caller)
    if (account.status === 'frozen') throw AccountFrozen({ account_uuid: id })
    const [from, to] = isIn ? [outside, id] : [id, outside]
    const entry = asInsufficientBalance(() =>
      ledger.post({
        type: kind,
        reference: request.reference ?? request.description,
        credits: 'cash',
        moves: [{ from, to, asset, units: amount.units }],
      }),
    )
    return toCash(kind, id, amount, request, entry)
  }
  return { books: namedBooks([id, outside], asset), decide }
}

/** An id that is not a uuid cannot name an account, so nothing is loaded for it. */
const namedBooks = (accounts: readonly string[], asset: string): BookName[] =>
  accounts.filter(isUuid).map((account) => ({ account, asset }))

/** Turns the ledger's INSUFFICIENT_FUNDS into INSUFFICIENT_BALANCE, which names the field `amount`. */
function asInsufficientBalance<Output>(decide: () => Output): Output {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof AppError && error.def.code === InsufficientFunds.code)) throw error
    const details = error.details as { current_balance: string; requested_amount: string }
    throw InsufficientBalance({ ...details, errors: { amount: [error.message] } })
  }
}

function toCash(
  kind: CashKind,
  account_uuid: string,
  { asset, units }: Amount,
  request: CashRequest,
  entry: ReturnType<Draft['post']>,
) {
  const isIn = kind === 'deposit'
  const after = isIn ? entry.moves[0]!.to_after : entry.moves[0]!.from_after
  const amount = formatDecimal({ units, asset })
  const at = entry.at.toISOString()
  return {
    data: {
      uuid: toTransactionId({ entry_id: entry.id, line: 0, side: isIn ? 'to' : 'from' }),
      account_uuid,
      type: kind,
      amount,
      asset_code: asset.code,
      status: 'completed' as const,
      reference: request.reference ?? request.description ?? null,
      created_at: at,
      completed_at: at,
      balance_after: formatDecimal({ units: after, asset }),
      transaction_type: kind,
      new_balance: toJsonInteger(after),
      ...(isIn
        ? { amount_deposited: toJsonInteger(units) }
        : { amount_withdrawn: toJsonInteger(units) }),
    },
    message: `${amount} ${asset.code} ${isIn ? 'deposited' : 'withdrawn'}.`,
  }
}

/** A well-formed transfer. The ledger decides later whether its accounts allow it. */
interface TransferOrder {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly amount: Amount
  readonly fee: bigint
  readonly reference: string | null
  readonly metadata: Record<string, unknown> | null
  /** Absent unless a guard wants to see the transfer. */
  readonly clearance?: Clearance | undefined
}

function readTransfer(
  request: TransferRequest,
  ctx: PostingContext,
  options: TransferOptions,
  simulate: boolean,
  given?: string,
): TransferOrder {
  const from = request.from_account ?? request.from_account_uuid ?? request.from_account_id
  const to = request.to_account ?? request.to_account_uuid ?? request.to_account_id
  const asset_code = request.asset_code ?? request.currency
  const errors: Record<string, string[]> = {
    ...(from === undefined && { from_account: ['The from account field is required.'] }),
    ...(to === undefined && { to_account: ['The to account field is required.'] }),
    ...(asset_code === undefined && { asset_code: ['The asset code field is required.'] }),
  }
  if (from === undefined || to === undefined || asset_code === undefined) throw Invalid({ errors })
  if (from.toLowerCase() === to.toLowerCase())
    throw Invalid({
      errors: { to_account: ['The two accounts are the same; name another account to pay.'] },
    })
  const amount = readAmount(options.assets, { amount: request.amount, asset_code })
  const order = { id: given ?? newEntryId(ctx.now), from: from.toLowerCase(), to: to.toLowerCase() }
  return {
    ...order,
    amount,
    fee: transferFee(amount.units, options.feeBasisPoints),
    reference: request.reference ?? request.description ?? null,
    metadata: request.metadata ?? null,
    // Without two ids that can name accounts the decision refuses it, and there is nothing to show to the guards.
    clearance:
      options.guards?.isOn(ctx.caller.environment, amount.asset.code) &&
      isUuid(order.from) &&
      isUuid(order.to)
        ? options.guards.open(
            // A transfer with a given id may be retried: each attempt claims, and releases, under an id of its own.
            { ...order, ...(given && { id: newEntryId(ctx.now) }), ...amount, leaves: false },
            ctx,
            !simulate,
          )
        : undefined,
  }
}

const booksOf = (order: TransferOrder, ctx: PostingContext): BookName[] =>
  namedBooks(
    [
      order.from,
      order.to,
      ...(order.fee > 0n ? [systemAccount(ctx.caller.environment, 'fees')] : []),
    ],
    order.amount.asset.code,
  )

/** When several refusals apply, the first of these checks decides which one the caller gets. */
function checkTransfer(ledger: Draft, order: TransferOrder, caller: Caller): Cleared {
  const from = findCustomerAccount(ledger, order.from)
  const to = findCustomerAccount(ledger, order.to)
  const missing = (side: string) => [`There is no such account: ${side}.`]
  if (!from || !to)
    throw Invalid({
      errors: {
        ...(!from && { from_account: missing(order.from) }),
        ...(!to && { to_account: missing(order.to) }),
      },
    })
  if (!canUse(from, caller)) throw UnauthorizedTransfer({})
  if (from.status === 'frozen') throw SourceAccountFrozen({ account_uuid: from.id })
  if (to.status === 'frozen') throw DestinationAccountFrozen({ account_uuid: to.id })
  return clearTransfer(ledger, order)
}

function findCustomerAccount(ledger: Draft, id: string): AccountView | undefined {
  const account = ledger.account(id)
  return account && account.code === null && account.status !== 'closed' ? account : undefined
}

const factsOf = (ledger: Draft, order: TransferOrder, created_at: Date): TransferFacts => ({
  id: order.id,
  from: order.from,
  to: order.to,
  from_name: ledger.account(order.from)!.holder_name,
  to_name: ledger.account(order.to)!.holder_name,
  asset: order.amount.asset,
  units: order.amount.units,
  fee: order.fee,
  reference: order.reference,
  metadata: order.metadata,
  created_at,
  status: 'pending',
  has_workflow: true,
  completed_at: null,
  failure_reason: null,
})

/** A balance is shown to the caller only if they may use the account. */
const isOwn = (ledger: Draft, account: string, { caller }: PostingContext): boolean =>
  canUse(ledger.account(account)!, caller)

/** The guards that want to see a transfer of the plan have to be asked before it is posted. */
const withClearances = <Output>(
  plan: Plan<Output>,
  orders: readonly TransferOrder[],
): GuardedPlan<Output> => {
  const clearances = orders.flatMap(({ clearance }) => clearance ?? [])
  return clearances.length === 0 ? plan : { ...plan, clearances }
}

/** `id` is given by domains whose transfer must not be made twice: the ledger takes each id once. */
export function planTransfer(
  request: TransferRequest & { readonly workflow_enabled?: boolean; readonly simulate?: boolean },
  ctx: PostingContext,
  options: TransferOptions,
  id?: string,
) {
  const simulate = request.simulate ?? false
  const order = readTransfer(request, ctx, options, simulate, id)
  const direct = simulate || request.workflow_enabled === false
  const decide = (ledger: Draft) => {
    const credits = checkTransfer(ledger, order, ctx.caller)
    if (!direct) return reserve(ledger, order, ctx)
    const { facts, entry } = complete(ledger, order, credits, ctx)
    const write = (units: bigint) => formatDecimal({ units, asset: order.amount.asset })
    return {
      data: {
        ...toTransfer(facts),
        ...(simulate && {
          simulated: true,
          // Nothing is paid, so the payee is not named.
          to_name: null,
          from_balance_after: write(entry.moves.at(-1)!.from_after),
          to_balance_after: isOwn(ledger, order.to, ctx) ? write(entry.moves[0]!.to_after) : null,
        }),
      },
      message: simulate ? 'This transfer would be completed.' : 'The transfer is completed.',
    }
  }
  return withClearances({ books: booksOf(order, ctx), simulate, decide }, [order])
}

/** Reserves the money; completion.ts moves it shortly afterwards. */
function reserve(ledger: Draft, order: TransferOrder, ctx: PostingContext) {
  ledger.reserve({
    id: order.id,
    purpose: TRANSFER_PURPOSE,
    account: order.from,
    to: order.to,
    asset: order.amount.asset.code,
    units: order.amount.units + order.fee,
    fee: order.fee,
    reference: order.reference,
    metadata: order.metadata,
  })
  order.clearance?.use()
  return {
    data: toTransfer(factsOf(ledger, order, ctx.now)),
    message: 'The transfer is in progress.',
  }
}

function complete(ledger: Draft, order: TransferOrder, credits: Cleared, ctx: PostingContext) {
  const asset = order.amount.asset.code
  const { environment } = ctx.caller
  const entry = ledger.post({
    id: order.id,
    type: 'transfer',
    reference: order.reference,
    metadata: order.metadata,
    credits,
    moves: [
      { from: order.from, to: order.to, asset, units: order.amount.units },
      ...feeMove(order, environment),
    ],
  })
  order.clearance?.use()
  const facts: TransferFacts = {
    ...factsOf(ledger, order, ctx.now),
    status: 'completed',
    has_workflow: false,
    completed_at: entry.at,
  }
  return { facts, entry }
}

const feeMove = (order: TransferOrder, environment: Caller['environment']) =>
  order.fee === 0n
    ? []
    : [
        {
          from: order.from,
          to: systemAccount(environment, 'fees'),
          asset: order.amount.asset.code,
          units: order.fee,
          subtype: 'fee',
        },
      ]

export interface BulkRequest {
  readonly transfers: readonly TransferRequest[]
  readonly mode: 'all_or_nothing' | 'each'
  readonly simulate?: boolean
}

interface BulkItem {
  readonly index: number
  readonly status: 'completed' | 'refused'
  readonly uuid: string | null
  readonly from_balance_after: string | null
  readonly to_balance_after: string | null
  readonly error: { readonly code: string; readonly message: string } | null
}

export function planBulk(request: BulkRequest, ctx: PostingContext, options: TransferOptions) {
  const simulate = request.simulate ?? false
  const orders = request.transfers.map((one) => readOrRefuse(one, ctx, options, simulate))
  const each = (ledger: Draft, item: TransferOrder | AppError, index: number): BulkItem => {
    try {
      if (item instanceof AppError) throw item
      return ledger.attempt(() => {
        const credits = checkTransfer(ledger, item, ctx.caller)
        const { entry } = complete(ledger, item, credits, ctx)
        const write = (units: bigint) => formatDecimal({ units, asset: item.amount.asset })
        return {
          index,
          status: 'completed',
          uuid: item.id,
          from_balance_after: write(entry.moves.at(-1)!.from_after),
          to_balance_after: isOwn(ledger, item.to, ctx) ? write(entry.moves[0]!.to_after) : null,
          error: null,
        }
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code } = error.def
      const allOrNothing = request.mode === 'all_or_nothing'
      if (allOrNothing && !simulate)
        throw BulkTransferRejected({ index, code, reason: error.message })
      return {
        index,
        status: 'refused',
        uuid: null,
        from_balance_after: null,
        to_balance_after: null,
        error: { code, message: error.message },
      }
    }
  }
  const plan: Plan<ReturnType<typeof toBulkResult>> = {
    books: orders.flatMap((item) => (item instanceof AppError ? [] : booksOf(item, ctx))),
    simulate,
    decide: (ledger) =>
      toBulkResult(
        request,
        orders.map((item, index) => each(ledger, item, index)),
      ),
  }
  return withClearances(
    plan,
    orders.filter((item): item is TransferOrder => !(item instanceof AppError)),
  )
}

/** Keeps the error of a malformed transfer, so that it is reported at its position in the list. */
function readOrRefuse(
  request: TransferRequest,
  ctx: PostingContext,
  options: TransferOptions,
  simulate: boolean,
): TransferOrder | AppError {
  try {
    return readTransfer(request, ctx, options, simulate)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function toBulkResult(request: BulkRequest, results: BulkItem[]) {
  const completed = results.filter((item) => item.status === 'completed').length
  const refused = results.length - completed
  const would = request.simulate ? 'would be ' : ''
  return {
    data: {
      mode: request.mode,
      simulated: request.simulate ?? false,
      total: results.length,
      completed,
      refused,
      results,
    },
    message: `${completed} of ${results.length} transfers ${would}completed, ${refused} ${would}refused.`,
  }
}
