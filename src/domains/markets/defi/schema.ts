// Schemas of decentralized finance. Amounts are decimal strings.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { AmountInput } from '../../core/assets/index.ts'
import { ADDRESS_MAX, chainNames, tokenSymbols } from '../chains/index.ts'
import { swapLife } from './life-cycle.ts'
import { dexNames, dexSources } from './protocols.ts'

export const ChainInput = Type.Enum([...chainNames], { description: 'The chain.' })
const SymbolInput = Type.String({
  minLength: 2,
  maxLength: 10,
  pattern: '^[A-Za-z]+$',
  description: 'The symbol of a token, such as USDC; ETH is traded as WETH.',
})
const Wallet = Type.String({ minLength: 1, maxLength: ADDRESS_MAX, description: 'An address.' })
const AccountInput = described(
  Uuid,
  'The account that pays; without it the custody account on the chain, or the oldest account that holds enough.',
)
const SlippageBps = Type.Integer({
  minimum: 1,
  maximum: 500,
  default: 50,
  description: 'How much less than expected is accepted, in basis points: 50 is 0.5 %.',
})

const Amount = Type.String({ description: 'A decimal number.' })
const Usd = Type.String({ description: 'US dollars, with two places.' })
const Percent = Type.String({ description: 'In percent.' })
const Token = Type.Enum([...tokenSymbols], { description: 'The symbol of a token.' })
const Simulated = Type.Boolean({
  description: 'True if the chain and its markets are simulated, so that nothing leaves the bank.',
})

export const Protocol = Type.Object(
  { name: Type.String(), display: Type.String(), category: Type.String() },
  { $id: 'DefiProtocol' },
)

export const quoteInput = {
  chain: ChainInput,
  token_in: described(SymbolInput, 'The token to pay with.'),
  token_out: described(SymbolInput, 'The token to receive.'),
  amount_in: described(AmountInput, 'The amount to swap; above zero.'),
  slippage_tolerance: Type.Optional(
    Type.Number({
      minimum: 0.0001,
      maximum: 0.05,
      default: 0.005,
      description: 'How much less than expected is accepted, as a fraction: 0.005 is 0.5 %.',
    }),
  ),
  dex_sources: Type.Optional(
    Type.Array(Type.Enum([...dexSources]), {
      minItems: 1,
      maxItems: dexSources.length,
      uniqueItems: true,
      description: 'The exchanges to choose from; all by default.',
    }),
  ),
}

export const shortQuoteInput = {
  from: described(SymbolInput, 'The token to pay with.'),
  to: described(SymbolInput, 'The token to receive.'),
  amount: described(AmountInput, 'The amount to swap; above zero.'),
  chain: ChainInput,
  slippage_bps: Type.Optional(SlippageBps),
}

export const Quote = Type.Object(
  {
    quote_id: Type.String({ description: 'Good for one swap within a minute.' }),
    chain: Type.Enum([...chainNames]),
    token_in: Type.String(),
    token_out: Type.String(),
    amount_in: Amount,
    estimated_output: described(Amount, 'The output at the present reserves of the pools.'),
    minimum_output: described(Amount, 'The swap fails if its output is below this.'),
    price_impact_percent: described(Percent, 'How much the size of the swap worsens its price.'),
    estimated_gas_usd: described(Usd, 'What the gas costs.'),
    gas_amount: described(
      Amount,
      'The gas in the token to pay with; charged in addition to the amount.',
    ),
    best_route: Type.Object({
      dex: Type.Enum([...dexNames]),
      path: Type.Array(Type.String(), { maxItems: 3 }),
      pools: Type.Array(Type.String({ description: 'The address of a pool.' }), { maxItems: 2 }),
      fee_tier: Type.String({ description: 'The fee of each pool, such as 0.05%.' }),
    }),
    alternative_routes: Type.Array(
      Type.Object({
        dex: Type.Enum([...dexNames]),
        estimated_output: Amount,
        price_impact_percent: Percent,
      }),
      { maxItems: dexNames.length },
    ),
    simulated: Simulated,
    quote_expires_at: DateTime,
  },
  { $id: 'DefiQuote' },
)

export const executeInput = {
  quote_id: Type.String({ minLength: 1, maxLength: 2_000, description: 'A quote of the caller.' }),
  wallet_address: described(
    Wallet,
    'The caller’s address on the chain. It is recorded; the output goes to the custody account.',
  ),
  max_gas_price_gwei: Type.Optional(
    Type.Number({
      // One wei, the least that a price above zero can be.
      minimum: 1e-9,
      maximum: 1_000_000,
      description: 'The swap is refused when gas costs more.',
    }),
  ),
  deadline_minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_440,
      default: 20,
      description: 'A swap that is not confirmed by then expires, and everything is returned.',
    }),
  ),
  account_uuid: Type.Optional(AccountInput),
}

export const executeNowInput = {
  from_token: described(SymbolInput, 'The token to pay with.'),
  to_token: described(SymbolInput, 'The token to receive.'),
  amount: described(AmountInput, 'The amount to swap; above zero.'),
  slippage_bps: Type.Optional(SlippageBps),
  chain: ChainInput,
  account_uuid: Type.Optional(AccountInput),
}

export const Swap = Type.Object(
  {
    swap_id: Type.String(),
    quote_id: Type.String(),
    status: swapLife.schema({ description: 'A new swap is submitted.' }),
    tx_hash: Type.String(),
    chain: Type.Enum([...chainNames]),
    token_in: Type.String(),
    token_out: Type.String(),
    amount_in: Amount,
    expected_output: Amount,
    minimum_output: Amount,
    output: Nullable(described(Amount, 'The actual output, once the swap is confirmed.')),
    dex: Type.Enum([...dexNames]),
    gas_price_gwei: Type.String(),
    gas_amount: described(Amount, 'The gas in the token that was paid with.'),
    gas_usd: Usd,
    wallet_address: Type.String(),
    account_uuid: described(Uuid, 'The account that paid.'),
    custody_account_uuid: described(Uuid, 'The account that receives.'),
    reason: Nullable(Type.String({ description: 'Why it failed or expired.' })),
    simulated: Simulated,
    deadline_at: DateTime,
    created_at: DateTime,
    ended_at: Nullable(DateTime),
  },
  { $id: 'DefiSwap' },
)

