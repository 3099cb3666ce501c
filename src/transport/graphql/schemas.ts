// The 45 domain schemas of GraphQL, and what belongs to each: operations by the noun of their name, or by their whole
// name, which counts first. An operation that is listed with a field has that name; all others are named by rule.

/** How the root field of one operation differs from the rule. */
export interface FieldOptions {
  readonly field?: string
  /** Arguments with another name than in REST: the name in GraphQL → the name in REST. */
  readonly args?: Readonly<Record<string, string>>
  /** A write takes its fields as arguments of their own, or all of them as one argument `input`. */
  readonly form?: 'flat' | 'input'
  /** Values for fields that are required in REST and optional here. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** A read that is asked for as a mutation. */
  readonly root?: 'mutation'
  /** A write answers with the record that this read finds by the same ids. */
  readonly answers?: string
  /** Amounts that are numbers here, where REST takes text too. */
  readonly numbers?: readonly string[]
  /** Further fields that do the same, with their own names of arguments. */
  readonly also?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

type Entry = string | readonly [operation: string, options: FieldOptions | string]

const inGraphql = 'Requested through GraphQL.'

export const schemas: Readonly<Record<string, readonly Entry[]>> = {
  account: [
    'account',
    'balance',
    'funding',
    'teller',
    'customer_account',
    ['account.get', { args: { id: 'uuid' }, also: { accountByUuid: {} } }],
    ['account.open', 'createAccount'],
    [
      'account.freeze',
      { args: { id: 'uuid' }, answers: 'account.get', defaults: { reason: inGraphql } },
    ],
    [
      'account.unfreeze',
      {
        args: { id: 'uuid' },
        answers: 'account.get',
        form: 'flat',
        defaults: { reason: inGraphql },
      },
    ],
    ['account.balances_decimal', 'accountBalances'],
    ['account.deposit', 'deposit'],
    ['account.withdraw', 'withdraw'],
    ['balance.explain', 'explainBalance'],
  ],
  asset: ['asset', ['asset.get', { args: { id: 'code' }, also: { assetByCode: {} } }]],
  'exchange-rate': [
    'rate_provider',
    ['rate.list', 'exchangeRates'],
    [
      'rate.get',
      {
        field: 'exchangeRate',
        args: { from_asset_code: 'from', to_asset_code: 'to' },
        also: { latestExchangeRate: { from_asset_code: 'from', to_asset_code: 'to' } },
      },
    ],
    ['rate.convert', 'convertedAmount'],
    ['rate.refresh', 'refreshExchangeRates'],
    ['rate.set', 'setExchangeRate'],
  ],
  transaction: [
    ['transaction.get', { args: { uuid: 'id' } }],
    'transaction',
    'reversal',
    'account.transactions',
    'account.statement',
    'account.reversals',
  ],
  transfer: ['transfer', ['transfer.list', { args: { account_uuid: 'uuid' } }]],
  ledger: [
    'ledger',
    'ledger_account',
    'journal_entry',
    'balance_sheet',
    'income_statement',
    'ledger_reconciliation',
    'ledger_period',
    'posting_rule',
    ['ledger_account.balance', { field: 'ledgerBalance', args: { account_code: 'code' } }],
    ['trial_balance.get', 'ledgerTrialBalance'],
    ['ledger_account.create', 'ledgerCreateAccount'],
    ['journal_entry.create', { field: 'ledgerPostEntry', form: 'flat' }],
    ['journal_entry.reverse', { field: 'ledgerReverseEntry', form: 'flat' }],
  ],
  exchange: [
    'exchange',
    ['exchange.orders', 'orders'],
    ['exchange.trades', 'trades'],
    ['exchange.order_book', 'orderBook'],
    ['exchange.market_trades', 'marketTrades'],
    ['exchange.candles', 'candles'],
    ['exchange.trade', { field: 'placeOrder', numbers: ['amount', 'price'] }],
    ['exchange.cancel_order', 'cancelOrder'],
    ['exchange.convert', 'convertCurrency'],
  ],
  basket: [
    'basket',
    'account.baskets',
    'account.compose_basket',
    'account.decompose_basket',
    ['basket.get', { args: { id: 'code' } }],
    ['basket.rebalance', { form: 'input', args: { id: 'code' } }],
  ],
  gcu: ['gcu'],
  governance: ['proposal', 'voting', ['proposal.vote', 'voteOnProposal']],
  poll: [
    'poll',
    'vote',
    ['poll.results', { args: { poll_id: 'uuid' } }],
    ['poll.vote', { field: 'castVote', args: { poll_id: 'uuid' } }],
    ['poll.cancel', { form: 'flat', args: { id: 'uuid' } }],
    ['poll.get', { args: { id: 'uuid' } }],
    ['poll.activate', { args: { id: 'uuid' } }],
    ['poll.complete', { args: { id: 'uuid' } }],
  ],
  webhook: ['webhook', ['webhook.deliveries', { args: { webhook_id: 'id' } }]],
  event: ['event'],
  user: ['user', 'grant'],
  'api-key': ['api_key'],
  workflow: [
    'workflow',
    ['batch.list', 'batchJobs'],
    ['batch.status', { field: 'batchJob', args: { id: 'batch_id' } }],
    ['batch.execute', 'createBatchJob'],
    ['batch.cancel', 'cancelBatchJob'],
  ],
  ai: [
    'transaction.query',
    'ai_query',
    'ai_transaction',
    'tool',
    'tool_call',
    ['conversation.list', 'aiConversations'],
    ['conversation.get', { field: 'aiConversation', args: { conversation_id: 'conversationId' } }],
    ['conversation.chat', 'sendAiMessage'],
    [
      'conversation.delete',
      { field: 'deleteAiConversation', args: { conversation_id: 'conversationId' } },
    ],
    ['conversation.rate', 'rateAiMessage'],
  ],
  spending: ['spending', 'spending_rule', 'spending_budget', 'spending_recurring'],
  agent: ['agent', ['agent.get', { args: { id: 'did' } }]],
  'agent-credential': ['agent_key', 'agent_session', 'agent_auth.scopes'],
  escrow: ['escrow'],
  'agent-message': ['agent_message'],
  'agent-payment': ['agent_payment'],
  'agent-protocol': ['agent_protocol', 'agent_agreement', 'a2a', 'mandate', 'task'],
  reputation: ['reputation'],
  subscription: ['subscription'],
  card: [
    'card',
    ['card.get', { args: { id: 'uuid' } }],
    'cardholder',
    'card_wallet',
    ['cardholder.link', 'createCardholder'],
  ],
  sms: ['sms', ['sms.status', { args: { messageId: 'message_id' } }]],
  x402: [
    'x402',
    'x402_payment',
    ['x402.status', 'x402ProtocolStatus'],
    ['x402.supported', 'x402SupportedNetworks'],
    ['x402_endpoint.list', 'x402MonetizedEndpoints'],
    ['x402_endpoint.get', 'x402MonetizedEndpoint'],
    ['x402_endpoint.create', 'createX402MonetizedEndpoint'],
    ['x402_endpoint.update', 'updateX402MonetizedEndpoint'],
    ['x402_endpoint.delete', 'deleteX402MonetizedEndpoint'],
    ['x402_limit.list', 'x402SpendingLimits'],
    ['x402_limit.get', 'x402SpendingLimit'],
    ['x402_limit.set', 'setX402SpendingLimit'],
    ['x402_limit.update', 'updateX402SpendingLimit'],
    ['x402_limit.delete', 'deleteX402SpendingLimit'],
  ],
  mpp: ['mpp', 'mpp_resource', 'mpp_limit'],
  wallet: ['wallet'],
  ramp: ['ramp'],
  crosschain: [
    'crosschain',
    'bridge',
    'cross_chain_swap',
    ['bridge.status', 'bridgeTransaction'],
    ['bridge.list', 'bridgeTransactions'],
    ['bridge.start', { field: 'initiateBridgeTransfer', numbers: ['amount'] }],
    ['bridge.initiate', 'initiateQuotedBridgeTransfer'],
  ],
  defi: [
    'defi_protocol',
    'defi_quote',
    'defi_swap',
    'defi_flash_loan',
    'defi_portfolio',
    'defi_position',
    'defi_yield',
    'defi_market',
    'defi_lending',
    'defi_staking',
    ['defi_quote.create', 'defiSwapQuote'],
    ['defi_swap.execute', 'executeQuotedDefiSwap'],
  ],
  regtech: [
    'mifid',
    'mica',
    'regulatory',
    'regulatory_decision',
    'sanctions',
    ['regulatory.summary', 'complianceSummary'],
    ['regulatory_report.list', 'regulatoryReports'],
    ['regulatory_report.status', { field: 'regulatoryReport', args: { id: 'reference' } }],
    ['regulatory_report.file', 'submitRegulatoryReport'],
  ],
  'travel-rule': ['travel_rule'],
  mobile: [
    'mobile',
    'network',
    'notification',
    'notification_preferences',
    'passkey.list',
    'biometric_session.list',
    ['device.list', 'mobileDevices'],
    ['device.get', 'mobileDevice'],
    'device',
  ],
  'mobile-payment': ['payment_intent', 'merchant', 'p2p_transfer', 'receipt', 'recipient'],
  partner: [
    'partner',
    'partner_profile',
    'partner_tier',
    'partner_key',
    'partner_webhook_secret',
    'partner_member',
    'partner_branding',
    'partner_usage',
    'partner_sdk',
    'partner_invoice',
    'partner_billing',
    'tenant',
    'partner_logo',
    'white_label',
    'branding',
  ],
  iso20022: [
    ['iso20022.parse', { root: 'mutation' }],
    ['iso20022.validate', { root: 'mutation' }],
    ['iso20022.generate', { root: 'mutation' }],
    'iso20022',
    'payment_file',
    'file_payment',
    'account.iso_statement',
    'account.iso_notification',
  ],
  'open-banking': [
    'consent',
    'account_information',
    'payment_initiation',
    ['consent.get', 'openBankingConsent'],
    ['consent.list', 'openBankingMyConsents'],
    ['consent.create', 'openBankingCreateConsent'],
    ['consent.authorize', 'openBankingAuthorizeConsent'],
    ['consent.end', 'openBankingRevokeConsent'],
  ],
  'payment-rails': [
    'rail',
    'rail_payment',
    'direct_debit_mandate',
    'direct_debit',
    'ach_file',
    'ach_return',
    ['rail.supported', 'paymentRailsSupportedRails'],
    ['rail_payment.get', 'paymentRailsTransaction'],
    ['rail_payment.send', { field: 'paymentRailsSend', form: 'flat' }],
  ],
  interledger: [
    ['interledger.supported_assets', 'ilpSupportedAssets'],
    ['interledger_payment.get', { field: 'ilpPayment', args: { id: 'payment_id' } }],
    ['interledger_quote.create', 'ilpCreateQuote'],
    ['interledger_incoming.create', 'ilpCreateIncomingPayment'],
    ['interledger_outgoing.create', 'ilpCreateOutgoingPayment'],
    'interledger_quote',
    'interledger_payment',
    'interledger_incoming',
    'interledger_connection',
    'interledger_grant',
    'interledger_peer',
  ],
  microfinance: [
    ['microfinance_group.list', 'mfiGroups'],
    ['microfinance_group.create', 'mfiCreateGroup'],
    ['microfinance_group.activate', 'mfiActivateGroup'],
    ['group_member.add', { field: 'mfiAddMember', args: { group_id: 'id' } }],
    ['share_account.list', 'mfiShareAccounts'],
    ['share_account.open', 'mfiOpenShareAccount'],
    ['share_account.purchase', 'mfiPurchaseShares'],
    ['provisioning.summary', 'mfiProvisionSummary'],
    'microfinance_group',
    'microfinance_loan',
    'group_member',
    'group_meeting',
    'group_attendance',
    'provisioning',
    'cash_teller',
    'teller_transaction',
    'vault_transfer',
    'field_officer',
    'collection_sheet',
    'share_account',
    'dividend',
  ],
  monitoring: [
    'feature',
    'audit',
    'request',
    ['rate_limits.get', 'rateLimits'],
    ['rate_limits.set', 'setRateLimits'],
    ['dashboard.metrics', 'metrics'],
    ['dashboard.domain_health', 'domainHealth'],
    ['dashboard.event_throughput', 'eventThroughput'],
    ['dashboard.stream_status', 'streamStatus'],
    ['dashboard.projector_lag', 'projectorLag'],
    'system',
  ],
}

/** Operations that GraphQL leaves out, by noun or name, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  auth: 'Signing in comes before GraphQL; it has forms and limits of its own.',
  auth_session: 'Part of signing in.',
  two_factor: 'Part of signing in.',
  passkey: 'Part of signing in.',
  biometric: 'Part of signing in.',
  biometric_session: 'Part of signing in.',
  agent_auth: 'Part of signing in.',
  'account.create': 'The older form of account.open.',
  'account.reverse_transaction': 'The older form of transaction.reverse.',
  'account.balances': 'The older form of account.balances_decimal.',
  'account.legacy_balance': 'The older form of account.balances_decimal.',
  'account.legacy_summary': 'The older form of account.balances_decimal.',
  'asset.list_public': 'The older form of asset.list.',
  'asset.get_public': 'The older form of asset.get.',
  'rate.list_public': 'The older form of rate.list.',
  'rate.get_public': 'The older form of rate.get.',
  'rate.convert_public': 'The older form of rate.convert.',
  'ramp.webhook': 'Only the provider calls it.',
  'sms.report': 'Only the provider calls it.',
  'sms.send': 'It is paid for by HTTP 402.',
  'card.webhook': 'Only the provider calls it.',
  'subscription.apple_notification': 'Only the provider calls it.',
  'subscription.google_notification': 'Only the provider calls it.',
  'interledger_packet.receive': 'Only peers call it, with packets in a binary form.',
  'interledger_pointer.ask': 'A protocol of its own.',
  'agent.configuration': 'A document at a well-known address.',
  'x402.configuration': 'A document at a well-known address.',
  'mpp.configuration': 'A document at a well-known address.',
  'a2a.card': 'A document at a well-known address.',
  'mpp.pay_lightning': 'A tool of the sandbox for one protocol.',
}

export interface Shown extends FieldOptions {
  readonly schema: string
}

const entries = new Map<string, Shown>(
  Object.entries(schemas).flatMap(([schema, list]) =>
    list.map((entry): [string, Shown] => {
      if (typeof entry === 'string') return [entry, { schema }]
      const [operation, options] = entry
      return [
        operation,
        { schema, ...(typeof options === 'string' ? { field: options } : options) },
      ]
    }),
  ),
)

/** The schema and options of an operation; 'left out' with a reason; undefined when it is not listed. */
export function findShown(operation: string): Shown | 'left out' | undefined {
  const noun = operation.split('.')[0]!
  const own = entries.get(operation)
  if (own) return own
  if (leftOut[operation] !== undefined) return 'left out'
  return entries.get(noun) ?? (leftOut[noun] === undefined ? undefined : 'left out')
}
