// Who is signed in here. The token itself is in a cookie that no script can read.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '../../sdk/client/types.ts'
import { callConsole, queries } from './bank.ts'

export interface Session {
  readonly user: User | null
  readonly needs_code: boolean
  readonly bank: { readonly mode: string; readonly version: string }
}

const session = {
  queryKey: ['session'],
  queryFn: () => callConsole<Session>('GET', 'session'),
  staleTime: Number.POSITIVE_INFINITY,
}

export const useSession = () => useQuery(session)

/** Prefetched, so that the first page does not wait for it twice. */
export const askForSession = (): Promise<void> => queries.prefetchQuery(session)

export type SignIn = (path: '' | '/code' | '/register' | '/passkey', body: object) => Promise<void>

export function useSignIn(): SignIn {
  const cache = useQueryClient()
  return async (path, body) => {
    await callConsole('POST', `session${path}`, body)
    // Cached data of the previous user must not be shown to the next.
    cache.removeQueries({ type: 'inactive' })
    await cache.invalidateQueries({ queryKey: ['session'] })
  }
}

export async function signOut({ stays = false } = {}): Promise<void> {
  await callConsole('DELETE', 'session')
  // Nothing of one user may be shown to the next.
  queries.clear()
  if (stays) location.reload()
  else location.assign('/')
}

/** Signs in as another user; the previous session ends. */
export async function changePerson(login: { readonly email: string; readonly password: string }) {
  await callConsole('DELETE', 'session')
  await callConsole('POST', 'session', login)
  queries.clear()
  location.assign('/')
}

/** The signed-in user; pages are shown only with a session. */
export function useUser(): User {
  const { data } = useSession()
  if (!data?.user) throw new Error('This page requires a signed-in user.')
  return data.user
}
