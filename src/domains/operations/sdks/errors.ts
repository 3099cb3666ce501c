// The errors of SDK generation.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const TooManySdks = defineError<{ most: number }>(
  'TOO_MANY_SDKS',
  429,
  (d) =>
    `A partner may generate SDKs ${d.most} times a day; download what was generated, or retry tomorrow.`,
  {
    advice: 'Download what was generated, or come back tomorrow.',
    details: Type.Object({ most: Type.Integer() }),
  },
)

/** The link has expired, or its partner is no longer active. */
export const LinkExpired = defineError(
  'LINK_EXPIRED',
  403,
  () =>
    'This link is no longer valid; get a new one from GET /api/v2/partner/sdk/generations/{id}.',
)
