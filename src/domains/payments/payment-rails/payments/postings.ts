// The postings of a payment over a rail. Money in transit is on the clearing account of the rail, so the balance of a
// clearing account is always the sum of the open payments, and zero when all have ended:
//   sent:       account → clearing when the payment is created, clearing → external:settlement when it settles;
//   returned:   clearing → account, after external:settlement → clearing if it had settled;
//   collected:  external:settlement → clearing → account when it settles; the other way when it is returned;
//   within the bank: clearing → the creditor's account.
// The customer is debited at once, not by a hold: a hold could be left on an account whose payment the network has
// accepted, and the ledger would not show what the bank owes the network.
import type { Cleared, Credits } from '../../../../operation/credits.ts'
import { AppError } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { MoveType, NewEntry, NewMove } from '../../../../operation/posting.ts'
import {
  findAccounts,
  findFirstAccounts,
  listAccountsWithFunds,
  newEntryId,
  post,
  systemAccount,
} from '../../../core/ledger/index.ts'
import { findUser } from '../../../people/identity/index.ts'
import { type Rail, railOf } from '../rails/catalogue.ts'
import type { PaymentRow } from './store.ts'

/** The fields of a payment that its moves need. */
export type PaymentMoney = Pick<
  PaymentRow,
  'id' | 'environment' | 'user_uuid' | 'account_id' | 'rail' | 'asset' | 'memo' | 'party'
> & { readonly units: string | bigint; readonly fee_units: string | bigint }

interface Booking {
  readonly type: MoveType
  readonly subtype:
    | 'rail_payment'
    | 'rail_refund'
    | 'rail_return'
    | 'rail_collection'
    | 'rail_settlement'
  readonly moves: readonly Omit<NewMove, 'asset'>[]
  /** Why a customer is credited; absent if only the bank's own accounts are credited. */
  readonly credits?: Credits
  /** A refund is credited even to a frozen account, because it is the customer's money. */
  readonly evenIfFrozen?: boolean
}

async function book(ctx: Context, row: PaymentMoney, booking: Booking): Promise<void> {
  const { asset } = row
  const moves = booking.moves.map((move) => ({ ...move, asset }))
  const accounts = new Set(moves.flatMap(({ from, to }) => [from, to]))
  await post(ctx, {
    books: [...accounts].map((account) => ({ account, asset })),
    decide: (ledger) => ledger.post(entryOf(ctx, row, { ...booking, moves })),
  })
}

const entryOf = (
  ctx: Context,
  row: PaymentMoney,
  { moves, ...booking }: Omit<Booking, 'moves'> & { readonly moves: readonly NewMove[] },
): NewEntry => ({
  id: newEntryId(ctx.now),
  type: booking.type,
  subtype: booking.subtype,
  reference: row.memo ?? `${railOf(row.rail).name} payment`,
  metadata: { rail_payment: row.id, rail: row.rail },
  moves,
  credits: booking.credits,
  evenIfFrozen: booking.evenIfFrozen ?? false,
  actor: {
    user_uuid: ctx.caller.user ?? row.user_uuid,
    credential_id: ctx.caller.credential?.id ?? null,
    agent: ctx.caller.agent ?? null,
    request_id: ctx.requestId,
  },
})

/** The other party as the payment names it. */
const partyOf = ({ party }: PaymentMoney) => ({ counterparty: party.name })

/** The name of the bank's customer, for the other party when both are customers. */
const customerNameOf = async ({ tx }: Context, { user_uuid }: PaymentMoney) =>
  (await findUser(tx, user_uuid))?.name ?? null

const clearingOf = ({ environment, rail }: PaymentMoney): string =>
  systemAccount(environment, railOf(rail).clearing)
const outsideOf = ({ environment }: PaymentMoney): string =>
  systemAccount(environment, 'external:settlement')
const feesOf = ({ environment }: PaymentMoney): string => systemAccount(environment, 'fees')

const feeMove = (row: PaymentMoney, from: string, to: string): Omit<NewMove, 'asset'>[] =>
  BigInt(row.fee_units) > 0n ? [{ from, to, units: BigInt(row.fee_units), subtype: 'fee' }] : []

/** Debits the amount and the fee of a sent payment. */
export const takePayment = (ctx: Context, row: PaymentMoney): Promise<void> =>
  book(ctx, row, {
    type: 'withdrawal',
    subtype: 'rail_payment',
    moves: [
      { from: row.account_id, to: clearingOf(row), units: BigInt(row.units), ...partyOf(row) },
      ...feeMove(row, row.account_id, feesOf(row)),
    ],
  })

/** Debits only the fee of a collection, whose amount is not received yet. */
export async function takeFee(ctx: Context, row: PaymentMoney): Promise<void> {
  const moves = feeMove(row, row.account_id, feesOf(row))
  if (moves.length > 0) await book(ctx, row, { type: 'withdrawal', subtype: 'rail_payment', moves })
}

/** Moves the money to the clearing account of the next rail. */
export const moveToRail = (ctx: Context, row: PaymentMoney, to: Rail): Promise<void> =>
  book(ctx, row, {
    type: 'transfer',
    subtype: 'rail_settlement',
    moves: [
      {
        from: clearingOf(row),
        to: systemAccount(row.environment, to.clearing),
        units: BigInt(row.units),
      },
    ],
  })

/** Pays the network: a sent payment has settled, or a collection is returned. */
export const settleSent = (ctx: Context, row: PaymentMoney): Promise<void> =>
  book(ctx, row, {
    type: 'transfer',
    subtype: 'rail_settlement',
    moves: [{ from: clearingOf(row), to: outsideOf(row), units: BigInt(row.units) }],
  })

