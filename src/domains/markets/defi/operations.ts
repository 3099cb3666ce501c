// The operations of swaps and flash loans; those of lending, staking and portfolios are beside it.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { Invalid, NotFound, Unavailable } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { ownMoney } from '../../../operation/spending.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import { ExecutionFailed, NoLiquidity, NotOffered } from './errors.ts'
import { flashLoan } from './flash-loans.ts'
import type { DefiOptions } from './options.ts'
import { positionOperations } from './positions/operations.ts'
import { protocols } from './protocols.ts'
import { allSources, quoteSwap, SLIPPAGE_DEFAULT } from './swaps/quotes.ts'
import * as schema from './schema.ts'
import { executeNow, executeQuote, getSwap, listSwaps } from './swaps/service.ts'
import { toSwap } from './swaps/view.ts'

const MILLION = 1_000_000
const BPS = 100n

const shortFields = { token_in: 'from', token_out: 'to', amount_in: 'amount' }
const stepFields = { token_in: 'from_token', token_out: 'to_token', amount_in: 'amount' }
const ownFields = { token_in: 'token_in', token_out: 'token_out', amount_in: 'amount_in' }

const slippageOf = (bps: number | undefined): bigint =>
  bps === undefined ? SLIPPAGE_DEFAULT : BigInt(bps) * BPS

const swapErrors = [Invalid, NoLiquidity, ExecutionFailed, Unavailable]

export const makeOperations = (options: DefiOptions) => [
  defineOperation({
    name: 'defi_protocol.list',
    kind: 'query',
    summary: 'List the protocols of decentralized finance that the bank knows.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Array(schema.Protocol, { maxItems: 20 }),
    errors: [],
    rest: [{ route: 'GET /api/v1/defi/protocols', envelope: 'success' }],
    exempt: { pages: 'The list is declared in the code; callers cannot add to it.' },
    handler: () => protocols.map((protocol) => ({ ...protocol })),
  }),
  defineOperation({
    name: 'defi_quote.create',
    kind: 'query',
    summary: 'Quote a swap of tokens; the terms hold for one swap within a minute.',
    auth: reader,
    input: Type.Object(schema.quoteInput),
    output: schema.Quote,
    errors: swapErrors,
    rest: [{ route: 'POST /api/v1/defi/swap/quote', envelope: 'success' }],
    graphql: { field: 'defiSwapQuote' },
    handler: ({ slippage_tolerance, dex_sources, ...input }, ctx) =>
      quoteSwap(
        {
          ...input,
          slippage:
            slippage_tolerance === undefined
              ? SLIPPAGE_DEFAULT
              : BigInt(Math.round(slippage_tolerance * MILLION)),
          sources: dex_sources ?? allSources,
        },
        ownFields,
        ctx,
        options,
      ),
  }),
  defineOperation({
    name: 'defi_quote.get',
    kind: 'query',
    summary: 'Quote a swap of tokens over all exchanges of a chain.',
    auth: reader,
    input: Type.Object(schema.shortQuoteInput),
    output: schema.Quote,
    errors: swapErrors,
    rest: [{ route: 'GET /api/v2/defi/swap/quote', envelope: 'success' }],
    handler: ({ from, to, amount, chain, slippage_bps }, ctx) =>
      quoteSwap(
        {
          chain,
          token_in: from,
          token_out: to,
          amount_in: amount,
          slippage: slippageOf(slippage_bps),
          sources: allSources,
        },
        shortFields,
        ctx,
        options,
      ),
  }),
  defineOperation({
    name: 'defi_swap.execute',
    kind: 'command',
    summary: 'Execute a quote; the output arrives when the chain has confirmed the swap.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.executeInput),
    output: schema.Swap,
    errors: [...swapErrors, NotFound, ...postingErrors],
    rest: [{ route: 'POST /api/v1/defi/swap/execute', status: 201, envelope: 'success' }],
    graphql: { field: 'executeQuotedDefiSwap' },
    exempt: { guards: 'The caller is payer and payee.' },
    handler: async (input, ctx) => toSwap(await executeQuote(input, ctx, options)),
  }),
  defineOperation({
    name: 'defi_swap.create',
    kind: 'command',
    summary: 'Quote a swap and execute it in one step.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.executeNowInput),
    output: schema.Swap,
    errors: [...swapErrors, NotFound, ...postingErrors],
    rest: [{ route: 'POST /api/v2/defi/swap/execute', status: 201, envelope: 'success' }],
    exempt: { guards: 'The caller is payer and payee.' },
    handler: async ({ from_token, to_token, amount, slippage_bps, chain, account_uuid }, ctx) =>
      toSwap(
        await executeNow(
          {
            chain,
            token_in: from_token,
            token_out: to_token,
            amount_in: amount,
            slippage: slippageOf(slippage_bps),
            sources: allSources,
            account_uuid,
          },
          stepFields,
          ctx,
          options,
        ),
      ),
  }),
  defineOperation({
    name: 'defi_swap.get',
    kind: 'query',
    summary: 'Get a swap with its status.',
    auth: reader,
    input: Type.Object({ swap_id: schema.swapId }),
    output: schema.Swap,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/defi/swaps/:swap_id', envelope: 'success' }],
    handler: async ({ swap_id }, ctx) => toSwap(await getSwap(swap_id, ctx)),
  }),
  defineOperation({
    name: 'defi_swap.list',
    kind: 'query',
    summary: 'List the caller’s swaps, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Swap),
    errors: [],
    rest: [{ route: 'GET /api/v2/defi/swaps', envelope: 'success_page' }],
    handler: (input, ctx) => listSwaps(input, ctx),
  }),
  defineOperation({
    name: 'defi_flash_loan.create',
    kind: 'command',
    summary:
      'Borrow, swap and repay in one step; if the loan is not repaid with its fee, nothing changes.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.flashLoanInput),
    output: schema.FlashLoan,
    errors: [...swapErrors, NotOffered, ...postingErrors],
    rest: [{ route: 'POST /api/v2/defi/flash-loan', status: 201, envelope: 'success' }],
    exempt: { guards: 'The loan is repaid in the same call; no money reaches another customer.' },
    handler: ({ chain = 'ethereum', ...input }, ctx) =>
      flashLoan({ ...input, chain }, ctx, options),
  }),
  ...positionOperations(options),
]
