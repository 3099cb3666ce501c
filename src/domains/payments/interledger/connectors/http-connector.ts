// A real connector: one peer, reached by ILP over HTTP (Interledger RFC 35). A packet is the body of a POST with the
// bank's bearer token; its id is in the header Request-Id, by which the peer recognises a packet that is sent
// again. Receivers behind payment pointers are queried by SPSP (RFC 9), through the client for addresses that
// users supply, which calls public addresses only.
import { isRecord } from '../../../../kernel/json.ts'
import type { Outbound } from '../../../../platform/outbound-http.ts'
import { isRoutable, type Pointer, urlOf } from '../addresses.ts'
import type { Connector, Resolved } from './connector.ts'
import { ReceiverUnreachable } from '../errors.ts'
import { OCTETS, PACKET_BYTES_MAX, readReply } from '../ilp.ts'

export const HTTP = 'http'

const TIMEOUT_MS = 10_000
/** The media type of SPSP. */
export const SPSP = 'application/spsp4+json'

export interface HttpConnectorOptions {
  readonly url: string
  readonly token: string
  readonly assets: readonly string[]
  readonly outbound: Pick<Outbound, 'get'>
}

export const httpConnector = ({
  url,
  token,
  assets,
  outbound,
}: HttpConnectorOptions): Connector => ({
  name: HTTP,
  simulated: false,
  carries: (asset) => assets.includes(asset),
  secretOf: () => undefined,
  resolve: (pointer) => resolve(pointer, outbound),
  async send({ id, asset, prepare }) {
    const response = await fetch(url.replaceAll('{asset}', asset.toLowerCase()), {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'Content-Type': OCTETS,
        Accept: OCTETS,
        Authorization: `Bearer ${token}`,
        'Request-Id': id,
      },
      body: new Uint8Array(prepare),
    }).catch(() => undefined)
    if (!response) return undefined
    // A peer that rejects the request has not accepted the packet; one that fails may have.
    if (response.status >= 400 && response.status < 500)
      return {
        type: 'reject',
        code: 'T01',
        message: `The peer answered with status ${response.status}.`,
        data: Buffer.alloc(0),
      }
    if (!response.ok) return undefined
    const body = await readBody(response).catch(() => undefined)
    return body && readReply(body)
  },
})

/** Reads no more than a packet can have. */
async function readBody(response: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    size += part.length
    if (size > PACKET_BYTES_MAX) return undefined
  }
  return Buffer.concat(parts)
}

async function resolve(pointer: Pointer, outbound: Pick<Outbound, 'get'>): Promise<Resolved> {
  const shown = `$${pointer.host}${pointer.path}`
  const refuse = (why: string, cause?: unknown) =>
    ReceiverUnreachable({ sentence: `${shown} cannot be paid: ${why}.` }, { cause })
  // A port would let a caller send requests to any service of a host.
  if (pointer.host.includes(':')) throw refuse('a payment pointer has no port')
  const answered = await outbound
    .get({ url: urlOf(pointer), headers: { Accept: SPSP }, timeoutMs: TIMEOUT_MS })
    .catch((error: unknown) => {
      throw refuse('its host does not answer', error)
    })
  if (answered.status !== 200) throw refuse(`its host answered with status ${answered.status}`)
  const found = readSpsp(answered.body)
  if (!found) throw refuse('its host did not say how it is paid')
  return found
}

/** `{destination_account, shared_secret}`, the secret as 32 bytes in base64. */
export function readSpsp(text: string): Resolved | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
  const { destination_account: address, shared_secret: secret } = value
  const isGood =
    typeof address === 'string' &&
    isRoutable(address) &&
    typeof secret === 'string' &&
    /^[\w+/-]{43}=?$/.test(secret)
  return isGood ? { address, secret } : undefined
}
