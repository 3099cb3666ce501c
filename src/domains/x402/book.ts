// The active endpoints, in memory: every request is looked up here. Forgotten when one changes, on every
// node, and read again by the first request after that.
import type { Environment } from '../../operation/caller.ts'
import type { Db } from '../../platform/database.ts'
import { type EndpointRow, listActive } from './store.ts'

export const ENDPOINTS_CHANGED = 'x402.endpoints_changed'

type Endpoints = ReadonlyMap<string, EndpointRow>

export class EndpointBook {
  private readonly db: Db
  private endpoints: Endpoints | Promise<Endpoints> | undefined

  constructor(db: Db) {
    this.db = db
  }

  forget(): void {
    this.endpoints = undefined
  }

  /** Known to hold nothing. */
  get isEmpty(): boolean {
    return this.endpoints instanceof Map && this.endpoints.size === 0
  }

  find(
    environment: Environment,
    method: string,
    path: string,
  ): EndpointRow | undefined | Promise<EndpointRow | undefined> {
    const known = this.endpoints ?? this.load()
    return known instanceof Promise
      ? known.then((endpoints) => lookUp(endpoints, environment, method, path))
      : lookUp(known, environment, method, path)
  }

  private load(): Promise<Endpoints> {
    const loading: Promise<Endpoints> = listActive(this.db).then(
      (rows) => {
        const loaded = new Map(
          rows.map((row) => [keyOf(row.environment, row.method, row.path), row]),
        )
        // What was forgotten meanwhile stays forgotten.
        if (this.endpoints === loading) this.endpoints = loaded
        return loaded
      },
      (error: unknown) => {
        if (this.endpoints === loading) this.endpoints = undefined
        throw error
      },
    )
    this.endpoints = loading
    return loading
  }
}

const keyOf = (environment: string, method: string, path: string): string =>
  `${environment} ${method} ${path}`

function lookUp(endpoints: Endpoints, environment: Environment, method: string, path: string) {
  if (endpoints.size === 0) return undefined
  for (const candidate of spellingsOf(path)) {
    const found =
      endpoints.get(keyOf(environment, method, candidate)) ??
      endpoints.get(keyOf(environment, '*', candidate))
    if (found) return found
  }
  return undefined
}

/** What must stay free: signing in, paying, being told, and knowing whether the bank is well. */
const FREE =
  /^\/($|(api\/)?(v\d+\/)?(auth|x402|mpp|webhooks|oauth|admin|monitoring|health|status|docs|graphql|openapi)\b|\.well-known\b|mcp\b|metrics\b)/i

export const isFree = (path: string): boolean => FREE.test(path)

const BASE = '/api/v2'

/** A path without its base is under it. */
const spellingsOf = (path: string): string[] =>
  path.startsWith(`${BASE}/`) ? [path, path.slice(BASE.length)] : [path]

/** Where an endpoint's path may be asked for. */
export const addressesOf = (path: string): string[] =>
  path.startsWith('/api/') || path.startsWith('/.well-known/') ? [path] : [path, BASE + path]
