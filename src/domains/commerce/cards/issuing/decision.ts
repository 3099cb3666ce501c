// Whether a card may pay: its state, how often it was tried, and its limits. The balance is judged by the ledger.
import { formatMoney } from '../../../../kernel/money.ts'
import type { AssetRecord } from '../../../core/assets/index.ts'
import type { IssuedCardRow, Spent } from './store.ts'

export const decisions = [
  'approved',
  'declined_insufficient_funds',
  'declined_card_frozen',
  'declined_card_cancelled',
  'declined_card_expired',
  'declined_limit_exceeded',
  'declined_fraud_suspected',
  'declined_account_unavailable',
  'declined_not_allowed',
] as const
export type Decision = (typeof decisions)[number]

export interface Declined {
  readonly decision: Exclude<Decision, 'approved'>
  readonly reason: string
}

/** A card that is tried more often in a minute is probably in the wrong hands. */
export const ATTEMPTS_PER_MINUTE = 10

export interface Attempt {
  readonly card: IssuedCardRow
  readonly units: bigint
  readonly asset: AssetRecord
  readonly spent: Spent
  readonly attempts: number
  readonly today: string
}

/** Undefined if nothing about the card itself stands against the payment. */
export function findDecline({
  card,
  units,
  asset,
  spent,
  attempts,
  today,
}: Attempt): Declined | undefined {
  if (card.status === 'cancelled')
    return { decision: 'declined_card_cancelled', reason: 'The card is cancelled.' }
  if (card.status === 'frozen')
    return { decision: 'declined_card_frozen', reason: 'The card is frozen.' }
  if (card.expires_on < today)
    return { decision: 'declined_card_expired', reason: `The card expired on ${card.expires_on}.` }
  if (attempts >= ATTEMPTS_PER_MINUTE)
    return {
      decision: 'declined_fraud_suspected',
      reason: `The card was tried ${attempts} times within a minute.`,
    }
  const say = (amount: bigint): string => formatMoney({ units: amount, asset })
  const bounds = [
    ['a payment', card.payment_limit_units, 0n],
    ['a day', card.daily_limit_units, spent.today],
    ['a month', card.monthly_limit_units, spent.month],
  ] as const
  for (const [span, limit, before] of bounds)
    if (before + units > BigInt(limit))
      return {
        decision: 'declined_limit_exceeded',
        reason:
          before === 0n
            ? `The card pays at most ${say(BigInt(limit))} ${span}.`
            : `The card pays at most ${say(BigInt(limit))} ${span}, and ${say(before)} are used.`,
      }
  return undefined
}
