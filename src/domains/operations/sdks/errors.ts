// The errors of SDK generation.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const TooManySdks = defineError<{ most: number }>(
  'TOO_MANY_SDKS',
  429,
  (d) =>
    `A partner may generate SDKs ${d.most} times a day; download what was generated, or retry tomorrow.`,
  {
    advice:
      'List the existing archives by GET /api/v2/partner/sdk/generations. The count resets at midnight UTC.',
    details: Type.Object({ most: Type.Integer() }),
  },
)

/** The link has expired, or its partner is no longer active. */
export const LinkExpired = defineError(
  'LINK_EXPIRED',
  403,
  () =>
    'This link is no longer valid; get a new one from GET /api/v2/partner/sdk/generations/{id}.',
  {
    advice:
      'Download within an hour of requesting the link. If the partner is suspended, an operator must reactivate it first.',
  },
)
