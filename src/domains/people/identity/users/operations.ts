// The operations of operators on users: finding them, ending their sessions, suspending and reinstating them.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { plainText } from '../../../../kernel/text.ts'
import { operator, operatorInPerson, operatorProvedAgain } from '../../../../operation/auth.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import type { Mailer } from '../../../../platform/mail.ts'
import { UserStateConflict } from '../errors.ts'
import { userLife } from './life-cycle.ts'
import { toStillActive } from '../operations.ts'
import * as people from './service.ts'
import { EndEverything, stillActiveFields } from '../schema.ts'
import { resetSecondFactor } from '../two-factor/reset.ts'
import type { SessionlessAccess } from '../credentials/sessionless-access.ts'

const personFields = {
  uuid: Uuid,
  name: Type.String(),
  email: Type.String(),
  status: userLife.schema({ $id: 'UserStatus' }),
  roles: Type.Array(Type.String(), { maxItems: 20 }),
  tenant_id: Nullable(Uuid),
  kyc_status: Type.String(),
  kyc_level: Nullable(Type.String()),
  two_factor: Type.Boolean({ description: 'Whether a second factor is asked for at sign-in.' }),
  email_verified_at: Nullable(DateTime),
  created_at: DateTime,
}
const Person = Type.Object(personFields, { $id: 'Person' })

const PersonDetail = Type.Object(
  {
    ...personFields,
    sessions: Type.Array(
      Type.Object(
        { id: Uuid, started_at: DateTime, expires_at: DateTime },
        { $id: 'PersonSession' },
      ),
      { maxItems: 50, description: 'The newest sessions that work or can be renewed.' },
    ),
    access: stillActiveFields.still_active,
    status_changes: Type.Array(
      Type.Object(
        {
          status: userLife.schema(),
          reason: Type.String({ description: 'The reason given to the user.' }),
          note: Nullable(Type.String({ description: 'For operators only.' })),
          changed_by: Uuid,
          created_at: DateTime,
        },
        { $id: 'PersonStatusChange' },
      ),
      { maxItems: 20, description: 'The newest first.' },
    ),
  },
  { $id: 'PersonDetail' },
)

const uuid = Type.String({ maxLength: 255, description: 'The uuid of the user.' })
const reason = Type.String({ ...plainText(255), description: 'The reason; the user sees it.' })
const note = Type.Optional(
  Type.String({ ...plainText(1000), description: 'For operators; the user does not see it.' }),
)

export const makeUserOperations = (others: Handlers<SessionlessAccess>, mailer: Mailer) => [
  defineOperation({
    name: 'user.list',
    kind: 'query',
    summary: 'The users of the bank and of its tenants, newest first.',
    auth: operator,
    input: Type.Object({
      search: Type.Optional(
        Type.String({
          maxLength: 255,
          description:
            'Only users with this text in their name or e-mail address, or with this uuid. One or two letters match only the beginning.',
        }),
      ),
      status: Type.Optional(userLife.schema({ description: 'Only users in this state.' })),
      tenant_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'Only customers of this tenant.' }),
      ),
      ...pageInput,
    }),
    output: PageOf(Person),
    errors: [],
    rest: [{ route: 'GET /api/v2/users', envelope: 'page' }],
    handler: async ({ search, status, tenant_id: tenant, ...page }, ctx) => {
      const { rows, total } = await people.listPeople({ search, status, tenant }, page, ctx)
      return toPage(rows.map(people.toPerson), total, page)
    },
  }),
  defineOperation({
    name: 'user.show',
    kind: 'query',
    summary: 'One user: their state, sessions, and how much other access they have.',
    auth: operator,
    input: Type.Object({ uuid }),
    output: PersonDetail,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/users/:uuid', envelope: 'data' }],
    handler: (input, ctx) => people.describePerson(input.uuid, others.handlers, ctx),
  }),
  ...(['suspend', 'reinstate'] as const).map((action) =>
    defineOperation({
      name: `user.${action}`,
      kind: 'command',
      summary: {
        suspend:
          'Suspend a user: they cannot sign in and their credentials do not work; their accounts stay.',
        reinstate: 'Reinstate a suspended user; their credentials work again.',
      }[action],
      auth: operator,
      subject: 'user.show',
      input: Type.Object({ uuid, reason, note }),
      output: Person,
      errors: [NotFound, UserStateConflict],
      rest: [{ route: `POST /api/v2/users/:uuid/${action}`, envelope: 'data' }],
      handler: async ({ uuid: id, ...request }, ctx) =>
        people.toPerson(await people.changePersonStatus(id, action, request, ctx)),
    }),
  ),
  defineOperation({
    name: 'user.end_sessions',
    kind: 'command',
    summary: 'End all sessions of a user and, on request, all their other access.',
    auth: operator,
    subject: 'user.show',
    input: Type.Object({ uuid, reason, end_everything: EndEverything }),
    output: Type.Object({
      message: Type.String(),
      revoked_count: Type.Integer(),
      ...stillActiveFields,
    }),
    errors: [NotFound],
    rest: [{ route: 'POST /api/v2/users/:uuid/end-sessions', envelope: 'success' }],
    handler: async (input, ctx) => {
      const { revoked_count, still_active } = await people.endSessions(input, others.handlers, ctx)
      return {
        message: 'The user is signed out everywhere.',
        revoked_count,
        ...toStillActive(still_active),
      }
    },
  }),
  defineOperation({
    name: 'user.confirm_email',
    kind: 'command',
    summary:
      'Confirm the e-mail address of a user without a mail; all their earlier access is revoked.',
    auth: operatorInPerson,
    subject: 'user.show',
    input: Type.Object({ uuid }),
    output: Person,
    errors: [NotFound],
    rest: [{ route: 'POST /api/v2/users/:uuid/confirm-email', envelope: 'data' }],
    handler: async (input, ctx) =>
      people.toPerson(await people.confirmPersonEmail(input.uuid, others.handlers, ctx)),
  }),
  defineOperation({
    name: 'user.reset_two_factor',
    kind: 'command',
    summary:
      'Remove the second factor of a customer who is locked out; their sessions end, and they are notified by mail.',
    auth: operatorProvedAgain,
    subject: 'user.show',
    input: Type.Object({ uuid, reason }),
    output: Person,
    errors: [NotFound, UserStateConflict],
    rest: [{ route: 'POST /api/v2/users/:uuid/reset-two-factor', envelope: 'data' }],
    handler: async (input, ctx) => people.toPerson(await resetSecondFactor(input, mailer, ctx)),
  }),
]
