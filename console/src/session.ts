// Who is signed in here. The token itself is in a cookie that no script can read. When the session ends, its user stays
// the user of the page: they sign in again over it, and what they typed is kept.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '../../sdk/client/types.ts'
import { callConsole, queries } from './bank.ts'
import { findEndBy, resumeCalls } from './session-retry.ts'

interface BankSession {
  readonly user: User | null
  readonly needs_code: boolean
  readonly bank: { readonly mode: string; readonly version: string }
}

export interface Session extends BankSession {
  /** `user` was signed in and no longer is. */
  readonly has_ended: boolean
}

const session = {
  queryKey: ['session'],
  queryFn: read,
  staleTime: Number.POSITIVE_INFINITY,
}

const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: session.queryKey })

/** Other tabs of the browser have the same session: they go on after a sign-in, and show nothing after a sign-out. */
const tabs = new BroadcastChannel('florin-session')
tabs.addEventListener(
  'message',
  ({ data }) => void (data === LEFT ? startAnew(STAYING) : refresh()),
)
const LEFT = 'left'
const STAYING = { stays: true }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, unlike a window
const tellTabs = (what: 'restored' | typeof LEFT): void => tabs.postMessage(what)

async function read(): Promise<Session> {
  const now = await callConsole<BankSession>('GET', 'session')
  const before = queries.getQueryData<Session>(session.queryKey)
  const user = now.user ?? before?.user ?? null
  if (before?.user && before.user.uuid !== user?.uuid) return startAnew()
  if (now.user === null) return { ...now, user, has_ended: user !== null }
  if (before?.has_ended === true) {
    resumeCalls()
    const isPage = ({ queryKey: [key] }: { readonly queryKey: readonly unknown[] }) =>
      key !== session.queryKey[0]
    // Those that are resumed are not read twice.
    void queries.invalidateQueries({ predicate: isPage }, { cancelRefetch: false })
  }
  return { ...now, has_ended: false }
}

findEndBy(async () => (await queries.fetchQuery({ ...session, staleTime: 0 })).has_ended)

export const useSession = () => useQuery(session)

/** Prefetched, so that the first page does not wait for it twice. */
export const askForSession = (): Promise<void> => queries.prefetchQuery(session)

export type SignIn = (path: '' | '/code' | '/register' | '/passkey', body: object) => Promise<void>

export function useSignIn(): SignIn {
  const cache = useQueryClient()
  return async (path, body) => {
    await callConsole('POST', `session${path}`, body)
    tellTabs('restored')
    // Cached data of the previous user must not be shown to the next.
    cache.removeQueries({ type: 'inactive' })
    await refresh()
  }
}

/** Loads the console again, so that nothing of one user is shown to the next. */
function startAnew({ stays = false } = {}): Promise<never> {
  if (stays) location.reload()
  else location.assign('/')
  return new Promise(() => {})
}

/** Shows the sign-in form, after the session has ended. */
export function leave(options?: { readonly stays: boolean }): Promise<never> {
  tellTabs(LEFT)
  queries.clear()
  return startAnew(options)
}

/** The viewer may stay at the address that they came by, such as the link of a mail. */
export async function signOut(options?: { readonly stays: boolean }): Promise<void> {
  await callConsole('DELETE', 'session')
  await leave(options)
}

/** Signs in as another user; the previous session ends. */
export async function changePerson(login: { readonly email: string; readonly password: string }) {
  await callConsole('DELETE', 'session')
  await callConsole('POST', 'session', login)
  await leave()
}

/** The signed-in user; pages are shown only with a session. */
export function useUser(): User {
  const { data } = useSession()
  if (!data?.user) throw new Error('This page requires a signed-in user.')
  return data.user
}
