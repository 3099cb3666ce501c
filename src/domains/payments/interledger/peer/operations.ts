// The operations on the credit of the Interledger peer, for operators.
import { Type } from 'typebox'
import { listOf, PageOf, pageInput, pageOver } from '../../../../kernel/page.ts'
import { DateTime, described, Uuid } from '../../../../kernel/schema.ts'
import { plainText } from '../../../../kernel/text.ts'
import { operator } from '../../../../operation/auth.ts'
import { Invalid } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { AmountInput, AssetCode } from '../../../core/assets/index.ts'
import { DuplicateSettlement } from '../errors.ts'
import type { InterledgerOptions } from '../options.ts'
import { listPeerBalances, settlePeer } from './service.ts'

const PeerBalance = Type.Object(
  {
    asset_code: Type.String(),
    owed: Type.String({
      description: 'The debt of the peer to the bank; negative if the bank owes the peer.',
    }),
    credit_limit: Type.String(),
    available: Type.String({
      description: 'The amount of packets that are still accepted before the peer must settle.',
    }),
  },
  { $id: 'InterledgerPeerBalance' },
)

const PeerSettlement = Type.Object(
  {
    settlement_id: Uuid,
    asset_code: Type.String(),
    amount: Type.String(),
    reference: Type.String(),
    created_at: DateTime,
  },
  { $id: 'InterledgerPeerSettlement' },
)

export const makePeerOperations = (options: InterledgerOptions) => [
  defineOperation({
    name: 'interledger_peer.balances',
    kind: 'query',
    summary: 'List the debt of the Interledger peer in each asset, with its credit limit.',
    auth: operator,
    input: Type.Object(pageInput),
    output: PageOf(PeerBalance),
    errors: [],
    rest: [{ route: 'GET /api/v1/interledger/peer/balances', envelope: 'success_page' }],
    handler: async (input, ctx) => pageOver([listOf(await listPeerBalances(ctx, options))], input),
  }),
  defineOperation({
    name: 'interledger_peer.settle',
    kind: 'command',
    summary: 'Record a settlement of the Interledger peer, which reduces its debt.',
    auth: operator,
    input: Type.Object({
      asset_code: described(AssetCode, 'The asset of the debt.'),
      amount: described(AmountInput, 'The amount that the peer has paid.'),
      reference: Type.String({
        ...plainText(140),
        minLength: 1,
        description: 'The reference of the payment; each is recorded once.',
      }),
    }),
    output: PeerSettlement,
    errors: [Invalid, DuplicateSettlement],
    rest: [
      { route: 'POST /api/v1/interledger/peer/settlements', status: 201, envelope: 'success' },
    ],
    handler: (input, ctx) => settlePeer(input, ctx, options),
  }),
]
