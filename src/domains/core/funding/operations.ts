// The operations on tellers, and the question whether the caller may move cash. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { Uuid, described } from '../../../kernel/schema.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { operator, operatorInPerson } from '../../../operation/auth.ts'
import { TellerExists } from './errors.ts'
import type { Funding } from './rule.ts'
import {
  addTeller,
  describeTeller,
  type IsRegistered,
  listTellers,
  removeTeller,
} from './service.ts'

const Teller = Type.Object(
  {
    user_uuid: Uuid,
    added_by: Type.String({ format: 'uuid', description: 'The operator who named them.' }),
    added_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Teller' },
)

export interface OperationOptions {
  readonly rule: Funding
  readonly isRegistered: IsRegistered
}

export const makeOperations = ({ rule, isRegistered }: OperationOptions) => [
  defineOperation({
    name: 'funding.get',
    kind: 'query',
    summary: 'Who may deposit and withdraw cash at this bank, and whether the caller may.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object({}),
    output: Type.Object(
      {
        mode: Type.Enum(['open', 'operators'], {
          $id: 'FundingMode',
          description:
            'open: the owner of an account; operators: operators and the tellers they name.',
        }),
        may_fund: Type.Boolean({ description: 'Whether the caller may deposit and withdraw.' }),
      },
      { $id: 'Funding' },
    ),
    errors: [],
    rest: [{ route: 'GET /api/v2/funding', envelope: 'data' }],
    handler: async (_input, ctx) => ({
      mode: rule.mode,
      may_fund: await rule.mayFund(ctx.caller, ctx.tx),
    }),
  }),
  defineOperation({
    name: 'teller.add',
    kind: 'command',
    summary: 'Name a teller, who may deposit cash to every account and withdraw it.',
    auth: operatorInPerson,
    input: Type.Object({ user_uuid: described(Uuid, 'The uuid of the user.') }),
    output: Type.Object({ data: Teller, message: Type.String() }, { $id: 'TellerWithMessage' }),
    errors: [Invalid, TellerExists],
    rest: [{ route: 'POST /api/v2/tellers', status: 201, envelope: 'bare' }],
    handler: async (input, ctx) => ({
      data: await addTeller(input.user_uuid, ctx, isRegistered),
      message: 'The user is a teller now.',
    }),
  }),
  defineOperation({
    name: 'teller.list',
    kind: 'query',
    summary: 'The current tellers, the newest first.',
    auth: operator,
    input: Type.Object(pageInput),
    output: PageOf(Teller),
    errors: [],
    rest: [{ route: 'GET /api/v2/tellers', envelope: 'page' }],
    handler: (input, ctx) => listTellers(input, ctx),
  }),
  defineOperation({
    name: 'teller.remove',
    kind: 'command',
    summary: 'Remove a teller, who may no longer move cash from that moment on.',
    auth: operator,
    subject: { read: (input, ctx) => describeTeller(input.user_uuid, ctx) },
    input: Type.Object({
      user_uuid: Type.String({ maxLength: 255, description: 'The uuid of the user.' }),
    }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v2/tellers/:user_uuid', envelope: 'bare' }],
    handler: async (input, ctx) => {
      await removeTeller(input.user_uuid, ctx)
      return { message: 'The user is no longer a teller.' }
    },
  }),
]
