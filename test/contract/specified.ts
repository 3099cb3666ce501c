// What the specification says about fields, route by route. A field list is written as the specification writes it:
// names, `!` behind what a caller must send, `:a|b` for values that must be known, `{…}` for the fields of an object
// and `[]` before them for a list of such. Routes without a list in the specification are not here.

export interface SpecifiedRoute {
  /** Fields of the body, of the query or, with a dash between words, headers. */
  readonly takes?: string
  /** Fields of the successful answer; for a list of records of its own, `[]{…}`. */
  readonly answers?: string
  /** All statuses that are named: the first one is that of the answer. */
  readonly statuses?: readonly number[]
}

const account = 'uuid user_uuid name type status metadata created_at'
const transaction =
  'uuid account_uuid type:deposit|withdrawal|transfer amount asset_code status:pending|completed|failed reference created_at completed_at balance_after'
const transfer =
  'uuid from_account to_account amount asset_code status:pending reference workflow_id created_at estimated_completion metadata fees{transfer_fee currency}'
const composition =
  'basket_code last_updated total_value_usd composition[]{asset_code asset_name asset_type weight current_price_usd value_contribution_usd percentage_of_basket 24h_change 7d_change} rebalancing{frequency last_rebalanced next_rebalance automatic} performance{24h_change_usd 24h_change_percent 7d_change_usd 7d_change_percent 30d_change_usd 30d_change_percent}'
const projection =
  'tier status source plan currentPeriodEnd trialEndsAt cancelledAtPeriodEnd pausedUntil reactivated'
const page = 'meta{current_page last_page per_page total from to} links{first last prev next}'
const agentKey = 'key_id name key_prefix scopes is_active last_used_at expires_at'
const party = 'name account_number institution_name institution_country'
const agent = '/api/agent-protocol/agents/{did}'
const escrow = '/api/agent-protocol/escrow'

