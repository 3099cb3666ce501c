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

/** Asked for at once, so that the first thing that is shown need not wait for it twice. */
export const askForSession = (): Promise<void> => queries.prefetchQuery(session)

export type SignIn = (path: '' | '/code' | '/register' | '/passkey', body: object) => Promise<void>

export function useSignIn(): SignIn {
  const cache = useQueryClient()
  return async (path, body) => {
    await callConsole('POST', `session${path}`, body)
    // What is left of whoever was here until the session ended is not for somebody else.
    cache.removeQueries({ type: 'inactive' })
    await cache.invalidateQueries({ queryKey: ['session'] })
  }
}

export async function signOut(): Promise<void> {
  await callConsole('DELETE', 'session')
  // Nothing of one person may be shown to the next.
  queries.clear()
  location.assign('/')
}

/** Signs in as somebody else; the session that there was ends. */
export async function changePerson(login: { readonly email: string; readonly password: string }) {
  await callConsole('DELETE', 'session')
  await callConsole('POST', 'session', login)
  queries.clear()
  location.assign('/')
}

/** The person whom a page is for; pages are shown only to people who are signed in. */
export function useUser(): User {
  const { data } = useSession()
  if (!data?.user) throw new Error('This page is for people who are signed in.')
  return data.user
}
