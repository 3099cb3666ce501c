// The operations of operators on partners.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { operator } from '../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { rotateKey, rotateWebhookSecret } from './credentials.ts'
import { PartnerStateConflict, TooManyMembers } from './errors.ts'
import { partnerLife } from './life-cycle.ts'
import * as managing from './service.ts'
import { onboard } from './onboarding.ts'
import * as schema from './schema.ts'
import { toOnboarded, toPartner } from './view.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the partner.' })
const reason = Type.String({ ...plainText(1000), description: 'The reason; the partner sees it.' })

export interface PartnerOperationOptions {
  readonly sealer: Sealer
  readonly baseUrl: () => string
}

export const makePartnerOperations = ({ sealer, baseUrl }: PartnerOperationOptions) => [
  defineOperation({
    name: 'partner.onboard',
    kind: 'command',
    summary: 'Make an organisation a partner; its credentials are shown in this reply only.',
    auth: operator,
    issues: 'credential',
    input: schema.OnboardInput,
    output: schema.OnboardedPartner,
    errors: [Invalid, TooManyMembers],
    rest: [{ route: 'POST /api/v1/partner/onboard', status: 201, envelope: 'success' }],
    handler: async (input, ctx) => toOnboarded(await onboard(input, sealer, ctx), baseUrl()),
  }),
  defineOperation({
    name: 'partner.list',
    kind: 'query',
    summary: 'All partners, newest first.',
    auth: operator,
    input: Type.Object({
      status: Type.Optional(partnerLife.schema({ description: 'Only partners in this state.' })),
      ...pageInput,
    }),
    output: PageOf(schema.Partner),
    errors: [],
    rest: [{ route: 'GET /api/v1/partners', envelope: 'page' }],
    handler: async ({ status, ...page }, ctx) => {
      const { rows, total } = await managing.listPartners({ status }, page, ctx)
      return toPage(rows.map(toPartner), total, page)
    },
  }),
  defineOperation({
    name: 'partner.get',
    kind: 'query',
    summary: 'One partner with its active keys.',
    auth: operator,
    input: Type.Object({ id }),
    output: schema.PartnerDetail,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/partners/:id', envelope: 'success' }],
    handler: (input, ctx) => managing.showPartner(input.id, ctx),
  }),
  defineOperation({
    name: 'partner.update',
    kind: 'command',
    summary: 'Change the terms of a partner: its tier, limits, addresses or contact.',
    auth: operator,
    subject: 'partner.get',
    input: Type.Object({ id, ...schema.updateInput }),
    output: schema.Partner,
    errors: [NotFound, Invalid, PartnerStateConflict, TooManyMembers],
    rest: [{ route: 'PUT /api/v1/partners/:id', envelope: 'success' }],
    handler: async ({ id: uuid, ...terms }, ctx) =>
      toPartner(await managing.changeTerms(uuid, terms, ctx)),
  }),
  ...(['suspend', 'reactivate', 'terminate'] as const).map((action) =>
    defineOperation({
      name: `partner.${action}`,
      kind: 'command',
      summary: {
        suspend:
          'Suspend a partner; its keys are rejected and its tenants accept no new customers until it is reactivated.',
        reactivate: 'Reactivate a suspended partner.',
        terminate:
          'Terminate a partner for good; its keys are revoked and its tenants accept no new customers.',
      }[action],
      auth: operator,
      subject: 'partner.get',
      input: Type.Object({ id, reason: Type.Optional(reason) }),
      output: schema.Partner,
      errors: [NotFound, PartnerStateConflict],
      rest: [{ route: `POST /api/v1/partners/:id/${action}`, envelope: 'success' }],
      handler: async (input, ctx) =>
        toPartner(await managing.changeStatus(input.id, action, input.reason ?? null, ctx)),
    }),
  ),
  defineOperation({
    name: 'partner.reissue',
    kind: 'command',
    summary: 'Replace a key or the webhook secret of a partner; the old one stops working at once.',
    auth: operator,
    issues: 'credential',
    input: Type.Object({
      id,
      kind: Type.Enum(['live', 'sandbox', 'webhook'], {
        description: 'The key of an environment, or the webhook secret.',
      }),
    }),
    output: schema.IssuedCredential,
    errors: [NotFound, PartnerStateConflict],
    rest: [{ route: 'POST /api/v1/partners/:id/credentials', status: 201, envelope: 'success' }],
    handler: async ({ id: uuid, kind }, ctx) => {
      const { status } = await managing.getPartner(uuid, ctx)
      if (partnerLife.isEnd(status))
        throw PartnerStateConflict({ status, action: 'reissue', allowed: ['active', 'suspended'] })
      const secret =
        kind === 'webhook'
          ? await rotateWebhookSecret(uuid, sealer, ctx)
          : await rotateKey(uuid, kind, ctx)
      return { kind, secret, message: 'Keep the secret now: it is shown only once.' }
    },
  }),
]
