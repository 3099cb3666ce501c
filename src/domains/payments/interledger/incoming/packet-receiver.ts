// Receives packets from the peer. A packet is fulfilled if it is in time, of the right asset and size, and created
// with the shared secret of the incoming payment or connection it goes to; its amount is credited in the same
// transaction, once. Every other packet is answered with a rejection, which is an ordinary answer.
import { hash, timingSafeEqual } from 'node:crypto'
import type { IlpPrepare } from 'ilp-packet'
import { AppError, Invalid, Unavailable } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { newEntryId, post, systemAccount } from '../../../core/ledger/index.ts'
import { readSupported } from '../assets.ts'
import { InvalidPacket, UnknownPeer } from '../errors.ts'
import { PACKET_BYTES_MAX, readPrepare, writeFulfill, writeReject, writeTooLarge } from '../ilp.ts'
import type { InterledgerOptions } from '../options.ts'
import { extendCredit, reverseCredit } from '../peer/service.ts'
import { findReceived, insertReceived, lockCondition } from './store.ts'
import { findPointerAccount, secretOf } from '../pointers/service.ts'
import {
  conditionOf,
  FULFILL,
  fulfillmentOf,
  openPacket,
  readSecret,
  REJECT,
  sealPacket,
  type StreamPacket,
} from '../stream.ts'
import { recordReceipt, remainingOf, lockTarget, type Target } from './targets.ts'

export interface PacketRequest {
  readonly authorization?: string
  readonly request_id?: string
  readonly packet: string
  readonly asset_code?: string
}

export interface PacketAnswer {
  readonly type: 'fulfill' | 'reject'
  readonly packet: string
  readonly code: string | null
  readonly message: string | null
}

export async function receivePacket(
  request: PacketRequest,
  ctx: Context,
  options: InterledgerOptions,
): Promise<PacketAnswer> {
  checkPeer(request.authorization, options)
  const bytes = readBase64(request.packet)
  const prepare = bytes && readPrepare(bytes)
  if (!bytes || !prepare) throw InvalidPacket({})
  const asset = readPeerAsset(request.asset_code, options)
  const answer = await judge({ ...request, bytes, prepare, asset }, ctx, options)
  if (Buffer.isBuffer(answer)) return toAnswer('fulfill', answer)
  const { code, message, data } = answer
  const own = options.addresses.prefix(ctx.caller.environment)
  return toAnswer('reject', writeReject(code, message, own, data), code, message)
}

const toAnswer = (
  type: PacketAnswer['type'],
  packet: Buffer,
  code: string | null = null,
  message: string | null = null,
): PacketAnswer => ({ type, packet: packet.toString('base64'), code, message })

function checkPeer(authorization: string | undefined, { incomingToken }: InterledgerOptions): void {
  if (incomingToken === '')
    throw Unavailable({
      reason:
        'This bank accepts no packets: no Interledger peer with an INTERLEDGER_INCOMING_TOKEN is configured.',
    })
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const given = digest(authorization ?? '')
  if (!timingSafeEqual(given, digest(`Bearer ${incomingToken}`))) throw UnknownPeer({})
}

function readBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const isWhole = /^[\w+/-]*={0,2}$/.test(text) && bytes.length > 0
  return isWhole && bytes.length <= PACKET_BYTES_MAX ? bytes : undefined
}

/** The asset of the peer's account that the packet comes from; undefined if neither packet nor settings name one. */
function readPeerAsset(
  code: string | undefined,
  { assets, peerAssets }: InterledgerOptions,
): string | undefined {
  if (code === undefined) return peerAssets[0]
  const asset = readSupported(assets, code, 'asset_code')
  if (peerAssets.length > 0 && !peerAssets.includes(asset.code))
    throw Invalid({ errors: { asset_code: [`The peer has no account in ${asset.code}.`] } })
  return asset.code
}

interface Rejection {
  readonly code: string
  readonly message: string
  readonly data?: Buffer
}

interface Arrived {
  readonly bytes: Buffer
  readonly prepare: IlpPrepare
  readonly asset: string | undefined
  readonly request_id?: string
}

