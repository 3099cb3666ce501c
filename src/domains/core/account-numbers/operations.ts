// The operation that shows an account's identifiers.
import { Type } from 'typebox'
import { described, Nullable } from '../../../kernel/schema.ts'
import { reader } from '../../../operation/auth.ts'
import { Forbidden, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { getAccount } from '../ledger/index.ts'
import type { AccountDirectory } from './service.ts'

const Identifiers = Type.Object(
  {
    account_number: Type.String({ description: 'The number of the account at this bank.' }),
    iban: described(Nullable(Type.String()), 'Null when the bank has no bank code.'),
    bban: described(Nullable(Type.String()), 'The IBAN without country and check digits.'),
    bic: described(Nullable(Type.String()), 'The BIC of this bank.'),
    routing_number: described(
      Nullable(Type.String()),
      'The routing number of this bank in the United States.',
    ),
  },
  { $id: 'AccountIdentifiers' },
)

export const makeOperations = (directory: AccountDirectory) => [
  defineOperation({
    name: 'account.identifiers',
    kind: 'query',
    summary: 'The IBAN and numbers under which others can pay to an account.',
    auth: reader,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the account.' }),
    }),
    output: Identifiers,
    errors: [NotFound, Forbidden],
    rest: [{ route: 'GET /api/v2/accounts/:uuid/identifiers', envelope: 'data' }],
    async handler({ uuid }, ctx) {
      const { id } = await getAccount(ctx.tx, uuid, ctx.caller)
      return (await directory.of(ctx.tx, [id])).get(id)!
    },
  }),
]
