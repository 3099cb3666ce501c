// The operations by which operators find accounts of any customer. They freeze them by account.freeze.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { operator } from '../../../operation/auth.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { ASSETS_MAX } from '../assets/index.ts'
import * as customers from './customers.ts'
import { accountLife } from './life-cycle.ts'
import { AccountType } from './schema.ts'

const accountFields = {
  uuid: Uuid,
  name: Type.String(),
  type: AccountType,
  status: accountLife.schema({ $id: 'AccountStatus' }),
  account_number: Type.String(),
  iban: Nullable(Type.String()),
  user_uuid: Uuid,
  owner: Type.Union(
    [
      Type.Object({ name: Type.String(), email: Type.String() }, { $id: 'AccountOwner' }),
      Type.Null(),
    ],
    { description: 'Null for a customer of a manager, whom the bank does not know.' },
  ),
  manager_uuid: Nullable(Uuid),
  tenant_id: Nullable(Uuid),
  balances: Type.Array(
    Type.Object(
      {
        asset_code: Type.String(),
        total_balance: Type.String(),
        available_balance: Type.String(),
      },
      { $id: 'CustomerBalance' },
    ),
    { maxItems: ASSETS_MAX },
  ),
  created_at: DateTime,
  closed_at: Nullable(DateTime),
}
const CustomerAccount = Type.Object(accountFields, { $id: 'CustomerAccount' })

const CustomerAccountDetail = Type.Object(
  {
    ...accountFields,
    status_changes: Type.Array(
      Type.Object(
        {
          status: accountLife.schema({ $id: 'AccountStatus' }),
          reason: Nullable(Type.String({ description: 'The reason as shown to the customer.' })),
          note: Nullable(Type.String({ description: 'For operators only.' })),
          authorized_by: Nullable(Type.String()),
          user_uuid: Nullable(Uuid),
          created_at: DateTime,
        },
        { $id: 'AccountStatusChange' },
      ),
      { maxItems: 50, description: 'The newest first.' },
    ),
  },
  { $id: 'CustomerAccountDetail' },
)

export const makeCustomerOperations = (options: customers.CustomerOptions) => [
  defineOperation({
    name: 'customer_account.list',
    kind: 'query',
    summary: 'Accounts of all customers, newest first, closed ones included.',
    auth: operator,
    input: Type.Object({
      search: Type.Optional(
        Type.String({
          maxLength: 255,
          description:
            'The uuid, IBAN or number of an account, or part of its name. One or two letters match only the beginning.',
        }),
      ),
      owner: Type.Optional(
        Type.String({
          maxLength: 255,
          description:
            'The uuid of the owner, or part of their name or e-mail address; only the newest hundred owners found are considered.',
        }),
      ),
      status: Type.Optional(accountLife.schema({ description: 'Only accounts in this state.' })),
      asset: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{3,10}$',
          description: 'Only accounts that hold some of this asset; its code in any case.',
        }),
      ),
      ...pageInput,
    }),
    output: PageOf(CustomerAccount),
    errors: [],
    rest: [{ route: 'GET /api/v2/customer-accounts', envelope: 'page' }],
    exempt: { length: { '.data[].balances': 'One for each asset.' } },
    handler: async ({ page, per_page, ...search }, ctx) => {
      const request = { page, per_page }
      const found = await customers.searchAccounts(search, request, ctx, options)
      return toPage(found.accounts, found.total, request)
    },
  }),
  defineOperation({
    name: 'customer_account.get',
    kind: 'query',
    summary: 'An account of any customer, with why it was frozen or closed and by whom.',
    auth: operator,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the account.' }),
    }),
    output: CustomerAccountDetail,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/customer-accounts/:uuid', envelope: 'data' }],
    exempt: { length: { '.balances': 'One for each asset.' } },
    handler: ({ uuid }, ctx) => customers.getCustomerAccount(uuid, ctx, options),
  }),
]
