// The request and response schemas of accounts and balances.
import { Type } from 'typebox'
import { ASSETS_MAX } from '../assets/index.ts'
import { PER_PAGE_MAX } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, Uuid } from '../../../kernel/schema.ts'
import { LiveItem } from '../../../operation/live-field.ts'
import { accountLife } from './life-cycle.ts'

export const AccountType = Type.Enum(
  ['personal', 'business', 'savings', 'checking', 'investment', 'trading', 'escrow', 'loan'],
  { $id: 'AccountType', description: 'The kind of account.' },
)
export const AccountName = Type.String({
  ...plainText(255),
  description: 'The name of the account.',
})
const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Any fields; stored unchanged.',
})

export const Account = Type.Object(
  {
    uuid: Uuid,
    user_uuid: Uuid,
    name: Type.String(),
    balance: Type.Integer({ description: 'US dollars, in cents.' }),
    frozen: Type.Boolean(),
    type: AccountType,
    status: accountLife.schema({ $id: 'AccountStatus' }),
    metadata: Metadata,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'Account' },
)

export const AccountUpdate = LiveItem(Account)

/** As many as a page of them has. */
export const AccountIds = Type.Array(Type.String({ maxLength: 255 }), {
  maxItems: PER_PAGE_MAX,
  description: 'The uuids of accounts.',
})

export const AccountWithMessage = Type.Object(
  { data: Account, message: Type.String() },
  { $id: 'AccountWithMessage' },
)

export const BalanceAsset = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    type: Type.String(),
    symbol: Type.String(),
    precision: Type.Integer(),
  },
  { $id: 'BalanceAsset' },
)

const Summary = Type.Object(
  {
    total_assets: Type.Integer({ description: 'The number of assets with a balance above zero.' }),
    total_usd_equivalent: Type.String({
      description: 'The total worth at the current rates: "2,850.75".',
    }),
  },
  { $id: 'BalanceSummary' },
)

const balanceFields = {
  asset_code: Type.String(),
  balance: Type.Integer({ description: 'In the smallest unit.' }),
  formatted: Type.String({ description: '"1500.00 USD"' }),
}

export const AccountBalances = Type.Object(
  {
    account_uuid: Uuid,
    balances: Type.Array(
      Type.Object({ ...balanceFields, asset: BalanceAsset }, { $id: 'AccountBalance' }),
      { maxItems: ASSETS_MAX },
    ),
    summary: Summary,
  },
  { $id: 'AccountBalances' },
)

export const AccountBalancesV2 = Type.Object(
  {
    account_uuid: Uuid,
    balances: Type.Array(
      Type.Object(
        {
          ...balanceFields,
          available_balance: Type.String(),
          reserved_balance: Type.String(),
          total_balance: Type.String(),
          asset: BalanceAsset,
        },
        { $id: 'DecimalBalance' },
      ),
      { maxItems: ASSETS_MAX },
    ),
    summary: Summary,
  },
  { $id: 'AccountBalancesV2' },
)

export const BalanceList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          account_uuid: Uuid,
          ...balanceFields,
          account: Type.Object({ uuid: Uuid, user_uuid: Uuid }, { $id: 'BalanceAccount' }),
        },
        { $id: 'ListedBalance' },
      ),
      { maxItems: 100 },
    ),
    meta: Type.Object(
      {
        total_accounts: Type.Integer(),
        total_balances: Type.Integer(),
        asset_totals: Type.Record(Type.String(), Type.String()),
      },
      { $id: 'BalanceListMeta' },
    ),
  },
  { $id: 'BalanceList' },
)

export const StatusChangeInput = {
  note: Type.Optional(
    Type.String({
      ...plainText(1000),
      description: 'For operators, who alone may send and read it; the customer sees the reason.',
    }),
  ),
  reason: Type.String({
    ...plainText(255),
    description:
      'The reason, as the customer reads it in the event; stored in the history of the account.',
  }),
  authorized_by: Type.Optional(
    Type.String({
      ...plainText(255),
      description: 'The name of the person who decided it; it grants no right.',
    }),
  ),
}
