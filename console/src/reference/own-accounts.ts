// The accounts of the signed-in user, which are offered where an operation takes one.
import { useEffect, useState } from 'react'
import { CONSOLE_HEADER, useSession } from './session.tsx'

export interface OwnAccount {
  readonly uuid: string
  readonly name: string
}

const SHOWN_MAX = 100
const NONE: readonly OwnAccount[] = []

/** Empty as long as they are not known, without a session, and with a pasted token, which may be another user's. */
export function useOwnAccounts(isNeeded: boolean): readonly OwnAccount[] {
  const { user, secrets } = useSession()
  const [accounts, setAccounts] = useState(NONE)
  const isRead = isNeeded && user !== null
  useEffect(() => {
    if (!isRead) return
    const read = async (): Promise<void> => {
      const path = `/api/v2/accounts?per_page=${SHOWN_MAX}`
      const response = await fetch(path, { headers: CONSOLE_HEADER })
      if (!response.ok) return
      const { data } = (await response.json()) as { readonly data: readonly OwnAccount[] }
      setAccounts(data)
    }
    // Without an answer the field is one to fill in.
    read().catch(() => {})
  }, [isRead])
  return isRead && !secrets['bearer'] ? accounts : NONE
}
