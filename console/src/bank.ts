// How pages speak to the bank: through its own SDK, with the session of the browser. A page reads with `useRead` and
// writes with `useWrite`; what was read is kept for a while, so that going back and forth costs no calls.
import { hashKey, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Client, createClient, type Operation } from '../../sdk/client/client.ts'
import { AuthenticationError, toError } from '../../sdk/client/errors.ts'
import { onAnswering, untilAnswered, withAnswers } from './outage.ts'
import { withProof } from './proof.ts'
import { withSession } from './session-retry.ts'

/** The session is accepted only on requests with this header, which no other site can set. */
const CONSOLE_HEADER = { 'X-Florin-Console': '1' }

/** Every call of a page goes through here, so that none misses the end of the session. */
export const client: Client = withProof(
  withSession(
    withAnswers(
      createClient({
        baseUrl: location.origin,
        headers: CONSOLE_HEADER,
        retries: 1,
      }),
    ),
  ),
)

const FRESH_MS = 60_000

export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The SDK retries by itself.
      retry: false,
      refetchOnWindowFocus: false,
    },
  },
})

onAnswering((isAnswering) => {
  // Those that waited go on by themselves.
  if (isAnswering) void queries.invalidateQueries({}, { cancelRefetch: false })
})

const numbers = new WeakMap<object, number>()
let operations = 0

/** Operations are functions, and a key in the cache is text. */
function numberOf(operation: object): number {
  const number = numbers.get(operation) ?? ++operations
  numbers.set(operation, number)
  return number
}

/** Query options for an operation; `key` names the data, so that writes can invalidate it. */
export const reading = <Input extends object, Output>(
  key: string,
  operation: Operation<Input, Output>,
  input: Input,
) => ({
  queryKey: [key, numberOf(operation), input],
  queryFn: ({ signal }: { signal: AbortSignal }) => operation(client, input, { signal }),
})

export const useRead = <Input extends object, Output>(
  key: string,
  operation: Operation<Input, Output>,
  input: Input,
  /** The polling interval in milliseconds, computed from the last answer; false ends polling. */
  again?: (data: Output | undefined) => number | false,
) =>
  useQuery({
    ...reading(key, operation, input),
    refetchInterval: (query: { readonly state: { readonly data: Output | undefined } }) =>
      again?.(query.state.data) ?? false,
    // A list stays while its next page loads, and so does the focus on the button that asked for it.
    placeholderData: <Before>(
      before: Before | undefined,
      query: { readonly queryKey: readonly unknown[] } | undefined,
    ) => (isOtherPage(query?.queryKey, [key, numberOf(operation), input]) ? before : undefined),
  })

/** Whether both ask for pages of one list; anything else that differs makes it another list. */
function isOtherPage(before: readonly unknown[] = [], now: readonly unknown[]): boolean {
  const [, , asked] = now
  if (!isRecord(asked) || !('page' in asked)) return false
  const listOf = (queryKey: readonly unknown[]): string =>
    hashKey(queryKey.map((part) => (isRecord(part) ? { ...part, page: undefined } : part)))
  return listOf(before) === listOf(now)
}

/** Runs a write operation, then invalidates what it changes. */
export function useWrite<Input extends object, Output>(
  operation: Operation<Input, Output>,
  changes: readonly string[] = [],
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => operation(client, input),
    onSuccess: () => refresh(cache, changes),
  })
}

/**
 * Deletes an object whose page is open: lists are read again, then its page is left. Queries about the object itself
 * are not repeated, because it no longer exists.
 */
export function useRemoval<Input extends object, Output>(
  operation: Operation<Input, Output>,
  changes: readonly string[],
  leave: () => Promise<unknown>,
) {
  const cache = useQueryClient()
  return useMutation({
    async mutationFn(input: Input) {
      const isAboutIt = ({ queryKey: [, , asked] }: { readonly queryKey: readonly unknown[] }) =>
        Object.entries(input).every(([name, value]) => isRecord(asked) && asked[name] === value)
      await cache.cancelQueries({ predicate: isAboutIt })
      await operation(client, input)
      for (const key of changes)
        await cache.invalidateQueries({
          queryKey: [key],
          predicate: (query) => !isAboutIt(query),
        })
      await leave()
      cache.removeQueries({ predicate: isAboutIt })
    },
  })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export const refresh = (cache: QueryClient, keys: readonly string[]): Promise<unknown> =>
  Promise.all(keys.map((key) => cache.invalidateQueries({ queryKey: [key] })))

/** Calls a route of the console's own transport. */
export const callConsole = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
  untilAnswered(method === 'GET', () => sendToConsole<Answer>(method, path, body))

async function sendToConsole<Answer>(
  method: string,
  path: string,
  body: object | undefined,
): Promise<Answer> {
  const response = await fetch(`/console/${path}`, {
    method,
    headers: {
      ...CONSOLE_HEADER,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) {
    const error = await toError(response)
    // The session may have ended; then the form to sign in is shown.
    if (error instanceof AuthenticationError)
      void queries.invalidateQueries({ queryKey: ['session'] })
    throw error
  }
  return (await response.json()) as Answer
}

/** Downloads a file. A link could not send the header that the session needs. */
export async function download(path: string, name: string): Promise<void> {
  const response = await client.send(
    { method: 'GET', path, body: undefined },
    { headers: { Accept: '*/*' } },
  )
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
