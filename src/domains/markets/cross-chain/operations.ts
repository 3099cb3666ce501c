// The operations of bridges between chains, and of swaps across them. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { Invalid, NotFound, Unavailable } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import type { Context } from '../../../operation/operation.ts'
import { ownMoney } from '../../../operation/spending.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import { guardErrors } from '../../core/transfers/index.ts'
import { chainNames, chainTable } from '../chains/index.ts'
import * as bridging from './bridges/service.ts'
import { BridgeRefused, NoQuote, NoSwapQuote, QuoteOver, SwapRefused } from './errors.ts'
import { readPortfolio } from './portfolio.ts'
import { compareFees, quoteBridge } from './bridges/quotes.ts'
import * as schema from './schema.ts'
import type { Settler } from './bridges/settler.ts'
import * as swaps from './swaps/service.ts'
import { toBridge, toSwap } from './view.ts'

const bridgeId = Type.String({ maxLength: 255, description: 'The id of the bridge transaction.' })
const swapId = Type.String({ maxLength: 255, description: 'The id of the swap.' })

const startErrors = [
  Invalid,
  NotFound,
  BridgeRefused,
  QuoteOver,
  Unavailable,
  ...guardErrors,
  ...postingErrors,
]

export const makeOperations = (options: swaps.SwapOptions, settler: Settler) => {
  const catchUp = ({ caller }: Context): Promise<void> =>
    settler.settleOf({ environment: caller.environment, user_uuid: caller.user! })
  return [
    defineOperation({
      name: 'crosschain.chains',
      kind: 'query',
      summary: 'List the chains, and the bridge protocols that serve each.',
      auth: 'public',
      input: Type.Object({}),
      output: Type.Array(schema.Network, { maxItems: 100 }),
      errors: [],
      rest: [{ route: 'GET /api/v1/crosschain/chains', envelope: 'success' }],
      exempt: { pages: 'The list is declared in the code; callers cannot add to it.' },
      handler: () =>
        chainNames.map((network) => {
          const { chain_id, is_evm, native, bridges } = chainTable[network]
          return {
            network,
            chain_id,
            is_evm,
            native_currency: native,
            bridge_providers: [...bridges],
          }
        }),
    }),
    defineOperation({
      name: 'bridge.quote',
      kind: 'query',
      summary: 'Quote a bridge between two chains; the terms are guaranteed for five minutes.',
      auth: reader,
      input: Type.Object(schema.quoteInput),
      output: schema.Quote,
      errors: [Invalid, NoQuote, Unavailable],
      rest: [{ route: 'POST /api/v1/crosschain/bridge/quote', envelope: 'success' }],
      handler: (input, ctx) => quoteBridge(input, ctx, options),
    }),
    defineOperation({
      name: 'bridge.initiate',
      kind: 'command',
      summary: 'Start a bridge on a quote, which is then used up.',
      auth: writer,
      spends: ownMoney,
      input: Type.Object(schema.initiateInput),
      output: schema.Bridge,
      errors: startErrors,
      rest: [
        { route: 'POST /api/v1/crosschain/bridge/initiate', status: 201, envelope: 'success' },
      ],
      graphql: { field: 'initiateQuotedBridgeTransfer' },
      handler: async (input, ctx) =>
        toBridge(await bridging.initiate(input, ctx, options), options),
    }),
    defineOperation({
      name: 'bridge.start',
      kind: 'command',
      summary: 'Quote and start a bridge in one step.',
      auth: writer,
      spends: ownMoney,
      input: Type.Object(schema.oneStepInput),
      output: schema.Bridge,
      errors: [NoQuote, ...startErrors],
      rest: [{ route: 'POST /api/v2/crosschain/bridge', status: 201, envelope: 'success' }],
      graphql: { field: 'initiateBridgeTransfer', numbers: ['amount'] },
      handler: async (input, ctx) =>
        toBridge(await bridging.quoteAndStartBridge(input, ctx, options), options),
    }),
    defineOperation({
      name: 'bridge.status',
      kind: 'query',
      summary: 'Get a bridge with its status.',
      auth: reader,
      input: Type.Object({ id: bridgeId }),
      output: schema.Bridge,
      errors: [NotFound],
      rest: [{ route: 'GET /api/v1/crosschain/bridge/:id/status', envelope: 'success' }],
      graphql: { field: 'bridgeTransaction' },
      handler: async (input, ctx) => {
        await bridging.getBridge(input.id, ctx)
        await catchUp(ctx)
        return toBridge(await bridging.getBridge(input.id, ctx), options)
      },
    }),
    defineOperation({
      name: 'bridge.list',
      kind: 'query',
      summary: 'List the caller’s bridges, newest first.',
      auth: reader,
      input: Type.Object({ ...pageInput, status: Type.Optional(schema.BridgeStatus) }),
      output: PageOf(schema.Bridge),
      errors: [],
      rest: [{ route: 'GET /api/v1/crosschain/bridges', envelope: 'page' }],
      graphql: { field: 'bridgeTransactions' },
      handler: async (input, ctx) => {
        await catchUp(ctx)
        const { rows, total } = await bridging.listBridges(ctx, input)
        return toPage(
          rows.map((row) => toBridge(row, options)),
          total,
          input,
        )
      },
    }),
    defineOperation({
      name: 'bridge.fees',
      kind: 'query',
      summary: 'Compare fees and times of all protocols for a route.',
      auth: reader,
      input: Type.Object(schema.feesInput),
      output: schema.FeeComparison,
      errors: [Invalid],
      rest: [{ route: 'GET /api/v2/crosschain/bridge/fees', envelope: 'success' }],
      handler: (input, ctx) => compareFees(input, ctx, options),
    }),
    defineOperation({
      name: 'cross_chain_swap.start',
      kind: 'command',
      summary: 'Bridge a token to another chain, and swap it there for another token if needed.',
      auth: writer,
      spends: ownMoney,
      input: Type.Object(schema.swapInput),
      output: schema.Swap,
      errors: [NoSwapQuote, ...startErrors],
      rest: [{ route: 'POST /api/v2/crosschain/swap', status: 201, envelope: 'success' }],
      handler: async (input, ctx) => {
        const { swap, bridge } = await swaps.startSwap(input, ctx, options)
        return toSwap(swap, bridge, options)
      },
    }),
    defineOperation({
      name: 'cross_chain_swap.quote',
      kind: 'query',
      summary: 'Quote a swap across chains.',
      auth: reader,
      input: Type.Object(schema.swapQuoteInput),
      output: schema.SwapQuote,
      errors: [Invalid, NoSwapQuote, Unavailable],
      rest: [{ route: 'POST /api/v1/crosschain/swap/quote', envelope: 'success' }],
      handler: ({ from_chain, to_chain, ...input }, ctx) =>
        swaps.quoteSwap(
          { ...input, source_chain: from_chain, destination_chain: to_chain },
          ctx,
          options,
        ),
    }),
    defineOperation({
      name: 'cross_chain_swap.execute',
      kind: 'command',
      summary: 'Start a swap across chains, on a quote or at the current terms.',
      auth: writer,
      spends: ownMoney,
      input: Type.Object(schema.swapExecuteInput),
      output: schema.Swap,
      errors: [NoSwapQuote, SwapRefused, ...startErrors],
      rest: [{ route: 'POST /api/v1/crosschain/swap/execute', status: 201, envelope: 'success' }],
      handler: async ({ from_chain, to_chain, ...input }, ctx) => {
        const { swap, bridge } = await swaps.startSwap(
          { ...input, source_chain: from_chain, destination_chain: to_chain },
          ctx,
          options,
        )
        return toSwap(swap, bridge, options)
      },
    }),
    defineOperation({
      name: 'cross_chain_swap.status',
      kind: 'query',
      summary: 'Get a swap across chains with its status.',
      auth: reader,
      input: Type.Object({ id: swapId }),
      output: schema.Swap,
      errors: [NotFound],
      rest: [{ route: 'GET /api/v1/crosschain/swap/:id/status', envelope: 'success' }],
      handler: async (input, ctx) => {
        await swaps.getSwap(input.id, ctx)
        await catchUp(ctx)
        const { swap, bridge } = await swaps.getSwap(input.id, ctx)
        return toSwap(swap, bridge, options)
      },
    }),
    defineOperation({
      name: 'cross_chain_swap.list',
      kind: 'query',
      summary: 'List the caller’s swaps across chains, newest first.',
      auth: reader,
      input: Type.Object(pageInput),
      output: PageOf(schema.Swap),
      errors: [],
      rest: [{ route: 'GET /api/v1/crosschain/swaps', envelope: 'page' }],
      handler: async (input, ctx) => {
        await catchUp(ctx)
        const { found, total } = await swaps.listSwaps(ctx, input)
        return toPage(
          found.map(({ swap, bridge }) => toSwap(swap, bridge, options)),
          total,
          input,
        )
      },
    }),
    defineOperation({
      name: 'crosschain.portfolio',
      kind: 'query',
      summary: 'Get the caller’s holdings on all chains, with their value.',
      auth: reader,
      input: Type.Object({}),
      output: schema.Portfolio,
      errors: [],
      rest: [{ route: 'GET /api/v2/crosschain/portfolio', envelope: 'success' }],
      exempt: { length: { '.balances': 'One for each chain and token.' } },
      handler: async (_input, ctx) => {
        await catchUp(ctx)
        return readPortfolio(ctx, options)
      },
    }),
  ]
}