export const swapId = Type.String({ maxLength: 100, description: 'The id of a swap.' })

const FlashOperationInput = Type.Object(
  {
    type: Type.Enum(['swap'], { description: 'The kind of operation.' }),
    from: described(SymbolInput, 'The token it begins with.'),
    to: described(SymbolInput, 'The token it ends with.'),
    dex: Type.Enum(['uniswap', ...dexNames], { description: 'The exchange.' }),
  },
  { additionalProperties: false },
)

/** The most operations that fit into one ledger entry. */
const OPERATIONS_MAX = 20

export const flashLoanInput = {
  token: described(SymbolInput, 'The token that is borrowed.'),
  amount: described(AmountInput, 'The amount that is borrowed; above zero.'),
  operations: Type.Array(FlashOperationInput, {
    minItems: 1,
    maxItems: OPERATIONS_MAX,
    description:
      'Each begins with the output token of the one before it; the last ends with the loan’s token.',
  }),
  chain: Type.Optional(
    Type.Enum([...chainNames], {
      default: 'ethereum',
      description: 'The chain; ethereum by default.',
    }),
  ),
}

export const FlashLoan = Type.Object(
  {
    loan_id: Type.String(),
    tx_hash: Type.String(),
    chain: Type.Enum([...chainNames]),
    token: Token,
    borrowed_amount: Amount,
    fee: described(Amount, '0.05 % of the loan, rounded up.'),
    repay_amount: Amount,
    operations: Type.Array(
      Type.Object({
        type: Type.Enum(['swap']),
        from: Type.String(),
        to: Type.String(),
        dex: Type.Enum([...dexNames]),
        input: Amount,
        output: Amount,
      }),
      { maxItems: OPERATIONS_MAX },
    ),
    profit: described(Amount, 'The rest after the repayment; it is in the custody account.'),
    status: Type.Enum(['repaid']),
    simulated: Simulated,
    created_at: DateTime,
  },
  { $id: 'DefiFlashLoan' },
)

export const Market = Type.Object(
  {
    token: Token,
    supply_apy: Percent,
    borrow_apy: Percent,
    total_supplied: Amount,
    total_borrowed: Amount,
    ltv: Type.String({ description: 'The share of a supply’s value that can be borrowed.' }),
  },
  { $id: 'DefiMarket' },
)

const position = {
  position_id: Type.String(),
  protocol: Type.String(),
  type: Type.Enum(['supply', 'borrow', 'stake']),
  status: Type.Enum(['active', 'closed', 'liquidated']),
  chain: Type.Enum([...chainNames]),
  asset: Type.String(),
  amount: described(Amount, 'With interest up to now.'),
  value_usd: Usd,
  apy: Percent,
  health_factor: Nullable(
    Type.String({
      description: 'The borrowing capacity of the collateral on the chain, per dollar borrowed.',
    }),
  ),
  created_at: DateTime,
}

export const Position = Type.Object(position, { $id: 'DefiPosition' })

/** A user has one position of each kind in each market. */
export const Positions = Type.Array(Position, { maxItems: 100 })

export const Unstaked = Type.Object(
  { ...position, available_at: Nullable(DateTime) },
  { $id: 'DefiUnstaked' },
)

const Breakdown = Type.Record(
  Type.String(),
  Type.Object({ value_usd: Usd, positions: Type.Integer() }),
)

export const Portfolio = Type.Object(
  {
    total_value_usd: described(Usd, 'Supplies and stakes, less loans.'),
    positions_count: Type.Integer(),
    protocol_breakdown: Breakdown,
    chain_breakdown: Breakdown,
    type_breakdown: Breakdown,
    weighted_avg_apy: Percent,
    at_risk_positions: Type.Integer({ description: 'Loans with a health factor below 1.5.' }),
    positions: Positions,
  },
  { $id: 'DefiPortfolio' },
)

export const walletInput = { wallet_address: described(Wallet, 'An address of the caller.') }
export const optionalWallet = {
  wallet_address: Type.Optional(described(Wallet, 'Only positions at this address of the caller.')),
}

export const lendingInput = {
  chain: ChainInput,
  token: described(SymbolInput, 'The token of the market.'),
  amount: described(AmountInput, 'The amount; above zero.'),
  account_uuid: Type.Optional(AccountInput),
}

const { account_uuid: _payer, ...receiving } = lendingInput
export const receivingInput = receiving

export const stakeInput = {
  chain: ChainInput,
  amount: described(AmountInput, 'The amount of ether; above zero.'),
  account_uuid: Type.Optional(AccountInput),
}
export const unstakeInput = {
  chain: ChainInput,
  amount: described(AmountInput, 'The amount of ether; above zero.'),
}

export const Staking = Type.Object(
  {
    protocol: Type.String(),
    staking_apy: Percent,
    staked_balance: Type.Object({
      staked: Amount,
      derivative_balance: described(Amount, 'One stETH for each staked ETH.'),
      derivative_token: Type.Enum(['stETH']),
      value_usd: Usd,
    }),
    unstaking: Type.Array(Type.Object({ amount: Amount, available_at: DateTime }), {
      maxItems: 100,
      description: 'Pending unstakings, the next to be paid first.',
    }),
  },
  { $id: 'DefiStaking' },
)
