// What a card payment does in the ledger: the amount is held on the account when it is authorized, leaves the account
// when the merchant collects it, and comes back by a refund. The bank owes captured amounts to the network, which is
// outside the bank.
import { AppError, Unavailable } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Plan } from '../../../../operation/posting.ts'
import type { AssetRecord } from '../../../core/assets/index.ts'
import { InsufficientFunds, newEntryId, post, systemAccount } from '../../../core/ledger/index.ts'
import type { PaymentGuards } from '../../../core/transfers/index.ts'
import type { Declined } from './decision.ts'
import type { IssuedCardRow } from './store.ts'

const PURPOSE = 'card_payment'

export interface CardMoney {
  readonly id: string
  readonly card: Pick<IssuedCardRow, 'environment' | 'account_id' | 'asset'>
  readonly units: bigint
  readonly merchant: string
}

const networkOf = ({ card }: CardMoney): string =>
  systemAccount(card.environment, 'external:settlement')

const booksOf = (money: CardMoney) =>
  [money.card.account_id, networkOf(money)].map((account) => ({
    account,
    asset: money.card.asset,
  }))

const reservation = (money: CardMoney): Plan<void> => ({
  books: booksOf(money),
  decide: (ledger) =>
    void ledger.reserve({
      id: money.id,
      purpose: PURPOSE,
      account: money.card.account_id,
      to: networkOf(money),
      asset: money.card.asset,
      units: money.units,
      reference: money.merchant,
      metadata: { card_payment: money.id },
    }),
})

/** Holds the amount, or says why the account or a guard refuses it; then nothing is written. */
export async function reserve(
  money: CardMoney,
  asset: AssetRecord,
  ctx: Context,
  guards: PaymentGuards,
): Promise<Declined | undefined> {
  const { id, card, units, merchant } = money
  const plan = reservation(money)
  // A guard claims what the payment uses up, so it is asked only when the account can pay.
  const refusal =
    (await refusalOf(() => post(ctx, { ...plan, simulate: true }))) ??
    (await refusalOf(() =>
      guards.mayTransfer(ctx, {
        id,
        from: card.account_id,
        to: merchant,
        leaves: true,
        asset,
        units,
      }),
    ))
  if (!refusal) {
    await post(ctx, plan)
    return undefined
  }
  const { code, status } = refusal.def
  if (code === InsufficientFunds.code)
    return {
      decision: 'declined_insufficient_funds',
      reason: 'The available balance of the account is too small.',
    }
  return status === 423 || status === 409 || code.startsWith('ACCOUNT_')
    ? { decision: 'declined_account_unavailable', reason: refusal.message }
    : { decision: 'declined_not_allowed', reason: refusal.message }
}

async function refusalOf(ask: () => Promise<unknown>): Promise<AppError | undefined> {
  try {
    await ask()
    return undefined
  } catch (error) {
    // A feature that is switched off for a while is no decision about the card.
    if (error instanceof AppError && error.def.code !== Unavailable.code) return error
    throw error
  }
}

export const capture = (money: CardMoney, ctx: Context) =>
  post(ctx, {
    books: booksOf(money),
    holds: [money.id],
    decide: (ledger) =>
      ledger.capture({
        hold: money.id,
        type: 'withdrawal',
        subtype: PURPOSE,
        moves: [{ to: networkOf(money), units: money.units, counterparty: money.merchant }],
      }),
  })

export const release = (money: CardMoney, ctx: Context) =>
  post(ctx, {
    books: booksOf(money),
    holds: [money.id],
    decide: (ledger) => void ledger.release(money.id, 'The merchant reversed the payment.'),
  })

/** Credited even to a frozen account, because it is the customer's money. */
export const refund = (money: CardMoney, ctx: Context) =>
  post(ctx, {
    books: booksOf(money),
    decide: (ledger) =>
      ledger.post({
        id: newEntryId(ctx.now),
        type: 'deposit',
        subtype: 'card_refund',
        reference: money.merchant,
        metadata: { card_payment: money.id },
        credits: 'returned',
        evenIfFrozen: true,
        moves: [
          {
            from: networkOf(money),
            to: money.card.account_id,
            asset: money.card.asset,
            units: money.units,
            counterparty: money.merchant,
          },
        ],
      }),
  })
