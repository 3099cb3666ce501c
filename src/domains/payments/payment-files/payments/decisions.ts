// Decides payments, many at once: each becomes a transfer in the ledger, waits for its day, goes to a payment
// rail, or is rejected with a reason. One payment never affects another, except by the money it takes.
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
  /** The accounts as they are written, and those of this bank that were found by that. */
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
  /** The creditor is at another bank; the payment is to be handed to a rail. */
  | { readonly status: 'outside' }
  | { readonly status: 'scheduled'; readonly due_at: string }
  | ({ readonly status: 'rejected' } & Rejection)

/** A payment, and what is known about it before its accounts are looked at. */
export interface Order {
  readonly payment: Payable
  /** The id of the transfer; a new one when absent. */
  readonly entry_id?: string
  /** Set for a payment that cannot be made, whatever the accounts. */
  readonly rejection?: Rejection | undefined
  /** The instant at which it is to be made; now when absent. */
  readonly due_at?: Date | undefined
}

/** The way to other banks; without one their customers are not reached, and payments to them are rejected. */
export interface Outside {
  readonly isConnected: boolean
}

export interface DecisionOptions {
  readonly transfers: TransferOptions
  readonly outside: Outside
}

const rejected = (rejection: Rejection): Decision => ({ status: 'rejected', ...rejection })

type Decide = (ledger: Draft) => Decision

/** The decisions are in the order of the payments. The caller of `ctx` is the sender, whose rights count. */
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

function planOne(
  order: Order,
  ctx: PostingContext,
  { transfers, outside }: DecisionOptions,
): PlannedOne {
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
  // What waits for its day is shown to the guards on that day.
  const clearances = due_at ? [] : (plan?.clearances ?? [])
  const decide: Decide = (ledger) => {
    const rejection = judgeDebtor(payment, ledger, ctx) ?? judgeCreditor(payment, ledger, outside)
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
 * While an operator has switched transfers off, the payments of files wait: the customer has ordered them once and is
 * not there to order them again, and the switch is meant for a while.
 */
const isSwitchedOff = (error: unknown): boolean =>
  error instanceof AppError && error.def.code === Unavailable.code
const AGAIN_MS = 60_000

/** An account of somebody else is answered like one that does not exist. */
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

/** Accounts of the bank itself are no creditors: whoever names one is answered as if there were none. */
const isCustomer = <Found extends { readonly code: string | null }>(
  account: Found | undefined,
): account is Found => account?.code === null

function judgeCreditor(
  { creditor, creditor_account, debtor_account }: Payable,
  ledger: Draft,
  { isConnected }: Outside,
): Rejection | undefined {
  const account = creditor_account === null ? undefined : ledger.account(creditor_account)
  if (!isCustomer(account))
    return isConnected
      ? undefined
      : reject(
          'AC03',
          `The account ${creditor} is not at this bank; send the payment by POST /api/v1/payment-rails/payments.`,
        )
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
