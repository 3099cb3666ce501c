// Tools of other domains. Each is words and schemas for a model, and the operations that do the work; where
// an operation's own shape is what a model needs, the tool takes it as it is.
import { type TSchema, Type } from 'typebox'
import { type AnyTool, defineTool } from '../../../operation/tool.ts'
import { type AssetCatalogue, readAmount } from '../../core/assets/index.ts'
import { FundingNotAllowed } from '../../core/funding/index.ts'
import { paymentStatusShape, paymentTransferShape } from './payment-schema.ts'
import { toCents } from './spending.ts'
import { Amount, AssetCode, MaybeText, Minor, Text, Uuid } from '../../../operation/tool-schema.ts'

/** An optional field that a model may also send as null. */
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

export interface ToolOptions {
  readonly assets: AssetCatalogue
  readonly now: () => Date
}

const accountBalance = (now: () => Date) =>
  defineTool({
    name: 'account.balance',
    title: 'Get account balance',
    summary: 'What one account holds of each asset, and what all of it is worth in US dollars.',
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
          last_updated: Type.String({ description: 'The moment at which this is the balance.' }),
        }),
      ),
      total_value_usd: Text,
    }),
    async call({ account_uuid, asset_code }, perform) {
      const { balances, summary } = await perform<{
        balances: { asset_code: string; balance: number; formatted: string }[]
        summary: { total_usd_equivalent: string }
      }>('account.balances', { uuid: account_uuid, asset: asset_code })
      const last_updated = now().toISOString()
      return {
        account_uuid,
        balances: balances.map((balance) => ({ ...balance, last_updated })),
        total_value_usd: summary.total_usd_equivalent,
      }
    },
  })

