// The rules of money in, out and across. Each function makes a plan; the ledger runs its decision.
import { formatDecimal, multiplyDivide, toJsonInteger } from '../../../kernel/money.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Caller } from '../../../operation/caller.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { PostingContext } from '../../../operation/operation.ts'
import type { AccountView, BookName, Draft, Plan } from '../../../operation/posting.ts'
import { type Amount, type AssetCatalogue, readAmount } from '../assets/index.ts'
import { CashPlan, type Reach } from '../funding/index.ts'
import {
  AccountFrozen,
  checkOpen,
  checkUsable,
  InsufficientFunds,
  mayUse,
  newEntryId,
  systemAccount,
  toTransactionId,
  TRANSFER_PURPOSE,
} from '../ledger/index.ts'
import {
  BulkRefused,
  DestinationAccountFrozen,
  InsufficientBalance,
  SourceAccountFrozen,
  UnauthorizedTransfer,
} from './errors.ts'
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
  /** Hundredths of a percent of the amount, taken from the sender on top of it. */
  readonly feeBasisPoints: number
}

type CashKind = 'deposit' | 'withdrawal'

export function planCash(
  kind: CashKind,
  request: CashRequest,
  ctx: PostingContext,
  assets: AssetCatalogue,
) {
  const amount = readAmount(assets, request)
  const asset = amount.asset.code
  const id = request.uuid.toLowerCase()
  const isIn = kind === 'deposit'
  const outside = systemAccount(
    ctx.caller.environment,
    isIn ? 'external:deposits' : 'external:withdrawals',
  )
  return new CashPlan(namedBooks([id, outside], asset), (ledger: Draft, reach: Reach) => {
    const check = reach === 'any' ? checkOpen : checkUsable
    const account = check(ledger.account(id), request.uuid, ctx.caller)
    if (account.status === 'frozen') throw AccountFrozen({ account_uuid: id })
    const [from, to] = isIn ? [outside, id] : [id, outside]
    const entry = sayInsufficient(() =>
      ledger.post({
        type: kind,
        reference: request.reference ?? request.description,
        moves: [{ from, to, asset, units: amount.units }],
      }),
    )
    return toCash(kind, id, amount, request, entry)
  })
}

/** Where an account cannot exist there is nothing to load. */
const namedBooks = (accounts: readonly string[], asset: string): BookName[] =>
  accounts.filter(isUuid).map((account) => ({ account, asset }))

