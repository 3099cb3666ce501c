// Moves the money of bridges. While a bridge is pending, its whole amount with the fee is on the clearing account.
// When it ends, all of that leaves the clearing account in one entry: to the recipient and the fees, or back to the
// sender.
import type { Credits } from '../../../../operation/credits.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { NewEntry } from '../../../../operation/posting.ts'
import { findAccounts, findFirstAccounts, post, systemAccount } from '../../../core/ledger/index.ts'
import type { BridgeRow } from './store.ts'
import { toBridgeId } from '../ids.ts'

const SUBTYPE = 'bridge'

/** Leaves out moves of zero units. */
function postMoves(ctx: Context, entry: NewEntry) {
  const moves = entry.moves.filter(({ units }) => units > 0n)
  const books = moves.flatMap(({ from, to, asset }) => [
    { account: from, asset },
    { account: to, asset },
  ])
  return post(ctx, { books, decide: (ledger) => ledger.post({ ...entry, moves }) })
}

const about = (bridge: BridgeRow) => ({
  type: 'transfer' as const,
  subtype: SUBTYPE,
  reference: `Bridge of ${bridge.token} from ${bridge.source_chain} to ${bridge.destination_chain}`,
  metadata: {
    bridge_tx_id: toBridgeId(bridge.id),
    bridge_protocol: bridge.protocol,
    simulated: bridge.simulated,
  },
})

const actorOf = ({ user_uuid }: BridgeRow, { requestId }: Context) => ({
  user_uuid,
  credential_id: null,
  agent: null,
  request_id: requestId,
})

/** Debits the amount and the fee from the sender, each as its own move; ether is wrapped. */
export async function collect(bridge: BridgeRow, ctx: Context): Promise<void> {
  const { token, paid_token: asset, source_account: from, units, receive_units, fee_units } = bridge
  const { clearing, wrapped } = stationsOf(bridge)
  const isWrapped = asset !== token
  const to = isWrapped ? wrapped : clearing
  await postMoves(ctx, {
    ...about(bridge),
    moves: [
      { from, to, asset, units: receive_units },
      { from, to, asset, units: fee_units, subtype: 'fee' },
      ...(isWrapped ? [{ from: wrapped, to: clearing, asset: token, units }] : []),
    ],
  })
}

const stationsOf = ({ environment }: BridgeRow) => ({
  clearing: systemAccount(environment, 'clearing:chains'),
  wrapped: systemAccount(environment, 'chains:wrapped'),
})

/** Pays what arrived; the protocol has kept the difference. Throws if the account cannot be credited. */
export async function payOut(
  bridge: BridgeRow,
  delivered_units: bigint,
  recipient: string | null,
  credits: Credits | undefined,
  ctx: Context,
): Promise<void> {
  const { environment, token: asset, receive_units, fee_units } = bridge
  const clearing = systemAccount(environment, 'clearing:chains')
  const outside = systemAccount(environment, 'external:withdrawals')
  const fees = systemAccount(environment, 'chains:fees')
  await postMoves(ctx, {
    ...about(bridge),
    credits,
    moves: [
      { from: clearing, to: recipient ?? outside, asset, units: delivered_units },
      { from: clearing, to: outside, asset, units: receive_units - delivered_units },
      { from: clearing, to: fees, asset, units: fee_units, subtype: 'fee' },
    ],
    actor: actorOf(bridge, ctx),
  })
}

/** Returns everything, even to a frozen account; false while the owner has no open account. */
export async function refund(bridge: BridgeRow, ctx: Context): Promise<boolean> {
  const { token, paid_token: asset, units } = bridge
  const to = await findWayBack(bridge, ctx)
  if (to === undefined) return false
  const { clearing, wrapped } = stationsOf(bridge)
  const isWrapped = asset !== token
  await postMoves(ctx, {
    ...about(bridge),
    credits: 'returned',
    moves: [
      ...(isWrapped ? [{ from: clearing, to: wrapped, asset: token, units }] : []),
      { from: isWrapped ? wrapped : clearing, to, asset, units, subtype: 'return' },
    ],
    actor: actorOf(bridge, ctx),
    evenIfFrozen: true,
  })
  return true
}

/** The account that paid or, if that is closed, the first open one of its owner. */
async function findWayBack(bridge: BridgeRow, { tx }: Context): Promise<string | undefined> {
  const { environment, source_account, user_uuid } = bridge
  const account = (await findAccounts(tx, [source_account])).get(source_account)
  if (account && account.status !== 'closed') return account.id
  const owner = account?.user_uuid ?? user_uuid
  return (await findFirstAccounts(tx, { environment, users: [owner] })).get(owner)
}
