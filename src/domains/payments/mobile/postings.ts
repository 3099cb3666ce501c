// The postings of payments from the app. An amount that the payer has paid and the recipient does not have yet is on
// the account `clearing:mobile`, whose balance is at every moment the sum of the pending intents and of the
// unclaimed transfers to e-mail addresses.
import type { Credits } from '../../../operation/credits.ts'
import { AppError } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { NewMove } from '../../../operation/posting.ts'
import {
  findAccounts,
  findFirstAccounts,
  newEntryId,
  post,
  systemAccount,
} from '../../core/ledger/index.ts'

interface Booking {
  readonly subtype: 'merchant_payment' | 'mobile_payment' | 'p2p' | 'refund'
  readonly asset: string
  readonly reference: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly moves: readonly Omit<NewMove, 'asset'>[]
  /** The customer on whose behalf the bank acts when there is no caller. */
  readonly user: string
  /** A refund is credited even to a frozen account, because it is the customer's money. */
  readonly evenIfFrozen?: boolean
  /** Why a customer is credited; absent if only the bank's own accounts are credited. */
  readonly credits?: Credits
}

export async function book(ctx: Context, booking: Booking): Promise<string> {
  const { asset, user } = booking
  const moves = booking.moves
    .filter(({ units }) => units > 0n)
    .map((move): NewMove => ({ ...move, asset }))
  const accounts = new Set(moves.flatMap(({ from, to }) => [from, to]))
  const id = newEntryId(ctx.now)
  await post(ctx, {
    books: [...accounts].map((account) => ({ account, asset })),
    decide: (ledger) =>
      ledger.post({
        id,
        type: 'transfer',
        subtype: booking.subtype,
        reference: booking.reference,
        metadata: booking.metadata,
        moves,
        credits: booking.credits,
        evenIfFrozen: booking.evenIfFrozen ?? false,
        actor: {
          user_uuid: ctx.caller.user ?? user,
          credential_id: ctx.caller.credential?.id ?? null,
          agent: ctx.caller.agent ?? null,
          request_id: ctx.requestId,
        },
      }),
  })
  return id
}

export const clearingOf = ({ caller }: Pick<Context, 'caller'>): string =>
  systemAccount(caller.environment, 'clearing:mobile')

export const feesOf = ({ caller }: Pick<Context, 'caller'>): string =>
  systemAccount(caller.environment, 'fees')

interface WayBack {
  readonly user: string
  readonly account: string
  readonly asset: string
  readonly units: bigint
  readonly fee?: bigint
  readonly reference: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/**
 * Refunds a payment, to the customer's oldest open account if the paying one is closed. False if that is not possible
 * yet, because there is no such account or the ledger refuses it.
 */
export async function refund(ctx: Context, way: WayBack): Promise<boolean> {
  const to = await findWayBack(ctx, way)
  if (to === undefined) return false
  const { user, asset, units, fee = 0n, reference, metadata } = way
  try {
    await book(ctx, {
      subtype: 'refund',
      asset,
      reference,
      metadata,
      user,
      evenIfFrozen: true,
      credits: 'returned',
      moves: [
        { from: clearingOf(ctx), to, units },
        { from: feesOf(ctx), to, units: fee, subtype: 'fee' },
      ],
    })
    return true
  } catch (error) {
    // The ledger refused before it wrote anything, for example because the account is in quarantine.
    if (error instanceof AppError) return false
    throw error
  }
}

async function findWayBack(
  { tx, caller }: Context,
  { user, account }: WayBack,
): Promise<string | undefined> {
  const payer = (await findAccounts(tx, [account])).get(account)
  if (payer && payer.status !== 'closed') return account
  const { environment } = caller
  return (await findFirstAccounts(tx, { environment, users: [user] })).get(user)
}