function sayInsufficient<Output>(decide: () => Output): Output {
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

/** A transfer that is well-formed: what is left is whether the ledger allows it. */
interface WantedTransfer {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly amount: Amount
  readonly fee: bigint
  readonly reference: string | null
  readonly metadata: Record<string, unknown> | null
}

function readTransfer(
  request: TransferRequest,
  ctx: PostingContext,
  { assets, feeBasisPoints }: TransferOptions,
): WantedTransfer {
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
    throw Invalid({ errors: { to_account: ['The two accounts must be different.'] } })
  const amount = readAmount(assets, { amount: request.amount, asset_code })
  return {
    id: newEntryId(ctx.now),
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    amount,
    fee: multiplyDivide(amount.units, BigInt(feeBasisPoints), 10_000n, 'half-even'),
    reference: request.reference ?? request.description ?? null,
    metadata: request.metadata ?? null,
  }
}

const booksOf = (wanted: WantedTransfer, ctx: PostingContext): BookName[] =>
  namedBooks(
    [
      wanted.from,
      wanted.to,
      ...(wanted.fee > 0n ? [systemAccount(ctx.caller.environment, 'fees')] : []),
    ],
    wanted.amount.asset.code,
  )

/** The order is the one in which refusals take precedence. */
function checkTransfer(ledger: Draft, wanted: WantedTransfer, caller: Caller): void {
  const from = findCustomerAccount(ledger, wanted.from)
  const to = findCustomerAccount(ledger, wanted.to)
  const missing = (side: string) => [`There is no such account: ${side}.`]
  if (!from || !to)
    throw Invalid({
      errors: {
        ...(!from && { from_account: missing(wanted.from) }),
        ...(!to && { to_account: missing(wanted.to) }),
      },
    })
  if (!mayUse(from, caller)) throw UnauthorizedTransfer({})
  if (from.status === 'frozen') throw SourceAccountFrozen({})
  if (to.status === 'frozen') throw DestinationAccountFrozen({})
}

function findCustomerAccount(ledger: Draft, id: string): AccountView | undefined {
  const account = ledger.account(id)
  return account && account.code === null && account.status !== 'closed' ? account : undefined
}

const factsOf = (wanted: WantedTransfer, created_at: Date): TransferFacts => ({
  id: wanted.id,
  from: wanted.from,
  to: wanted.to,
  asset: wanted.amount.asset,
  units: wanted.amount.units,
  fee: wanted.fee,
  reference: wanted.reference,
  metadata: wanted.metadata,
  created_at,
  status: 'pending',
  has_workflow: true,
  completed_at: null,
  failure_reason: null,
})

/** What somebody else has is nobody's business, least of all for a dry run. */
const isOwn = (ledger: Draft, account: string, { caller }: PostingContext): boolean =>
  mayUse(ledger.account(account)!, caller)

export function planTransfer(
  request: TransferRequest & { readonly workflow_enabled?: boolean; readonly simulate?: boolean },
  ctx: PostingContext,
  options: TransferOptions,
) {
  const wanted = readTransfer(request, ctx, options)
  const simulate = request.simulate ?? false
  const direct = simulate || request.workflow_enabled === false
  return {
    books: booksOf(wanted, ctx),
    simulate,
    decide: (ledger: Draft) => {
      checkTransfer(ledger, wanted, ctx.caller)
      if (!direct) return reserve(ledger, wanted, ctx)
      const { facts, entry } = complete(ledger, wanted, ctx)
      const write = (units: bigint) => formatDecimal({ units, asset: wanted.amount.asset })
      return {
        data: {
          ...toTransfer(facts),
          ...(simulate && {
            simulated: true,
            from_balance_after: write(entry.moves.at(-1)!.from_after),
            to_balance_after: isOwn(ledger, wanted.to, ctx)
              ? write(entry.moves[0]!.to_after)
              : null,
          }),
        },
        message: simulate ? 'This transfer would be completed.' : 'The transfer is completed.',
      }
    },
  }
}

/** Reserved now, moved in a moment: see completion.ts. */
function reserve(ledger: Draft, wanted: WantedTransfer, ctx: PostingContext) {
  ledger.reserve({
    id: wanted.id,
    purpose: TRANSFER_PURPOSE,
    account: wanted.from,
    to: wanted.to,
    asset: wanted.amount.asset.code,
    units: wanted.amount.units + wanted.fee,
    fee: wanted.fee,
    reference: wanted.reference,
    metadata: wanted.metadata,
  })
  return { data: toTransfer(factsOf(wanted, ctx.now)), message: 'The transfer is under way.' }
}

function complete(ledger: Draft, wanted: WantedTransfer, ctx: PostingContext) {
  const asset = wanted.amount.asset.code
  const { environment } = ctx.caller
  const entry = ledger.post({
    id: wanted.id,
    type: 'transfer',
    reference: wanted.reference,
    metadata: wanted.metadata,
    moves: [
      { from: wanted.from, to: wanted.to, asset, units: wanted.amount.units },
      ...feeMove(wanted, environment),
    ],
  })
  const facts: TransferFacts = {
    ...factsOf(wanted, ctx.now),
    status: 'completed',
    has_workflow: false,
    completed_at: entry.at,
  }
  return { facts, entry }
}

const feeMove = (wanted: WantedTransfer, environment: Caller['environment']) =>
  wanted.fee === 0n
    ? []
    : [
        {
          from: wanted.from,
          to: systemAccount(environment, 'fees'),
          asset: wanted.amount.asset.code,
          units: wanted.fee,
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
  const wanted = request.transfers.map((transfer) => readOrRefuse(transfer, ctx, options))
  const simulate = request.simulate ?? false
  const each = (ledger: Draft, item: WantedTransfer | AppError, index: number): BulkItem => {
    try {
      if (item instanceof AppError) throw item
      return ledger.attempt(() => {
        checkTransfer(ledger, item, ctx.caller)
        const { entry } = complete(ledger, item, ctx)
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
      const isWhole = request.mode === 'all_or_nothing'
      if (isWhole && !simulate) throw BulkRefused({ index, code, reason: error.message })
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
    books: wanted.flatMap((item) => (item instanceof AppError ? [] : booksOf(item, ctx))),
    simulate,
    decide: (ledger) =>
      toBulkResult(
        request,
        wanted.map((item, index) => each(ledger, item, index)),
      ),
  }
  return plan
}

/** A malformed one is refused in its turn, like one that the ledger refuses. */
function readOrRefuse(
  request: TransferRequest,
  ctx: PostingContext,
  options: TransferOptions,
): WantedTransfer | AppError {
  try {
    return readTransfer(request, ctx, options)
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