const accountCreate = (assets: AssetCatalogue) =>
  defineTool({
    name: 'account.create',
    title: 'Create a new account',
    summary: 'Open an account for the person, with a first deposit if wanted.',
    scope: 'accounts:write',
    writes: true,
    input: Type.Object({
      name: Type.String({ minLength: 3, maxLength: 100 }),
      currency: Type.Enum(['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'NZD', 'CNY', 'SGD'], {
        default: 'USD',
        description: 'Of the first deposit; an account holds any asset.',
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
      // Before the account is opened: a deposit that cannot be made must not leave an empty one.
      if (initial_deposit > 0) {
        readAmount(assets, { amount: 1, asset_code: currency })
        const { may_fund } = await perform<{ may_fund: boolean }>('funding.get', {})
        if (!may_fund) throw FundingNotAllowed({})
      }
      const { data: account } = await perform<{
        data: { uuid: string; status: string; created_at: string }
      }>('account.open', { name, type, metadata })
      const deposit =
        initial_deposit > 0 && asset
          ? await perform<{ data: { uuid: string; status: string } }>('account.deposit', {
              uuid: account.uuid,
              amount: toDecimal(BigInt(initial_deposit), asset.precision),
              asset_code: currency,
            })
          : undefined
      return {
        account_uuid: account.uuid,
        account_number: account.uuid.replaceAll('-', '').slice(-12).toUpperCase(),
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
  })

function toDecimal(units: bigint, precision: number): string {
  const digits = String(units).padStart(precision + 1, '0')
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`
}

const paymentStatus = defineTool({
  name: 'payment.status',
  title: 'Look up payment status',
  summary: 'What has become of a transfer or a transaction of the person.',
  scope: 'payments:read',
  writes: false,
  ...paymentStatusShape,
  call: (input, perform) => perform('agent_tool.payment_status', input),
})

const paymentTransfer = (assets: AssetCatalogue) =>
  defineTool({
    name: 'payment.transfer',
    title: 'Send a payment',
    summary: 'Move money at once from an account of the person to any other account.',
    scope: 'payments:write',
    writes: true,
    isFinal: true,
    ...paymentTransferShape,
    call(input, perform) {
      const amount = readAmount(
        assets,
        { amount: input.amount, asset_code: input.currency },
        { amount: 'amount', asset: 'currency' },
      )
      return perform('agent_tool.transfer', input, { cents: toCents(amount, assets) })
    },
  })

/** An object whose fields the operation behind it decides. */
const Found = Type.Record(Type.String(), Type.Unknown())

const transactionsQuery = defineTool({
  name: 'transactions.query',
  title: 'Query transaction history',
  summary:
    'Find transactions of the person by a sentence ("coffee last month over 5 dollars") or by fields, with sums.',
  scope: 'transactions:read',
  writes: false,
  input: Type.Object({
    query: orNull(Type.String({ maxLength: 500 })),
    account_uuid: orNull(Uuid),
    date_from: orNull(Type.String({ format: 'date' })),
    date_to: orNull(Type.String({ format: 'date' })),
    amount_min: orNull(Type.Number({ minimum: 0 })),
    amount_max: orNull(Type.Number({ minimum: 0 })),
    category: orNull(Type.String({ maxLength: 50 })),
    asset_code: orNull(AssetCode),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  }),
  output: Type.Object({
    transactions: Type.Array(Found),
    summary: Found,
    explanation: MaybeText,
    nl_summary: Text,
    total_count: Type.Integer(),
    filters_used: Found,
  }),
  async call(input, perform) {
    const { query_parsed, ...found } = await perform<{
      transactions: Record<string, unknown>[]
      summary: Record<string, unknown>
      nl_summary: string
      total_count: number
      filters_used: Record<string, unknown>
      query_parsed: { explanation: string } | null
    }>('transaction.query', input)
    return { ...found, explanation: query_parsed?.explanation ?? null }
  },
})

const spendingAnalysis = defineTool({
  name: 'spending.analysis',
  title: 'Spending analysis by category',
  summary: 'What the person spent in a period: by category, by day, with whom, and the trend.',
  scope: 'transactions:read',
  writes: false,
  input: Type.Object({
    query: orNull(Type.String({ maxLength: 500 })),
    account_uuid: orNull(Uuid),
    date_from: orNull(Type.String({ format: 'date' })),
    date_to: orNull(Type.String({ format: 'date' })),
    category: orNull(Type.String({ maxLength: 50 })),
    asset_code: orNull(AssetCode),
  }),
  output: Type.Object({
    period: Found,
    currency: Type.Unknown(),
    total_spent: Type.Number(),
    total_earned: Type.Number(),
    by_category: Found,
    by_day: Found,
    top_merchants: Type.Array(Found),
    trends: Found,
    insights: Type.Array(Text),
  }),
  call: (input, perform) => perform('spending.analysis', input),
})

const exchangeQuote = defineTool({
  name: 'exchange.quote',
  title: 'Get an exchange rate quote',
  summary: 'What an amount of one currency would bring in another at the rates of the moment.',
  scope: 'exchange:read',
  writes: false,
  input: Type.Object({
    from_currency: AssetCode,
    to_currency: AssetCode,
    amount: Type.Union(Amount.anyOf, { default: '1' }),
    include_fees: Type.Boolean({ default: false }),
  }),
  output: Type.Object({
    from_currency: Text,
    to_currency: Text,
    exchange_rate: Text,
    amount: Text,
    converted_amount: Text,
    formatted_rate: Text,
    formatted_amount: Text,
    fee_amount: Text,
    total_amount: Text,
    timestamp: Text,
    provider: Text,
    inverse_rate: Text,
    spread_percentage: Text,
  }),
  call: (input, perform) => perform('exchange.quote', input),
})

const exchangeTrade = defineTool({
  name: 'exchange.trade',
  title: 'Execute an exchange trade',
  summary: 'Place an order on the exchange from an account of the person.',
  scope: 'exchange:write',
  writes: true,
  isFinal: true,
  input: Type.Object({
    account_uuid: Uuid,
    type: Type.Enum(['buy', 'sell']),
    order_type: Type.Enum(['market', 'limit', 'stop', 'stop-limit']),
    base_currency: AssetCode,
    quote_currency: AssetCode,
    amount: Amount,
    price: Type.Optional(
      Type.Union(Amount.anyOf, { description: 'For limit and stop-limit orders.' }),
    ),
    stop_price: Type.Optional(
      Type.Union(Amount.anyOf, { description: 'For stop and stop-limit orders.' }),
    ),
    time_in_force: Type.Enum(['GTC', 'IOC', 'FOK', 'GTD'], { default: 'GTC' }),
    expires_at: Type.Optional(Type.String({ format: 'date-time', description: 'With GTD only.' })),
  }),
  output: Type.Object({
    order_id: Text,
    account_uuid: Text,
    type: Text,
    order_type: Text,
    base_currency: Text,
    quote_currency: Text,
    amount: Text,
    price: MaybeText,
    status: Text,
    filled_amount: Text,
    remaining_amount: Text,
    average_fill_price: MaybeText,
    fee_amount: Text,
    fee_currency: Text,
    time_in_force: Text,
    created_at: Text,
    updated_at: Text,
  }),
  async call(input, perform) {
    const { data } = await perform<{ data: never }>('exchange.trade', input)
    return data
  },
})

const rampStart = (assets: AssetCatalogue) =>
  defineTool({
    name: 'ramp.start',
    title: 'Start an on/offramp session',
    summary:
      'Start buying crypto for money, or selling it; the person goes on at the checkout URL.',
    scope: 'ramp:write',
    writes: true,
    isFinal: true,
    input: Type.Object({
      type: Type.Enum(['on', 'off'], { description: 'on: money to crypto; off: crypto to money.' }),
      fiat_currency: Type.Enum(['USD', 'EUR', 'GBP']),
      fiat_amount: Type.String({ pattern: '^\\d+(\\.\\d+)?$', maxLength: 20 }),
      crypto_currency: Type.Enum(['USDC', 'EURC', 'USDT']),
      wallet_address: Type.String({ minLength: 1, maxLength: 128 }),
      quote_id: Type.Optional(Type.String({ maxLength: 255 })),
    }),
    output: Type.Object({ session_id: Text, checkout_url: Text, provider: Text, status: Text }),
    call(input, perform) {
      const amount = readAmount(
        assets,
        { amount: input.fiat_amount, asset_code: input.fiat_currency },
        { amount: 'fiat_amount', asset: 'fiat_currency' },
      )
      return perform('ramp.start', input, { cents: toCents(amount, assets) })
    },
  })

const rampStatus = defineTool({
  name: 'ramp.status',
  title: 'Check on/offramp session status',
  summary: 'What has become of a session to buy or sell crypto.',
  scope: 'ramp:read',
  writes: false,
  input: Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 255 }) }),
  output: Type.Object({
    session_id: Text,
    status: Text,
    provider: Text,
    crypto_amount: Text,
    updated_at: Text,
  }),
  call: (input, perform) => perform('ramp.status', input),
})

const mppDiscovery = defineTool({
  name: 'mpp.discovery',
  title: 'Discover multi-rail payment routes',
  summary: 'What can be paid for here by machines, at what price, and by which rails.',
  scope: null,
  writes: false,
  input: Type.Object({ include_resources: Type.Boolean({ default: true }) }),
  output: Type.Object({
    configuration: Found,
    rails: Type.Array(Found),
    resources: Type.Array(Found),
  }),
  call: (input, perform) => perform('mpp.discovery', input),
})

const walletAddresses = defineTool({
  name: 'wallet.addresses',
  title: 'List wallet addresses',
  summary: 'The addresses of the person’s wallets.',
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
    const { data, count } = await perform<{ data: never[]; count: number }>(
      'wallet.addresses',
      input,
    )
    return { addresses: data, count }
  },
})

const walletActivity = defineTool({
  name: 'wallet.activity',
  title: 'Recent wallet activity',
  summary: 'What came into the person’s accounts and went out of them lately.',
  scope: 'accounts:read',
  writes: false,
  input: Type.Object({
    limit: Type.Integer({ default: 10, description: '1 to 50; more is 50.' }),
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
  call: (input, perform) => perform('wallet.activity', input),
})

/** In the order of the specification. */
export const makeTools = ({ assets, now }: ToolOptions): AnyTool[] => [
  accountBalance(now),
  accountCreate(assets),
  paymentStatus,
  paymentTransfer(assets),
  transactionsQuery,
  spendingAnalysis,
  exchangeQuote,
  exchangeTrade,
  rampStart(assets),
  rampStatus,
  mppDiscovery,
  walletAddresses,
  walletActivity,
]
