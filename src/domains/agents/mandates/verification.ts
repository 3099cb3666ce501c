// Verifies a credential for its holder: the bank issued it, it has not expired, its mandate is in force and
// its issuer still has the authority for it.
import type { Context } from '../../../operation/operation.ts'
import { statusAt } from './access.ts'
import { hashOf } from './credential.ts'
import type { MandateStatus, MandateType } from './life-cycle.ts'
import { authorityOf } from './authority.ts'
import type { MandatesOptions } from './transition.ts'
import { findMandate } from './store.ts'

export interface Verdict {
  readonly valid: boolean
  readonly reasons: string[]
  readonly mandate_id: string | null
  readonly mandate_type: MandateType | null
  readonly status: MandateStatus | null
  readonly vdc_hash: string
}

export async function verifyCredential(
  credential: Readonly<Record<string, unknown>>,
  ctx: Context,
  { issuer, standing }: Pick<MandatesOptions, 'issuer' | 'standing'>,
): Promise<Verdict> {
  const vdc_hash = hashOf(credential)
  const unknown = { mandate_id: null, mandate_type: null, status: null, vdc_hash }
  if (!issuer.isGenuine(credential))
    return { valid: false, reasons: ['This bank did not sign this credential.'], ...unknown }
  // From here on the content can be trusted, because the bank signed it.
  const { claims, expires_at } = credential
  const mandate = await findMandate(ctx.tx, claims.mandate_id)
  if (mandate?.vdc_hash !== vdc_hash)
    return { valid: false, reasons: ['The bank has no mandate with this credential.'], ...unknown }
  const status = statusAt(mandate, ctx.now)
  const lapsed = await standing.read(ctx, authorityOf(mandate))
  const reasons = [
    ...(Date.parse(expires_at) <= ctx.now.getTime()
      ? [`The credential expired at ${expires_at}.`]
      : []),
    ...(status === 'revoked' || status === 'disputed' ? [`The mandate is ${status}.`] : []),
    ...(lapsed === undefined ? [] : [lapsed]),
  ]
  return {
    valid: reasons.length === 0,
    reasons,
    mandate_id: mandate.uuid,
    mandate_type: mandate.type,
    status,
    vdc_hash,
  }
}
