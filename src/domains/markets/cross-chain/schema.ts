// Schemas of bridges and of swaps across chains. Amounts are decimal strings.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid, described } from '../../../kernel/schema.ts'
import { AmountInput } from '../../core/assets/index.ts'
import { ADDRESS_MAX, chainNames } from '../chains/index.ts'
import { bridgeLife, swapLife } from './life-cycle.ts'
import { protocolNames } from './providers/protocols.ts'

export const Chain = Type.Enum([...chainNames], {
  $id: 'CrossChainNetwork',
  description: 'The name of a chain.',
})
export const Protocol = Type.Enum([...protocolNames], {
  $id: 'BridgeProtocol',
  description: 'A bridge protocol; demo is for tests, and used only if it is requested.',
})
export const BridgeStatus = bridgeLife.schema({
  $id: 'BridgeStatus',
  description: bridgeLife.summarize(),
})
const SwapStatus = swapLife.schema({
  $id: 'CrossChainSwapStatus',
  description: swapLife.summarize(),
})
const Token = Type.String({ maxLength: 20, description: 'The symbol of a token.' })
const Simulated = Type.Boolean({ description: 'True if nothing is moved on a chain.' })
const Recommended = Type.Boolean({
  description: 'False if the fee is more than 2 % of the amount.',
})

// Each input has its own description, so these schemas have no shared name in the documents.
const chain = (description: string) => Type.Enum([...chainNames], { description })
const protocol = (description: string) => Type.Enum([...protocolNames], { description })
const symbol = (description: string) =>
  Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9]+$', description })
const address = (description: string) =>
  Type.String({ minLength: 1, maxLength: ADDRESS_MAX, description })
export const QuoteId = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'The id of a quote, as it was given.',
})

const accountInput = {
  account_uuid: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The account that pays. Default: the caller’s account on the source chain if it holds enough, else the oldest other one that does.',
    }),
  ),
}

export const routeInput = {
  source_chain: chain('The chain that the tokens leave.'),
  destination_chain: chain('The chain on which they arrive.'),
  token: symbol('The symbol of the token, such as USDC.'),
  amount: AmountInput,
}

export const quoteInput = {
  ...routeInput,
  preferred_bridge: Type.Optional(
    protocol('Used if it serves the route; otherwise, and by default, the cheapest is.'),
  ),
}

const startInput = {
  slippage_tolerance: Type.Number({
    minimum: 0,
    maximum: 0.05,
    default: 0.005,
    description: 'How much less may arrive, as a fraction: 0.005 is half a percent.',
  }),
  deadline_minutes: Type.Integer({
    minimum: 1,
    maximum: 1440,
    default: 30,
    description: 'A bridge that has not arrived by then is refunded.',
  }),
  ...accountInput,
}

export const initiateInput = {
  quote_id: QuoteId,
  sender_address: address('An address on the source chain.'),
  recipient_address: address('The address on the destination chain that receives the tokens.'),
  ...startInput,
}

export const oneStepInput = {
  ...routeInput,
  protocol: Type.Optional(protocol('Default: the cheapest that serves the route.')),
  sender_address: Type.Optional(address('Default: the caller’s own address on the source chain.')),
  recipient_address: Type.Optional(
    address('Default: the caller’s own address on the destination chain.'),
  ),
  ...startInput,
}

export const feesInput = {
  from: chain('The chain that the tokens leave.'),
  to: chain('The chain on which they arrive.'),
  token: symbol('The symbol of the token, such as USDC.'),
  amount: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'A decimal number above zero.',
  }),
}

const swapTokens = {
  from_token: symbol('The token that is paid.'),
  to_token: symbol('The token to receive on the destination chain.'),
  amount: AmountInput,
}

const swapStart = {
  slippage_bps: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 50,
    description: 'How much less may come out than expected, in hundredths of a percent.',
  }),
  ...accountInput,
}

export const swapInput = {
  source_chain: chain('The chain that the tokens leave.'),
  destination_chain: chain('The chain on which the swap ends.'),
  ...swapTokens,
  ...swapStart,
}

