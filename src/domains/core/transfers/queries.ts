// Reads transfers: one by its id, one when it is complete, or all of an account.
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid, timeOf } from '../../../kernel/uuid.ts'
import type { Value } from '../../../kernel/value.ts'
import { Forbidden, NotFound } from '../../../operation/error.ts'
import type { Listen } from '../../../operation/event-listener.ts'
import { dataOf } from '../../../operation/live-field.ts'
import type { Context } from '../../../operation/operation.ts'
import type { HoldView } from '../../../operation/posting.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import {
  findAccounts,
  findEntry,
  findHold,
  getAccount,
  listTransferRows,
  canUse,
  type MoveRow,
  TRANSFER_PURPOSE,
} from '../ledger/index.ts'
import { TransferCompleted, TransferFailed } from './events.ts'
import type * as schema from './schema.ts'
import { toTransfer, type TransferFacts } from './view.ts'

/** Both the payer and the payee may read the transfer. */
export async function getTransfer(id: string, ctx: Context, assets: AssetCatalogue) {
  const facts = isUuid(id) ? await findTransfer(id.toLowerCase(), ctx, assets) : undefined
  if (!facts) throw NotFound({ what: 'transfer', id })
  const accounts = await findAccounts(ctx.tx, [facts.from, facts.to])
  const sides = [...accounts.values()]
  if (!sides.every((account) => account.environment === ctx.caller.environment))
    throw NotFound({ what: 'transfer', id })
  if (!sides.some((account) => canUse(account, ctx.caller)))
    throw Forbidden({ reason: 'You may use neither of the two accounts of this transfer.' })
  return toTransfer({
    ...facts,
    from_name: accounts.get(facts.from)!.holder_name,
    to_name: accounts.get(facts.to)!.holder_name,
  })
}

type UnnamedTransfer = Omit<TransferFacts, 'from_name' | 'to_name'>

async function findTransfer(
  id: string,
  ctx: Context,
  assets: AssetCatalogue,
): Promise<UnnamedTransfer | undefined> {
  const moves = await findEntry(ctx.tx, id)
  if (moves.length > 0) return fromEntry(moves, assets)
  const hold = await findHold(ctx.tx, id)
  if (hold?.purpose !== TRANSFER_PURPOSE) return undefined
  // The transfer was completed after the first query looked for its entry.
  if (hold.status === 'captured') return fromEntry(await findEntry(ctx.tx, id), assets)
  return fromHold(hold, assets)
}

function fromEntry(moves: readonly MoveRow[], assets: AssetCatalogue): UnnamedTransfer | undefined {
  const [first, ...rest] = moves as [MoveRow, ...MoveRow[]]
  if (first.type !== 'transfer' || first.subtype !== null) return undefined
  const fees = rest.filter((move) => move.subtype === 'fee')
  return {
    id: first.entry_id,
    from: first.from_account,
    to: first.to_account,
    asset: assets.get(first.asset),
    units: first.units,
    fee: fees.reduce((sum, move) => sum + move.units, 0n),
    reference: first.reference,
    metadata: first.metadata,
    // The id holds the time of the request; the move holds the time of its completion.
    created_at: timeOf(first.entry_id),
    status: 'completed',
    has_workflow: first.link === 'capture_of',
    completed_at: new Date(first.created_at),
    failure_reason: null,
  }
}

const fromHold = (hold: HoldView, assets: AssetCatalogue): UnnamedTransfer => ({
  id: hold.id,
  from: hold.account_id,
  to: hold.to_account!,
  asset: assets.get(hold.asset),
  units: hold.units - hold.fee,
  fee: hold.fee,
  reference: hold.reference,
  metadata: hold.metadata,
  created_at: new Date(hold.created_at),
  status: hold.status === 'open' ? 'pending' : 'failed',
  has_workflow: true,
  completed_at: null,
  failure_reason: hold.reason,
})

export async function listTransfers(
  input: PageRequest & { readonly uuid: string },
  ctx: Context,
  assets: AssetCatalogue,
) {
  const account = await getAccount(ctx.tx, input.uuid, ctx.caller)
  const { rows, total } = await listTransferRows(ctx.tx, account.id, input)
  const transfers = rows.map((row) => ({
    ...toTransfer({
      id: row.id,
      from: row.from_account,
      to: row.to_account,
      from_name: row.from_holder,
      to_name: row.to_holder,
      asset: assets.get(row.asset),
      units: BigInt(row.units),
      fee: BigInt(row.fee),
      reference: row.reference,
      metadata: row.metadata,
      created_at: timeOf(row.id),
      status: row.status,
      has_workflow: row.link === 'capture_of',
      completed_at: row.completed_at === null ? null : new Date(row.completed_at),
      failure_reason: row.reason,
    }),
    direction: row.from_account === account.id ? ('outgoing' as const) : ('incoming' as const),
  }))
  return { transfers, total }
}

/** Yields a completed transfer once, also one that completed before, then ends; ends without an item if the transfer fails. */
export async function followTransfer(
  { uuid, after }: { readonly uuid: string; readonly after?: string },
  ctx: Context,
  { assets, listen }: { readonly assets: AssetCatalogue; readonly listen: Listen },
): Promise<AsyncIterable<Value<typeof schema.TransferCompletion> | undefined>> {
  const before = await getTransfer(uuid, ctx, assets)
  // A stream that is not needed would count against the limit of the user.
  if (before.status !== 'pending') return settled(before)
  const types = [TransferCompleted.type, TransferFailed.type]
  const events = await listen({ types, after }, ctx)
  // It is read again, so that a completion between the two is not missed.
  const transfer = await getTransfer(uuid, ctx, assets)
  if (transfer.status !== 'pending') return settled(transfer)
  return (async function* () {
    for await (const event of events) {
      const data = event && (dataOf(event) as Value<typeof schema.Transfer>)
      if (!event || !data) yield undefined
      else if (data.uuid === transfer.uuid) {
        if (event.event.type === TransferCompleted.type) yield { event_id: event.id, data }
        return
      }
    }
  })()
}

async function* settled(transfer: Value<typeof schema.Transfer>) {
  if (transfer.status === 'completed') yield { event_id: null, data: transfer }
}
