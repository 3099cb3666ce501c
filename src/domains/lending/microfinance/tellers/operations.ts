// Cash at tellers: their vaults, the transactions of customers, transfers of cash, and counting it.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { Nullable } from '../../../../kernel/schema.ts'
import { displayName, plainText } from '../../../../kernel/text.ts'
import { operator, reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { cash } from '../../../../operation/spending.ts'
import { AmountInput, AssetCode } from '../../../core/assets/index.ts'
import { described } from '../../../../kernel/schema.ts'
import { FundingNotAllowed } from '../../../core/funding/index.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import { ConversionFailed } from '../../../core/rates/index.ts'
import { NoVault, VaultLimitExceeded, VaultTooLow } from '../errors.ts'
import { routeOf } from '../groups/operations.ts'
import { CurrencyInput } from '../loans/operations.ts'
import type { MicrofinanceOptions } from '../options.ts'
import * as cashMoves from './cash.ts'
import * as schema from './schema.ts'
import * as tellers from './service.ts'

const tellerId = Type.String({ maxLength: 255, description: 'The id of the teller.' })
const inBody = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }))

/** Decimal text that may be zero. */
const amountOrZero = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,40}(\\.[0-9]{1,40})?$', description })

const limits = {
  vault_limit: Type.Optional(
    Nullable(amountOrZero('What the vault may hold at most; null for no limit.')),
  ),
  vault_minimum: Type.Optional(
    Nullable(amountOrZero('What must stay in the vault; 0 by default.')),
  ),
}

const vaultErrors = [VaultTooLow, VaultLimitExceeded, NoVault]

