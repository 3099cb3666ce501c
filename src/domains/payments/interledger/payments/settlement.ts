// The postings of payments. While a payment is in progress, its whole amount with the fee is on the clearing
// account; when it ends, all of that leaves the clearing account in one entry: the delivered part to the receiver or
// the peer, the fee to the fee account, and the rest back to the sender.
import type { Cleared } from '../../../../operation/credits.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { BookName, NewEntry, NewMove } from '../../../../operation/posting.ts'
import { findAccounts, findFirstAccounts, post, systemAccount } from '../../../core/ledger/index.ts'
import type { PaymentRow } from './store.ts'
import { prorate, type Shares } from './terms.ts'

const SUBTYPE = 'interledger'

const booksOf = (moves: readonly NewMove[]): BookName[] =>
  moves.flatMap(({ from, to, asset }) => [
    { account: from, asset },
    { account: to, asset },
  ])

const metadataOf = ({ id, quote }: PaymentRow) => ({
  interledger_payment: id,
  ilp_address: quote.ilp_address,
  exchange_rate: quote.exchange_rate,
})

/** Leaves out moves of zero. */
const postMoves = (ctx: Context, entry: NewEntry) => {
  const moves = entry.moves.filter(({ units }) => units > 0n)
  return post(ctx, {
    books: booksOf(moves),
    decide: (ledger) => ledger.post({ ...entry, moves }),
  })
}

/** Takes the amount and the fee from the sender, each as its own move. */
export async function debitSender(
  payment: PaymentRow,
  reference: string,
  ctx: Context,
): Promise<void> {
  const { environment, account_uuid: from, quote } = payment
  const { send_asset: asset, send_units, fee_units } = quote
  const to = systemAccount(environment, 'clearing:interledger')
  await postMoves(ctx, {
    type: 'transfer',
    subtype: SUBTYPE,
    reference,
    metadata: metadataOf(payment),
    moves: [
      { from, to, asset, units: send_units - fee_units },
      { from, to, asset, units: fee_units, subtype: 'fee' },
    ],
  })
}

/** Pays what was delivered to the receiver: an account of this bank, or the peer's settlement account. */
function payMoves(payment: PaymentRow, receiver: string, shares: Shares): NewMove[] {
  const { environment, quote, delivered_units } = payment
  const { send_asset, receive_asset } = quote
  const clearing = systemAccount(environment, 'clearing:interledger')
  const bank = systemAccount(environment, 'conversions')
  const fees = systemAccount(environment, 'fees')
  const { paid_units, charged_units } = shares
  return [
    ...(send_asset === receive_asset
      ? [{ from: clearing, to: receiver, asset: send_asset, units: paid_units }]
      : [
          { from: clearing, to: bank, asset: send_asset, units: paid_units },
          { from: bank, to: receiver, asset: receive_asset, units: delivered_units },
        ]),
    { from: clearing, to: fees, asset: send_asset, units: charged_units, subtype: 'fee' },
  ]
}

/** Settles a payment that was delivered in full; throws the ledger's error if the receiver cannot be credited. */
export async function settleInFull(
  payment: PaymentRow,
  credits: Cleared | undefined,
  ctx: Context,
): Promise<Shares> {
  const { environment, quote } = payment
  const shares = prorate(quote, payment.delivered_units)
  const receiver = quote.account_uuid ?? systemAccount(environment, 'external:settlement')
  await postMoves(ctx, {
    type: 'transfer',
    subtype: SUBTYPE,
    reference: `Interledger payment to ${quote.ilp_address}`.slice(0, 255),
    metadata: metadataOf(payment),
    credits,
    moves: payMoves(payment, receiver, shares),
    actor: actorOf(payment, ctx),
  })
  return shares
}

/**
 * Pays the part that was delivered externally and returns the rest, even to a frozen account. Undefined if the
 * sender has no open account any more, so that the rest has to wait.
 */
export async function settlePartially(
  payment: PaymentRow,
  ctx: Context,
): Promise<Shares | undefined> {
  const { environment, quote } = payment
  const shares = prorate(quote, payment.delivered_units)
  const back = await findWayBack(payment, ctx)
  if (back === undefined) return undefined
  const clearing = systemAccount(environment, 'clearing:interledger')
  const outside = systemAccount(environment, 'external:settlement')
  await postMoves(ctx, {
    type: 'transfer',
    subtype: SUBTYPE,
    reference: `Return of a payment to ${quote.ilp_address}`.slice(0, 255),
    metadata: metadataOf(payment),
    credits: 'returned',
    moves: [
      ...payMoves(payment, outside, shares),
      {
        from: clearing,
        to: back,
        asset: quote.send_asset,
        units: shares.returned_units,
        subtype: 'return',
      },
    ],
    actor: actorOf(payment, ctx),
    evenIfFrozen: true,
  })
  return shares
}

const actorOf = ({ user_uuid }: PaymentRow, { requestId }: Context) => ({
  user_uuid,
  credential_id: null,
  agent: null,
  request_id: requestId,
})

/** The account that paid or, if that is closed, the first open one of its owner. */
async function findWayBack(payment: PaymentRow, { tx }: Context): Promise<string | undefined> {
  const { environment, account_uuid } = payment
  const account = (await findAccounts(tx, [account_uuid])).get(account_uuid)
  if (account && account.status !== 'closed') return account.id
  const owner = account?.user_uuid ?? payment.user_uuid
  return (await findFirstAccounts(tx, { environment, users: [owner] })).get(owner)
}
