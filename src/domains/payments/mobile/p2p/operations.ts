// The operations of transfers between customers.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ownMoney } from '../../../../operation/spending.ts'
import { readAmount } from '../../../core/assets/index.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import { guardErrors } from '../../../core/transfers/index.ts'
import * as errors from '../errors.ts'
import { p2pLife } from '../life-cycle.ts'
import type { MobileOptions } from '../options.ts'
import { textOrNull } from '../optional-text.ts'
import * as p2p from './service.ts'
import { searchRecipients } from './recipients.ts'
import * as schema from '../schema.ts'
import { toTransfer } from '../view.ts'

export const makeP2pOperations = (options: MobileOptions) => [
  defineOperation({
    name: 'p2p_transfer.create',
    kind: 'command',
    summary:
      'Send money to a user by uuid, at once, or to an e-mail address, where it waits to be claimed.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.newTransfer),
    output: schema.Transfer,
    errors: [
      Invalid,
      NotFound,
      Unavailable,
      errors.RecipientUnavailable,
      errors.TooManyPendingTransfers,
      errors.NoAccount,
      ...guardErrors,
      ...postingErrors,
    ],
    rest: [{ route: 'POST /api/v2/mobile/transfers/p2p', status: 201, envelope: 'success' }],
    handler: async ({ amount, currency, note, ...rest }, ctx) => {
      const fields = { amount: 'amount', asset: 'currency' }
      const read = readAmount(options.assets, { amount, asset_code: currency }, fields)
      const request = { ...rest, ...read, note: textOrNull(note) }
      return toTransfer(await p2p.sendToPerson(request, ctx, options), ctx, options.assets)
    },
  }),
  defineOperation({
    name: 'recipient.search',
    kind: 'query',
    summary:
      'Search recipients: own accounts, recipients paid before, and the address or account in `q`.',
    auth: reader,
    input: Type.Object({
      q: Type.Optional(
        Type.String({
          maxLength: 255,
          description:
            'Part of a name, of an own reference or of an address; or a complete e-mail address, IBAN, account number or uuid.',
        }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 10,
        description: 'The maximum number of recipients.',
      }),
    }),
    output: Type.Array(schema.Recipient, { maxItems: 50 }),
    errors: [],
    rest: [{ route: 'GET /api/v2/recipients', envelope: 'data' }],
    exempt: { tenants: 'Nothing of others is found, whatever is looked for.' },
    handler: (input, ctx) => searchRecipients(input, ctx, options),
  }),
  defineOperation({
    name: 'p2p_transfer.list',
    kind: 'query',
    summary: 'List the transfers that you sent to other users or received from them, newest first.',
    auth: reader,
    input: Type.Object({
      ...pageInput,
      direction: Type.Optional(
        Type.Enum(['outgoing', 'incoming'], { description: 'Only transfers in this direction.' }),
      ),
      status: Type.Optional(described(p2pLife.schema(), 'Only transfers in this state.')),
    }),
    output: PageOf(schema.Transfer),
    errors: [],
    rest: [{ route: 'GET /api/v2/mobile/transfers/p2p', envelope: 'success_page' }],
    handler: async ({ page, per_page, ...filter }, ctx) => {
      const { rows, total } = await p2p.listTransfers(ctx, filter, { page, per_page })
      const shown = rows.map((row) => toTransfer(row, ctx, options.assets))
      return toPage(shown, total, { page, per_page })
    },
  }),
  defineOperation({
    name: 'p2p_transfer.get',
    kind: 'query',
    summary: 'Get a transfer that you sent or received.',
    auth: reader,
    input: Type.Object({ id: schema.transferId }),
    output: schema.Transfer,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/mobile/transfers/p2p/:id', envelope: 'success' }],
    handler: async ({ id }, ctx) => toTransfer(await p2p.getTransfer(id, ctx), ctx, options.assets),
  }),
  defineOperation({
    name: 'p2p_transfer.cancel',
    kind: 'command',
    summary: 'Cancel an unclaimed transfer to an e-mail address; the money is returned to you.',
    auth: writer,
    input: Type.Object({ id: schema.transferId }),
    output: schema.Transfer,
    errors: [NotFound, errors.TransferNotPending, errors.NoAccount],
    rest: [{ route: 'POST /api/v2/mobile/transfers/p2p/:id/cancel', envelope: 'success' }],
    handler: async ({ id }, ctx) =>
      toTransfer(await p2p.cancelTransfer(id, ctx, options), ctx, options.assets),
  }),
  defineOperation({
    name: 'p2p_transfer.claim',
    kind: 'command',
    summary: 'Claim money that waits for your e-mail address, with the code that was mailed there.',
    auth: writer,
    input: Type.Object({
      code: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The code from the mail.',
      }),
      to_account: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The account of yours to credit; your oldest one by default.',
        }),
      ),
    }),
    output: schema.ClaimedTransfer,
    errors: [
      NotFound,
      errors.ClaimNotFound,
      errors.TransferNotPending,
      errors.NoAccount,
      ...guardErrors,
      ...postingErrors,
    ],
    rest: [{ route: 'POST /api/v2/mobile/transfers/p2p/claim', envelope: 'success' }],
    handler: async (input, ctx) => {
      const { row, from_name } = await p2p.claimTransfer(input, ctx, options)
      return { ...toTransfer(row, ctx, options.assets), from_name }
    },
  }),
]
