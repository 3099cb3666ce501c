// Share accounts of members, and the dividends of groups.
import { Type } from 'typebox'
import { formatDecimal } from '../../../../kernel/money.ts'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { DateTime, described, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ownMoney } from '../../../../operation/spending.ts'
import { AmountInput, type AssetCatalogue } from '../../../core/assets/index.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import {
  LendingNotAllowed,
  NothingToPay,
  NotOrganiser,
  ShareAccountExists,
  ShareAccountNotEmpty,
  TooFewShares,
  TooManyShares,
  MicrofinanceStateConflict,
} from '../errors.ts'
import { declareDividend } from './dividends.ts'
import { routeOf, groupId } from '../groups/operations.ts'
import { shareLife } from '../life-cycle.ts'
import { CurrencyInput } from '../loans/operations.ts'
import { Decimal } from '../loans/schema.ts'
import type { MicrofinanceOptions } from '../options.ts'
import type { ShareRow } from './store.ts'
import * as shares from './service.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the share account.' })

const account_id = (description: string) =>
  Type.Optional(Type.String({ format: 'uuid', description }))

const number = Type.Integer({
  minimum: 1,
  maximum: shares.SHARES_MAX,
  description: 'How many shares.',
})

const ShareAccount = Type.Object(
  {
    id: Uuid,
    account_number: Type.String(),
    user_id: Uuid,
    group_id: Nullable(Uuid),
    currency: Type.String(),
    shares_purchased: Type.Integer({ description: 'How many shares the account holds.' }),
    nominal_value: Type.String({ description: 'The price of one share.' }),
    total_value: Decimal,
    dividend_balance: Decimal,
    status: shareLife.schema({
      $id: 'ShareAccountStatus',
      description: `What may happen to a share account in each state. ${shareLife.summarize()}.`,
    }),
    last_moved_at: DateTime,
    created_at: DateTime,
  },
  { $id: 'ShareAccount' },
)

const Movement = Type.Object(
  {
    id: Uuid,
    type: Type.Enum(['purchase', 'redemption', 'dividend', 'payout']),
    shares: Type.Integer(),
    amount: Decimal,
    created_at: DateTime,
  },
  { $id: 'ShareMovement' },
)

function toShareAccount(row: ShareRow, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const show = (units: bigint) => formatDecimal({ units, asset })
  return {
    id: row.uuid,
    account_number: shares.toAccountNumber(row),
    user_id: row.user_uuid,
    group_id: row.group_uuid,
    currency: row.asset,
    shares_purchased: row.shares,
    nominal_value: show(BigInt(row.nominal)),
    total_value: show(BigInt(row.nominal) * BigInt(row.shares)),
    dividend_balance: show(BigInt(row.dividends)),
    status: row.status,
    last_moved_at: row.last_moved_at,
    created_at: row.created_at,
  }
}

