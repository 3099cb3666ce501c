// Some calls require a recent sign-in. The bank rejects them, the frame asks for the password, and the call is retried;
// pages are not involved.
import { authProve } from '../../sdk/client/operations.ts'
import { ApiError } from '../../sdk/client/errors.ts'
import type { Client } from '../../sdk/client/client.ts'

type Ask = (prove: (password: string) => Promise<unknown>) => Promise<boolean>

let ask: Ask | undefined

/** Sets how the user is asked for the password; the returned function removes it. */
export function askBy(how: Ask): () => void {
  ask = how
  return () => {
    ask = undefined
  }
}

const needsProof = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'

/** Retries a call that was rejected for lack of a recent sign-in, unless the user cancels. */
export const withProof = (client: Client): Client => ({
  async send(request, options) {
    try {
      return await client.send(request, options)
    } catch (error) {
      const isProved =
        needsProof(error) && (await ask?.((password) => authProve(client, { password })))
      if (isProved !== true) throw error
      return client.send(request, options)
    }
  },
})
