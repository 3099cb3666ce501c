// Live updates about one thing: an account, its transactions, a transfer, the orders of a pair. Each item is made from
// one event, in the order of the log, and contains its id; after a disconnect a subscriber resumes after the last id.
import type { Value } from '../../../kernel/value.ts'
import { AppError, Invalid, NotFound } from '../../../operation/error.ts'
import type { Listen } from '../../../operation/event-listener.ts'
import { dataOf, toLiveItems } from '../../../operation/live-field.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { getCallerAccount, toAccount } from '../../core/accounts/index.ts'
import { getTransfer } from '../../core/transfers/index.ts'
import type * as schema from './live-schema.ts'

export interface LiveOptions {
  readonly listen: Listen
  readonly assets: AssetCatalogue
}

interface Request {
  readonly after?: string
}

type ByUuid = Request & { readonly uuid: string }

/**
 * For each event about the account, its state when the update is sent; a replay repeats the current state. A closed
 * account cannot be read: its last state is shown.
 */
export async function followAccount(
  { uuid, ...request }: ByUuid,
  ctx: Context,
  options: LiveOptions,
): Promise<AsyncIterable<Value<typeof schema.AccountUpdate> | undefined>> {
  const opened = await getCallerAccount(uuid, ctx)
  const { account } = opened
  const types = [
    'account.balance_updated',
    'account.updated',
    'account.frozen',
    'account.unfrozen',
    'account.closed',
  ]
  const events = await options.listen({ ...request, types, account: account.id }, ctx)
  return (async function* () {
    let last = toAccount(opened)
    for await (const event of events) {
      const isClosed = event?.event.type === 'account.closed'
      last = (event && !isClosed && (await findAccount(account.id, ctx))) || last
      if (!event) yield undefined
      else if (!isClosed) yield { event_id: event.id, data: last }
      else {
        yield { event_id: event.id, data: { ...last, balance: 0, status: 'closed' } }
        return
      }
    }
  })()
}

/** Undefined for an account that was closed in the meantime. */
async function findAccount(uuid: string, ctx: Context) {
  try {
    return toAccount(await getCallerAccount(uuid, ctx))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

export async function followTransactions(
  { uuid, ...request }: ByUuid,
  ctx: Context,
  options: LiveOptions,
): Promise<AsyncIterable<Value<typeof schema.TransactionArrival> | undefined>> {
  const { account } = await getCallerAccount(uuid, ctx)
  const filter = { ...request, types: ['transaction.created'], account: account.id }
  const events = await options.listen(filter, ctx)
  const isOwn = (data: { readonly account_uuid?: unknown }) => data.account_uuid === account.id
  return toLiveItems<Value<typeof schema.TransactionArrival>['data']>(events, isOwn)
}

/** Yields a completed transfer once, also one that completed before, then ends; ends without an item if the transfer fails. */
export async function followTransfer(
  { uuid, ...request }: ByUuid,
  ctx: Context,
  options: LiveOptions,
): Promise<AsyncIterable<Value<typeof schema.TransferCompletion> | undefined>> {
  const before = await getTransfer(uuid, ctx, options.assets)
  // A stream that is not needed would count against the limit of the user.
  if (before.status !== 'pending') return settled(before)
  const types = ['transfer.completed', 'transfer.failed']
  const events = await options.listen({ ...request, types }, ctx)
  // It is read again, so that a completion between the two is not missed.
  const transfer = await getTransfer(uuid, ctx, options.assets)
  if (transfer.status !== 'pending') return settled(transfer)
  return (async function* () {
    for await (const event of events) {
      const data = event && (dataOf(event) as Value<typeof schema.TransferCompletion>['data'])
      if (!event || !data) yield undefined
      else if (data.uuid === transfer.uuid) {
        if (event.event.type === 'transfer.completed') yield { event_id: event.id, data }
        return
      }
    }
  })()
}

async function* settled(transfer: Value<typeof schema.TransferCompletion>['data']) {
  if (transfer.status === 'completed') yield { event_id: null, data: transfer }
}

/** Matches of all orders of a pair, which every signed-in user may see; they do not say whose orders they are. */
export async function followOrders(
  { pair, ...request }: Request & { readonly pair: string },
  ctx: Context,
  options: LiveOptions,
): Promise<AsyncIterable<Value<typeof schema.OrderMatch> | undefined>> {
  const name = pair.trim().toUpperCase().replace(/[-_]/, '/')
  if (!/^[A-Z0-9]{2,10}\/[A-Z0-9]{2,10}$/.test(name))
    throw Invalid({ errors: { pair: ['The pair field must be like BTC/USD.'] } })
  if (!name.split('/').every((code) => options.assets.find(code)))
    throw NotFound({ what: 'pair', id: name })
  const filter = { ...request, types: ['order.matched'], isForAll: true }
  const events = await options.listen(filter, ctx)
  return toLiveItems<Value<typeof schema.OrderMatch>['data']>(events, (data) => data.pair === name)
}
