// Decides payments, many at once: each becomes a transfer in the ledger, goes to a payment rail, or is rejected
// with a reason. One payment never affects the decision about another, except by the money it takes.
import type { Caller } from '../../../operation/caller.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Draft, Plan } from '../../../operation/posting.ts'
import { type Account, findAccounts, mayUse, post } from '../../core/ledger/index.ts'
import { planTransfer, type TransferOptions } from '../../core/transfers/index.ts'
import { type Rejection, reject, rejectionOf } from './reasons.ts'

export interface Payable {
  readonly id: string
  readonly end_to_end_id: string
  readonly uetr: string | null
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

export type Decision =
  | { readonly status: 'settled'; readonly entry_id: string }
  | { readonly status: 'sent'; readonly outside_id: string }
  | ({ readonly status: 'rejected' } & Rejection)

/**
 * Hands a payment to a payment rail, in the transaction of the decision: the rail takes the money from the
 * debtor's account, or rejects. Later it reports the outcome to `OutsideOutcomes`.
 */
export type SendOutside = (
  payment: Payable & { readonly debtor_account: string },
  ctx: Context,
) => Promise<{ readonly outside_id: string } | Rejection>

export interface DecidingOptions {
  readonly transfers: TransferOptions
  /** Absent while no payment rail is connected: creditors at other banks are then rejected. */
  readonly sendOutside?: SendOutside | undefined
}

const rejected = (rejection: Rejection): Decision => ({ status: 'rejected', ...rejection })

/** `ctx.caller` is the sender, whose rights and balance count. The decisions are in the order of the payments. */
export async function decide(
  payments: readonly Payable[],
  ctx: Context,
  options: DecidingOptions,
): Promise<Decision[]> {
  const accounts = await findAccounts(ctx.tx, [
    ...new Set(
      payments.flatMap((one) => [one.debtor_account ?? [], one.creditor_account ?? []].flat()),
    ),
  ])
  const decisions: (Decision | undefined)[] = payments.map((payment) => {
    const rejection = judgeAccounts(payment, accounts, ctx.caller, options)
    return rejection && rejected(rejection)
  })
  const inside = payments.map((payment, index) => {
    if (decisions[index] || !isHere(accounts, payment, ctx.caller)) return undefined
    try {
      return planPayment(payment, ctx, options.transfers)
    } catch (error) {
      decisions[index] = rejected(asAmountProblem(error))
      return undefined
    }
  })
  const settled = await post(ctx, {
    books: inside.flatMap((plan) => plan?.books ?? []),
    decide: (ledger) => inside.map((plan) => plan && tryPlan(plan, ledger)),
  })
  const result: Decision[] = []
  for (const [index, payment] of payments.entries())
    result.push(
      decisions[index] ?? settled[index] ?? (await passOn(payment, ctx, options.sendOutside!)),
    )
  return result
}

const isOpen = (account: Account | undefined, caller: Caller): account is Account =>
  account !== undefined && account.environment === caller.environment && account.code === null

const isHere = (
  accounts: ReadonlyMap<string, Account>,
  { creditor_account }: Payable,
  caller: Caller,
): boolean => isOpen(accounts.get(creditor_account ?? ''), caller)

/**
 * An account of somebody else is answered like one that does not exist. Accounts may change until the ledger
 * decides, so it checks them again.
 */
function judgeAccounts(
  payment: Payable,
  accounts: ReadonlyMap<string, Account>,
  caller: Caller,
  { sendOutside }: DecidingOptions,
): Rejection | undefined {
  const from = accounts.get(payment.debtor_account ?? '')
  if (!isOpen(from, caller) || !mayUse(from, caller))
    return reject('AC02', `You have no account ${payment.debtor}; pay from one of your own.`)
  if (from.status === 'closed') return reject('AC04', `The account ${payment.debtor} is closed.`)
  if (from.status === 'frozen')
    return reject('AC06', `The account ${payment.debtor} is frozen; unfreeze it first.`)
  const to = accounts.get(payment.creditor_account ?? '')
  if (!isOpen(to, caller))
    return sendOutside === undefined
      ? reject(
          'AC03',
          `The account ${payment.creditor} is not at this bank; send the payment by POST /api/v1/payment-rails/payments.`,
        )
      : undefined
  if (to.status === 'closed') return reject('AC04', `The account ${payment.creditor} is closed.`)
  if (to.status === 'frozen')
    return reject('AC06', `The account ${payment.creditor} is frozen and cannot receive money.`)
  return from.id === to.id
    ? reject('AC03', `The account ${payment.creditor} would pay itself; name another creditor.`)
    : undefined
}

interface Transferred {
  readonly data: { readonly uuid: string }
}

const planPayment = (payment: Payable, ctx: Context, options: TransferOptions): Plan<Transferred> =>
  planTransfer(
    {
      from_account: payment.debtor_account!,
      to_account: payment.creditor_account!,
      amount: payment.amount,
      asset_code: payment.currency,
      ...(payment.remittance_info !== null && { reference: payment.remittance_info }),
      metadata: {
        payment_id: payment.id,
        end_to_end_id: payment.end_to_end_id,
        ...(payment.uetr !== null && { uetr: payment.uetr }),
      },
      workflow_enabled: false,
    },
    ctx,
    options,
  )

function tryPlan(plan: Plan<Transferred>, ledger: Draft): Decision {
  try {
    return { status: 'settled', entry_id: ledger.attempt(() => plan.decide(ledger)).data.uuid }
  } catch (error) {
    return rejected(rejectionOf(error))
  }
}

/** A transfer is refused before the ledger sees it only for its amount or its currency. */
function asAmountProblem(error: unknown): Rejection {
  const isInvalid = error instanceof AppError && error.def.code === Invalid.code
  if (!isInvalid) throw error
  const { errors } = error.details as { readonly errors: Record<string, string[]> }
  return reject(errors.asset_code ? 'AM03' : 'AM02', error.message)
}

async function passOn(payment: Payable, ctx: Context, send: SendOutside): Promise<Decision> {
  const debtor_account = payment.debtor_account!
  const answer = await send({ ...payment, debtor_account }, ctx)
  return 'outside_id' in answer ? { status: 'sent', ...answer } : rejected(answer)
}