export const swapQuoteInput = {
  from_chain: chain('The chain that the tokens leave.'),
  to_chain: chain('The chain on which the swap ends.'),
  ...swapTokens,
}

export const swapExecuteInput = {
  ...swapQuoteInput,
  wallet_address: Type.Optional(
    address('Receives the output on the destination chain. Default: the caller’s own address.'),
  ),
  quote_id: Type.Optional(
    described(QuoteId, 'The quote whose terms to use. Default: the current terms.'),
  ),
  ...swapStart,
}

export const Network = Type.Object(
  {
    network: Chain,
    chain_id: Nullable(Type.Integer({ description: 'The number of an EVM chain.' })),
    is_evm: Type.Boolean(),
    native_currency: Type.String(),
    bridge_providers: Type.Array(Protocol, { maxItems: 20 }),
  },
  { $id: 'CrossChainNetworkInfo' },
)

const offer = {
  bridge_protocol: Protocol,
  estimated_receive_amount: Type.String(),
  fee_amount: Type.String(),
  estimated_duration_seconds: Type.Integer(),
  recommended: Recommended,
}

export const Quote = Type.Object(
  {
    quote_id: Type.String({ description: 'Send it to start the bridge at these terms, once.' }),
    ...offer,
    source_chain: Chain,
    destination_chain: Chain,
    token: Token,
    input_amount: Type.String(),
    fee_currency: Type.String({ description: 'The token: the fee is taken from the amount.' }),
    exchange_rate: Type.String({
      description: 'Tokens for one token before the fee; a bridge carries them one to one.',
    }),
    quote_expires_at: DateTime,
    alternative_quotes: Type.Array(Type.Object(offer, { $id: 'BridgeAlternative' }), {
      maxItems: 20,
      description: 'The other protocols, the best ratio of fee and time first.',
    }),
    simulated: Simulated,
  },
  { $id: 'BridgeQuote' },
)

const FeeQuote = Type.Object(
  {
    protocol: Protocol,
    fee: Type.String(),
    fee_currency: Type.String(),
    estimated_time_seconds: Type.Integer(),
    output_amount: Type.String(),
    recommended: Recommended,
  },
  { $id: 'BridgeFeeQuote' },
)

export const FeeComparison = Type.Object(
  {
    from: Chain,
    to: Chain,
    token: Token,
    amount: Type.String(),
    quotes: Type.Array(FeeQuote, {
      maxItems: 20,
      description: 'The best ratio of fee and time first; empty if no protocol serves the route.',
    }),
    cheapest: Nullable(FeeQuote),
    fastest: Nullable(FeeQuote),
    summary: Type.Object(
      {
        available_providers: Type.Integer({ description: 'How many protocols serve the route.' }),
        route_supported: Type.Boolean(),
        fee_range: Nullable(
          Type.Object({ min: Type.String(), max: Type.String() }, { $id: 'BridgeFeeRange' }),
        ),
        time_range: Nullable(
          Type.Object(
            { min_seconds: Type.Integer(), max_seconds: Type.Integer() },
            { $id: 'BridgeTimeRange' },
          ),
        ),
        best_value: Nullable(Protocol),
        fastest_provider: Nullable(Protocol),
      },
      { $id: 'BridgeFeeSummary' },
    ),
  },
  { $id: 'BridgeFeeComparison' },
)

