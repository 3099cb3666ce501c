// Fulfils a packet that was created with the secret of its target: the amount is credited, counted as a debt of the
// peer, and told to the sender, all in one transaction. A packet without an amount moves nothing.
import { hash } from 'node:crypto'
import type { IlpPrepare } from 'ilp-packet'
import { AppError } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { newEntryId, post, systemAccount } from '../../../core/ledger/index.ts'
import { type Rejection, writeFulfill } from '../ilp.ts'
import type { InterledgerOptions } from '../options.ts'
import { extendCredit, reverseCredit } from '../peer/service.ts'
import { conditionOf, fulfillmentOf, openPacket, sealPacket } from '../stream.ts'
import { type Frame, FULFILL, PREPARE, REJECT, type StreamPacket } from '../stream-packet.ts'
import { insertReceived } from './store.ts'
import { recordReceipt, remainingOf, type Target } from './targets.ts'

export interface Arrived {
  readonly bytes: Buffer
  readonly prepare: IlpPrepare
  readonly asset: string | undefined
  readonly request_id?: string
}

export interface FoundTarget {
  readonly target: Target
  /** The secret that it shares with its sender. */
  readonly secret: Buffer
}

/** Fulfils a packet to a target that accepts packets, and credits its amount; or says why not. */
export async function fulfil(
  { bytes, prepare, request_id }: Arrived,
  units: bigint,
  { target, secret }: FoundTarget,
  ctx: Context,
  options: InterledgerOptions,
): Promise<Buffer | Rejection> {
  const { row } = target
  const opened = openPacket(secret, prepare.data)
  const stream = opened?.type === PREPARE ? opened : undefined
  const fulfillment = fulfillmentOf(secret, prepare.data)
  /** The reply to the sender's STREAM packet; empty if there was none. */
  const reply = (type: number, received: bigint): Buffer => {
    if (!stream) return Buffer.alloc(0)
    const frames = framesFor(stream, target, received, options)
    return sealPacket(secret, { type, sequence: stream.sequence, amount: units, frames })
  }
  const refuse = (message: string) => ({ code: 'F99', message, data: reply(REJECT, 0n) })
  if (!conditionOf(fulfillment).equals(prepare.executionCondition))
    // A packet that cannot be fulfilled is a probe for the amount that arrives; its sender knows the secret.
    return stream
      ? refuse('This packet cannot be fulfilled.')
      : { code: 'F05', message: 'The condition does not match the packet.' }
  if (!stream && units === 0n) return { code: 'F03', message: 'The packet has no amount.' }
  // Nor is a packet fulfilled whose money a connector kept, even if its sender named no minimum.
  if (stream && (units < stream.amount || (units === 0n && hasMoney(stream))))
    return refuse('Less than the minimum amount has arrived.')
  // By packets without an amount a sender opens and closes its streams.
  if (units === 0n) return writeFulfill(fulfillment, reply(FULFILL, 0n))
  const left = remainingOf(target)
  if (left !== undefined && units > left) return refuse(`Only ${left} more is expected.`)
  if (!(await extendCredit(row.asset, units, ctx, options)))
    return { code: 'T04', message: 'The peer’s credit limit is exceeded; it must settle first.' }
  const entry_id = await credit(target, units, ctx, options)
  if (entry_id === undefined) {
    await reverseCredit(row.asset, units, ctx)
    return { code: 'F07', message: 'The account cannot be credited now.' }
  }
  const answer = writeFulfill(fulfillment, reply(FULFILL, units))
  await insertReceived(ctx.tx, {
    target_id: row.id,
    condition: prepare.executionCondition,
    request_id: request_id ?? null,
    digest: hash('sha256', bytes, 'buffer'),
    asset: row.asset,
    units,
    reply: answer,
    entry_id,
    created_at: ctx.now,
  })
  await recordReceipt(target, units, ctx, options)
  return answer
}

const hasMoney = ({ frames }: StreamPacket): boolean => frames.some(({ kind }) => kind === 'money')

/** Tells a sender what it cannot know: how much is still expected, and the asset of the account if it asks. */
function framesFor(
  { frames }: StreamPacket,
  target: Target,
  received: bigint,
  { assets }: Pick<InterledgerOptions, 'assets'>,
): Frame[] {
  const told: Frame[] = []
  if (target.kind === 'incoming') {
    const { units: maximum, received_units } = target.row
    const streams = frames.flatMap((frame) => (frame.kind === 'money' ? [frame.stream] : []))
    for (const stream of new Set(streams))
      told.push({ kind: 'max_money', stream, maximum, received: received_units + received })
  }
  if (frames.some(({ kind }) => kind === 'new_address')) {
    const { code, precision } = assets.get(target.row.asset)
    told.push({ kind: 'asset', code, scale: precision })
  }
  return told
}

/** The entry; undefined if it is refused, for example because the account is frozen or its owner is sanctioned. */
async function credit(
  { row }: Target,
  units: bigint,
  ctx: Context,
  { guards, assets }: InterledgerOptions,
): Promise<string | undefined> {
  const { environment, account_uuid: account, asset } = row
  const outside = systemAccount(environment, 'external:settlement')
  const id = newEntryId(ctx.now)
  const arriving = { id, from: null, to: account, asset: assets.get(asset), units }
  try {
    const credits = await guards.mayArrive(ctx, arriving)
    await post(ctx, {
      books: [
        { account: outside, asset },
        { account, asset },
      ],
      decide: (ledger) =>
        ledger.post({
          id,
          type: 'transfer',
          subtype: 'interledger',
          reference: 'Interledger packet',
          metadata: { interledger_target: row.id },
          credits,
          moves: [{ from: outside, to: account, asset, units }],
        }),
    })
    return id
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
