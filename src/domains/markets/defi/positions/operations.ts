// The operations of lending, staking, positions and portfolios.
import { Type } from 'typebox'
import { reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ownMoney } from '../../../../operation/spending.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import { NoLiquidity, NotOffered, StakingFailed } from '../errors.ts'
import { changeLending, listMarkets } from './lending.ts'
import type { DefiOptions } from '../options.ts'
import { filterPositions, listOwn, showPosition, summarize } from './service.ts'
import { protocols } from '../protocols.ts'
import * as schema from '../schema.ts'
import { readStaking, stake, unstake } from './staking.ts'

const lendingErrors = [Invalid, NotFound, NotOffered, Unavailable, ...postingErrors]
const stakingErrors = [Invalid, NotFound, StakingFailed, Unavailable, ...postingErrors]

export const positionOperations = (options: DefiOptions) => [
  defineOperation({
    name: 'defi_portfolio.get',
    kind: 'query',
    summary: 'Get the caller’s positions in decentralized finance, summed up.',
    auth: reader,
    input: Type.Object(schema.optionalWallet),
    output: schema.Portfolio,
    errors: [],
    rest: [{ route: 'GET /api/v2/defi/portfolio', envelope: 'success' }],
    handler: async (input, ctx) => {
      const all = await listOwn(ctx)
      const shown = filterPositions(all, input, ctx, options)
      return { ...summarize(shown, all), positions: shown.map((one) => showPosition(one, all)) }
    },
  }),
  defineOperation({
    name: 'defi_position.list',
    kind: 'query',
    summary: 'List the caller’s supplies, loans and stakes at an address.',
    auth: reader,
    input: Type.Object({
      ...schema.walletInput,
      chain: Type.Optional(schema.ChainInput),
      protocol: Type.Optional(
        Type.Enum(
          protocols.map(({ name }) => name),
          { description: 'Only of this protocol.' },
        ),
      ),
    }),
    output: schema.Positions,
    errors: [],
    rest: [{ route: 'GET /api/v1/defi/positions', envelope: 'success' }],
    exempt: { pages: 'One for each market and kind.' },
    handler: async (input, ctx) => {
      const all = await listOwn(ctx)
      return filterPositions(all, input, ctx, options).map((one) => showPosition(one, all))
    },
  }),
  defineOperation({
    name: 'defi_yield.list',
    kind: 'query',
    summary: 'List the caller’s positions that earn interest, the highest rate first.',
    auth: reader,
    input: Type.Object(schema.walletInput),
    output: schema.Positions,
    errors: [],
    rest: [
      { route: 'GET /api/v1/defi/yield', envelope: 'success' },
      { route: 'GET /api/v1/defi/yield/best', envelope: 'success' },
    ],
    exempt: { pages: 'One for each market and kind.' },
    handler: async (input, ctx) => {
      const all = await listOwn(ctx)
      return filterPositions(all, input, ctx, options)
        .filter(({ type }) => type !== 'borrow')
        .toSorted((a, b) => Number(b.apy - a.apy))
        .map((one) => showPosition(one, all))
    },
  }),
  defineOperation({
    name: 'defi_market.list',
    kind: 'query',
    summary: 'List the lending markets of a chain.',
    auth: reader,
    input: Type.Object({
      chain: Type.Optional(schema.ChainInput),
    }),
    output: Type.Array(schema.Market, { maxItems: 10 }),
    errors: [NotOffered],
    rest: [{ route: 'GET /api/v1/defi/lending/markets', envelope: 'success' }],
    exempt: { pages: 'The list is declared in the code; callers cannot add to it.' },
    handler: ({ chain = 'ethereum' }, ctx) => listMarkets(chain, ctx),
  }),
  defineOperation({
    name: 'defi_lending.supply',
    kind: 'command',
    summary: 'Supply tokens to a lending market for interest.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.lendingInput),
    output: schema.Position,
    errors: lendingErrors,
    rest: [{ route: 'POST /api/v1/defi/lending/supply', status: 201, envelope: 'success' }],
    exempt: { guards: 'The counterparty is the bank itself.' },
    handler: (input, ctx) => changeLending('supply', input, ctx, options),
  }),
  defineOperation({
    name: 'defi_lending.withdraw',
    kind: 'command',
    summary: 'Withdraw supplied tokens to the custody account; loans must stay covered.',
    auth: writer,
    input: Type.Object(schema.receivingInput),
    output: schema.Position,
    errors: [...lendingErrors, NoLiquidity],
    rest: [{ route: 'POST /api/v1/defi/lending/withdraw', status: 201, envelope: 'success' }],
    handler: (input, ctx) => changeLending('withdraw', input, ctx, options),
  }),
  defineOperation({
    name: 'defi_lending.borrow',
    kind: 'command',
    summary: 'Borrow tokens against the supplies on the same chain.',
    auth: writer,
    input: Type.Object(schema.receivingInput),
    output: schema.Position,
    errors: [...lendingErrors, NoLiquidity],
    rest: [{ route: 'POST /api/v1/defi/lending/borrow', status: 201, envelope: 'success' }],
    handler: (input, ctx) => changeLending('borrow', input, ctx, options),
  }),
  defineOperation({
    name: 'defi_lending.repay',
    kind: 'command',
    summary: 'Repay a loan; an amount above the debt repays all of it.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.lendingInput),
    output: schema.Position,
    errors: lendingErrors,
    rest: [{ route: 'POST /api/v1/defi/lending/repay', status: 201, envelope: 'success' }],
    exempt: { guards: 'The counterparty is the bank itself.' },
    handler: (input, ctx) => changeLending('repay', input, ctx, options),
  }),
  defineOperation({
    name: 'defi_staking.get',
    kind: 'query',
    summary: 'Get the ether that the caller has staked at an address, and the interest rate.',
    auth: reader,
    input: Type.Object({ chain: schema.ChainInput, ...schema.walletInput }),
    output: schema.Staking,
    errors: [StakingFailed],
    rest: [{ route: 'GET /api/v1/defi/staking', envelope: 'success' }],
    handler: (input, ctx) => readStaking(input, ctx, options),
  }),
  defineOperation({
    name: 'defi_staking.stake',
    kind: 'command',
    summary: 'Stake ether for interest.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.stakeInput),
    output: schema.Position,
    errors: stakingErrors,
    rest: [{ route: 'POST /api/v1/defi/staking/stake', status: 201, envelope: 'success' }],
    exempt: { guards: 'The counterparty is the bank itself.' },
    handler: (input, ctx) => stake(input, ctx, options),
  }),
  defineOperation({
    name: 'defi_staking.unstake',
    kind: 'command',
    summary: 'Unstake ether; it arrives in the custody account three days later.',
    auth: writer,
    input: Type.Object(schema.unstakeInput),
    output: schema.Unstaked,
    errors: stakingErrors,
    rest: [{ route: 'POST /api/v1/defi/staking/unstake', status: 201, envelope: 'success' }],
    handler: (input, ctx) => unstake(input, ctx, options),
  }),
]
