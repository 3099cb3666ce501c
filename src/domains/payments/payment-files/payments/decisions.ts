// Decides payments, many at once: each becomes a transfer in the ledger, is scheduled, goes to a payment rail, or is
// rejected with a reason. One payment never affects another, except by the balance that it uses.
import { AppError, Invalid, Unavailable } from '../../../../operation/error.ts'
import type { PostingContext } from '../../../../operation/operation.ts'
import type { BookName, Draft } from '../../../../operation/posting.ts'
import { readAmount } from '../../../core/assets/index.ts'
import { canUse, newEntryId } from '../../../core/ledger/index.ts'
import {
  type Clearance,
  type GuardedPlan,
  planTransfer,
  type TransferOptions,
} from '../../../core/transfers/index.ts'
import { type Rejection, reject, rejectionOf } from '../reasons.ts'

export interface Payable {
  readonly id: string
  readonly end_to_end_id: string
  readonly uetr: string | null
  /** The accounts as in the file, and the accounts of this bank that they resolve to. */
  readonly debtor: string
  readonly debtor_account: string | null
  readonly creditor: string
  readonly creditor_account: string | null
  readonly creditor_name: string | null
  readonly creditor_bic: string | null
  readonly amount: string
  readonly currency: string
  readonly remittance_info: string | null
}

/** Plain data, because the ledger stores it with the transfers. */
export type Decision =
  | { readonly status: 'settled'; readonly entry_id: string }
  /** The creditor is at another bank; the payment goes to a rail. */
  | { readonly status: 'outside' }
  | { readonly status: 'scheduled'; readonly due_at: string }
  | ({ readonly status: 'rejected' } & Rejection)

/** A payment, with the facts that do not depend on its accounts. */
export interface Order {
  readonly payment: Payable
  /** The id of the transfer; a new one when absent. */
  readonly entry_id?: string
  /** Set for a payment that is rejected independently of its accounts. */
  readonly rejection?: Rejection | undefined
  /** When it is to be executed; now if absent. */
  readonly due_at?: Date | undefined
}

export interface DecisionOptions {
  readonly transfers: TransferOptions
}

const rejected = (rejection: Rejection): Decision => ({ status: 'rejected', ...rejection })

type Decide = (ledger: Draft) => Decision

/** The decisions are in the order of the payments. The caller of `ctx` is the sender, whose permissions apply. */
export function planDecisions(
  orders: readonly Order[],
  ctx: PostingContext,
  options: DecisionOptions,
): GuardedPlan<Decision[]> {
  const books: BookName[] = []
  const clearances: Clearance[] = []
  const decides = orders.map((order): Decide => {
    if (order.rejection) {
      const decision = rejected(order.rejection)
      return () => decision
    }
    try {
      const { plan, decide } = planOne(order, ctx, options)
      books.push(...plan.books)
      clearances.push(...(plan.clearances ?? []))
      return decide
    } catch (error) {
      const decision = rejected(amountProblemOf(error))
      return () => decision
    }
  })
  return { books, clearances, decide: (ledger) => decides.map((decide) => decide(ledger)) }
}

interface PlannedOne {
  readonly plan: Pick<GuardedPlan, 'books' | 'clearances'>
  readonly decide: Decide
}

function planOne(order: Order, ctx: PostingContext, { transfers }: DecisionOptions): PlannedOne {
  const { payment, due_at } = order
  const entry_id = order.entry_id ?? newEntryId(ctx.now)
  const { debtor_account, creditor_account } = payment
  const isSame = debtor_account === creditor_account
  const plan =
    debtor_account === null || creditor_account === null || isSame
      ? undefined
      : planTransfer(
          toTransfer(payment, debtor_account, creditor_account),
          ctx,
          transfers,
          entry_id,
        )
  const books = [...(plan?.books ?? [])]
  if (!plan && debtor_account !== null) {
    const { asset } = readAmount(transfers.assets, { ...payment, asset_code: payment.currency })
    books.push({ account: debtor_account, asset: asset.code })
  }
  // The guards check a scheduled payment on its day.
  const clearances = due_at ? [] : (plan?.clearances ?? [])
  const decide: Decide = (ledger) => {
    const rejection = judgeDebtor(payment, ledger, ctx) ?? judgeCreditor(payment, ledger)
    if (rejection) return rejected(rejection)
    if (due_at) return { status: 'scheduled', due_at: due_at.toISOString() }
    if (!plan || !isCustomer(ledger.account(creditor_account!))) return { status: 'outside' }
    try {
      ledger.attempt(() => plan.decide(ledger))
      return { status: 'settled', entry_id }
    } catch (error) {
      return isSwitchedOff(error)
        ? { status: 'scheduled', due_at: new Date(ctx.now.getTime() + AGAIN_MS).toISOString() }
        : rejected(rejectionOf(error))
    }
  }
  return { plan: { books, clearances }, decide }
}

/**
 * While an operator has switched transfers off, the payments of files wait: the switch is temporary, and the customer
 * is not present to send them again.
 */
const isSwitchedOff = (error: unknown): boolean =>
  error instanceof AppError && error.def.code === Unavailable.code
const AGAIN_MS = 60_000

/** Another user's account is reported like one that does not exist. */
function judgeDebtor(
  { debtor, debtor_account }: Payable,
  ledger: Draft,
  { caller }: PostingContext,
): Rejection | undefined {
  const account = debtor_account === null ? undefined : ledger.account(debtor_account)
  if (!account || account.code !== null || !canUse(account, caller))
    return reject('AC02', `You have no account ${debtor}; pay from one of your own.`)
  if (account.status === 'closed') return reject('AC04', `The account ${debtor} is closed.`)
  return account.status === 'frozen'
    ? reject('AC06', `The account ${debtor} is frozen; unfreeze it first.`)
    : undefined
}

/** The bank's own accounts cannot be creditors; they are reported as not found. */
const isCustomer = <Found extends { readonly code: string | null }>(
  account: Found | undefined,
): account is Found => account?.code === null

function judgeCreditor(
  { creditor, creditor_account, debtor_account }: Payable,
  ledger: Draft,
): Rejection | undefined {
  const account = creditor_account === null ? undefined : ledger.account(creditor_account)
  if (!isCustomer(account)) return undefined
  if (account.status === 'closed') return reject('AC04', `The account ${creditor} is closed.`)
  if (account.status === 'frozen')
    return reject('AC06', `The account ${creditor} is frozen and cannot receive money.`)
  return creditor_account === debtor_account
    ? reject('AC03', `The account ${creditor} would pay itself; name another creditor.`)
    : undefined
}

const toTransfer = (payment: Payable, from_account: string, to_account: string) => ({
  from_account,
  to_account,
  amount: payment.amount,
  asset_code: payment.currency,
  ...(payment.remittance_info !== null && { reference: payment.remittance_info }),
  metadata: {
    end_to_end_id: payment.end_to_end_id,
    ...(payment.uetr !== null && { uetr: payment.uetr }),
  },
  workflow_enabled: false,
})

/** A transfer is refused before the ledger sees it only for its amount or its currency. */
function amountProblemOf(error: unknown): Rejection {
  if (!(error instanceof AppError && error.def.code === Invalid.code)) throw error
  const { errors } = error.details as { readonly errors: Record<string, string[]> }
  return reject(errors.asset_code ? 'AM03' : 'AM02', error.message)
}
