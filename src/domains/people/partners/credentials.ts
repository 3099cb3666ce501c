// The keys of a partner, one for each environment, and the secret that signs what the bank sends it. Each is
// shown once, in the answer that issues it; a new one revokes the old one.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { hashSecret, randomText } from '../../../platform/secrets.ts'
import { emitToContact } from './event-recipients.ts'
import { PartnerKeyRevoked, PartnerKeyRotated } from './events.ts'
import { PARTNER_CHANGED } from './recognizer.ts'
import * as store from './store.ts'
import type { PartnerRow } from './store.ts'

const prefixes: Readonly<Record<Environment, string>> = {
  live: 'fpk_',
  sandbox: 'fpk_sandbox_',
}
const SECRET_LENGTH = 40
/** Enough of the random part to distinguish two keys. */
const SHOWN = 4

export const newWebhookSecret = (): string => `whsec_${randomText(SECRET_LENGTH)}`

/** Issues a key and revokes the one before it, in the caller's transaction. */
export async function issueKey(
  partner: Pick<PartnerRow, 'uuid'>,
  environment: Environment,
  ctx: Context,
): Promise<string> {
  await store.revokeKeys(
    ctx.tx,
    { partner_uuid: partner.uuid, environments: [environment] },
    ctx.now,
  )
  const secret = prefixes[environment] + randomText(SECRET_LENGTH)
  await store.insertKey(ctx.tx, {
    hash: hashSecret(secret),
    uuid: uuidv7(ctx.now),
    partner_uuid: partner.uuid,
    environment,
    prefix: secret.slice(0, prefixes[environment].length + SHOWN),
    created_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  ctx.invalidate(PARTNER_CHANGED, partner.uuid)
  return secret
}

export async function rotateKey(
  partner_uuid: string,
  environment: Environment,
  ctx: Context,
): Promise<string> {
  const partner = await lock(partner_uuid, ctx)
  const secret = await issueKey(partner, environment, ctx)
  await emitToContact(PartnerKeyRotated, partner, { environment }, ctx)
  return secret
}

/** Revokes the key without a new one; only an operator can then issue one. */
export async function revokeKey(
  partner_uuid: string,
  environment: Environment,
  ctx: Context,
): Promise<void> {
  const partner = await lock(partner_uuid, ctx)
  const which = { partner_uuid, environments: [environment] }
  const revoked = await store.revokeKeys(ctx.tx, which, ctx.now)
  if (revoked.length === 0) throw NotFound({ what: 'partner key for', id: environment })
  ctx.invalidate(PARTNER_CHANGED, partner.uuid)
  await emitToContact(PartnerKeyRevoked, partner, { environment }, ctx)
}

export async function rotateWebhookSecret(
  partner_uuid: string,
  sealer: Sealer,
  ctx: Context,
): Promise<string> {
  const partner = await lock(partner_uuid, ctx)
  const secret = newWebhookSecret()
  await store.updatePartner(ctx.tx, partner.uuid, { webhook_secret: sealer.seal(secret) }, ctx.now)
  await emitToContact(PartnerKeyRotated, partner, { environment: 'webhook' }, ctx)
  return secret
}

async function lock(uuid: string, ctx: Context): Promise<PartnerRow> {
  const partner = await store.lockPartner(ctx.tx, uuid)
  if (!partner) throw NotFound({ what: 'partner', id: uuid })
  return partner
}
