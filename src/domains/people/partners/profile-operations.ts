// The operations of a partner on itself: its profile, tier, keys and members.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import {
  getCallingPartner,
  partnerInPerson,
  partnerReader,
  partnerRemoverInPerson,
} from './access.ts'
import { revokeKey, rotateKey, rotateWebhookSecret } from './credentials.ts'
import { PartnerStateConflict, TooManyMembers } from './errors.ts'
import { addMember, listMembers, removeMember } from './members.ts'
import { getProfile, updateProfile } from './profile.ts'
import * as schema from './schema.ts'
import type { MemberRow } from './store.ts'
import { tierNames, tiers } from './tiers.ts'
import { toTier } from './view.ts'

const toMember = ({ email, created_at }: MemberRow) => ({ email, created_at })

const environment = Type.Enum(['live', 'sandbox'], { description: 'The environment of the key.' })

export const makeProfileOperations = (sealer: Sealer) => [
  defineOperation({
    name: 'partner_profile.get',
    kind: 'query',
    summary: 'The calling partner.',
    auth: partnerReader,
    input: Type.Object({}),
    output: schema.Profile,
    errors: [NotFound],
    rest: [{ route: 'GET /api/partner/v1/profile', envelope: 'success' }],
    handler: (_input, ctx) => getProfile(ctx),
  }),
  defineOperation({
    name: 'partner_profile.update',
    kind: 'command',
    summary: 'Change the webhook address of the partner and the addresses that its keys work from.',
    auth: partnerInPerson,
    input: Type.Object({
      webhook_url: schema.updateInput.webhook_url,
      ip_whitelist: schema.updateInput.ip_whitelist,
    }),
    output: schema.Profile,
    errors: [NotFound, Invalid, PartnerStateConflict],
    rest: [{ route: 'PUT /api/partner/v1/profile', envelope: 'success' }],
    handler: (input, ctx) => updateProfile(input, ctx),
  }),
  defineOperation({
    name: 'partner_tier.get',
    kind: 'query',
    summary: 'The tier of the calling partner: its limits, price and features.',
    auth: partnerReader,
    input: Type.Object({}),
    output: schema.TierView,
    errors: [NotFound],
    rest: [{ route: 'GET /api/partner/v1/tier', envelope: 'success' }],
    handler: async (_input, ctx) => toTier(tiers[(await getCallingPartner(ctx)).tier]),
  }),
  defineOperation({
    name: 'partner_tier.compare',
    kind: 'query',
    summary: 'All tiers side by side.',
    auth: partnerReader,
    input: Type.Object({}),
    output: Type.Array(schema.ComparedTier, { maxItems: tierNames.length }),
    errors: [NotFound],
    rest: [{ route: 'GET /api/partner/v1/tier/comparison', envelope: 'success' }],
    exempt: { pages: 'Three tiers.' },
    handler: async (_input, ctx) => {
      const { tier } = await getCallingPartner(ctx)
      return tierNames.map((name) => ({ ...toTier(tiers[name]), is_current: name === tier }))
    },
  }),
  defineOperation({
    name: 'partner_key.rotate',
    kind: 'command',
    summary: 'Replace the key of an environment; the old one stops working at once.',
    auth: partnerInPerson,
    issues: 'credential',
    input: Type.Object({ environment }),
    output: schema.IssuedCredential,
    errors: [NotFound],
    rest: [{ route: 'POST /api/partner/v1/keys/rotate', status: 201, envelope: 'success' }],
    handler: async (input, ctx) => ({
      kind: input.environment,
      secret: await rotateKey(ctx.caller.partner!, input.environment, ctx),
      message: 'Keep the secret now: it is shown only once.',
    }),
  }),
  defineOperation({
    name: 'partner_key.revoke',
    kind: 'command',
    summary: 'Revoke the key of an environment without a new one; an operator can issue another.',
    auth: partnerInPerson,
    input: Type.Object({ environment }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'POST /api/partner/v1/keys/revoke', envelope: 'success' }],
    handler: async (input, ctx) => {
      await revokeKey(ctx.caller.partner!, input.environment, ctx)
      return { message: `The ${input.environment} key is revoked.` }
    },
  }),
  defineOperation({
    name: 'partner_webhook_secret.rotate',
    kind: 'command',
    summary: 'Replace the secret that signs what the bank sends to the partner.',
    auth: partnerInPerson,
    issues: 'secret',
    input: Type.Object({}),
    output: schema.IssuedCredential,
    errors: [NotFound],
    rest: [
      { route: 'POST /api/partner/v1/webhook-secret/rotate', status: 201, envelope: 'success' },
    ],
    handler: async (_input, ctx) => ({
      kind: 'webhook' as const,
      secret: await rotateWebhookSecret(ctx.caller.partner!, sealer, ctx),
      message: 'Keep the secret now: it is shown only once.',
    }),
  }),
  defineOperation({
    name: 'partner_member.add',
    kind: 'command',
    summary: 'Add a member by e-mail address, who may use the keys of the partner.',
    auth: partnerInPerson,
    input: Type.Object({ email: schema.Email }),
    output: schema.Member,
    errors: [TooManyMembers],
    rest: [{ route: 'POST /api/partner/v1/members', status: 201, envelope: 'success' }],
    handler: async (input, ctx) => toMember(await addMember(ctx.caller.partner!, input.email, ctx)),
  }),
  defineOperation({
    name: 'partner_member.list',
    kind: 'query',
    summary: 'The members of the calling partner, oldest first.',
    auth: partnerReader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Member),
    errors: [],
    rest: [{ route: 'GET /api/partner/v1/members', envelope: 'page' }],
    exempt: { environments: 'A partner has the same members in both.' },
    handler: async (page, ctx) => {
      const { rows, total } = await listMembers(ctx.caller.partner!, page, ctx)
      return toPage(rows.map(toMember), total, page)
    },
  }),
  defineOperation({
    name: 'partner_member.remove',
    kind: 'command',
    summary: 'Remove a member; they can no longer use the keys of the partner, effective at once.',
    auth: partnerRemoverInPerson,
    input: Type.Object({
      email: Type.String({ maxLength: 255, description: 'The e-mail address of the member.' }),
    }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/partner/v1/members/:email', envelope: 'success' }],
    handler: async (input, ctx) => {
      await removeMember(ctx.caller.partner!, input.email, ctx)
      return { message: `${input.email} is no longer a member.` }
    },
  }),
]
