// Receives packets from the peer. A packet is fulfilled if it is in time, of the right asset and size, and created
// with the shared secret of the incoming payment or connection it goes to; its amount is credited in the same
// transaction, once. Every other packet is answered with a rejection, which is an ordinary answer.
import { hash } from 'node:crypto'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readSupported } from '../assets.ts'
import { InvalidPacket } from '../errors.ts'
import {
  PACKET_BYTES_MAX,
  readPrepare,
  type Rejection,
  writeReject,
  writeTooLarge,
} from '../ilp.ts'
import type { InterledgerOptions } from '../options.ts'
import { checkPeer } from '../peer/authentication.ts'
import { answerConfiguration, PEER_CONFIG } from '../peer/configuration.ts'
import { findPointerAccount, secretsOf } from '../pointers/service.ts'
import { openPacket, readSecret } from '../stream.ts'
import { type Arrived, type FoundTarget, fulfil } from './fulfilment.ts'
import { findReceived, lockCondition } from './store.ts'
import { lockTarget, type Target } from './targets.ts'

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
  await checkPeer(request.authorization, ctx, options)
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
  if (prepare.destination === PEER_CONFIG)
    return answerConfiguration(prepare, asset, ctx.caller.environment, options)
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
    const secrets = secretsOf(place, ctx.caller.environment, options)
    const secret = secrets.find((one) => openPacket(one, prepare.data)) ?? secrets[0]!
    return { target, secret }
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