/** Credits a sent payment to another customer of this bank. */
export const settleWithin = async (ctx: Context, row: PaymentMoney, to: Cleared): Promise<void> =>
  book(ctx, row, {
    type: 'deposit',
    subtype: 'rail_payment',
    credits: to,
    moves: [
      {
        from: clearingOf(row),
        to: to.account,
        units: BigInt(row.units),
        counterparty: await customerNameOf(ctx, row),
      },
    ],
  })

/** Credits an incoming payment. */
export const creditIncoming = (ctx: Context, row: PaymentMoney, credits: Cleared): Promise<void> =>
  book(ctx, row, {
    type: 'deposit',
    subtype: 'rail_collection',
    credits,
    moves: [
      { from: outsideOf(row), to: clearingOf(row), units: BigInt(row.units) },
      { from: clearingOf(row), to: row.account_id, units: BigInt(row.units), ...partyOf(row) },
    ],
  })

/** A collection from another customer of this bank: the debtor pays, the creditor is credited. */
export const collectWithin = async (
  ctx: Context,
  row: PaymentMoney,
  debtor: string,
  credits: Cleared,
): Promise<void> =>
  book(ctx, row, {
    type: 'transfer',
    subtype: 'rail_collection',
    credits,
    moves: [
      {
        from: debtor,
        to: clearingOf(row),
        units: BigInt(row.units),
        counterparty: await customerNameOf(ctx, row),
      },
      { from: clearingOf(row), to: row.account_id, units: BigInt(row.units), ...partyOf(row) },
    ],
  })

/** Debits a customer for an incoming direct debit. */
export const debitIncoming = (ctx: Context, row: PaymentMoney): Promise<void> =>
  book(ctx, row, {
    type: 'withdrawal',
    subtype: 'rail_payment',
    moves: [
      { from: row.account_id, to: clearingOf(row), units: BigInt(row.units), ...partyOf(row) },
      { from: clearingOf(row), to: outsideOf(row), units: BigInt(row.units) },
    ],
  })

/** The number of accounts that are debited in one round; the others follow in the next. */
const REPAYING_MAX = 50

/**
 * Debits the open rest of a returned collection from the accounts of its owner, as far as they cover it, also while
 * they are frozen: the money is not theirs. Returns the units that were debited.
 */
export async function repayReturn(ctx: Context, row: PaymentMoney, left: bigint): Promise<bigint> {
  const { asset } = row
  const accounts = await listAccountsWithFunds(ctx.tx, row, { asset, limit: REPAYING_MAX })
  if (accounts.length === 0) return 0n
  const to = clearingOf(row)
  return post(ctx, {
    books: [...accounts, to].map((account) => ({ account, asset })),
    decide(ledger) {
      let taken = 0n
      const moves: NewMove[] = []
      for (const from of accounts) {
        const { units: all, held } = ledger.book(from, asset)
        const free = all - held
        const units = free < left - taken ? free : left - taken
        if (units <= 0n || ledger.account(from)?.status === 'closed') continue
        taken += units
        moves.push({ from, to, units, asset, ...partyOf(row) })
      }
      if (moves.length > 0)
        ledger.post(
          entryOf(ctx, row, {
            type: 'withdrawal',
            subtype: 'rail_return',
            moves,
            evenIfFrozen: true,
          }),
        )
      return taken
    },
  })
}

export interface Refund {
  /** Where the amount is: on the clearing account, with the network, or nowhere, as for a failed collection. */
  readonly from: 'clearing' | 'outside' | 'nowhere'
  readonly withFee: boolean
  /** The units of the amount that other banks kept. */
  readonly kept?: bigint | undefined
}

/** The reason why the refund has to wait, or the account that was credited. */
export type RefundResult = { readonly waitsFor: string } | { readonly account_id: string }

/** Refunds a payment, to the customer's oldest open account if the payment's is closed. */
export async function refund(
  ctx: Context,
  row: PaymentMoney,
  { from, withFee, kept = 0n }: Refund,
): Promise<RefundResult> {
  const account_id = await findDestination(ctx, row)
  if (account_id === undefined)
    return { waitsFor: 'The refund waits: you have no open account; open one to receive it.' }
  const clearing = clearingOf(row)
  const outside = outsideOf(row)
  const units = BigInt(row.units) - kept
  const moves = [
    ...(from === 'outside' ? [{ from: outside, to: clearing, units }] : []),
    ...(from === 'nowhere' ? [] : [{ from: clearing, to: account_id, units, ...partyOf(row) }]),
    // Deducted charges have left the bank, also if the payment had not settled yet.
    ...(from === 'clearing' && kept > 0n ? [{ from: clearing, to: outside, units: kept }] : []),
    ...(withFee ? feeMove(row, feesOf(row), account_id) : []),
  ]
  if (moves.length === 0) return { account_id }
  const subtype = from === 'outside' ? 'rail_return' : 'rail_refund'
  try {
    await book(ctx, row, {
      type: 'deposit',
      subtype,
      moves,
      credits: 'returned',
      evenIfFrozen: true,
    })
    return { account_id }
  } catch (error) {
    // The ledger refused before it wrote anything, for example because the account is in quarantine.
    if (error instanceof AppError) return { waitsFor: `The refund waits: ${error.message}` }
    throw error
  }
}

async function findDestination(
  { tx }: Context,
  { environment, user_uuid, account_id }: PaymentMoney,
): Promise<string | undefined> {
  const intended = (await findAccounts(tx, [account_id])).get(account_id)
  if (intended && intended.status !== 'closed') return account_id
  return (await findFirstAccounts(tx, { environment, users: [user_uuid] })).get(user_uuid)
}
