// Moves money between agents, for escrows and payments alike: reads amounts, finds the accounts behind
// two agents, reserves money and pays it out. Fees are rounded down.
import { Type } from 'typebox'
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'
import type { Value } from '../../../kernel/value.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Cleared } from '../../../operation/credits.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { BookName, Draft, NewHold, PostedEntry } from '../../../operation/posting.ts'
import { type AgentRow, getAccountOf } from '../agents/index.ts'
import {
  type Amount,
  AmountInput,
  type AssetCatalogue,
  type AssetRecord,
  readAmount,
} from '../../core/assets/index.ts'
import {
  AccountQuarantined,
  BalanceTooLarge,
  DebtOutstanding,
  findHold,
  InsufficientFunds,
  post,
  systemAccount,
} from '../../core/ledger/index.ts'
import { guardErrors, type PaymentGuards } from '../../core/transfers/index.ts'
import { AgentAccountNotOpen } from './errors.ts'

export const AgentCurrency = Type.Enum(['USD', 'EUR', 'GBP', 'GCU'], {
  $id: 'AgentCurrency',
  description: 'The currencies in which agents pay.',
})
export type AgentCurrency = Value<typeof AgentCurrency>

export const agentAmountInput = { amount: AmountInput, currency: AgentCurrency }

export interface AgentAmountRequest {
  readonly amount: string | number
  readonly currency: string
}

/** The minimum is 0.01, also for currencies with smaller units. */
const MINIMUMS_PER_UNIT = 100n

export function readAgentAmount(
  assets: AssetCatalogue,
  request: AgentAmountRequest,
  max: bigint,
): Amount {
  const { amount, currency: asset_code } = request
  const fields = { amount: 'amount', asset: 'currency' }
  const read = readAmount(assets, { amount, asset_code }, fields)
  const one = 10n ** BigInt(read.asset.precision)
  if (read.units * MINIMUMS_PER_UNIT < one)
    throw Invalid({ errors: { amount: ['The amount must be at least 0.01.'] } })
  if (read.units > max * one)
    throw Invalid({ errors: { amount: [`The amount must be at most ${max}.`] } })
  return read
}

/** Shown as a JSON number: the greatest amount of an agent still fits into one exactly. */
export const showAmount = (units: bigint, asset: AssetRecord): number =>
  Number(formatDecimal({ units, asset }))

export const feeOn = (units: bigint, basisPoints: number): bigint =>
  multiplyDivide(units, BigInt(basisPoints), 10_000n, 'down')

/** The account that holds an agent's money, with the DID by which error messages name it. */
export interface AgentAccount {
  readonly did: string
  readonly account: string
}

export const getAgentAccount = async (agent: AgentRow, ctx: Context): Promise<AgentAccount> => ({
  did: agent.did,
  account: await getAccountOf(agent, ctx),
})

/** Other errors of the ledger do not reach callers: this domain throws its own instead. */
export const moneyErrors = [
  AgentAccountNotOpen,
  ...guardErrors,
  AccountQuarantined,
  BalanceTooLarge,
  DebtOutstanding,
]

/** Runs the guards that may stop a transfer to another customer, before the money is reserved. */
export const checkGuards = (
  { id, from, to, asset, units }: GuardedReservation,
  ctx: Context,
  guards: PaymentGuards,
): Promise<Cleared> =>
  guards.mayTransfer(ctx, {
    id,
    from: from.account,
    to: to.account,
    leaves: false,
    asset,
    units,
  })

interface GuardedReservation {
  readonly id: string
  readonly from: AgentAccount
  readonly to: AgentAccount
  readonly asset: AssetRecord
  readonly units: bigint
}

function checkOpen(ledger: Draft, { did, account }: AgentAccount): void {
  const { status } = ledger.account(account)!
  if (status !== 'active') throw AgentAccountNotOpen({ did, status })
}

export interface Reservation extends Omit<NewHold, 'account' | 'to'> {
  readonly from: AgentAccount
  readonly to: AgentAccount
}

export const booksOfReservation = ({ from, to, asset }: Reservation): BookName[] => [
  { account: from.account, asset },
  { account: to.account, asset },
]

/** The figures of a reservation that was refused, in units, and the ledger's sentence about them. */
export interface Shortfall {
  readonly current_balance: string
  readonly requested_amount: string
  readonly message: string
}

/** Both accounts must be open from the start: no money is reserved for an agent that cannot be paid. */
export function reserve(
  ledger: Draft,
  { from, to, ...hold }: Reservation,
  notCovered: (shortfall: Shortfall) => AppError,
): string {
  checkOpen(ledger, from)
  checkOpen(ledger, to)
  try {
    return ledger.reserve({ ...hold, account: from.account, to: to.account }).id
  } catch (error) {
    if (!(error instanceof AppError && error.def.code === InsufficientFunds.code)) throw error
    const figures = error.details as Omit<Shortfall, 'message'>
    throw notCovered({ ...figures, message: error.message })
  }
}

export interface Payout {
  readonly environment: Environment
  readonly hold: string
  readonly from: AgentAccount
  readonly to: AgentAccount
  readonly asset: string
  readonly units: bigint
  /** The bank's fees come out of the same reservation, each as a separate move. */
  readonly fees: readonly bigint[]
  readonly subtype: string
  /** The guards were asked again: a seller may have been listed since the money was reserved. */
  readonly credits: Cleared
  /** The reason recorded when the rest of the reservation, if any, is released. */
  readonly backBecause: string
}

/** The bank's own accounts are locked only when they are used, because every payment shares them. */
export function booksOfPayout({ environment, from, to, asset, fees }: Payout): BookName[] {
  const accounts = [
    from.account,
    to.account,
    ...(from.account === to.account ? [systemAccount(environment, 'escrow')] : []),
    ...(fees.some((fee) => fee > 0n) ? [systemAccount(environment, 'fees')] : []),
  ]
  return accounts.map((account) => ({ account, asset }))
}

/**
 * Pays out of the reservation in one entry. When both agents use the same account, the money passes
 * through the bank's escrow account, so that the ledger records both sides of the payment.
 */
export function payOut(ledger: Draft, payout: Payout): PostedEntry {
  const { environment, hold, from, to, asset, units, subtype, backBecause, credits } = payout
  checkOpen(ledger, from)
  checkOpen(ledger, to)
  const between = systemAccount(environment, 'escrow')
  const isShared = from.account === to.account
  const bank = systemAccount(environment, 'fees')
  const entry = ledger.capture({
    hold,
    type: 'transfer',
    subtype,
    credits,
    // The minimum fee can be as much as a very small payment.
    moves: [
      { to: isShared ? between : to.account, units },
      ...payout.fees.map((fee) => ({ to: bank, units: fee, subtype: 'fee' })),
    ].filter((move) => move.units > 0n),
  })
  const { reference, metadata, status } = ledger.hold(hold)!
  if (isShared && units > 0n)
    ledger.post({
      type: 'transfer',
      subtype,
      reference,
      metadata,
      credits,
      moves: [{ from: between, to: to.account, asset, units }],
    })
  if (status === 'open') ledger.release(hold, backBecause)
  return entry
}

/** The whole reservation becomes available again, even if the account is frozen. */
export async function refund(
  hold_id: string,
  reason: string,
  ctx: Context,
  as: 'released' | 'expired' = 'released',
): Promise<void> {
  const hold = (await findHold(ctx.tx, hold_id))!
  await post(ctx, {
    books: [{ account: hold.account_id, asset: hold.asset }],
    holds: [hold.id],
    decide: (ledger) => void ledger.release(hold.id, reason, as),
  })
}
