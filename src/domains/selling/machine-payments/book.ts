// The paths that cost something, in memory: every request is looked up here. Forgotten when one changes,
// on every node, and read again by the first request after that.
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import { isForSale, type Seller } from './for-sale.ts'

export interface PricedPath {
  readonly environment: Environment
  /** One method, or '*' for all. */
  readonly method: string
  readonly path: string
}

export class PriceBook<Row extends PricedPath> {
  private readonly db: Db
  private readonly list: (tx: Db) => Promise<readonly Row[]>
  private readonly sellerOf: (row: Row) => Seller
  private rows: ReadonlyMap<string, Row> | Promise<ReadonlyMap<string, Row>> | undefined

  constructor(db: Db, list: (tx: Db) => Promise<readonly Row[]>, sellerOf: (row: Row) => Seller) {
    this.db = db
    this.list = list
    this.sellerOf = sellerOf
  }

  forget(): void {
    this.rows = undefined
  }

  /** Known to hold nothing. */
  get isEmpty(): boolean {
    return this.rows instanceof Map && this.rows.size === 0
  }

  find(
    environment: Environment,
    method: string,
    path: string,
  ): Row | undefined | Promise<Row | undefined> {
    const known = this.rows ?? this.load()
    return known instanceof Promise
      ? known.then((rows) => lookUp(rows, environment, method, path))
      : lookUp(known, environment, method, path)
  }

  private load(): Promise<ReadonlyMap<string, Row>> {
    const loading: Promise<ReadonlyMap<string, Row>> = this.list(this.db).then(
      (rows) => {
        // The rules may have become stricter since a price was made.
        const loaded = new Map(
          rows
            .filter((row) => isForSale(row.path, this.sellerOf(row)))
            .map((row) => [keyOf(row.environment, row.method, row.path), row]),
        )
        // What was forgotten meanwhile stays forgotten.
        if (this.rows === loading) this.rows = loaded
        return loaded
      },
      (error: unknown) => {
        if (this.rows === loading) this.rows = undefined
        throw error
      },
    )
    this.rows = loading
    return loading
  }
}

const keyOf = (environment: string, method: string, path: string): string =>
  `${environment} ${method} ${path}`

function lookUp<Row>(
  rows: ReadonlyMap<string, Row>,
  environment: Environment,
  method: string,
  path: string,
): Row | undefined {
  if (rows.size === 0) return undefined
  for (const candidate of spellingsOf(path)) {
    const found =
      rows.get(keyOf(environment, method, candidate)) ??
      rows.get(keyOf(environment, '*', candidate))
    if (found) return found
  }
  return undefined
}

const BASE = '/api/v2'

/** A path without its base is under it. */
const spellingsOf = (path: string): string[] =>
  path.startsWith(`${BASE}/`) ? [path, path.slice(BASE.length)] : [path]

/** Where a path with a price may be asked for. */
export const addressesOf = (path: string): string[] =>
  path.startsWith('/api/') || path.startsWith('/.well-known/') ? [path] : [path, BASE + path]

/** All paths that are asked for at an address where this one is. */
export const alikesOf = (path: string): string[] => [
  ...new Set(addressesOf(path).flatMap(spellingsOf)),
]

/** A trailing slash is the same path. */
export const trimPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/** Of what a path may be made: nothing that an address could spell in two ways. */
export const SEGMENTS = "[A-Za-z0-9._~!$&'()+,=@-]+(/[A-Za-z0-9._~!$&'()+,=@-]+)*/?"
