// A call that is refused because the session has ended waits until its user has signed in again, and is then repeated;
// pages are not involved.
import type { Client } from '../../sdk/client/client.ts'
import { AuthenticationError } from '../../sdk/client/errors.ts'

let findEnd: (() => Promise<boolean>) | undefined
let restorations = 0
let restored = Promise.withResolvers<void>()

/** Sets how it is found out whether the session has ended. */
export function findEndBy(find: () => Promise<boolean>): void {
  findEnd = find
}

/** Repeats the calls that wait for the session. */
export function resumeCalls(): void {
  restorations++
  restored.resolve()
  restored = Promise.withResolvers()
}

export const withSession = (client: Client): Client => ({
  async send(request, options) {
    const before = restorations
    try {
      return await client.send(request, options)
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error
      const hasEnded = (await findEnd?.()) === true
      // The refusal of a call that was sent before the session was restored may arrive after that.
      if (restorations === before) {
        if (!hasEnded) throw error
        await restored.promise
      }
      return client.send(request, options)
    }
  },
})
