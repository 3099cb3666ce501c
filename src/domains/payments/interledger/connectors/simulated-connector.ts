// The simulated network: a connector and all receivers behind it. It moves no money. The last segment of the
// address decides, and these are all of its rules:
//   f02      rejects with F02: there is no such receiver
//   f08      rejects with F08, without saying how large a packet may be
//   small    accepts packets of at most 1,000 units; larger ones are rejected with F08 and that limit
//   t04      rejects with T04, always: the connector has no liquidity
//   busy     rejects every other packet with T04, beginning with the first
//   partial  fulfils the first packet and rejects all others with F02
//   wrong    answers with a fulfilment that does not match
//   timeout  does not answer until the packet has expired, and rejects it with R00 then
// Any other receiver fulfils every packet of which it gets at least the minimum amount. Nothing is random: the same
// packet always has the same answer.
import { hash } from 'node:crypto'
import { toAddress } from '../addresses.ts'
import type { Connector, SentPacket } from './connector.ts'
import { readPrepare, type Reply, writeTooLarge } from '../ilp.ts'
import { fulfillmentOf, openPacket, sealPacket } from '../stream.ts'
import { FULFILL } from '../stream-packet.ts'
import { ReceiverUnreachable } from '../errors.ts'

export const SIMULATED = 'simulated'

const SMALL_MAX = 1_000n
const NO_DATA: Buffer = Buffer.alloc(0)

/** Receivers of the simulated network have secrets that follow from their addresses. */
const secretOf = (address: string): string => hash('sha256', `simulated receiver ${address}`, 'hex')

export const simulatedConnector = (): Connector => ({
  name: SIMULATED,
  simulated: true,
  carries: () => true,
  secretOf,
  async resolve(pointer) {
    const address = toAddress(pointer)
    if (address === undefined)
      throw ReceiverUnreachable({
        sentence: `$${pointer.host}${pointer.path} is too long for an address.`,
      })
    return { address, secret: secretOf(address) }
  },
  send: (packet) => Promise.resolve(answer(packet)),
})

const reject = (code: string, message: string, data = NO_DATA): Reply => ({
  type: 'reject',
  code,
  message,
  data,
})

function answer({ prepare, secret, now }: SentPacket): Reply | undefined {
  const { amount, destination, data, expiresAt } = readPrepare(prepare)!
  const stream = openPacket(secret, data)!
  const units = BigInt(amount)
  const isOver = expiresAt <= now
  const rule = destination.split('.').at(-1)!.toLowerCase()
  if (rule === 'timeout' && !isOver) return undefined
  if (isOver) return reject('R00', 'The packet has expired.')
  const refusal = findRefusal(rule, units, stream.sequence)
  if (refusal) return refusal
  const fulfillment = rule === 'wrong' ? Buffer.alloc(32) : fulfillmentOf(secret, data)
  const reply = { type: FULFILL, sequence: stream.sequence, amount: units, frames: [] }
  return { type: 'fulfill', fulfillment, data: sealPacket(secret, reply) }
}

function findRefusal(rule: string, units: bigint, sequence: bigint): Reply | undefined {
  const noReceiver = reject('F02', 'There is no such receiver.')
  const noLiquidity = reject('T04', 'The connector has no liquidity.')
  switch (rule) {
    case 'f02':
      return noReceiver
    case 'partial':
      return sequence === 1n ? undefined : noReceiver
    case 'f08':
      return reject('F08', 'The packet is too large.')
    case 'small':
      return units > SMALL_MAX
        ? reject('F08', 'The packet is too large.', writeTooLarge(units, SMALL_MAX))
        : undefined
    case 't04':
      return noLiquidity
    case 'busy':
      return sequence % 2n === 1n ? noLiquidity : undefined
    default:
      return undefined
  }
}
