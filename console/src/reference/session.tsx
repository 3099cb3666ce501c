// The credentials for trying the API: the session of a user signed in to the console of this bank, which is sent
// automatically, or a pasted token, which stays in the memory of this page.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Secrets } from './request.ts'

interface SessionAnswer {
  readonly user: { readonly name: string; readonly email: string } | null
  readonly bank: { readonly mode: string; readonly version: string }
}

/** The session is accepted only on requests with this header, which no other site can set. */
export const CONSOLE_HEADER = { 'X-Florin-Console': '1' } as const

interface Session {
  readonly user: SessionAnswer['user']
  readonly mode: string | undefined
  /** Of the software. */
  readonly version: string | undefined
  readonly secrets: Secrets
  readonly setSecret: (scheme: string, secret: string) => void
}

const Current = createContext<Session>({
  user: null,
  mode: undefined,
  version: undefined,
  secrets: {},
  setSecret: () => {},
})

export const useSession = (): Session => useContext(Current)

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [answer, setAnswer] = useState<SessionAnswer>()
  const [secrets, setSecrets] = useState<Secrets>({})
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const response = await fetch('/console/session', { headers: CONSOLE_HEADER })
      if (response.ok) setAnswer((await response.json()) as SessionAnswer)
    }
    // Without an answer the viewer is treated as signed out.
    ask().catch(() => {})
  }, [])
  const session = {
    user: answer?.user ?? null,
    mode: answer?.bank.mode,
    version: answer?.bank.version,
    secrets,
    setSecret: (scheme: string, secret: string) =>
      setSecrets((before) => ({ ...before, [scheme]: secret.trim() })),
  }
  return <Current value={session}>{children}</Current>
}
