// Onboarding: an operator makes an organisation a partner, and its credentials are shown once.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Value } from '../../../kernel/value.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { randomText } from '../../../platform/secrets.ts'
import { emitToContact } from './event-recipients.ts'
import { issueKey, newWebhookSecret } from './credentials.ts'
import { PartnerOnboarded } from './events.ts'
import { checkAddresses, checkHttps } from './validation.ts'
import { addMember } from './members.ts'
import type { OnboardInput } from './schema.ts'
import * as store from './store.ts'
import { TIER_DEFAULT } from './tiers.ts'

/** Every part of the bank that an SDK can contain. */
const ALL_MODULES = [
  'accounts',
  'transfers',
  'payments',
  'wallets',
  'compliance',
  'regtech',
  'crosschain',
  'defi',
  'ai',
  'partner',
]

export interface Onboarded {
  readonly partner: store.PartnerRow
  readonly live: string
  readonly sandbox: string
  readonly webhook_secret: string
}

export async function onboard(
  input: Value<typeof OnboardInput>,
  sealer: Sealer,
  ctx: Context,
): Promise<Onboarded> {
  const webhook_secret = newWebhookSecret()
  const partner = await store.insertPartner(ctx.tx, {
    uuid: uuidv7(ctx.now),
    code: `PTR-${randomText(10).toUpperCase()}`,
    organization_name: input.organization_name,
    contact_email: input.contact_email,
    tier: input.tier ?? TIER_DEFAULT,
    status: 'active',
    status_reason: null,
    billing_cycle: input.billing_cycle ?? 'monthly',
    modules: input.modules ? [...new Set(input.modules)] : ALL_MODULES,
    sdk_languages: [...new Set(input.sdk_languages ?? [])],
    webhook_url:
      input.webhook_url === undefined ? null : checkHttps('webhook_url', input.webhook_url),
    webhook_secret: sealer.seal(webhook_secret),
    ip_whitelist: checkAddresses('ip_whitelist', input.ip_whitelist ?? []),
    rate_limit_override: input.rate_limit_override ?? null,
    metadata: input.metadata ?? {},
    created_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  await addMember(partner.uuid, partner.contact_email, ctx)
  const live = await issueKey(partner, 'live', ctx)
  const sandbox = await issueKey(partner, 'sandbox', ctx)
  await emitToContact(PartnerOnboarded, partner, { tier: partner.tier }, ctx)
  return { partner, live, sandbox, webhook_secret }
}
