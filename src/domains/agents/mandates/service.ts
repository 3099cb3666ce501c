// The rules of a mandate: issuing, listing, accepting, executing and completing it, disputing and revoking it.
import { DAY_MS } from '../../../kernel/durations.ts'
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import {
  type AgentRow,
  checkActive,
  getActingAgent,
  getAgent,
  isSignedBy,
  keyIdOf,
  toMultibase,
} from '../agents/index.ts'
import { readAsset } from '../../core/assets/index.ts'
import { lockCallerCredential, keyOf } from '../../people/identity/index.ts'
import { countDispute } from '../reputation/index.ts'
import { checkParty } from './access.ts'
import { hashOf, type IssuerSignature } from './credential.ts'
import { SelfMandate } from './errors.ts'
import * as events from './events.ts'
import { checkAllPaid } from './execution.ts'
import { canonicalize } from './jcs.ts'
import type { MandateStatus, MandateType, Side } from './life-cycle.ts'
import { centsToUnits, readTerms } from './payloads.ts'
import { checkAuthority } from './authority.ts'
import {
  emitToOwners,
  beginTransition,
  finishTransition,
  type MandatesOptions,
} from './transition.ts'
import * as store from './store.ts'
import type { MandateRow } from './store.ts'
import { showMandates } from './view.ts'

export interface MandateRequest {
  readonly type: MandateType
  readonly payload: Readonly<Record<string, unknown>>
  readonly issuer_signature?: string
}

const LIFETIME_MS = DAY_MS
const LIFETIME_MS_MAX = 366 * DAY_MS

export async function createMandate(
  { type, payload, issuer_signature }: MandateRequest,
  ctx: Context,
  { assets, issuer: credentials }: MandatesOptions,
): Promise<MandateRow> {
  await lockCallerCredential(ctx)
  const { disclosures, ...terms } = readTerms(type, payload)
  const issuer = checkActive(await getActingAgent(terms.issuer_did, ctx))
  const subject = await getAgent(terms.subject_did, ctx)
  if (issuer.uuid === subject.uuid) throw SelfMandate({ did: issuer.did })
  const asset = readAsset(assets, terms.currency, 'payload.currency')
  const units = centsToUnits(terms.amount_cents, asset)
  if (units === undefined)
    throw fault(
      'payload.currency',
      `${terms.amount_cents} cents cannot be paid in ${asset.code}: it has only ${asset.precision} decimal places.`,
    )
  const mandate = {
    uuid: uuidv7(ctx.now),
    type,
    environment: issuer.environment,
    payload,
    issuer_did: issuer.did,
    subject_did: subject.did,
    amount_cents: terms.amount_cents,
    currency: asset.code,
    expires_at: readExpiry(terms.expires_at, ctx.now),
  }
  const issued_at = ctx.now.toISOString()
  const credential = credentials.issue({
    ...mandate,
    disclosures,
    issued_at,
    issuer_signature: await readSignature(issuer_signature, payload, issuer),
  })
  await store.insertMandate(ctx.tx, {
    ...mandate,
    units,
    issuer_uuid: issuer.uuid,
    issuer_owner_uuid: issuer.owner_uuid,
    allowed_with: await keyOf(ctx),
    subject_uuid: subject.uuid,
    subject_owner_uuid: subject.owner_uuid,
    credential,
    vdc_hash: hashOf(credential),
    created_at: issued_at,
  })
  const row = (await store.findMandate(ctx.tx, mandate.uuid))!
  emitToOwners(events.MandateIssued, row, ctx, { vdc_hash: row.vdc_hash })
  return row
}

const fault = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })

function readExpiry(given: string | undefined, now: Date): string {
  const instant = given === undefined ? now.getTime() + LIFETIME_MS : Date.parse(given)
  if (instant <= now.getTime())
    throw fault('payload.expires_at', 'The expires at field must lie in the future.')
  if (instant > now.getTime() + LIFETIME_MS_MAX)
    throw fault('payload.expires_at', 'A mandate can be valid for a year at most.')
  return new Date(instant).toISOString()
}

/** The credential contains the issuing agent's own signature, with the key that the agent has now. */
async function readSignature(
  value: string | undefined,
  payload: object,
  issuer: AgentRow,
): Promise<IssuerSignature | undefined> {
  if (value === undefined) return undefined
  if (!(await isSignedBy(issuer.public_key, canonicalize(payload), value)))
    throw fault(
      'issuer_signature',
      'This is not the issuer’s signature over the payload in canonical JSON (RFC 8785).',
    )
  return {
    verificationMethod: keyIdOf(issuer),
    publicKeyMultibase: toMultibase(issuer.public_key),
    value,
  }
}

export const getMandate = async (uuid: string, ctx: Context): Promise<MandateRow> =>
  checkParty(await store.findMandate(ctx.tx, uuid), uuid, ctx.caller)

export interface MandateListRequest extends PageRequest {
  readonly type?: MandateType
  readonly status?: MandateStatus
  readonly role?: Side
  readonly agent_did?: string
}

export async function listMandates({ agent_did, ...input }: MandateListRequest, ctx: Context) {
  const agent = agent_did === undefined ? undefined : await getActingAgent(agent_did, ctx)
  const filter = { ...input, agent_uuid: agent?.uuid, caller: ctx.caller, now: ctx.now }
  const { rows, total } = await store.listMandates(ctx.tx, filter)
  return toPage(await showMandates(rows, ctx), total, input)
}

export async function accept(
  uuid: string,
  ctx: Context,
  { standing }: MandatesOptions,
): Promise<MandateRow> {
  const { mandate, next } = await beginTransition(uuid, 'accept', ctx)
  await checkAuthority(mandate, ctx, standing)
  const change = { status: next, accepted_at: ctx.now.toISOString() }
  return finishTransition(uuid, change, events.MandateAccepted, ctx)
}

/** A mandate is complete only when all its payments are. */
export async function complete(
  uuid: string,
  ctx: Context,
  { findPayment }: MandatesOptions,
): Promise<MandateRow> {
  const { next } = await beginTransition(uuid, 'complete', ctx)
  await checkAllPaid(uuid, ctx, findPayment)
  const change = { status: next, completed_at: ctx.now.toISOString() }
  return finishTransition(uuid, change, events.MandateCompleted, ctx)
}

export async function dispute(uuid: string, reason: string, ctx: Context): Promise<MandateRow> {
  const { mandate, side, next } = await beginTransition(uuid, 'dispute', ctx)
  const other: Side = side === 'issuer' ? 'subject' : 'issuer'
  const disputed_by = mandate[`${side}_did`]
  const change = { status: next, disputed_at: ctx.now.toISOString(), disputed_by, reason }
  await countDispute({ uuid: mandate[`${other}_uuid`], environment: mandate.environment }, ctx)
  return finishTransition(uuid, change, events.MandateDisputed, ctx, { disputed_by, reason })
}

export async function revoke(
  uuid: string,
  reason: string | null,
  ctx: Context,
): Promise<MandateRow> {
  const { mandate, next } = await beginTransition(uuid, 'revoke', ctx)
  // Revoking without a reason keeps the reason of an earlier dispute.
  const revoked_at = ctx.now.toISOString()
  const change = { status: next, revoked_at, reason: reason ?? mandate.reason }
  return finishTransition(uuid, change, events.MandateRevoked, ctx, { reason })
}
