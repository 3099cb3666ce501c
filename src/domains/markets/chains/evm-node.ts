// Calls a node of an EVM chain by JSON-RPC. The addresses of nodes are settings of the operator.
import { isRecord } from '../../../kernel/json.ts'

const TIMEOUT_MS = 10_000

/** The node answered with an error of its own, so the call had no effect. */
export class NodeRefusal extends Error {}

export type CallNode = (method: string, params: readonly unknown[]) => Promise<unknown>

export const nodeAt =
  (url: string, send: typeof fetch = fetch): CallNode =>
  async (method, params) => {
    const response = await send(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    if (!response.ok) throw new Error(`the node answered ${method} with status ${response.status}`)
    const body: unknown = await response.json()
    if (isRecord(body) && isRecord(body['error']))
      throw new NodeRefusal(`${method}: ${String(body['error']['message'])}`)
    if (!isRecord(body) || !('result' in body)) throw new Error(`the node did not answer ${method}`)
    return body['result']
  }

/** A quantity of JSON-RPC: '0x1f' → 31n */
export function readQuantity(value: unknown, method: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new Error(`the node answered ${method} with something else than a number`)
  return BigInt(value)
}
