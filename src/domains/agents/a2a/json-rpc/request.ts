// Reads a JSON-RPC request: one at a time, with an id.
import { isStorable, isTooDeep, JSON_DEPTH_MAX } from '../../../../kernel/json.ts'
import { codes, RpcError } from './errors.ts'

export type RpcId = string | number | null

export interface RpcRequest {
  readonly id: RpcId
  readonly method: string
  readonly params: unknown
}

export function parse(text: unknown): unknown {
  if (typeof text !== 'string') throw new RpcError(codes.parse, 'The body is not JSON.')
  if (isTooDeep(text))
    throw new RpcError(
      codes.parse,
      `The body may have at most ${JSON_DEPTH_MAX} levels of nesting.`,
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RpcError(codes.parse, 'The body is not JSON.')
  }
  if (!isStorable(value))
    throw new RpcError(
      codes.request,
      'The body holds NUL or half a surrogate pair, which cannot be stored; remove it.',
    )
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** For the answer to a request that cannot be read. */
export function idOf(value: unknown): RpcId {
  const id = isObject(value) ? value.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

export function readRequest(value: unknown): RpcRequest {
  if (Array.isArray(value))
    throw new RpcError(
      codes.request,
      'Batches are not taken: send one request at a time, as an object.',
    )
  if (!isObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string')
    throw new RpcError(
      codes.request,
      'The body must be a JSON-RPC 2.0 request: {"jsonrpc": "2.0", "id", "method", "params"}.',
    )
  const { id, method, params } = value
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new RpcError(
      codes.request,
      'The request needs an id, a text or a number; notifications are not taken.',
    )
  return { id, method, params: params ?? {} }
}