export const Bridge = Type.Object(
  {
    bridge_tx_id: Type.String(),
    quote_id: Type.String(),
    status: BridgeStatus,
    source_chain: Chain,
    destination_chain: Chain,
    token: Token,
    amount: Type.String({ description: 'With the fee.' }),
    bridge_protocol: Protocol,
    sender_address: Type.String(),
    recipient_address: Type.String(),
    source_tx_hash: Nullable(Type.String()),
    destination_tx_hash: Nullable(Type.String()),
    fee_amount: Type.String(),
    fee_currency: Type.String(),
    confirmations: Type.Integer({ description: 'Of the transaction on the source chain.' }),
    created_at: DateTime,
    estimated_completion_at: DateTime,
    completed_at: Nullable(DateTime),
    metadata: Type.Object(
      {
        simulated: Simulated,
        expected_amount: Type.String(),
        minimum_amount: Type.String({ description: 'The bridge fails if less would arrive.' }),
        received_amount: Nullable(Type.String()),
        source_account_uuid: Uuid,
        destination_account_uuid: Nullable(
          Type.String({ description: 'Null if the recipient is outside the bank.' }),
        ),
        deadline_at: DateTime,
        reason: Nullable(Type.String({ description: 'Why it failed, or what it waits for.' })),
      },
      { $id: 'BridgeMetadata' },
    ),
  },
  { $id: 'BridgeTransaction' },
)

export const SwapQuote = Type.Object(
  {
    quote_id: Type.String(),
    source_chain: Chain,
    destination_chain: Chain,
    from_token: Token,
    to_token: Token,
    input_amount: Type.String(),
    bridge_protocol: Protocol,
    bridged_amount: Type.String({ description: 'What arrives on the destination chain.' }),
    expected_output: Type.String(),
    bridge_fee: Type.String(),
    swap_gas: Type.String(),
    total_fee: Type.String({ description: 'The fee of the bridge and the gas of the swap.' }),
    fee_currency: Type.String(),
    requires_swap: Type.Boolean(),
    estimated_time_seconds: Type.Integer(),
    quote_expires_at: DateTime,
    simulated: Simulated,
  },
  { $id: 'CrossChainSwapQuote' },
)

export const Swap = Type.Object(
  {
    swap_id: Type.String(),
    quote_id: Type.String(),
    status: SwapStatus,
    bridge_tx_id: Type.String(),
    bridge_status: BridgeStatus,
    swap_tx_hash: Nullable(Type.String()),
    source_chain: Chain,
    destination_chain: Chain,
    from_token: Token,
    to_token: Token,
    input_amount: Type.String(),
    expected_output: Type.String(),
    min_output: Type.String({ description: 'The minimum output after slippage.' }),
    output_amount: Nullable(Type.String()),
    output_token: Nullable(Token),
    swap_failed: Type.Boolean({
      description: 'The bridge arrived, but the swap failed: the output is the bridged token.',
    }),
    total_fee: Type.String(),
    fee_currency: Type.String(),
    estimated_time_seconds: Type.Integer(),
    reason: Nullable(Type.String()),
    simulated: Simulated,
    created_at: DateTime,
    completed_at: Nullable(DateTime),
  },
  { $id: 'CrossChainSwap' },
)

const Breakdown = Type.Record(
  Type.String(),
  Type.Object({ value_usd: Type.String(), positions: Type.Integer() }),
)

export const Portfolio = Type.Object(
  {
    wallet_address: Type.String({ description: 'The caller’s own address on ethereum.' }),
    total_value_usd: Type.String(),
    balances: Type.Array(
      Type.Object(
        { chain: Chain, token: Token, balance: Type.String(), value_usd: Type.String() },
        { $id: 'CrossChainBalance' },
      ),
      { maxItems: 1000, description: 'One for each chain and token that the caller holds.' },
    ),
    defi_summary: Type.Object(
      {
        total_value_usd: Type.String({ description: 'Supplies and stakes, less loans.' }),
        positions_count: Type.Integer(),
        protocol_breakdown: Breakdown,
        chain_breakdown: Breakdown,
        type_breakdown: Breakdown,
        weighted_avg_apy: Type.String(),
        at_risk_positions: Type.Integer(),
      },
      { $id: 'CrossChainDefiSummary' },
    ),
    bridge_history: Type.Object(
      { total: Type.Integer(), pending: Type.Integer(), completed: Type.Integer() },
      { $id: 'BridgeHistory' },
    ),
    chains_active: Type.Array(Chain, { maxItems: 20 }),
  },
  { $id: 'CrossChainPortfolio' },
)
