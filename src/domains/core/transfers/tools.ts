// The tool with which AI models open an account. It is in this domain because it makes the first deposit.
import { Type } from 'typebox'
import { formatDecimal } from '../../../kernel/money.ts'
import type { ByName } from '../../../operation/operation-index.ts'
import type { ExportsOf } from '../../../operation/domain.ts'
import { defineTool } from '../../../operation/tool.ts'
import { MaybeText, Minor, Text, Uuid } from '../../../operation/tool-schema.ts'
import type { accountNumbers } from '../account-numbers/index.ts'
import type { accounts } from '../accounts/index.ts'
import { type AssetCatalogue, readAmount } from '../assets/index.ts'
import { type funding, FundingNotAllowed } from '../funding/index.ts'
import type { makeOperations } from './operations.ts'

type Operations = ByName<ReturnType<typeof makeOperations>> &
  ExportsOf<typeof accountNumbers>['operations'] &
  ExportsOf<typeof accounts>['operations'] &
  ExportsOf<typeof funding>['operations']

export const makeTools = (operations: Operations, assets: AssetCatalogue) => [
  defineTool({
    name: 'account.create',
    title: 'Create a new account',
    summary: 'Open an account for the user, with a first deposit if one is given.',
    scope: 'accounts:write',
    writes: true,
    input: Type.Object({
      name: Type.String({ minLength: 3, maxLength: 100 }),
      currency: Type.Enum(['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'NZD', 'CNY', 'SGD'], {
        default: 'USD',
        description: 'The currency of the first deposit; an account can hold every asset.',
      }),
      type: Type.Enum(['checking', 'savings', 'investment', 'trading', 'escrow', 'loan'], {
        default: 'checking',
      }),
      initial_deposit: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000_000,
        default: 0,
        description: 'In the smallest unit of the currency.',
      }),
      metadata: Type.Optional(
        Type.Object({
          purpose: Type.Optional(Text),
          description: Type.Optional(Text),
          tags: Type.Optional(Type.Array(Text, { maxItems: 20 })),
        }),
      ),
    }),
    output: Type.Object({
      account_uuid: Uuid,
      account_number: Text,
      name: Text,
      type: Text,
      currency: Text,
      balance: Minor,
      status: Text,
      created_at: Text,
      initial_deposit: Minor,
      deposit_status: MaybeText,
      deposit_reference: MaybeText,
      message: Text,
    }),
    async call({ name, currency, type, initial_deposit, metadata }, perform) {
      const asset = assets.find(currency)
      // Checked before the account is opened, so that a refused deposit leaves no empty account behind.
      if (initial_deposit > 0) {
        readAmount(assets, { amount: 1, asset_code: currency })
        const { may_fund } = await perform(operations['funding.get'], {})
        if (!may_fund) throw FundingNotAllowed({})
      }
      const { data: account } = await perform(operations['account.open'], { name, type, metadata })
      const deposit =
        initial_deposit > 0 && asset
          ? await perform(operations['account.deposit'], {
              uuid: account.uuid,
              amount: formatDecimal({ units: BigInt(initial_deposit), asset }),
              asset_code: currency,
            })
          : undefined
      const { account_number } = await perform(operations['account.identifiers'], {
        uuid: account.uuid,
      })
      return {
        account_uuid: account.uuid,
        account_number,
        name,
        type,
        currency,
        balance: initial_deposit,
        status: account.status,
        created_at: account.created_at,
        initial_deposit,
        deposit_status: deposit?.data.status ?? null,
        deposit_reference: deposit?.data.uuid ?? null,
        message: `The account "${name}" is open.`,
      }
    },
  }),
]
