// Answers the peer that asks for its own configuration (Interledger RFC 31): the address under which it and those
// behind it are reached, and the asset in which it sends packets. Clients of Interledger ask before anything else.
import type { IlpPrepare } from 'ilp-packet'
import type { Environment } from '../../../../operation/caller.ts'
import { type Rejection, writeFulfill } from '../ilp.ts'
import type { InterledgerOptions } from '../options.ts'
import { writeText } from '../oer.ts'
import { conditionOf } from '../stream.ts'

export const PEER_CONFIG = 'peer.config'

/** The same for all requests; the answer is no secret, and no money depends on it. */
const FULFILLMENT = Buffer.alloc(32)
const CONDITION = conditionOf(FULFILLMENT)

export function answerConfiguration(
  { amount, executionCondition }: IlpPrepare,
  code: string | undefined,
  environment: Environment,
  { assets, addresses }: Pick<InterledgerOptions, 'assets' | 'addresses'>,
): Buffer | Rejection {
  if (amount !== '0' || !executionCondition.equals(CONDITION))
    return { code: 'F00', message: 'This is no request for the configuration of the peer.' }
  if (code === undefined)
    return { code: 'F00', message: 'Name the asset of your account in the parameter asset_code.' }
  const scale = Buffer.from([assets.get(code).precision])
  const address = writeText(addresses.ofPeer(environment))
  return writeFulfill(FULFILLMENT, Buffer.concat([address, scale, writeText(code)]))
}
