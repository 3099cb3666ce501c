// The web shop's server, to which the bank sends webhooks in the story: it answers, except while it is moved to another
// machine.
import type { Outbound } from '../src/platform/outbound-http.ts'
import { addDays, dayOf, type Day } from '../src/kernel/days.ts'
import type { Clock } from '../src/kernel/clock.ts'

/** It stopped this many days before the end of the story. */
const MOVED_BEFORE = 3
const NOT_HERE = 'The bank of the demo data calls no other address than that of the web shop.'

export const HOOKS = 'https://shop.demo.example/hooks'

export function makeReceiver(clock: Clock, until: Day): Outbound {
  const stopsOn = addDays(until, -MOVED_BEFORE)
  const isMoving = (): boolean => dayOf(clock.now()) >= stopsOn
  return {
    async post({ url }) {
      if (url !== HOOKS) throw new Error(NOT_HERE)
      return isMoving()
        ? { status: 503, headers: {}, body: 'The shop is being moved to another machine.' }
        : { status: 200, headers: {}, body: 'ok' }
    },
    get: () => Promise.reject(new Error(NOT_HERE)),
    findFault: async () => undefined,
    close() {},
  }
}