/** The bytes of a fulfilment, or the rejection. */
async function judge(
  arrived: Arrived,
  ctx: Context,
  options: InterledgerOptions,
): Promise<Buffer | Rejection> {
  const { prepare, asset } = arrived
  const units = BigInt(prepare.amount)
  if (prepare.expiresAt <= ctx.now) return { code: 'R00', message: 'The packet has expired.' }
  if (units > options.packetMax)
    return {
      code: 'F08',
      message: `A packet may have at most ${options.packetMax}.`,
      data: writeTooLarge(units, options.packetMax),
    }
  const found = await findTarget(arrived, ctx, options)
  if (!found) return { code: 'F02', message: 'There is no such connection.' }
  const { target, secret } = found
  if (asset !== undefined && asset !== target.row.asset)
    return { code: 'F02', message: `This address accepts ${target.row.asset} only.` }
  const earlier = await findReceived(ctx.tx, target.row.id, prepare.executionCondition)
  if (earlier) {
    const isRepeated =
      arrived.request_id !== undefined &&
      earlier.request_id === arrived.request_id &&
      earlier.digest.equals(hash('sha256', arrived.bytes, 'buffer'))
    return isRepeated
      ? earlier.reply
      : { code: 'F00', message: 'This packet was fulfilled before.' }
  }
  return fulfil(arrived, units, { target, secret }, ctx, options)
}

interface FoundTarget {
  readonly target: Target
  /** The secret that it shares with its sender. */
  readonly secret: Buffer
}

async function findTarget(
  { prepare, asset }: Arrived,
  ctx: Context,
  options: InterledgerOptions,
): Promise<FoundTarget | undefined> {
  const place = options.addresses.read(prepare.destination, ctx.caller.environment)
  if (!place) return undefined
  if ('token' in place) {
    const account = await findPointerAccount(place, ctx)
    if (!account || asset === undefined) return undefined
    await lockCondition(ctx.tx, account.id, prepare.executionCondition)
    const { id, environment } = account
    const target: Target = { kind: 'account', row: { id, environment, account_uuid: id, asset } }
    return { target, secret: secretOf(place, ctx.caller.environment, options) }
  }
  const target =
    'connection' in place
      ? await lockTarget(place, ctx)
      : place.incoming === null
        ? undefined
        : await lockTarget({ account: place.account, incoming: place.incoming }, ctx)
  return target?.kind === 'account' || !target
    ? undefined
    : { target, secret: readSecret(options.sealer.open(target.row.secret)) }
}

async function fulfil(
  { bytes, prepare, request_id }: Arrived,
  units: bigint,
  { target, secret }: FoundTarget,
  ctx: Context,
  options: InterledgerOptions,
): Promise<Buffer | Rejection> {
  const { row } = target
  const stream = openPacket(secret, prepare.data)
  const fulfillment = fulfillmentOf(secret, prepare.data)
  const tell = (type: number) => tellAmount(secret, stream, type, units)
  if (!conditionOf(fulfillment).equals(prepare.executionCondition))
    // A packet that cannot be fulfilled is a probe for the amount that arrives; its sender knows the secret.
    return stream
      ? { code: 'F99', message: 'This packet cannot be fulfilled.', data: tell(REJECT) }
      : { code: 'F05', message: 'The condition does not match the packet.' }
  if (units === 0n) return { code: 'F03', message: 'The packet has no amount.', data: tell(REJECT) }
  if (stream && units < stream.amount)
    return { code: 'F99', message: 'Less than the minimum amount has arrived.', data: tell(REJECT) }
  const left = remainingOf(target)
  if (left !== undefined && units > left)
    return { code: 'F99', message: `Only ${left} more is expected.`, data: tell(REJECT) }
  if (!(await extendCredit(row.asset, units, ctx, options)))
    return { code: 'T04', message: 'The peer’s credit limit is exceeded; it must settle first.' }
  const entry_id = await credit(target, units, ctx, options)
  if (entry_id === undefined) {
    await reverseCredit(row.asset, units, ctx)
    return { code: 'F07', message: 'The account cannot be credited now.' }
  }
  const reply = writeFulfill(fulfillment, tell(FULFILL))
  await insertReceived(ctx.tx, {
    target_id: row.id,
    condition: prepare.executionCondition,
    request_id: request_id ?? null,
    digest: hash('sha256', bytes, 'buffer'),
    asset: row.asset,
    units,
    reply,
    entry_id,
    created_at: ctx.now,
  })
  await recordReceipt(target, units, ctx, options)
  return reply
}

/** The reply to the sender's STREAM packet; empty if there was none. */
const tellAmount = (
  secret: Buffer,
  stream: StreamPacket | undefined,
  type: number,
  amount: bigint,
): Buffer =>
  stream
    ? sealPacket(secret, { type, sequence: stream.sequence, amount, hasMoney: false })
    : Buffer.alloc(0)

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