export const makeShareOperations = (options: MicrofinanceOptions) => [
  defineOperation({
    name: 'share_account.open',
    kind: 'command',
    summary: 'Open a share account, for a group of the caller or for none.',
    auth: writer,
    input: Type.Object({
      group_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'The group whose shares are bought.' }),
      ),
      currency: CurrencyInput,
    }),
    output: ShareAccount,
    errors: [NotFound, Invalid, ShareAccountExists],
    rest: [{ route: `POST ${routeOf}/share-accounts`, status: 201, envelope: 'success' }],
    graphql: { field: 'mfiOpenShareAccount' },
    handler: async (input, ctx) =>
      toShareAccount(await shares.openShareAccount(input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'share_account.list',
    kind: 'query',
    summary: 'List the caller’s share accounts, newest first; all for an operator.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(ShareAccount),
    errors: [],
    rest: [{ route: `GET ${routeOf}/share-accounts`, envelope: 'success_page' }],
    graphql: { field: 'mfiShareAccounts' },
    handler: async (input, ctx) => {
      const { rows, total } = await shares.listShareAccounts(ctx, input)
      return toPage(
        rows.map((row) => toShareAccount(row, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'share_account.get',
    kind: 'query',
    summary: 'Show a share account.',
    auth: reader,
    input: Type.Object({ id }),
    output: ShareAccount,
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/share-accounts/:id`, envelope: 'success' }],
    handler: async (input, ctx) =>
      toShareAccount(await shares.getShareAccount(input.id, ctx), options.assets),
  }),
  defineOperation({
    name: 'share_account.movements',
    kind: 'query',
    summary: 'List the purchases, redemptions and dividends of a share account, newest first.',
    auth: reader,
    input: Type.Object({ id, ...pageInput }),
    output: PageOf(Movement),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/share-accounts/:id/movements`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { movements, total } = await shares.listMovements(input.id, ctx, input, options)
      return toPage(movements, total, input)
    },
  }),
  defineOperation({
    name: 'share_account.purchase',
    kind: 'command',
    summary: `Buy shares at their price; an account holds at most ${shares.SHARES_MAX}.`,
    auth: writer,
    spends: ownMoney,
    input: Type.Object({
      id,
      shares: number,
      account_id: account_id('The account that pays; the caller’s first by default.'),
    }),
    output: ShareAccount,
    errors: [NotFound, Invalid, MicrofinanceStateConflict, TooManyShares, ...postingErrors],
    rest: [{ route: `POST ${routeOf}/share-accounts/:id/purchase`, envelope: 'success' }],
    graphql: { field: 'mfiPurchaseShares' },
    exempt: { guards: 'The payee is the bank itself.' },
    handler: async ({ id: account, ...input }, ctx) =>
      toShareAccount(await shares.purchaseShares(account, input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'share_account.redeem',
    kind: 'command',
    summary: 'Redeem shares at the price at which they were bought.',
    auth: writer,
    input: Type.Object({
      id,
      shares: number,
      account_id: account_id('The account that is paid; the caller’s first by default.'),
    }),
    output: ShareAccount,
    errors: [NotFound, Invalid, MicrofinanceStateConflict, TooFewShares, ...postingErrors],
    rest: [{ route: `POST ${routeOf}/share-accounts/:id/redeem`, envelope: 'success' }],
    handler: async ({ id: account, ...input }, ctx) =>
      toShareAccount(await shares.redeemShares(account, input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'share_account.withdraw_dividends',
    kind: 'command',
    summary: 'Pay the dividends of a share account out to an account of the caller.',
    auth: writer,
    input: Type.Object({
      id,
      account_id: account_id('The account that is paid; the caller’s first by default.'),
    }),
    output: ShareAccount,
    errors: [NotFound, Invalid, MicrofinanceStateConflict, NothingToPay, ...postingErrors],
    rest: [{ route: `POST ${routeOf}/share-accounts/:id/withdraw-dividends`, envelope: 'success' }],
    handler: async (input, ctx) =>
      toShareAccount(
        await shares.withdrawDividends(input.id, input.account_id, ctx, options),
        options.assets,
      ),
  }),
  defineOperation({
    name: 'share_account.close',
    kind: 'command',
    summary: 'Close an empty share account.',
    auth: writer,
    input: Type.Object({ id }),
    output: ShareAccount,
    errors: [NotFound, MicrofinanceStateConflict, ShareAccountNotEmpty],
    rest: [{ route: `POST ${routeOf}/share-accounts/:id/close`, envelope: 'success' }],
    handler: async (input, ctx) =>
      toShareAccount(await shares.closeShareAccount(input.id, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'dividend.declare',
    kind: 'command',
    summary:
      'Credit a dividend to the shares of a group for the time they were held, from the bank’s interest on loans.',
    auth: writer,
    input: Type.Object({
      id: groupId,
      amount_per_share: described(
        AmountInput,
        'The dividend of a share that was held since the dividend before, such as "1.50".',
      ),
      currency: CurrencyInput,
    }),
    output: Type.Object(
      {
        dividend_id: Uuid,
        group_id: Uuid,
        currency: Type.String(),
        amount_per_share: Decimal,
        total_amount: Decimal,
        shares: Type.Integer(),
        accounts: Type.Integer(),
        created_at: DateTime,
      },
      { $id: 'Dividend' },
    ),
    errors: [NotFound, NotOrganiser, LendingNotAllowed, Invalid, NothingToPay, ...postingErrors],
    rest: [{ route: `POST ${routeOf}/groups/:id/dividends`, status: 201, envelope: 'success' }],
    handler: ({ id: group, ...input }, ctx) => declareDividend(group, input, ctx, options),
  }),
]
