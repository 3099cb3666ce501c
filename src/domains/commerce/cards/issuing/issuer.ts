// The port to an issuer of cards. Production has none yet: there, a live card cannot be ordered. Elsewhere, and in the
// sandbox, a simulated issuer gives cards without a network, which pay only where a test control says so.
import { randomInt } from 'node:crypto'
import type { Environment } from '../../../../operation/caller.ts'
import { Unavailable } from '../../../../operation/error.ts'

export interface NewNumber {
  readonly last4: string
  /** The last day on which the card pays. */
  readonly expires_on: string
}

export interface CardIssuer {
  readonly name: 'simulated'
  issue(now: Date): NewNumber
}

const VALID_YEARS = 3

export const simulatedIssuer: CardIssuer = {
  name: 'simulated',
  issue: (now) => ({
    last4: String(randomInt(10_000)).padStart(4, '0'),
    expires_on: new Date(Date.UTC(now.getUTCFullYear() + VALID_YEARS, now.getUTCMonth() + 1, 0))
      .toISOString()
      .slice(0, 10),
  }),
}

export type ChooseIssuer = (environment: Environment) => CardIssuer

export const chooseIssuer =
  (production: boolean): ChooseIssuer =>
  (environment) => {
    if (production && environment === 'live')
      throw Unavailable({
        reason: 'This bank issues no live cards yet; order one in the sandbox to try it.',
      })
    return simulatedIssuer
  }
