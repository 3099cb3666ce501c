// The simulated Google Play. The purchase token itself determines the state of the purchase:
//   sandbox:<id>          an active subscription to the product that is asked about
//   sandbox:<state>:<id>  the same purchase in another state
import { createHash } from 'node:crypto'
import { DAY_MS } from '../../../../kernel/durations.ts'
import { refuse } from '../errors.ts'
import type { Claims } from './facts.ts'
import type { GoogleReader } from './google-reader.ts'

const TOKEN = /^sandbox:(?:([a-z_]+):)?([^:\s]{1,200})$/

const periodDays: Readonly<Record<string, number>> = {
  zelta_pro_monthly: 30,
  zelta_pro_annual: 365,
}

interface Simulated {
  readonly state: string
  readonly renews: boolean
  /** Days from now; the whole period by default. */
  readonly endsInDays?: number
  readonly more?: Claims
}

const states: Readonly<Record<string, (now: Date) => Simulated>> = {
  active: () => ({ state: 'ACTIVE', renews: true }),
  expired: () => ({ state: 'EXPIRED', renews: false, endsInDays: -1 }),
  cancelled: () => ({ state: 'CANCELED', renews: false }),
  paused: (now) => ({
    state: 'PAUSED',
    renews: true,
    more: { pausedStateContext: { autoResumeTime: inDays(now, 30) } },
  }),
  grace: () => ({ state: 'IN_GRACE_PERIOD', renews: true, endsInDays: 3 }),
  hold: () => ({ state: 'ON_HOLD', renews: true, endsInDays: -1 }),
  other_user: () => ({
    state: 'ACTIVE',
    renews: true,
    more: {
      externalAccountIdentifiers: {
        obfuscatedExternalAccountId: createHash('sha256').update('somebody else').digest('hex'),
      },
    },
  }),
}

export const simulatedStates = Object.keys(states)

const inDays = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString()

export const simulatedGoogle: GoogleReader = {
  isAuthority: false,
  async read(token, { product_id, now }) {
    const [, name = 'active', id] = TOKEN.exec(token) ?? []
    if (id === undefined || !Object.hasOwn(states, name))
      throw refuse(
        `In the sandbox a purchase token is sandbox:<id> or sandbox:<state>:<id>, with a state of: ${simulatedStates.join(', ')}.`,
      )
    const { state, renews, endsInDays, more } = states[name]!(now)
    return {
      token: `sandbox:${id}`,
      purchase: {
        kind: 'androidpublisher#subscriptionPurchaseV2',
        subscriptionState: `SUBSCRIPTION_STATE_${state}`,
        latestOrderId: `SANDBOX.${id}`,
        testPurchase: {},
        lineItems: [
          {
            productId: product_id,
            expiryTime: inDays(now, endsInDays ?? periodDays[product_id] ?? 30),
            autoRenewingPlan: { autoRenewEnabled: renews },
          },
        ],
        ...more,
      },
    }
  },
}
