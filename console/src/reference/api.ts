// What the bank has, by the index that it serves: its areas, their domains, and the routes of their operations.

/** The index as the bank sends it. */
export interface Index {
  readonly areas: readonly { readonly name: string; readonly domains: readonly string[] }[]
  readonly domains: readonly { readonly name: string; readonly summary: string }[]
  readonly operations: readonly {
    readonly id: string
    readonly method: string
    readonly path: string
    readonly summary: string
    readonly domain: string
    readonly alias_of?: string
  }[]
  /** Names of fields, each with the places of its operations in `operations`. */
  readonly fields: Readonly<Record<string, readonly number[]>>
  readonly errors: readonly {
    readonly code: string
    readonly status: number
    readonly meaning: string
  }[]
}

/** One route: an operation at its method and path. */
export interface Route {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly domain: string
  /** What the operation does in a few words, such as "Create a transfer". */
  readonly name: string
  readonly summary: string
  /** The id of the main route, if this is an older or a second one. */
  readonly aliasOf: string | undefined
}

interface DomainEntry {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly routes: readonly Route[]
  readonly aliases: readonly Route[]
}

interface Area {
  readonly name: string
  readonly domains: readonly DomainEntry[]
}

export interface Api {
  readonly areas: readonly Area[]
  readonly routes: ReadonlyMap<string, Route>
  /** The routes by method and path, such as `GET /api/v2/accounts/{uuid}`. */
  readonly addresses: ReadonlyMap<string, Route>
  readonly domains: ReadonlyMap<string, DomainEntry>
  readonly fields: readonly { readonly name: string; readonly routes: readonly Route[] }[]
  readonly errors: Index['errors']
}

const ACRONYMS = /\b(a2a|api|defi|gcu|graphql|iso20022|mcp|oauth|sdks|sms)\b/g
const WRITTEN: Readonly<Record<string, string>> = {
  defi: 'DeFi',
  graphql: 'GraphQL',
  iso20022: 'ISO 20022',
  oauth: 'OAuth',
  sdks: 'SDKs',
}

/** 'general-ledger' → 'General ledger', 'api-keys' → 'API keys'. */
function titleOf(name: string): string {
  const words = name
    .replaceAll('-', ' ')
    .replaceAll(ACRONYMS, (word) => WRITTEN[word] ?? word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const REMARK = /^(newest|latest|oldest|best|with|without|who|which|if|unless|for|by|from|in|valid) /

/** The beginning of a summary that is a name: up to the first remark. "Open an account, for the caller unless…" */
export function nameOf(summary: string): string {
  const [sentence = ''] = summary.split(/[.;:](?: |$)/)
  const comma = sentence.indexOf(', ')
  return comma > 0 && REMARK.test(sentence.slice(comma + 2)) ? sentence.slice(0, comma) : sentence
}

export function toApi(index: Index): Api {
  const all = index.operations.map(
    ({ alias_of, ...rest }): Route => ({
      ...rest,
      name: nameOf(rest.summary),
      aliasOf: alias_of,
    }),
  )
  const byDomain = Map.groupBy(all, ({ domain }) => domain)
  const domains = new Map(
    index.domains.map(({ name, summary }): [string, DomainEntry] => {
      const own = byDomain.get(name) ?? []
      return [
        name,
        {
          name,
          title: titleOf(name),
          summary,
          routes: own.filter(({ aliasOf }) => aliasOf === undefined),
          aliases: own.filter(({ aliasOf }) => aliasOf !== undefined),
        },
      ]
    }),
  )
  return {
    areas: index.areas.map(({ name, domains: own }) => ({
      name,
      domains: own.map((domain) => domains.get(domain)!),
    })),
    routes: new Map(all.map((route) => [route.id, route])),
    addresses: new Map(all.map((route) => [`${route.method} ${route.path}`, route])),
    domains,
    fields: Object.entries(index.fields).map(([name, places]) => ({
      name,
      routes: places.map((place) => all[place]!),
    })),
    errors: index.errors,
  }
}

/** All routes of the operation of this route, the main one first. */
export function routesOf({ domains }: Api, { id, aliasOf = id, domain }: Route): readonly Route[] {
  const { routes, aliases } = domains.get(domain)!
  return [
    ...routes.filter((route) => route.id === aliasOf),
    ...aliases.filter((route) => route.aliasOf === aliasOf),
  ]
}
