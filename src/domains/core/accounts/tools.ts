// The account tools for AI models. The tool that opens an account is in core/transfers.
import { Type } from 'typebox'
import type { ByName } from '../../../operation/operation-index.ts'
import { defineTool } from '../../../operation/tool.ts'
import { AssetCode, Minor, Text, Uuid } from '../../../operation/tool-schema.ts'
import type { makeOperations } from './operations.ts'

type Operations = ByName<ReturnType<typeof makeOperations>>

export const makeTools = (operations: Operations, now: () => Date) => [
  defineTool({
    name: 'account.balance',
    title: 'Get account balance',
    summary: 'The balance of one account in each asset, and their total worth in US dollars.',
    scope: 'accounts:read',
    writes: false,
    input: Type.Object({ account_uuid: Uuid, asset_code: Type.Optional(AssetCode) }),
    output: Type.Object({
      account_uuid: Uuid,
      balances: Type.Array(
        Type.Object({
          asset_code: Text,
          balance: Minor,
          formatted: Text,
          last_updated: Type.String({ description: 'The time at which the balance was read.' }),
        }),
      ),
      total_value_usd: Text,
    }),
    async call({ account_uuid, asset_code }, perform) {
      const { balances, summary } = await perform(operations['account.balances'], {
        uuid: account_uuid,
        asset: asset_code,
      })
      const last_updated = now().toISOString()
      return {
        account_uuid,
        balances: balances.map((balance) => ({ ...balance, last_updated })),
        total_value_usd: summary.total_usd_equivalent,
      }
    },
  }),
]
