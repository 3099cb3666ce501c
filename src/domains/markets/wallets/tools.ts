// Wallets as tools for models.
import { Type } from 'typebox'
import { PER_PAGE_MAX } from '../../../kernel/page.ts'
import type { ByName } from '../../../operation/operation-index.ts'
import { defineTool } from '../../../operation/tool.ts'
import { MaybeText, Text } from '../../../operation/tool-schema.ts'
import type { makeOperations } from './operations.ts'

type Operations = ByName<ReturnType<typeof makeOperations>>

export const makeTools = (operations: Operations) => [
  defineTool({
    name: 'wallet.addresses',
    title: 'List wallet addresses',
    summary: 'List the user’s wallet addresses.',
    scope: 'accounts:read',
    writes: false,
    input: Type.Object({
      chain: Type.Optional(Type.Enum(['polygon', 'base', 'arbitrum', 'ethereum', 'solana'])),
    }),
    output: Type.Object({
      addresses: Type.Array(
        Type.Object({
          chain: Text,
          address: Text,
          is_active: Type.Boolean(),
          label: MaybeText,
          created_at: Text,
        }),
      ),
      count: Type.Integer(),
    }),
    async call(input, perform) {
      const { data, count } = await perform(operations['wallet.addresses'], {
        ...input,
        include_inactive: false,
        page: 1,
        per_page: PER_PAGE_MAX,
      })
      return { addresses: data, count }
    },
  }),
  defineTool({
    name: 'wallet.activity',
    title: 'Recent wallet activity',
    summary: 'List the latest incoming and outgoing transfers of the user’s accounts.',
    scope: 'accounts:read',
    writes: false,
    input: Type.Object({
      limit: Type.Integer({ default: 10, description: '1 to 50; a larger limit counts as 50.' }),
    }),
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Text,
          type: Text,
          amount: Text,
          asset: Text,
          timestamp: Text,
          status: Text,
          protected: Type.Boolean(),
        }),
      ),
      count: Type.Integer(),
      has_more: Type.Boolean(),
    }),
    call: (input, perform) => perform(operations['wallet.activity'], input),
  }),
]