export const makeTellerOperations = (options: MicrofinanceOptions) => [
  defineOperation({
    name: 'cash_teller.create',
    kind: 'command',
    summary: 'Create a teller with a vault for one currency.',
    auth: operator,
    input: Type.Object({
      name: Type.String({ ...displayName(255), description: 'The name of the teller.' }),
      branch: Type.Optional(Type.String({ ...plainText(255), description: 'The branch.' })),
      currency: CurrencyInput,
      ...limits,
      user_id: inBody('The user who works with this vault.'),
    }),
    output: schema.CashTeller,
    errors: [Invalid],
    rest: [{ route: `POST ${routeOf}/teller/tellers`, status: 201, envelope: 'success' }],
    handler: async (input, ctx) =>
      schema.toTeller(await tellers.createTeller(input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'cash_teller.list',
    kind: 'query',
    summary: 'List the tellers, newest first: all for an operator, otherwise one’s own.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.CashTeller),
    errors: [],
    rest: [{ route: `GET ${routeOf}/teller/tellers`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { tellers: found, total } = await tellers.listTellers(ctx, input)
      return toPage(
        found.map((teller) => schema.toTeller(teller, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'cash_teller.get',
    kind: 'query',
    summary: 'Show a teller with the balances of the vaults.',
    auth: reader,
    input: Type.Object({ id: tellerId }),
    output: schema.CashTeller,
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/teller/tellers/:id`, envelope: 'success' }],
    handler: async (input, ctx) =>
      schema.toTeller(await tellers.showTeller(input.id, ctx), options.assets),
  }),
  defineOperation({
    name: 'cash_teller.set_vault',
    kind: 'command',
    summary: 'Open a vault of a teller for a currency, or change its limits.',
    auth: operator,
    subject: 'cash_teller.get',
    input: Type.Object({
      id: tellerId,
      currency: described(AssetCode, 'The currency of the vault.'),
      ...limits,
    }),
    output: schema.CashTeller,
    errors: [NotFound, Invalid],
    rest: [{ route: `PUT ${routeOf}/teller/tellers/:id/vaults`, envelope: 'success' }],
    handler: async ({ id, ...input }, ctx) =>
      schema.toTeller(await tellers.setVault(id, input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'cash_teller.reconcile',
    kind: 'command',
    summary: 'Report the cash that was counted in a vault; the difference is shown, not booked.',
    auth: writer,
    input: Type.Object({
      id: tellerId,
      counted: amountOrZero('The cash that was counted, such as "120.00".'),
      currency: Type.Optional(described(AssetCode, 'The teller’s own currency by default.')),
      note: Type.Optional(Type.String({ ...plainText(500), description: 'A remark.' })),
    }),
    output: schema.Reconciliation,
    errors: [NotFound, Invalid],
    rest: [
      { route: `POST ${routeOf}/teller/tellers/:id/reconcile`, status: 201, envelope: 'success' },
    ],
    handler: async ({ id, ...input }, ctx) =>
      schema.toReconciliation(await cashMoves.reconcile(id, input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'cash_teller.reconciliations',
    kind: 'query',
    summary: 'List the counts of a teller’s cash, newest first.',
    auth: reader,
    input: Type.Object({ id: tellerId, ...pageInput }),
    output: PageOf(schema.Reconciliation),
    errors: [NotFound],
    rest: [
      { route: `GET ${routeOf}/teller/tellers/:id/reconciliations`, envelope: 'success_page' },
    ],
    handler: async (input, ctx) => {
      const { rows, total } = await tellers.listReconciliations(input.id, ctx, input)
      return toPage(
        rows.map((row) => schema.toReconciliation(row, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'teller_transaction.create',
    kind: 'command',
    summary:
      'Take cash in, pay it out, or exchange it at a teller; without one, at the caller’s own.',
    auth: writer,
    spends: cash,
    input: Type.Object({
      type: Type.Enum(['deposit', 'withdrawal', 'currency_exchange'], {
        description: 'deposit and withdrawal of an account, or cash for another currency.',
      }),
      amount: AmountInput,
      currency: described(AssetCode, 'The currency of the cash.'),
      account_id: inBody(
        'The account of the customer; the caller’s first by default. For an exchange: the account that gets the other currency, which is paid in cash by default.',
      ),
      teller_id: inBody('The teller; the caller’s own by default.'),
      target_currency: Type.Optional(
        described(AssetCode, 'The currency that a currency exchange pays out.'),
      ),
    }),
    output: schema.CashTransaction,
    errors: [
      Invalid,
      NotFound,
      FundingNotAllowed,
      ConversionFailed,
      ...vaultErrors,
      ...postingErrors,
    ],
    rest: [{ route: `POST ${routeOf}/teller/transactions`, status: 201, envelope: 'success' }],
    exempt: { guards: 'The teller who pays the cash out checks the customer.' },
    handler: async (input, ctx) =>
      schema.toTransaction(await cashMoves.moveCash(input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'teller_transaction.list',
    kind: 'query',
    summary: 'List the cash transactions of tellers, newest first.',
    auth: reader,
    input: Type.Object({ teller_id: inBody('Only of this teller.'), ...pageInput }),
    output: PageOf(schema.CashTransaction),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/teller/transactions`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await tellers.listTransactions(input.teller_id, ctx, input)
      return toPage(
        rows.map((row) => schema.toTransaction(row, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'vault_transfer.create',
    kind: 'command',
    summary: 'Move cash between two vaults, or between a vault and the bank’s money outside.',
    auth: operator,
    input: Type.Object({
      from_teller_id: inBody('The teller that gives the cash; without one it comes from outside.'),
      to_teller_id: inBody('The teller that gets the cash; without one it goes outside.'),
      amount: AmountInput,
      currency: CurrencyInput,
    }),
    output: Type.Object(
      { transactions: Type.Array(schema.CashTransaction, { maxItems: 2 }) },
      { $id: 'VaultTransfer' },
    ),
    errors: [Invalid, NotFound, FundingNotAllowed, ...vaultErrors, ...postingErrors],
    rest: [{ route: `POST ${routeOf}/teller/vault-transfers`, status: 201, envelope: 'success' }],
    handler: async (input, ctx) => ({
      transactions: (await cashMoves.transferCash(input, ctx, options)).map((row) =>
        schema.toTransaction(row, options.assets),
      ),
    }),
  }),
]