export const specified: Readonly<Record<string, SpecifiedRoute>> = {
  'POST /api/v1/subscription/iap/verify': {
    takes:
      'Idempotency-Key! platform:apple_iap|google_play! receipt! productId:zelta_pro_monthly|zelta_pro_annual! originalTransactionId appVersion currency withdrawalConsent{given shownAt acceptedAt consentText version}',
    answers: projection,
    statuses: [200, 401, 409, 422, 429],
  },
  'POST /api/v1/webhooks/cardplatform': { statuses: [200, 400, 401] },
  'POST /api/ai/query/transactions': {
    takes: 'query account_uuid date_from date_to amount_min amount_max category asset_code limit',
    answers:
      'success data{transactions summary total_count nl_summary query_parsed{intent confidence explanation} filters_used}',
    statuses: [200, 401, 422],
  },
  'POST /api/ai/query/spending-analysis': {
    takes: 'query account_uuid date_from date_to category asset_code',
    answers: 'success data',
    statuses: [200, 401, 422],
  },
  'POST /api/ai/chat': {
    takes: 'message! conversation_id context model:gpt-4|gpt-3.5-turbo|claude-3 temperature stream',
    answers: 'conversation_id message_id response confidence tools_used context',
    statuses: [200, 400, 401, 429],
  },
  'GET /api/ai/conversations': {
    takes: 'limit',
    answers: '[]{id title last_message message_count created_at updated_at}',
    statuses: [200],
  },
  'GET /api/ai/conversations/{conversationId}': {
    answers: 'id messages[]{role:user|assistant|system content timestamp} context created_at',
    statuses: [200, 404],
  },
  'DELETE /api/ai/conversations/{conversationId}': { statuses: [204, 404] },
  'POST /api/ai/feedback': { takes: 'message_id! rating! feedback', statuses: [200] },
  'POST /api/v2/ai/query': { takes: 'query context' },
  'GET /api/v2/ai/queries': {},
  'POST /api/v1/ai/transactions': {
    takes: 'query account_id options{include_analytics include_risk_scores max_results format}',
    answers:
      'data{query_id original_query interpreted_query interpretation_confidence total_results transactions analytics{total_volume avg_amount median_amount flagged_count avg_risk_score chains_involved bridges_used}}',
  },
  'GET /api/accounts': { answers: `data[]{${account}}`, statuses: [200] },
  'POST /api/accounts': {
    takes: 'user_uuid! name! initial_balance',
    answers: `data{${account}} message`,
    statuses: [201, 422],
  },
  'GET /api/accounts/{uuid}': { answers: `data{${account}}`, statuses: [200, 404] },
  'DELETE /api/accounts/{uuid}': { answers: 'message', statuses: [200, 404, 422] },
  'POST /api/accounts/{uuid}/freeze': {
    takes: 'reason! authorized_by',
    answers: 'message',
    statuses: [200, 422],
  },
  'POST /api/accounts/{uuid}/unfreeze': {
    takes: 'reason! authorized_by',
    answers: 'message',
    statuses: [200, 422],
  },
  'GET /api/accounts/{uuid}/balances': {
    takes: 'asset positive',
    answers:
      'data{account_uuid balances[]{asset_code balance formatted asset{code name type symbol precision}} summary{total_assets total_usd_equivalent}}',
    statuses: [200, 404],
  },
  'GET /api/balances': {
    takes: 'asset min_balance user_uuid limit',
    answers:
      'data[]{account_uuid asset_code balance formatted account{uuid user_uuid}} meta{total_accounts total_balances asset_totals}',
    statuses: [200, 422],
  },
  'POST /api/agent-protocol/auth/challenge': {
    takes: 'did!',
    answers: 'success data{challenge nonce expires_at}',
    statuses: [200, 400, 500],
  },
  'POST /api/agent-protocol/auth/did': {
    takes: 'did! signature! challenge! nonce',
    answers: 'success data{session_token expires_at agent}',
    statuses: [200, 401, 500],
  },
  'POST /api/agent-protocol/auth/api-key': {
    takes: 'api_key!',
    answers: 'success data{session_token expires_at agent}',
    statuses: [200, 401, 500],
  },
  'POST /api/agent-protocol/auth/session/validate': {
    takes: 'session_token!',
    answers: 'success valid data',
    statuses: [200],
  },
  'POST /api/agent-protocol/auth/session/revoke': {
    takes: 'session_token!',
    answers: 'success message',
    statuses: [200],
  },
  [`GET ${agent}/api-keys`]: { answers: `success data[]{${agentKey}}`, statuses: [200, 404] },
  [`POST ${agent}/api-keys`]: {
    takes: 'name! scopes expires_at',
    answers: 'success data{api_key key_id created_at} warning',
    statuses: [201, 404, 422],
  },
  [`DELETE ${agent}/api-keys/{keyId}`]: { answers: 'success message', statuses: [200, 404] },
  [`GET ${agent}/sessions`]: { answers: 'success data', statuses: [200, 404] },
  [`DELETE ${agent}/sessions`]: {
    answers: 'success message revoked_count',
    statuses: [200, 404],
  },
  'GET /api/agent-protocol/auth/scopes': {
    answers: 'success data{scopes default_scopes}',
    statuses: [200],
  },
  'POST /api/agent-protocol/agents/register': {
    takes: 'name! type:service|user|system! description capabilities metadata',
    answers: 'success data{agent_id did name type registered_at}',
    statuses: [201, 422, 500],
  },
  'GET /api/agent-protocol/agents/discover': {
    takes: 'capability type:service|user|system status:active|inactive|suspended limit',
    answers: 'success data',
    statuses: [200],
  },
  [`GET ${agent}`]: { answers: 'success data', statuses: [200, 404] },
  [`PUT ${agent}/capabilities`]: {
    takes: 'capabilities[]{name version metadata}!',
    statuses: [200, 403, 404],
  },
  'GET /.well-known/ap2-configuration': {
    answers:
      'issuer agent_registration_endpoint agent_discovery_endpoint payment_endpoint escrow_endpoint supported_capabilities',
    statuses: [200],
  },
  [`POST ${escrow}`]: {
    takes:
      'buyer_did! seller_did! amount! currency! conditions release_conditions timeout_seconds dispute_resolution_did metadata',
    answers: 'success data{escrow_id status amount expires_at}',
    statuses: [201, 400, 404],
  },
  [`GET ${escrow}/{escrowId}`]: { answers: 'success data', statuses: [200, 404] },
  [`POST ${escrow}/{escrowId}/fund`]: { takes: 'funder_did!', statuses: [200, 400, 404] },
  [`POST ${escrow}/{escrowId}/release`]: {
    takes: 'releaser_did conditions_met',
    statuses: [200, 400, 404],
  },
  [`POST ${escrow}/{escrowId}/dispute`]: {
    takes: 'disputer_did! reason! evidence',
    statuses: [200, 400, 404],
  },
  [`POST ${escrow}/{escrowId}/resolve`]: {
    takes:
      'resolver_did! resolution_type:release_to_receiver|return_to_sender|split! split_percentage reason',
    statuses: [200, 400, 404],
  },
  [`GET ${agent}/messages`]: {
    takes: 'type:inbox|outbox|all status unacknowledged_only limit',
    answers: 'success data',
    statuses: [200],
  },
  [`POST ${agent}/messages`]: {
    takes:
      'to_agent_did! message_type:direct|broadcast|protocol|transaction|notification! payload! priority:low|normal|high|critical requires_acknowledgment correlation_id reply_to headers',
    answers: 'success data{message_id status sent_at}',
    statuses: [201, 400, 404],
  },
  [`POST ${agent}/messages/{messageId}/ack`]: {
    answers: 'success data{message_id acknowledged_at}',
    statuses: [200, 400, 404],
  },
  [`GET ${agent}/messages/{messageId}`]: { answers: 'success data', statuses: [200, 404] },
  [`GET ${agent}/payments`]: {
    takes: 'status type:sent|received|all limit',
    answers: 'success data',
    statuses: [200],
  },
  [`POST ${agent}/payments`]: {
    takes: 'to_agent_did! amount! currency! description escrow_required metadata',
    answers: 'success data{transaction_id status amount currency}',
    statuses: [201, 400, 404, 422],
  },
  [`GET ${agent}/payments/{transactionId}`]: { answers: 'success data', statuses: [200, 404] },
  [`POST ${agent}/payments/{transactionId}/confirm`]: { statuses: [200, 400, 404] },
  [`POST ${agent}/payments/{transactionId}/cancel`]: {
    takes: 'reason',
    statuses: [200, 400, 404],
  },
  'GET /api/agent-protocol/protocol/versions': {
    answers: 'success data{versions preferred}',
    statuses: [200],
  },
  'GET /api/agent-protocol/protocol/versions/{version}/capabilities': {
    answers: 'success data{version capabilities}',
    statuses: [200, 404],
  },
  [`POST ${agent}/protocol/negotiate`]: {
    takes: 'target_did! preferred_capabilities',
    answers: 'success data{negotiation}',
    statuses: [200, 400, 500],
  },
  [`GET ${agent}/protocol/agreements/{otherDid}`]: {
    answers: 'success data{agreement has_agreement is_valid}',
    statuses: [200, 400],
  },
  [`DELETE ${agent}/protocol/agreements/{otherDid}`]: {},
  'GET /api/v2/accounts': { answers: `data[]{${account}}` },
  'GET /api/v2/accounts/{uuid}': { answers: `data{${account}}` },
  'GET /api/v2/accounts/{uuid}/balances': {
    answers: 'data{balances[]{asset_code available_balance reserved_balance total_balance}}',
  },
  'GET /api/v2/transactions': {
    takes: 'page per_page asset_code status',
    answers: `data[]{${transaction}} ${page}`,
  },
  'GET /api/v2/accounts/{uuid}/transactions': {
    takes:
      'limit page type:deposit|withdrawal|transfer status:pending|completed|failed start_date end_date sort',
    answers: `data[]{${transaction}} ${page}`,
  },
  'POST /api/v2/accounts/{uuid}/deposit': { takes: 'amount! asset_code reference' },
  'POST /api/v2/accounts/{uuid}/withdraw': { takes: 'amount! asset_code reference' },
  'POST /api/v2/transfers': {
    takes: 'from_account to_account amount! asset_code reference workflow_enabled metadata',
    answers: `data{${transfer}}`,
  },
  'GET /api/v2/accounts/{uuid}/transfers': { answers: 'data' },
  'GET /api/v2/gcu': {},
  'GET /api/v2/gcu/composition': { answers: `data{${composition}}` },
  'GET /api/v2/gcu/value-history': {
    takes: 'period:24h|7d|30d|90d|1y|all interval:hourly|daily|weekly|monthly',
  },
  'GET /api/v2/gcu/voting/proposals': { takes: 'status:active|upcoming|past' },
  'GET /api/v2/gcu/voting/proposals/{id}': {},
  'POST /api/v2/gcu/voting/proposals/{id}/vote': { takes: 'vote:for|against|abstain!' },
  'GET /api/v2/gcu/voting/my-votes': {},
  'GET /api/v2/baskets': {},
  'GET /api/v2/baskets/{code}': {},
  'POST /api/v2/accounts/{uuid}/baskets/compose': { takes: 'basket_code! amount!' },
  'POST /api/v2/accounts/{uuid}/baskets/decompose': { takes: 'basket_code! amount!' },
  'GET /api/v2/webhooks/events': {},
  'POST /api/v2/webhooks': { takes: 'url! events! description secret active' },
  'GET /api/v2/webhooks': {},
  'GET /api/v2/webhooks/{id}/deliveries': {},
  'POST /api/auth/register': {},
  'POST /api/auth/login': { answers: 'access_token' },
  'GET /api/auth/user': {},
  'POST /api/transfers': {},
  'GET /api/transactions': {},
  'POST /api/transactions/reverse': {},
  'POST /api/v2/gcu/buy': {},
  'POST /api/voting/polls/{id}/vote': {},
  'POST /api/v2/crosschain/bridge': {
    takes: 'source_chain destination_chain token amount protocol',
  },
  'GET /api/v2/crosschain/bridge/fees': { takes: 'from to token amount' },
  'POST /api/v2/crosschain/swap': {
    takes: 'source_chain destination_chain from_token to_token amount slippage_bps',
  },
  'GET /api/v2/crosschain/portfolio': {},
  'POST /api/v1/crosschain/bridge/quote': {
    takes: 'source_chain destination_chain token amount preferred_bridge',
    answers:
      'data{quote_id bridge_protocol source_chain destination_chain token input_amount estimated_receive_amount fee_amount fee_currency exchange_rate estimated_duration_seconds quote_expires_at alternative_quotes}',
  },
  'POST /api/v1/crosschain/bridge/initiate': {
    takes: 'quote_id sender_address recipient_address slippage_tolerance deadline_minutes',
    answers:
      'data{bridge_tx_id quote_id status:pending source_tx_hash destination_tx_hash amount token bridge_protocol created_at estimated_completion_at}',
  },
  'GET /api/v2/defi/swap/quote': { takes: 'from to amount chain' },
  'POST /api/v2/defi/swap/execute': { takes: 'from_token to_token amount slippage_bps chain' },
  'POST /api/v1/defi/swap/quote': {
    takes: 'chain token_in token_out amount_in slippage_tolerance dex_sources',
    answers:
      'data{quote_id estimated_output price_impact_percent estimated_gas_usd best_route{dex path pools fee_tier} alternative_routes quote_expires_at}',
  },
  'POST /api/v1/defi/swap/execute': {
    takes: 'quote_id wallet_address max_gas_price_gwei deadline_minutes',
    answers:
      'data{swap_id quote_id status:submitted tx_hash expected_output gas_price_gwei created_at}',
  },
  'GET /api/v2/defi/portfolio': {},
  'POST /api/v2/defi/flash-loan': { takes: 'token amount operations[]{type from to dex}' },
  'POST /api/v2/regtech/mifid/reports': { takes: 'transaction_id report_type jurisdiction' },
  'POST /api/v2/regtech/mica/check': { takes: 'asset_type issuer_id whitepaper_hash' },
  'POST /api/v2/regtech/travel-rule/transfers': {
    takes: 'transfer_id originator{name account} beneficiary{name vasp_id} amount currency',
  },
  'POST /api/v1/regtech/travel-rule/check': {
    takes: `transfer_id originator{${party}} beneficiary{${party}} transfer_details{amount currency asset_type purpose} jurisdiction`,
    answers:
      'data{is_compliant risk_level applicable_jurisdiction compliance_issues[]{code description}}',
  },
  'GET /api/v2/regtech/status': {},
  'POST /api/v2/mobile/payments/intents': { takes: 'amount currency recipient description' },
  'GET /api/v2/mobile/activity': { takes: 'page per_page' },
  'POST /api/v2/mobile/transfers/p2p': { takes: 'to_user amount currency note' },
  'POST /api/v2/mobile/auth/passkey/verify': {
    takes: 'credential_id authenticator_data client_data_json signature',
  },
  'POST /api/v2/partner/tenants': { takes: 'name plan domain' },
  'GET /api/v2/partner/tenants': {},
  'POST /api/v2/partner/sdk/generate': {
    takes:
      'language languages branding{name color} modules api_version include_modules options{include_types include_examples include_tests}',
  },
  'PUT /api/v2/partner/config/whitelabel': { takes: 'logo_url primary_color features' },
  'POST /api/v1/sms/send': {
    takes: 'to from message',
    answers: 'data{message_id status parts destination price_usdc}',
    statuses: [200, 402],
  },
  'GET /api/v1/sms/rates': {
    takes: 'country',
    answers: 'data{country country_code rate_eur rate_usdc}',
  },
  'GET /api/v1/sms/status/{messageId}': {
    answers:
      'success data{message_id status:pending|sent|delivered|failed delivered_at payment_status:settled}',
  },
  'GET /api/v1/sms/info': { answers: 'data{provider enabled test_mode networks}' },
  'GET /api/v2/x402/status': {},
  'GET /api/v2/x402/supported': {},
  'GET /api/v2/x402/payments': { takes: 'page per_page' },
  'GET /api/v2/x402/spending-limits': {},
  'POST /api/v2/x402/endpoints': { takes: 'path price_usd_cents network asset description' },
  'GET /api/v1/live-dashboard/metrics': {},
  'GET /api/v1/live-dashboard/domain-health': {},
  'GET /api/v1/live-dashboard/event-throughput': {},
  'GET /api/v1/live-dashboard/stream-status': {},
  'GET /api/v1/live-dashboard/projector-lag': {},
  'POST /api/v1/iso20022/parse': {},
  'POST /api/v1/iso20022/generate': { takes: 'type amount currency debtor creditor' },
  'POST /api/v1/open-banking/consents': {
    takes: 'access{accounts balances transactions} recurringIndicator validUntil frequencyPerDay',
  },
  'POST /api/v1/payment-rails/payments': {
    takes: 'amount currency rail:auto creditor_account memo',
  },
  'POST /api/v1/interledger/quotes': {
    takes: 'send_amount send_currency receive_currency receiver',
  },
  'GET /api/v1/ledger/accounts': {},
  'POST /api/v1/microfinance/groups': { takes: 'name members liability_type' },
  'POST /api/graphql': { takes: 'query!' },
  'GET /api/graphql-playground': {},
  'POST /mcp': {},
  'GET /.well-known/oauth-protected-resource': {},
  'GET /.well-known/oauth-authorization-server': {},
  'POST /oauth/register': {},
}
