// Some calls need a fresh proof of who is in front of the browser. The bank says so, the frame asks for the password, and
// the call is sent again; a page need not know.
import { authProve } from '../../sdk/client/operations.ts'
import { ApiError } from '../../sdk/client/errors.ts'
import type { Client } from '../../sdk/client/client.ts'

type Ask = (prove: (password: string) => Promise<unknown>) => Promise<boolean>

let ask: Ask | undefined

/** The frame says how a person is asked; the returned function ends that. */
export function askBy(how: Ask): () => void {
  ask = how
  return () => {
    ask = undefined
  }
}

const needsProof = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'

/** Sends again what was refused for lack of a proof, unless the person turns back. */
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
