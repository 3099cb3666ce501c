// The operations on mandates. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { agentsAllowed } from '../../../operation/spending.ts'
import { actingErrors, AgentNotActive, asAgent, Did } from '../agents/index.ts'
import * as errors from './errors.ts'
import { execute } from './execution.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { MandatesOptions } from './transition.ts'
import { verifyCredential } from './verification.ts'
import { showMandate } from './view.ts'

const AT = '/api/agent-protocol/mandates'
const BODY_BYTES_MAX = 131_072
const one = { uuid: Type.String({ maxLength: 255, description: 'The uuid of the mandate.' }) }
/** A caller for neither side gets 404; a caller for the wrong side gets 403. */
const changeErrors = [NotFound, AgentNotActive, errors.MandateStateConflict] as const

export const makeOperations = (options: MandatesOptions) => [
  defineOperation({
    name: 'mandate.create',
    kind: 'command',
    summary: 'Issue a mandate to another agent: a cart, an intent with a budget, or a payment.',
    auth: asAgent('write', 'payments:create'),
    // Another agent may rely on it from then on.
    issues: 'access',
    input: Type.Object({
      type: schema.MandateType,
      payload: schema.Payload,
      issuer_signature: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'Ed25519 by the issuing agent’s key over the payload in canonical JSON (RFC 8785); base64, base64url or hex.',
        }),
      ),
    }),
    output: schema.Mandate,
    errors: [...actingErrors, Invalid, errors.SelfMandate],
    rest: [{ route: `POST ${AT}`, status: 201, envelope: 'success', bodyBytesMax: BODY_BYTES_MAX }],
    exempt: { length: { '.payment_references': 'A mandate has a limit.' } },
    handler: async (input, ctx) =>
      showMandate(await service.createMandate(input, ctx, options), ctx),
  }),
  defineOperation({
    name: 'mandate.list',
    kind: 'query',
    summary: 'List the mandates that the caller’s agents issued or received, newest first.',
    auth: asAgent('read', 'payments:read'),
    input: Type.Object({
      type: Type.Optional(schema.MandateType),
      status: Type.Optional(schema.MandateStatus),
      role: Type.Optional(
        Type.Enum(['issuer', 'subject'], {
          description: 'Only mandates that the caller’s agents issued, or that they received.',
        }),
      ),
      agent_did: Type.Optional(Did),
      ...pageInput,
    }),
    output: PageOf(schema.MandateListItem),
    errors: [...actingErrors],
    rest: [{ route: `GET ${AT}`, envelope: 'page' }],
    exempt: {
      length: {
        '.data[].payment_references': 'Twenty of each; the schema is that of one mandate.',
      },
    },
    handler: (input, ctx) => service.listMandates(input, ctx),
  }),
  defineOperation({
    name: 'mandate.issuer_key',
    kind: 'query',
    summary: 'Show the public keys with which the bank’s credentials are checked.',
    auth: 'public',
    input: Type.Object({}),
    output: schema.IssuerKey,
    errors: [],
    rest: [{ route: `GET ${AT}/issuer-key`, envelope: 'success' }],
    handler: () => {
      const [own, ...others] = options.issuer.keys().map(schema.toIssuerKey)
      return { ...own!, other_keys: others }
    },
  }),
  defineOperation({
    name: 'mandate.verify',
    kind: 'query',
    summary:
      'Verify that the bank issued a credential, that it has not expired, and that its mandate is in force.',
    auth: 'public',
    input: Type.Object({ credential: schema.Credential }),
    output: schema.Verdict,
    errors: [],
    rest: [{ route: `POST ${AT}/verify`, envelope: 'success', bodyBytesMax: BODY_BYTES_MAX }],
    exempt: { tenants: 'Every holder of a signature can check it.' },
    handler: ({ credential }, ctx) => verifyCredential(credential, ctx, options),
  }),
  defineOperation({
    name: 'mandate.get',
    kind: 'query',
    summary: 'Show one mandate with its credential to its issuer or its subject.',
    auth: asAgent('read', 'payments:read'),
    input: Type.Object(one),
    output: schema.Mandate,
    errors: [NotFound],
    rest: [{ route: `GET ${AT}/:uuid`, envelope: 'success' }],
    exempt: { length: { '.payment_references': 'A mandate has a limit.' } },
    handler: async ({ uuid }, ctx) => showMandate(await service.getMandate(uuid, ctx), ctx),
  }),
  defineOperation({
    name: 'mandate.accept',
    kind: 'command',
    summary: 'Accept a mandate that was issued to the caller’s agent.',
    auth: asAgent('write', 'payments:create'),
    input: Type.Object(one),
    output: schema.Mandate,
    errors: [...changeErrors],
    rest: [{ route: `POST ${AT}/:uuid/accept`, envelope: 'success' }],
    exempt: { length: { '.payment_references': 'A mandate has a limit.' } },
    handler: async ({ uuid }, ctx) => showMandate(await service.accept(uuid, ctx, options), ctx),
  }),
  defineOperation({
    name: 'mandate.execute',
    kind: 'command',
    summary: 'Put a payment on a mandate; an intent takes several payments within its budget.',
    auth: asAgent('write', 'payments:create'),
    spends: agentsAllowed,
    input: Type.Object({
      ...one,
      payment_reference: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The transaction_id of a payment between agents, pending or completed.',
      }),
    }),
    output: schema.Mandate,
    errors: [
      ...changeErrors,
      errors.MandateExpired,
      errors.MandatePaymentMismatch,
      errors.PaymentAlreadyUsed,
    ],
    rest: [{ route: `POST ${AT}/:uuid/execute`, envelope: 'success' }],
    exempt: {
      guards: 'It moves nothing by itself; the payment that it names has asked.',
      debt: 'It moves nothing by itself.',
      length: { '.payment_references': 'A mandate has a limit.' },
    },
    handler: async ({ uuid, payment_reference }, ctx) =>
      showMandate(await execute(uuid, payment_reference, ctx, options), ctx),
  }),
  defineOperation({
    name: 'mandate.complete',
    kind: 'command',
    summary: 'Complete a mandate; every payment on it must be completed.',
    auth: asAgent('write', 'payments:create'),
    spends: agentsAllowed,
    input: Type.Object(one),
    output: schema.Mandate,
    errors: [...changeErrors, errors.MandatePaymentMismatch],
    rest: [{ route: `POST ${AT}/:uuid/complete`, envelope: 'success' }],
    exempt: {
      guards: 'It moves nothing by itself.',
      debt: 'It moves nothing by itself.',
      length: { '.payment_references': 'A mandate has a limit.' },
    },
    handler: async ({ uuid }, ctx) => showMandate(await service.complete(uuid, ctx, options), ctx),
  }),
  defineOperation({
    name: 'mandate.dispute',
    kind: 'command',
    summary: 'Dispute a mandate; the dispute is counted in the other agent’s reputation.',
    auth: asAgent('write', 'payments:cancel'),
    input: Type.Object({
      ...one,
      reason: Type.String({ ...plainText(1000), description: 'What is wrong.' }),
    }),
    output: schema.Mandate,
    errors: [...changeErrors],
    rest: [{ route: `POST ${AT}/:uuid/dispute`, envelope: 'success' }],
    exempt: { length: { '.payment_references': 'A mandate has a limit.' } },
    handler: async ({ uuid, reason }, ctx) =>
      showMandate(await service.dispute(uuid, reason, ctx), ctx),
  }),
  defineOperation({
    name: 'mandate.revoke',
    kind: 'command',
    summary: 'Withdraw a mandate that the caller’s agent issued.',
    auth: asAgent('write', 'payments:cancel'),
    input: Type.Object({
      ...one,
      reason: Type.Optional(
        Type.String({ ...plainText(1000), description: 'The reason for withdrawing.' }),
      ),
    }),
    output: schema.Mandate,
    errors: [...changeErrors],
    rest: [{ route: `POST ${AT}/:uuid/revoke`, envelope: 'success' }],
    exempt: { length: { '.payment_references': 'A mandate has a limit.' } },
    handler: async ({ uuid, reason }, ctx) =>
      showMandate(await service.revoke(uuid, reason ?? null, ctx), ctx),
  }),
]
