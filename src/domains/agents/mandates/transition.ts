// Takes one step in the life of a mandate: checks the caller, updates the row, emits the event.
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AuthorityCheck } from '../../people/identity/index.ts'
import { checkActive, getActingAgent } from '../agents/index.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { checkParty, checkSide, statusAt } from './access.ts'
import type { CredentialIssuer } from './credential.ts'
import { type MandateAction, mandateLives } from './life-cycle.ts'
import type { FindPayment } from './ports.ts'
import * as store from './store.ts'
import type { MandateChange, MandateRow } from './store.ts'

export interface MandatesOptions {
  readonly assets: AssetCatalogue
  readonly issuer: CredentialIssuer
  readonly findPayment: FindPayment
  readonly standing: AuthorityCheck
}

/** Locks the mandate, checks that the caller may take this step now, and returns the caller's side. */
export async function beginTransition(uuid: string, action: MandateAction, ctx: Context) {
  const mandate = checkParty(await store.lockMandate(ctx.tx, uuid), uuid, ctx.caller)
  const side = checkSide(mandate, action, ctx.caller)
  const agent = await getActingAgent(mandate[`${side}_did`], ctx)
  // A suspended agent makes no new commitments, but can still revoke or dispute.
  if (action !== 'revoke' && action !== 'dispute') checkActive(agent)
  const { to } = mandateLives[mandate.type].check(statusAt(mandate, ctx.now), action)
  return { mandate, side, next: to }
}

export async function finishTransition(
  uuid: string,
  change: MandateChange,
  event: EventDef,
  ctx: Context,
  more: object = {},
): Promise<MandateRow> {
  const mandate = await store.updateMandate(ctx.tx, uuid, change, ctx.now)
  emitToOwners(event, mandate, ctx, more)
  return mandate
}

/** The owners of both agents get the event; an owner of both gets it once. */
export function emitToOwners(
  event: EventDef,
  mandate: MandateRow,
  ctx: Context,
  more: object = {},
): void {
  const { uuid, type, status, issuer_did, subject_did, amount_cents, currency } = mandate
  const data = {
    mandate_uuid: uuid,
    type,
    status,
    issuer_did,
    subject_did,
    amount_cents,
    currency,
    ...more,
  }
  for (const user_uuid of new Set([mandate.issuer_owner_uuid, mandate.subject_owner_uuid]))
    ctx.emit(event, data, { user_uuid })
}
