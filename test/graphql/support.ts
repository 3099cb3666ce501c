// A caller of GraphQL over HTTP, and one over a WebSocket by the usual client library.
import { type Client, type ClientOptions, createClient } from 'graphql-ws'
import type { Answer, Bank, Person } from '../harness/bank.ts'

export interface Graph {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- asserted on, field by field
  readonly data: any
  // oxlint-disable-next-line typescript/no-explicit-any -- asserted on, field by field
  readonly errors: any
}

export async function ask(
  bank: Bank,
  person: Pick<Person, 'token'> | undefined,
  query: string,
  variables?: Readonly<Record<string, unknown>>,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly body?: object } = {},
): Promise<Graph> {
  const answer: Answer = await bank.call(
    'POST /api/graphql',
    { query, variables, ...more.body },
    { token: person?.token, ...(more.headers && { headers: more.headers }) },
  )
  const { status, headers, body } = answer
  return { status, headers, data: body.data, errors: body.errors }
}

/** Asks, and fails when there was an error. */
// oxlint-disable-next-line typescript/no-explicit-any -- asserted on, field by field
export async function get(...args: Parameters<typeof ask>): Promise<any> {
  const { data, errors, status } = await ask(...args)
  if (errors) throw new Error(`GraphQL answered ${status}: ${JSON.stringify(errors)}`)
  return data
}

export const connect = (
  bank: Pick<Bank, 'url'>,
  token: string | undefined,
  more: Partial<ClientOptions> = {},
): Client =>
  createClient({
    url: `${bank.url.replace(/^http/, 'ws')}/api/graphql`,
    connectionParams: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
    ...more,
  })

export interface Followed {
  // oxlint-disable-next-line typescript/no-explicit-any -- asserted on, field by field
  readonly items: any[]
  readonly ended: Promise<unknown>
  stop(): void
}

/** Follows a subscription; the promise resolves to the error that ended it, or undefined. */
export function follow(
  client: Client,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Followed {
  const items: unknown[] = []
  let stop = (): void => {}
  const ended = new Promise((resolve) => {
    stop = client.subscribe(
      { query, variables },
      {
        next: (item) => void items.push(item),
        error: resolve,
        complete: () => resolve(undefined),
      },
    )
  })
  return { items, ended, stop: () => stop() }
}
