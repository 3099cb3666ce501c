// The money of agents, for escrows and payments alike: amounts on the wire, the accounts behind two
// agents, and the way from a reservation to whoever is paid. Fees are rounded down.
import { type Static, Type } from 'typebox'
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'
import type { Environment } from '../../../operation/caller.ts'
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
  findHold,
  InsufficientFunds,
  post,
  postingErrors,
  systemAccount,
} from '../../core/ledger/index.ts'
import { AgentAccountNotOpen } from './errors.ts'

export const AgentCurrency = Type.Enum(['USD', 'EUR', 'GBP', 'GCU'], {
  $id: 'AgentCurrency',
  description: 'What agents pay in.',
})
export type AgentCurrency = Static<typeof AgentCurrency>

/** What agents say of money. */
export const agentAmountInput = { amount: AmountInput, currency: AgentCurrency }

export interface AgentAmountRequest {
  readonly amount: string | number
  readonly currency: string
}

/** A hundredth is the least, whatever smaller units there are. */
const PARTS = 100n

export function readAgentAmount(
  assets: AssetCatalogue,
  request: AgentAmountRequest,
  max: bigint,
): Amount {
  const { amount, currency: asset_code } = request
  const fields = { amount: 'amount', asset: 'currency' }
  const read = readAmount(assets, { amount, asset_code }, fields)
  const one = 10n ** BigInt(read.asset.precision)
  if (read.units * PARTS < one)
    throw Invalid({ errors: { amount: ['The amount must be at least 0.01.'] } })
  if (read.units > max * one)
    throw Invalid({ errors: { amount: [`The amount must be at most ${max}.`] } })
  return read
}

/** A JSON number; no amount of agents has more digits than such a number keeps exactly. */
export const showAmount = (units: bigint, asset: AssetRecord): number =>
  Number(formatDecimal({ units, asset }))

export const feeOn = (units: bigint, basisPoints: number): bigint =>
  multiplyDivide(units, BigInt(basisPoints), 10_000n, 'down')

/** Where an agent's money is, and the name that a refusal carries. */
export interface Purse {
  readonly did: string
  readonly account: string
}

export const getPurse = async (agent: AgentRow, ctx: Context): Promise<Purse> => ({
  did: agent.did,
  account: await getAccountOf(agent, ctx),
})

/** What is left of the ledger's refusals when ours have been said in our words. */
export const moneyErrors = [
  AgentAccountNotOpen,
  ...postingErrors.filter(({ code }) => /^(ACCOUNT_QUARANTINED|BALANCE_TOO_LARGE)$/.test(code)),
]

function checkOpen(ledger: Draft, { did, account }: Purse): void {
  const { status } = ledger.account(account)!
  if (status !== 'active') throw AgentAccountNotOpen({ did, status })
}

export interface Reservation extends Omit<NewHold, 'account' | 'to'> {
  readonly from: Purse
  readonly to: Purse
}

export const booksOfReservation = ({ from, to, asset }: Reservation): BookName[] => [
  { account: from.account, asset },
  { account: to.account, asset },
]

/** Both accounts must be open from the start: nobody's money waits for somebody who cannot get it. */
export function reserve(
  ledger: Draft,
  { from, to, ...hold }: Reservation,
  notCovered: (error: AppError) => AppError,
): string {
  checkOpen(ledger, from)
  checkOpen(ledger, to)
  try {
    return ledger.reserve({ ...hold, account: from.account, to: to.account }).id
  } catch (error) {
    if (error instanceof AppError && error.def.code === InsufficientFunds.code)
      throw notCovered(error)
    throw error
  }
}

export interface Payout {
  readonly environment: Environment
  readonly hold: string
  readonly from: Purse
  readonly to: Purse
  readonly asset: string
  readonly units: bigint
  /** The bank's, from the same reservation, each a leg of its own. */
  readonly fees: readonly bigint[]
  readonly subtype: string
  /** Why what is left of the reservation, if anything, goes back. */
  readonly backBecause: string
}

/** The bank's own accounts are named only where they are used: everybody would wait for them. */
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
 * One entry out of the reservation. Two agents may keep their money in one account: it then goes
 * through the bank's own, so that the books show both sides of it.
 */
export function payOut(ledger: Draft, payout: Payout): PostedEntry {
  const { environment, hold, from, to, asset, units, subtype, backBecause } = payout
  checkOpen(ledger, from)
  checkOpen(ledger, to)
  const between = systemAccount(environment, 'escrow')
  const isShared = from.account === to.account
  const bank = systemAccount(environment, 'fees')
  const entry = ledger.capture({
    hold,
    type: 'transfer',
    subtype,
    moves: [
      { to: isShared ? between : to.account, units },
      ...payout.fees
        .filter((fee) => fee > 0n)
        .map((fee) => ({ to: bank, units: fee, subtype: 'fee' })),
    ],
  })
  const { reference, metadata, status } = ledger.hold(hold)!
  if (isShared)
    ledger.post({
      type: 'transfer',
      subtype,
      reference,
      metadata,
      moves: [{ from: between, to: to.account, asset, units }],
    })
  if (status === 'open') ledger.release(hold, backBecause)
  return entry
}

/** All that is reserved becomes available again, whatever state the account is in. */
export async function giveBack(
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
