// The operation by which external wallets query how an account is paid.
import { Type } from 'typebox'
import { NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { SPSP } from '../connectors/http-connector.ts'
import type { InterledgerOptions } from '../options.ts'
import { resolvePointer } from './service.ts'

const Answer = Type.Object(
  {
    destination_account: Type.String({
      description: 'The Interledger address to send packets to.',
    }),
    shared_secret: Type.String({ description: 'The secret of this address, 32 bytes in base64.' }),
  },
  { $id: 'InterledgerSpsp' },
)

export const makePointerOperations = (options: InterledgerOptions) => [
  defineOperation({
    name: 'interledger_pointer.ask',
    kind: 'query',
    summary: 'Get, by SPSP, the address and secret with which a payment pointer is paid.',
    auth: 'public',
    issues: 'secret',
    input: Type.Object({
      account: Type.String({ maxLength: 64, description: 'The uuid of the account.' }),
    }),
    output: Answer,
    errors: [NotFound],
    rest: [
      {
        route: 'GET /user/:account',
        envelope: 'bare',
        files: {
          spsp: {
            content_type: SPSP,
            fromOutput: (output: object) => ({ body: JSON.stringify(output) }),
          },
        },
        chooseFile: () => 'spsp',
      },
    ],
    graphql: { omit: 'A protocol of its own.' },
    exempt: { tenants: 'Any payer may pay to a pointer.' },
    handler: ({ account }, ctx) => resolvePointer(account, ctx, options),
  }),
]
