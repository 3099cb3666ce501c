// The types of requests and answers, generated from the OpenAPI document of the bank.

export type Account = {
  readonly uuid: string
  readonly user_uuid: string
  readonly name: string
  /** US dollars, in cents. */
  readonly balance: number
  readonly frozen: boolean
  readonly type: AccountType
  readonly status: AccountStatus
  /** Any fields; stored unchanged. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
}

export type AccountBalance = {
  readonly asset_code: string
  /** In the smallest unit. */
  readonly balance: number
  /** "1500.00 USD" */
  readonly formatted: string
  readonly asset: BalanceAsset
}

export type AccountBalances = {
  readonly account_uuid: string
  readonly balances: readonly AccountBalance[]
  readonly summary: BalanceSummary
}

export type AccountBalancesAtResponse = {
  readonly data: BalancesAt
}

export type AccountBalancesDecimalResponse = {
  readonly data: AccountBalancesV2
}

export type AccountBalancesResponse = {
  readonly data: AccountBalances
}

export type AccountBalancesV2 = {
  readonly account_uuid: string
  readonly balances: readonly DecimalBalance[]
  readonly summary: BalanceSummary
}

export type AccountBasketsResponse = {
  readonly data: BasketHoldings
}

export type AccountComposeBasketRequest = {
  /** The code of the basket. */
  readonly basket_code: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
}

export type AccountComposeBasketResponse = {
  readonly data: BasketComposition
}

export type AccountDecomposeBasketRequest = {
  /** The code of the basket. */
  readonly basket_code: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
}

export type AccountDecomposeBasketResponse = {
  readonly data: BasketDecomposition
}

export type AccountDepositRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Three to ten upper-case letters. */
  readonly asset_code: string
  /** A note that both sides see. */
  readonly reference?: string
  /** Older name of `reference`. */
  readonly description?: string
}

export type AccountFreezeRequest = {
  /** For operators, who alone may send and read it; the customer sees the reason. */
  readonly note?: string
  /** The reason, as the customer reads it in the event; stored in the history of the account. */
  readonly reason: string
  /** The name of the person who decided it; it grants no right. */
  readonly authorized_by?: string
}

export type AccountGetResponse = {
  readonly data: Account
}

export type AccountIdentifiers = {
  /** The number of the account at this bank. */
  readonly account_number: string
  /** Null when the bank has no bank code. */
  readonly iban: string | null
  /** The IBAN without country and check digits. */
  readonly bban: string | null
  /** The BIC of this bank. */
  readonly bic: string | null
  /** The routing number of this bank in the United States. */
  readonly routing_number: string | null
}

export type AccountIdentifiersResponse = {
  readonly data: AccountIdentifiers
}

export type AccountInformationAccountResponse = {
  readonly success: true
  readonly data: OpenBankingAccount
}

export type AccountInformationAccountsResponse = {
  readonly success: true
  readonly data: OpenBankingAccounts
}

export type AccountInformationBalancesResponse = {
  readonly success: true
  readonly data: OpenBankingBalances
}

export type AccountInformationTransactionsResponse = {
  readonly success: true
  readonly data: OpenBankingTransactions
}

export type AccountIsoNotificationResponse = {
  readonly success: true
  readonly data: NotificationMessage
}

export type AccountIsoStatementResponse = {
  readonly success: true
  readonly data: StatementMessage
}

export type AccountLegacyBalanceResponse = {
  readonly data: LegacyBalance
}

export type AccountLegacySummaryResponse = {
  readonly data: LegacySummary
}

export type AccountListResponse = {
  readonly data: readonly Account[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type AccountOpenRequest = {
  /** The user who will own the account; the caller when absent. */
  readonly user_uuid?: string
  /** The name of the account. */
  readonly name: string
  readonly type?: AccountType
  /** US cents. */
  readonly initial_balance?: number
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type AccountOwner = {
  readonly name: string
  readonly email: string
}

export type AccountReverseTransactionRequest = {
  /** The uuid of the transaction to reverse. */
  readonly transaction_id?: string
  /** Older name of `transaction_id`. */
  readonly original_transaction_id?: string
  /** The reason for the reversal. */
  readonly reason?: string
  /** Older name of `reason`. */
  readonly reversal_reason?: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount?: string | number
  /** Three to ten upper-case letters. */
  readonly asset_code?: string
  readonly transaction_type?: TransactionSide
  /** The name of the person who decided it; it grants no right. */
  readonly authorized_by?: string
}

export type AccountStatementResponse = {
  readonly data: Statement
}

export type AccountStatus = "active" | "frozen" | "closed"

export type AccountStatusChange = {
  readonly status: AccountStatus
  /** The reason as shown to the customer. */
  readonly reason: string | null
  /** For operators only. */
  readonly note: string | null
  readonly authorized_by: string | null
  readonly user_uuid: string | null
  readonly created_at: string
}

export type AccountTransactionsResponse = {
  readonly data: readonly Transaction[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** The kind of account. */
export type AccountType = "personal" | "business" | "savings" | "checking" | "investment" | "trading" | "escrow" | "loan"

export type AccountUnfreezeRequest = {
  /** For operators, who alone may send and read it; the customer sees the reason. */
  readonly note?: string
  /** The reason, as the customer reads it in the event; stored in the history of the account. */
  readonly reason: string
  /** The name of the person who decided it; it grants no right. */
  readonly authorized_by?: string
}

export type AccountUpdateRequest = {
  /** The name of the account. */
  readonly name?: string
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type AccountWithMessage = {
  readonly data: Account
  readonly message: string
}

export type AccountWithdrawRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Three to ten upper-case letters. */
  readonly asset_code: string
  /** A note that both sides see. */
  readonly reference?: string
  /** Older name of `reference`. */
  readonly description?: string
}

export type AchBatch = {
  /** The fields of the batch header. */
  readonly header: Readonly<Record<string, unknown>>
  readonly entries: readonly AchEntry[]
  /** The fields of the batch control. */
  readonly control: Readonly<Record<string, unknown>>
}

export type AchEntry = {
  readonly line: number
  readonly transaction_code: string
  readonly routing_number: string
  readonly account_number: string
  /** In USD. */
  readonly amount: string
  readonly name: string | null
  readonly identification: string | null
  readonly trace_number: string
  readonly addenda: readonly Readonly<Record<string, unknown>>[]
}

export type AchEntryInput = {
  /** The routing number of the account’s bank, nine digits. */
  readonly routing_number: string
  /** The account number at that bank. */
  readonly account_number: string
  /** The amount in USD; not used for prenotes. */
  readonly amount: string | number
  /** 22 or 32 credits, 27 or 37 debits a checking or savings account; 23, 33, 28 and 38 are prenotes. */
  readonly transaction_code?: string
  /** The name of the account’s owner. */
  readonly name: string
  /** Your own reference of the entry. */
  readonly individual_id?: string
}

export type AchFile = {
  readonly batch_id: string
  /** batch: payments of customers; request: entries from a caller; return: received from the network. */
  readonly kind: "batch" | "request" | "return"
  readonly file_name: string
  /** Entries and addenda. */
  readonly entry_count: number
  /** In USD. */
  readonly total_debit: string
  /** In USD. */
  readonly total_credit: string
  readonly entry_hash: string
  readonly effective_date: string | null
  readonly created_at: string
  /** The NACHA file. */
  readonly content: string
}

export type AchFileBatchResponse = {
  readonly success: true
  readonly data: AchFile
}

export type AchFileCreateRequest = {
  /** The payments of the file. */
  readonly entries: readonly AchEntryInput[]
  /** The class of the entries: PPD, CCD, WEB, TEL, CTX, … */
  readonly sec_code?: string
  /** The day on which the entries settle; the next business day when absent. */
  readonly effective_date?: string
  /** Whether the entries settle today, if today is a business day. */
  readonly same_day?: boolean
}

export type AchFileCreateResponse = {
  readonly success: true
  readonly data: AchFile
}

export type AchFileGetResponse = {
  readonly success: true
  readonly data: AchFile
}

export type AchFileListResponse = {
  readonly success: true
  readonly data: readonly AchFileSummary[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type AchFileParseRequest = {
  /** The NACHA file when the body is JSON: records of 94 characters, with or without line breaks. */
  readonly content?: string
}

export type AchFileParseResponse = {
  readonly success: true
  readonly data: AchParsedFile
}

export type AchFileSummary = {
  readonly batch_id: string
  /** batch: payments of customers; request: entries from a caller; return: received from the network. */
  readonly kind: "batch" | "request" | "return"
  readonly file_name: string
  /** Entries and addenda. */
  readonly entry_count: number
  /** In USD. */
  readonly total_debit: string
  /** In USD. */
  readonly total_credit: string
  readonly entry_hash: string
  readonly effective_date: string | null
  readonly created_at: string
}

export type AchParsedFile = {
  /** The fields of the file header. */
  readonly header: Readonly<Record<string, unknown>>
  readonly batches: readonly AchBatch[]
  /** The fields of the file control. */
  readonly control: Readonly<Record<string, unknown>>
  /** Deviations that affect neither amount nor receiver. */
  readonly warnings: readonly AchProblem[]
}

export type AchProblem = {
  readonly line: number
  readonly record: string
  readonly field: string | null
  /** The columns of the field. */
  readonly positions: string | null
  readonly reason: string
}

export type AchProcessedEntry = {
  /** The number of the original entry. */
  readonly trace_number: string
  /** The return code or change code. */
  readonly code: string
  readonly payment_id: string | null
  readonly result: "returned" | "noted" | "ignored"
  readonly reason: string
}

export type AchProcessedReturns = {
  readonly batch_id: string
  readonly returned: number
  readonly noted: number
  readonly ignored: number
  readonly results: readonly AchProcessedEntry[]
}

export type AchReturnProcessRequest = {
  /** The NACHA file when the body is JSON: records of 94 characters, with or without line breaks. */
  readonly content?: string
}

export type AchReturnProcessResponse = {
  readonly success: true
  readonly data: AchProcessedReturns
}

export type Activity = {
  /** The uuid of the transaction. */
  readonly id: string
  readonly type: ActivityType
  /** Negative for outgoing transfers. */
  readonly amount: string
  readonly asset: string
  readonly timestamp: string
  readonly status: "pending" | "completed" | "failed"
  readonly protected: boolean
  /** The name of the other party. Null for the bank itself, in trades, and for a payee until the money has arrived. */
  readonly counterpartyName: string | null
}

export type ActivityFeed = {
  readonly items: readonly MobileActivity[]
  readonly next_cursor: string | null
  readonly has_more: boolean
}

/** Only incoming money, or only outgoing money. */
export type ActivityFilter = "all" | "income" | "expenses"

export type ActivityType = "merchant_payment" | "transfer_in" | "transfer_out" | "shield" | "unshield"

export type AddressCheck = {
  readonly valid: boolean
  readonly address: string
  readonly networks: readonly string[]
}

export type Agent = {
  readonly agent_id: string
  readonly did: string
  readonly name: string
  readonly type: AgentType
  readonly status: AgentStatus
  readonly capabilities: readonly AgentCapability[]
  readonly endpoints: AgentEndpoints
  readonly created_at: string
  readonly description: string | null
  /** Free-form; stored as given. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** Multibase. */
  readonly public_key: string
  readonly updated_at: string
  readonly last_activity_at: string | null
  readonly did_document: DidDocument
}

export type AgentAgreement = {
  readonly agreementId: string
  readonly version: string
  readonly initiatorDid: string
  readonly responderDid: string
  readonly encryptionMethod: string
  readonly signatureMethod: string
  readonly capabilities: readonly string[]
  readonly agreedAt: string
  readonly expiresAt: string
  readonly metadata: {
    /** How long the agreement is valid, counted from agreedAt. */
    readonly validitySeconds: number
  }
}

export type AgentAgreementCheckResponse = {
  readonly success: true
  readonly data: {
    readonly has_valid_agreement: boolean
  }
}

export type AgentAgreementGetResponse = {
  readonly success: true
  readonly data: {
    readonly agreement: AgentAgreement | null
    readonly has_agreement: boolean
    readonly is_valid: boolean
  }
}

export type AgentAgreementNegotiateRequest = {
  /** did:florin:agent:<id> */
  readonly target_did: string
  /** Only these capabilities of the version; all of them when absent. */
  readonly preferred_capabilities?: readonly string[]
}

export type AgentAgreementNegotiateResponse = {
  readonly success: true
  readonly data: {
    readonly negotiation: AgentNegotiation
  }
}

export type AgentAgreementRefreshRequest = {
  /** Only these capabilities of the version; all of them when absent. */
  readonly preferred_capabilities?: readonly string[]
}

export type AgentAgreementRefreshResponse = {
  readonly success: true
  readonly data: {
    readonly negotiation: AgentNegotiation
  }
}

export type AgentAgreementRevokeResponse = {
  readonly success: true
  readonly message: string
}

export type AgentApiKey = {
  readonly key_id: string
  readonly name: string
  readonly key_prefix: string
  readonly scopes: readonly string[]
  readonly is_active: boolean
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly created_at: string
}

export type AgentAuthChallengeRequest = {
  /** did:florin:agent:<id> */
  readonly did: string
}

export type AgentAuthChallengeResponse = {
  readonly success: true
  readonly data: {
    readonly challenge: string
    readonly nonce: string
    readonly expires_at: string
  }
}

export type AgentAuthLogInByDidRequest = {
  /** did:florin:agent:<id> */
  readonly did: string
  /** Ed25519 over the UTF-8 bytes of `challenge`; base64, base64url or hex. */
  readonly signature: string
  /** The challenge that was signed. */
  readonly challenge: string
  /** The nonce of the challenge; if sent, it must match. */
  readonly nonce?: string
}

export type AgentAuthLogInByDidResponse = {
  readonly success: true
  readonly data: OpenedAgentSession
}

export type AgentAuthLogInByKeyRequest = {
  /** A key of the agent. */
  readonly api_key: string
}

export type AgentAuthLogInByKeyResponse = {
  readonly success: true
  readonly data: OpenedAgentSession
}

export type AgentAuthRevokeRequest = {
  /** The token of the session. */
  readonly session_token: string
}

export type AgentAuthRevokeResponse = {
  readonly success: true
  readonly message: string
}

export type AgentAuthScopesResponse = {
  readonly success: true
  readonly data: {
    readonly scopes: Readonly<Record<string, string>>
    readonly default_scopes: readonly string[]
  }
}

export type AgentAuthValidateRequest = {
  /** The token of the session. */
  readonly session_token: string
}

export type AgentAuthValidateResponse = {
  readonly success: true
  readonly valid: boolean
  readonly data: {
    readonly agent_id: string
    readonly did: string
    readonly session_id: string
    readonly expires_at: string
    readonly scopes: readonly string[]
  } | null
}

export type AgentCapability = {
  readonly name: string
  readonly version: string
  /** Free-form; stored as given. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export type AgentCard = {
  readonly name: string
  readonly description: string
  /** Where JSON-RPC of the A2A protocol is served. */
  readonly url: string
  readonly protocolVersion: string
  readonly preferredTransport: string
  /** All interfaces, as version 0.3 names them. */
  readonly additionalInterfaces: readonly {
    readonly url: string
    readonly transport: string
  }[]
  /** All interfaces, as version 1.0 names them. */
  readonly supportedInterfaces: readonly {
    readonly url: string
    readonly protocolBinding: string
    readonly protocolVersion: string
  }[]
  readonly provider: {
    readonly organization: string
    readonly url: string
  }
  readonly version: string
  readonly documentationUrl: string
  readonly capabilities: {
    readonly streaming: boolean
    readonly pushNotifications: boolean
    readonly stateTransitionHistory: boolean
    readonly extendedAgentCard: boolean
  }
  readonly supportsAuthenticatedExtendedCard: boolean
  readonly authentication: {
    readonly schemes: readonly string[]
  }
  /** Each scheme in the form of version 0.3 and in that of version 1.0. */
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Any of these is enough (0.3). */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** Any of these is enough (1.0). */
  readonly securityRequirements: readonly {
    readonly schemes: Readonly<Record<string, {
        readonly list: readonly string[]
      }>>
  }[]
  readonly defaultInputModes: readonly string[]
  readonly defaultOutputModes: readonly string[]
  readonly skills: readonly {
    readonly id: string
    readonly name: string
    readonly description: string
    readonly tags: readonly string[]
    readonly inputModes: readonly string[]
    readonly outputModes: readonly string[]
    /** JSON Schema of a task’s `input`. */
    readonly inputSchema: Readonly<Record<string, unknown>>
  }[]
}

export type AgentConfigurationResponse = {
  readonly issuer: string
  readonly agent_registration_endpoint: string
  readonly agent_discovery_endpoint: string
  readonly payment_endpoint: string
  readonly escrow_endpoint: string
  readonly message_endpoint: string
  readonly reputation_endpoint: string
  readonly mandate_endpoint: string
  readonly supported_capabilities: readonly string[]
  readonly supported_protocols: readonly string[]
  readonly documentation: string
}

/** The currencies in which agents pay. */
export type AgentCurrency = "USD" | "EUR" | "GBP" | "GCU"

export type AgentDiscoverResponse = {
  readonly success: true
  readonly data: readonly AgentListItem[]
  readonly meta: {
    readonly count: number
    /** Free-form; stored as given. */
    readonly filter: Readonly<Record<string, unknown>>
  }
}

/** The addresses of the agent. */
export type AgentEndpoints = {
  /** The https address to which messages for the agent are pushed. */
  readonly message?: string
}

export type AgentGetResponse = {
  readonly success: true
  readonly data: Agent
}

export type AgentKeyCreateRequest = {
  /** The name of the key. */
  readonly name: string
  /** What the key may do; the default scopes when absent. */
  readonly scopes?: readonly string[]
  /** When the key expires; null for never. */
  readonly expires_at?: string | null
}

export type AgentKeyCreateResponse = {
  readonly success: true
  readonly data: {
    readonly api_key: string
    readonly key_id: string
    readonly created_at: string
  }
  readonly warning: string
}

export type AgentKeyListResponse = {
  readonly success: true
  readonly data: readonly AgentApiKey[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type AgentKeyRevokeResponse = {
  readonly success: true
  readonly message: string
}

export type AgentListItem = {
  readonly agent_id: string
  readonly did: string
  readonly name: string
  readonly type: AgentType
  readonly status: AgentStatus
  readonly capabilities: readonly AgentCapability[]
  readonly endpoints: AgentEndpoints
  readonly created_at: string
}

export type AgentListResponse = {
  readonly data: readonly AgentListItem[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type AgentMessage = {
  readonly message_id: string
  readonly from_agent_did: string
  readonly to_agent_did: string
  readonly message_type: AgentMessageType
  readonly priority: AgentMessagePriority
  readonly status: AgentMessageStatus
  readonly requires_acknowledgment: boolean
  readonly correlation_id: string | null
  readonly sent_at: string
  readonly from_agent_id: string
  readonly to_agent_id: string
  /** Any content, also none; at most 64 KB as JSON. */
  readonly payload: Readonly<Record<string, unknown>>
  /** Texts about the payload; kept with the message, not sent as HTTP headers. */
  readonly headers: Readonly<Record<string, string>>
  readonly reply_to: string | null
  /** Seconds after the delivery. */
  readonly acknowledgment_timeout: number
  readonly acknowledge_by: string | null
  readonly delivered_at: string | null
  readonly acknowledged_at: string | null
  readonly failed_at: string | null
  readonly retry_count: number
  readonly next_retry_at: string | null
  readonly metadata: {
    /** Its number among all messages to the recipient. */
    readonly sequence: number
    /** Why the last push failed; only the recipient sees it. */
    readonly last_error: string | null
  }
}

export type AgentMessageAcknowledgeResponse = {
  readonly success: true
  readonly data: {
    readonly message_id: string
    readonly status: "acknowledged"
    readonly acknowledged_at: string
    readonly already_acknowledged: boolean
  }
}

export type AgentMessageGetResponse = {
  readonly success: true
  readonly data: AgentMessage
}

export type AgentMessageListResponse = {
  readonly success: true
  readonly data: readonly AgentMessage[]
  readonly meta: {
    readonly agent_did: string
    readonly count: number
    readonly filter: {
      readonly type: string
      readonly status?: string
      readonly unacknowledged_only: boolean
      readonly correlation_id?: string
      readonly after_sequence?: number
      readonly limit: number
    }
  }
}

/** How often a failed push is retried: critical 5 times, high 4, normal 3, low 2. */
export type AgentMessagePriority = "low" | "normal" | "high" | "critical"

export type AgentMessageSendRequest = {
  /** did:florin:agent:<id> */
  readonly to_agent_did: string
  readonly message_type: AgentMessageType
  /** Any content, also none; at most 64 KB as JSON. */
  readonly payload: Readonly<Record<string, unknown>>
  /** How often a failed push is retried. */
  readonly priority?: "low" | "normal" | "high" | "critical"
  /** Whether the recipient has to acknowledge the message. */
  readonly requires_acknowledgment?: boolean
  /** Seconds after the delivery within which it must be acknowledged. */
  readonly acknowledgment_timeout?: number
  /** The conversation of the message; when absent, that of the message it replies to. */
  readonly correlation_id?: string | null
  /** The message that this one answers. */
  readonly reply_to?: string | null
  /** Texts about the payload; kept with the message, not sent as HTTP headers. */
  readonly headers?: Readonly<Record<string, string>>
}

export type AgentMessageSendResponse = {
  readonly success: true
  readonly data: SentAgentMessage
}

/** What may happen to a message in each state. sent: deliver → delivered, acknowledge → acknowledged, fail → failed; delivered: acknowledge → acknowledged, expire → expired; failed: deliver → delivered, acknowledge → acknowledged; acknowledged: the end; expired: the end. */
export type AgentMessageStatus = "sent" | "delivered" | "failed" | "acknowledged" | "expired"

/** The kind of message; the bank treats all kinds alike. */
export type AgentMessageType = "direct" | "broadcast" | "protocol" | "transaction" | "notification"

export type AgentNegotiation = {
  readonly success: boolean
  readonly agreement: AgentAgreement
  readonly error: null
  readonly timeout: boolean
  /** Whether the agreement existed before and is unchanged. */
  readonly existingAgreement: boolean
  readonly initiatorDid: string
  readonly targetDid: string
}

export type AgentPayment = {
  readonly transaction_id: string
  readonly from_agent_did: string
  readonly to_agent_did: string
  readonly from_agent_id: string
  readonly to_agent_id: string
  readonly amount: number
  readonly currency: AgentCurrency
  /** The bank’s fee, which the sender pays on top of the amount. */
  readonly fees: number
  readonly status: AgentPaymentStatus
  readonly type: AgentPaymentType
  readonly escrow_required: boolean
  readonly escrow_id: string | null
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly initiated_at: string
  readonly expires_at: string
  readonly confirmed_at: string | null
  readonly completed_at: string | null
  readonly cancelled_at: string | null
  readonly cancellation_reason: string | null
  readonly failed_at: string | null
  readonly failure_reason: string | null
}

export type AgentPaymentCancelRequest = {
  /** The reason for cancelling. */
  readonly reason?: string
}

export type AgentPaymentCancelResponse = {
  readonly success: true
  readonly data: {
    readonly transaction_id: string
    readonly from_agent_did: string
    readonly to_agent_did: string
    readonly from_agent_id: string
    readonly to_agent_id: string
    readonly amount: number
    readonly currency: AgentCurrency
    /** The bank’s fee, which the sender pays on top of the amount. */
    readonly fees: number
    readonly status: AgentPaymentStatus
    readonly type: AgentPaymentType
    readonly escrow_required: boolean
    readonly escrow_id: string | null
    readonly description: string | null
    readonly metadata: Readonly<Record<string, unknown>>
    readonly initiated_at: string
    readonly expires_at: string
    readonly confirmed_at: string | null
    readonly completed_at: string | null
    readonly cancelled_at: string | null
    readonly cancellation_reason: string | null
    readonly failed_at: string | null
    readonly failure_reason: string | null
    /** The reason for cancelling. */
    readonly reason: string
  }
}

export type AgentPaymentConfirmResponse = {
  readonly success: true
  readonly data: AgentPayment
}

export type AgentPaymentGetResponse = {
  readonly success: true
  readonly data: AgentPayment
}

export type AgentPaymentInitiateRequest = {
  /** did:florin:agent:<id> */
  readonly to_agent_did: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  readonly currency: AgentCurrency
  /** The purpose of the payment. */
  readonly description?: string
  /** Whether an escrow holds the money until it is released. */
  readonly escrow_required?: boolean
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type AgentPaymentInitiateResponse = {
  readonly success: true
  readonly data: AgentPayment
}

export type AgentPaymentListResponse = {
  readonly success: true
  readonly data: readonly AgentPayment[]
  readonly meta: {
    readonly agent_did: string
    readonly count: number
    readonly filter: {
      readonly type: string
      readonly status?: AgentPaymentStatus
    }
  }
}

/** What may happen to a payment in each state. pending: confirm → completed, cancel → cancelled, expire → failed; completed: the end; cancelled: the end; failed: the end. */
export type AgentPaymentStatus = "pending" | "completed" | "cancelled" | "failed"

export type AgentPaymentType = "direct" | "escrow"

export type AgentProtocolCapabilities = {
  readonly messaging: boolean
  readonly payments: boolean
  readonly escrow: boolean
  readonly encryption: readonly string[]
  readonly signatures: readonly string[]
  readonly compression: boolean
  readonly streaming: boolean
  readonly batch_operations?: boolean
}

export type AgentProtocolCapabilitiesResponse = {
  readonly success: true
  readonly data: {
    readonly version: string
    readonly capabilities: AgentProtocolCapabilities
  }
}

export type AgentProtocolVersionsResponse = {
  readonly success: true
  readonly data: {
    readonly versions: readonly string[]
    readonly preferred: string
  }
}

export type AgentRegisterRequest = {
  /** The name of the agent. */
  readonly name: string
  readonly type: AgentType
  /** The purpose of the agent. */
  readonly description?: string
  /** The names of the agent’s capabilities. */
  readonly capabilities?: readonly string[]
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly endpoints?: AgentEndpoints
  /** Ed25519: multibase (z6Mk…), 32 bytes as hex, base64 or base64url, a JWK, or an SPKI PEM. Without one the bank makes a pair and shows the private half once. */
  readonly public_key?: string | Readonly<Record<string, unknown>>
}

export type AgentRegisterResponse = {
  readonly success: true
  readonly data: AgentRegistration
}

export type AgentRegistration = {
  readonly agent_id: string
  readonly did: string
  readonly name: string
  readonly type: AgentType
  readonly status: AgentStatus
  readonly capabilities: readonly string[]
  readonly registered_at: string
  readonly public_key_multibase: string
  /** The 32-byte seed in base64; only when the bank made the pair. */
  readonly private_key?: string
  readonly warning?: string
}

export type AgentRotateKeyRequest = {
  /** Ed25519: multibase (z6Mk…), 32 bytes as hex, base64 or base64url, a JWK, or an SPKI PEM. Without one the bank makes a pair and shows the private half once. */
  readonly public_key?: string | Readonly<Record<string, unknown>>
}

export type AgentRotateKeyResponse = {
  readonly success: true
  readonly data: AgentRotatedKey
}

export type AgentRotatedKey = {
  readonly did: string
  readonly key_id: string
  readonly public_key_multibase: string
  /** The 32-byte seed in base64; only when the bank made the pair. */
  readonly private_key?: string
  readonly warning?: string
  readonly updated_at: string
}

export type AgentSession = {
  readonly session_id: string
  readonly created_at: string
  readonly expires_at: string
  readonly last_activity: string | null
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly scopes: readonly string[]
}

export type AgentSessionListResponse = {
  readonly success: true
  readonly data: readonly AgentSession[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type AgentSessionRevokeAllResponse = {
  readonly success: true
  readonly message: string
  readonly revoked_count: number
}

export type AgentSetCapabilitiesRequest = {
  /** All capabilities of the agent; they replace the earlier list. */
  readonly capabilities: readonly {
    /** The name of the capability. */
    readonly name: string
    /** The version of the capability. */
    readonly version: string
    /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
    readonly metadata?: Readonly<Record<string, unknown>>
  }[]
}

export type AgentSetCapabilitiesResponse = {
  readonly success: true
  readonly data: {
    readonly did: string
    readonly capabilities: readonly AgentCapability[]
    readonly updated_at: string
  }
}

export type AgentSetEndpointsRequest = {
  readonly endpoints: AgentEndpoints
}

export type AgentSetEndpointsResponse = {
  readonly success: true
  readonly data: {
    readonly did: string
    readonly endpoints: AgentEndpoints
    readonly updated_at: string
  }
}

export type AgentSetStatusRequest = {
  readonly status: AgentStatus
  /** The reason; stored with the agent. */
  readonly reason?: string
}

export type AgentSetStatusResponse = {
  readonly success: true
  readonly data: {
    readonly did: string
    readonly status: AgentStatus
    readonly updated_at: string
  }
}

/** Only an active agent can do anything. */
export type AgentStatus = "active" | "inactive" | "suspended"

export type AgentTask = {
  readonly id: string
  readonly sender_did: string
  readonly skill_id: string
  readonly state: TaskState
  readonly input: Readonly<Record<string, unknown>>
  readonly output: Readonly<Record<string, unknown>> | null
  readonly error: {
    readonly code: string
    readonly message: string
    readonly errors?: Readonly<Record<string, readonly string[]>>
    /** The price of the task and how to pay it: the body of the answer 402 of POST /api/v1/sms/send. Send the proof as input `payment_authorization` (`Payment <proof>`), or as one of the x402 fields of the skill’s inputSchema. */
    readonly payment?: Readonly<Record<string, unknown>>
  } | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly is_cancel_requested: boolean
  readonly created_at: string
  readonly updated_at: string
}

/** The kind of agent. */
export type AgentType = "service" | "user" | "system"

export type AggregatedRate = {
  readonly from_asset: string
  readonly to_asset: string
  /** The mean of all providers, ten decimal places. */
  readonly rate: string
  /** Ten decimal places. */
  readonly lowest: string
  /** Ten decimal places. */
  readonly highest: string
  /** Percent, two decimal places. */
  readonly spread_percent: string
  readonly providers: readonly string[]
}

export type AiQueryAskRequest = {
  /** In plain words: "five largest payments last month, except rent". */
  readonly query: string
  /** Fields that are known already; they win over the sentence. */
  readonly context?: {
    /** Only this account. */
    readonly account_uuid?: string
    /** Only this asset. */
    readonly asset_code?: string
    /** From this day on. */
    readonly date_from?: string
    /** Up to the end of this day. */
    readonly date_to?: string
  }
}

export type AiQueryAskResponse = {
  readonly data: AskedQuestion
}

export type AiQueryListResponse = {
  readonly data: readonly PastQuestion[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type AiTransactionQueryRequest = {
  /** In plain words: "five largest payments last month, except rent". */
  readonly query: string
  /** Only this account. */
  readonly account_id?: string
  /** The form of the answer. */
  readonly options?: {
    /** Figures about the transactions; true when absent. */
    readonly include_analytics?: boolean
    /** A risk score for each; true when absent. */
    readonly include_risk_scores?: boolean
    /** The largest number of transactions; 50 when absent. */
    readonly max_results?: number
    readonly format?: InsightFormat
  }
}

export type AiTransactionQueryResponse = {
  readonly data: TransactionInsights
}

export type ApiKey = {
  readonly uuid: string
  readonly user_uuid: string
  readonly name: string
  readonly description: string | null
  /** The first characters of the key, to distinguish keys. */
  readonly key_prefix: string
  readonly permissions: readonly string[]
  readonly environment: Environment
  readonly allowed_ips: readonly string[] | null
  readonly is_active: boolean
  readonly last_used_at: string | null
  readonly last_used_ip: string | null
  readonly request_count: number
  readonly expires_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type ApiKeyCreateRequest = {
  /** The name of the key. */
  readonly name: string
  /** What the key is for. */
  readonly description?: string
  /** What the key may do; * means all permissions. */
  readonly permissions?: readonly ("read" | "write" | "delete" | "*")[]
  /** IP addresses or CIDR ranges; null or empty allows all. */
  readonly allowed_ips?: readonly string[] | null
  /** When the key expires; null means never. */
  readonly expires_at?: string | null
  readonly environment?: Environment
  /** Days, or "never". */
  readonly expires_in?: number | "never"
}

export type ApiKeyDetail = {
  readonly uuid: string
  readonly user_uuid: string
  readonly name: string
  readonly description: string | null
  /** The first characters of the key, to distinguish keys. */
  readonly key_prefix: string
  readonly permissions: readonly string[]
  readonly environment: Environment
  readonly allowed_ips: readonly string[] | null
  readonly is_active: boolean
  readonly last_used_at: string | null
  readonly last_used_ip: string | null
  readonly request_count: number
  readonly expires_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly statistics: ApiKeyStatistics
  readonly recent_requests: readonly ApiKeyRequest[]
}

export type ApiKeyGetResponse = {
  readonly data: ApiKeyDetail
}

export type ApiKeyListOfUserResponse = {
  readonly data: readonly ApiKey[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ApiKeyListResponse = {
  readonly data: readonly ApiKey[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ApiKeyRequest = {
  readonly method: string
  readonly path: string
  readonly ip_address: string
  readonly user_agent: string | null
  readonly response_code: number
  /** Milliseconds. */
  readonly response_time: number
  readonly created_at: string
}

export type ApiKeyRevokeOfUserResponse = {
  readonly message: string
}

export type ApiKeyRevokeResponse = {
  readonly message: string
}

export type ApiKeyStatistics = {
  readonly total_requests: number
  readonly requests_today: number
  readonly requests_this_month: number
  /** Milliseconds, over the last 7 days. */
  readonly avg_response_time: number
  /** Share of 4xx and 5xx, over the last 7 days. */
  readonly error_rate: number
}

export type ApiKeyUpdateRequest = {
  /** The name of the key. */
  readonly name?: string
  /** What the key is for. */
  readonly description?: string
  /** What the key may do; * means all permissions. */
  readonly permissions?: readonly ("read" | "write" | "delete" | "*")[]
  /** IP addresses or CIDR ranges; null or empty allows all. */
  readonly allowed_ips?: readonly string[] | null
  /** When the key expires; null means never. */
  readonly expires_at?: string | null
}

export type ApiKeyUpdateResponse = {
  readonly data: ApiKey
}

export type ApiKeyWithSecret = {
  readonly uuid: string
  readonly user_uuid: string
  readonly name: string
  readonly description: string | null
  /** The first characters of the key, to distinguish keys. */
  readonly key_prefix: string
  readonly permissions: readonly string[]
  readonly environment: Environment
  readonly allowed_ips: readonly string[] | null
  readonly is_active: boolean
  readonly last_used_at: string | null
  readonly last_used_ip: string | null
  readonly request_count: number
  readonly expires_at: string | null
  readonly created_at: string
  readonly updated_at: string
  /** The key itself; shown only here. */
  readonly api_key: string
}

export type AppState = "operational" | "maintenance"

export type AppStatus = {
  readonly status: AppState
  readonly min_app_version: string
  readonly latest_app_version: string
  /** Whether the calling app is too old. */
  readonly force_update: boolean
  readonly maintenance_mode: boolean
  readonly server_time: string
}

export type ApplicableRegulations = {
  readonly regulations: {
    readonly ctr: {
      readonly applies: boolean
      readonly jurisdiction: string | null
      readonly description: string
    }
    readonly mifid: {
      readonly applies: boolean
      readonly jurisdiction: string | null
      readonly description: string
    }
    readonly mica_travel_rule: {
      readonly applies: boolean
      readonly jurisdiction: string | null
      readonly description: string
    }
  }
  readonly jurisdiction: "US" | "EU" | "UK" | "SG"
}

export type AskedBy = {
  readonly user_uuid: string | null
  readonly credential_id: string | null
  readonly agent: string | null
  readonly request_id: string | null
}

export type AskedQuestion = {
  /** Begins with aiq_. */
  readonly query_id: string
  readonly query: string
  readonly intent: string
  readonly confidence: number
  /** The answer in sentences. */
  readonly answer: string
  readonly results: readonly FoundTransaction[]
  readonly filters: FiltersUsed
  readonly created_at: string
}

export type Asset = {
  readonly code: string
  readonly name: string
  readonly type: AssetType
  readonly symbol: string
  /** Decimal places of the smallest unit. */
  readonly precision: number
  readonly is_active: boolean
  readonly is_tradeable: boolean
  /** The largest amount of one operation, in whole units. */
  readonly max_amount: number
  readonly metadata: Readonly<Record<string, unknown>>
}

export type AssetCreateRequest = {
  /** Three to ten upper-case letters. */
  readonly code: string
  /** The display name of the asset. */
  readonly name: string
  readonly type: AssetType
  /** The symbol shown with amounts; default: the code. */
  readonly symbol?: string
  /** Decimal places of the smallest unit; never changed afterwards. */
  readonly precision?: number
  /** Older name of `precision`. */
  readonly decimals?: number
  /** Whether it may be used. */
  readonly is_active?: boolean
  /** Whether it may be traded on the exchange. */
  readonly is_tradeable?: boolean
  /** The largest amount of one operation, in whole units; default: the most that the precision allows. */
  readonly max_amount?: number
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type AssetDetail = {
  /** The code again. */
  readonly id: string
  readonly code: string
  readonly name: string
  readonly type: AssetType
  readonly symbol: string
  /** Decimal places of the smallest unit. */
  readonly precision: number
  readonly is_active: boolean
  readonly is_tradeable: boolean
  /** The largest amount of one operation, in whole units. */
  readonly max_amount: number
  readonly metadata: Readonly<Record<string, unknown>>
  readonly statistics: AssetStatistics
  readonly created_at: string
  readonly updated_at: string
}

export type AssetGetPublicResponse = {
  readonly data: AssetDetail
}

export type AssetGetResponse = {
  readonly data: AssetDetail
}

export type AssetList = {
  readonly data: readonly Asset[]
  readonly meta: AssetListMeta
}

export type AssetListMeta = {
  readonly total: number
  readonly active: number
  readonly types: AssetTypeCounts
}

export type AssetMarketData = {
  /** US dollars for one whole asset, ten decimal places. */
  readonly price_usd: string
  /** US dollars for one whole asset, ten decimal places. */
  readonly bid_usd: string | null
  /** US dollars for one whole asset, ten decimal places. */
  readonly ask_usd: string | null
  /** Percent, two decimal places. */
  readonly '24h_change': string | null
  readonly source: string
  readonly valid_at: string
}

export type AssetStatistics = {
  /** The sum that all customers hold; at most five seconds old. */
  readonly total_supply: string
  /** The total supply without reserved amounts. */
  readonly circulating_supply: string
  readonly market_data: AssetMarketData | null
  /** The number of accounts that hold the asset. */
  readonly total_accounts: number
  /** The total supply in the smallest unit. */
  readonly total_balance: number
  /** The number of valid exchange rates from or to the asset. */
  readonly active_rates: number
}

export type AssetSummary = {
  readonly asset_code: string
  /** In whole units of the asset, exact. */
  readonly total_inflow: number
  /** In whole units of the asset, exact. */
  readonly total_outflow: number
  /** In whole units of the asset, exact. */
  readonly net_change: number
  readonly transaction_count: number
  /** In whole units of the asset, exact. */
  readonly average_transaction: number
  /** In whole units of the asset, exact. */
  readonly largest_transaction: number
  /** In whole units of the asset, exact. */
  readonly smallest_transaction: number
}

/** The kind of asset. */
export type AssetType = "fiat" | "crypto" | "commodity" | "custom" | "basket"

export type AssetTypeCounts = {
  readonly fiat: number
  readonly crypto: number
  readonly commodity: number
  readonly custom: number
  readonly basket: number
}

export type AssetUpdateRequest = {
  /** The display name of the asset. */
  readonly name?: string
  /** The symbol shown with amounts. */
  readonly symbol?: string
  /** Decimal places of the smallest unit; never changed afterwards. */
  readonly precision?: number
  /** Older name of `precision`. */
  readonly decimals?: number
  /** Whether it may be used. */
  readonly is_active?: boolean
  /** Whether it may be traded on the exchange. */
  readonly is_tradeable?: boolean
  /** The largest amount of one operation, in whole units; default: the most that the precision allows. */
  readonly max_amount?: number
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type AssetWithMessage = {
  readonly data: Asset
  readonly message: string
}

export type AuditGetResponse = {
  readonly data: AuditedChange
}

export type AuditedChange = {
  readonly id: string
  readonly operation: string
  readonly by_operator: boolean
  /** The user who made the change; null for an unauthenticated caller, such as at registration. */
  readonly user_uuid: string | null
  readonly user_name: string | null
  readonly agent_uuid: string | null
  readonly agent_name: string | null
  readonly credential_id: string | null
  /** How the caller was authenticated: login, api_key, oauth, agent_session or agent_key. */
  readonly credential_kind: string | null
  /** The name of the API key, or of the connected app. */
  readonly credential_name: string | null
  /** The target of the change, if the route names it. */
  readonly target_uuid: string | null
  /** What the target is, such as account or user; null if the bank keeps no name for it. */
  readonly target_kind: string | null
  /** The name of the target as it is now. */
  readonly target_name: string | null
  /** The fields that changed, without secrets and personal data; null if the operation does not compare. */
  readonly changes: readonly AuditedFieldChange[] | null
  /** The network address of the caller. */
  readonly address: string
  readonly request_id: string
  readonly created_at: string
}

export type AuditedChanges = {
  readonly data: readonly AuditedChange[]
  /** Send this as `before` to get the next page; null on the last page. */
  readonly next: string | null
}

export type AuditedFieldChange = {
  /** The path of the field, such as limits.per_minute. */
  readonly field: string
  /** Null if it did not exist or was empty. */
  readonly before: string | null
  readonly after: string | null
}

export type AuthChangePasswordRequest = {
  /** The current password. */
  readonly current_password: string
  /** The new password, with an upper-case and a lower-case letter, a digit and a symbol. */
  readonly new_password: string
  /** The new password again; it must be the same if it is sent. */
  readonly new_password_confirmation?: string
  /** Whether to end API keys, agent keys, agent sessions, webhooks, connected clients, Interledger grants, open banking consents, passkeys, devices, mandates, scheduled payments and scheduled batches as well. */
  readonly end_everything?: boolean
}

export type AuthForgotPasswordRequest = {
  /** The e-mail address that the user signs in with. */
  readonly email: string
}

export type AuthLoginRequest = {
  /** The e-mail address that the user signs in with. */
  readonly email: string
  /** The password. */
  readonly password: string
}

export type AuthLogoutAllRequest = {
  /** Whether to end API keys, agent keys, agent sessions, webhooks, connected clients, Interledger grants, open banking consents, passkeys, devices, mandates, scheduled payments and scheduled batches as well. */
  readonly end_everything?: boolean
}

export type AuthLogoutAllResponse = {
  readonly success: true
  readonly data: {
    readonly message: string
    readonly revoked_count: number
    readonly still_active: StillActive
    /** The calls that end this access. */
    readonly to_end_them: string
  }
}

export type AuthProveRequest = {
  /** The password. */
  readonly password: string
}

export type AuthRefreshRequest = {
  /** The refresh token of the last sign-in or refresh; it works once. */
  readonly refresh_token?: string
}

export type AuthRegisterRequest = {
  /** The name of the user. */
  readonly name: string
  /** The e-mail address that the user signs in with. */
  readonly email: string
  /** With an upper-case and a lower-case letter, a digit and a symbol. */
  readonly password: string
  /** The password again; it must be the same if it is sent. */
  readonly password_confirmation?: string
  /** Whether the customer is a business. */
  readonly is_business_customer?: boolean
}

export type AuthResetPasswordRequest = {
  /** The token of the mail. */
  readonly token: string
  /** The e-mail address that the user signs in with. */
  readonly email: string
  /** With an upper-case and a lower-case letter, a digit and a symbol. */
  readonly password: string
  /** The password again; it must be the same if it is sent. */
  readonly password_confirmation?: string
  /** Whether to end API keys, agent keys, agent sessions, webhooks, connected clients, Interledger grants, open banking consents, passkeys, devices, mandates, scheduled payments and scheduled batches as well. */
  readonly end_everything?: boolean
}

export type AuthResetPasswordResponse = {
  readonly message: string
  readonly still_active: StillActive
  /** The calls that end this access. */
  readonly to_end_them: string
}

export type AuthSessionEndOfUserResponse = {
  readonly message: string
}

export type AuthSessionEndOthersResponse = {
  readonly message: string
  readonly ended_count: number
}

export type AuthSessionListResponse = {
  readonly data: readonly SignInSession[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type AuthVerifyEmailRequest = {
  /** The code from the mail. */
  readonly code: string
}

export type BalanceAccount = {
  readonly uuid: string
  readonly user_uuid: string
}

export type BalanceAsset = {
  readonly code: string
  readonly name: string
  readonly type: string
  readonly symbol: string
  readonly precision: number
}

export type BalanceAt = {
  readonly asset_code: string
  /** In the smallest unit. */
  readonly balance: number
  readonly total_balance: string
  readonly formatted: string
  /** The number of moves on this balance up to then. */
  readonly sequence: number
}

export type BalanceEnd = {
  readonly instant: string
  readonly balance: string
  readonly sequence: number
}

export type BalanceExplainResponse = {
  readonly data: BalanceExplanation
}

export type BalanceExplanation = {
  readonly account_uuid: string
  readonly asset_code: string
  readonly from: BalanceEnd
  readonly to: BalanceEnd
  readonly entries: ExplainedEntryPage
  readonly sums: KindSums
  readonly holds: ExplainedHolds
  readonly proof: BalanceProof
}

export type BalanceHistoryResponse = {
  readonly data: Worth
}

export type BalanceList = {
  readonly data: readonly ListedBalance[]
  readonly meta: BalanceListMeta
}

export type BalanceListMeta = {
  readonly total_accounts: number
  readonly total_balances: number
  readonly asset_totals: Readonly<Record<string, string>>
}

export type BalanceProof = {
  readonly opening_balance: string
  readonly sum_of_entries: string
  readonly expected_closing_balance: string
  readonly closing_balance: string
  readonly entries: number
  readonly first_sequence: number | null
  readonly last_sequence: number | null
  readonly claims: ProofClaims
  /** Whether every claim that can be judged holds. */
  readonly proven: boolean
}

export type BalanceSheet = {
  readonly date: string
  readonly currency: string
  readonly assets: readonly LedgerReportRow[]
  readonly liabilities: readonly LedgerReportRow[]
  readonly equity: readonly LedgerReportRow[]
  /** Revenue less expenses that no closing moved to equity. */
  readonly current_earnings: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly total_assets: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly total_liabilities: string
  /** With the current earnings. */
  readonly total_equity: string
  /** Whether assets equal liabilities and equity. */
  readonly balanced: boolean
}

export type BalanceSheetGetResponse = {
  readonly success: true
  readonly data: BalanceSheet
}

export type BalanceSummary = {
  /** The number of assets with a balance above zero. */
  readonly total_assets: number
  /** The total worth at the current rates: "2,850.75". */
  readonly total_usd_equivalent: string
}

export type BalancesAt = {
  readonly account_uuid: string
  readonly instant: string
  readonly balances: readonly BalanceAt[]
}

export type BankAsset = {
  readonly asset_code: string
  /** All balances of customers; what the bank owes them. */
  readonly customers: string
  /** Held outside: at correspondents, at payment networks, in drawers of tellers. */
  readonly held: string
  /** Owed for payments on their way, and in escrow. */
  readonly in_transit: string
  /** What is held beyond what is owed: fees, positions and results of the bank. */
  readonly own: string
  readonly deposits: BankVolume
  readonly withdrawals: BankVolume
  readonly payments: BankVolume
  /** Days on which something moved, oldest first. */
  readonly days: readonly BankDay[]
}

export type BankCustomers = {
  /** Customers with a deposit, a withdrawal or a payment in these days. */
  readonly active: number
  /** Those of them for whom it was the first. */
  readonly new: number
}

export type BankDay = {
  /** In UTC. */
  readonly day: string
  readonly deposits: BankVolume
  readonly withdrawals: BankVolume
  readonly payments: BankVolume
}

export type BankOverview = {
  readonly as_of: string
  /** The first day of the volumes, in UTC. */
  readonly from: string
  /** Today, in UTC. */
  readonly to: string
  readonly customers: BankCustomers
  /** Assets with a balance or a movement, the busiest first. */
  readonly assets: readonly BankAsset[]
}

export type BankOverviewGetResponse = {
  readonly data: BankOverview
}

/** Without fees, trades and reversals. */
export type BankVolume = {
  readonly count: number
  /** Decimal. */
  readonly amount: string
}

export type Basket = {
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly type: BasketType
  readonly rebalance_frequency: RebalanceFrequency
  readonly last_rebalanced_at: string | null
  readonly next_rebalance_at: string | null
  readonly is_active: boolean
  readonly created_at: string
  readonly components: readonly BasketComponent[]
  readonly latest_value: BasketLatestValue | null
}

export type BasketAdjustment = {
  readonly asset: string
  /** Percent, two decimal places. */
  readonly current_weight: number
  /** Percent, two decimal places. */
  readonly target_weight: number
  /** Percent, two decimal places. */
  readonly adjustment: number
  readonly action: "increase" | "decrease"
}

export type BasketComponent = {
  readonly asset_code: string
  readonly asset_name: string
  /** Percent, two decimal places. */
  readonly weight: number
  /** Percent, two decimal places. */
  readonly min_weight: number | null
  /** Percent, two decimal places. */
  readonly max_weight: number | null
  /** Units of the part in one whole basket; twelve places. */
  readonly units: string | null
  readonly is_active: boolean
}

export type BasketComponentValue = {
  readonly asset_code: string
  readonly asset_name: string
  /** US dollars for one unit of the part. */
  readonly value: number
  /** Percent, two decimal places. */
  readonly weight: number
  /** Units of the part in one whole basket; twelve places. */
  readonly units: string
  /** The part’s value in one whole basket, in US dollars. */
  readonly weighted_value: number
  readonly currency: string
}

export type BasketComponentsResponse = {
  readonly data: readonly BasketPartPerformance[]
}

export type BasketComposition = {
  readonly basket_code: string
  readonly account_uuid: string
  readonly basket_amount: string
  readonly transaction_id: string
  /** Decimal amounts by asset code. */
  readonly components_used: Readonly<Record<string, string>>
  /** Fees paid in addition to the parts, by asset code: one percent for GCU, as for buying it; none for other baskets. */
  readonly fees: Readonly<Record<string, string>>
  /** Each part was rounded up to its smallest unit. */
  readonly rounding: string
  readonly composed_at: string
}

export type BasketCreateRequest = {
  /** Three to ten upper-case letters. */
  readonly code: string
  /** The name of the basket. */
  readonly name: string
  /** The purpose of the basket. */
  readonly description?: string
  readonly type: BasketType
  /** How often a dynamic basket returns to its weights. */
  readonly rebalance_frequency?: "daily" | "weekly" | "monthly" | "quarterly" | "never"
  /** The parts of the basket; their weights must sum to 100. */
  readonly components: readonly ({
    /** The code of the part. */
    readonly asset_code: string
    /** Percent, at most two decimal places. */
    readonly weight: number | string
    /** Percent, at most two decimal places. */
    readonly min_weight?: number | string
    /** Percent, at most two decimal places. */
    readonly max_weight?: number | string
  })[]
}

export type BasketDecomposition = {
  readonly basket_code: string
  readonly account_uuid: string
  readonly basket_amount: string
  readonly transaction_id: string
  /** Decimal amounts by asset code. */
  readonly components: Readonly<Record<string, string>>
  /** Each part was rounded down to its smallest unit. */
  readonly rounding: string
  readonly decomposed_at: string
}

export type BasketDetail = {
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly type: BasketType
  readonly rebalance_frequency: RebalanceFrequency
  readonly last_rebalanced_at: string | null
  readonly next_rebalance_at: string | null
  readonly is_active: boolean
  readonly created_at: string
  readonly components: readonly BasketComponent[]
  readonly latest_value: BasketLatestValue | null
  readonly recent_values: readonly BasketStoredValue[]
}

export type BasketGetResponse = {
  readonly data: BasketDetail
}

export type BasketHistory = {
  readonly basket_code: string
  readonly period: BasketHistoryPeriod
  readonly values: readonly BasketHistoryValue[]
}

export type BasketHistoryComponent = {
  readonly asset_code: string
  /** Percent, two decimal places. */
  readonly weight: number
  /** Units of the part in one whole basket; twelve places. */
  readonly units: string
  /** Eighteen places. */
  readonly price_usd: string
}

export type BasketHistoryPeriod = {
  readonly start: string
  readonly end: string
}

export type BasketHistoryResponse = {
  readonly data: BasketHistory
}

export type BasketHistoryValue = {
  /** US dollars. */
  readonly value: number
  readonly calculated_at: string
  readonly generated: boolean
  readonly components: readonly BasketHistoryComponent[]
}

export type BasketHolding = {
  readonly basket_code: string
  readonly basket_name: string
  readonly balance: string
  /** US dollars. */
  readonly unit_value: number | null
  /** US dollars. */
  readonly total_value: number | null
  readonly last_calculated: string | null
}

export type BasketHoldings = {
  readonly account_uuid: string
  readonly basket_holdings: readonly BasketHolding[]
  /** US dollars. */
  readonly total_value: number
  readonly currency: string
  readonly calculated_at: string
}

export type BasketLatestValue = {
  /** US dollars. */
  readonly value: number
  readonly calculated_at: string
}

export type BasketListResponse = {
  readonly data: readonly Basket[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type BasketPartPerformance = {
  readonly asset_code: string
  /** US dollars. */
  readonly start_price_usd: number
  /** US dollars. */
  readonly end_price_usd: number
  /** Percent, two decimal places. */
  readonly return_percentage: number
  /** Percentage points that the part added to the return of the basket. */
  readonly contribution_percentage: number
}

export type BasketPerformance = {
  readonly basket_code: string
  readonly period_type: string
  readonly period_start: string
  readonly period_end: string
  /** US dollars. */
  readonly start_value: number
  /** US dollars. */
  readonly end_value: number
  /** US dollars. */
  readonly high_value: number
  /** US dollars. */
  readonly low_value: number
  /** US dollars. */
  readonly average_value: number
  /** US dollars. */
  readonly return_value: number
  /** Percent, two decimal places. */
  readonly return_percentage: number
  /** Standard deviation of changes, percent a year. */
  readonly volatility: number
  /** The annualized return divided by the volatility, with a risk-free rate of zero. */
  readonly sharpe_ratio: number | null
  /** The deepest fall from an earlier high, in percent. */
  readonly max_drawdown: number
  readonly performance_rating: string
  readonly risk_rating: string
  /** Percent, two decimal places. */
  readonly annualized_return: number
  readonly value_count: number
  readonly components: readonly BasketPartPerformance[]
}

export type BasketPerformanceResponse = {
  readonly data: BasketPerformance
}

/** How far back the period goes. */
export type BasketPeriod = "1d" | "7d" | "30d" | "90d" | "1y" | "hour" | "day" | "week" | "month" | "quarter" | "year" | "all_time"

export type BasketRebalanceRequest = {
  /** Only show the adjustments, without making them. */
  readonly simulate?: boolean
}

export type BasketRebalancing = {
  readonly message: string
  readonly data: BasketRebalancingData
}

export type BasketRebalancingData = {
  readonly status: "completed" | "simulated"
  readonly basket: string
  readonly adjustments: readonly BasketAdjustment[]
  readonly adjustments_count: number
  /** Whether it was due, or a part was more than five percentage points off its weight. */
  readonly needs_rebalancing: boolean
  /** US dollars. */
  readonly current_value: number
  readonly rebalanced_at: string | null
  readonly simulated_at: string | null
}

export type BasketStoredValue = {
  /** US dollars. */
  readonly value: number
  readonly calculated_at: string
  /** Whether the value was computed for a time before the basket existed. */
  readonly generated: boolean
}

export type BasketTopPerformersResponse = {
  readonly data: readonly BasketPartPerformance[]
}

/** Only dynamic baskets are rebalanced to their weights. */
export type BasketType = "fixed" | "dynamic"

export type BasketValue = {
  readonly basket_code: string
  /** US dollars. */
  readonly value: number
  readonly currency: string
  readonly calculated_at: string
  readonly component_values: Readonly<Record<string, BasketComponentValue>>
}

export type BasketValueResponse = {
  readonly data: BasketValue
}

export type BasketVoteReply = {
  readonly message: string
  readonly vote_id: number
  readonly voting_power_used: number
  readonly timestamp: string
}

export type BasketWithMessage = {
  readonly data: Basket
  readonly message: string
}

export type BasketWorstPerformersResponse = {
  readonly data: readonly BasketPartPerformance[]
}

export type BatchCancelRequest = {
  /** The reason for the cancellation. */
  readonly reason?: string
  /** Whether payments already made are undone. */
  readonly compensate?: boolean
}

export type BatchCancelled = {
  readonly message: string
  readonly data: BatchCancelledData
}

export type BatchCancelledData = {
  readonly batch_id: string
  readonly status: BatchStatus
  readonly cancelled_at: string
  readonly cancelled_by: string
  readonly reason: string | null
  readonly compensation_required: boolean
  /** The number of records processed before the cancellation. */
  readonly processed_before_cancel: number
}

export type BatchCompensation = {
  readonly status: BatchCompensationStatus
  /** The number of payments made. */
  readonly payments: number
  /** The number of payments undone. */
  readonly reversed: number
  /** The number of payments that could not be undone. */
  readonly kept: number
}

/** Incomplete means that some payments could not be undone. */
export type BatchCompensationStatus = "none" | "pending" | "completed" | "incomplete"

export type BatchExecuteRequest = {
  /** The operations of the batch. */
  readonly operations: readonly BatchOperationInput[]
  /** The name of the batch; EOD_ and the day when absent. */
  readonly batch_name?: string
  /** The start time in UTC, like 2026-01-31 23:00:00; at once when absent. */
  readonly schedule_time?: string
  /** The number of retries for an operation that fails. */
  readonly retry_attempts?: number
}

export type BatchList = {
  readonly data: readonly BatchSummary[]
  readonly pagination: BatchPagination
}

export type BatchOperation = {
  readonly type: BatchOperationType
  readonly status: BatchOperationStatus
  readonly priority: number
  readonly parameters: Readonly<Record<string, unknown>>
  readonly started_at: string | null
  readonly completed_at: string | null
  /** The number of failures so far. */
  readonly attempts: number
  readonly records_total: number
  readonly records_processed: number
  readonly records_skipped: number
  readonly error_message: string | null
  readonly result: Readonly<Record<string, unknown>> | null
  readonly compensation: BatchCompensation
}

export type BatchOperationInput = {
  readonly type: BatchOperationType
  /** account_interest: rate (percent a year), asset_code?, date? (a day that has ended, the last one by default); fee_collection: fee_type, amount, asset_code, account_uuids?; balance_reconciliation: date; report_generation: report_type (daily_summary, balances, transactions, trial_balance), date?; maintenance_tasks: tasks? (prune_replies, expire_holds, analyze_ledger). */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Higher priorities run first; equal priorities run in the order given. */
  readonly priority?: number
}

export type BatchOperationStatus = "pending" | "processing" | "completed" | "failed"

/** The type of the operation; it determines the parameters. */
export type BatchOperationType = "account_interest" | "fee_collection" | "balance_reconciliation" | "report_generation" | "maintenance_tasks"

export type BatchPagination = {
  readonly total: number
  readonly limit: number
  readonly offset: number
}

export type BatchStartStatus = "initiated" | "scheduled"

export type BatchStarted = {
  readonly message: string
  readonly data: BatchStartedData
}

export type BatchStartedData = {
  readonly batch_id: string
  readonly status: BatchStartStatus
  readonly operations_count: number
  readonly batch_name: string
  readonly estimated_duration: string
  readonly started_at: string | null
  readonly scheduled_for: string | null
  readonly started_by: string
  readonly retry_attempts: number
}

export type BatchState = {
  readonly batch_id: string
  readonly batch_name: string
  readonly status: BatchStatus
  readonly progress: number
  readonly operations_total: number
  readonly operations_completed: number
  readonly operations_failed: number
  readonly retry_attempts: number
  readonly started_by: string
  readonly created_at: string
  readonly scheduled_for: string | null
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly cancelled_at: string | null
  readonly error_message: string | null
  readonly compensation: BatchCompensation
  readonly operations: readonly BatchOperation[]
}

/** The status of a batch, and the steps possible in each. pending: start → processing, cancel → cancelled; scheduled: start → processing, cancel → cancelled; processing: complete → completed, fail → failed, cancel → cancelled; completed: the end; failed: the end; cancelled: the end. */
export type BatchStatus = "pending" | "scheduled" | "processing" | "completed" | "failed" | "cancelled"

export type BatchStatusResponse = {
  readonly data: BatchState
}

export type BatchSummary = {
  readonly batch_id: string
  readonly batch_name: string
  readonly status: BatchStatus
  readonly progress: number
  readonly operations_total: number
  readonly operations_completed: number
  readonly operations_failed: number
  readonly retry_attempts: number
  readonly started_by: string
  readonly created_at: string
  readonly scheduled_for: string | null
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly cancelled_at: string | null
  readonly error_message: string | null
  readonly compensation: BatchCompensation
}

export type BiometricChallengeRequest = {
  /** An id that the app chose for its installation. */
  readonly device_id: string
}

export type BiometricChallengeResponse = {
  readonly success: true
  readonly data: {
    readonly challenge: string
    readonly expires_at: string
  }
}

export type BiometricDisableResponse = {
  readonly success: true
  readonly data: {
    readonly enabled: boolean
    readonly device: Device
  }
}

export type BiometricEnableRequest = {
  /** An id that the app chose for its installation. */
  readonly device_id: string
  /** P-256, as PEM or base64 of its DER (SubjectPublicKeyInfo). */
  readonly public_key: string
  /** The id of the key in the app. */
  readonly key_id?: string
}

export type BiometricEnableResponse = {
  readonly success: true
  readonly data: {
    readonly enabled: boolean
    readonly device: Device
  }
}

export type BiometricSession = {
  readonly id: string
  readonly device_id: string
  readonly device_name: string | null
  /** The network address it was opened from. */
  readonly address: string
  readonly created_at: string
  readonly expires_at: string
}

export type BiometricSessionListResponse = {
  readonly success: true
  readonly data: readonly BiometricSession[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type BiometricSessionRevokeAllResponse = {
  readonly success: true
  readonly data: EndedSessions
}

export type BiometricSessionRevokeResponse = {
  readonly success: true
  readonly data: {
    readonly message: string
  }
}

export type BiometricToken = {
  readonly access_token: string
  readonly token_type: "Bearer"
  /** Seconds. */
  readonly expires_in: number
  readonly expires_at: string
  readonly session_id: string
}

export type BiometricVerifyRequest = {
  /** An id that the app chose for its installation. */
  readonly device_id: string
  /** The challenge that was signed. */
  readonly challenge: string
  /** ECDSA with SHA-256 over the UTF-8 bytes of `challenge`, in DER; base64 or base64url. */
  readonly signature: string
}

export type BiometricVerifyResponse = {
  readonly success: true
  readonly data: BiometricToken
}

export type BrandingGetResponse = {
  readonly success: true
  readonly data: PublicBranding
}

export type BridgeAlternative = {
  readonly bridge_protocol: BridgeProtocol
  readonly estimated_receive_amount: string
  readonly fee_amount: string
  readonly estimated_duration_seconds: number
  /** False if the fee is more than 2 % of the amount. */
  readonly recommended: boolean
}

export type BridgeFeeComparison = {
  readonly from: CrossChainNetwork
  readonly to: CrossChainNetwork
  /** The symbol of a token. */
  readonly token: string
  readonly amount: string
  /** The best ratio of fee and time first; empty if no protocol serves the route. */
  readonly quotes: readonly BridgeFeeQuote[]
  readonly cheapest: BridgeFeeQuote | null
  readonly fastest: BridgeFeeQuote | null
  readonly summary: BridgeFeeSummary
}

export type BridgeFeeQuote = {
  readonly protocol: BridgeProtocol
  readonly fee: string
  readonly fee_currency: string
  readonly estimated_time_seconds: number
  readonly output_amount: string
  /** False if the fee is more than 2 % of the amount. */
  readonly recommended: boolean
}

export type BridgeFeeRange = {
  readonly min: string
  readonly max: string
}

export type BridgeFeeSummary = {
  /** How many protocols serve the route. */
  readonly available_providers: number
  readonly route_supported: boolean
  readonly fee_range: BridgeFeeRange | null
  readonly time_range: BridgeTimeRange | null
  readonly best_value: BridgeProtocol | null
  readonly fastest_provider: BridgeProtocol | null
}

export type BridgeFeesResponse = {
  readonly success: true
  readonly data: BridgeFeeComparison
}

export type BridgeHistory = {
  readonly total: number
  readonly pending: number
  readonly completed: number
}

export type BridgeInitiateRequest = {
  /** The id of a quote, as it was given. */
  readonly quote_id: string
  /** An address on the source chain. */
  readonly sender_address: string
  /** The address on the destination chain that receives the tokens. */
  readonly recipient_address: string
  /** How much less may arrive, as a fraction: 0.005 is half a percent. */
  readonly slippage_tolerance?: number
  /** A bridge that has not arrived by then is refunded. */
  readonly deadline_minutes?: number
  /** The account that pays. Default: the caller’s account on the source chain if it holds enough, else the oldest other one that does. */
  readonly account_uuid?: string
}

export type BridgeInitiateResponse = {
  readonly success: true
  readonly data: BridgeTransaction
}

export type BridgeListResponse = {
  readonly data: readonly BridgeTransaction[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type BridgeMetadata = {
  /** True if nothing is moved on a chain. */
  readonly simulated: boolean
  readonly expected_amount: string
  /** The bridge fails if less would arrive. */
  readonly minimum_amount: string
  readonly received_amount: string | null
  readonly source_account_uuid: string
  /** Null if the recipient is outside the bank. */
  readonly destination_account_uuid: string | null
  readonly deadline_at: string
  /** Why it failed, or what it waits for. */
  readonly reason: string | null
}

/** A bridge protocol; demo is for tests, and used only if it is requested. */
export type BridgeProtocol = "wormhole" | "layerzero" | "axelar" | "circle_cctp" | "demo"

export type BridgeQuote = {
  /** Send it to start the bridge at these terms, once. */
  readonly quote_id: string
  readonly bridge_protocol: BridgeProtocol
  readonly estimated_receive_amount: string
  readonly fee_amount: string
  readonly estimated_duration_seconds: number
  /** False if the fee is more than 2 % of the amount. */
  readonly recommended: boolean
  readonly source_chain: CrossChainNetwork
  readonly destination_chain: CrossChainNetwork
  /** The symbol of a token. */
  readonly token: string
  readonly input_amount: string
  /** The token: the fee is taken from the amount. */
  readonly fee_currency: string
  /** Tokens for one token before the fee; a bridge carries them one to one. */
  readonly exchange_rate: string
  readonly quote_expires_at: string
  /** The other protocols, the best ratio of fee and time first. */
  readonly alternative_quotes: readonly BridgeAlternative[]
  /** True if nothing is moved on a chain. */
  readonly simulated: boolean
}

export type BridgeQuoteRequest = {
  /** The chain that the tokens leave. */
  readonly source_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The chain on which they arrive. */
  readonly destination_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The symbol of the token, such as USDC. */
  readonly token: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Used if it serves the route; otherwise, and by default, the cheapest is. */
  readonly preferred_bridge?: "wormhole" | "layerzero" | "axelar" | "circle_cctp" | "demo"
}

export type BridgeQuoteResponse = {
  readonly success: true
  readonly data: BridgeQuote
}

export type BridgeStartRequest = {
  /** The chain that the tokens leave. */
  readonly source_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The chain on which they arrive. */
  readonly destination_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The symbol of the token, such as USDC. */
  readonly token: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Default: the cheapest that serves the route. */
  readonly protocol?: "wormhole" | "layerzero" | "axelar" | "circle_cctp" | "demo"
  /** Default: the caller’s own address on the source chain. */
  readonly sender_address?: string
  /** Default: the caller’s own address on the destination chain. */
  readonly recipient_address?: string
  /** How much less may arrive, as a fraction: 0.005 is half a percent. */
  readonly slippage_tolerance?: number
  /** A bridge that has not arrived by then is refunded. */
  readonly deadline_minutes?: number
  /** The account that pays. Default: the caller’s account on the source chain if it holds enough, else the oldest other one that does. */
  readonly account_uuid?: string
}

export type BridgeStartResponse = {
  readonly success: true
  readonly data: BridgeTransaction
}

/** pending: send → bridging, fail → failed; bridging: confirm → confirming, fail → failed; confirming: complete → completed, fail → failed; completed: the end; failed: refund → refunded; refunded: the end */
export type BridgeStatus = "pending" | "bridging" | "confirming" | "completed" | "failed" | "refunded"

export type BridgeStatusResponse = {
  readonly success: true
  readonly data: BridgeTransaction
}

export type BridgeTimeRange = {
  readonly min_seconds: number
  readonly max_seconds: number
}

export type BridgeTransaction = {
  readonly bridge_tx_id: string
  readonly quote_id: string
  readonly status: BridgeStatus
  readonly source_chain: CrossChainNetwork
  readonly destination_chain: CrossChainNetwork
  /** The symbol of a token. */
  readonly token: string
  /** With the fee. */
  readonly amount: string
  readonly bridge_protocol: BridgeProtocol
  readonly sender_address: string
  readonly recipient_address: string
  readonly source_tx_hash: string | null
  readonly destination_tx_hash: string | null
  readonly fee_amount: string
  readonly fee_currency: string
  /** Of the transaction on the source chain. */
  readonly confirmations: number
  readonly created_at: string
  readonly estimated_completion_at: string
  readonly completed_at: string | null
  readonly metadata: BridgeMetadata
}

export type Budget = {
  readonly id: string
  readonly category: string
  readonly asset_code: string
  readonly period: BudgetPeriod
  /** Decimal, in whole units of the asset. */
  readonly amount: string
  readonly warning_percent: number
  readonly created_at: string
  readonly updated_at: string
}

/** A UTC week from Monday on, a month or a year of the calendar. */
export type BudgetPeriod = "weekly" | "monthly" | "yearly"

export type BudgetState = "within" | "warning" | "exceeded"

/** A budget with what was spent in its current period. */
export type BudgetStatus = {
  readonly id: string
  readonly category: string
  readonly asset_code: string
  readonly period: BudgetPeriod
  /** Decimal, in whole units of the asset. */
  readonly amount: string
  readonly warning_percent: number
  readonly created_at: string
  readonly updated_at: string
  readonly starts_on: string
  readonly ends_on: string
  /** Decimal, in whole units of the asset. */
  readonly spent: string
  /** Decimal, in whole units of the asset. */
  readonly remaining: string
  readonly spent_percent: number
  readonly status: BudgetState
}

export type BulkItemError = {
  readonly code: string
  readonly message: string
}

export type BulkItemResult = {
  readonly index: number
  readonly status: BulkItemStatus
  readonly uuid: string | null
  readonly from_balance_after: string | null
  /** Null when the account belongs to another user. */
  readonly to_balance_after: string | null
  readonly error: BulkItemError | null
}

export type BulkItemStatus = "completed" | "refused"

/** all_or_nothing: one refusal refuses all; each: every transfer is decided independently. */
export type BulkMode = "all_or_nothing" | "each"

export type BulkResult = {
  readonly data: BulkResultData
  readonly message: string
}

export type BulkResultData = {
  readonly mode: string
  readonly simulated: boolean
  readonly total: number
  readonly completed: number
  readonly refused: number
  readonly results: readonly BulkItemResult[]
}

export type BulkTransferItem = {
  /** The uuid of the account that pays. */
  readonly from_account?: string
  /** Older name of `from_account`. */
  readonly from_account_uuid?: string
  /** Older name of `from_account`. */
  readonly from_account_id?: string
  /** The uuid of the account that is paid. */
  readonly to_account?: string
  /** Older name of `to_account`. */
  readonly to_account_uuid?: string
  /** Older name of `to_account`. */
  readonly to_account_id?: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Three to ten upper-case letters. */
  readonly asset_code?: string
  /** Older name of `asset_code`. */
  readonly currency?: string
  /** A note that both sides see. */
  readonly reference?: string
  /** Older name of `reference`. */
  readonly description?: string
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type CancelledEscrow = {
  readonly escrow_id: string
  readonly status: EscrowStatus
  readonly refunded_amount: number
  readonly reason: string
  readonly cancelled_at: string
}

export type CancelledIntent = {
  readonly intentId: string
  readonly status: "CREATED" | "AWAITING_AUTH" | "SUBMITTING" | "PENDING" | "CONFIRMED" | "FAILED" | "CANCELLED" | "EXPIRED"
  readonly merchant: {
    readonly displayName: string
  } | null
  readonly amount: string
}

export type Candle = {
  /** The beginning of the interval. */
  readonly at: string
  /** A decimal number. */
  readonly open: string
  /** A decimal number. */
  readonly high: string
  /** A decimal number. */
  readonly low: string
  /** A decimal number. */
  readonly close: string
  /** Traded in the base currency. */
  readonly volume: string
  /** Traded in the quote currency. */
  readonly value: string
  readonly trades: number
}

export type Card = {
  readonly uuid: string
  /** The platform’s id of the card. */
  readonly card_id: string
  readonly holder_id: string | null
  readonly status: "pending" | "active" | "frozen" | "cancelled" | "expired"
  readonly last4: string | null
  readonly network: "visa" | "mastercard" | "discover" | null
  /** In cents, as last reported by the platform. */
  readonly balance: number
  readonly currency: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type CardEventReceived = {
  readonly success: boolean
}

export type CardGetResponse = {
  readonly success: true
  readonly data: Card
}

export type CardListResponse = {
  readonly data: readonly Card[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type CardPayment = {
  readonly id: string
  readonly card_id: string
  /** Decimal, in whole units of the currency. */
  readonly amount: string
  readonly currency: string
  readonly merchant: string
  readonly status: CardPaymentStatus
  readonly decision: CardPaymentDecision
  /** Why it was declined. */
  readonly reason: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type CardPaymentAuthorizeRequest = {
  /** In the currency of the card. */
  readonly amount: string | number
  /** The merchant, as it writes itself. */
  readonly merchant: string
}

export type CardPaymentAuthorizeResponse = {
  readonly success: true
  readonly data: CardPayment
}

export type CardPaymentCaptureResponse = {
  readonly success: true
  readonly data: CardPayment
}

/** What the authorization decided. */
export type CardPaymentDecision = "approved" | "declined_insufficient_funds" | "declined_card_frozen" | "declined_card_cancelled" | "declined_card_expired" | "declined_limit_exceeded" | "declined_fraud_suspected" | "declined_account_unavailable" | "declined_not_allowed"

export type CardPaymentListResponse = {
  readonly data: readonly CardPayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type CardPaymentRefundResponse = {
  readonly success: true
  readonly data: CardPayment
}

export type CardPaymentReverseResponse = {
  readonly success: true
  readonly data: CardPayment
}

/** authorized: capture → captured, reverse → reversed; declined: the end; captured: refund → refunded; reversed: the end; refunded: the end */
export type CardPaymentStatus = "authorized" | "declined" | "captured" | "reversed" | "refunded"

export type CardWallet = {
  readonly uuid: string
  /** The platform’s id of the wallet. */
  readonly account_id: string
  readonly holder_id: string | null
  /** In cents, as last reported by the platform. */
  readonly balance: number
  readonly currency: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type CardWalletListResponse = {
  readonly data: readonly CardWallet[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type Cardholder = {
  readonly uuid: string
  /** The platform’s id of the holder. */
  readonly holder_id: string
  readonly user_uuid: string | null
  readonly kyc_status: "pending" | "in_review" | "verified" | "rejected"
  /** Who reviews: the platform, then its channel. */
  readonly kyc_stage: "admin" | "channel" | null
  /** Why the holder was rejected. */
  readonly kyc_reason: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type CardholderLinkRequest = {
  /** The platform’s id of the holder. */
  readonly holder_id: string
  /** The user to link the holder to. */
  readonly user_uuid: string
}

export type CardholderLinkResponse = {
  readonly success: true
  readonly data: Cardholder
}

export type CardholderListResponse = {
  readonly data: readonly Cardholder[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type CashMovement = {
  readonly data: CashMovementData
  readonly message: string
}

export type CashMovementData = {
  readonly uuid: string
  readonly account_uuid: string
  readonly type: CashMovementType
  readonly amount: string
  readonly asset_code: string
  readonly status: CashMovementStatus
  readonly reference: string | null
  readonly created_at: string
  readonly completed_at: string
  readonly balance_after: string
  readonly transaction_type: string
  /** In the smallest unit. */
  readonly new_balance: number
  /** In the smallest unit. */
  readonly amount_deposited?: number
  /** In the smallest unit. */
  readonly amount_withdrawn?: number
}

export type CashMovementStatus = "completed"

export type CashMovementType = "deposit" | "withdrawal"

export type CashTeller = {
  readonly id: string
  readonly name: string
  readonly branch: string | null
  readonly currency: string
  /** Of the vault in the teller’s own currency. */
  readonly vault_balance: string
  readonly vaults: readonly TellerVault[]
  readonly user_id: string | null
  readonly last_reconciled_at: string | null
  readonly created_at: string
}

export type CashTellerCreateRequest = {
  /** The name of the teller. */
  readonly name: string
  /** The branch. */
  readonly branch?: string
  /** The code of the currency. */
  readonly currency?: string
  /** What the vault may hold at most; null for no limit. */
  readonly vault_limit?: string | null
  /** What must stay in the vault; 0 by default. */
  readonly vault_minimum?: string | null
  /** The user who works with this vault. */
  readonly user_id?: string
}

export type CashTellerCreateResponse = {
  readonly success: true
  readonly data: CashTeller
}

export type CashTellerGetResponse = {
  readonly success: true
  readonly data: CashTeller
}

export type CashTellerListResponse = {
  readonly success: true
  readonly data: readonly CashTeller[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type CashTellerReconcileRequest = {
  /** The cash that was counted, such as "120.00". */
  readonly counted: string
  /** The teller’s own currency by default. */
  readonly currency?: string
  /** A remark. */
  readonly note?: string
}

export type CashTellerReconcileResponse = {
  readonly success: true
  readonly data: TellerReconciliation
}

export type CashTellerReconciliationsResponse = {
  readonly success: true
  readonly data: readonly TellerReconciliation[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type CashTellerSetVaultRequest = {
  /** The currency of the vault. */
  readonly currency: string
  /** What the vault may hold at most; null for no limit. */
  readonly vault_limit?: string | null
  /** What must stay in the vault; 0 by default. */
  readonly vault_minimum?: string | null
}

export type CashTellerSetVaultResponse = {
  readonly success: true
  readonly data: CashTeller
}

export type ChatAnswer = {
  readonly conversation_id: string
  readonly message_id: string
  readonly response: string
  readonly confidence: number
  /** What the assistant used to answer. */
  readonly tools_used: readonly string[]
  /** The stored context; `understood` is what the next message may refer to. */
  readonly context: Readonly<Record<string, unknown>>
}

export type ChatMessage = {
  readonly message_id: string
  readonly role: ChatRole
  readonly content: string
  readonly confidence: number | null
  /** What the assistant used to answer. */
  readonly tools_used: readonly string[]
  readonly rating: number | null
  readonly timestamp: string
  /** The same as timestamp. */
  readonly created_at: string
}

/** Accepted for compatibility: the bank’s own engine answers, with the language model that the bank has configured, if any. */
export type ChatModel = "gpt-4" | "gpt-3.5-turbo" | "claude-3"

export type ChatRole = "user" | "assistant" | "system"

export type ClaimedP2pTransfer = {
  readonly transfer_id: string
  readonly direction: "outgoing" | "incoming"
  readonly from_user: string
  /** A uuid, or the e-mail address as the sender gave it. */
  readonly to_user: string
  readonly amount: string
  readonly currency: string
  readonly note: string | null
  readonly status: P2pTransferStatus
  readonly fee: string
  readonly created_at: string
  /** When unclaimed money is returned; null if it was sent to a user. */
  readonly expires_at: string | null
  readonly ended_at: string | null
  /** The name of the sender. */
  readonly from_name: string
}

export type CollectionLine = {
  readonly loan_id: string
  readonly user_id: string
  /** Decimal. */
  readonly expected_amount: string
  /** Decimal. */
  readonly collected_amount: string
}

export type CollectionSheet = {
  readonly id: string
  readonly officer_id: string
  readonly group_id: string
  readonly collection_date: string
  readonly currency: string
  /** Decimal. */
  readonly expected_amount: string
  /** Decimal. */
  readonly collected_amount: string
  readonly status: CollectionSheetStatus
  readonly notes: string | null
  readonly created_at: string
  readonly completed_at: string | null
  /** One for each loan. */
  readonly lines: readonly CollectionLine[]
}

export type CollectionSheetCollectRequest = {
  /** The payments; all of them are taken, or none. */
  readonly lines: readonly ({
    /** The loan that is repaid. */
    readonly loan_id?: string
    /** The member who paid, if they have one loan on the sheet. */
    readonly user_id?: string
    /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
    readonly amount: string | number
  })[]
  /** The teller whose vault gets the cash; the caller’s own by default. */
  readonly teller_id?: string
}

export type CollectionSheetCollectResponse = {
  readonly success: true
  readonly data: CollectionSheet
}

export type CollectionSheetCompleteRequest = {
  /** Remarks. */
  readonly notes?: string
}

export type CollectionSheetCompleteResponse = {
  readonly success: true
  readonly data: CollectionSheet
}

export type CollectionSheetCreateRequest = {
  /** The officer who collects. */
  readonly officer_id: string
  /** The group that pays. */
  readonly group_id: string
  /** The day of the collection; today by default. */
  readonly collection_date?: string
  /** The sum of what is due by that day by default. */
  readonly expected_amount?: string | number
  /** The code of the currency. */
  readonly currency?: string
  /** Remarks. */
  readonly notes?: string
}

export type CollectionSheetCreateResponse = {
  readonly success: true
  readonly data: CollectionSheet
}

export type CollectionSheetGetResponse = {
  readonly success: true
  readonly data: CollectionSheet
}

export type CollectionSheetListResponse = {
  readonly success: true
  readonly data: readonly CollectionSheetSummary[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** What may happen to a sheet in each state. pending: collect → in_progress, complete → completed; in_progress: collect → in_progress, complete → completed; completed: the end. */
export type CollectionSheetStatus = "pending" | "in_progress" | "completed"

export type CollectionSheetSummary = {
  readonly id: string
  readonly officer_id: string
  readonly group_id: string
  readonly collection_date: string
  readonly currency: string
  /** Decimal. */
  readonly expected_amount: string
  /** Decimal. */
  readonly collected_amount: string
  readonly status: CollectionSheetStatus
  readonly notes: string | null
  readonly created_at: string
  readonly completed_at: string | null
}

export type ComparedPartnerTier = {
  readonly tier: "starter" | "growth" | "enterprise"
  readonly label: string
  readonly calls_per_month: number
  readonly calls_per_minute: number
  readonly calls_per_hour: number
  /** USD. */
  readonly monthly_price: string
  /** USD for every thousand further calls. */
  readonly overage_per_1000: string
  readonly currency: "USD"
  readonly features: PartnerFeatures
  readonly is_current: boolean
}

export type CompensatedWorkflow = {
  readonly id: string
  readonly workflow_name: string
  readonly status: WorkflowStatus
  readonly input_data: Readonly<Record<string, unknown>>
  readonly output_data: Readonly<Record<string, unknown>> | null
  readonly error: string | null
  readonly started_at: string
  readonly completed_at: string | null
  /** Milliseconds. */
  readonly duration_ms: number | null
  readonly steps: readonly WorkflowStep[]
  readonly compensation_logs: readonly WorkflowCompensationLog[]
  readonly compensation_count: number
}

export type ComplianceFlag = "high_value_transfer" | "new_destination" | "velocity_alert"

export type ComplianceSummary = {
  readonly total_scheduled: number
  /** Within 30 days. */
  readonly upcoming_deadlines: number
  readonly overdue_filings: number
  readonly next_deadline: string | null
  /** The regulators are simulated. */
  readonly demo_mode: boolean
  readonly adapters_registered: number
  /** The jurisdiction, or all. */
  readonly jurisdiction: string
  /** Filings that are due in 7, 3 or 1 days. */
  readonly warnings: readonly ({
    readonly report_type: string
    readonly jurisdiction: "US" | "EU" | "UK" | "SG"
    readonly due_at: string
    readonly days_left: number
  })[]
}

export type Component = {
  readonly name: string
  readonly status: "operational" | "outage"
  readonly latency_ms: number
}

export type ConnectedApp = {
  readonly uuid: string
  readonly client_id: string
  readonly client_name: string
  readonly scopes: readonly string[]
  /** In minor units of the currency; null means no limit. */
  readonly daily_limit_minor: number | null
  readonly daily_limit_currency: string
  readonly created_at: string
  readonly last_used_at: string | null
  /** When the grant expires unless the client renews its tokens. */
  readonly expires_at: string
}

/** The requested access: for each kind of data, which accounts. */
export type ConsentAccess = {
  /** The accounts whose details can be read: all of them, or a list. */
  readonly accounts?: ("all" | "allAccounts") | (readonly (string | {
    /** The IBAN of an account. */
    readonly iban?: string
    /** The uuid of an account. */
    readonly resourceId?: string
    /** Older name of `resourceId`. */
    readonly account_id?: string
  })[])
  /** The accounts whose balances can be read: all of them, or a list. */
  readonly balances?: ("all" | "allAccounts") | (readonly (string | {
    /** The IBAN of an account. */
    readonly iban?: string
    /** The uuid of an account. */
    readonly resourceId?: string
    /** Older name of `resourceId`. */
    readonly account_id?: string
  })[])
  /** The accounts whose transactions can be read: all of them, or a list. */
  readonly transactions?: ("all" | "allAccounts") | (readonly (string | {
    /** The IBAN of an account. */
    readonly iban?: string
    /** The uuid of an account. */
    readonly resourceId?: string
    /** Older name of `resourceId`. */
    readonly account_id?: string
  })[])
  /** The same as all accounts in `accounts`, as the standard names it. */
  readonly availableAccounts?: "all" | "allAccounts"
  /** All data of all accounts, as the standard names it. */
  readonly allPsd2?: "all" | "allAccounts"
}

export type ConsentAuthorizeRequest = {
  /** The accounts to give access to, of those that the consent requests. Default: all of them. */
  readonly accounts?: readonly string[]
}

export type ConsentAuthorizeResponse = {
  readonly success: true
  readonly data: OpenBankingConsent
}

export type ConsentCreateRequest = {
  readonly access: ConsentAccess
  /** False for a consent that ends with the day on which it is first used. */
  readonly recurringIndicator: boolean
  /** The last day (UTC) of the consent; a later day than 90 days from now is reduced to that. */
  readonly validUntil: string
  /** The number of accesses that are allowed in a day (UTC). */
  readonly frequencyPerDay: number
}

export type ConsentCreateResponse = {
  readonly success: true
  readonly data: OpenBankingConsent
}

export type ConsentEndResponse = {
  readonly success: true
  readonly data: OpenBankingConsent
}

export type ConsentGetResponse = {
  readonly success: true
  readonly data: OpenBankingConsent
}

export type ConsentListResponse = {
  readonly success: true
  readonly data: readonly OpenBankingListedConsent[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ConsentRejectResponse = {
  readonly success: true
  readonly data: OpenBankingConsent
}

export type ConsentReviewResponse = {
  readonly success: true
  readonly data: OpenBankingConsentReview
}

export type ConsentStatusResponse = {
  readonly success: true
  readonly data: OpenBankingConsentStatusAnswer
}

export type ConsumerGroup = {
  readonly name: string
  /** The number of nodes that share the work, or of open live streams; customers see the number of their own streams. */
  readonly consumers: number
  /** Events that this group has not read yet; at most 10,000 are counted. */
  readonly pending: number
  readonly last_delivered_id: string | null
  readonly status: StreamHealth
}

export type Conversation = {
  readonly id: string
  /** The same as id. */
  readonly conversation_id: string
  /** The beginning of the first message. */
  readonly title: string
  readonly message_count: number
  readonly created_at: string
  readonly updated_at: string
  /** The beginning of the newest message. */
  readonly last_message: string
}

export type ConversationChatRequest = {
  /** In plain words: "How much did I spend on groceries last month?" */
  readonly message: string
  /** The conversation to continue; a new one starts without it. */
  readonly conversation_id?: string
  /** Fields that are kept with the conversation; account_uuid and asset_code limit the answers. At most 4 KB as JSON and 3 levels. */
  readonly context?: Readonly<Record<string, unknown>>
  readonly model?: ChatModel
  /** How freely a language model may word the answer; 0.7 when absent. */
  readonly temperature?: number
  /** Answer with server-sent events: pieces of the response, then the whole answer. */
  readonly stream?: boolean
}

export type ConversationDetail = {
  readonly id: string
  /** The same as id. */
  readonly conversation_id: string
  /** The beginning of the first message. */
  readonly title: string
  readonly message_count: number
  readonly created_at: string
  readonly updated_at: string
  /** The stored context; `understood` is what the next message may refer to. */
  readonly context: Readonly<Record<string, unknown>>
  readonly messages: readonly ChatMessage[]
}

export type ConversationListResponse = readonly Conversation[]

export type ConversationRateRequest = {
  /** The id of the answer. */
  readonly message_id: string
  /** 5 is best. */
  readonly rating: number
  /** What was good or bad about it. */
  readonly feedback?: string
}

export type Conversion = {
  readonly message: string
  readonly data: ConversionData
}

export type ConversionData = {
  readonly transaction_id: string
  readonly account_uuid: string
  readonly from_amount: string
  readonly to_amount: string
  readonly from_currency: string
  readonly to_currency: string
  /** Ten decimal places. */
  readonly exchange_rate: string
  /** How the result was rounded to its smallest unit. */
  readonly rounding: string
  readonly from_balance_after: string
  readonly to_balance_after: string
  readonly completed_at: string
}

export type ConvertedAmount = {
  readonly from_asset: string
  readonly to_asset: string
  /** In the smallest unit. */
  readonly from_amount: number
  /** In the smallest unit. */
  readonly to_amount: number
  readonly from_formatted: string
  readonly to_formatted: string
  /** Ten decimal places. */
  readonly rate: string
  readonly rate_age_minutes: number
  /** How the result was rounded to its smallest unit. */
  readonly rounding: string
}

export type Counterparty = {
  /** The name of the other party. Null for the bank itself, in trades, and for a payee until the money has arrived. */
  readonly name: string | null
  readonly account_uuid: string | null
  readonly bank_account: string | null
}

export type CreatedApiKey = {
  readonly data: ApiKeyWithSecret
  readonly message: string
}

export type CreatedTransfer = {
  readonly uuid: string
  readonly from_account: string
  readonly to_account: string
  /** The name of the payer. */
  readonly from_name: string | null
  /** The name of the payee; null until the money has arrived. */
  readonly to_name: string | null
  readonly amount: string
  readonly asset_code: string
  readonly status: TransferStatus
  readonly reference: string | null
  readonly workflow_id: string | null
  readonly created_at: string
  readonly completed_at: string | null
  readonly estimated_completion: string | null
  readonly failure_reason: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly fees: TransferFees
  readonly simulated?: boolean
  readonly from_balance_after?: string
  /** Null when the account belongs to another user. */
  readonly to_balance_after?: string | null
}

/** How the caller was authenticated. */
export type CredentialKind = "login" | "api_key" | "agent_session" | "agent_key" | "oauth"

export type CrossChainBalance = {
  readonly chain: CrossChainNetwork
  /** The symbol of a token. */
  readonly token: string
  readonly balance: string
  readonly value_usd: string
}

export type CrossChainDefiSummary = {
  /** Supplies and stakes, less loans. */
  readonly total_value_usd: string
  readonly positions_count: number
  readonly protocol_breakdown: Readonly<Record<string, {
      readonly value_usd: string
      readonly positions: number
    }>>
  readonly chain_breakdown: Readonly<Record<string, {
      readonly value_usd: string
      readonly positions: number
    }>>
  readonly type_breakdown: Readonly<Record<string, {
      readonly value_usd: string
      readonly positions: number
    }>>
  readonly weighted_avg_apy: string
  readonly at_risk_positions: number
}

/** The name of a chain. */
export type CrossChainNetwork = "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"

export type CrossChainNetworkInfo = {
  readonly network: CrossChainNetwork
  /** The number of an EVM chain. */
  readonly chain_id: number | null
  readonly is_evm: boolean
  readonly native_currency: string
  readonly bridge_providers: readonly BridgeProtocol[]
}

export type CrossChainPortfolio = {
  /** The caller’s own address on ethereum. */
  readonly wallet_address: string
  readonly total_value_usd: string
  /** One for each chain and token that the caller holds. */
  readonly balances: readonly CrossChainBalance[]
  readonly defi_summary: CrossChainDefiSummary
  readonly bridge_history: BridgeHistory
  readonly chains_active: readonly CrossChainNetwork[]
}

export type CrossChainSwap = {
  readonly swap_id: string
  readonly quote_id: string
  readonly status: CrossChainSwapStatus
  readonly bridge_tx_id: string
  readonly bridge_status: BridgeStatus
  readonly swap_tx_hash: string | null
  readonly source_chain: CrossChainNetwork
  readonly destination_chain: CrossChainNetwork
  /** The symbol of a token. */
  readonly from_token: string
  /** The symbol of a token. */
  readonly to_token: string
  readonly input_amount: string
  readonly expected_output: string
  /** The minimum output after slippage. */
  readonly min_output: string
  readonly output_amount: string | null
  /** The symbol of a token. */
  readonly output_token: string | null
  /** The bridge arrived, but the swap failed: the output is the bridged token. */
  readonly swap_failed: boolean
  readonly total_fee: string
  readonly fee_currency: string
  readonly estimated_time_seconds: number
  readonly reason: string | null
  /** True if nothing is moved on a chain. */
  readonly simulated: boolean
  readonly created_at: string
  readonly completed_at: string | null
}

export type CrossChainSwapExecuteRequest = {
  /** The chain that the tokens leave. */
  readonly from_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The chain on which the swap ends. */
  readonly to_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The token that is paid. */
  readonly from_token: string
  /** The token to receive on the destination chain. */
  readonly to_token: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Receives the output on the destination chain. Default: the caller’s own address. */
  readonly wallet_address?: string
  /** The quote whose terms to use. Default: the current terms. */
  readonly quote_id?: string
  /** How much less may come out than expected, in hundredths of a percent. */
  readonly slippage_bps?: number
  /** The account that pays. Default: the caller’s account on the source chain if it holds enough, else the oldest other one that does. */
  readonly account_uuid?: string
}

export type CrossChainSwapExecuteResponse = {
  readonly success: true
  readonly data: CrossChainSwap
}

export type CrossChainSwapListResponse = {
  readonly data: readonly CrossChainSwap[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type CrossChainSwapQuote = {
  readonly quote_id: string
  readonly source_chain: CrossChainNetwork
  readonly destination_chain: CrossChainNetwork
  /** The symbol of a token. */
  readonly from_token: string
  /** The symbol of a token. */
  readonly to_token: string
  readonly input_amount: string
  readonly bridge_protocol: BridgeProtocol
  /** What arrives on the destination chain. */
  readonly bridged_amount: string
  readonly expected_output: string
  readonly bridge_fee: string
  readonly swap_gas: string
  /** The fee of the bridge and the gas of the swap. */
  readonly total_fee: string
  readonly fee_currency: string
  readonly requires_swap: boolean
  readonly estimated_time_seconds: number
  readonly quote_expires_at: string
  /** True if nothing is moved on a chain. */
  readonly simulated: boolean
}

export type CrossChainSwapQuoteRequest = {
  /** The chain that the tokens leave. */
  readonly from_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The chain on which the swap ends. */
  readonly to_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The token that is paid. */
  readonly from_token: string
  /** The token to receive on the destination chain. */
  readonly to_token: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
}

export type CrossChainSwapQuoteResponse = {
  readonly success: true
  readonly data: CrossChainSwapQuote
}

export type CrossChainSwapStartRequest = {
  /** The chain that the tokens leave. */
  readonly source_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The chain on which the swap ends. */
  readonly destination_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The token that is paid. */
  readonly from_token: string
  /** The token to receive on the destination chain. */
  readonly to_token: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** How much less may come out than expected, in hundredths of a percent. */
  readonly slippage_bps?: number
  /** The account that pays. Default: the caller’s account on the source chain if it holds enough, else the oldest other one that does. */
  readonly account_uuid?: string
}

export type CrossChainSwapStartResponse = {
  readonly success: true
  readonly data: CrossChainSwap
}

/** pending: complete → completed, fail → failed; completed: the end; failed: the end */
export type CrossChainSwapStatus = "pending" | "completed" | "failed"

export type CrossChainSwapStatusResponse = {
  readonly success: true
  readonly data: CrossChainSwap
}

export type CrosschainChainsResponse = {
  readonly success: true
  readonly data: readonly CrossChainNetworkInfo[]
}

export type CrosschainPortfolioResponse = {
  readonly success: true
  readonly data: CrossChainPortfolio
}

export type CustomerAccount = {
  readonly uuid: string
  readonly name: string
  readonly type: AccountType
  readonly status: AccountStatus
  readonly account_number: string
  readonly iban: string | null
  readonly user_uuid: string
  /** Null for a customer of a manager, whom the bank does not know. */
  readonly owner: AccountOwner | null
  readonly manager_uuid: string | null
  readonly tenant_id: string | null
  readonly balances: readonly CustomerBalance[]
  readonly created_at: string
  readonly closed_at: string | null
}

export type CustomerAccountDetail = {
  readonly uuid: string
  readonly name: string
  readonly type: AccountType
  readonly status: AccountStatus
  readonly account_number: string
  readonly iban: string | null
  readonly user_uuid: string
  /** Null for a customer of a manager, whom the bank does not know. */
  readonly owner: AccountOwner | null
  readonly manager_uuid: string | null
  readonly tenant_id: string | null
  readonly balances: readonly CustomerBalance[]
  readonly created_at: string
  readonly closed_at: string | null
  /** The newest first. */
  readonly status_changes: readonly AccountStatusChange[]
}

export type CustomerAccountGetResponse = {
  readonly data: CustomerAccountDetail
}

export type CustomerAccountListResponse = {
  readonly data: readonly CustomerAccount[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type CustomerBalance = {
  readonly asset_code: string
  readonly total_balance: string
  readonly available_balance: string
}

export type CustomerNote = {
  readonly id: string
  /** 1 for the first text, then one more for each correction. */
  readonly version: number
  readonly text: string
  readonly author_uuid: string
  readonly author_name: string
  readonly created_at: string
  /** When the shown text was written, if corrected. */
  readonly corrected_at: string | null
  /** The texts before it, the newest first. */
  readonly earlier: readonly CustomerNoteVersion[]
}

export type CustomerNoteCorrectRequest = {
  /** The note, in plain text. */
  readonly text: string
  /** The version that is corrected; refused if another one was written meanwhile. */
  readonly version: number
}

export type CustomerNoteCorrectResponse = {
  readonly data: CustomerNote
}

export type CustomerNoteCreateRequest = {
  /** The note, in plain text. */
  readonly text: string
}

export type CustomerNoteCreateResponse = {
  readonly data: CustomerNote
}

export type CustomerNoteGetResponse = {
  readonly data: CustomerNote
}

export type CustomerNoteVersion = {
  /** 1 for the first text, then one more for each correction. */
  readonly version: number
  readonly text: string
  readonly author_uuid: string
  readonly author_name: string
  readonly created_at: string
}

export type CustomerNotes = {
  readonly data: readonly CustomerNote[]
  /** Send this as `before` to get the next page; null on the last page. */
  readonly next: string | null
}

export type DashboardDomainHealthResponse = {
  readonly data: Readonly<Record<string, DomainHealth>>
}

export type DashboardEventThroughputResponse = {
  readonly data: EventThroughput
}

export type DashboardMetricsResponse = {
  readonly data: LiveMetrics
}

export type DashboardProjectorLagResponse = {
  readonly data: ProjectorLag
}

export type DashboardStreamStatusResponse = {
  readonly data: Readonly<Record<string, StreamStatus>>
}

/** How the transaction ended. */
export type DealingOutcome = "success" | "failed" | "cancelled" | "timeout"

export type DecimalBalance = {
  readonly asset_code: string
  /** In the smallest unit. */
  readonly balance: number
  /** "1500.00 USD" */
  readonly formatted: string
  readonly available_balance: string
  readonly reserved_balance: string
  readonly total_balance: string
  readonly asset: BalanceAsset
}

export type DecisionReplay = {
  readonly decision_id: string
  /** The kind of decision: travel_rule_check, travel_rule_transfer, mica_check, mifid_report. */
  readonly kind: "travel_rule_check" | "travel_rule_transfer" | "mica_check" | "mifid_report"
  readonly subject: string
  readonly rule_version: string
  readonly current_rule_version: string
  /** Whether the rules of that version decide the same again. */
  readonly same: boolean
  readonly same_under_current_rules: boolean
  readonly differing_fields: readonly string[]
  readonly stored: Readonly<Record<string, unknown>>
  readonly replayed: Readonly<Record<string, unknown>>
  readonly replayed_at: string
}

export type DefiFlashLoan = {
  readonly loan_id: string
  readonly tx_hash: string
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The symbol of a token. */
  readonly token: "USDC" | "USDT" | "DAI" | "WETH" | "WBTC" | "stETH" | "ETH" | "MATIC" | "BNB" | "SOL" | "BTC" | "TRX"
  /** A decimal number. */
  readonly borrowed_amount: string
  /** 0.05 % of the loan, rounded up. */
  readonly fee: string
  /** A decimal number. */
  readonly repay_amount: string
  readonly operations: readonly ({
    readonly type: "swap"
    readonly from: string
    readonly to: string
    readonly dex: "uniswap_v3" | "curve" | "sushiswap" | "demo"
    /** A decimal number. */
    readonly input: string
    /** A decimal number. */
    readonly output: string
  })[]
  /** The rest after the repayment; it is in the custody account. */
  readonly profit: string
  readonly status: "repaid"
  /** True if the chain and its markets are simulated, so that nothing leaves the bank. */
  readonly simulated: boolean
  readonly created_at: string
}

export type DefiFlashLoanCreateRequest = {
  /** The token that is borrowed. */
  readonly token: string
  /** The amount that is borrowed; above zero. */
  readonly amount: string | number
  /** Each begins with the output token of the one before it; the last ends with the loan’s token. */
  readonly operations: readonly ({
    /** The kind of operation. */
    readonly type: "swap"
    /** The token it begins with. */
    readonly from: string
    /** The token it ends with. */
    readonly to: string
    /** The exchange. */
    readonly dex: "uniswap" | "uniswap_v3" | "curve" | "sushiswap" | "demo"
  })[]
  /** The chain; ethereum by default. */
  readonly chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
}

export type DefiFlashLoanCreateResponse = {
  readonly success: true
  readonly data: DefiFlashLoan
}

export type DefiLendingBorrowRequest = {
  /** The chain. */
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The token of the market. */
  readonly token: string
  /** The amount; above zero. */
  readonly amount: string | number
}

export type DefiLendingBorrowResponse = {
  readonly success: true
  readonly data: DefiPosition
}

export type DefiLendingRepayRequest = {
  /** The chain. */
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The token of the market. */
  readonly token: string
  /** The amount; above zero. */
  readonly amount: string | number
  /** The account that pays; without it the custody account on the chain, or the oldest account that holds enough. */
  readonly account_uuid?: string
}

export type DefiLendingRepayResponse = {
  readonly success: true
  readonly data: DefiPosition
}

export type DefiLendingSupplyRequest = {
  /** The chain. */
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The token of the market. */
  readonly token: string
  /** The amount; above zero. */
  readonly amount: string | number
  /** The account that pays; without it the custody account on the chain, or the oldest account that holds enough. */
  readonly account_uuid?: string
}

export type DefiLendingSupplyResponse = {
  readonly success: true
  readonly data: DefiPosition
}

export type DefiLendingWithdrawRequest = {
  /** The chain. */
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The token of the market. */
  readonly token: string
  /** The amount; above zero. */
  readonly amount: string | number
}

export type DefiLendingWithdrawResponse = {
  readonly success: true
  readonly data: DefiPosition
}

export type DefiMarket = {
  /** The symbol of a token. */
  readonly token: "USDC" | "USDT" | "DAI" | "WETH" | "WBTC" | "stETH" | "ETH" | "MATIC" | "BNB" | "SOL" | "BTC" | "TRX"
  /** In percent. */
  readonly supply_apy: string
  /** In percent. */
  readonly borrow_apy: string
  /** A decimal number. */
  readonly total_supplied: string
  /** A decimal number. */
  readonly total_borrowed: string
  /** The share of a supply’s value that can be borrowed. */
  readonly ltv: string
}

export type DefiMarketListResponse = {
  readonly success: true
  readonly data: readonly DefiMarket[]
}

export type DefiPortfolio = {
  /** Supplies and stakes, less loans. */
  readonly total_value_usd: string
  readonly positions_count: number
  readonly protocol_breakdown: Readonly<Record<string, {
      /** US dollars, with two places. */
      readonly value_usd: string
      readonly positions: number
    }>>
  readonly chain_breakdown: Readonly<Record<string, {
      /** US dollars, with two places. */
      readonly value_usd: string
      readonly positions: number
    }>>
  readonly type_breakdown: Readonly<Record<string, {
      /** US dollars, with two places. */
      readonly value_usd: string
      readonly positions: number
    }>>
  /** In percent. */
  readonly weighted_avg_apy: string
  /** Loans with a health factor below 1.5. */
  readonly at_risk_positions: number
  readonly positions: readonly DefiPosition[]
}

export type DefiPortfolioGetResponse = {
  readonly success: true
  readonly data: DefiPortfolio
}

export type DefiPosition = {
  readonly position_id: string
  readonly protocol: string
  readonly type: "supply" | "borrow" | "stake"
  readonly status: "active" | "closed" | "liquidated"
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  readonly asset: string
  /** With interest up to now. */
  readonly amount: string
  /** US dollars, with two places. */
  readonly value_usd: string
  /** In percent. */
  readonly apy: string
  /** The borrowing capacity of the collateral on the chain, per dollar borrowed. */
  readonly health_factor: string | null
  readonly created_at: string
}

export type DefiPositionListResponse = {
  readonly success: true
  readonly data: readonly DefiPosition[]
}

export type DefiProtocol = {
  readonly name: string
  readonly display: string
  readonly category: string
}

export type DefiProtocolListResponse = {
  readonly success: true
  readonly data: readonly DefiProtocol[]
}

export type DefiQuote = {
  /** Good for one swap within a minute. */
  readonly quote_id: string
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  readonly token_in: string
  readonly token_out: string
  /** A decimal number. */
  readonly amount_in: string
  /** The output at the present reserves of the pools. */
  readonly estimated_output: string
  /** The swap fails if its output is below this. */
  readonly minimum_output: string
  /** How much the size of the swap worsens its price. */
  readonly price_impact_percent: string
  /** What the gas costs. */
  readonly estimated_gas_usd: string
  /** The gas in the token to pay with; charged in addition to the amount. */
  readonly gas_amount: string
  readonly best_route: {
    readonly dex: "uniswap_v3" | "curve" | "sushiswap" | "demo"
    readonly path: readonly string[]
    readonly pools: readonly string[]
    /** The fee of each pool, such as 0.05%. */
    readonly fee_tier: string
  }
  readonly alternative_routes: readonly ({
    readonly dex: "uniswap_v3" | "curve" | "sushiswap" | "demo"
    /** A decimal number. */
    readonly estimated_output: string
    /** In percent. */
    readonly price_impact_percent: string
  })[]
  /** True if the chain and its markets are simulated, so that nothing leaves the bank. */
  readonly simulated: boolean
  readonly quote_expires_at: string
}

export type DefiQuoteCreateRequest = {
  /** The chain. */
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The token to pay with. */
  readonly token_in: string
  /** The token to receive. */
  readonly token_out: string
  /** The amount to swap; above zero. */
  readonly amount_in: string | number
  /** How much less than expected is accepted, as a fraction: 0.005 is 0.5 %. */
  readonly slippage_tolerance?: number
  /** The exchanges to choose from; all by default. */
  readonly dex_sources?: readonly ("uniswap_v3" | "curve" | "sushiswap")[]
}

export type DefiQuoteCreateResponse = {
  readonly success: true
  readonly data: DefiQuote
}

export type DefiQuoteGetResponse = {
  readonly success: true
  readonly data: DefiQuote
}

export type DefiStaking = {
  readonly protocol: string
  /** In percent. */
  readonly staking_apy: string
  readonly staked_balance: {
    /** A decimal number. */
    readonly staked: string
    /** One stETH for each staked ETH. */
    readonly derivative_balance: string
    readonly derivative_token: "stETH"
    /** US dollars, with two places. */
    readonly value_usd: string
  }
  /** Pending unstakings, the next to be paid first. */
  readonly unstaking: readonly {
    /** A decimal number. */
    readonly amount: string
    readonly available_at: string
  }[]
}

export type DefiStakingGetResponse = {
  readonly success: true
  readonly data: DefiStaking
}

export type DefiStakingStakeRequest = {
  /** The chain. */
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The amount of ether; above zero. */
  readonly amount: string | number
  /** The account that pays; without it the custody account on the chain, or the oldest account that holds enough. */
  readonly account_uuid?: string
}

export type DefiStakingStakeResponse = {
  readonly success: true
  readonly data: DefiPosition
}

export type DefiStakingUnstakeRequest = {
  /** The chain. */
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The amount of ether; above zero. */
  readonly amount: string | number
}

export type DefiStakingUnstakeResponse = {
  readonly success: true
  readonly data: DefiUnstaked
}

export type DefiSwap = {
  readonly swap_id: string
  readonly quote_id: string
  /** A new swap is submitted. */
  readonly status: "submitted" | "confirmed" | "failed" | "expired"
  readonly tx_hash: string
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  readonly token_in: string
  readonly token_out: string
  /** A decimal number. */
  readonly amount_in: string
  /** A decimal number. */
  readonly expected_output: string
  /** A decimal number. */
  readonly minimum_output: string
  /** The actual output, once the swap is confirmed. */
  readonly output: string | null
  readonly dex: "uniswap_v3" | "curve" | "sushiswap" | "demo"
  readonly gas_price_gwei: string
  /** The gas in the token that was paid with. */
  readonly gas_amount: string
  /** US dollars, with two places. */
  readonly gas_usd: string
  readonly wallet_address: string
  /** The account that paid. */
  readonly account_uuid: string
  /** The account that receives. */
  readonly custody_account_uuid: string
  /** Why it failed or expired. */
  readonly reason: string | null
  /** True if the chain and its markets are simulated, so that nothing leaves the bank. */
  readonly simulated: boolean
  readonly deadline_at: string
  readonly created_at: string
  readonly ended_at: string | null
}

export type DefiSwapCreateRequest = {
  /** The token to pay with. */
  readonly from_token: string
  /** The token to receive. */
  readonly to_token: string
  /** The amount to swap; above zero. */
  readonly amount: string | number
  /** How much less than expected is accepted, in basis points: 50 is 0.5 %. */
  readonly slippage_bps?: number
  /** The chain. */
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  /** The account that pays; without it the custody account on the chain, or the oldest account that holds enough. */
  readonly account_uuid?: string
}

export type DefiSwapCreateResponse = {
  readonly success: true
  readonly data: DefiSwap
}

export type DefiSwapExecuteRequest = {
  /** A quote of the caller. */
  readonly quote_id: string
  /** The caller’s address on the chain. It is recorded; the output goes to the custody account. */
  readonly wallet_address: string
  /** The swap is refused when gas costs more. */
  readonly max_gas_price_gwei?: number
  /** A swap that is not confirmed by then expires, and everything is returned. */
  readonly deadline_minutes?: number
  /** The account that pays; without it the custody account on the chain, or the oldest account that holds enough. */
  readonly account_uuid?: string
}

export type DefiSwapExecuteResponse = {
  readonly success: true
  readonly data: DefiSwap
}

export type DefiSwapGetResponse = {
  readonly success: true
  readonly data: DefiSwap
}

export type DefiSwapListResponse = {
  readonly success: true
  readonly data: readonly DefiSwap[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type DefiUnstaked = {
  readonly position_id: string
  readonly protocol: string
  readonly type: "supply" | "borrow" | "stake"
  readonly status: "active" | "closed" | "liquidated"
  readonly chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"
  readonly asset: string
  /** With interest up to now. */
  readonly amount: string
  /** US dollars, with two places. */
  readonly value_usd: string
  /** In percent. */
  readonly apy: string
  /** The borrowing capacity of the collateral on the chain, per dollar borrowed. */
  readonly health_factor: string | null
  readonly created_at: string
  readonly available_at: string | null
}

export type DefiYieldListResponse = {
  readonly success: true
  readonly data: readonly DefiPosition[]
}

export type DeliveryStatus = "pending" | "delivered" | "failed"

export type DemoGetResponse = {
  readonly data: DemoLoad
}

export type DemoLoad = {
  readonly status: DemoStatus
  /** The number of the current step, from 1; 0 before the start. */
  readonly step: number
  /** How many steps there are; 0 before the start. */
  readonly steps: number
  /** What is loaded now: mostly a day. */
  readonly title: string | null
  /** Why the bank cannot take the data, or why the load stopped. */
  readonly reason: string | null
  readonly updated_at: string | null
}

export type DemoLoadResponse = {
  readonly data: DemoLoad
}

/** Whether the demo data can be loaded, is being loaded, was interrupted and can be continued, or is there; unavailable means that this bank cannot take it. */
export type DemoStatus = "available" | "loading" | "interrupted" | "loaded" | "unavailable"

export type Device = {
  readonly id: string
  readonly device_id: string
  readonly platform: DevicePlatform
  readonly app_version: string
  readonly device_name: string | null
  readonly device_model: string | null
  readonly os_version: string | null
  readonly push_enabled: boolean
  /** The same as push_enabled. */
  readonly has_push_token: boolean
  readonly biometric_enabled: boolean
  readonly biometric_key_id: string | null
  /** Sessions on it last longer. */
  readonly is_trusted: boolean
  readonly is_blocked: boolean
  /** Until when the device is blocked for the caller’s address, after wrong signatures from there. Null while is_blocked is true: until its owner unblocks it. */
  readonly blocked_until: string | null
  readonly last_used_at: string | null
  readonly last_active_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type DeviceBlockRequest = {
  /** The reason, for the audit trail. */
  readonly reason?: string
}

export type DeviceBlockResponse = {
  readonly success: true
  readonly data: Device
}

export type DeviceGetResponse = {
  readonly success: true
  readonly data: Device
}

export type DeviceListResponse = {
  readonly success: true
  readonly data: readonly Device[]
}

/** The system of the device. */
export type DevicePlatform = "ios" | "android"

export type DeviceRegisterRequest = {
  /** An id that the app chose for its installation. */
  readonly device_id: string
  readonly platform: DevicePlatform
  /** The version of the app. */
  readonly app_version: string
  /** The token for push messages. */
  readonly push_token?: string
  /** The name of the device. */
  readonly device_name?: string
  /** The maker’s name of the model. */
  readonly device_model?: string
  /** The version of its system. */
  readonly os_version?: string
}

export type DeviceRegisterResponse = {
  readonly success: true
  readonly data: Device
}

export type DeviceRemoveAllResponse = {
  readonly success: true
  readonly data: RemovedDevices
}

export type DeviceRemoveResponse = {
  readonly success: true
  readonly data: {
    readonly message: string
  }
}

export type DeviceSetTokenRequest = {
  /** The token for push messages; null for none. */
  readonly push_token: string | null
}

export type DeviceSetTokenResponse = {
  readonly success: true
  readonly data: Device
}

export type DeviceTrustResponse = {
  readonly success: true
  readonly data: Device
}

export type DeviceUnblockResponse = {
  readonly success: true
  readonly data: Device
}

export type DidDocument = {
  readonly '@context': readonly string[]
  readonly id: string
  readonly verificationMethod: readonly {
    readonly id: string
    readonly type: string
    readonly controller: string
    readonly publicKeyMultibase: string
  }[]
  readonly authentication: readonly string[]
  readonly assertionMethod: readonly string[]
  readonly capabilityInvocation: readonly string[]
  readonly capabilityDelegation: readonly string[]
  readonly service: readonly {
    readonly id: string
    readonly type: string
    readonly serviceEndpoint: string
  }[]
  readonly created: string
  readonly updated: string
}

export type DirectDebitCollectRequest = {
  /** The id of the mandate. */
  readonly mandate: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The business day on which the collection is submitted; the next one when absent. */
  readonly collection_date?: string
  /** A text for the beneficiary. */
  readonly memo?: string | null
}

export type DirectDebitCollectResponse = {
  readonly success: true
  readonly data: RailPayment
}

export type DirectDebitMandate = {
  readonly id: string
  readonly mandate_id: string
  readonly role: DirectDebitRole
  readonly account_uuid: string
  readonly creditor_id: string
  readonly creditor_name: string
  readonly creditor_iban: string
  readonly debtor_name: string
  readonly debtor_iban: string
  readonly scheme: string
  readonly frequency: string
  readonly max_amount: string | null
  readonly currency: string
  readonly status: DirectDebitMandateStatus
  readonly signed_at: string
  readonly last_used_at: string | null
  readonly expires_at: string
  readonly created_at: string
}

export type DirectDebitMandateCancelResponse = {
  readonly success: true
  readonly data: DirectDebitMandate
}

export type DirectDebitMandateCreateRequest = {
  /** Your role in the mandate. */
  readonly role?: "creditor" | "debtor"
  /** Your account; the oldest one when absent. */
  readonly account?: string
  /** The reference of the mandate, unique for the creditor. */
  readonly mandate_id: string
  /** The SEPA creditor identifier. */
  readonly creditor_id: string
  /** The name of the creditor. */
  readonly creditor_name: string
  /** The creditor’s IBAN; yours when you are the creditor. */
  readonly creditor_iban?: string
  /** The name of the debtor. */
  readonly debtor_name: string
  /** The debtor’s IBAN; yours when you are the debtor. */
  readonly debtor_iban?: string
  /** CORE for consumers, B2B between companies. */
  readonly scheme?: "CORE" | "B2B"
  /** How often the creditor may collect: once, once a period, or at any time. */
  readonly frequency?: "one_off" | "weekly" | "monthly" | "quarterly" | "yearly" | "adhoc"
  /** The maximum amount of a collection, in EUR. */
  readonly max_amount?: string | number | null
  /** The day of the signature; today when absent. */
  readonly signed_at?: string
}

export type DirectDebitMandateCreateResponse = {
  readonly success: true
  readonly data: DirectDebitMandate
}

export type DirectDebitMandateGetResponse = {
  readonly success: true
  readonly data: DirectDebitMandate
}

export type DirectDebitMandateListResponse = {
  readonly success: true
  readonly data: readonly DirectDebitMandate[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type DirectDebitMandateResumeResponse = {
  readonly success: true
  readonly data: DirectDebitMandate
}

/** active: suspend → suspended, cancel → cancelled, expire → expired; suspended: resume → active, cancel → cancelled, expire → expired; cancelled: the end; expired: the end */
export type DirectDebitMandateStatus = "active" | "suspended" | "cancelled" | "expired"

export type DirectDebitMandateSuspendResponse = {
  readonly success: true
  readonly data: DirectDebitMandate
}

/** Your role: the creditor collects from the debtor, the debtor authorizes the creditor to collect. */
export type DirectDebitRole = "creditor" | "debtor"

export type DirectDebitUpcomingResponse = {
  readonly success: true
  readonly data: readonly UpcomingCollection[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type Dispute = {
  readonly uuid: string
  readonly payment_uuid: string
  readonly role: DisputeRole
  readonly status: DisputeStatus
  readonly reason: DisputeReason
  /** The words of the payer; the receiver does not see them. */
  readonly description: string | null
  /** The disputed amount. */
  readonly amount: string
  readonly asset_code: string
  readonly payment_amount: string
  readonly paid_at: string
  readonly payer_name: string | null
  readonly receiver_name: string | null
  readonly created_at: string
  /** By when the bank decides. */
  readonly decide_by: string
  /** By when the payer has to answer the bank’s question. */
  readonly answer_by: string | null
  readonly closed_at: string | null
  readonly decision_reason: string | null
  readonly refund: DisputeRefund | null
  /** What the caller can do now. */
  readonly actions: readonly DisputeAction[]
}

export type DisputeAcceptRequest = {
  /** receiver: the payment is reversed out of the receiving account, which must have the money; bank: the bank bears the loss. */
  readonly refund_from: "receiver" | "bank"
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount?: string | number
  /** What the payer is told about the decision. */
  readonly reason?: string
}

export type DisputeAcceptResponse = {
  readonly data: DisputeDetails
}

export type DisputeAction = "message" | "withdraw" | "ask" | "accept" | "reject"

export type DisputeAskRequest = {
  /** The question. */
  readonly question: string
}

export type DisputeAskResponse = {
  readonly data: DisputeDetails
}

export type DisputeCase = {
  readonly payer_uuid: string
  readonly receiver_uuid: string
  /** Whether the bank has told the receiver. */
  readonly receiver_knows: boolean
  /** What can still be refunded: the disputed amount, less what went back already. */
  readonly refundable: string
  /** What is available on the account that received the payment. */
  readonly receiver_available: string
  /** How many other disputes the payer opened, counted up to 100. */
  readonly earlier_disputes: number
}

export type DisputeDetails = {
  readonly uuid: string
  readonly payment_uuid: string
  readonly role: DisputeRole
  readonly status: DisputeStatus
  readonly reason: DisputeReason
  /** The words of the payer; the receiver does not see them. */
  readonly description: string | null
  /** The disputed amount. */
  readonly amount: string
  readonly asset_code: string
  readonly payment_amount: string
  readonly paid_at: string
  readonly payer_name: string | null
  readonly receiver_name: string | null
  readonly created_at: string
  /** By when the bank decides. */
  readonly decide_by: string
  /** By when the payer has to answer the bank’s question. */
  readonly answer_by: string | null
  readonly closed_at: string | null
  readonly decision_reason: string | null
  readonly refund: DisputeRefund | null
  /** What the caller can do now. */
  readonly actions: readonly DisputeAction[]
  /** What the bank and the caller wrote; operators see both threads. */
  readonly messages: readonly DisputeMessage[]
  /** What operators decide by; null for the parties. */
  readonly case: DisputeCase | null
}

export type DisputeGetResponse = {
  readonly data: DisputeDetails
}

export type DisputeListResponse = {
  readonly data: readonly Dispute[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type DisputeMessage = {
  readonly uuid: string
  readonly thread: DisputeThread
  readonly from: DisputeMessageAuthor
  readonly text: string
  readonly created_at: string
}

export type DisputeMessageAuthor = "payer" | "receiver" | "bank"

export type DisputeOpenRequest = {
  /** The uuid of the payment, or of one of its transactions. */
  readonly payment_uuid: string
  readonly reason: DisputeReason
  /** What happened, in the words of the payer. Needed if the reason is other. */
  readonly description?: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount?: string | number
}

export type DisputeOpenResponse = {
  readonly data: DisputeDetails
}

export type DisputeQueueResponse = {
  readonly data: readonly Dispute[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** Why the payer disputes the payment. */
export type DisputeReason = "unauthorised" | "not_received" | "wrong_amount" | "duplicate" | "other"

export type DisputeRefund = {
  readonly amount: string
  /** receiver: a reversal; bank: out of the bank’s account for losses. */
  readonly from: "receiver" | "bank"
  readonly payment_uuid: string
}

export type DisputeRejectRequest = {
  /** What the payer is told about the decision. */
  readonly reason: string
}

export type DisputeRejectResponse = {
  readonly data: DisputeDetails
}

/** As whom the caller sees the dispute. */
export type DisputeRole = "payer" | "receiver" | "operator"

export type DisputeSendMessageRequest = {
  /** The message. */
  readonly text: string
  /** For operators: the party; the payer by default. A first message to the receiver tells them of the dispute. */
  readonly to?: "payer" | "receiver"
}

export type DisputeSendMessageResponse = {
  readonly data: DisputeDetails
}

export type DisputeStatus = "open" | "awaiting_payer" | "accepted" | "rejected" | "withdrawn" | "expired"

/** Whom the bank writes with. */
export type DisputeThread = "payer" | "receiver"

export type DisputeWithdrawResponse = {
  readonly data: DisputeDetails
}

export type DisputedEscrow = {
  readonly escrow_id: string
  readonly status: EscrowStatus
  readonly dispute_id: string
  readonly raised_by: string
  readonly reason: string
  readonly resolution_method: "automated" | "voting" | "arbitration"
  readonly raised_at: string
}

export type Dividend = {
  readonly dividend_id: string
  readonly group_id: string
  readonly currency: string
  /** Decimal. */
  readonly amount_per_share: string
  /** Decimal. */
  readonly total_amount: string
  readonly shares: number
  readonly accounts: number
  readonly created_at: string
}

export type DividendDeclareRequest = {
  /** The dividend of a share that was held since the dividend before, such as "1.50". */
  readonly amount_per_share: string | number
  /** The code of the currency. */
  readonly currency?: string
}

export type DividendDeclareResponse = {
  readonly success: true
  readonly data: Dividend
}

export type DomainHealth = {
  /** Total number of events of this domain. */
  readonly total_records: number
  readonly last_hour: number
  /** Calls of this domain that this node answered with 5xx in the last hour. */
  readonly recent_errors: number
  readonly status: DomainHealthStatus
}

export type DomainHealthStatus = "healthy" | "degraded" | "unavailable"

export type EndedSessions = {
  readonly ended: number
}

export type EntryKind = "deposits" | "withdrawals" | "transfers_in" | "transfers_out" | "fees" | "conversions" | "reversals" | "interest" | "other"

/** Live money or test money; data of one environment is not visible in the other. */
export type Environment = "live" | "sandbox"

export type Erasure = {
  readonly id: string
  readonly user_uuid: string
  readonly asked_at: string
  /** The person or the operator; null if the erasure was repeated after a restore. */
  readonly asked_by: string | null
  readonly status: ErasureStatus
  readonly kept_until: string
  readonly erased_at: string | null
  readonly ended_at: string | null
  /** The tables in which everything about the person is erased at once. */
  readonly erased: readonly string[]
  /** What is kept, why and until when; it is erased then. */
  readonly kept: readonly KeptData[]
}

export type ErasureCreateResponse = {
  readonly data: Erasure
}

export type ErasureDiscloseRequest = {
  /** For other operators and auditors; without names, because it is kept. */
  readonly reason: string
}

export type ErasureDiscloseResponse = {
  readonly data: KeptIdentity
}

export type ErasureListResponse = {
  readonly data: readonly ErasureSummary[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ErasureObstacle = {
  /** What stands in the way, in the plural. */
  readonly what: string
  /** How many there are. */
  readonly count: number
}

export type ErasurePreview = {
  readonly can_be_erased: boolean
  readonly obstacles: readonly ErasureObstacle[]
  /** The tables in which everything about the person is erased at once. */
  readonly erased: readonly string[]
  /** What is kept, why and until when; it is erased then. */
  readonly kept: readonly KeptData[]
}

export type ErasurePreviewResponse = {
  readonly data: ErasurePreview
}

/** A job erases what need not be kept; the rest is kept until the legal term is over, and then erased. */
export type ErasureStatus = "erasing" | "kept" | "ended"

export type ErasureSummary = {
  readonly id: string
  readonly user_uuid: string
  readonly asked_at: string
  /** The person or the operator; null if the erasure was repeated after a restore. */
  readonly asked_by: string | null
  readonly status: ErasureStatus
  readonly kept_until: string
  readonly erased_at: string | null
  readonly ended_at: string | null
  readonly reason: string | null
}

export type Escrow = {
  readonly escrow_id: string
  readonly transaction_id: string
  readonly buyer_did: string
  readonly seller_did: string
  readonly sender_agent_id: string
  readonly receiver_agent_id: string
  readonly amount: number
  readonly funded_amount: number
  /** The bank’s fee, taken from the seller’s money. */
  readonly fee: number
  readonly currency: AgentCurrency
  readonly status: EscrowStatus
  readonly conditions: readonly string[]
  readonly release_conditions: readonly string[]
  readonly conditions_status: Readonly<Record<string, boolean>>
  readonly dispute_resolution_did: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly expires_at: string
  readonly funded_at: string | null
  readonly released_at: string | null
  readonly released_by: string | null
  readonly cancelled_at: string | null
  readonly cancelled_reason: string | null
  readonly expired_at: string | null
  /** Whether the escrow was ever disputed. */
  readonly is_disputed: boolean
  readonly disputed_by: string | null
  readonly dispute_reason: string | null
  readonly dispute: EscrowDispute | null
  readonly resolution: EscrowResolution | null
}

export type EscrowCancelRequest = {
  /** The reason for cancelling. */
  readonly reason?: string
}

export type EscrowCancelResponse = {
  readonly success: true
  readonly data: CancelledEscrow
}

export type EscrowCreateRequest = {
  /** did:florin:agent:<id> */
  readonly buyer_did: string
  /** did:florin:agent:<id> */
  readonly seller_did: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  readonly currency: AgentCurrency
  /** What the seller promises, in words. */
  readonly conditions?: readonly string[]
  /** What must be met before the money is released, in words. */
  readonly release_conditions?: readonly string[]
  /** From an hour to thirty days; at expiry, reserved money goes back to the buyer. */
  readonly timeout_seconds?: number
  /** An agent that may release the money and that decides disputes; its owner must own neither side. */
  readonly dispute_resolution_did?: string | null
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type EscrowCreateResponse = {
  readonly success: true
  readonly data: Escrow
}

export type EscrowDispute = {
  readonly dispute_id: string
  readonly escrow_id: string
  readonly disputed_by: string
  readonly reason: string
  readonly evidence: readonly EscrowEvidence[]
  readonly status: "open" | "resolved"
  readonly resolution_method: "automated" | "voting" | "arbitration"
  readonly raised_at: string
  readonly resolved_by: string | null
  readonly resolved_at: string | null
  readonly resolution_type: EscrowResolutionType | null
  readonly resolution_allocation: EscrowDistribution | null
  readonly resolution_details: string | null
}

export type EscrowDisputeRequest = {
  /** did:florin:agent:<id> */
  readonly disputer_did: string
  /** What is wrong. */
  readonly reason: string
  /** Texts or links that support the dispute. */
  readonly evidence?: readonly string[]
}

export type EscrowDisputeResponse = {
  readonly success: true
  readonly data: DisputedEscrow
}

export type EscrowDistribution = {
  readonly to_sender: number
  /** Before the bank’s fee. */
  readonly to_receiver: number
}

export type EscrowEvidence = {
  readonly evidence: string
  readonly submitted_by: string
  readonly submitted_at: string
}

export type EscrowFundRequest = {
  /** did:florin:agent:<id> */
  readonly funder_did: string
}

export type EscrowFundResponse = {
  readonly success: true
  readonly data: FundedEscrow
}

export type EscrowGetResponse = {
  readonly success: true
  readonly data: Escrow
}

export type EscrowListResponse = {
  readonly success: true
  readonly data: readonly Escrow[]
  readonly meta: {
    readonly count: number
    readonly filter: {
      readonly status?: EscrowStatus
    }
  }
}

export type EscrowReleaseRequest = {
  /** did:florin:agent:<id> */
  readonly releaser_did?: string
  /** Which release conditions are met now. */
  readonly conditions_met?: readonly string[]
}

export type EscrowReleaseResponse = {
  readonly success: true
  readonly data: ReleasedEscrow
}

export type EscrowResolution = {
  readonly resolution_type: EscrowResolutionType
  readonly resolved_by: string
  readonly resolved_at: string
  readonly reason: string | null
  readonly distribution: EscrowDistribution
}

/** All to the seller, all back to the buyer, or a split. */
export type EscrowResolutionType = "release_to_receiver" | "return_to_sender" | "split"

export type EscrowResolveRequest = {
  /** did:florin:agent:<id> */
  readonly resolver_did: string
  readonly resolution_type: EscrowResolutionType
  /** The buyer’s share, rounded down; the rest is the seller’s. */
  readonly split_percentage?: number
  /** The reason for the decision. */
  readonly reason?: string
}

export type EscrowResolveResponse = {
  readonly success: true
  readonly data: ResolvedEscrow
}

/** What may happen to an escrow in each state. created: fund → funded, cancel → cancelled, expire → expired; funded: release → released, dispute → disputed, cancel → cancelled, expire → expired; released: the end; disputed: resolve → resolved; resolved: the end; expired: the end; cancelled: the end. */
export type EscrowStatus = "created" | "funded" | "released" | "disputed" | "resolved" | "expired" | "cancelled"

/** An event as webhooks deliver it, with the same id. */
export type Event = {
  /** The id of an event; later events have greater ids. */
  readonly id: string
  readonly event_type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly created_at: string
}

export type EventPage = {
  readonly data: readonly Event[]
  readonly meta: EventPageMeta
}

export type EventPageMeta = {
  /** Send this as `after` to read on, even when this page is empty. */
  readonly next_after: string | null
  /** Whether more of the log can be read now. */
  readonly has_more: boolean
}

export type EventThroughput = {
  readonly last_hour: number
  readonly last_24h: number
  /** Over the last hour, two decimals. */
  readonly avg_per_minute: number
  /** Over the last hour, four decimals. */
  readonly events_per_second: number
  /** In the last hour. */
  readonly per_domain: Readonly<Record<string, number>>
  readonly status: ThroughputStatus
}

export type ExchangeCandlesResponse = {
  readonly success: true
  readonly data: MarketCandles
}

export type ExchangeConvertRequest = {
  /** The uuid of the account. */
  readonly account_uuid: string
  /** The code of an asset, in any case. */
  readonly from_currency: string
  /** The code of an asset, in any case. */
  readonly to_currency: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
}

export type ExchangeEstimateResponse = {
  readonly success: true
  readonly data: OrderEstimate
}

export type ExchangeMarket = {
  readonly pair: string
  readonly base_currency: string
  readonly quote_currency: string
  /** The price of the last trade; before the first trade, the bank’s rate. */
  readonly last_price: string | null
  /** A decimal number. */
  readonly volume_24h: string
  /** A decimal number. */
  readonly high_24h: string | null
  /** A decimal number. */
  readonly low_24h: string | null
  /** A decimal number. */
  readonly change_24h_percentage: string
  /** A decimal number. */
  readonly min_amount: string
  /** A decimal number. */
  readonly max_amount: string
  /** A decimal number. */
  readonly tick_size: string
  /** A decimal number. */
  readonly lot_size: string
}

export type ExchangeMarketTradesResponse = {
  readonly success: true
  readonly data: MarketTrades
}

export type ExchangeMarketsResponse = {
  readonly success: true
  readonly data: readonly ExchangeMarket[]
}

export type ExchangeOrder = {
  readonly order_id: string
  readonly account_id: string
  readonly account_uuid: string
  readonly pair: string
  readonly type: "buy" | "sell"
  readonly order_type: "market" | "limit" | "stop" | "stop_limit"
  readonly time_in_force: "GTC" | "IOC" | "FOK" | "GTD"
  readonly base_currency: string
  readonly quote_currency: string
  /** A decimal number. */
  readonly amount: string
  /** A decimal number. */
  readonly filled_amount: string
  /** A decimal number. */
  readonly remaining_amount: string
  /** A decimal number. */
  readonly price: string | null
  /** A decimal number. */
  readonly stop_price: string | null
  /** A decimal number. */
  readonly average_price: string | null
  /** A decimal number. */
  readonly average_fill_price: string | null
  /** A decimal number. */
  readonly fee_amount: string
  readonly fee_currency: string
  readonly status: "pending" | "open" | "partially_filled" | "filled" | "cancelled" | "expired" | "rejected"
  /** Why the order was cancelled: self_match, fill_or_kill, immediate_or_cancel, no_liquidity, too_small (the rest is worth less than one unit), reserve_used_up, limit_exceeded (on GCU), off_rate (the price of a connected client is too far from the rate), account_unavailable, counterparty_unavailable, cancelled_by_owner. */
  readonly reason: string | null
  readonly expires_at: string | null
  readonly triggered_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly filled_at: string | null
  readonly cancelled_at: string | null
}

export type ExchangeOrderBookResponse = {
  readonly success: true
  readonly data: OrderBook
}

export type ExchangeOrdersResponse = {
  readonly data: readonly ExchangeOrder[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ExchangeQuote = {
  readonly from_currency: string
  readonly to_currency: string
  /** A decimal number. */
  readonly exchange_rate: string
  /** A decimal number. */
  readonly inverse_rate: string
  /** A decimal number. */
  readonly amount: string
  /** A decimal number. */
  readonly converted_amount: string
  /** A decimal number. */
  readonly fee_amount: string
  /** The converted amount, less the fee if include_fees is set. */
  readonly total_amount: string
  readonly formatted_rate: string
  readonly formatted_amount: string
  /** A decimal number. */
  readonly spread_percentage: string
  readonly provider: string
  readonly timestamp: string
}

export type ExchangeQuoteResponse = {
  readonly success: true
  readonly data: ExchangeQuote
}

export type ExchangeRate = {
  readonly id: string
  readonly from_asset: string
  readonly to_asset: string
  /** Ten decimal places. */
  readonly rate: string
  /** Ten decimal places. */
  readonly inverse_rate: string
  /** Ten decimal places. */
  readonly bid: string | null
  /** Ten decimal places. */
  readonly ask: string | null
  readonly source: RateSource
  readonly valid_at: string
  readonly expires_at: string | null
  readonly is_active: boolean
  readonly age_minutes: number
  readonly metadata: Readonly<Record<string, unknown>>
}

export type ExchangeRateList = {
  readonly data: readonly ExchangeRate[]
  readonly meta: ExchangeRateListMeta
}

export type ExchangeRateListMeta = {
  readonly total: number
  /** The number of rates that are valid now. */
  readonly valid: number
  /** The number of valid rates that are older than a day. */
  readonly stale: number
}

export type ExchangeRateWithMessage = {
  readonly data: ExchangeRate
  readonly message: string
}

export type ExchangeTrade = {
  readonly trade_id: string
  readonly pair: string
  readonly buy_order_id: string | null
  readonly sell_order_id: string | null
  /** Null if the account is not the caller’s; the same holds for the order ids. */
  readonly buyer_account_id: string | null
  readonly seller_account_id: string | null
  readonly base_currency: string
  readonly quote_currency: string
  /** A decimal number. */
  readonly price: string
  /** A decimal number. */
  readonly amount: string
  /** A decimal number. */
  readonly value: string
  /** A decimal number. */
  readonly maker_fee: string
  /** A decimal number. */
  readonly taker_fee: string
  readonly maker_side: "buy" | "sell"
  readonly created_at: string
}

export type ExchangeTradeRequest = {
  /** Default: the first account of the caller. */
  readonly account_uuid?: string
  /** Whether to buy or to sell the base currency. */
  readonly type: "buy" | "sell"
  /** market: at any price; limit: at the price or better; stop and stop_limit: the same once the stop price is reached. stop-limit is another spelling of stop_limit. */
  readonly order_type: "market" | "limit" | "stop" | "stop_limit" | "stop-limit"
  /** Three to ten upper-case letters. */
  readonly base_currency: string
  /** Three to ten upper-case letters. */
  readonly quote_currency: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** For limit and stop-limit orders. */
  readonly price?: string | number
  /** For stop and stop-limit orders. */
  readonly stop_price?: string | number
  /** GTC: until cancelled; IOC: fill what can be filled at once and cancel the rest; FOK: fill wholly at once or cancel; GTD: until expires_at. A market order never waits. */
  readonly time_in_force?: "GTC" | "IOC" | "FOK" | "GTD"
  /** With GTD only. */
  readonly expires_at?: string
}

export type ExchangeTradesResponse = {
  readonly data: readonly ExchangeTrade[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ExecutedPaymentFile = {
  readonly id: string
  /** The sender’s MsgId. */
  readonly message_id: string
  readonly message_type: PaymentFileType
  /** The type with its version, such as pain.001.001.09. */
  readonly message_name: string
  /** InitgPty/Nm. */
  readonly initiating_party_name: string | null
  readonly status: PaymentFileStatus
  readonly group_status: PaymentFileGroupStatus
  /** The number of payments. */
  readonly number_of_transactions: number
  /** The sum of all amounts, as in the file. */
  readonly control_sum: string | null
  /** Payments made. */
  readonly settled: number
  /** Payments rejected. */
  readonly rejected: number
  /** Payments for a later day. */
  readonly scheduled: number
  /** Payments on their way to another bank. */
  readonly sent: number
  /** Payments cancelled by the sender. */
  readonly cancelled: number
  readonly created_at: string
  readonly updated_at: string
  /** When the last payment had its final outcome. */
  readonly completed_at: string | null
  /** Whether the message was sent before; nothing is executed again. */
  readonly replayed: boolean
  /** The first 100 payments; all are in the report and in the list of payments. */
  readonly payments: readonly FilePayment[]
  /** The status report: pain.002 or pacs.002. */
  readonly xml: string
}

/** How the result takes effect. UpdateBasketComposition changes the basket automatically; for the others, the decision is recorded and an operator carries it out. */
export type ExecutionWorkflow = "AddAsset" | "FeatureToggle" | "UpdateConfiguration" | "UpdateBasketComposition"

export type ExplainedEntry = {
  readonly transaction_uuid: string
  readonly sequence: number
  readonly kind: EntryKind
  readonly type: string
  readonly subtype: string | null
  readonly direction: string
  readonly amount: string
  /** The amount with its sign. */
  readonly change: string
  readonly balance_after: string
  readonly counterparty: Counterparty
  readonly reference: string | null
  readonly parent_transaction_id: string | null
  readonly asked_by: AskedBy
  readonly at: string
}

export type ExplainedEntryPage = {
  readonly data: readonly ExplainedEntry[]
  readonly meta: PageMeta
}

export type ExplainedHold = {
  readonly id: string
  readonly purpose: string
  readonly status: string
  readonly amount: string
  readonly captured: string
  readonly reason: string | null
  readonly to_account: string | null
  readonly asked_by: AskedBy
  readonly opened_at: string
  readonly closed_at: string | null
}

export type ExplainedHolds = {
  readonly opened: HoldSum
  readonly captured: HoldSum
  readonly released: HoldSum
  readonly held_now: HoldSum
  readonly items: readonly ExplainedHold[]
}

export type Feature = {
  readonly feature: string
  /** The area of the bank that it belongs to. */
  readonly group: string
  readonly summary: string
  readonly on: boolean
  readonly reason: string | null
  readonly switched_by: string | null
  readonly switched_at: string | null
  /** Who switched it off or on last, and the entry of the audit trail. */
  readonly changed: FeatureChange | null
}

export type FeatureChange = {
  readonly by: string
  readonly by_name: string | null
  readonly at: string
  /** Null in the answer to the change itself. */
  readonly audit_id: string | null
}

export type FeatureListResponse = {
  readonly data: readonly Feature[]
}

export type FeatureSwitchRequest = {
  /** false switches it off, true on again. */
  readonly on: boolean
  /** Why; the reason of a switch is also shown to customers who are refused. */
  readonly reason: string
}

export type FeatureSwitchResponse = {
  readonly data: Feature
}

export type FeedbackTaken = {
  readonly message: string
}

export type FeesEstimate = {
  /** The asset in which the network charges its fee. */
  readonly nativeAsset: string
  readonly amount: string
  /** The same in dollars. */
  readonly usdApprox: string
}

export type FieldOfficer = {
  readonly id: string
  readonly name: string
  readonly territory: string | null
  readonly user_id: string | null
  /** The members of the groups for which the officer has collection sheets. */
  readonly client_count: number
  readonly is_active: boolean
  /** When a collection was last recorded on one of the officer’s sheets. */
  readonly last_sync_at: string | null
  readonly created_at: string
}

export type FieldOfficerChangeRequest = {
  /** The name of the officer. */
  readonly name?: string
  /** Where the officer works. */
  readonly territory?: string
  /** Whether the officer works. */
  readonly is_active?: boolean
}

export type FieldOfficerChangeResponse = {
  readonly success: true
  readonly data: FieldOfficer
}

export type FieldOfficerCreateRequest = {
  /** The name of the officer. */
  readonly name: string
  /** Where the officer works. */
  readonly territory?: string
  /** The registered user who is the officer, to record collections themselves. */
  readonly user_id?: string
}

export type FieldOfficerCreateResponse = {
  readonly success: true
  readonly data: FieldOfficer
}

export type FieldOfficerGetResponse = {
  readonly success: true
  readonly data: FieldOfficer
}

export type FieldOfficerListResponse = {
  readonly success: true
  readonly data: readonly FieldOfficer[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type FilePayment = {
  readonly id: string
  /** The file in which the payment was sent. */
  readonly file_id: string
  /** The place in the file, from 1. */
  readonly position: number
  /** The line of the document where the payment begins. */
  readonly line: number
  /** PmtInfId of its batch; null in a pacs.008. */
  readonly payment_information_id: string | null
  /** InstrId. */
  readonly instruction_id: string | null
  /** EndToEndId. */
  readonly end_to_end_id: string
  /** UETR. */
  readonly uetr: string | null
  /** The account that pays, as in the file. */
  readonly debtor_account: string
  /** The account to be paid, as in the file. */
  readonly creditor_account: string
  /** The creditor, as in the file. */
  readonly creditor_name: string | null
  /** The amount, as in the file. */
  readonly amount: string
  /** The currency of the amount. */
  readonly currency: string
  /** The purpose of the payment. */
  readonly remittance_info: string | null
  /** The day that the sender asked for. */
  readonly requested_execution_date: string | null
  readonly status: FilePaymentStatus
  readonly iso_status: FilePaymentIsoStatus
  /** The ISO 20022 reason code of a rejected payment. */
  readonly reason_code: string | null
  /** The reason in a sentence. */
  readonly reason: string | null
  /** The transfer in the ledger, once settled. */
  readonly transfer_uuid: string | null
  /** The payment at a payment rail, once sent. */
  readonly outside_id: string | null
  /** When a scheduled payment is executed. */
  readonly due_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type FilePaymentCancelResponse = {
  readonly success: true
  readonly data: FilePayment
}

export type FilePaymentGetResponse = {
  readonly success: true
  readonly data: FilePayment
}

/** The status in reports: TxSts. */
export type FilePaymentIsoStatus = "PDNG" | "ACSP" | "ACSC" | "RJCT" | "CANC"

/** The state of a payment, and the steps possible in each. scheduled: settle → settled, send → sent, reject → rejected, cancel → cancelled; sent: settle → settled, reject → rejected, withdraw → cancelled; settled: return → rejected; rejected: the end; cancelled: the end. */
export type FilePaymentStatus = "scheduled" | "sent" | "settled" | "rejected" | "cancelled"

export type FiledReport = {
  readonly reference: string
  readonly details: {
    readonly report_type: string
    readonly jurisdiction: string
    readonly regulator: string
    readonly status: "pending" | "processing" | "accepted"
    readonly submitted_at: string
    readonly simulated: boolean
  }
}

export type FilteredAccountType = "checking" | "savings" | "main" | "business" | "personal" | "investment" | "trading" | "escrow" | "loan"

export type FilteredDirection = "debit" | "credit"

export type FiltersUsed = {
  readonly account_uuid?: string
  readonly date_from?: string
  readonly date_to?: string
  readonly amount_min?: number
  readonly amount_max?: number
  readonly category?: string
  readonly asset_code?: string
  readonly account_type?: FilteredAccountType
  readonly recipient?: string
  readonly direction?: FilteredDirection
  /** Transactions with one of these are left out. */
  readonly category_not?: readonly string[]
  /** Transactions with one of these are left out. */
  readonly recipient_not?: readonly string[]
  /** Transactions with one of these are left out. */
  readonly asset_not?: readonly string[]
  readonly sort?: QuerySort
  readonly limit?: number
  /** Deposits and withdrawals, movements between own accounts, and trades and conversions with their fees are left out, because payments were asked for in an order of size. */
  readonly payments_only?: true
  readonly compare_from?: string
  readonly compare_to?: string
}

/** The first movement of the payment that matches; payment.get has all of them. */
export type FoundPayment = {
  /** The transaction_group_uuid of its transactions. */
  readonly uuid: string
  /** The subtype of the payment, or else its type. */
  readonly kind: string
  readonly status: PaymentStatus
  readonly from: FoundPaymentParty
  readonly to: FoundPaymentParty
  readonly amount: string
  readonly asset_code: string
  readonly reference: string | null
  readonly failure_reason: string | null
  readonly created_at: string
  readonly completed_at: string | null
}

export type FoundPaymentParty = {
  /** Null for the bank, and where the parties do not learn of each other. */
  readonly name: string | null
  /** Null for an account of the bank. */
  readonly account_uuid: string | null
  /** The code of the account of the bank, such as fees. */
  readonly bank_account: string | null
}

export type FoundPayments = {
  readonly data: readonly FoundPayment[]
  /** Send this as `before` to go on; null when everything was searched. */
  readonly next: string | null
  /** Set if the search stopped here before the start of the period. */
  readonly searched_back_to: string | null
}

export type FoundTransaction = {
  readonly id: string
  readonly uuid: string
  readonly account_uuid: string
  /** When it was booked. */
  readonly date: string
  /** When it was requested. */
  readonly created_at: string
  /** Negative for outgoing transactions. */
  readonly amount: number
  readonly asset: string
  readonly asset_code: string
  readonly category: string
  readonly merchant: string
  readonly type: FoundTransactionType
  readonly status: "completed"
  readonly description: string | null
}

export type FoundTransactionType = "debit" | "credit"

export type FundedEscrow = {
  readonly escrow_id: string
  readonly status: EscrowStatus
  readonly funded_amount: number
  readonly currency: AgentCurrency
  readonly funded_at: string
}

export type Funding = {
  readonly mode: FundingMode
  /** Whether the caller may deposit and withdraw. */
  readonly may_fund: boolean
}

export type FundingGetResponse = {
  readonly data: Funding
}

/** open: the owner of an account; operators: operators and the tellers they name. */
export type FundingMode = "open" | "operators"

export type GcuBuyRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** EUR, USD, GBP or CHF. */
  readonly currency: string
  /** Default: the caller’s oldest account. */
  readonly account_uuid?: string
  /** The quote whose price to use. Default: the current price. */
  readonly quote_id?: string
}

export type GcuComposition = {
  readonly basket_code: string
  readonly last_updated: string
  /** US dollars. */
  readonly total_value_usd: number
  readonly composition: readonly GcuCompositionPart[]
  readonly rebalancing: GcuRebalancing
  readonly performance: GcuPerformance
}

export type GcuCompositionPart = {
  readonly asset_code: string
  readonly asset_name: string
  readonly asset_type: string
  /** The target weight, from 0 to 1. */
  readonly weight: number
  /** US dollars for one unit; ten places. */
  readonly current_price_usd: number
  /** US dollars. */
  readonly value_contribution_usd: number
  /** The part’s current share of the value, in percent; all shares sum to 100. */
  readonly percentage_of_basket: number
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly '24h_change': number | null
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly '7d_change': number | null
}

export type GcuCompositionResponse = {
  readonly data: GcuComposition
}

export type GcuGetResponse = {
  readonly data: GcuInformation
}

export type GcuHistoryMeta = {
  readonly period: string
  readonly interval: string
  /** US dollars. */
  readonly start_value: number | null
  /** US dollars. */
  readonly end_value: number | null
  /** US dollars. */
  readonly total_change: number | null
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly total_change_percent: number | null
}

export type GcuHistoryValue = {
  /** The start of the hour, day, week or month, in UTC. */
  readonly timestamp: string
  /** US dollars. */
  readonly value: number
  /** US dollars. */
  readonly value_usd: number
  /** Percent since the previous value. */
  readonly change: number
}

export type GcuInformation = {
  readonly code: string
  readonly name: string
  readonly symbol: string
  /** US dollars. */
  readonly current_value: number
  readonly value_currency: string
  readonly last_rebalanced: string | null
  readonly next_rebalance: string | null
  readonly composition: readonly GcuPart[]
  readonly statistics: GcuStatistics
}

/** Whether to buy or to sell GCU. */
export type GcuOperation = "buy" | "sell"

export type GcuPart = {
  readonly asset_code: string
  readonly asset_name: string
  /** The target weight, from 0 to 1. */
  readonly weight: number
  /** US dollars. */
  readonly value_contribution: number
}

export type GcuPerformance = {
  /** US dollars. */
  readonly '24h_change_usd': number | null
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly '24h_change_percent': number | null
  /** US dollars. */
  readonly '7d_change_usd': number | null
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly '7d_change_percent': number | null
  /** US dollars. */
  readonly '30d_change_usd': number | null
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly '30d_change_percent': number | null
}

export type GcuPoll = {
  readonly id: number
  readonly uuid: string
  readonly title: string
  readonly description: string | null
  readonly type: PollType
  readonly start_date: string
  readonly end_date: string
  /** Percent, two decimal places. */
  readonly participation_rate: number
  readonly current_results: PollResults
  readonly time_remaining: TimeRemaining | null
}

export type GcuPurchase = {
  readonly message: string
  readonly data: GcuPurchaseData
}

export type GcuPurchaseData = {
  readonly transaction_id: string
  readonly account_uuid: string
  readonly spent_amount: number
  readonly spent_currency: string
  readonly received_amount: number
  readonly received_currency: string
  /** GCU for one unit of the currency; six places. */
  readonly exchange_rate: number
  readonly fee_amount: number
  readonly fee_currency: string
  readonly new_gcu_balance: number
  /** How amounts were rounded. */
  readonly rounding: string
  readonly timestamp: string
}

export type GcuQuote = {
  /** Send it with one trade to get exactly this price. */
  readonly quote_id: string
  readonly operation: GcuOperation
  readonly input_amount: number
  readonly input_currency: string
  readonly output_amount: number
  readonly output_currency: string
  /** GCU for one unit of the currency; six places. */
  readonly exchange_rate: number
  readonly fee_amount: number
  readonly fee_currency: string
  readonly fee_percentage: number
  readonly minimum_amount: number
  readonly maximum_amount: number
  /** How amounts were rounded. */
  readonly rounding: string
  readonly quote_valid_until: string
}

export type GcuQuoteResponse = {
  readonly data: GcuQuote
}

export type GcuRebalancing = {
  readonly frequency: string
  readonly last_rebalanced: string | null
  readonly next_rebalance: string | null
  readonly automatic: boolean
}

export type GcuSale = {
  readonly message: string
  readonly data: GcuSaleData
}

export type GcuSaleData = {
  readonly transaction_id: string
  readonly account_uuid: string
  readonly sold_amount: number
  readonly sold_currency: string
  readonly received_amount: number
  readonly received_currency: string
  /** GCU for one unit of the currency; six places. */
  readonly exchange_rate: number
  readonly fee_amount: number
  readonly fee_currency: string
  readonly new_gcu_balance: number
  /** How amounts were rounded. */
  readonly rounding: string
  readonly timestamp: string
}

export type GcuSellRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** EUR, USD, GBP or CHF. */
  readonly currency: string
  /** Default: the caller’s oldest account. */
  readonly account_uuid?: string
  /** The quote whose price to use. Default: the current price. */
  readonly quote_id?: string
}

export type GcuStatistics = {
  /** The GCU that all customers hold together. */
  readonly total_supply: string
  /** The number of accounts that hold GCU. */
  readonly holders_count: number
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly '24h_change': number | null
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly '7d_change': number | null
  /** Percent, two decimal places; null if the earlier value is unknown. */
  readonly '30d_change': number | null
}

export type GcuSupportedBank = {
  readonly code: string
  readonly name: string
  readonly country: string
  readonly deposit_protection: boolean
  readonly deposit_protection_amount: number
  readonly deposit_protection_currency: string
  /** Percent of a customer’s money. */
  readonly default_allocation: number
  readonly supported_currencies: readonly string[]
  readonly features: readonly string[]
  readonly status: "operational" | "degraded" | "maintenance" | "unknown"
}

export type GcuSupportedBanksResponse = {
  readonly data: readonly GcuSupportedBank[]
}

export type GcuTradingLimits = {
  /** Euros. */
  readonly daily_buy_limit: number
  /** Euros. */
  readonly daily_sell_limit: number
  /** Euros. */
  readonly monthly_buy_limit: number
  /** Euros. */
  readonly monthly_sell_limit: number
  /** Euros. */
  readonly daily_buy_used: number
  /** Euros. */
  readonly daily_sell_used: number
  /** Euros. */
  readonly monthly_buy_used: number
  /** Euros. */
  readonly monthly_sell_used: number
  /** In the currency of the trade. */
  readonly minimum_buy_amount: number
  /** In GCU. */
  readonly minimum_sell_amount: number
  readonly kyc_level: number
  readonly limits_currency: string
}

export type GcuTradingLimitsResponse = {
  readonly data: GcuTradingLimits
}

export type GcuValueHistory = {
  readonly data: readonly GcuHistoryValue[]
  readonly meta: GcuHistoryMeta
}

export type GrantListOfUserResponse = {
  readonly data: readonly ConnectedApp[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type GrantListResponse = {
  readonly data: readonly ConnectedApp[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type GrantRevokeOfUserResponse = {
  readonly message: string
}

export type GrantRevokeResponse = {
  readonly message: string
}

export type GrantUpdateRequest = {
  /** In minor units of the currency; null means no limit. */
  readonly daily_limit_minor: number | null
}

export type GrantUpdateResponse = {
  readonly data: ConnectedApp
}

export type GroupAttendance = {
  readonly user_id: string
  readonly role: MemberRole
  /** Meetings whose attendees were recorded by name. */
  readonly meetings: number
  readonly attended: number
}

export type GroupAttendanceListResponse = {
  readonly success: true
  readonly data: readonly GroupAttendance[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type GroupMeeting = {
  readonly id: string
  readonly group_id: string
  readonly meeting_date: string
  readonly attendees_count: number
  readonly total_members: number
  /** The members who attended; null when only their number was recorded. */
  readonly attendees: readonly string[] | null
  readonly next_meeting_date: string
  readonly minutes: string | null
  readonly created_at: string
}

export type GroupMeetingListResponse = {
  readonly success: true
  readonly data: readonly GroupMeeting[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type GroupMeetingRecordRequest = {
  /** How many members attended; required unless `attendees` names them. */
  readonly attendees_count?: number
  /** The ids of the members who attended. */
  readonly attendees?: readonly string[]
  /** The minutes of the meeting. */
  readonly minutes?: string
  /** The day of the meeting; today by default. */
  readonly meeting_date?: string
}

export type GroupMeetingRecordResponse = {
  readonly success: true
  readonly data: GroupMeeting
}

export type GroupMember = {
  readonly user_id: string
  readonly role: MemberRole
  readonly joined_at: string
  readonly left_at: string | null
  readonly is_active: boolean
}

export type GroupMemberAddRequest = {
  /** The uuid of a registered user, or any other name for a customer whom only the organiser knows. */
  readonly user_id: string
  /** The role of the member in the group. */
  readonly role?: "leader" | "secretary" | "treasurer" | "member"
}

export type GroupMemberAddResponse = {
  readonly success: true
  readonly data: GroupMember
}

export type GroupMemberChangeRequest = {
  readonly role: MemberRole
}

export type GroupMemberChangeResponse = {
  readonly success: true
  readonly data: GroupMember
}

export type GroupMemberListResponse = {
  readonly success: true
  readonly data: readonly GroupMember[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type GroupMemberRemoveResponse = {
  readonly success: true
  readonly data: GroupMember
}

export type Guarantor = {
  readonly user_id: string
  /** Decimal. */
  readonly amount: string
}

export type Health = {
  readonly status: "ok"
  readonly version: string
  readonly mode: string
  readonly timestamp: string
}

export type HistoricalRate = {
  readonly date: string
  /** Ten decimal places. */
  readonly rate: string
  /** Ten decimal places. */
  readonly inverse_rate: string
  /** Whether the rate follows a formula instead of a market. */
  readonly generated: boolean
}

export type HoldSum = {
  readonly count: number
  readonly amount: string
}

export type IncomeStatement = {
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly revenue: readonly LedgerReportRow[]
  readonly expenses: readonly LedgerReportRow[]
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly total_revenue: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly total_expenses: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly net_income: string
}

export type IncomeStatementGetResponse = {
  readonly success: true
  readonly data: IncomeStatement
}

/** For a direct debit: the creditor and the mandate by which they collect. */
export type IncomingDirectDebit = {
  /** The SEPA creditor identifier of the creditor. */
  readonly creditor_id: string
  /** The reference of the mandate. */
  readonly mandate_id: string
}

export type Index = {
  readonly name: string
  readonly version: string
  readonly mode: string
  readonly base_url: string
  readonly endpoints: Readonly<Record<string, string>>
  readonly rate_limits: {
    readonly per_minute: number
    readonly per_hour: number
  }
}

/** A summary has no transactions; detailed when absent. */
export type InsightFormat = "detailed" | "summary"

export type InsightTransaction = {
  readonly uuid: string
  readonly account_uuid: string
  readonly type: InsightTransactionType
  /** Decimal, in whole units. */
  readonly amount: string
  readonly currency: string
  readonly status: "completed"
  readonly description: string | null
  readonly category: string
  readonly merchant: string
  readonly source_chain: null
  readonly destination_chain: null
  readonly bridge_protocol: null
  readonly risk_score?: number
  readonly compliance_flags: readonly ComplianceFlag[]
  readonly created_at: string
}

export type InsightTransactionType = "debit" | "credit"

export type Instalment = {
  readonly number: number
  readonly due_date: string
  /** Decimal. */
  readonly principal: string
  /** Decimal. */
  readonly interest: string
  /** Decimal. */
  readonly penalty: string
  /** Principal, interest and penalty, less waived interest. */
  readonly total: string
  /** Decimal. */
  readonly paid: string
  /** What is not paid of it yet. */
  readonly due: string
  readonly status: "paid" | "partly_paid" | "overdue" | "due"
}

export type InterledgerAsset = {
  readonly code: string
  /** Decimal places of the smallest unit. */
  readonly scale: number
}

export type InterledgerCheckedPayment = {
  readonly payment_id: string
  readonly quote_id: string
  /** The grant it was paid with. */
  readonly grant_id: string | null
  /** The account that pays. */
  readonly account_uuid: string
  /** The Interledger address of that account. */
  readonly wallet_address: string
  readonly status: InterledgerPaymentStatus
  /** The total that the sender pays, with the fee. */
  readonly send_amount: string
  readonly send_currency: string
  /** 0.1 % of the amount sent, rounded up; in its asset. */
  readonly fee: string
  /** The amount that arrives. */
  readonly receive_amount: string
  readonly receive_currency: string
  /** Units of the received asset for one of the sent asset; ten places. */
  readonly exchange_rate: string
  /** The amount delivered, in the received asset. */
  readonly delivered_amount: string
  /** The fee on the delivered amount, once the payment has ended. */
  readonly charged_fee: string | null
  /** The amount returned to the sender, once the payment has ended. */
  readonly returned_amount: string | null
  /** The receiver as the caller sent it. */
  readonly receiver: string
  /** The Interledger address of the receiver. */
  readonly ilp_address: string
  /** The number of packets created. */
  readonly packets: number
  /** The Interledger error code, such as F02. */
  readonly error_code: string | null
  /** Why it ended, or what it waits for. */
  readonly reason: string | null
  /** True if the receiver is in a simulated network, so that no money leaves the bank. */
  readonly simulated: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly ended_at: string | null
  readonly checked_at: string
}

export type InterledgerConnection = {
  /** 32 hexadecimal digits. */
  readonly connection_id: string
  readonly status: InterledgerConnectionStatus
  /** The address of the connection at this bank. */
  readonly source_address: string
  /** An Interledger address. */
  readonly destination_address: string
  /** The account that is credited. */
  readonly account_uuid: string
  /** The amount received through it. */
  readonly received_amount: string
  readonly asset_code: string
  /** When it times out, unless a packet is received before. */
  readonly expires_at: string
  readonly created_at: string
  readonly ended_at: string | null
}

export type InterledgerConnectionListResponse = {
  readonly success: true
  readonly data: readonly InterledgerConnection[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type InterledgerConnectionOpenRequest = {
  /** The Interledger address of the other side. */
  readonly destination_address: string
  /** The secret that both sides know: 64 hexadecimal digits, 32 bytes in base64, or any other text. */
  readonly shared_secret: string
  /** The account to credit. Default: the oldest open one of the caller. */
  readonly wallet_address?: string
  /** The asset of incoming packets. */
  readonly asset_code?: string
}

export type InterledgerConnectionOpenResponse = {
  readonly success: true
  readonly data: InterledgerNewConnection
}

/** open: close → closed, time_out → timed_out; closed: the end; timed_out: the end */
export type InterledgerConnectionStatus = "open" | "closed" | "timed_out"

export type InterledgerGrant = {
  readonly grant_id: string
  readonly status: InterledgerGrantStatus
  /** An Interledger address. */
  readonly wallet_address: string
  readonly account_uuid: string
  readonly limit_amount: string
  /** Includes amounts of payments that were returned. */
  readonly used_amount: string
  readonly currency: string
  /** An Interledger address. */
  readonly receiver_address: string | null
  readonly expires_at: string
  readonly created_at: string
  readonly ended_at: string | null
}

export type InterledgerGrantCreateRequest = {
  /** The account to pay from. */
  readonly wallet_address: string
  /** The total that may be sent, with fees; above zero. */
  readonly limit_amount: string | number
  /** The asset that may be sent. */
  readonly currency: string
  /** The only receiver that may be paid. Default: any. */
  readonly receiver?: string
}

export type InterledgerGrantCreateResponse = {
  readonly success: true
  readonly data: InterledgerNewGrant
}

export type InterledgerGrantListResponse = {
  readonly success: true
  readonly data: readonly InterledgerGrant[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** active: revoke → revoked, expire → expired; revoked: the end; expired: the end */
export type InterledgerGrantStatus = "active" | "revoked" | "expired"

export type InterledgerIncomingCreateRequest = {
  /** The account to credit. */
  readonly wallet_address: string
  /** The expected amount; above zero. */
  readonly amount: string | number
  /** The expected asset. */
  readonly asset_code: string
}

export type InterledgerIncomingCreateResponse = {
  readonly success: true
  readonly data: InterledgerNewIncomingPayment
}

export type InterledgerIncomingGetResponse = {
  readonly success: true
  readonly data: InterledgerIncomingPayment
}

export type InterledgerIncomingListResponse = {
  readonly success: true
  readonly data: readonly InterledgerIncomingPayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type InterledgerIncomingPayment = {
  readonly incoming_payment_id: string
  readonly status: InterledgerIncomingStatus
  /** The address to which the sender pays. */
  readonly ilp_address: string
  /** The wallet address as the caller sent it. */
  readonly wallet_address: string
  /** The account that is credited. */
  readonly account_uuid: string
  readonly amount: string
  /** The amount received. */
  readonly received_amount: string
  readonly asset_code: string
  readonly expires_at: string
  readonly created_at: string
  readonly ended_at: string | null
}

/** pending: complete → completed, expire → expired; completed: the end; expired: the end */
export type InterledgerIncomingStatus = "pending" | "completed" | "expired"

export type InterledgerNewConnection = {
  /** 32 hexadecimal digits. */
  readonly connection_id: string
  readonly status: InterledgerConnectionStatus
  /** The address of the connection at this bank. */
  readonly source_address: string
  /** An Interledger address. */
  readonly destination_address: string
  /** The account that is credited. */
  readonly account_uuid: string
  /** The amount received through it. */
  readonly received_amount: string
  readonly asset_code: string
  /** When it times out, unless a packet is received before. */
  readonly expires_at: string
  readonly created_at: string
  readonly ended_at: string | null
  /** Keep it secret: a sender with it can create packets that are fulfilled. */
  readonly shared_secret: string
}

export type InterledgerNewGrant = {
  readonly grant_id: string
  readonly status: InterledgerGrantStatus
  /** An Interledger address. */
  readonly wallet_address: string
  readonly account_uuid: string
  readonly limit_amount: string
  /** Includes amounts of payments that were returned. */
  readonly used_amount: string
  readonly currency: string
  /** An Interledger address. */
  readonly receiver_address: string | null
  readonly expires_at: string
  readonly created_at: string
  readonly ended_at: string | null
  /** The token to pay with; shown only once. */
  readonly grant_token: string
}

export type InterledgerNewIncomingPayment = {
  readonly incoming_payment_id: string
  readonly status: InterledgerIncomingStatus
  /** The address to which the sender pays. */
  readonly ilp_address: string
  /** The wallet address as the caller sent it. */
  readonly wallet_address: string
  /** The account that is credited. */
  readonly account_uuid: string
  readonly amount: string
  /** The amount received. */
  readonly received_amount: string
  readonly asset_code: string
  readonly expires_at: string
  readonly created_at: string
  readonly ended_at: string | null
  /** 32 bytes as 64 hexadecimal digits, for the sender; shown only once. */
  readonly shared_secret: string
}

export type InterledgerOutgoingCreateRequest = {
  /** The account that pays. */
  readonly wallet_address: string
  /** A quote of the caller that is current and unused. */
  readonly quote_id: string
  /** The token of a grant by the owner of the wallet address. */
  readonly grant_token: string
}

export type InterledgerOutgoingCreateResponse = {
  readonly success: true
  readonly data: InterledgerOutgoingPayment
}

export type InterledgerOutgoingPayment = {
  /** The id of the payment. */
  readonly outgoing_payment_id: string
  /** The same. */
  readonly payment_id: string
  readonly quote_id: string
  /** The grant it was paid with. */
  readonly grant_id: string | null
  /** The account that pays. */
  readonly account_uuid: string
  /** The Interledger address of that account. */
  readonly wallet_address: string
  readonly status: InterledgerPaymentStatus
  /** The total that the sender pays, with the fee. */
  readonly send_amount: string
  readonly send_currency: string
  /** 0.1 % of the amount sent, rounded up; in its asset. */
  readonly fee: string
  /** The amount that arrives. */
  readonly receive_amount: string
  readonly receive_currency: string
  /** Units of the received asset for one of the sent asset; ten places. */
  readonly exchange_rate: string
  /** The amount delivered, in the received asset. */
  readonly delivered_amount: string
  /** The fee on the delivered amount, once the payment has ended. */
  readonly charged_fee: string | null
  /** The amount returned to the sender, once the payment has ended. */
  readonly returned_amount: string | null
  /** The receiver as the caller sent it. */
  readonly receiver: string
  /** The Interledger address of the receiver. */
  readonly ilp_address: string
  /** The number of packets created. */
  readonly packets: number
  /** The Interledger error code, such as F02. */
  readonly error_code: string | null
  /** Why it ended, or what it waits for. */
  readonly reason: string | null
  /** True if the receiver is in a simulated network, so that no money leaves the bank. */
  readonly simulated: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly ended_at: string | null
}

export type InterledgerPacketReceiveRequest = {
  /** An Interledger prepare packet in base64; or the packet itself is the body, as application/octet-stream. */
  readonly packet: string
  /** The asset of the peer’s account, in the query if the body is a packet. Default: the first that is configured. */
  readonly asset_code?: string
}

export type InterledgerPacketReceiveResponse = {
  readonly success: true
  readonly data: InterledgerPacketReply
}

export type InterledgerPacketReply = {
  readonly type: "fulfill" | "reject"
  /** The Interledger fulfil or reject packet in base64. */
  readonly packet: string
  /** The Interledger error code of a rejection. */
  readonly code: string | null
  /** Why it was rejected. */
  readonly message: string | null
}

export type InterledgerPayment = {
  readonly payment_id: string
  readonly quote_id: string
  /** The grant it was paid with. */
  readonly grant_id: string | null
  /** The account that pays. */
  readonly account_uuid: string
  /** The Interledger address of that account. */
  readonly wallet_address: string
  readonly status: InterledgerPaymentStatus
  /** The total that the sender pays, with the fee. */
  readonly send_amount: string
  readonly send_currency: string
  /** 0.1 % of the amount sent, rounded up; in its asset. */
  readonly fee: string
  /** The amount that arrives. */
  readonly receive_amount: string
  readonly receive_currency: string
  /** Units of the received asset for one of the sent asset; ten places. */
  readonly exchange_rate: string
  /** The amount delivered, in the received asset. */
  readonly delivered_amount: string
  /** The fee on the delivered amount, once the payment has ended. */
  readonly charged_fee: string | null
  /** The amount returned to the sender, once the payment has ended. */
  readonly returned_amount: string | null
  /** The receiver as the caller sent it. */
  readonly receiver: string
  /** The Interledger address of the receiver. */
  readonly ilp_address: string
  /** The number of packets created. */
  readonly packets: number
  /** The Interledger error code, such as F02. */
  readonly error_code: string | null
  /** Why it ended, or what it waits for. */
  readonly reason: string | null
  /** True if the receiver is in a simulated network, so that no money leaves the bank. */
  readonly simulated: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly ended_at: string | null
}

export type InterledgerPaymentCreateRequest = {
  /** A quote of the caller that is current and unused. */
  readonly quote_id: string
  /** The account that pays. Default: the oldest open one of the caller. */
  readonly wallet_address?: string
  /** The token of a grant by the owner of the wallet address. */
  readonly grant_token?: string
}

export type InterledgerPaymentCreateResponse = {
  readonly success: true
  readonly data: InterledgerPayment
}

export type InterledgerPaymentGetResponse = {
  readonly success: true
  readonly data: InterledgerCheckedPayment
}

export type InterledgerPaymentListResponse = {
  readonly success: true
  readonly data: readonly InterledgerPayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** pending: send → sending; sending: complete → completed, fail → failed, expire → expired; completed: the end; failed: the end; expired: the end */
export type InterledgerPaymentStatus = "pending" | "sending" | "completed" | "failed" | "expired"

export type InterledgerPeerBalance = {
  readonly asset_code: string
  /** The debt of the peer to the bank; negative if the bank owes the peer. */
  readonly owed: string
  readonly credit_limit: string
  /** The amount of packets that are still accepted before the peer must settle. */
  readonly available: string
}

export type InterledgerPeerBalancesResponse = {
  readonly success: true
  readonly data: readonly InterledgerPeerBalance[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type InterledgerPeerSettleRequest = {
  /** The asset of the debt. */
  readonly asset_code: string
  /** The amount that the peer has paid. */
  readonly amount: string | number
  /** The reference of the payment; each is recorded once. */
  readonly reference: string
}

export type InterledgerPeerSettleResponse = {
  readonly success: true
  readonly data: InterledgerPeerSettlement
}

export type InterledgerPeerSettlement = {
  readonly settlement_id: string
  readonly asset_code: string
  readonly amount: string
  readonly reference: string
  readonly created_at: string
}

export type InterledgerQuote = {
  readonly quote_id: string
  /** The total that the sender pays, with the fee. */
  readonly send_amount: string
  readonly send_currency: string
  /** 0.1 % of the amount sent, rounded up; in its asset. */
  readonly fee: string
  /** The amount that arrives. */
  readonly receive_amount: string
  readonly receive_currency: string
  /** Units of the received asset for one of the sent asset; ten places. */
  readonly exchange_rate: string
  /** The receiver as the caller sent it. */
  readonly receiver: string
  /** The Interledger address of the receiver. */
  readonly ilp_address: string
  /** Whether a payment was made on it. */
  readonly is_used: boolean
  /** True if the receiver is in a simulated network, so that no money leaves the bank. */
  readonly simulated: boolean
  readonly expires_at: string
  readonly created_at: string
}

export type InterledgerQuoteCreateRequest = {
  /** The amount to send, with the fee; above zero. */
  readonly send_amount: string | number
  /** The asset that is sent. */
  readonly send_currency: string
  /** The asset that is received. */
  readonly receive_currency: string
  /** A payment pointer such as $wallet.example/alice, or an Interledger address. */
  readonly receiver: string
}

export type InterledgerQuoteCreateResponse = {
  readonly success: true
  readonly data: InterledgerQuote
}

export type InterledgerQuoteGetResponse = {
  readonly success: true
  readonly data: InterledgerQuote
}

export type InterledgerSpsp = {
  /** The Interledger address to send packets to. */
  readonly destination_account: string
  /** The secret of this address, 32 bytes in base64. */
  readonly shared_secret: string
}

export type InterledgerSupportedAssetsResponse = {
  readonly success: true
  readonly data: readonly InterledgerAsset[]
}

export type InterpretedDates = {
  readonly from: string | null
  readonly to: string | null
}

export type InterpretedQuery = {
  readonly type: readonly InterpretedType[]
  /** Decimal, in whole units. */
  readonly amount_min: string | null
  /** Decimal, in whole units. */
  readonly amount_max: string | null
  readonly currency: string | null
  readonly date_range: InterpretedDates
  /** Only flagged transactions among the first matches were asked for. */
  readonly has_compliance_flags: boolean
  readonly explanation: string
  readonly not_understood: readonly string[]
}

export type InterpretedType = "debit" | "credit"

export type Invariant = {
  readonly name: "zero_sum" | "balance" | "chain" | "held" | "sequence" | "time" | "environment" | "reversals" | "captures" | "owner" | "overdraft"
  readonly statement: string
  readonly status: Soundness
  /** Counted up to 10,000. */
  readonly violation_count: number
  /** For operators: the first hundred. */
  readonly violations?: readonly Violation[]
}

/** Message reject (admi.002). */
export type Iso20022Admi002 = {
  readonly message_type: "admi.002"
  /** The version that the namespace names. */
  readonly version: string | null
  /** The namespace of the message. */
  readonly namespace: string
  readonly business_header: Iso20022BusinessHeader | null
  /** RltdRef/Ref: text of at most 35 characters. */
  readonly related_reference: string | null
  /** Rsn/RjctgPtyRsn: text of at most 35 characters. */
  readonly reject_reason: string | null
  /** Rsn/RjctnDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly rejection_date_time: string | null
  /** Rsn/ErrLctn: text of at most 350 characters. */
  readonly error_location: string | null
  /** Rsn/RsnDesc: text of at most 350 characters. */
  readonly description: string | null
  /** Rsn/AddtlData: text of at most 20000 characters. */
  readonly additional_data: string | null
}

/** The business application header, if any. */
export type Iso20022BusinessHeader = {
  /** BizMsgIdr */
  readonly business_message_id: string | null
  /** MsgDefIdr */
  readonly message_definition_id: string | null
  /** The BIC of the sender. */
  readonly from: string | null
  /** The BIC of the receiver. */
  readonly to: string | null
  /** CreDt */
  readonly creation_date: string | null
}

/** Bank to customer statement (camt.053). */
export type Iso20022Camt053 = {
  readonly message_type: "camt.053"
  /** The version that the namespace names. */
  readonly version: string | null
  /** The namespace of the message. */
  readonly namespace: string
  readonly business_header: Iso20022BusinessHeader | null
  /** GrpHdr/MsgId: text of at most 35 characters. */
  readonly message_id: string | null
  /** GrpHdr/CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly creation_date_time: string | null
  /** GrpHdr/MsgPgntn/PgNb: a whole number of at most 5 digits. */
  readonly page_number: string | null
  /** GrpHdr/MsgPgntn/LastPgInd: true or false. */
  readonly is_last_page: boolean | null
  /** Each Stmt. */
  readonly statements: readonly ({
    /** Id: text of at most 35 characters. */
    readonly statement_id: string | null
    /** StmtPgntn/PgNb: a whole number of at most 5 digits. */
    readonly page_number: string | null
    /** StmtPgntn/LastPgInd: true or false. */
    readonly is_last_page: boolean | null
    /** ElctrncSeqNb: a whole number of at most 18 digits. */
    readonly electronic_sequence_number: string | null
    /** LglSeqNb: a whole number of at most 18 digits. */
    readonly legal_sequence_number: string | null
    /** CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly report_date_time: string | null
    /** FrToDt/FrDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly from_date: string | null
    /** FrToDt/ToDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly to_date: string | null
    /** CpyDplctInd: one of CODU, COPY, DUPL. */
    readonly copy_or_duplicate: string | null
    /** Acct/Id/IBAN: an IBAN. */
    readonly account_iban: string | null
    /** Acct/Id/Othr/Id: text of at most 34 characters. */
    readonly account_id: string | null
    /** Acct/Ccy: a currency code of ISO 4217. */
    readonly account_currency: string | null
    /** Acct/Nm: text of at most 70 characters. */
    readonly account_name: string | null
    /** Acct/Ownr/Nm: text of at most 140 characters. */
    readonly account_owner_name: string | null
    /** Acct/Svcr/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
    readonly account_servicer_bic: string | null
    /** Each Bal. */
    readonly balances: readonly ({
      /** Tp/CdOrPrtry/Cd: a code of four capital letters or digits. */
      readonly type: string | null
      /** Amt: a decimal number, as it is written. */
      readonly amount: string | null
      /** Amt/@Ccy: a currency code. */
      readonly currency: string | null
      /** CdtDbtInd: one of CRDT, DBIT. */
      readonly credit_debit: string | null
      /** Dt/Dt: a date such as 2026-03-01. */
      readonly date: string | null
    })[]
    /** TxsSummry/TtlNtries/NbOfNtries: a whole number of at most 15 digits. */
    readonly total_entries: number | null
    /** TxsSummry/TtlNtries/Sum: a decimal number of at most 18 digits. */
    readonly total_sum: string | null
    /** TxsSummry/TtlCdtNtries/NbOfNtries: a whole number of at most 15 digits. */
    readonly total_credit_entries: number | null
    /** TxsSummry/TtlCdtNtries/Sum: a decimal number of at most 18 digits. */
    readonly total_credit_sum: string | null
    /** TxsSummry/TtlDbtNtries/NbOfNtries: a whole number of at most 15 digits. */
    readonly total_debit_entries: number | null
    /** TxsSummry/TtlDbtNtries/Sum: a decimal number of at most 18 digits. */
    readonly total_debit_sum: string | null
    /** Each Ntry. */
    readonly entries: readonly ({
      /** NtryRef: text of at most 35 characters. */
      readonly reference: string | null
      /** Amt: a decimal number, as it is written. */
      readonly amount: string | null
      /** Amt/@Ccy: a currency code. */
      readonly currency: string | null
      /** CdtDbtInd: one of CRDT, DBIT. */
      readonly credit_debit: string | null
      /** RvslInd: true or false. */
      readonly is_reversal: boolean | null
      /** Sts/Cd: one of BOOK, PDNG, INFO, FUTR. */
      readonly status: string | null
      /** BookgDt/Dt: a date such as 2026-03-01. */
      readonly booking_date: string | null
      /** ValDt/Dt: a date such as 2026-03-01. */
      readonly value_date: string | null
      /** AcctSvcrRef: text of at most 35 characters. */
      readonly account_servicer_reference: string | null
      /** BkTxCd/Domn/Cd: a code of one to four characters. */
      readonly transaction_domain: string | null
      /** BkTxCd/Domn/Fmly/Cd: a code of one to four characters. */
      readonly transaction_family: string | null
      /** BkTxCd/Domn/Fmly/SubFmlyCd: a code of one to four characters. */
      readonly transaction_sub_family: string | null
      /** BkTxCd/Prtry/Cd: text of at most 35 characters. */
      readonly transaction_code: string | null
      /** BkTxCd/Prtry/Issr: text of at most 35 characters. */
      readonly transaction_code_issuer: string | null
      /** Each NtryDtls/TxDtls. */
      readonly details: readonly ({
        /** Refs/MsgId: text of at most 35 characters. */
        readonly message_id: string | null
        /** Refs/AcctSvcrRef: text of at most 35 characters. */
        readonly account_servicer_reference: string | null
        /** Refs/PmtInfId: text of at most 35 characters. */
        readonly payment_information_id: string | null
        /** Refs/InstrId: text of at most 35 characters. */
        readonly instruction_id: string | null
        /** Refs/EndToEndId: text of at most 35 characters. */
        readonly end_to_end_id: string | null
        /** Refs/UETR: a version 4 UUID in lower case. */
        readonly uetr: string | null
        /** Refs/TxId: text of at most 35 characters. */
        readonly transaction_id: string | null
        /** Refs/MndtId: text of at most 35 characters. */
        readonly mandate_id: string | null
        /** Amt: a decimal number, as it is written. */
        readonly amount: string | null
        /** Amt/@Ccy: a currency code. */
        readonly currency: string | null
        /** CdtDbtInd: one of CRDT, DBIT. */
        readonly credit_debit: string | null
        /** RltdPties/Dbtr/Pty/Nm: text of at most 140 characters. */
        readonly debtor_name: string | null
        /** RltdPties/DbtrAcct/Id/IBAN: an IBAN. */
        readonly debtor_iban: string | null
        /** RltdPties/DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
        readonly debtor_account: string | null
        /** RltdPties/UltmtDbtr/Pty/Nm: text of at most 140 characters. */
        readonly ultimate_debtor_name: string | null
        /** RltdPties/Cdtr/Pty/Nm: text of at most 140 characters. */
        readonly creditor_name: string | null
        /** RltdPties/CdtrAcct/Id/IBAN: an IBAN. */
        readonly creditor_iban: string | null
        /** RltdPties/CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
        readonly creditor_account: string | null
        /** RltdPties/UltmtCdtr/Pty/Nm: text of at most 140 characters. */
        readonly ultimate_creditor_name: string | null
        /** RltdAgts/DbtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
        readonly debtor_bic: string | null
        /** RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
        readonly debtor_clearing_member: string | null
        /** RltdAgts/CdtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
        readonly creditor_bic: string | null
        /** RltdAgts/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
        readonly creditor_clearing_member: string | null
        /** Purp/Cd: a code of four capital letters or digits. */
        readonly purpose: string | null
        /** RmtInf/Ustrd: text of at most 140 characters; several are joined by line breaks. */
        readonly remittance_info: string | null
        /** RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd: one of RADM, RPIN, FXDR, DISP, PUOR, SCOR. */
        readonly structured_reference_type: string | null
        /** RmtInf/Strd/CdtrRefInf/Ref: text of at most 35 characters. */
        readonly structured_reference: string | null
        /** RtrInf/Rsn/Cd: a code of four capital letters or digits. */
        readonly return_reason: string | null
        /** AddtlTxInf: text of at most 500 characters. */
        readonly additional_info: string | null
      })[]
      /** AddtlNtryInf: text of at most 500 characters. */
      readonly additional_info: string | null
      /** The unstructured remittance information of all details. */
      readonly description: string | null
    })[]
    /** AddtlStmtInf: text of at most 500 characters. */
    readonly report_info: string | null
    /** The currency of the balances. */
    readonly currency: string | null
    /** The booked opening balance; negative when overdrawn. */
    readonly opening_balance: string | null
    /** The booked closing balance; negative when overdrawn. */
    readonly closing_balance: string | null
  })[]
  /** Id: text of at most 35 characters. */
  readonly statement_id?: string | null
  /** ElctrncSeqNb: a whole number of at most 18 digits. */
  readonly electronic_sequence_number?: string | null
  /** LglSeqNb: a whole number of at most 18 digits. */
  readonly legal_sequence_number?: string | null
  /** CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly report_date_time?: string | null
  /** FrToDt/FrDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly from_date?: string | null
  /** FrToDt/ToDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly to_date?: string | null
  /** CpyDplctInd: one of CODU, COPY, DUPL. */
  readonly copy_or_duplicate?: string | null
  /** Acct/Id/IBAN: an IBAN. */
  readonly account_iban?: string | null
  /** Acct/Id/Othr/Id: text of at most 34 characters. */
  readonly account_id?: string | null
  /** Acct/Ccy: a currency code of ISO 4217. */
  readonly account_currency?: string | null
  /** Acct/Nm: text of at most 70 characters. */
  readonly account_name?: string | null
  /** Acct/Ownr/Nm: text of at most 140 characters. */
  readonly account_owner_name?: string | null
  /** Acct/Svcr/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly account_servicer_bic?: string | null
  /** Each Bal. */
  readonly balances?: readonly ({
    /** Tp/CdOrPrtry/Cd: a code of four capital letters or digits. */
    readonly type: string | null
    /** Amt: a decimal number, as it is written. */
    readonly amount: string | null
    /** Amt/@Ccy: a currency code. */
    readonly currency: string | null
    /** CdtDbtInd: one of CRDT, DBIT. */
    readonly credit_debit: string | null
    /** Dt/Dt: a date such as 2026-03-01. */
    readonly date: string | null
  })[]
  /** TxsSummry/TtlNtries/NbOfNtries: a whole number of at most 15 digits. */
  readonly total_entries?: number | null
  /** TxsSummry/TtlNtries/Sum: a decimal number of at most 18 digits. */
  readonly total_sum?: string | null
  /** TxsSummry/TtlCdtNtries/NbOfNtries: a whole number of at most 15 digits. */
  readonly total_credit_entries?: number | null
  /** TxsSummry/TtlCdtNtries/Sum: a decimal number of at most 18 digits. */
  readonly total_credit_sum?: string | null
  /** TxsSummry/TtlDbtNtries/NbOfNtries: a whole number of at most 15 digits. */
  readonly total_debit_entries?: number | null
  /** TxsSummry/TtlDbtNtries/Sum: a decimal number of at most 18 digits. */
  readonly total_debit_sum?: string | null
  /** Each Ntry. */
  readonly entries?: readonly ({
    /** NtryRef: text of at most 35 characters. */
    readonly reference: string | null
    /** Amt: a decimal number, as it is written. */
    readonly amount: string | null
    /** Amt/@Ccy: a currency code. */
    readonly currency: string | null
    /** CdtDbtInd: one of CRDT, DBIT. */
    readonly credit_debit: string | null
    /** RvslInd: true or false. */
    readonly is_reversal: boolean | null
    /** Sts/Cd: one of BOOK, PDNG, INFO, FUTR. */
    readonly status: string | null
    /** BookgDt/Dt: a date such as 2026-03-01. */
    readonly booking_date: string | null
    /** ValDt/Dt: a date such as 2026-03-01. */
    readonly value_date: string | null
    /** AcctSvcrRef: text of at most 35 characters. */
    readonly account_servicer_reference: string | null
    /** BkTxCd/Domn/Cd: a code of one to four characters. */
    readonly transaction_domain: string | null
    /** BkTxCd/Domn/Fmly/Cd: a code of one to four characters. */
    readonly transaction_family: string | null
    /** BkTxCd/Domn/Fmly/SubFmlyCd: a code of one to four characters. */
    readonly transaction_sub_family: string | null
    /** BkTxCd/Prtry/Cd: text of at most 35 characters. */
    readonly transaction_code: string | null
    /** BkTxCd/Prtry/Issr: text of at most 35 characters. */
    readonly transaction_code_issuer: string | null
    /** Each NtryDtls/TxDtls. */
    readonly details: readonly ({
      /** Refs/MsgId: text of at most 35 characters. */
      readonly message_id: string | null
      /** Refs/AcctSvcrRef: text of at most 35 characters. */
      readonly account_servicer_reference: string | null
      /** Refs/PmtInfId: text of at most 35 characters. */
      readonly payment_information_id: string | null
      /** Refs/InstrId: text of at most 35 characters. */
      readonly instruction_id: string | null
      /** Refs/EndToEndId: text of at most 35 characters. */
      readonly end_to_end_id: string | null
      /** Refs/UETR: a version 4 UUID in lower case. */
      readonly uetr: string | null
      /** Refs/TxId: text of at most 35 characters. */
      readonly transaction_id: string | null
      /** Refs/MndtId: text of at most 35 characters. */
      readonly mandate_id: string | null
      /** Amt: a decimal number, as it is written. */
      readonly amount: string | null
      /** Amt/@Ccy: a currency code. */
      readonly currency: string | null
      /** CdtDbtInd: one of CRDT, DBIT. */
      readonly credit_debit: string | null
      /** RltdPties/Dbtr/Pty/Nm: text of at most 140 characters. */
      readonly debtor_name: string | null
      /** RltdPties/DbtrAcct/Id/IBAN: an IBAN. */
      readonly debtor_iban: string | null
      /** RltdPties/DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
      readonly debtor_account: string | null
      /** RltdPties/UltmtDbtr/Pty/Nm: text of at most 140 characters. */
      readonly ultimate_debtor_name: string | null
      /** RltdPties/Cdtr/Pty/Nm: text of at most 140 characters. */
      readonly creditor_name: string | null
      /** RltdPties/CdtrAcct/Id/IBAN: an IBAN. */
      readonly creditor_iban: string | null
      /** RltdPties/CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
      readonly creditor_account: string | null
      /** RltdPties/UltmtCdtr/Pty/Nm: text of at most 140 characters. */
      readonly ultimate_creditor_name: string | null
      /** RltdAgts/DbtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
      readonly debtor_bic: string | null
      /** RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
      readonly debtor_clearing_member: string | null
      /** RltdAgts/CdtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
      readonly creditor_bic: string | null
      /** RltdAgts/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
      readonly creditor_clearing_member: string | null
      /** Purp/Cd: a code of four capital letters or digits. */
      readonly purpose: string | null
      /** RmtInf/Ustrd: text of at most 140 characters; several are joined by line breaks. */
      readonly remittance_info: string | null
      /** RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd: one of RADM, RPIN, FXDR, DISP, PUOR, SCOR. */
      readonly structured_reference_type: string | null
      /** RmtInf/Strd/CdtrRefInf/Ref: text of at most 35 characters. */
      readonly structured_reference: string | null
      /** RtrInf/Rsn/Cd: a code of four capital letters or digits. */
      readonly return_reason: string | null
      /** AddtlTxInf: text of at most 500 characters. */
      readonly additional_info: string | null
    })[]
    /** AddtlNtryInf: text of at most 500 characters. */
    readonly additional_info: string | null
    /** The unstructured remittance information of all details. */
    readonly description: string | null
  })[]
  /** AddtlStmtInf: text of at most 500 characters. */
  readonly report_info?: string | null
  /** The currency of the balances. */
  readonly currency?: string | null
  /** The booked opening balance; negative when overdrawn. */
  readonly opening_balance?: string | null
  /** The booked closing balance; negative when overdrawn. */
  readonly closing_balance?: string | null
}

/** Bank to customer debit and credit notification (camt.054). */
export type Iso20022Camt054 = {
  readonly message_type: "camt.054"
  /** The version that the namespace names. */
  readonly version: string | null
  /** The namespace of the message. */
  readonly namespace: string
  readonly business_header: Iso20022BusinessHeader | null
  /** GrpHdr/MsgId: text of at most 35 characters. */
  readonly message_id: string | null
  /** GrpHdr/CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly creation_date_time: string | null
  /** GrpHdr/MsgPgntn/PgNb: a whole number of at most 5 digits. */
  readonly page_number: string | null
  /** GrpHdr/MsgPgntn/LastPgInd: true or false. */
  readonly is_last_page: boolean | null
  /** Each Ntfctn. */
  readonly notifications: readonly ({
    /** Id: text of at most 35 characters. */
    readonly notification_id: string | null
    /** NtfctnPgntn/PgNb: a whole number of at most 5 digits. */
    readonly page_number: string | null
    /** NtfctnPgntn/LastPgInd: true or false. */
    readonly is_last_page: boolean | null
    /** ElctrncSeqNb: a whole number of at most 18 digits. */
    readonly electronic_sequence_number: string | null
    /** LglSeqNb: a whole number of at most 18 digits. */
    readonly legal_sequence_number: string | null
    /** CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly report_date_time: string | null
    /** FrToDt/FrDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly from_date: string | null
    /** FrToDt/ToDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly to_date: string | null
    /** CpyDplctInd: one of CODU, COPY, DUPL. */
    readonly copy_or_duplicate: string | null
    /** Acct/Id/IBAN: an IBAN. */
    readonly account_iban: string | null
    /** Acct/Id/Othr/Id: text of at most 34 characters. */
    readonly account_id: string | null
    /** Acct/Ccy: a currency code of ISO 4217. */
    readonly account_currency: string | null
    /** Acct/Nm: text of at most 70 characters. */
    readonly account_name: string | null
    /** Acct/Ownr/Nm: text of at most 140 characters. */
    readonly account_owner_name: string | null
    /** Acct/Svcr/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
    readonly account_servicer_bic: string | null
    /** TxsSummry/TtlNtries/NbOfNtries: a whole number of at most 15 digits. */
    readonly total_entries: number | null
    /** TxsSummry/TtlNtries/Sum: a decimal number of at most 18 digits. */
    readonly total_sum: string | null
    /** TxsSummry/TtlCdtNtries/NbOfNtries: a whole number of at most 15 digits. */
    readonly total_credit_entries: number | null
    /** TxsSummry/TtlCdtNtries/Sum: a decimal number of at most 18 digits. */
    readonly total_credit_sum: string | null
    /** TxsSummry/TtlDbtNtries/NbOfNtries: a whole number of at most 15 digits. */
    readonly total_debit_entries: number | null
    /** TxsSummry/TtlDbtNtries/Sum: a decimal number of at most 18 digits. */
    readonly total_debit_sum: string | null
    /** Each Ntry. */
    readonly entries: readonly ({
      /** NtryRef: text of at most 35 characters. */
      readonly reference: string | null
      /** Amt: a decimal number, as it is written. */
      readonly amount: string | null
      /** Amt/@Ccy: a currency code. */
      readonly currency: string | null
      /** CdtDbtInd: one of CRDT, DBIT. */
      readonly credit_debit: string | null
      /** RvslInd: true or false. */
      readonly is_reversal: boolean | null
      /** Sts/Cd: one of BOOK, PDNG, INFO, FUTR. */
      readonly status: string | null
      /** BookgDt/Dt: a date such as 2026-03-01. */
      readonly booking_date: string | null
      /** ValDt/Dt: a date such as 2026-03-01. */
      readonly value_date: string | null
      /** AcctSvcrRef: text of at most 35 characters. */
      readonly account_servicer_reference: string | null
      /** BkTxCd/Domn/Cd: a code of one to four characters. */
      readonly transaction_domain: string | null
      /** BkTxCd/Domn/Fmly/Cd: a code of one to four characters. */
      readonly transaction_family: string | null
      /** BkTxCd/Domn/Fmly/SubFmlyCd: a code of one to four characters. */
      readonly transaction_sub_family: string | null
      /** BkTxCd/Prtry/Cd: text of at most 35 characters. */
      readonly transaction_code: string | null
      /** BkTxCd/Prtry/Issr: text of at most 35 characters. */
      readonly transaction_code_issuer: string | null
      /** Each NtryDtls/TxDtls. */
      readonly details: readonly ({
        /** Refs/MsgId: text of at most 35 characters. */
        readonly message_id: string | null
        /** Refs/AcctSvcrRef: text of at most 35 characters. */
        readonly account_servicer_reference: string | null
        /** Refs/PmtInfId: text of at most 35 characters. */
        readonly payment_information_id: string | null
        /** Refs/InstrId: text of at most 35 characters. */
        readonly instruction_id: string | null
        /** Refs/EndToEndId: text of at most 35 characters. */
        readonly end_to_end_id: string | null
        /** Refs/UETR: a version 4 UUID in lower case. */
        readonly uetr: string | null
        /** Refs/TxId: text of at most 35 characters. */
        readonly transaction_id: string | null
        /** Refs/MndtId: text of at most 35 characters. */
        readonly mandate_id: string | null
        /** Amt: a decimal number, as it is written. */
        readonly amount: string | null
        /** Amt/@Ccy: a currency code. */
        readonly currency: string | null
        /** CdtDbtInd: one of CRDT, DBIT. */
        readonly credit_debit: string | null
        /** RltdPties/Dbtr/Pty/Nm: text of at most 140 characters. */
        readonly debtor_name: string | null
        /** RltdPties/DbtrAcct/Id/IBAN: an IBAN. */
        readonly debtor_iban: string | null
        /** RltdPties/DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
        readonly debtor_account: string | null
        /** RltdPties/UltmtDbtr/Pty/Nm: text of at most 140 characters. */
        readonly ultimate_debtor_name: string | null
        /** RltdPties/Cdtr/Pty/Nm: text of at most 140 characters. */
        readonly creditor_name: string | null
        /** RltdPties/CdtrAcct/Id/IBAN: an IBAN. */
        readonly creditor_iban: string | null
        /** RltdPties/CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
        readonly creditor_account: string | null
        /** RltdPties/UltmtCdtr/Pty/Nm: text of at most 140 characters. */
        readonly ultimate_creditor_name: string | null
        /** RltdAgts/DbtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
        readonly debtor_bic: string | null
        /** RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
        readonly debtor_clearing_member: string | null
        /** RltdAgts/CdtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
        readonly creditor_bic: string | null
        /** RltdAgts/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
        readonly creditor_clearing_member: string | null
        /** Purp/Cd: a code of four capital letters or digits. */
        readonly purpose: string | null
        /** RmtInf/Ustrd: text of at most 140 characters; several are joined by line breaks. */
        readonly remittance_info: string | null
        /** RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd: one of RADM, RPIN, FXDR, DISP, PUOR, SCOR. */
        readonly structured_reference_type: string | null
        /** RmtInf/Strd/CdtrRefInf/Ref: text of at most 35 characters. */
        readonly structured_reference: string | null
        /** RtrInf/Rsn/Cd: a code of four capital letters or digits. */
        readonly return_reason: string | null
        /** AddtlTxInf: text of at most 500 characters. */
        readonly additional_info: string | null
      })[]
      /** AddtlNtryInf: text of at most 500 characters. */
      readonly additional_info: string | null
      /** The unstructured remittance information of all details. */
      readonly description: string | null
    })[]
    /** AddtlNtfctnInf: text of at most 500 characters. */
    readonly report_info: string | null
  })[]
  /** Id: text of at most 35 characters. */
  readonly notification_id?: string | null
  /** ElctrncSeqNb: a whole number of at most 18 digits. */
  readonly electronic_sequence_number?: string | null
  /** LglSeqNb: a whole number of at most 18 digits. */
  readonly legal_sequence_number?: string | null
  /** CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly report_date_time?: string | null
  /** FrToDt/FrDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly from_date?: string | null
  /** FrToDt/ToDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly to_date?: string | null
  /** CpyDplctInd: one of CODU, COPY, DUPL. */
  readonly copy_or_duplicate?: string | null
  /** Acct/Id/IBAN: an IBAN. */
  readonly account_iban?: string | null
  /** Acct/Id/Othr/Id: text of at most 34 characters. */
  readonly account_id?: string | null
  /** Acct/Ccy: a currency code of ISO 4217. */
  readonly account_currency?: string | null
  /** Acct/Nm: text of at most 70 characters. */
  readonly account_name?: string | null
  /** Acct/Ownr/Nm: text of at most 140 characters. */
  readonly account_owner_name?: string | null
  /** Acct/Svcr/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly account_servicer_bic?: string | null
  /** TxsSummry/TtlNtries/NbOfNtries: a whole number of at most 15 digits. */
  readonly total_entries?: number | null
  /** TxsSummry/TtlNtries/Sum: a decimal number of at most 18 digits. */
  readonly total_sum?: string | null
  /** TxsSummry/TtlCdtNtries/NbOfNtries: a whole number of at most 15 digits. */
  readonly total_credit_entries?: number | null
  /** TxsSummry/TtlCdtNtries/Sum: a decimal number of at most 18 digits. */
  readonly total_credit_sum?: string | null
  /** TxsSummry/TtlDbtNtries/NbOfNtries: a whole number of at most 15 digits. */
  readonly total_debit_entries?: number | null
  /** TxsSummry/TtlDbtNtries/Sum: a decimal number of at most 18 digits. */
  readonly total_debit_sum?: string | null
  /** Each Ntry. */
  readonly entries?: readonly ({
    /** NtryRef: text of at most 35 characters. */
    readonly reference: string | null
    /** Amt: a decimal number, as it is written. */
    readonly amount: string | null
    /** Amt/@Ccy: a currency code. */
    readonly currency: string | null
    /** CdtDbtInd: one of CRDT, DBIT. */
    readonly credit_debit: string | null
    /** RvslInd: true or false. */
    readonly is_reversal: boolean | null
    /** Sts/Cd: one of BOOK, PDNG, INFO, FUTR. */
    readonly status: string | null
    /** BookgDt/Dt: a date such as 2026-03-01. */
    readonly booking_date: string | null
    /** ValDt/Dt: a date such as 2026-03-01. */
    readonly value_date: string | null
    /** AcctSvcrRef: text of at most 35 characters. */
    readonly account_servicer_reference: string | null
    /** BkTxCd/Domn/Cd: a code of one to four characters. */
    readonly transaction_domain: string | null
    /** BkTxCd/Domn/Fmly/Cd: a code of one to four characters. */
    readonly transaction_family: string | null
    /** BkTxCd/Domn/Fmly/SubFmlyCd: a code of one to four characters. */
    readonly transaction_sub_family: string | null
    /** BkTxCd/Prtry/Cd: text of at most 35 characters. */
    readonly transaction_code: string | null
    /** BkTxCd/Prtry/Issr: text of at most 35 characters. */
    readonly transaction_code_issuer: string | null
    /** Each NtryDtls/TxDtls. */
    readonly details: readonly ({
      /** Refs/MsgId: text of at most 35 characters. */
      readonly message_id: string | null
      /** Refs/AcctSvcrRef: text of at most 35 characters. */
      readonly account_servicer_reference: string | null
      /** Refs/PmtInfId: text of at most 35 characters. */
      readonly payment_information_id: string | null
      /** Refs/InstrId: text of at most 35 characters. */
      readonly instruction_id: string | null
      /** Refs/EndToEndId: text of at most 35 characters. */
      readonly end_to_end_id: string | null
      /** Refs/UETR: a version 4 UUID in lower case. */
      readonly uetr: string | null
      /** Refs/TxId: text of at most 35 characters. */
      readonly transaction_id: string | null
      /** Refs/MndtId: text of at most 35 characters. */
      readonly mandate_id: string | null
      /** Amt: a decimal number, as it is written. */
      readonly amount: string | null
      /** Amt/@Ccy: a currency code. */
      readonly currency: string | null
      /** CdtDbtInd: one of CRDT, DBIT. */
      readonly credit_debit: string | null
      /** RltdPties/Dbtr/Pty/Nm: text of at most 140 characters. */
      readonly debtor_name: string | null
      /** RltdPties/DbtrAcct/Id/IBAN: an IBAN. */
      readonly debtor_iban: string | null
      /** RltdPties/DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
      readonly debtor_account: string | null
      /** RltdPties/UltmtDbtr/Pty/Nm: text of at most 140 characters. */
      readonly ultimate_debtor_name: string | null
      /** RltdPties/Cdtr/Pty/Nm: text of at most 140 characters. */
      readonly creditor_name: string | null
      /** RltdPties/CdtrAcct/Id/IBAN: an IBAN. */
      readonly creditor_iban: string | null
      /** RltdPties/CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
      readonly creditor_account: string | null
      /** RltdPties/UltmtCdtr/Pty/Nm: text of at most 140 characters. */
      readonly ultimate_creditor_name: string | null
      /** RltdAgts/DbtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
      readonly debtor_bic: string | null
      /** RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
      readonly debtor_clearing_member: string | null
      /** RltdAgts/CdtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
      readonly creditor_bic: string | null
      /** RltdAgts/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
      readonly creditor_clearing_member: string | null
      /** Purp/Cd: a code of four capital letters or digits. */
      readonly purpose: string | null
      /** RmtInf/Ustrd: text of at most 140 characters; several are joined by line breaks. */
      readonly remittance_info: string | null
      /** RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd: one of RADM, RPIN, FXDR, DISP, PUOR, SCOR. */
      readonly structured_reference_type: string | null
      /** RmtInf/Strd/CdtrRefInf/Ref: text of at most 35 characters. */
      readonly structured_reference: string | null
      /** RtrInf/Rsn/Cd: a code of four capital letters or digits. */
      readonly return_reason: string | null
      /** AddtlTxInf: text of at most 500 characters. */
      readonly additional_info: string | null
    })[]
    /** AddtlNtryInf: text of at most 500 characters. */
    readonly additional_info: string | null
    /** The unstructured remittance information of all details. */
    readonly description: string | null
  })[]
  /** AddtlNtfctnInf: text of at most 500 characters. */
  readonly report_info?: string | null
}

/** Financial institution to financial institution payment cancellation request (camt.056). */
export type Iso20022Camt056 = {
  readonly message_type: "camt.056"
  /** The version that the namespace names. */
  readonly version: string | null
  /** The namespace of the message. */
  readonly namespace: string
  readonly business_header: Iso20022BusinessHeader | null
  /** Assgnmt/Id: text of at most 35 characters. */
  readonly assignment_id: string | null
  /** Assgnmt/Assgnr/Agt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly assigner_bic: string | null
  /** Assgnmt/Assgne/Agt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly assignee_bic: string | null
  /** Assgnmt/CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly creation_date_time: string | null
  /** Case/Id: text of at most 35 characters. */
  readonly case_id: string | null
  /** Case/Cretr/Agt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly case_creator_bic: string | null
  /** CtrlData/NbOfTxs: a whole number of at most 15 digits. */
  readonly number_of_transactions: number | null
  /** CtrlData/CtrlSum: a decimal number of at most 18 digits. */
  readonly control_sum: string | null
  /** Each Undrlyg/OrgnlGrpInfAndCxl. */
  readonly group_cancellations: readonly ({
    /** GrpCxlId: text of at most 35 characters. */
    readonly cancellation_id: string | null
    /** OrgnlMsgId: text of at most 35 characters. */
    readonly original_message_id: string | null
    /** OrgnlMsgNmId: text of at most 35 characters. */
    readonly original_message_type: string | null
    /** OrgnlCreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly original_creation_date_time: string | null
    /** NbOfTxs: a whole number of at most 15 digits. */
    readonly number_of_transactions: number | null
    /** CtrlSum: a decimal number of at most 18 digits. */
    readonly control_sum: string | null
    /** GrpCxl: true or false. */
    readonly cancels_whole_group: boolean | null
    /** CxlRsnInf/Rsn/Cd: a code of four capital letters or digits. */
    readonly reason_code: string | null
    /** CxlRsnInf/AddtlInf: text of at most 105 characters; several are joined by line breaks. */
    readonly reason_info: string | null
  })[]
  /** Each Undrlyg/TxInf. */
  readonly cancellations: readonly ({
    /** CxlId: text of at most 35 characters. */
    readonly cancellation_id: string | null
    /** OrgnlGrpInf/OrgnlMsgId: text of at most 35 characters. */
    readonly original_message_id: string | null
    /** OrgnlGrpInf/OrgnlMsgNmId: text of at most 35 characters. */
    readonly original_message_type: string | null
    /** OrgnlGrpInf/OrgnlCreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly original_creation_date_time: string | null
    /** OrgnlInstrId: text of at most 35 characters. */
    readonly original_instruction_id: string | null
    /** OrgnlEndToEndId: text of at most 35 characters. */
    readonly original_end_to_end_id: string | null
    /** OrgnlTxId: text of at most 35 characters. */
    readonly original_transaction_id: string | null
    /** OrgnlUETR: a version 4 UUID in lower case. */
    readonly original_uetr: string | null
    /** OrgnlIntrBkSttlmAmt: a decimal number, as it is written. */
    readonly amount: string | null
    /** OrgnlIntrBkSttlmAmt/@Ccy: a currency code. */
    readonly currency: string | null
    /** OrgnlIntrBkSttlmDt: a date such as 2026-03-01. */
    readonly settlement_date: string | null
    /** CxlRsnInf/Rsn/Cd: a code of four capital letters or digits. */
    readonly reason_code: string | null
    /** CxlRsnInf/AddtlInf: text of at most 105 characters; several are joined by line breaks. */
    readonly reason_info: string | null
  })[]
}

export type Iso20022GenerateRequest = {
  readonly type?: Iso20022MessageType
  /** The same as type, for use with `data`. */
  readonly message_type?: "pacs.008" | "pacs.002" | "pain.001" | "pain.002" | "camt.053" | "camt.054" | "camt.056" | "admi.002"
  /** The version, such as pain.001.001.10, 001.10 or 10. Default: the usual one. */
  readonly version?: string
  /** The fields of the message, named as parsing names them. */
  readonly data?: Readonly<Record<string, unknown>>
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount?: string | number
  /** The currency of the amount. Default: EUR. */
  readonly currency?: string
  /** Who pays: a name, an IBAN, or an object. */
  readonly debtor?: string | {
    /** The name. */
    readonly name?: string
    /** The IBAN of the account. */
    readonly iban?: string
    /** The BIC of the bank. */
    readonly bic?: string
    /** The number of the account, if it has no IBAN. */
    readonly account?: string
  }
  /** Who is paid: a name, an IBAN, or an object. */
  readonly creditor?: string | {
    /** The name. */
    readonly name?: string
    /** The IBAN of the account. */
    readonly iban?: string
    /** The BIC of the bank. */
    readonly bic?: string
    /** The number of the account, if it has no IBAN. */
    readonly account?: string
  }
  /** The id of the message. Default: a new one. */
  readonly message_id?: string
  /** The reference that is passed on to the creditor. Default: a new one. */
  readonly end_to_end_id?: string
  /** The unique reference of the payment, a version 4 UUID. Default: a new one. */
  readonly uetr?: string
  /** The purpose of the payment, or information about a status. */
  readonly remittance_info?: string
  /** Who bears charges. Default: SLEV. */
  readonly charge_bearer?: "DEBT" | "CRED" | "SHAR" | "SLEV"
  /** The day of execution, settlement or booking. Default: today. */
  readonly execution_date?: string
  /** The message that a status or cancellation is about. */
  readonly original_message_id?: string
  /** The status that is reported. Default: ACSC. */
  readonly status?: string
  /** The reason of a status or cancellation. */
  readonly reason_code?: string
  /** Whose account a report shows: CRDT the creditor’s, DBIT the debtor’s. */
  readonly credit_debit?: "CRDT" | "DBIT"
}

export type Iso20022GenerateResponse = {
  readonly success: true
  readonly data: Iso20022Generated
}

export type Iso20022Generated = {
  readonly message_type: Iso20022MessageType
  /** The version that was written. */
  readonly version: string
  /** The message. */
  readonly xml: string
  /** Whether validation finds no problems. */
  readonly valid: boolean
  readonly errors: readonly Iso20022Problem[]
}

/** The type of an ISO 20022 message, without its version. */
export type Iso20022MessageType = "pacs.008" | "pacs.002" | "pain.001" | "pain.002" | "camt.053" | "camt.054" | "camt.056" | "admi.002"

/** Financial institution to financial institution payment status report (pacs.002). */
export type Iso20022Pacs002 = {
  readonly message_type: "pacs.002"
  /** The version that the namespace names. */
  readonly version: string | null
  /** The namespace of the message. */
  readonly namespace: string
  readonly business_header: Iso20022BusinessHeader | null
  /** GrpHdr/MsgId: text of at most 35 characters. */
  readonly message_id: string | null
  /** GrpHdr/CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly creation_date_time: string | null
  /** GrpHdr/InstgAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly instructing_agent_bic: string | null
  /** GrpHdr/InstdAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly instructed_agent_bic: string | null
  /** OrgnlGrpInfAndSts/OrgnlMsgId: text of at most 35 characters. */
  readonly original_message_id: string | null
  /** OrgnlGrpInfAndSts/OrgnlMsgNmId: text of at most 35 characters. */
  readonly original_message_type: string | null
  /** OrgnlGrpInfAndSts/OrgnlCreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly original_creation_date_time: string | null
  /** OrgnlGrpInfAndSts/OrgnlNbOfTxs: a whole number of at most 15 digits. */
  readonly original_number_of_transactions: number | null
  /** OrgnlGrpInfAndSts/OrgnlCtrlSum: a decimal number of at most 18 digits. */
  readonly original_control_sum: string | null
  /** OrgnlGrpInfAndSts/GrpSts: one of ACCC, ACCP, ACFC, ACSC, ACSP, ACTC, ACWC, ACWP, BLCK, CANC, PART, PATC, PDNG, PRES, RCVD, RJCT. */
  readonly group_status: string | null
  /** OrgnlGrpInfAndSts/StsRsnInf/Rsn/Cd: a code of four capital letters or digits. */
  readonly group_reason_code: string | null
  /** OrgnlGrpInfAndSts/StsRsnInf/AddtlInf: text of at most 105 characters; several are joined by line breaks. */
  readonly group_reason_info: string | null
  /** Each TxInfAndSts. */
  readonly transaction_statuses: readonly ({
    /** StsId: text of at most 35 characters. */
    readonly status_id: string | null
    /** OrgnlGrpInf/OrgnlMsgId: text of at most 35 characters. */
    readonly original_message_id: string | null
    /** OrgnlGrpInf/OrgnlMsgNmId: text of at most 35 characters. */
    readonly original_message_type: string | null
    /** OrgnlGrpInf/OrgnlCreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly original_creation_date_time: string | null
    /** OrgnlInstrId: text of at most 35 characters. */
    readonly original_instruction_id: string | null
    /** OrgnlEndToEndId: text of at most 35 characters. */
    readonly original_end_to_end_id: string | null
    /** OrgnlTxId: text of at most 35 characters. */
    readonly original_transaction_id: string | null
    /** OrgnlUETR: a version 4 UUID in lower case. */
    readonly original_uetr: string | null
    /** TxSts: one of ACCC, ACCP, ACFC, ACSC, ACSP, ACTC, ACWC, ACWP, BLCK, CANC, PART, PATC, PDNG, PRES, RCVD, RJCT. */
    readonly status: string | null
    /** StsRsnInf/Rsn/Cd: a code of four capital letters or digits. */
    readonly reason_code: string | null
    /** StsRsnInf/AddtlInf: text of at most 105 characters; several are joined by line breaks. */
    readonly reason_info: string | null
    /** AccptncDtTm: a date and time such as 2026-03-01T12:00:00Z. */
    readonly acceptance_date_time: string | null
    /** OrgnlTxRef/IntrBkSttlmAmt: a decimal number, as it is written. */
    readonly original_amount: string | null
    /** OrgnlTxRef/IntrBkSttlmAmt/@Ccy: a currency code. */
    readonly original_currency: string | null
    /** OrgnlTxRef/Dbtr/Pty/Nm: text of at most 140 characters. */
    readonly debtor_name: string | null
    /** OrgnlTxRef/DbtrAcct/Id/IBAN: an IBAN. */
    readonly debtor_iban: string | null
    /** OrgnlTxRef/DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
    readonly debtor_account: string | null
    /** OrgnlTxRef/Cdtr/Pty/Nm: text of at most 140 characters. */
    readonly creditor_name: string | null
    /** OrgnlTxRef/CdtrAcct/Id/IBAN: an IBAN. */
    readonly creditor_iban: string | null
    /** OrgnlTxRef/CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
    readonly creditor_account: string | null
  })[]
}

/** Financial institution to financial institution customer credit transfer (pacs.008). */
export type Iso20022Pacs008 = {
  readonly message_type: "pacs.008"
  /** The version that the namespace names. */
  readonly version: string | null
  /** The namespace of the message. */
  readonly namespace: string
  readonly business_header: Iso20022BusinessHeader | null
  /** GrpHdr/MsgId: text of at most 35 characters. */
  readonly message_id: string | null
  /** GrpHdr/CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly creation_date_time: string | null
  /** GrpHdr/NbOfTxs: a whole number of at most 15 digits. */
  readonly number_of_transactions: number | null
  /** GrpHdr/CtrlSum: a decimal number of at most 18 digits. */
  readonly control_sum: string | null
  /** GrpHdr/TtlIntrBkSttlmAmt: a decimal number, as it is written. */
  readonly total_amount: string | null
  /** GrpHdr/TtlIntrBkSttlmAmt/@Ccy: a currency code. */
  readonly total_currency: string | null
  /** GrpHdr/IntrBkSttlmDt: a date such as 2026-03-01. */
  readonly settlement_date: string | null
  /** GrpHdr/SttlmInf/SttlmMtd: one of CLRG, INDA, INGA, COVE. */
  readonly settlement_method: string | null
  /** GrpHdr/InstgAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly instructing_agent_bic: string | null
  /** GrpHdr/InstdAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly instructed_agent_bic: string | null
  /** Each CdtTrfTxInf. */
  readonly transactions: readonly ({
    /** PmtId/InstrId: text of at most 35 characters. */
    readonly instruction_id: string | null
    /** PmtId/EndToEndId: text of at most 35 characters. */
    readonly end_to_end_id: string | null
    /** PmtId/TxId: text of at most 35 characters. */
    readonly transaction_id: string | null
    /** PmtId/UETR: a version 4 UUID in lower case. */
    readonly uetr: string | null
    /** PmtTpInf/InstrPrty: one of HIGH, NORM. */
    readonly instruction_priority: string | null
    /** PmtTpInf/SvcLvl/Cd: a code of one to four characters. */
    readonly service_level: string | null
    /** PmtTpInf/LclInstrm/Cd: text of at most 35 characters. */
    readonly local_instrument: string | null
    /** PmtTpInf/CtgyPurp/Cd: a code of four capital letters or digits. */
    readonly category_purpose: string | null
    /** IntrBkSttlmAmt: a decimal number, as it is written. */
    readonly amount: string | null
    /** IntrBkSttlmAmt/@Ccy: a currency code. */
    readonly currency: string | null
    /** IntrBkSttlmDt: a date such as 2026-03-01. */
    readonly settlement_date: string | null
    /** InstdAmt: a decimal number, as it is written. */
    readonly instructed_amount: string | null
    /** InstdAmt/@Ccy: a currency code. */
    readonly instructed_currency: string | null
    /** ChrgBr: one of DEBT, CRED, SHAR, SLEV. */
    readonly charge_bearer: string | null
    /** InstgAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
    readonly instructing_agent_bic: string | null
    /** InstdAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
    readonly instructed_agent_bic: string | null
    /** UltmtDbtr/Nm: text of at most 140 characters. */
    readonly ultimate_debtor_name: string | null
    /** Dbtr/Nm: text of at most 140 characters. */
    readonly debtor_name: string | null
    /** DbtrAcct/Id/IBAN: an IBAN. */
    readonly debtor_iban: string | null
    /** DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
    readonly debtor_account: string | null
    /** DbtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
    readonly debtor_bic: string | null
    /** DbtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
    readonly debtor_clearing_member: string | null
    /** CdtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
    readonly creditor_bic: string | null
    /** CdtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
    readonly creditor_clearing_member: string | null
    /** Cdtr/Nm: text of at most 140 characters. */
    readonly creditor_name: string | null
    /** CdtrAcct/Id/IBAN: an IBAN. */
    readonly creditor_iban: string | null
    /** CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
    readonly creditor_account: string | null
    /** UltmtCdtr/Nm: text of at most 140 characters. */
    readonly ultimate_creditor_name: string | null
    /** Purp/Cd: a code of four capital letters or digits. */
    readonly purpose: string | null
    /** RmtInf/Ustrd: text of at most 140 characters; several are joined by line breaks. */
    readonly remittance_info: string | null
    /** RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd: one of RADM, RPIN, FXDR, DISP, PUOR, SCOR. */
    readonly structured_reference_type: string | null
    /** RmtInf/Strd/CdtrRefInf/Ref: text of at most 35 characters. */
    readonly structured_reference: string | null
  })[]
  /** PmtId/InstrId: text of at most 35 characters. */
  readonly instruction_id?: string | null
  /** PmtId/EndToEndId: text of at most 35 characters. */
  readonly end_to_end_id?: string | null
  /** PmtId/TxId: text of at most 35 characters. */
  readonly transaction_id?: string | null
  /** PmtId/UETR: a version 4 UUID in lower case. */
  readonly uetr?: string | null
  /** PmtTpInf/InstrPrty: one of HIGH, NORM. */
  readonly instruction_priority?: string | null
  /** PmtTpInf/SvcLvl/Cd: a code of one to four characters. */
  readonly service_level?: string | null
  /** PmtTpInf/LclInstrm/Cd: text of at most 35 characters. */
  readonly local_instrument?: string | null
  /** PmtTpInf/CtgyPurp/Cd: a code of four capital letters or digits. */
  readonly category_purpose?: string | null
  /** IntrBkSttlmAmt: a decimal number, as it is written. */
  readonly amount?: string | null
  /** IntrBkSttlmAmt/@Ccy: a currency code. */
  readonly currency?: string | null
  /** InstdAmt: a decimal number, as it is written. */
  readonly instructed_amount?: string | null
  /** InstdAmt/@Ccy: a currency code. */
  readonly instructed_currency?: string | null
  /** ChrgBr: one of DEBT, CRED, SHAR, SLEV. */
  readonly charge_bearer?: string | null
  /** UltmtDbtr/Nm: text of at most 140 characters. */
  readonly ultimate_debtor_name?: string | null
  /** Dbtr/Nm: text of at most 140 characters. */
  readonly debtor_name?: string | null
  /** DbtrAcct/Id/IBAN: an IBAN. */
  readonly debtor_iban?: string | null
  /** DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
  readonly debtor_account?: string | null
  /** DbtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly debtor_bic?: string | null
  /** DbtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
  readonly debtor_clearing_member?: string | null
  /** CdtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly creditor_bic?: string | null
  /** CdtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
  readonly creditor_clearing_member?: string | null
  /** Cdtr/Nm: text of at most 140 characters. */
  readonly creditor_name?: string | null
  /** CdtrAcct/Id/IBAN: an IBAN. */
  readonly creditor_iban?: string | null
  /** CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
  readonly creditor_account?: string | null
  /** UltmtCdtr/Nm: text of at most 140 characters. */
  readonly ultimate_creditor_name?: string | null
  /** Purp/Cd: a code of four capital letters or digits. */
  readonly purpose?: string | null
  /** RmtInf/Ustrd: text of at most 140 characters; several are joined by line breaks. */
  readonly remittance_info?: string | null
  /** RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd: one of RADM, RPIN, FXDR, DISP, PUOR, SCOR. */
  readonly structured_reference_type?: string | null
  /** RmtInf/Strd/CdtrRefInf/Ref: text of at most 35 characters. */
  readonly structured_reference?: string | null
}

/** Customer credit transfer initiation (pain.001). */
export type Iso20022Pain001 = {
  readonly message_type: "pain.001"
  /** The version that the namespace names. */
  readonly version: string | null
  /** The namespace of the message. */
  readonly namespace: string
  readonly business_header: Iso20022BusinessHeader | null
  /** GrpHdr/MsgId: text of at most 35 characters. */
  readonly message_id: string | null
  /** GrpHdr/CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly creation_date_time: string | null
  /** GrpHdr/NbOfTxs: a whole number of at most 15 digits. */
  readonly number_of_transactions: number | null
  /** GrpHdr/CtrlSum: a decimal number of at most 18 digits. */
  readonly control_sum: string | null
  /** GrpHdr/InitgPty/Nm: text of at most 140 characters. */
  readonly initiating_party_name: string | null
  /** Each PmtInf. */
  readonly payments: readonly ({
    /** PmtInfId: text of at most 35 characters. */
    readonly payment_information_id: string | null
    /** PmtMtd: one of CHK, TRF, TRA. */
    readonly payment_method: string | null
    /** BtchBookg: true or false. */
    readonly batch_booking: boolean | null
    /** NbOfTxs: a whole number of at most 15 digits. */
    readonly number_of_transactions: number | null
    /** CtrlSum: a decimal number of at most 18 digits. */
    readonly control_sum: string | null
    /** PmtTpInf/InstrPrty: one of HIGH, NORM. */
    readonly instruction_priority: string | null
    /** PmtTpInf/SvcLvl/Cd: a code of one to four characters. */
    readonly service_level: string | null
    /** PmtTpInf/LclInstrm/Cd: text of at most 35 characters. */
    readonly local_instrument: string | null
    /** PmtTpInf/CtgyPurp/Cd: a code of four capital letters or digits. */
    readonly category_purpose: string | null
    /** ReqdExctnDt/Dt: a date such as 2026-03-01. */
    readonly requested_execution_date: string | null
    /** Dbtr/Nm: text of at most 140 characters. */
    readonly debtor_name: string | null
    /** DbtrAcct/Id/IBAN: an IBAN. */
    readonly debtor_iban: string | null
    /** DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
    readonly debtor_account: string | null
    /** DbtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
    readonly debtor_bic: string | null
    /** DbtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
    readonly debtor_clearing_member: string | null
    /** UltmtDbtr/Nm: text of at most 140 characters. */
    readonly ultimate_debtor_name: string | null
    /** ChrgBr: one of DEBT, CRED, SHAR, SLEV. */
    readonly charge_bearer: string | null
    /** Each CdtTrfTxInf. */
    readonly transactions: readonly ({
      /** PmtId/InstrId: text of at most 35 characters. */
      readonly instruction_id: string | null
      /** PmtId/EndToEndId: text of at most 35 characters. */
      readonly end_to_end_id: string | null
      /** PmtId/UETR: a version 4 UUID in lower case. */
      readonly uetr: string | null
      /** PmtTpInf/InstrPrty: one of HIGH, NORM. */
      readonly instruction_priority: string | null
      /** PmtTpInf/SvcLvl/Cd: a code of one to four characters. */
      readonly service_level: string | null
      /** PmtTpInf/LclInstrm/Cd: text of at most 35 characters. */
      readonly local_instrument: string | null
      /** PmtTpInf/CtgyPurp/Cd: a code of four capital letters or digits. */
      readonly category_purpose: string | null
      /** Amt/InstdAmt: a decimal number, as it is written. */
      readonly amount: string | null
      /** Amt/InstdAmt/@Ccy: a currency code. */
      readonly currency: string | null
      /** Amt/EqvtAmt/Amt: a decimal number, as it is written. */
      readonly equivalent_amount: string | null
      /** Amt/EqvtAmt/Amt/@Ccy: a currency code. */
      readonly equivalent_currency: string | null
      /** Amt/EqvtAmt/CcyOfTrf: a currency code of ISO 4217. */
      readonly transfer_currency: string | null
      /** ChrgBr: one of DEBT, CRED, SHAR, SLEV. */
      readonly charge_bearer: string | null
      /** UltmtDbtr/Nm: text of at most 140 characters. */
      readonly ultimate_debtor_name: string | null
      /** CdtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
      readonly creditor_bic: string | null
      /** CdtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
      readonly creditor_clearing_member: string | null
      /** Cdtr/Nm: text of at most 140 characters. */
      readonly creditor_name: string | null
      /** CdtrAcct/Id/IBAN: an IBAN. */
      readonly creditor_iban: string | null
      /** CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
      readonly creditor_account: string | null
      /** UltmtCdtr/Nm: text of at most 140 characters. */
      readonly ultimate_creditor_name: string | null
      /** Purp/Cd: a code of four capital letters or digits. */
      readonly purpose: string | null
      /** RmtInf/Ustrd: text of at most 140 characters; several are joined by line breaks. */
      readonly remittance_info: string | null
      /** RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd: one of RADM, RPIN, FXDR, DISP, PUOR, SCOR. */
      readonly structured_reference_type: string | null
      /** RmtInf/Strd/CdtrRefInf/Ref: text of at most 35 characters. */
      readonly structured_reference: string | null
    })[]
  })[]
  /** PmtInfId: text of at most 35 characters. */
  readonly payment_information_id?: string | null
  /** PmtMtd: one of CHK, TRF, TRA. */
  readonly payment_method?: string | null
  /** BtchBookg: true or false. */
  readonly batch_booking?: boolean | null
  /** PmtTpInf/InstrPrty: one of HIGH, NORM. */
  readonly instruction_priority?: string | null
  /** PmtTpInf/SvcLvl/Cd: a code of one to four characters. */
  readonly service_level?: string | null
  /** PmtTpInf/LclInstrm/Cd: text of at most 35 characters. */
  readonly local_instrument?: string | null
  /** PmtTpInf/CtgyPurp/Cd: a code of four capital letters or digits. */
  readonly category_purpose?: string | null
  /** ReqdExctnDt/Dt: a date such as 2026-03-01. */
  readonly requested_execution_date?: string | null
  /** Dbtr/Nm: text of at most 140 characters. */
  readonly debtor_name?: string | null
  /** DbtrAcct/Id/IBAN: an IBAN. */
  readonly debtor_iban?: string | null
  /** DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
  readonly debtor_account?: string | null
  /** DbtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
  readonly debtor_bic?: string | null
  /** DbtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
  readonly debtor_clearing_member?: string | null
  /** UltmtDbtr/Nm: text of at most 140 characters. */
  readonly ultimate_debtor_name?: string | null
  /** ChrgBr: one of DEBT, CRED, SHAR, SLEV. */
  readonly charge_bearer?: string | null
  /** Each CdtTrfTxInf. */
  readonly transactions?: readonly ({
    /** PmtId/InstrId: text of at most 35 characters. */
    readonly instruction_id: string | null
    /** PmtId/EndToEndId: text of at most 35 characters. */
    readonly end_to_end_id: string | null
    /** PmtId/UETR: a version 4 UUID in lower case. */
    readonly uetr: string | null
    /** PmtTpInf/InstrPrty: one of HIGH, NORM. */
    readonly instruction_priority: string | null
    /** PmtTpInf/SvcLvl/Cd: a code of one to four characters. */
    readonly service_level: string | null
    /** PmtTpInf/LclInstrm/Cd: text of at most 35 characters. */
    readonly local_instrument: string | null
    /** PmtTpInf/CtgyPurp/Cd: a code of four capital letters or digits. */
    readonly category_purpose: string | null
    /** Amt/InstdAmt: a decimal number, as it is written. */
    readonly amount: string | null
    /** Amt/InstdAmt/@Ccy: a currency code. */
    readonly currency: string | null
    /** Amt/EqvtAmt/Amt: a decimal number, as it is written. */
    readonly equivalent_amount: string | null
    /** Amt/EqvtAmt/Amt/@Ccy: a currency code. */
    readonly equivalent_currency: string | null
    /** Amt/EqvtAmt/CcyOfTrf: a currency code of ISO 4217. */
    readonly transfer_currency: string | null
    /** ChrgBr: one of DEBT, CRED, SHAR, SLEV. */
    readonly charge_bearer: string | null
    /** UltmtDbtr/Nm: text of at most 140 characters. */
    readonly ultimate_debtor_name: string | null
    /** CdtrAgt/FinInstnId/BICFI: a BIC of 8 or 11 characters. */
    readonly creditor_bic: string | null
    /** CdtrAgt/FinInstnId/ClrSysMmbId/MmbId: text of at most 35 characters. */
    readonly creditor_clearing_member: string | null
    /** Cdtr/Nm: text of at most 140 characters. */
    readonly creditor_name: string | null
    /** CdtrAcct/Id/IBAN: an IBAN. */
    readonly creditor_iban: string | null
    /** CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
    readonly creditor_account: string | null
    /** UltmtCdtr/Nm: text of at most 140 characters. */
    readonly ultimate_creditor_name: string | null
    /** Purp/Cd: a code of four capital letters or digits. */
    readonly purpose: string | null
    /** RmtInf/Ustrd: text of at most 140 characters; several are joined by line breaks. */
    readonly remittance_info: string | null
    /** RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd: one of RADM, RPIN, FXDR, DISP, PUOR, SCOR. */
    readonly structured_reference_type: string | null
    /** RmtInf/Strd/CdtrRefInf/Ref: text of at most 35 characters. */
    readonly structured_reference: string | null
  })[]
}

/** Customer payment status report (pain.002). */
export type Iso20022Pain002 = {
  readonly message_type: "pain.002"
  /** The version that the namespace names. */
  readonly version: string | null
  /** The namespace of the message. */
  readonly namespace: string
  readonly business_header: Iso20022BusinessHeader | null
  /** GrpHdr/MsgId: text of at most 35 characters. */
  readonly message_id: string | null
  /** GrpHdr/CreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly creation_date_time: string | null
  /** GrpHdr/InitgPty/Nm: text of at most 140 characters. */
  readonly initiating_party_name: string | null
  /** OrgnlGrpInfAndSts/OrgnlMsgId: text of at most 35 characters. */
  readonly original_message_id: string | null
  /** OrgnlGrpInfAndSts/OrgnlMsgNmId: text of at most 35 characters. */
  readonly original_message_type: string | null
  /** OrgnlGrpInfAndSts/OrgnlCreDtTm: a date and time such as 2026-03-01T12:00:00Z. */
  readonly original_creation_date_time: string | null
  /** OrgnlGrpInfAndSts/OrgnlNbOfTxs: a whole number of at most 15 digits. */
  readonly original_number_of_transactions: number | null
  /** OrgnlGrpInfAndSts/OrgnlCtrlSum: a decimal number of at most 18 digits. */
  readonly original_control_sum: string | null
  /** OrgnlGrpInfAndSts/GrpSts: one of ACCC, ACCP, ACFC, ACSC, ACSP, ACTC, ACWC, ACWP, BLCK, CANC, PART, PATC, PDNG, PRES, RCVD, RJCT. */
  readonly group_status: string | null
  /** OrgnlGrpInfAndSts/StsRsnInf/Rsn/Cd: a code of four capital letters or digits. */
  readonly group_reason_code: string | null
  /** OrgnlGrpInfAndSts/StsRsnInf/AddtlInf: text of at most 105 characters; several are joined by line breaks. */
  readonly group_reason_info: string | null
  /** Each OrgnlPmtInfAndSts. */
  readonly payment_statuses: readonly ({
    /** OrgnlPmtInfId: text of at most 35 characters. */
    readonly original_payment_information_id: string | null
    /** OrgnlNbOfTxs: a whole number of at most 15 digits. */
    readonly original_number_of_transactions: number | null
    /** OrgnlCtrlSum: a decimal number of at most 18 digits. */
    readonly original_control_sum: string | null
    /** PmtInfSts: one of ACCC, ACCP, ACFC, ACSC, ACSP, ACTC, ACWC, ACWP, BLCK, CANC, PART, PATC, PDNG, PRES, RCVD, RJCT. */
    readonly status: string | null
    /** StsRsnInf/Rsn/Cd: a code of four capital letters or digits. */
    readonly reason_code: string | null
    /** StsRsnInf/AddtlInf: text of at most 105 characters; several are joined by line breaks. */
    readonly reason_info: string | null
    /** Each TxInfAndSts. */
    readonly transactions: readonly ({
      /** StsId: text of at most 35 characters. */
      readonly status_id: string | null
      /** OrgnlInstrId: text of at most 35 characters. */
      readonly original_instruction_id: string | null
      /** OrgnlEndToEndId: text of at most 35 characters. */
      readonly original_end_to_end_id: string | null
      /** OrgnlUETR: a version 4 UUID in lower case. */
      readonly original_uetr: string | null
      /** TxSts: one of ACCC, ACCP, ACFC, ACSC, ACSP, ACTC, ACWC, ACWP, BLCK, CANC, PART, PATC, PDNG, PRES, RCVD, RJCT. */
      readonly status: string | null
      /** StsRsnInf/Rsn/Cd: a code of four capital letters or digits. */
      readonly reason_code: string | null
      /** StsRsnInf/AddtlInf: text of at most 105 characters; several are joined by line breaks. */
      readonly reason_info: string | null
      /** AccptncDtTm: a date and time such as 2026-03-01T12:00:00Z. */
      readonly acceptance_date_time: string | null
      /** OrgnlTxRef/Amt/InstdAmt: a decimal number, as it is written. */
      readonly original_amount: string | null
      /** OrgnlTxRef/Amt/InstdAmt/@Ccy: a currency code. */
      readonly original_currency: string | null
      /** OrgnlTxRef/Dbtr/Pty/Nm: text of at most 140 characters. */
      readonly debtor_name: string | null
      /** OrgnlTxRef/DbtrAcct/Id/IBAN: an IBAN. */
      readonly debtor_iban: string | null
      /** OrgnlTxRef/DbtrAcct/Id/Othr/Id: text of at most 34 characters. */
      readonly debtor_account: string | null
      /** OrgnlTxRef/Cdtr/Pty/Nm: text of at most 140 characters. */
      readonly creditor_name: string | null
      /** OrgnlTxRef/CdtrAcct/Id/IBAN: an IBAN. */
      readonly creditor_iban: string | null
      /** OrgnlTxRef/CdtrAcct/Id/Othr/Id: text of at most 34 characters. */
      readonly creditor_account: string | null
    })[]
  })[]
}

export type Iso20022ParseRequest = {
  /** The message as XML text, when the body is JSON. */
  readonly xml?: string
}

export type Iso20022ParseResponse = {
  readonly success: true
  readonly data: Iso20022Pacs008 | Iso20022Pacs002 | Iso20022Pain001 | Iso20022Pain002 | Iso20022Camt053 | Iso20022Camt054 | Iso20022Camt056 | Iso20022Admi002
}

export type Iso20022Problem = {
  /** The line of the XML, counted from 1. */
  readonly line: number
  /** The path of the element. */
  readonly path: string
  readonly code: Iso20022ProblemCode
  /** The problem in words. */
  readonly message: string
}

/** The kind of the problem. */
export type Iso20022ProblemCode = "NOT_WELL_FORMED" | "DOCTYPE" | "ENCODING" | "TOO_LARGE" | "TOO_DEEP" | "TOO_LONG" | "UNKNOWN_TYPE" | "UNKNOWN_NAMESPACE" | "SECOND_MESSAGE" | "MISSING" | "REPEATED" | "ORDER" | "FORMAT" | "LENGTH" | "CODE" | "CURRENCY" | "AMOUNT" | "DECIMALS" | "DATE" | "IBAN" | "BIC" | "UETR" | "COUNT" | "SUM" | "BALANCE"

export type Iso20022SupportedType = {
  readonly message_type: Iso20022MessageType
  /** The name of the message in the standard. */
  readonly title: string
  /** The element in Document. */
  readonly root_element: string
  /** The version that is written by default. */
  readonly default_version: string
  /** The versions that can be written. Any version is read. */
  readonly versions: readonly string[]
  /** The namespace of the default version. */
  readonly namespace: string
  /** Whether it can be read. */
  readonly can_parse: boolean
  /** Whether it can be written. */
  readonly can_generate: boolean
}

export type Iso20022SupportedTypesResponse = {
  readonly success: true
  readonly data: readonly Iso20022SupportedType[]
}

export type Iso20022ValidateRequest = {
  /** The message as XML text, when the body is JSON. */
  readonly xml?: string
}

export type Iso20022ValidateResponse = {
  readonly success: true
  readonly data: Iso20022Verdict
}

export type Iso20022Verdict = {
  /** Whether the checked elements have no problems; see not_checked. */
  readonly valid: boolean
  readonly message_type: Iso20022MessageType | null
  /** The version that the namespace names. */
  readonly version: string | null
  readonly errors: readonly Iso20022Problem[]
  /** The paths of elements that were not checked, each once; check them against the schema of ISO 20022. */
  readonly not_checked: readonly string[]
  /** The number of elements that were not checked: every occurrence, with the elements inside it. */
  readonly not_checked_count: number
}

export type IssuedCard = {
  readonly id: string
  readonly account_uuid: string
  readonly currency: string
  readonly cardholder_name: string
  readonly label: string | null
  readonly network: IssuedCardNetwork
  readonly last4: string
  readonly expires_on: string
  readonly status: IssuedCardStatus
  /** Decimal, in whole units of the currency. */
  readonly payment_limit: string
  /** Decimal, in whole units of the currency. */
  readonly daily_limit: string
  /** Decimal, in whole units of the currency. */
  readonly monthly_limit: string
  /** Authorized and captured on this UTC day. */
  readonly spent_today: string
  /** Authorized and captured in this UTC month. */
  readonly spent_this_month: string
  /** Whether no network is behind the card. */
  readonly simulated: boolean
  readonly created_at: string
  readonly updated_at: string
}

export type IssuedCardCancelResponse = {
  readonly success: true
  readonly data: IssuedCard
}

export type IssuedCardCreateRequest = {
  /** Your account that the card pays from. */
  readonly account_uuid: string
  /** The currency that the card pays in. */
  readonly currency: string
  /** The network of the card. */
  readonly network?: "visa" | "mastercard"
  /** A name of your own for the card. */
  readonly label?: string | null
  /** The most that one payment may take. */
  readonly payment_limit?: string | number
  /** The most that a UTC day may take. */
  readonly daily_limit?: string | number
  /** The most that a UTC month may take. */
  readonly monthly_limit?: string | number
}

export type IssuedCardCreateResponse = {
  readonly success: true
  readonly data: IssuedCard
}

export type IssuedCardFreezeResponse = {
  readonly success: true
  readonly data: IssuedCard
}

export type IssuedCardGetResponse = {
  readonly success: true
  readonly data: IssuedCard
}

export type IssuedCardListResponse = {
  readonly data: readonly IssuedCard[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type IssuedCardNetwork = "visa" | "mastercard"

/** active: freeze → frozen, cancel → cancelled; frozen: unfreeze → active, cancel → cancelled; cancelled: the end */
export type IssuedCardStatus = "active" | "frozen" | "cancelled"

export type IssuedCardUnfreezeResponse = {
  readonly success: true
  readonly data: IssuedCard
}

export type IssuedCardUpdateRequest = {
  /** A name of your own for the card. */
  readonly label?: string | null
  /** The most that one payment may take. */
  readonly payment_limit?: string | number
  /** The most that a UTC day may take. */
  readonly daily_limit?: string | number
  /** The most that a UTC month may take. */
  readonly monthly_limit?: string | number
}

export type IssuedCardUpdateResponse = {
  readonly success: true
  readonly data: IssuedCard
}

export type IssuedPartnerCredential = {
  readonly kind: "live" | "sandbox" | "webhook"
  readonly secret: string
  readonly message: string
}

export type JournalEntry = {
  readonly id: string
  /** JE- and a number without gaps. */
  readonly entry_number: string
  readonly description: string
  readonly source_domain: string | null
  readonly kind: "manual" | "reversal" | "closing" | "rule"
  readonly status: JournalEntryStatus
  readonly posted_at: string
  readonly totals: readonly JournalEntryTotal[]
  readonly reverses: string | null
  readonly reversed_by: string | null
  /** Why it reverses another entry. */
  readonly reason: string | null
  /** The period that it closed. */
  readonly period_id: string | null
  /** The event for which a posting rule posted it. */
  readonly source_event: string | null
  /** Shown only to operators and to this user. */
  readonly posted_by: string | null
  readonly created_at: string
  readonly lines: readonly JournalLine[]
}

export type JournalEntryCreateRequest = {
  /** What the entry is for. */
  readonly description: string
  /** Which part of the business it comes from. */
  readonly source_domain?: string | null
  /** The time or day (UTC) it counts for; default: now. Never in the future, and not in or before a closed period. */
  readonly posted_at?: string
  /** At least two; debits and credits are equal in every currency. */
  readonly lines: readonly JournalLineInput[]
}

export type JournalEntryCreateResponse = {
  readonly success: true
  readonly data: JournalEntry
}

export type JournalEntryGetResponse = {
  readonly success: true
  readonly data: JournalEntry
}

export type JournalEntryItem = {
  readonly id: string
  /** JE- and a number without gaps. */
  readonly entry_number: string
  readonly description: string
  readonly source_domain: string | null
  readonly kind: "manual" | "reversal" | "closing" | "rule"
  readonly status: JournalEntryStatus
  readonly posted_at: string
  readonly totals: readonly JournalEntryTotal[]
  readonly reverses: string | null
  readonly reversed_by: string | null
  /** Why it reverses another entry. */
  readonly reason: string | null
  /** The period that it closed. */
  readonly period_id: string | null
  /** The event for which a posting rule posted it. */
  readonly source_event: string | null
  /** Shown only to operators and to this user. */
  readonly posted_by: string | null
  readonly created_at: string
}

export type JournalEntryListResponse = {
  readonly success: true
  readonly data: readonly JournalEntryItem[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type JournalEntryReverseRequest = {
  /** Why it is reversed. */
  readonly reason: string
}

export type JournalEntryReverseResponse = {
  readonly success: true
  readonly data: JournalEntry
}

/** What may happen to an entry in each state. posted: reverse → reversed; reversed: the end. */
export type JournalEntryStatus = "posted" | "reversed"

export type JournalEntryTotal = {
  readonly currency: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly amount: string
}

export type JournalLine = {
  readonly account_code: string
  readonly currency: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly debit: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly credit: string
  readonly narrative: string | null
}

export type JournalLineInput = {
  /** An active account. */
  readonly account_code: string
  /** The amount on the debit side; each line has one side. */
  readonly debit?: string | number
  /** The amount on the credit side; each line has one side. */
  readonly credit?: string | number
  /** The asset; default: the currency of the account. Every one must balance. */
  readonly currency?: string
  /** What the line is for. */
  readonly narrative?: string | null
}

export type KeptData = {
  readonly law: "books" | "identification" | "evidence" | "claims"
  /** Why it is kept. */
  readonly reason: string
  readonly until: string
  readonly tables: readonly string[]
}

export type KeptIdentity = {
  readonly user_uuid: string
  readonly name: string
  readonly email: string
}

export type KindSum = {
  readonly count: number
  readonly in: string
  readonly out: string
  readonly net: string
}

export type KindSums = {
  readonly deposits: KindSum
  readonly withdrawals: KindSum
  readonly transfers_in: KindSum
  readonly transfers_out: KindSum
  readonly fees: KindSum
  readonly conversions: KindSum
  readonly reversals: KindSum
  readonly interest: KindSum
  readonly other: KindSum
}

export type LedgerAccount = {
  readonly code: string
  readonly name: string
  readonly type: LedgerAccountType
  readonly normal_side: "debit" | "credit"
  readonly parent_code: string | null
  readonly currency: string
  /** Whether journal lines may name it. */
  readonly is_active: boolean
  readonly description: string | null
  readonly feed: LedgerFeed | null
  /** The balance: the two parts that follow. */
  readonly balance: string
  /** The money of the ledger core that appears in this account. */
  readonly ledger_balance: string
  /** The sum of its journal lines. */
  readonly journal_balance: string
  /** The balance with those of all accounts below it. */
  readonly total_balance: string
  readonly balances: readonly LedgerBalance[]
  readonly created_at: string
  readonly updated_at: string
}

export type LedgerAccountBalance = {
  readonly account_code: string
  /** The balance in the currency of the account. */
  readonly amount: string
  readonly currency: string
  /** The money of the ledger core that appears in this account. */
  readonly ledger_balance: string
  /** The sum of its journal lines. */
  readonly journal_balance: string
  /** The balance with those of all accounts below it. */
  readonly total_balance: string
  readonly balances: readonly LedgerBalance[]
  readonly date: string
}

export type LedgerAccountBalanceResponse = {
  readonly success: true
  readonly data: LedgerAccountBalance
}

export type LedgerAccountCreateRequest = {
  /** The code of an account of the chart: letters, digits, dots and hyphens. */
  readonly code: string
  /** The display name of the account. */
  readonly name: string
  readonly type: LedgerAccountType
  /** The account above it, of the same type. */
  readonly parent_code?: string | null
  /** The asset in which its balance is shown first. */
  readonly currency?: string
  /** What belongs in it. */
  readonly description?: string | null
}

export type LedgerAccountCreateResponse = {
  readonly success: true
  readonly data: LedgerAccount
}

export type LedgerAccountGetResponse = {
  readonly success: true
  readonly data: LedgerAccount
}

export type LedgerAccountHistoryResponse = {
  readonly success: true
  readonly data: readonly LedgerHistoryRow[]
  readonly meta: PageMeta
  readonly account_code: string
  readonly from: string
  readonly to: string
  readonly currencies: readonly LedgerHistoryCurrency[]
  readonly links: PageLinks
}

export type LedgerAccountListResponse = {
  readonly success: true
  readonly data: readonly LedgerAccount[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** Assets and expenses have their balance on the debit side, the others on the credit side. */
export type LedgerAccountType = "asset" | "liability" | "equity" | "revenue" | "expense"

export type LedgerAccountUpdateRequest = {
  /** The display name of the account. */
  readonly name?: string
  /** What belongs in it. */
  readonly description?: string | null
  /** Whether journal lines may name it. */
  readonly is_active?: boolean
}

export type LedgerAccountUpdateResponse = {
  readonly success: true
  readonly data: LedgerAccount
}

export type LedgerBalance = {
  readonly currency: string
  /** The balance: the two parts that follow. */
  readonly balance: string
  /** The money of the ledger core that appears in this account. */
  readonly ledger_balance: string
  /** The sum of its journal lines. */
  readonly journal_balance: string
  /** The balance with those of all accounts below it. */
  readonly total_balance: string
}

/** The part of the ledger core that appears in it. */
export type LedgerFeed = "customers" | "cash" | "settlement" | "tellers" | "clearing" | "escrow" | "gcu" | "market-making" | "conversions" | "defi" | "fees" | "gas" | "interest" | "loans" | "loan-allowance" | "loan-losses" | "loan-interest" | "member-shares" | "dispute-losses"

export type LedgerHistoryCurrency = {
  readonly currency: string
  /** The balance before the first day. */
  readonly opening_balance: string
  /** How the ledger core changed it. */
  readonly ledger_movement: string
  /** How the journal changed it. */
  readonly journal_movement: string
  /** The balance at the end of the last day. */
  readonly closing_balance: string
}

export type LedgerHistoryRow = {
  readonly entry_id: string
  readonly entry_number: string
  readonly description: string
  readonly status: JournalEntryStatus
  readonly posted_at: string
  readonly currency: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly debit_amount: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly credit_amount: string
  readonly narrative: string | null
  /** The journal part of the balance after this line. */
  readonly running_balance: string
}

export type LedgerIntegrity = {
  readonly status: Soundness
  readonly checked_at: string | null
  /** The time at which everything was last proved from the first move on. */
  readonly full_checked_at: string | null
  /** The position up to which the log is verified. */
  readonly verified_position: number
  readonly newest_position: number
  /** An upper bound of the moves that are not verified yet. */
  readonly lag_moves: number
  readonly counts: VerifiedCounts
  /** The number of accounts in quarantine, on which no money moves, counted up to 10,000. */
  readonly quarantined_accounts: number
  readonly invariants: readonly Invariant[]
  /** For operators: the recheck that was started last. */
  readonly last_recheck?: LedgerRecheckJob | null
}

export type LedgerIntegrityResponse = {
  readonly data: LedgerIntegrity
}

export type LedgerMovement = {
  /** The payment of which it is a leg; payment.get has all of them. */
  readonly payment_uuid: string
  /** The number of the leg. */
  readonly line: number
  /** The subtype of the leg, or else its type. */
  readonly kind: string
  /** The account of the bank in the ledger core. */
  readonly bank_account: string
  /** The other account, if it is the bank’s too. */
  readonly other_bank_account: string | null
  /** The holder of the other account, if it is a customer’s. */
  readonly customer_name: string | null
  readonly currency: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly debit: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly credit: string
  readonly reference: string | null
  readonly created_at: string
}

export type LedgerMovements = {
  readonly account_code: string
  readonly from: string
  readonly to: string
  readonly data: readonly LedgerMovement[]
  /** Send this as `before` to go on; null at the end. */
  readonly next: string | null
}

/** A CSV file has the newest 2,500. */
export type LedgerMovementsFormat = "json" | "csv"

export type LedgerPeriod = {
  readonly id: string
  readonly name: string
  readonly starts_on: string
  /** The last day, included. */
  readonly ends_on: string
  readonly status: LedgerPeriodStatus
  readonly created_at: string
  readonly closed_at: string | null
  readonly reopened_at: string | null
  readonly reopen_reason: string | null
}

export type LedgerPeriodCloseRequest = {
  /** Whether the balances of revenue and expense move to 3100 Retained Earnings first, as at the end of a year. */
  readonly close_result?: boolean
}

export type LedgerPeriodCloseResponse = {
  readonly success: true
  readonly data: LedgerPeriod
}

export type LedgerPeriodCreateRequest = {
  /** A name that no other period has. */
  readonly name: string
  /** The first day (UTC). */
  readonly starts_on: string
  /** The last day (UTC), included. */
  readonly ends_on: string
}

export type LedgerPeriodCreateResponse = {
  readonly success: true
  readonly data: LedgerPeriod
}

export type LedgerPeriodGetResponse = {
  readonly success: true
  readonly data: LedgerPeriod
}

export type LedgerPeriodListResponse = {
  readonly success: true
  readonly data: readonly LedgerPeriod[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type LedgerPeriodReopenRequest = {
  /** Why it is reopened. */
  readonly reason: string
}

export type LedgerPeriodReopenResponse = {
  readonly success: true
  readonly data: LedgerPeriod
}

/** What may happen to a period in each state. open: close → closed; closed: reopen → open. */
export type LedgerPeriodStatus = "open" | "closed"

export type LedgerRecheck = {
  readonly lifted_count: number
  readonly still_count: number
  /** The first hundred accounts that are sound and out of quarantine. */
  readonly lifted: readonly string[]
  readonly still_quarantined: readonly string[]
  readonly integrity: LedgerIntegrity
}

/** All accounts that are in quarantine at the start, or those that are listed. */
export type LedgerRecheckCovers = "all" | "listed"

export type LedgerRecheckGetResponse = {
  readonly data: LedgerRecheckJob
}

export type LedgerRecheckJob = {
  readonly uuid: string
  readonly covers: LedgerRecheckCovers
  readonly status: LedgerRecheckStatus
  /** The number of accounts to prove again. */
  readonly total: number
  /** The number of accounts proved again so far. */
  readonly checked: number
  /** Of those, the accounts that are sound. */
  readonly released: number
  /** Of those, the accounts that stay in quarantine. */
  readonly still_broken: number
  readonly started_at: string
  readonly updated_at: string
  readonly ended_at: string | null
}

export type LedgerRecheckResponse = {
  readonly data: LedgerRecheck
}

export type LedgerRecheckStartRequest = {
  readonly covers: LedgerRecheckCovers
  /** The accounts to prove, if it covers those that are listed. */
  readonly account_uuids?: readonly string[]
}

export type LedgerRecheckStartResponse = {
  readonly data: LedgerRecheckJob
}

export type LedgerRecheckStatus = "running" | "done"

export type LedgerReconciliation = {
  /** The name of the period; none: as of now. */
  readonly period: string | null
  /** The part of the ledger core. */
  readonly domain: string
  readonly account_code: string
  readonly currency: string
  /** The general ledger, before closings. */
  readonly gl_balance: string
  /** The ledger core itself, added up. */
  readonly domain_balance: string
  /** Journal lines on the account. */
  readonly adjustments: string
  /** What closings of periods moved to retained earnings. */
  readonly closed_to_equity: string
  /** The general ledger less the ledger core. */
  readonly variance: string
  /** pending: the period is open; resolved: a bookkeeper explained exactly this variance. */
  readonly status: "pending" | "matched" | "discrepancy" | "resolved"
  readonly resolution: LedgerVarianceResolution | null
}

export type LedgerReconciliationListResponse = {
  readonly success: true
  readonly data: readonly LedgerReconciliation[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type LedgerReconciliationResolveRequest = {
  /** The asset. */
  readonly currency: string
  /** The variance as the report shows it, to the last digit. */
  readonly variance: string | number
  /** The explanation. */
  readonly note: string
}

export type LedgerReconciliationResolveResponse = {
  readonly success: true
  readonly data: LedgerReconciliation
}

export type LedgerReportRow = {
  readonly account_code: string
  readonly name: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly amount: string
}

export type LedgerVarianceResolution = {
  readonly note: string
  readonly resolved_at: string
}

export type LegacyBalance = {
  readonly account_uuid: string
  /** US cents. */
  readonly balance: number
  readonly frozen: boolean
  readonly last_updated: string
  readonly turnover: LegacyTurnover | null
}

export type LegacySummary = {
  readonly account_uuid: string
  /** US cents. */
  readonly current_balance: number
  readonly frozen: boolean
  readonly statistics: TurnoverStatistics
  readonly monthly_turnovers: readonly MonthlyTurnover[]
}

export type LegacyTurnover = {
  /** US cents. */
  readonly debit: number
  /** US cents. */
  readonly credit: number
  readonly period_start: string
  readonly period_end: string
}

export type LiabilityType = "joint" | "several" | "individual"

export type ListedBalance = {
  readonly account_uuid: string
  readonly asset_code: string
  /** In the smallest unit. */
  readonly balance: number
  /** "1500.00 USD" */
  readonly formatted: string
  readonly account: BalanceAccount
}

export type ListedTransfer = {
  readonly uuid: string
  readonly from_account: string
  readonly to_account: string
  /** The name of the payer. */
  readonly from_name: string | null
  /** The name of the payee; null until the money has arrived. */
  readonly to_name: string | null
  readonly amount: string
  readonly asset_code: string
  readonly status: TransferStatus
  readonly reference: string | null
  readonly workflow_id: string | null
  readonly created_at: string
  readonly completed_at: string | null
  readonly estimated_completion: string | null
  readonly failure_reason: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly fees: TransferFees
  readonly direction: TransferDirection
}

export type LiveMetrics = {
  readonly timestamp: string
  readonly domain_health: Readonly<Record<string, DomainHealth>>
  readonly event_throughput: EventThroughput
  readonly stream_status: Readonly<Record<string, StreamStatus>>
  readonly system_health: SystemHealth
  /** The share of 5xx answers among all answers of this node in the last hour; null for customers. */
  readonly error_rate: number | null
  readonly events_processed: number
}

export type LiveRequest = {
  /** The id of the entry. */
  readonly id: string
  readonly event_type: "request.finished"
  readonly data: RequestLogEntry
}

export type LoanProvision = {
  readonly loan_id: string
  readonly category: ProvisionCategory
  readonly days_overdue: number
  /** Decimal. */
  readonly outstanding_amount: string
  /** As a fraction: "0.05" is five percent. */
  readonly rate: string
  /** The provision that today’s class requires. */
  readonly provision_amount: string
  /** What the ledger has since the last review. */
  readonly booked_amount: string
  readonly currency: string
  /** The stage of IFRS 9. */
  readonly stage: number
  /** The last review; today before the first one. */
  readonly review_date: string
}

export type LoanRepayment = {
  readonly repayment_id: string
  readonly loan_id: string
  /** Decimal. */
  readonly amount: string
  readonly currency: string
  /** Decimal. */
  readonly penalty: string
  /** Decimal. */
  readonly interest: string
  /** Decimal. */
  readonly principal: string
  /** Interest of later periods that paying off the loan early saved. */
  readonly interest_waived: string
  readonly account_id: string | null
  readonly teller_id: string | null
  readonly created_at: string
}

/** A way to pay. */
export type MachineRail = "stripe" | "tempo" | "lightning" | "card" | "x402"

export type MadeRepayment = {
  readonly repayment_id: string
  readonly loan_id: string
  /** Decimal. */
  readonly amount: string
  readonly currency: string
  /** Decimal. */
  readonly penalty: string
  /** Decimal. */
  readonly interest: string
  /** Decimal. */
  readonly principal: string
  /** Interest of later periods that paying off the loan early saved. */
  readonly interest_waived: string
  readonly account_id: string | null
  readonly teller_id: string | null
  readonly created_at: string
  /** Decimal. */
  readonly outstanding_amount: string
  /** Decimal. */
  readonly payoff_amount: string
  readonly loan_status: MicrofinanceLoanStatus
}

export type Mandate = {
  readonly uuid: string
  readonly type: MandateType
  readonly status: MandateStatus
  readonly issuer_did: string
  readonly subject_did: string
  /** cart: items[], total_cents, currency, merchant_did, shopping_agent_did, merchant_name?, cart_id?, expires_at?. intent: intent, budget_cents, currency, delegator_did, agent_did, constraints?, requires_refundability?, expires_at?. payment: payee_did, payer_did, amount_cents, currency, payment_method_preferences?, reference?, expires_at?. Kept as it was sent. */
  readonly payload: Readonly<Record<string, unknown>>
  readonly amount_cents: number
  readonly currency: string
  /** The sum of completed and pending payments, in the smallest unit of the currency. */
  readonly paid_units: string
  readonly payment_references: readonly string[]
  readonly vdc_hash: string
  readonly reason: string | null
  readonly disputed_by: string | null
  readonly created_at: string
  readonly accepted_at: string | null
  readonly executed_at: string | null
  readonly completed_at: string | null
  readonly revoked_at: string | null
  readonly disputed_at: string | null
  readonly expires_at: string
  readonly credential: MandateCredential
}

export type MandateAcceptResponse = {
  readonly success: true
  readonly data: Mandate
}

export type MandateCompleteResponse = {
  readonly success: true
  readonly data: Mandate
}

export type MandateCreateRequest = {
  readonly type: MandateType
  /** cart: items[], total_cents, currency, merchant_did, shopping_agent_did, merchant_name?, cart_id?, expires_at?. intent: intent, budget_cents, currency, delegator_did, agent_did, constraints?, requires_refundability?, expires_at?. payment: payee_did, payer_did, amount_cents, currency, payment_method_preferences?, reference?, expires_at?. Kept as it was sent. */
  readonly payload: Readonly<Record<string, unknown>>
  /** Ed25519 by the issuing agent’s key over the payload in canonical JSON (RFC 8785); base64, base64url or hex. */
  readonly issuer_signature?: string
}

export type MandateCreateResponse = {
  readonly success: true
  readonly data: Mandate
}

export type MandateCredential = {
  readonly type: "cart_vdc" | "intent_vdc" | "payment_vdc"
  readonly issuer: string
  readonly subject: string
  readonly claims: {
    readonly mandate_id: string
    readonly mandate_type: MandateType
    readonly payload_hash: string
    readonly amount_cents: number
    readonly currency: string
    readonly environment: "live" | "sandbox"
  }
  readonly disclosures: Readonly<Record<string, unknown>>
  readonly issued_at: string
  readonly expires_at: string
  readonly issuer_signature?: {
    readonly verificationMethod: string
    readonly publicKeyMultibase: string
    readonly value: string
  }
  readonly proof: {
    readonly type: string
    readonly cryptosuite: string
    readonly created: string
    readonly verificationMethod: string
    readonly proofPurpose: string
    readonly proofValue: string
  }
}

export type MandateDisputeRequest = {
  /** What is wrong. */
  readonly reason: string
}

export type MandateDisputeResponse = {
  readonly success: true
  readonly data: Mandate
}

export type MandateExecuteRequest = {
  /** The transaction_id of a payment between agents, pending or completed. */
  readonly payment_reference: string
}

export type MandateExecuteResponse = {
  readonly success: true
  readonly data: Mandate
}

export type MandateGetResponse = {
  readonly success: true
  readonly data: Mandate
}

export type MandateIssuerKey = {
  /** The verificationMethod that proofs name. */
  readonly id: string
  readonly cryptosuite: string
  readonly public_key_multibase: string
  readonly public_key_jwk: {
    readonly kty: string
    readonly crv: string
    readonly x: string
  }
  /** Keys of earlier credentials, which stay valid, and a key that will sign soon. One that leaked is removed. */
  readonly other_keys: readonly {
    /** The verificationMethod that proofs name. */
    readonly id: string
    readonly cryptosuite: string
    readonly public_key_multibase: string
    readonly public_key_jwk: {
      readonly kty: string
      readonly crv: string
      readonly x: string
    }
  }[]
}

export type MandateIssuerKeyResponse = {
  readonly success: true
  readonly data: MandateIssuerKey
}

export type MandateListItem = {
  readonly uuid: string
  readonly type: MandateType
  readonly status: MandateStatus
  readonly issuer_did: string
  readonly subject_did: string
  /** cart: items[], total_cents, currency, merchant_did, shopping_agent_did, merchant_name?, cart_id?, expires_at?. intent: intent, budget_cents, currency, delegator_did, agent_did, constraints?, requires_refundability?, expires_at?. payment: payee_did, payer_did, amount_cents, currency, payment_method_preferences?, reference?, expires_at?. Kept as it was sent. */
  readonly payload: Readonly<Record<string, unknown>>
  readonly amount_cents: number
  readonly currency: string
  /** The sum of completed and pending payments, in the smallest unit of the currency. */
  readonly paid_units: string
  readonly payment_references: readonly string[]
  readonly vdc_hash: string
  readonly reason: string | null
  readonly disputed_by: string | null
  readonly created_at: string
  readonly accepted_at: string | null
  readonly executed_at: string | null
  readonly completed_at: string | null
  readonly revoked_at: string | null
  readonly disputed_at: string | null
  readonly expires_at: string
}

export type MandateListResponse = {
  readonly data: readonly MandateListItem[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type MandateRevokeRequest = {
  /** The reason for withdrawing. */
  readonly reason?: string
}

export type MandateRevokeResponse = {
  readonly success: true
  readonly data: Mandate
}

/** The status of the mandate. */
export type MandateStatus = "issued" | "accepted" | "executed" | "completed" | "revoked" | "disputed" | "expired"

/** The kind of mandate; it decides which fields the payload has. */
export type MandateType = "cart" | "intent" | "payment"

export type MandateVerdict = {
  readonly valid: boolean
  readonly reasons: readonly string[]
  readonly mandate_id: string | null
  readonly mandate_type: MandateType | null
  readonly status: MandateStatus | null
  readonly vdc_hash: string
}

export type MandateVerifyRequest = {
  /** The credential as the bank issued it. */
  readonly credential: Readonly<Record<string, unknown>>
}

export type MandateVerifyResponse = {
  readonly success: true
  readonly data: MandateVerdict
}

export type MarkedNotifications = {
  readonly marked: number
}

export type MarketCandles = {
  readonly pair: string
  readonly interval: "1m" | "5m" | "1h" | "1d"
  readonly from: string
  readonly to: string
  readonly candles: readonly Candle[]
}

export type MarketTrade = {
  /** The sequence number within the pair. */
  readonly number: number
  /** A decimal number. */
  readonly price: string
  /** A decimal number. */
  readonly amount: string
  /** A decimal number. */
  readonly value: string
  /** Whether the taker, the order that came later, bought or sold. */
  readonly taker_side: "buy" | "sell"
  readonly created_at: string
}

export type MarketTrades = {
  readonly pair: string
  readonly trades: readonly MarketTrade[]
  /** Pass it as before to get older trades; null if there are none. */
  readonly next_before: number | null
}

export type MeetingFrequency = "daily" | "weekly" | "biweekly" | "monthly"

/** The role of the member in the group. */
export type MemberRole = "leader" | "secretary" | "treasurer" | "member"

export type Merchant = {
  readonly merchantId: string
  readonly displayName: string
  readonly iconUrl: string | null
  readonly acceptedAssets: readonly string[]
  readonly acceptedNetworks: readonly string[]
  /** Whether it can be paid. */
  readonly isOpen: boolean
  readonly createdAt: string
}

export type MerchantCreateRequest = {
  /** The name that payers see. */
  readonly displayName: string
  /** The https address of an image. */
  readonly iconUrl?: string
  /** The account of yours to credit; your oldest one by default. */
  readonly account?: string
  /** The coins that are accepted; USDC by default. */
  readonly acceptedAssets?: readonly string[]
  /** The networks that are accepted; SOLANA and TRON by default. */
  readonly acceptedNetworks?: readonly string[]
}

export type MerchantCreateResponse = {
  readonly success: true
  readonly data: Merchant
}

export type MerchantGetResponse = {
  readonly success: true
  readonly data: Merchant
}

export type MerchantListResponse = {
  readonly success: true
  readonly data: readonly Merchant[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type MerchantSpending = {
  readonly merchant: string
  /** In whole units of the asset, exact. */
  readonly total: number
  readonly count: number
}

export type MerchantUpdateRequest = {
  /** The name that payers see. */
  readonly displayName?: string
  /** The https address of an image. */
  readonly iconUrl?: string
  /** The account of yours to credit; your oldest one by default. */
  readonly account?: string
  /** The coins that are accepted; USDC by default. */
  readonly acceptedAssets?: readonly string[]
  /** The networks that are accepted; SOLANA and TRON by default. */
  readonly acceptedNetworks?: readonly string[]
  /** Whether it can be paid. */
  readonly isOpen?: boolean
}

export type MerchantUpdateResponse = {
  readonly success: true
  readonly data: Merchant
}

export type Message = {
  readonly message: string
}

export type MessageReply = {
  readonly message: string
}

export type MicaCheck = {
  readonly check_id: string
  readonly asset_type: string
  readonly issuer_id: string
  readonly is_compliant: boolean
  readonly requirements: readonly {
    readonly code: string
    readonly passed: boolean
    readonly description: string
  }[]
  readonly reserve_ratio_required: number
  readonly casp_authorization: boolean
  /** The version of the rules that decided. */
  readonly rule_version: string
  readonly checked_at: string
}

export type MicaCheckRequest = {
  /** The kind of token. */
  readonly asset_type: "e-money-token" | "asset-referenced-token" | "utility-token" | "other"
  /** The issuer: its name, LEI or another id. */
  readonly issuer_id: string
  /** The hash of the white paper: sha256: and 64 hexadecimal digits. */
  readonly whitepaper_hash?: string
}

export type MicaCheckResponse = {
  readonly success: true
  readonly data: MicaCheck
}

export type MicaReserves = {
  readonly total_liabilities: string
  readonly total_reserves: string
  readonly currency: "USD"
  readonly reserve_ratio: string
  readonly required_ratio: string
  /** Whether every single token is covered. */
  readonly compliant: boolean
  readonly tokens: readonly ({
    readonly asset_code: string
    readonly kind: "emt" | "art"
    /** In units of the token. */
    readonly outstanding: string
    /** In dollars. */
    readonly liabilities: string
    /** In dollars. */
    readonly reserves: string
    readonly reserve_ratio: string
    readonly compliant: boolean
  })[]
}

export type MicaReservesResponse = {
  readonly success: true
  readonly data: MicaReserves
}

export type MicaStatus = {
  readonly casp_authorized: boolean
  readonly art_reserve_ratio: number
  readonly emt_reserve_ratio: number
  readonly reserve_audit_frequency: "monthly"
  readonly custodian_required: boolean
  readonly reserves_compliant: boolean
  /** The version of the rules that decided. */
  readonly rule_version: string
}

export type MicaStatusResponse = {
  readonly success: true
  readonly data: MicaStatus
}

export type MicaValidateWhitepaperRequest = {
  /** The legal name of the issuer. */
  readonly issuer_legal_name?: string
  /** The day of publication. */
  readonly publication_date?: string
  /** The number of pages. */
  readonly page_count?: number
  /** The sections by name: their text, or whether they are there. */
  readonly sections?: Readonly<Record<string, unknown>>
}

export type MicaValidateWhitepaperResponse = {
  readonly success: true
  readonly data: WhitepaperValidation
}

export type MicrofinanceGroup = {
  readonly id: string
  readonly name: string
  readonly liability_type: LiabilityType
  readonly status: MicrofinanceGroupStatus
  readonly meeting_frequency: MeetingFrequency
  readonly meeting_day: string | null
  readonly center_name: string | null
  /** The user who created the group and manages it. */
  readonly organiser_id: string
  readonly activation_date: string | null
  /** How many present members there are. */
  readonly member_count: number
  readonly created_at: string
  readonly updated_at: string
  readonly members: readonly GroupMember[]
}

export type MicrofinanceGroupActivateResponse = {
  readonly success: true
  readonly data: MicrofinanceGroup
}

export type MicrofinanceGroupCloseResponse = {
  readonly success: true
  readonly data: MicrofinanceGroup
}

export type MicrofinanceGroupCreateRequest = {
  /** The name of the group. */
  readonly name: string
  /** The ids of the first members; at least 5 when the group becomes active. */
  readonly members?: readonly string[]
  /** joint: every member is liable for the whole of each loan, and no member borrows while one is in arrears; several: each is liable for an equal part; individual: only the borrower is liable. */
  readonly liability_type?: "joint" | "several" | "individual"
  /** How often the group meets; weekly by default. */
  readonly frequency?: "daily" | "weekly" | "biweekly" | "monthly"
  /** Older name of `frequency`. */
  readonly meeting_frequency?: "daily" | "weekly" | "biweekly" | "monthly"
  /** The day on which it meets. */
  readonly meeting_day?: string | null
  /** The center where the group meets. */
  readonly center?: string | null
  /** Older name of `center`. */
  readonly center_name?: string | null
}

export type MicrofinanceGroupCreateResponse = {
  readonly success: true
  readonly data: MicrofinanceGroup
}

export type MicrofinanceGroupGetResponse = {
  readonly success: true
  readonly data: MicrofinanceGroup
}

export type MicrofinanceGroupListResponse = {
  readonly success: true
  readonly data: readonly MicrofinanceGroupSummary[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** What may happen to a group in each state. pending: activate → active, close → closed; active: close → closed; closed: the end. */
export type MicrofinanceGroupStatus = "pending" | "active" | "closed"

export type MicrofinanceGroupSummary = {
  readonly id: string
  readonly name: string
  readonly liability_type: LiabilityType
  readonly status: MicrofinanceGroupStatus
  readonly meeting_frequency: MeetingFrequency
  readonly meeting_day: string | null
  readonly center_name: string | null
  /** The user who created the group and manages it. */
  readonly organiser_id: string
  readonly activation_date: string | null
  /** How many present members there are. */
  readonly member_count: number
  readonly created_at: string
  readonly updated_at: string
}

export type MicrofinanceLoan = {
  readonly id: string
  readonly group_id: string
  readonly user_id: string
  readonly account_id: string
  readonly currency: string
  /** Decimal. */
  readonly principal: string
  readonly annual_rate_basis_points: number
  readonly term: number
  readonly frequency: "daily" | "weekly" | "biweekly" | "monthly"
  readonly method: "flat" | "declining"
  readonly purpose: string | null
  readonly status: MicrofinanceLoanStatus
  /** The principal that is still owed. */
  readonly outstanding_amount: string
  readonly next_due_date: string | null
  readonly days_overdue: number
  readonly reason: string | null
  readonly applied_at: string
  readonly approved_at: string | null
  readonly disbursed_at: string | null
  readonly closed_at: string | null
  /** Of the schedule; planned until it is disbursed. */
  readonly total_interest: string
  /** The amount that pays off the whole loan today. */
  readonly payoff_amount: string
  /** The guarantors, each with the amount guaranteed. */
  readonly guarantors: readonly Guarantor[]
}

export type MicrofinanceLoanApplyRequest = {
  /** The group of the borrower. */
  readonly group_id: string
  /** The member who borrows; the caller by default. */
  readonly user_id?: string
  /** The account that gets the money; the borrower’s first by default. */
  readonly account_id?: string
  /** The amount of the loan, such as "500.00". */
  readonly principal: string | number
  /** The code of the currency. */
  readonly currency?: string
  /** The interest of a year in hundredths of a percent: 2400 is 24 %. */
  readonly annual_rate_basis_points: number
  /** The number of instalments. */
  readonly term: number
  /** How often an instalment is due; as often as the group meets by default. */
  readonly frequency?: "daily" | "weekly" | "biweekly" | "monthly"
  /** flat: interest on the whole principal for the whole time; declining: on what is still owed. */
  readonly method?: "flat" | "declining"
  /** What the money is for. */
  readonly purpose?: string
}

export type MicrofinanceLoanApplyResponse = {
  readonly success: true
  readonly data: MicrofinanceLoan
}

export type MicrofinanceLoanApproveResponse = {
  readonly success: true
  readonly data: MicrofinanceLoan
}

export type MicrofinanceLoanCancelRequest = {
  /** The reason, for the record. */
  readonly reason?: string
}

export type MicrofinanceLoanCancelResponse = {
  readonly success: true
  readonly data: MicrofinanceLoan
}

export type MicrofinanceLoanDisburseResponse = {
  readonly success: true
  readonly data: MicrofinanceLoan
}

export type MicrofinanceLoanGetResponse = {
  readonly success: true
  readonly data: MicrofinanceLoan
}

export type MicrofinanceLoanListResponse = {
  readonly success: true
  readonly data: readonly MicrofinanceLoanSummary[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type MicrofinanceLoanProvisionResponse = {
  readonly success: true
  readonly data: LoanProvision
}

export type MicrofinanceLoanRejectRequest = {
  /** The reason, for the record. */
  readonly reason?: string
}

export type MicrofinanceLoanRejectResponse = {
  readonly success: true
  readonly data: MicrofinanceLoan
}

export type MicrofinanceLoanRepayRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The account that pays; the caller’s first by default. */
  readonly account_id?: string
}

export type MicrofinanceLoanRepayResponse = {
  readonly success: true
  readonly data: MadeRepayment
}

export type MicrofinanceLoanRepaymentsResponse = {
  readonly success: true
  readonly data: readonly LoanRepayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type MicrofinanceLoanScheduleResponse = {
  readonly success: true
  readonly data: readonly Instalment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** What may happen to a loan in each state. applied: approve → approved, reject → rejected, cancel → cancelled; approved: cancel → cancelled, disburse → disbursed; rejected: the end; cancelled: the end; disbursed: repay → repaid, write_off → written_off; repaid: the end; written_off: the end. */
export type MicrofinanceLoanStatus = "applied" | "approved" | "rejected" | "cancelled" | "disbursed" | "repaid" | "written_off"

export type MicrofinanceLoanSummary = {
  readonly id: string
  readonly group_id: string
  readonly user_id: string
  readonly account_id: string
  readonly currency: string
  /** Decimal. */
  readonly principal: string
  readonly annual_rate_basis_points: number
  readonly term: number
  readonly frequency: "daily" | "weekly" | "biweekly" | "monthly"
  readonly method: "flat" | "declining"
  readonly purpose: string | null
  readonly status: MicrofinanceLoanStatus
  /** The principal that is still owed. */
  readonly outstanding_amount: string
  readonly next_due_date: string | null
  readonly days_overdue: number
  readonly reason: string | null
  readonly applied_at: string
  readonly approved_at: string | null
  readonly disbursed_at: string | null
  readonly closed_at: string | null
}

export type MicrofinanceLoanWriteOffRequest = {
  /** The reason, for the record. */
  readonly reason: string
}

export type MicrofinanceLoanWriteOffResponse = {
  readonly success: true
  readonly data: MicrofinanceLoan
}

export type MifidReport = {
  readonly report_id: string
  readonly reference: string
  readonly transaction_id: string
  readonly report_type: string
  readonly jurisdiction: string
  readonly status: "submitted"
  readonly reporting_deadline: string
  readonly submitted_at: string
  readonly estimated_review: string
}

export type MifidReportRequest = {
  /** The id of the transaction, here or at a venue. */
  readonly transaction_id: string
  /** What is reported. */
  readonly report_type: "transaction" | "position" | "best_execution_rts27" | "best_execution_rts28"
  /** EU or UK, where MiFID applies. */
  readonly jurisdiction: string
}

export type MifidReportResponse = {
  readonly success: true
  readonly data: MifidReport
}

export type MifidStatus = {
  readonly enabled: boolean
  readonly best_execution: {
    readonly rts27_enabled: boolean
    readonly rts28_enabled: boolean
    readonly arm_provider: string | null
    readonly analysis: {
      readonly reports: number
      readonly last_report_at: string | null
    }
  }
  readonly instrument_reference_data: {
    readonly firds_enabled: boolean
    readonly anna_dsb_enabled: boolean
    readonly last_sync: string | null
    readonly instruments_count: number
    readonly status: string
  }
}

export type MifidStatusResponse = {
  readonly success: true
  readonly data: MifidStatus
}

export type MobileActivity = {
  /** The id of the transaction. */
  readonly id: string
  readonly type: MobileActivityType
  /** Negative for outgoing money. */
  readonly amount: string
  readonly asset: string
  readonly timestamp: string
  readonly status: string
  /** Whether the payment was shielded. */
  readonly protected: boolean
  readonly merchantName: string | null
  /** The name of the other party. Null for the bank itself, in trades, and for a payee until the money has arrived. */
  readonly counterpartyName: string | null
  readonly merchantIconUrl: string | null
  /** The account that paid; null for the bank’s own. */
  readonly fromAddress: string | null
  /** The account that was paid. */
  readonly toAddress: string | null
}

export type MobileActivityResponse = {
  readonly data: readonly MobileActivity[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type MobileActivityType = "merchant_payment" | "transfer_in" | "transfer_out" | "shield" | "unshield"

export type MobileConfig = {
  readonly min_app_version: string
  readonly latest_app_version: string
  /** Whether the calling app is too old. */
  readonly force_update: boolean
  readonly maintenance_mode: boolean
  readonly features: {
    readonly biometric_auth: boolean
    readonly passkeys: boolean
    readonly payment_intents: boolean
    readonly merchant_payments: boolean
    readonly p2p_transfers: boolean
    readonly p2p_by_email: boolean
    readonly push_notifications: boolean
  }
  /** The number of days after which unclaimed money is returned. */
  readonly p2p_claim_days: number
  readonly websocket: {
    readonly url: string
    readonly protocol: string
  }
}

export type MobileConfigResponse = {
  readonly success: true
  readonly data: MobileConfig
}

export type MobileFeedResponse = {
  readonly success: true
  readonly data: ActivityFeed
}

export type MobileStatusResponse = {
  readonly success: true
  readonly data: AppStatus
}

export type MobileTransaction = {
  /** The id of the transaction. */
  readonly id: string
  readonly type: MobileActivityType
  /** Negative for outgoing money. */
  readonly amount: string
  readonly asset: string
  readonly timestamp: string
  readonly status: string
  /** Whether the payment was shielded. */
  readonly protected: boolean
  readonly merchantName: string | null
  /** The name of the other party. Null for the bank itself, in trades, and for a payee until the money has arrived. */
  readonly counterpartyName: string | null
  readonly merchantIconUrl: string | null
  /** The account that paid; null for the bank’s own. */
  readonly fromAddress: string | null
  /** The account that was paid. */
  readonly toAddress: string | null
  readonly network: string
  /** A short reference, for use on the phone. */
  readonly referenceId: string
  readonly fee: string
  readonly explorerUrl: string | null
  readonly privacyNote: string | null
  readonly hash: string | null
}

export type MobileTransactionResponse = {
  readonly success: true
  readonly data: MobileTransaction
}

export type MonthlyTurnover = {
  readonly month: string
  /** US cents. */
  readonly debit: number
  /** US cents. */
  readonly credit: number
  /** US cents. */
  readonly net: number
}

export type MppConfiguration = {
  readonly mpp_version: number
  readonly issuer: string
  readonly supported_rails: readonly MachineRail[]
  readonly currency: string
  readonly endpoints: {
    readonly status: string
    readonly supported: string
    readonly resources: string
    readonly payments: string
  }
  readonly mcp: {
    readonly enabled: boolean
    readonly error_code: number
  }
  readonly spec_url: string
}

export type MppLimitListResponse = {
  readonly success: true
  readonly data: readonly MppSpendingLimit[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type MppLimitSetRequest = {
  /** A name of the payer: the payer stated in a proof, the paying address of x402, or the uuid of an agent with a session. */
  readonly agent_id: string
  /** Cents. */
  readonly daily_limit?: number
  /** Cents. */
  readonly per_tx_limit?: number
  /** Whether the agent may pay larger amounts without approval. */
  readonly auto_pay?: boolean
}

export type MppLimitSetResponse = {
  readonly success: true
  readonly data: MppSpendingLimit
}

export type MppPayLightningRequest = {
  /** The challenge to pay for. */
  readonly challenge_id: string
}

export type MppPayLightningResponse = {
  readonly success: true
  readonly data: {
    readonly preimage: string
    readonly simulated: boolean
  }
}

export type MppPayment = {
  readonly id: string
  readonly challenge_id: string | null
  readonly rail: MachineRail
  readonly resource: string
  readonly payer: string | null
  /** The names of the payer. */
  readonly agent_ids: readonly string[]
  readonly price_usdc: string
  readonly amount: string
  readonly currency: string
  readonly network: string | null
  readonly status: MppPaymentStatus
  readonly failure: string | null
  readonly settlement_reference: string | null
  readonly test_mode: boolean
  readonly created_at: string
  readonly settled_at: string | null
}

/** The status of the payment. */
export type MppPaymentStatus = "pending" | "verified" | "settled" | "failed"

export type MppPaymentsResponse = {
  readonly data: readonly MppPayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type MppRail = {
  readonly id: MachineRail
  readonly label: string
  readonly description: string
  readonly supports_fiat: boolean
  readonly supports_crypto: boolean
  readonly currencies: readonly string[]
}

export type MppRailsResponse = {
  readonly success: true
  readonly data: {
    readonly rails: readonly MppRail[]
  }
}

export type MppRegisteredResource = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly amount_cents: number
  readonly currency: string
  readonly available_rails: readonly MachineRail[]
  readonly description: string | null
  readonly mime_type: string
  readonly created_at: string
  readonly updated_at: string
}

export type MppResource = {
  /** Only resources set up by operators have one. */
  readonly id: string | null
  readonly path: string
  readonly method: string
  readonly 'x-payment-info': {
    readonly intent: string
    /** Millionths of a USDC; null when it depends on the request. */
    readonly amount: string | null
    readonly currency: string
    readonly rails: readonly MachineRail[]
    readonly description: string
  }
}

export type MppResourceCreateRequest = {
  /** The HTTP method that has the price. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The absolute path; a path outside /api is also sold under /api/v2. */
  readonly path: string
  /** Hundredths of the currency. */
  readonly amount_cents: number
  /** USD, USDC or an asset with a dollar rate; buyers pay at the current rate. */
  readonly currency?: string
  /** The accepted rails; all by default. */
  readonly available_rails?: readonly MachineRail[]
  /** Shown to buyers. */
  readonly description?: string | null
  /** The media type of the answer. */
  readonly mime_type?: string
}

export type MppResourceCreateResponse = {
  readonly success: true
  readonly data: MppRegisteredResource
}

export type MppResourceUpdateRequest = {
  /** The HTTP method that has the price. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The absolute path; a path outside /api is also sold under /api/v2. */
  readonly path?: string
  /** Hundredths of the currency. */
  readonly amount_cents?: number
  /** USD, USDC or an asset with a dollar rate; buyers pay at the current rate. */
  readonly currency?: string
  /** The accepted rails; all by default. */
  readonly available_rails?: readonly MachineRail[]
  /** Shown to buyers. */
  readonly description?: string | null
  /** The media type of the answer. */
  readonly mime_type?: string
}

export type MppResourceUpdateResponse = {
  readonly success: true
  readonly data: MppRegisteredResource
}

export type MppResourcesResponse = {
  readonly success: true
  readonly data: readonly MppResource[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type MppSpendingLimit = {
  readonly agent_id: string
  readonly daily_limit: number
  readonly per_tx_limit: number
  readonly auto_pay: boolean
  /** Cents; larger payments need auto_pay. */
  readonly approval_above: number
  readonly spent_today: number
  readonly remaining_today: number
  readonly currency: string
  readonly resets_at: string
  readonly created_at: string
  readonly updated_at: string
}

export type MppStats = {
  readonly total_payments: number
  readonly settled: number
  readonly failed: number
  readonly total_settled_cents: number
  readonly by_rail: Readonly<Record<string, {
      readonly total: number
      readonly settled: number
      readonly failed: number
      readonly settled_cents: number
    }>>
}

export type MppStatsResponse = {
  readonly success: true
  readonly data: MppStats
}

export type MppStatus = {
  readonly enabled: boolean
  readonly version: number
  readonly available_rails: readonly MachineRail[]
  readonly rail_count: number
  readonly mcp_enabled: boolean
  readonly test_mode: boolean
  readonly spec_url: string
}

export type MppStatusResponse = {
  readonly success: true
  readonly data: MppStatus
}

export type MyProposalVote = {
  readonly proposal_id: number
  readonly proposal_title: string
  readonly vote: ProposalChoice
  /** GCU held when the vote was cast. */
  readonly voting_power: string
  /** The GCU that counted: voting_power, or the GCU held when voting ended if that was less. Null until then. */
  readonly counted_power: string | null
  readonly voted_at: string
}

export type NetworkCongestion = "low"

export type NetworkGetResponse = {
  readonly success: true
  readonly data: NetworkStatus
}

export type NetworkListResponse = {
  readonly success: true
  readonly data: readonly NetworkStatus[]
}

export type NetworkQuote = {
  readonly network: string
  readonly asset: string
  readonly amount: string
  readonly estimated_fee: string
  readonly fee_currency: "USD"
  readonly estimated_time_seconds: number
  readonly exchange_rate_usd: string
  readonly simulated: boolean
}

export type NetworkQuoteRequest = {
  /** A network, such as SOLANA or polygon. */
  readonly network: string
  /** The coin: USDC. */
  readonly asset: string
  /** Above zero, at most 1,000,000. */
  readonly amount: string | number
}

export type NetworkQuoteResponse = {
  readonly success: true
  readonly data: NetworkQuote
}

export type NetworkState = "active" | "unavailable"

export type NetworkStatus = {
  readonly id: string
  readonly name: string
  readonly native_asset: string
  readonly status: NetworkState
  readonly avg_fee_usd: string
  readonly avg_confirmation_seconds: number
  readonly congestion: NetworkCongestion
  readonly supported_assets: readonly string[]
  readonly simulated: boolean
}

export type NetworkValidateAddressResponse = {
  readonly success: true
  readonly data: AddressCheck
}

export type Notification = {
  readonly id: string
  readonly type: NotificationType
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, string>>
  readonly status: NotificationStatus
  readonly created_at: string
  readonly sent_at: string | null
  readonly read_at: string | null
}

export type NotificationChannels = {
  readonly push_enabled: boolean
  readonly email_enabled: boolean
}

export type NotificationGetResponse = {
  readonly success: true
  readonly data: Notification
}

/** Only this group. */
export type NotificationGroup = "transaction" | "security" | "system" | "promo"

export type NotificationListResponse = {
  readonly success: true
  readonly data: Notifications
}

export type NotificationMessage = {
  /** The id of the statement or notification. */
  readonly id: string
  readonly account_uuid: string
  /** The IBAN, if the bank has IBANs. */
  readonly account_iban: string | null
  /** The currency of all amounts. */
  readonly currency: string
  readonly from: string
  readonly to: string
  /** The number of entries. */
  readonly entries: number
  /** The number of credit entries. */
  readonly credit_entries: number
  /** The sum of all credit entries. */
  readonly credit_sum: string
  /** The number of debit entries. */
  readonly debit_entries: number
  /** The sum of all debit entries. */
  readonly debit_sum: string
}

export type NotificationPreferences = {
  readonly transaction_received: NotificationChannels
  readonly transaction_sent: NotificationChannels
  readonly low_balance: NotificationChannels
  readonly security_login: NotificationChannels
  readonly security_device: NotificationChannels
  readonly marketing: NotificationChannels
  readonly system_update: NotificationChannels
}

export type NotificationPreferencesGetResponse = {
  readonly success: true
  readonly data: NotificationPreferences
}

export type NotificationPreferencesUpdateRequest = {
  /** The channels for incoming payments; absent fields keep their value. */
  readonly transaction_received?: {
    /** Whether to push them. */
    readonly push_enabled?: boolean
    /** Whether to mail them. */
    readonly email_enabled?: boolean
  }
  /** The channels for outgoing payments; absent fields keep their value. */
  readonly transaction_sent?: {
    /** Whether to push them. */
    readonly push_enabled?: boolean
    /** Whether to mail them. */
    readonly email_enabled?: boolean
  }
  /** The channels for low balances; absent fields keep their value. */
  readonly low_balance?: {
    /** Whether to push them. */
    readonly push_enabled?: boolean
    /** Whether to mail them. */
    readonly email_enabled?: boolean
  }
  /** The channels for sign-ins; absent fields keep their value. */
  readonly security_login?: {
    /** Whether to push them. */
    readonly push_enabled?: boolean
    /** Whether to mail them. */
    readonly email_enabled?: boolean
  }
  /** The channels for devices; absent fields keep their value. */
  readonly security_device?: {
    /** Whether to push them. */
    readonly push_enabled?: boolean
    /** Whether to mail them. */
    readonly email_enabled?: boolean
  }
  /** The channels for offers; absent fields keep their value. */
  readonly marketing?: {
    /** Whether to push them. */
    readonly push_enabled?: boolean
    /** Whether to mail them. */
    readonly email_enabled?: boolean
  }
  /** The channels for everything else; absent fields keep their value. */
  readonly system_update?: {
    /** Whether to push them. */
    readonly push_enabled?: boolean
    /** Whether to mail them. */
    readonly email_enabled?: boolean
  }
}

export type NotificationPreferencesUpdateResponse = {
  readonly success: true
  readonly data: NotificationPreferences
}

export type NotificationReadAllResponse = {
  readonly success: true
  readonly data: MarkedNotifications
}

export type NotificationReadResponse = {
  readonly success: true
  readonly data: Notification
}

/** Sent to a phone, delivered in the list only, failed to be pushed, or read by its owner. */
export type NotificationStatus = "pending" | "sent" | "delivered" | "failed" | "read"

export type NotificationType = "transaction.received" | "transaction.sent" | "transaction.failed" | "balance.low" | "kyc.status_changed" | "security.login" | "security.device_added" | "price.alert" | "general"

export type NotificationUnreadResponse = {
  readonly success: true
  readonly data: UnreadNotifications
}

export type Notifications = {
  readonly items: readonly Notification[]
  readonly total: number
  readonly unread_count: number
  readonly has_more: boolean
  /** Whether notifications are written for you: from your first device or your first choice of preferences on. */
  readonly is_open: boolean
}

export type OffsetPagination = {
  readonly total: number
  readonly limit: number
  readonly offset: number
}

export type OnboardedPartner = {
  readonly partner_id: string
  readonly partner_code: string
  readonly organization_name: string
  readonly contact_email: string
  readonly tier: "starter" | "growth" | "enterprise"
  readonly status: "active" | "suspended" | "terminated"
  readonly status_reason: string | null
  readonly billing_cycle: "monthly" | "quarterly" | "annually"
  readonly modules_enabled: readonly string[]
  readonly sdk_languages: readonly string[]
  readonly webhook_url: string | null
  readonly ip_whitelist: readonly string[]
  readonly rate_limits: PartnerRateLimits
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
  readonly api_credentials: PartnerCredentials
  readonly sdk_packages: readonly PartnerSdkPackage[]
  readonly onboarding_checklist: readonly PartnerChecklistStep[]
}

export type OpenBankingAccount = {
  readonly resourceId: string
  /** The same as resourceId. */
  readonly account_id: string
  readonly iban: string | null
  readonly bban: string | null
  readonly bic: string | null
  /** XXX for an account with several currencies. */
  readonly currency: string
  readonly name: string
  readonly ownerName: string | null
  readonly cashAccountType: "CACC"
  readonly usage: "PRIV" | "ORGA"
  readonly status: "enabled" | "blocked"
  readonly _links: {
    readonly balances: OpenBankingLink
    readonly transactions: OpenBankingLink
  }
}

export type OpenBankingAccountReference = {
  readonly iban: string
}

export type OpenBankingAccounts = {
  readonly accounts: readonly OpenBankingAccount[]
  readonly total: number
  readonly page: number
  readonly per_page: number
  readonly _links: OpenBankingPageLinks
}

export type OpenBankingAmount = {
  readonly currency: string
  /** Decimal; negative for a transaction that debits the account. */
  readonly amount: string
}

export type OpenBankingBalance = {
  /** The booked balance, or the part of it that is available. */
  readonly balanceType: "closingBooked" | "interimAvailable"
  readonly balanceAmount: OpenBankingAmount
  readonly referenceDate: string
  readonly creditLimitIncluded: boolean
}

export type OpenBankingBalances = {
  readonly resourceId: string
  /** The same as resourceId. */
  readonly account_id: string
  readonly account: {
    readonly iban: string | null
    readonly currency: string
  }
  readonly balances: readonly OpenBankingBalance[]
}

export type OpenBankingConsent = {
  readonly consentId: string
  readonly consentStatus: OpenBankingConsentStatus
  readonly access: ConsentAccess
  readonly recurringIndicator: boolean
  /** The last day (UTC) of the consent. */
  readonly validUntil: string
  readonly frequencyPerDay: number
  readonly lastActionDate: string
  /** The number of accesses on this day (UTC). */
  readonly usedToday: number
  /** The third party that requested the consent. */
  readonly tpp_id: string
  /** The name of the third party. */
  readonly tpp_name: string
  /** The same as consentId. */
  readonly id: string
  /** The status as older versions of this API name it. */
  readonly status: string
  readonly permissions: readonly string[]
  readonly expires_at: string
  readonly authorized_at: string | null
  readonly revoked_at: string | null
  /** When it was rejected, revoked, terminated or expired. */
  readonly ended_at: string | null
  readonly created_at: string
  readonly _links: OpenBankingLinks
  /** The access that the account holder granted; null until they have decided. */
  readonly granted: OpenBankingGranted | null
}

export type OpenBankingConsentReview = {
  readonly consentId: string
  readonly consentStatus: OpenBankingConsentStatus
  /** Whether it still waits for a decision. */
  readonly is_open: boolean
  readonly tpp_id: string
  readonly tpp_name: string
  /** Why the name of the third party may be deceptive; null if it is not. */
  readonly warning: string | null
  readonly recurringIndicator: boolean
  readonly validUntil: string
  readonly frequencyPerDay: number
  /** Whether it requests all accounts, so that some can be chosen. */
  readonly choosable: boolean
  /** The number of accounts that it would cover. */
  readonly total: number
  /** The accounts of the caller that it would cover, and which of their data. */
  readonly accounts: readonly OpenBankingReviewedAccount[]
  /** Where the account holder returns to after deciding. */
  readonly redirect_uri: string | null
}

/** received: authorize → valid, reject → rejected, terminate → terminatedByTpp, expire → expired; valid: revoke → revokedByPsu, terminate → terminatedByTpp, expire → expired; rejected: the end; revokedByPsu: the end; expired: the end; terminatedByTpp: the end */
export type OpenBankingConsentStatus = "received" | "valid" | "rejected" | "revokedByPsu" | "expired" | "terminatedByTpp"

export type OpenBankingConsentStatusAnswer = {
  readonly consentStatus: OpenBankingConsentStatus
}

export type OpenBankingGranted = {
  readonly accounts: readonly OpenBankingGrantedAccount[]
  readonly balances: readonly OpenBankingGrantedAccount[]
  readonly transactions: readonly OpenBankingGrantedAccount[]
}

export type OpenBankingGrantedAccount = {
  readonly resourceId: string
  readonly iban: string | null
}

export type OpenBankingLink = {
  readonly href: string
}

/** scaRedirect is the page at which the account holder decides, while that is open. */
export type OpenBankingLinks = {
  readonly scaRedirect?: OpenBankingLink
  readonly self: OpenBankingLink
  readonly status: OpenBankingLink
}

export type OpenBankingListedConsent = {
  readonly consentId: string
  readonly consentStatus: OpenBankingConsentStatus
  readonly access: ConsentAccess
  readonly recurringIndicator: boolean
  /** The last day (UTC) of the consent. */
  readonly validUntil: string
  readonly frequencyPerDay: number
  readonly lastActionDate: string
  /** The number of accesses on this day (UTC). */
  readonly usedToday: number
  /** The third party that requested the consent. */
  readonly tpp_id: string
  /** The name of the third party. */
  readonly tpp_name: string
  /** The same as consentId. */
  readonly id: string
  /** The status as older versions of this API name it. */
  readonly status: string
  readonly permissions: readonly string[]
  readonly expires_at: string
  readonly authorized_at: string | null
  readonly revoked_at: string | null
  /** When it was rejected, revoked, terminated or expired. */
  readonly ended_at: string | null
  readonly created_at: string
  readonly _links: OpenBankingLinks
}

export type OpenBankingPageLinks = {
  readonly self: OpenBankingLink
  readonly next?: OpenBankingLink
  readonly account?: OpenBankingLink
}

export type OpenBankingPayment = {
  readonly payment_id: string
  /** The same as payment_id. */
  readonly paymentId: string
  /** The status in words. */
  readonly status: string
  readonly status_code: OpenBankingPaymentStatus
  readonly transactionStatus: OpenBankingPaymentStatus
  readonly end_to_end_id: string
  /** Decimal. */
  readonly amount: string
  readonly currency: string
  readonly debtor_account: string
  readonly debtor_iban: string | null
  readonly creditor_iban: string
  readonly creditor_name: string | null
  readonly reference: string | null
  /** Why the payment was rejected or cancelled. */
  readonly reason: string | null
  /** The user who initiated the payment. */
  readonly tpp_id: string
  readonly tpp_name: string
  readonly consentId: string | null
  /** The transfer that carries the payment within this bank. */
  readonly transfer_uuid: string | null
  readonly authorized_at: string | null
  readonly completed_at: string | null
  readonly created_at: string
  readonly _links: OpenBankingLinks
}

export type OpenBankingPaymentReview = {
  readonly payment: OpenBankingPayment
  /** Whether it still waits for a decision. */
  readonly is_open: boolean
  /** Why the name of the third party may be deceptive; null if it is not. */
  readonly warning: string | null
  /** The name of the account to debit. */
  readonly account_name: string
  /** What the bank charges on top of the amount. */
  readonly fee: string
  /** Where the account holder returns to after deciding. */
  readonly redirect_uri: string | null
}

/** RCVD: authorize → ACTC, reject → RJCT, cancel → CANC, expire → CANC; ACTC: execute → ACSP; ACSP: complete → ACSC, fail → RJCT; ACSC: return → RJCT; RJCT: the end; CANC: the end */
export type OpenBankingPaymentStatus = "RCVD" | "ACTC" | "ACSP" | "ACSC" | "RJCT" | "CANC"

export type OpenBankingPaymentStatusAnswer = {
  /** The status in words. */
  readonly status: string
  readonly status_code: OpenBankingPaymentStatus
  readonly transactionStatus: OpenBankingPaymentStatus
}

export type OpenBankingReviewedAccount = {
  readonly resourceId: string
  readonly iban: string | null
  readonly name: string
  readonly details: boolean
  readonly balances: boolean
  readonly transactions: boolean
}

export type OpenBankingTransaction = {
  readonly transactionId: string
  readonly endToEndId: string | null
  readonly bookingDate: string | null
  readonly valueDate: string | null
  readonly transactionAmount: OpenBankingAmount
  readonly creditorName: string | null
  readonly creditorAccount: OpenBankingAccountReference | null
  readonly debtorName: string | null
  readonly debtorAccount: OpenBankingAccountReference | null
  readonly remittanceInformationUnstructured: string | null
  readonly proprietaryBankTransactionCode: string
}

export type OpenBankingTransactions = {
  readonly resourceId: string
  /** The same as resourceId. */
  readonly account_id: string
  readonly account: {
    readonly iban: string | null
  }
  readonly booked: readonly OpenBankingTransaction[]
  readonly pending: readonly OpenBankingTransaction[]
  readonly total: number
  readonly page: number
  readonly per_page: number
  readonly _links: OpenBankingPageLinks
}

export type OpenedAgentSession = {
  readonly session_token: string
  readonly expires_at: string
  readonly agent: {
    readonly agent_id: string
    readonly did: string
    readonly name: string
    readonly status: AgentStatus
  }
}

export type OrderBook = {
  readonly pair: string
  /** Best first, including the quotes of the house. */
  readonly bids: readonly OrderBookLevel[]
  /** Best first. */
  readonly asks: readonly OrderBookLevel[]
  /** A decimal number. */
  readonly spread: string | null
  /** A decimal number. */
  readonly spread_percentage: string | null
  /** A decimal number. */
  readonly mid_price: string | null
  /** The price of the last trade; before the first trade, the bank’s rate. */
  readonly last_price: string | null
  /** A decimal number. */
  readonly volume_24h: string
  /** A decimal number. */
  readonly high_24h: string | null
  /** A decimal number. */
  readonly low_24h: string | null
  /** A decimal number. */
  readonly change_24h_percentage: string
  /** A decimal number. */
  readonly change_24h: string
  readonly updated_at: string
}

export type OrderBookLevel = {
  /** A decimal number. */
  readonly price: string
  /** A decimal number. */
  readonly amount: string
}

export type OrderCancelled = {
  readonly success: true
  readonly message: string
  readonly order_id: string
}

export type OrderEstimate = {
  readonly pair: string
  readonly type: "buy" | "sell"
  /** A decimal number. */
  readonly amount: string
  /** What would be traded at once. */
  readonly filled_amount: string
  /** What would wait in the book. */
  readonly waiting_amount: string
  /** What would be cancelled. */
  readonly cancelled_amount: string
  /** Why a rest would be cancelled: as of an order. */
  readonly reason: string | null
  /** A decimal number. */
  readonly average_price: string | null
  /** The price of the last part that would be traded. */
  readonly worst_price: string | null
  /** The price that was given, or half a percent beyond the worst price. As the price of a limit order with time in force IOC it bounds what is paid when prices move before the order arrives. */
  readonly limit_price: string | null
  /** A decimal number. */
  readonly value: string
  /** A decimal number. */
  readonly fee_amount: string
  readonly fee_currency: string
  /** What is paid or received at once: the value with the fee when buying, less the fee when selling. */
  readonly total: string
  /** What the account must have available, also for the part that waits. */
  readonly needed_amount: string
  readonly needed_currency: string
  readonly estimated_at: string
}

export type OrderPlaced = {
  readonly success: true
  readonly order_id: string
  readonly message: string
  readonly workflow_id: null
  readonly data: ExchangeOrder
}

export type P2pTransfer = {
  readonly transfer_id: string
  readonly direction: "outgoing" | "incoming"
  readonly from_user: string
  /** A uuid, or the e-mail address as the sender gave it. */
  readonly to_user: string
  readonly amount: string
  readonly currency: string
  readonly note: string | null
  readonly status: P2pTransferStatus
  readonly fee: string
  readonly created_at: string
  /** When unclaimed money is returned; null if it was sent to a user. */
  readonly expires_at: string | null
  readonly ended_at: string | null
}

export type P2pTransferCancelResponse = {
  readonly success: true
  readonly data: P2pTransfer
}

export type P2pTransferClaimRequest = {
  /** The code from the mail. */
  readonly code: string
  /** The account of yours to credit; your oldest one by default. */
  readonly to_account?: string
}

export type P2pTransferClaimResponse = {
  readonly success: true
  readonly data: ClaimedP2pTransfer
}

export type P2pTransferCreateRequest = {
  /** The uuid of a user, or an e-mail address. */
  readonly to_user: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The asset of the amount. */
  readonly currency: string
  /** A note to the receiver, shown with the transfer. */
  readonly note?: string
  /** The uuid of your account that pays; by default your oldest one that covers the amount. */
  readonly from_account?: string
}

export type P2pTransferCreateResponse = {
  readonly success: true
  readonly data: P2pTransfer
}

export type P2pTransferGetResponse = {
  readonly success: true
  readonly data: P2pTransfer
}

export type P2pTransferListResponse = {
  readonly success: true
  readonly data: readonly P2pTransfer[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type P2pTransferRecipientsResponse = {
  readonly success: true
  readonly data: readonly RecentRecipient[]
}

/** Money to an e-mail address is pending until its owner claims it. */
export type P2pTransferStatus = "pending" | "completed" | "cancelled" | "returned"

export type PageLinks = {
  readonly first: string
  readonly last: string
  readonly prev: string | null
  readonly next: string | null
}

export type PageMeta = {
  readonly current_page: number
  readonly last_page: number
  readonly per_page: number
  /** The number of rows of all pages. Unbounded lists are counted up to 10,000; beyond that, the total is a lower bound. */
  readonly total: number
  readonly from: number | null
  readonly to: number | null
}

export type PairRate = {
  readonly from_asset: string
  readonly to_asset: string
  /** Ten decimal places. */
  readonly rate: string
  /** Ten decimal places. */
  readonly inverse_rate: string
  /** Ten decimal places. */
  readonly bid: string | null
  /** Ten decimal places. */
  readonly ask: string | null
  readonly source: RateSource
  readonly valid_at: string
  readonly expires_at: string | null
  readonly is_active: boolean
  readonly age_minutes: number
  readonly metadata: Readonly<Record<string, unknown>>
}

export type Partner = {
  readonly partner_id: string
  readonly partner_code: string
  readonly organization_name: string
  readonly contact_email: string
  readonly tier: "starter" | "growth" | "enterprise"
  readonly status: "active" | "suspended" | "terminated"
  readonly status_reason: string | null
  readonly billing_cycle: "monthly" | "quarterly" | "annually"
  readonly modules_enabled: readonly string[]
  readonly sdk_languages: readonly string[]
  readonly webhook_url: string | null
  readonly ip_whitelist: readonly string[]
  readonly rate_limits: PartnerRateLimits
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
}

export type PartnerBillingBreakdown = {
  readonly tier: string
  readonly billing_cycle: string
  readonly period_start: string
  readonly period_end: string
  readonly included_calls: number
  readonly calls: number
  readonly overage_calls: number
  /** USD with two decimals. */
  readonly base_amount: string
  /** USD with two decimals. */
  readonly discount_amount: string
  /** USD with two decimals. */
  readonly overage_amount: string
  /** USD with two decimals. */
  readonly total_amount: string
  readonly currency: "USD"
  readonly discount_percent: number
  readonly is_estimate: boolean
}

export type PartnerBillingBreakdownResponse = {
  readonly success: true
  readonly data: PartnerBillingBreakdown
}

export type PartnerBillingOutstandingResponse = {
  readonly success: true
  readonly data: PartnerOutstanding
}

export type PartnerBranding = {
  readonly primary_color: string | null
  readonly secondary_color: string | null
  readonly accent_color: string | null
  readonly text_color: string | null
  readonly background_color: string | null
  readonly logo_url: string | null
  readonly logo_dark_url: string | null
  readonly favicon_url: string | null
  readonly privacy_policy_url: string | null
  readonly terms_of_service_url: string | null
  readonly company_name: string | null
  readonly tagline: string | null
  readonly support_email: string | null
  readonly support_phone: string | null
  readonly custom_css: string | null
  readonly custom_js: string | null
  readonly updated_at: string | null
}

export type PartnerBrandingGetResponse = {
  readonly success: true
  readonly data: PartnerBranding
}

export type PartnerBrandingUpdateRequest = {
  /** The primary color as #RRGGBB; null for the default. */
  readonly primary_color?: string | null
  /** The secondary color as #RRGGBB; null for the default. */
  readonly secondary_color?: string | null
  /** The accent color as #RRGGBB; null for the default. */
  readonly accent_color?: string | null
  /** The text color as #RRGGBB; null for the default. */
  readonly text_color?: string | null
  /** The background color as #RRGGBB; null for the default. */
  readonly background_color?: string | null
  /** The logo url, an https address; null for none. */
  readonly logo_url?: string | null
  /** The logo dark url, an https address; null for none. */
  readonly logo_dark_url?: string | null
  /** The favicon url, an https address; null for none. */
  readonly favicon_url?: string | null
  /** The privacy policy url, an https address; null for none. */
  readonly privacy_policy_url?: string | null
  /** The terms of service url, an https address; null for none. */
  readonly terms_of_service_url?: string | null
  /** The company name; null for none. */
  readonly company_name?: string | null
  /** The tagline; null for none. */
  readonly tagline?: string | null
  /** The support email; null for none. */
  readonly support_email?: string | null
  /** The support phone; null for none. */
  readonly support_phone?: string | null
  /** The custom css; null for none. */
  readonly custom_css?: string | null
  /** The custom js; null for none. */
  readonly custom_js?: string | null
}

export type PartnerBrandingUpdateResponse = {
  readonly success: true
  readonly data: PartnerBranding
}

export type PartnerChecklistStep = {
  readonly step: string
  readonly title: string
  readonly completed: boolean
}

export type PartnerCredentials = {
  /** The live key, sent as X-Partner-Key. */
  readonly partner_key: string
  /** The same key under its other name. */
  readonly api_key: string
  readonly sandbox_key: string
  readonly webhook_secret: string
}

export type PartnerDetail = {
  readonly partner_id: string
  readonly partner_code: string
  readonly organization_name: string
  readonly contact_email: string
  readonly tier: "starter" | "growth" | "enterprise"
  readonly status: "active" | "suspended" | "terminated"
  readonly status_reason: string | null
  readonly billing_cycle: "monthly" | "quarterly" | "annually"
  readonly modules_enabled: readonly string[]
  readonly sdk_languages: readonly string[]
  readonly webhook_url: string | null
  readonly ip_whitelist: readonly string[]
  readonly rate_limits: PartnerRateLimits
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
  readonly keys: readonly PartnerKey[]
}

export type PartnerFeatures = {
  readonly sandbox: boolean
  readonly webhooks: boolean
  readonly api_analytics: boolean
  readonly production: boolean
  readonly white_label: boolean
  readonly sdk_access: boolean
  readonly widgets: boolean
  readonly custom_domain: boolean
  readonly dedicated_support: boolean
  readonly priority_support: boolean
  readonly sla_guarantee: boolean
}

export type PartnerGetResponse = {
  readonly success: true
  readonly data: PartnerDetail
}

export type PartnerInvoice = {
  readonly id: string
  readonly invoice_number: string
  readonly partner_id: string
  readonly status: "draft" | "pending" | "paid" | "overdue" | "cancelled" | "refunded"
  readonly tier: string
  readonly billing_cycle: string
  readonly period_start: string
  readonly period_end: string
  readonly included_calls: number
  readonly calls: number
  readonly overage_calls: number
  /** USD with two decimals. */
  readonly base_amount: string
  /** USD with two decimals. */
  readonly discount_amount: string
  /** USD with two decimals. */
  readonly overage_amount: string
  /** USD with two decimals. */
  readonly total_amount: string
  readonly currency: "USD"
  readonly account_id: string | null
  readonly transaction_id: string | null
  readonly issued_at: string | null
  readonly due_at: string | null
  readonly paid_at: string | null
  readonly reason: string | null
  readonly created_at: string
}

export type PartnerInvoiceCancelRequest = {
  /** Why; the partner sees it. */
  readonly reason?: string
}

export type PartnerInvoiceCancelResponse = {
  readonly success: true
  readonly data: PartnerInvoice
}

export type PartnerInvoiceGetResponse = {
  readonly success: true
  readonly data: PartnerInvoice
}

export type PartnerInvoiceIssueResponse = {
  readonly success: true
  readonly data: PartnerInvoice
}

export type PartnerInvoiceListResponse = {
  readonly data: readonly PartnerInvoice[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PartnerInvoicePayRequest = {
  /** The account that pays, in USD; the caller’s first one if omitted. */
  readonly account_id?: string
}

export type PartnerInvoicePayResponse = {
  readonly success: true
  readonly data: PartnerInvoice
}

export type PartnerInvoiceRefundRequest = {
  /** Why; the partner sees it. */
  readonly reason?: string
}

export type PartnerInvoiceRefundResponse = {
  readonly success: true
  readonly data: PartnerInvoice
}

export type PartnerKey = {
  readonly environment: "live" | "sandbox"
  readonly prefix: string
  readonly created_at: string
}

export type PartnerKeyRevokeRequest = {
  /** The environment of the key. */
  readonly environment: "live" | "sandbox"
}

export type PartnerKeyRevokeResponse = {
  readonly success: true
  readonly data: {
    readonly message: string
  }
}

export type PartnerKeyRotateRequest = {
  /** The environment of the key. */
  readonly environment: "live" | "sandbox"
}

export type PartnerKeyRotateResponse = {
  readonly success: true
  readonly data: IssuedPartnerCredential
}

export type PartnerListResponse = {
  readonly data: readonly Partner[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PartnerLogo = {
  /** The path at this bank; it changes with the image. */
  readonly url: string
  readonly type: "image/png" | "image/jpeg" | "image/webp"
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
  readonly uploaded_at: string
}

export type PartnerLogoDeleteResponse = {
  readonly message: string
}

export type PartnerLogoGetResponse = {
  readonly data: PartnerLogo
}

export type PartnerLogoUploadRequest = {
  /** A PNG, JPEG or WebP image in base64: at most 64 KB, 16 to 1024 pixels on each side. */
  readonly content: string
}

export type PartnerLogoUploadResponse = {
  readonly data: PartnerLogo
}

export type PartnerMember = {
  readonly email: string
  readonly created_at: string
}

export type PartnerMemberAddRequest = {
  /** An e-mail address. */
  readonly email: string
}

export type PartnerMemberAddResponse = {
  readonly success: true
  readonly data: PartnerMember
}

export type PartnerMemberListResponse = {
  readonly data: readonly PartnerMember[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PartnerMemberRemoveResponse = {
  readonly success: true
  readonly data: {
    readonly message: string
  }
}

export type PartnerOnboardRequest = {
  /** The name of the organisation. */
  readonly organization_name: string
  /** The e-mail address of the contact, who becomes the first member. */
  readonly contact_email: string
  /** What is included and what it costs; growth if omitted. */
  readonly tier?: "starter" | "growth" | "enterprise"
  /** How often it is billed; monthly if omitted. */
  readonly billing_cycle?: "monthly" | "quarterly" | "annually"
  /** The parts of the bank that the partner uses; all if omitted. */
  readonly modules?: readonly string[]
  /** The languages in which the partner wants an SDK. */
  readonly sdk_languages?: readonly ("typescript" | "javascript" | "python" | "java" | "go" | "csharp" | "php")[]
  /** Where the partner receives events; an https address. */
  readonly webhook_url?: string
  /** IP addresses or CIDR ranges from which the keys work; empty for any. */
  readonly ip_whitelist?: readonly string[]
  /** Calls a minute in place of those of the tier. */
  readonly rate_limit_override?: number
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type PartnerOnboardResponse = {
  readonly success: true
  readonly data: OnboardedPartner
}

export type PartnerOutstanding = {
  /** USD with two decimals. */
  readonly total_outstanding: string
  /** USD with two decimals. */
  readonly overdue_amount: string
  readonly currency: "USD"
  readonly invoices: number
  readonly overdue_invoices: number
  readonly next_due_at: string | null
}

export type PartnerProfile = {
  readonly id: string
  readonly partner_code: string
  readonly institution_name: string
  readonly tier: "starter" | "growth" | "enterprise"
  readonly tier_label: string
  readonly status: "active" | "suspended" | "terminated"
  readonly sandbox_enabled: boolean
  readonly production_enabled: boolean
  /** Calls a minute. */
  readonly rate_limit: number
  readonly billing_cycle: "monthly" | "quarterly" | "annually"
  readonly contact_email: string
  readonly webhook_url: string | null
  readonly ip_whitelist: readonly string[]
  readonly modules_enabled: readonly string[]
  readonly keys: readonly PartnerKey[]
  readonly created_at: string
}

export type PartnerProfileGetResponse = {
  readonly success: true
  readonly data: PartnerProfile
}

export type PartnerProfileUpdateRequest = {
  /** Where the partner receives events; null for nowhere. */
  readonly webhook_url?: string | null
  /** IP addresses or CIDR ranges from which the keys work; empty for any. */
  readonly ip_whitelist?: readonly string[]
}

export type PartnerProfileUpdateResponse = {
  readonly success: true
  readonly data: PartnerProfile
}

export type PartnerRateLimits = {
  readonly requests_per_minute: number
  readonly requests_per_hour: number
  readonly burst_limit: number
}

export type PartnerReactivateRequest = {
  /** The reason; the partner sees it. */
  readonly reason?: string
}

export type PartnerReactivateResponse = {
  readonly success: true
  readonly data: Partner
}

export type PartnerReissueRequest = {
  /** The key of an environment, or the webhook secret. */
  readonly kind: "live" | "sandbox" | "webhook"
}

export type PartnerReissueResponse = {
  readonly success: true
  readonly data: IssuedPartnerCredential
}

export type PartnerSdkDownloadResponse = {
  readonly data: SdkDownload
}

export type PartnerSdkGenerateRequest = {
  /** A language; javascript is the TypeScript SDK. */
  readonly language?: "typescript" | "python" | "java" | "go" | "csharp" | "php" | "javascript"
  /** Several languages at once. */
  readonly languages?: readonly ("typescript" | "python" | "java" | "go" | "csharp" | "php" | "javascript")[]
  /** The branding of the SDK. */
  readonly branding?: {
    /** The name in packages and documents; by default that of the partner. */
    readonly name?: string
    /** The colour of the documentation, as #RRGGBB. */
    readonly color?: string
  }
  /** The modules to include; all by default. */
  readonly modules?: readonly string[]
  /** More modules to include. */
  readonly include_modules?: readonly string[]
  /** The version of the API. */
  readonly api_version?: "v2"
  /** The optional parts. */
  readonly options?: {
    /** Typed requests and answers. */
    readonly include_types?: boolean
    /** An example program. */
    readonly include_examples?: boolean
    /** The tests of the client. */
    readonly include_tests?: boolean
  }
}

export type PartnerSdkGenerateResponse = {
  readonly data: SdkGeneration
}

export type PartnerSdkGetResponse = {
  readonly data: SdkGeneration
}

export type PartnerSdkLanguagesResponse = {
  readonly success: true
  readonly data: readonly SdkLanguage[]
}

export type PartnerSdkListResponse = {
  readonly data: readonly SdkGenerationSummary[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PartnerSdkOpenapiSpecResponse = {
  readonly success: true
  readonly data: SdkApiDescription
}

export type PartnerSdkPackage = {
  readonly language: string
  /** The version of the API and of a new package. */
  readonly version: string
  /** Null until it is generated, because its branding names it. */
  readonly package_name: string | null
  /** Null until it is generated. */
  readonly download_url: string | null
  /** The documentation of the API. */
  readonly docs_url: string
  readonly package_manager: string
  /** The address that generates it. */
  readonly generate_url: string
}

export type PartnerSdkStatusResponse = {
  readonly success: true
  readonly data: SdkLanguageStatus
}

export type PartnerSuspendRequest = {
  /** The reason; the partner sees it. */
  readonly reason?: string
}

export type PartnerSuspendResponse = {
  readonly success: true
  readonly data: Partner
}

export type PartnerTerminateRequest = {
  /** The reason; the partner sees it. */
  readonly reason?: string
}

export type PartnerTerminateResponse = {
  readonly success: true
  readonly data: Partner
}

export type PartnerTier = {
  readonly tier: "starter" | "growth" | "enterprise"
  readonly label: string
  readonly calls_per_month: number
  readonly calls_per_minute: number
  readonly calls_per_hour: number
  /** USD. */
  readonly monthly_price: string
  /** USD for every thousand further calls. */
  readonly overage_per_1000: string
  readonly currency: "USD"
  readonly features: PartnerFeatures
}

export type PartnerTierCompareResponse = {
  readonly success: true
  readonly data: readonly ComparedPartnerTier[]
}

export type PartnerTierGetResponse = {
  readonly success: true
  readonly data: PartnerTier
}

export type PartnerUpdateRequest = {
  /** The name of the organisation. */
  readonly organization_name?: string
  /** An e-mail address. */
  readonly contact_email?: string
  /** The tier, effective at once. */
  readonly tier?: "starter" | "growth" | "enterprise"
  /** How often it is billed from the next period on. */
  readonly billing_cycle?: "monthly" | "quarterly" | "annually"
  /** Where the partner receives events; null for nowhere. */
  readonly webhook_url?: string | null
  /** IP addresses or CIDR ranges from which the keys work; empty for any. */
  readonly ip_whitelist?: readonly string[]
  /** Calls a minute in place of those of the tier; null for those of the tier. */
  readonly rate_limit_override?: number | null
}

export type PartnerUpdateResponse = {
  readonly success: true
  readonly data: Partner
}

export type PartnerUsage = {
  readonly period_start: string
  readonly period_end: string
  readonly summary: {
    readonly api_calls: {
      readonly total: number
      readonly successful: number
      readonly failed: number
      /** Percent. */
      readonly success_rate: number
    }
    readonly billable_calls: number
    readonly widget_loads: number
    readonly widget_conversions: number
    readonly sdk_downloads: number
    readonly daily_records: number
  }
  readonly limit: {
    readonly exceeded: boolean
    readonly current: number
    readonly limit: number
    readonly percentage: number
  }
}

export type PartnerUsageDay = {
  readonly date: string
  readonly api_calls: {
    readonly total: number
    readonly successful: number
    readonly failed: number
    /** Percent. */
    readonly success_rate: number
  }
  readonly billable_calls: number
  readonly widget_loads: number
  readonly widget_conversions: number
  readonly sdk_downloads: number
}

export type PartnerUsageGetResponse = {
  readonly success: true
  readonly data: PartnerUsage
}

export type PartnerUsageHistoryResponse = {
  readonly data: readonly PartnerUsageDay[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PartnerWebhookSecretRotateResponse = {
  readonly success: true
  readonly data: IssuedPartnerCredential
}

export type Passkey = {
  readonly id: string
  readonly credential_id: string
  readonly name: string
  readonly status: PasskeyStatus
  readonly transports: readonly string[]
  /** Whether it is kept on more than one device. */
  readonly synced: boolean
  readonly device_id: string | null
  readonly created_at: string
  readonly last_used_at: string | null
}

export type PasskeyChallengeRequest = {
  /** Base64url or base64. */
  readonly credential_id?: string
  /** The address of the user who signs in; not needed for a passkey that stores its user. */
  readonly email?: string
  /** An id that the app chose for its installation. */
  readonly device_id?: string
}

export type PasskeyChallengeResponse = {
  readonly success: true
  readonly data: PasskeyLoginOptions
}

export type PasskeyListOfUserResponse = {
  readonly data: readonly Passkey[]
}

export type PasskeyListResponse = {
  readonly success: true
  readonly data: readonly Passkey[]
}

export type PasskeyLoginOptions = {
  /** Base64url; it can be answered once, until `expires_at`. */
  readonly challenge: string
  readonly rp_id: string
  /** Milliseconds. */
  readonly timeout: number
  readonly user_verification: "required"
  readonly allow_credentials: readonly {
    readonly id: string
    readonly type: "public-key"
  }[]
  readonly expires_at: string
}

export type PasskeyRegisterChallengeResponse = {
  readonly success: true
  readonly data: PasskeyRegistrationOptions
}

export type PasskeyRegisterRequest = {
  /** Base64url or base64. */
  readonly credential_id: string
  /** The bytes of clientDataJSON, in base64url or base64. */
  readonly client_data_json: string
  /** Base64url or base64. */
  readonly attestation_object: string
  /** The name of the passkey. */
  readonly name?: string
  /** The transports that the authenticator reports, such as internal or usb. */
  readonly transports?: readonly string[]
  /** An id that the app chose for its installation. */
  readonly device_id?: string
}

export type PasskeyRegisterResponse = {
  readonly success: true
  readonly data: Passkey
}

export type PasskeyRegistrationOptions = {
  readonly challenge: string
  readonly rp: {
    readonly id: string
    readonly name: string
  }
  readonly user: {
    readonly id: string
    readonly name: string
    readonly displayName: string
  }
  readonly pubKeyCredParams: readonly {
    readonly type: "public-key"
    readonly alg: number
  }[]
  /** Milliseconds. */
  readonly timeout: number
  readonly attestation: "none"
  readonly authenticatorSelection: {
    readonly authenticatorAttachment: "platform"
    readonly residentKey: "preferred"
    readonly requireResidentKey: false
    readonly userVerification: "required"
  }
  readonly excludeCredentials: readonly {
    readonly id: string
    readonly type: "public-key"
  }[]
  readonly expires_at: string
}

export type PasskeyRemoveOfUserResponse = {
  readonly message: string
}

export type PasskeyRemoveResponse = {
  readonly success: true
  readonly data: {
    readonly message: string
  }
}

export type PasskeySession = {
  readonly success: boolean
  readonly data: {
    readonly user: User
    readonly access_token: string
    readonly refresh_token: string
    readonly token_type: "Bearer"
    /** Seconds. */
    readonly expires_in: number
    /** Seconds. */
    readonly refresh_expires_in: number
    readonly expires_at: string
  }
  readonly access_token: string
}

/** A passkey that seems to have been copied no longer signs in. */
export type PasskeyStatus = "active" | "clone_suspected"

export type PasskeyVerifyRequest = {
  /** Base64url or base64. */
  readonly credential_id: string
  /** Base64url or base64. */
  readonly authenticator_data: string
  /** The bytes of clientDataJSON, in base64url or base64. */
  readonly client_data_json: string
  /** Base64url or base64. */
  readonly signature: string
}

export type PasswordChanged = {
  readonly message: string
  readonly new_token: string
  readonly refresh_token: string
  readonly still_active: StillActive
  /** The calls that end this access. */
  readonly to_end_them: string
}

export type PastQuestion = {
  /** Begins with aiq_. */
  readonly query_id: string
  readonly query: string
  readonly intent: string
  readonly confidence: number
  /** The answer in sentences. */
  readonly answer: string
  readonly filters: FiltersUsed
  readonly created_at: string
}

export type Payment = {
  /** The transaction_group_uuid of its transactions. */
  readonly uuid: string
  /** The subtype of the first entry, or else its type. */
  readonly kind: string
  readonly direction: PaymentDirection
  readonly status: PaymentStatus
  readonly from: PaymentParty
  readonly to: PaymentParty
  readonly paid: PaymentAmount | null
  readonly received: PaymentAmount | null
  readonly fees: readonly PaymentAmount[]
  readonly reference: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly failure_reason: string | null
  readonly created_at: string
  readonly completed_at: string | null
  readonly timeline: readonly PaymentStep[]
  readonly entries: readonly PaymentEntry[]
  /** The main transaction, of which a receipt is made. */
  readonly transaction_uuid: string
  /** The payment that this one reverses, in full or in part. */
  readonly reverses: string | null
  /** What the caller can do with it now. */
  readonly actions: readonly PaymentAction[]
  /** The request that made it; null for those who did not make it. */
  readonly request: PaymentRequest | null
}

export type PaymentAction = "receipt" | "repeat" | "reverse" | "dispute"

export type PaymentAmount = {
  readonly amount: string
  readonly asset_code: string
}

/** How the app authenticated the payer; it is recorded. */
export type PaymentAuth = "biometric" | "pin"

/** exchange: one asset for another; internal: between accounts of the caller. */
export type PaymentDirection = "incoming" | "outgoing" | "exchange" | "internal"

export type PaymentEntry = {
  /** The subtype of the entry, or else its type. */
  readonly kind: string
  readonly from: PaymentParty
  readonly to: PaymentParty
  readonly amount: string
  readonly asset_code: string
  /** Null for accounts that are not the caller’s. */
  readonly from_balance_after: string | null
  /** Null for accounts that are not the caller’s. */
  readonly to_balance_after: string | null
}

export type PaymentFile = {
  readonly id: string
  /** The sender’s MsgId. */
  readonly message_id: string
  readonly message_type: PaymentFileType
  /** The type with its version, such as pain.001.001.09. */
  readonly message_name: string
  /** InitgPty/Nm. */
  readonly initiating_party_name: string | null
  readonly status: PaymentFileStatus
  readonly group_status: PaymentFileGroupStatus
  /** The number of payments. */
  readonly number_of_transactions: number
  /** The sum of all amounts, as in the file. */
  readonly control_sum: string | null
  /** Payments made. */
  readonly settled: number
  /** Payments rejected. */
  readonly rejected: number
  /** Payments for a later day. */
  readonly scheduled: number
  /** Payments on their way to another bank. */
  readonly sent: number
  /** Payments cancelled by the sender. */
  readonly cancelled: number
  readonly created_at: string
  readonly updated_at: string
  /** When the last payment had its final outcome. */
  readonly completed_at: string | null
}

export type PaymentFileExecuteRequest = {
  /** A pain.001 or pacs.008 document. Accounts are written as IBAN, or as an account’s uuid or number in Othr/Id. */
  readonly xml?: string
}

export type PaymentFileExecuteResponse = {
  readonly success: true
  readonly data: ExecutedPaymentFile
}

export type PaymentFileGetResponse = {
  readonly success: true
  readonly data: PaymentFile
}

/** GrpSts: the status that all payments have, or PART. ACTC while payments are still being decided. */
export type PaymentFileGroupStatus = "ACTC" | "PDNG" | "ACSP" | "ACSC" | "RJCT" | "CANC" | "PART"

export type PaymentFileListResponse = {
  readonly success: true
  readonly data: readonly PaymentFile[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PaymentFilePaymentsResponse = {
  readonly success: true
  readonly data: readonly FilePayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PaymentFileReport = {
  /** The status report: pain.002 or pacs.002. */
  readonly xml: string
}

export type PaymentFileReportResponse = {
  readonly success: true
  readonly data: PaymentFileReport
}

/** The state of a file, and the steps possible in each. processing: wait → scheduled, settle → settled, settle partly → partly_settled, reject → rejected; scheduled: settle → settled, settle partly → partly_settled, reject → rejected, cancel → cancelled; settled: take a return → partly_settled, take the last return → rejected; partly_settled: take the last return → rejected; rejected: the end; cancelled: the end. */
export type PaymentFileStatus = "processing" | "scheduled" | "settled" | "partly_settled" | "rejected" | "cancelled"

export type PaymentFileType = "pain.001" | "pacs.008"

export type PaymentGetResponse = {
  readonly data: Payment
}

export type PaymentInitiationAuthorizeResponse = {
  readonly success: true
  readonly data: OpenBankingPayment
}

export type PaymentInitiationCancelResponse = {
  readonly success: true
  readonly data: OpenBankingPayment
}

export type PaymentInitiationCreateRequest = {
  /** The IBAN of the account to pay to. */
  readonly creditor_iban: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Three capital letters: EUR. */
  readonly currency: string
  /** The uuid or the IBAN of the account to debit. Default: the only account of the consent; without a consent, the oldest account of the caller. */
  readonly debtor_account?: string
  /** The name of the creditor. */
  readonly creditor_name?: string
  /** The purpose of the payment; debtor and creditor see it. */
  readonly reference?: string
  /** Your own id for the payment, which goes with it to the creditor. */
  readonly end_to_end_id?: string
}

export type PaymentInitiationCreateResponse = {
  readonly success: true
  readonly data: OpenBankingPayment
}

export type PaymentInitiationGetResponse = {
  readonly success: true
  readonly data: OpenBankingPayment
}

export type PaymentInitiationListResponse = {
  readonly success: true
  readonly data: readonly OpenBankingPayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PaymentInitiationRejectResponse = {
  readonly success: true
  readonly data: OpenBankingPayment
}

export type PaymentInitiationReviewResponse = {
  readonly success: true
  readonly data: OpenBankingPaymentReview
}

export type PaymentInitiationStatusResponse = {
  readonly success: true
  readonly data: OpenBankingPaymentStatusAnswer
}

export type PaymentIntent = {
  readonly intentId: string
  readonly merchantId: string | null
  readonly merchant: {
    readonly displayName: string
    readonly iconUrl: string | null
  } | null
  readonly asset: string
  /** The same as asset. */
  readonly currency: string
  /** `internal` for payments within the bank. */
  readonly network: string
  readonly amount: string
  /** The fee that is charged, in the asset of the amount. */
  readonly fee: string
  readonly status: PaymentIntentStatus
  readonly shieldEnabled: boolean
  readonly feesEstimate: FeesEstimate
  /** The recipient as the payer entered it. */
  readonly recipient: string
  readonly recipientKind: PaymentRecipientKind
  readonly description: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly tx: {
    readonly hash: string
    readonly explorerUrl: string | null
  } | null
  readonly confirmations: number
  readonly requiredConfirmations: number
  readonly error: {
    readonly code: string
    readonly message: string
  } | null
  /** Whether the network is simulated. */
  readonly simulated: boolean
}

export type PaymentIntentCancelRequest = {
  /** Why it is cancelled; it is recorded. */
  readonly reason?: string
}

export type PaymentIntentCancelResponse = {
  readonly success: true
  readonly data: CancelledIntent
}

export type PaymentIntentCreateForMerchantRequest = {
  /** The merchant to pay. */
  readonly merchantId: string
  /** Above zero, at most 999,999,999. */
  readonly amount: string | number
  /** The coin: USDC. */
  readonly asset: string
  /** A network that the merchant accepts, such as SOLANA. */
  readonly preferredNetwork: string
  /** Whether to shield the payment. */
  readonly shield?: boolean
  /** The purpose, for payer and merchant. */
  readonly description?: string
  /** The same key with the same request returns the same intent. */
  readonly idempotencyKey?: string
}

export type PaymentIntentCreateForMerchantResponse = {
  readonly success: true
  readonly data: PaymentIntent
}

export type PaymentIntentCreateRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The asset of the amount. */
  readonly currency: string
  /** A user’s uuid, an e-mail address, an account’s uuid or number, or the id of a merchant. */
  readonly recipient: string
  /** The purpose, for payer and recipient. */
  readonly description?: string
  /** The uuid of your account that pays; by default your oldest one that covers the amount. */
  readonly from_account?: string
}

export type PaymentIntentCreateResponse = {
  readonly success: true
  readonly data: PaymentIntent
}

export type PaymentIntentGetResponse = {
  readonly success: true
  readonly data: PaymentIntent
}

export type PaymentIntentListResponse = {
  readonly success: true
  readonly data: readonly PaymentIntent[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PaymentIntentStatus = "CREATED" | "AWAITING_AUTH" | "SUBMITTING" | "PENDING" | "CONFIRMED" | "FAILED" | "CANCELLED" | "EXPIRED"

export type PaymentIntentSubmitRequest = {
  readonly auth?: PaymentAuth
  /** Whether to shield the payment. Default: as in the intent. */
  readonly shield?: boolean
}

export type PaymentIntentSubmitResponse = {
  readonly success: true
  readonly data: SubmittedIntent
}

/** A CSV file has the first 2,500 that match. */
export type PaymentListFormat = "json" | "csv"

export type PaymentParty = {
  /** Null for the bank, and where the parties do not learn of each other. */
  readonly name: string | null
  /** Null for an account of the bank. */
  readonly account_uuid: string | null
  /** The code of the account of the bank, such as fees. */
  readonly bank_account: string | null
  /** Whether the caller may use the account. */
  readonly is_own: boolean
}

/** The kind of the recipient; an unknown one cannot be paid. */
export type PaymentRecipientKind = "user" | "email" | "account" | "merchant" | "unknown"

export type PaymentRequest = {
  /** The request that made the payment; GET /api/v2/requests finds it. */
  readonly request_id: string | null
  /** The API key or session of that request. */
  readonly credential_id: string | null
  /** The DID of the agent that asked for it. */
  readonly agent: string | null
}

/** The state of the payment. */
export type PaymentStatus = "pending" | "completed" | "failed"

export type PaymentStep = {
  readonly at: string
  readonly step: PaymentStepName
  /** What happened, in a sentence. */
  readonly summary: string
  readonly by: PaymentStepActor | null
  /** The reason for a failure, a return or a reversal. */
  readonly note: string | null
  /** The payment that gave the money back, in full or in part. */
  readonly payment_uuid: string | null
}

/** Who did it; null where that is not recorded. */
export type PaymentStepActor = "payer" | "receiver" | "bank" | "network"

export type PaymentStepName = "requested" | "held" | "completed" | "failed" | "reversed" | "sent" | "settled" | "returned" | "cancelled" | "disputed" | "decided"

/** The severity decides how much the score falls. */
export type PenaltySeverity = "minor" | "moderate" | "major" | "critical"

export type Person = {
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly status: UserStatus
  readonly roles: readonly string[]
  readonly tenant_id: string | null
  readonly kyc_status: string
  readonly kyc_level: string | null
  /** Whether a second factor is asked for at sign-in. */
  readonly two_factor: boolean
  readonly email_verified_at: string | null
  readonly created_at: string
}

export type PersonDetail = {
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly status: UserStatus
  readonly roles: readonly string[]
  readonly tenant_id: string | null
  readonly kyc_status: string
  readonly kyc_level: string | null
  /** Whether a second factor is asked for at sign-in. */
  readonly two_factor: boolean
  readonly email_verified_at: string | null
  readonly created_at: string
  /** The newest sessions that work or can be renewed. */
  readonly sessions: readonly PersonSession[]
  readonly access: StillActive
  /** The newest first. */
  readonly status_changes: readonly PersonStatusChange[]
}

export type PersonSession = {
  readonly id: string
  readonly started_at: string
  readonly expires_at: string
}

export type PersonStatusChange = {
  readonly status: "active" | "suspended"
  /** The reason given to the user. */
  readonly reason: string
  /** For operators only. */
  readonly note: string | null
  readonly changed_by: string
  readonly created_at: string
}

export type PersonalDataExportResponse = {
  readonly data: PersonalDataHoldings
}

/** All data as a file, or how many rows of each table there are. */
export type PersonalDataFormat = "file" | "summary"

export type PersonalDataHolding = {
  readonly table: string
  readonly rows: number
  /** Why rows of the table are not in the export; null if all are. */
  readonly not_exported: string | null
  /** Why the rows are kept for the legal term after an erasure; null if they are erased at once. */
  readonly kept: string | null
}

export type PersonalDataHoldings = {
  readonly user_uuid: string
  readonly tables: readonly PersonalDataHolding[]
}

export type Poll = {
  readonly id: number
  readonly uuid: string
  readonly title: string
  readonly description: string | null
  readonly type: PollType
  readonly options: readonly PollOption[]
  readonly start_date: string
  readonly end_date: string
  readonly status: PollStatus
  /** Percent, two decimal places. */
  readonly required_participation: number | null
  readonly voting_power_strategy: VotingPowerStrategy
  readonly execution_workflow: ExecutionWorkflow | null
  readonly created_by: string
  /** The metadata given at creation; once the poll is closed, also its results and their execution. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** Votes cast. */
  readonly votes_count: number
  /** The total power of the votes. A vote counts with what its voter held when it was cast, or when voting ended (until then: holds now) if that is less. */
  readonly total_voting_power: number
  readonly created_at: string
  readonly updated_at: string
}

export type PollCancelRequest = {
  /** Why the poll is cancelled. */
  readonly reason?: string
}

export type PollCreateRequest = {
  /** The question, in one line. */
  readonly title: string
  /** The question, in full. */
  readonly description?: string
  readonly type: PollType
  /** Required, except for a yes_no poll and a poll about the basket, which have default options. */
  readonly options?: readonly PollOptionInput[]
  /** In the future. */
  readonly start_date: string
  /** When voting ends. */
  readonly end_date: string
  /** The participation in percent that is needed for the result to take effect. */
  readonly required_participation?: number
  readonly voting_power_strategy?: VotingPowerStrategy
  readonly execution_workflow?: ExecutionWorkflow
  /** Free-form. With is_gcu_poll true it is a vote on the weights of the basket: a weighted_choice by GCU whose options are assets. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Activate the poll automatically at its start. */
  readonly auto_activate?: boolean
}

export type PollGetResponse = {
  readonly data: Poll
}

export type PollListActiveResponse = {
  readonly data: readonly Poll[]
  readonly meta: PageMeta
  /** On all pages. */
  readonly count: number
  readonly links: PageLinks
}

export type PollListGcuResponse = {
  readonly data: readonly GcuPoll[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PollListResponse = {
  readonly data: readonly Poll[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PollOption = {
  readonly id: string
  readonly label: string
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

export type PollOptionInput = {
  /** Letters, digits, spaces and _ . : - */
  readonly id: string
  /** The text that voters read. */
  readonly label: string
  /** More about the option. */
  readonly description?: string
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type PollResults = {
  readonly poll_uuid: string
  /** Votes cast. */
  readonly total_votes: number
  /** The power that counts, as in the poll; it may be less than the power at casting. */
  readonly total_voting_power: number
  /** By option: the number of votes for it, their power, and their percentage of the total power. In a ranked_choice, only first preferences are counted here. */
  readonly option_results: Readonly<Record<string, {
      readonly votes: number
      readonly power: number
      /** Percent, two decimal places. */
      readonly percentage: number
    }>>
  /** Percent, two decimal places. */
  readonly participation_rate: number
  /** Null in a tie. */
  readonly winning_option: string | null
  readonly metadata: {
    readonly participation_met: boolean
    /** The moment whose holdings limit the power of votes: the end of voting or, until then, now; the figures may change until voting ends. */
    readonly counted_at?: string
    /** Code → percent; they sum to 100. */
    readonly composition?: Readonly<Record<string, number>>
    readonly rounds?: readonly ({
      readonly powers: Readonly<Record<string, number>>
      readonly eliminated: string | null
    })[]
  }
}

export type PollResultsResponse = {
  readonly data: PollResults
}

/** What may happen to a poll in each state. draft: activate → active, cancel → cancelled; pending: activate → active, cancel → cancelled; active: close → closed, cancel → cancelled; closed: execute → executed, fail → failed; executed: the end; cancelled: the end; failed: the end. A draft is activated by an operator, a pending poll by the clock. */
export type PollStatus = "draft" | "pending" | "active" | "closed" | "executed" | "cancelled" | "failed"

/** How voters choose from the options. */
export type PollType = "single_choice" | "multiple_choice" | "weighted_choice" | "yes_no" | "ranked_choice"

export type PollVoteRequest = {
  /** Ids of options; in a ranked_choice the preferred first. */
  readonly selected_options: readonly string[]
  /** Only in a weighted_choice: the percentage of the power for each selected option; they must sum to 100. Default: equal shares. */
  readonly allocations?: Readonly<Record<string, string | number>>
}

export type PollWithMessage = {
  readonly data: Poll
  readonly message: string
}

export type PostingRule = {
  readonly id: string
  readonly name: string
  readonly trigger_event: string
  readonly debit_account: string
  readonly credit_account: string
  readonly amount_expression: string
  readonly currency_expression: string
  readonly priority: number
  readonly is_active: boolean
  readonly status: PostingRuleStatus
  readonly created_at: string
  readonly updated_at: string
}

export type PostingRuleActivateResponse = {
  readonly success: true
  readonly data: PostingRule
}

export type PostingRuleApplicationsResponse = {
  readonly success: true
  readonly data: readonly RuleApplication[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type PostingRuleCreateRequest = {
  /** A name that no other rule has. */
  readonly name: string
  /** The name of an event of the bank, such as sms.sent. */
  readonly trigger_event: string
  /** The account to debit; not one that the ledger core feeds. */
  readonly debit_account: string
  /** The account to credit; not one that the ledger core feeds. */
  readonly credit_account: string
  /** A decimal number, or event.<field> for a field of the event. */
  readonly amount_expression: string
  /** The code of an asset, or event.<field> for a field of the event. */
  readonly currency_expression?: string
  /** Rules with a smaller number come first; all of them are applied. */
  readonly priority?: number
}

export type PostingRuleCreateResponse = {
  readonly success: true
  readonly data: PostingRule
}

export type PostingRuleDeactivateResponse = {
  readonly success: true
  readonly data: PostingRule
}

export type PostingRuleListResponse = {
  readonly success: true
  readonly data: readonly PostingRule[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** What may happen to a rule in each state. active: deactivate → inactive; inactive: activate → active. */
export type PostingRuleStatus = "active" | "inactive"

export type Profile = {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly created_at: string
  readonly updated_at: string
}

export type Projector = {
  readonly name: string
  readonly domain: string
  readonly status: ProjectorStatus
  readonly last_processed_at: string | null
  /** An upper bound for the number of log rows that it has not processed yet. */
  readonly lag: number
}

export type ProjectorLag = {
  readonly total_events: number
  readonly last_event_id: string | null
  /** The lag of the slowest projector; for customers, counted in their own events. */
  readonly estimated_lag: number
  readonly status: ProjectorLagStatus
  /** Empty for customers. */
  readonly projectors: readonly Projector[]
}

export type ProjectorLagStatus = "healthy" | "degraded" | "unavailable"

export type ProjectorStatus = "healthy" | "stale" | "failed" | "unknown"

export type ProofClaims = {
  readonly opening_plus_entries_is_closing: boolean
  readonly kinds_sum_to_entries: boolean
  readonly every_balance_follows_from_the_one_before: boolean
  readonly sequence_without_gap: boolean
  /** Null when money moved after the period. */
  readonly closing_is_balance_now: boolean | null
  readonly held_is_sum_of_open_holds: boolean
}

export type Proposal = {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly status: ProposalStatus
  /** Code → percent; they sum to 100. */
  readonly proposed_composition: Readonly<Record<string, number>>
  /** Code → percent; they sum to 100. */
  readonly current_composition: Readonly<Record<string, number>>
  readonly voting_starts_at: string
  readonly voting_ends_at: string
  /** Percent, two decimal places. */
  readonly participation_rate: number
  /** Percent, two decimal places. */
  readonly approval_rate: number
  /** Percent, two decimal places. */
  readonly minimum_participation: number
  /** Percent, two decimal places. */
  readonly minimum_approval: number
  /** GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less. */
  readonly votes_for: string
  /** GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less. */
  readonly votes_against: string
  /** GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less. */
  readonly votes_abstain: string
  /** GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less. */
  readonly total_votes_cast: string
  /** The moment whose holdings limit the power of votes: the end of voting or, until then, now; the sums may change until voting ends. */
  readonly votes_counted_at: string
}

/** How to vote. */
export type ProposalChoice = "for" | "against" | "abstain"

export type ProposalCreateRequest = {
  /** The proposal, in one line. */
  readonly title: string
  /** The proposal, in full. */
  readonly description: string
  /** The reasons for the proposal. */
  readonly rationale?: string
  /** Code → percent, 0 to 100 with at most two decimal places. */
  readonly proposed_composition: Readonly<Record<string, string | number>>
  /** In the future. */
  readonly voting_starts_at: string
  /** When voting ends. */
  readonly voting_ends_at: string
  /** The percentage of all GCU that must take part. */
  readonly minimum_participation?: number
  /** The percentage of the cast votes that must be in favour; abstentions are cast votes. */
  readonly minimum_approval?: number
  /** Create a draft, which takes no votes until it is activated. */
  readonly draft?: boolean
}

export type ProposalDetail = {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly status: ProposalStatus
  /** Code → percent; they sum to 100. */
  readonly proposed_composition: Readonly<Record<string, number>>
  /** Code → percent; they sum to 100. */
  readonly current_composition: Readonly<Record<string, number>>
  readonly voting_starts_at: string
  readonly voting_ends_at: string
  /** Percent, two decimal places. */
  readonly participation_rate: number
  /** Percent, two decimal places. */
  readonly approval_rate: number
  /** Percent, two decimal places. */
  readonly minimum_participation: number
  /** Percent, two decimal places. */
  readonly minimum_approval: number
  /** GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less. */
  readonly votes_for: string
  /** GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less. */
  readonly votes_against: string
  /** GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less. */
  readonly votes_abstain: string
  /** GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less. */
  readonly total_votes_cast: string
  /** The moment whose holdings limit the power of votes: the end of voting or, until then, now; the sums may change until voting ends. */
  readonly votes_counted_at: string
  readonly rationale: string | null
  /** The GCU that customers hold, by which participation is measured: before voting, as of the creation of the proposal; during voting, as of now; after it, as of its end. */
  readonly total_gcu_supply: string
  readonly is_voting_active: boolean
  /** "4 days 3 hours" */
  readonly time_remaining: string | null
  readonly implemented_at: string | null
}

export type ProposalListResponse = {
  readonly status: "success"
  readonly data: readonly Proposal[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ProposalMyVotesResponse = {
  readonly status: "success"
  readonly data: readonly MyProposalVote[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ProposalReply = {
  readonly status: "success"
  readonly data: ProposalDetail
}

/** An active proposal whose voting has not begun is shown as upcoming. What may happen in each state: draft: activate → active; active: close → closed; closed: implement → implemented, reject → rejected; implemented: the end; rejected: the end. */
export type ProposalStatus = "draft" | "active" | "closed" | "implemented" | "rejected" | "upcoming"

export type ProposalVote = {
  readonly vote: ProposalChoice
  /** GCU, four decimal places. */
  readonly voting_power: string
}

export type ProposalVoteReply = {
  readonly status: "success"
  readonly message: string
  readonly data: ProposalVote
}

export type ProposalVoteRequest = {
  readonly vote: ProposalChoice
}

export type ProposalWithMessage = {
  readonly status: "success"
  readonly message: string
  readonly data: ProposalDetail
}

export type ProviderRate = {
  readonly provider: string
  readonly from_asset: string
  readonly to_asset: string
  /** Ten decimal places. */
  readonly rate: string
  /** Ten decimal places. */
  readonly inverse_rate: string
  /** Ten decimal places. */
  readonly bid: string | null
  /** Ten decimal places. */
  readonly ask: string | null
  readonly source: RateSource
  readonly valid_at: string
  readonly expires_at: string | null
  readonly is_active: boolean
  readonly age_minutes: number
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The class of a loan, by how late it is. */
export type ProvisionCategory = "standard" | "substandard" | "doubtful" | "loss"

export type ProvisionReview = {
  readonly review_date: string
  readonly reviewed: number
  /** How many provisions changed. */
  readonly adjusted: number
  /** Loans that are still to be reviewed today. */
  readonly remaining: number
}

export type ProvisionSummary = {
  /** Decimal. */
  readonly standard: string
  /** Decimal. */
  readonly substandard: string
  /** Decimal. */
  readonly doubtful: string
  /** Decimal. */
  readonly loss: string
  /** Decimal. */
  readonly total: string
  /** Decimal. */
  readonly outstanding_amount: string
  readonly loans: number
  readonly currency: string
  readonly as_of: string
}

export type ProvisioningListResponse = {
  readonly success: true
  readonly data: readonly LoanProvision[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ProvisioningRunResponse = {
  readonly success: true
  readonly data: ProvisionReview
}

export type ProvisioningSummaryResponse = {
  readonly success: true
  readonly data: ProvisionSummary
}

/** The push, as Google Pub/Sub sends it. */
export type PubSubMessage = {
  /** Base64 of a DeveloperNotification. */
  readonly data: string
  /** The id of the push; a repeated one is ignored. */
  readonly messageId: string
}

export type PublicBranding = {
  /** False for the branding of the bank itself. */
  readonly white_label: boolean
  readonly tenant_id: string | null
  /** The logo that the bank stores; its own pages show no other. */
  readonly logo: PublicLogo | null
  readonly primary_color: string | null
  readonly secondary_color: string | null
  readonly accent_color: string | null
  readonly text_color: string | null
  readonly background_color: string | null
  readonly logo_url: string | null
  readonly logo_dark_url: string | null
  readonly favicon_url: string | null
  readonly privacy_policy_url: string | null
  readonly terms_of_service_url: string | null
  readonly company_name: string | null
  readonly tagline: string | null
  readonly support_email: string | null
  readonly support_phone: string | null
  readonly custom_css: string | null
  readonly features: Readonly<Record<string, boolean>>
}

export type PublicLogo = {
  /** The path at this bank; it changes with the image. */
  readonly url: string
  readonly type: "image/png" | "image/jpeg" | "image/webp"
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
}

export type QueryParsed = {
  readonly intent: string
  readonly confidence: number
  readonly explanation: string
  /** Words that had no part in the interpretation. */
  readonly not_understood: readonly string[]
}

/** The order of the transactions; newest first when absent. */
export type QuerySort = "newest" | "oldest" | "largest" | "smallest"

export type Rail = {
  readonly id: RailName
  readonly name: string
  readonly aliases: readonly string[]
  /** credit_transfer or direct_debit */
  readonly type: string
  readonly currencies: readonly string[]
  readonly min_amount: string
  readonly max_amount: string
  readonly instant: boolean
  /** Whether the rail is open now. */
  readonly available: boolean
  /** Now while the rail is open. */
  readonly next_opening: string
  /** The end of the current or next hours. */
  readonly next_cutoff: string | null
  readonly operating_hours: string
  /** A time of day in time_zone. */
  readonly cutoff_time: string | null
  readonly time_zone: string | null
  /** The next days on which the rail is closed. */
  readonly holidays: readonly RailHoliday[]
  /** The fixed part of the fee of a payment. */
  readonly fee: string
  /** The bank’s cost of a payment, for routing. */
  readonly cost: string
  /** Percent of the part of an amount above cost_percentage_above. */
  readonly cost_percentage: string | null
  readonly cost_percentage_above: string | null
  readonly settlement: string
  /** For a payment that is created now. */
  readonly estimated_settlement: string
  /** From 0 to 1. */
  readonly success_rate: number
  /** 95 % of payments settle within this time. */
  readonly p95_seconds: number
  readonly failover: readonly RailName[]
  readonly simulated: boolean
}

export type RailAlternative = {
  readonly rail: RailName
  /** Null if the rail cannot carry the payment. */
  readonly score: number | null
  readonly reason: string
}

export type RailAttempt = {
  readonly rail: RailName
  readonly external_id: string
  readonly code: string
  readonly reason: string
  readonly submitted_at: string | null
  readonly ended_at: string
}

export type RailDirection = "outgoing" | "incoming"

export type RailGetResponse = {
  readonly success: true
  readonly data: Rail
}

export type RailHoliday = {
  readonly date: string
  readonly name: string
}

export type RailListResponse = {
  readonly success: true
  readonly data: readonly Rail[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** The id of a payment rail. */
export type RailName = "fednow" | "rtp" | "fedwire" | "ach" | "sct_inst" | "sepa_direct_debit" | "swift"

export type RailParty = {
  readonly name: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly routing_number: string | null
  readonly account_number: string | null
}

/** An account at any bank. */
export type RailPartyInput = {
  /** The name of the account’s owner. */
  readonly name?: string | null
  /** The IBAN. */
  readonly iban?: string | null
  /** The BIC of the account’s bank, if there is no IBAN. */
  readonly bic?: string | null
  /** The routing number of a US bank, nine digits. */
  readonly routing_number?: string | null
  /** The account number at that bank. */
  readonly account_number?: string | null
}

export type RailPayment = {
  readonly payment_id: string
  /** The same as payment_id. */
  readonly transaction_id: string
  /** The account at this bank. */
  readonly account_uuid: string
  readonly direction: RailDirection
  readonly type: RailPaymentType
  readonly rail: RailName
  readonly status: RailPaymentStatus
  readonly amount: string
  /** Charged in addition to the amount. */
  readonly fee: string
  readonly currency: string
  readonly creditor_account: string | null
  readonly counterparty: RailParty
  readonly memo: string | null
  /** The id of the payment in its network. */
  readonly external_id: string
  readonly end_to_end_id: string
  /** The mandate of a direct debit. */
  readonly mandate: string | null
  /** normal or instant */
  readonly urgency: string
  /** The network’s code for a failure, a return or a notice. */
  readonly code: string | null
  readonly reason: string | null
  /** True if no real network carries the payment. */
  readonly simulated: boolean
  readonly routing_decision: RailRoutingDecision | null
  /** Rails that were tried before this one, and why they did not accept the payment. */
  readonly attempts: readonly RailAttempt[]
  /** When a pending payment is submitted to its network. */
  readonly scheduled_for: string | null
  readonly submitted_at: string | null
  readonly estimated_settlement: string
  readonly completed_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type RailPaymentCancelResponse = {
  readonly success: true
  readonly data: RailPayment
}

export type RailPaymentCreateRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The currency of the amount. */
  readonly currency: string
  /** The id of a rail, or auto to have the bank choose one. */
  readonly rail?: string
  readonly urgency?: RailUrgency
  /** The account that is paid: text, or an object with its parts. */
  readonly creditor_account: string | RailPartyInput
  /** The account that pays; your oldest account when absent. */
  readonly from_account?: string
  /** The same as from_account. */
  readonly debtor_account?: string
  /** A text for the beneficiary. */
  readonly memo?: string | null
  /** Your own reference, which travels with the payment. */
  readonly end_to_end_id?: string
}

export type RailPaymentCreateResponse = {
  readonly success: true
  readonly data: RailPayment
}

export type RailPaymentGetResponse = {
  readonly success: true
  readonly data: RailPayment
}

export type RailPaymentListResponse = {
  readonly success: true
  readonly data: readonly RailPayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type RailPaymentReceiveRequest = {
  /** The rail it came over. */
  readonly rail: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The currency of the amount. */
  readonly currency: string
  /** The account of the customer. */
  readonly account: string | RailPartyInput
  readonly counterparty: RailPartyInput
  /** The network’s id of the payment; with the same id it is booked once. */
  readonly external_id: string
  /** The sender’s reference. */
  readonly end_to_end_id?: string
  /** A text for the beneficiary. */
  readonly memo?: string | null
  readonly direct_debit?: IncomingDirectDebit
}

export type RailPaymentReceiveResponse = {
  readonly success: true
  readonly data: RailPayment
}

export type RailPaymentSendRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The currency of the amount. */
  readonly currency: string
  /** The country of the beneficiary’s bank, as an ISO 3166-1 code. */
  readonly country: string
  readonly urgency?: RailUrgency
  readonly beneficiary: RailPartyInput
  /** The account that pays; your oldest account when absent. */
  readonly from_account?: string
  /** The same as from_account. */
  readonly debtor_account?: string
  /** A text for the beneficiary. */
  readonly memo?: string | null
}

export type RailPaymentSendResponse = {
  readonly success: true
  readonly data: RailPayment
}

/** pending: submit → processing, cancel → cancelled, reject → failed; processing: complete → completed, take the next rail → processing, wait for the next rail → pending, reject → failed, return → returned; completed: recover → recovering, return → returned; failed: the end; returned: the end; cancelled: the end; recovering: return → returned */
export type RailPaymentStatus = "pending" | "processing" | "completed" | "failed" | "returned" | "cancelled" | "recovering"

export type RailPaymentType = "credit_transfer" | "direct_debit"

export type RailPreview = {
  readonly rail: RailName
  readonly amount: string
  readonly currency: string
  readonly fee: string
  /** Amount and fee. */
  readonly total: string
  /** When the payment would be submitted to its network. */
  readonly submit_at: string
  readonly estimated_settlement: string
  readonly routing_decision: RailRoutingDecision | null
}

export type RailRouteRequest = {
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The currency of the amount. */
  readonly currency: string
  /** The id of a rail, or auto to have the bank choose one. */
  readonly rail?: string
  readonly urgency?: RailUrgency
  /** The account that is paid: text, or an object with its parts. */
  readonly creditor_account?: string | RailPartyInput
}

export type RailRouteResponse = {
  readonly success: true
  readonly data: RailPreview
}

export type RailRoutingDecision = {
  readonly recommended_rail: RailName
  /** From 0 to 1; the highest score wins. */
  readonly score: number
  readonly reasons: readonly string[]
  readonly alternatives: readonly RailAlternative[]
  /** The rails to try next if this one fails, in order. */
  readonly failover: readonly RailName[]
}

export type RailSupportedResponse = {
  readonly success: true
  readonly data: RailsOfCountry
}

/** Whether the payment should arrive within seconds; the choice of the rail depends on it. */
export type RailUrgency = "normal" | "instant"

export type RailsOfCountry = {
  readonly country: string
  readonly rails: readonly RailName[]
}

export type RampCheckout = {
  readonly session_id: string
  readonly provider: string
  /** True if no real money and no real coins are moved. */
  readonly test_mode: boolean
  readonly type: RampType
  readonly status: RampStatus
  readonly fiat_currency: RampFiat
  readonly fiat_amount: string
  readonly crypto_currency: RampCrypto
  readonly crypto_amount: string
  readonly message: string
}

export type RampCheckoutResponse = {
  readonly success: true
  readonly data: RampCheckout
}

/** The coin that is bought or sold. */
export type RampCrypto = "USDC" | "USDT" | "EURC" | "ETH" | "BTC"

/** The currency that pays for crypto or is paid for it. */
export type RampFiat = "USD" | "EUR" | "GBP"

export type RampLimits = {
  /** The smallest session, in its currency. */
  readonly min_amount: number
  /** The largest session, in its currency. */
  readonly max_amount: number
  /** US dollars in a UTC day. */
  readonly daily_limit: number
}

export type RampListResponse = {
  readonly data: readonly RampSession[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type RampQuote = {
  readonly provider_name: string
  /** Send it when starting the session to get these terms. */
  readonly quote_id: string
  readonly type: RampType
  readonly fiat_currency: RampFiat
  readonly fiat_amount: string
  readonly crypto_currency: RampCrypto
  readonly crypto_amount: string
  /** Coins for one unit of the currency; ten places. */
  readonly exchange_rate: string
  readonly fee: string
  readonly network_fee: string
  readonly fee_currency: string
  /** The amount after the fees: spent on crypto, or credited. */
  readonly net_amount: string
  readonly payment_methods: readonly string[]
  readonly rounding: string
}

export type RampQuoteResponse = {
  readonly success: true
  readonly data: RampQuotes
}

export type RampQuotes = {
  readonly quotes: readonly RampQuote[]
  readonly provider: string
  /** True if no real money and no real coins are moved. */
  readonly test_mode: boolean
  readonly valid_until: string
}

export type RampSession = {
  readonly id: string
  /** The same as id. */
  readonly session_id: string
  readonly provider: string
  /** True if no real money and no real coins are moved. */
  readonly test_mode: boolean
  readonly type: RampType
  readonly type_label: string
  readonly fiat_currency: RampFiat
  readonly fiat_amount: string
  /** Part of the fiat amount. */
  readonly fee: string
  /** Part of the fiat amount. */
  readonly network_fee: string
  readonly crypto_currency: RampCrypto
  readonly crypto_amount: string
  /** The money that a sale brings to the account. */
  readonly payout_amount: string | null
  /** The account that a sale is credited to. */
  readonly account_uuid: string | null
  readonly wallet_address: string
  readonly status: RampStatus
  readonly status_label: string
  /** Why the session failed, or what it waits for. */
  readonly reason: string | null
  /** The page of the provider at which the user continues. */
  readonly checkout_url: string
  readonly expires_at: string
  readonly completed_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type RampStartRequest = {
  readonly type: RampType
  readonly fiat_currency: RampFiat
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly fiat_amount: string | number
  readonly crypto_currency: RampCrypto
  /** The wallet that receives bought coins or sends sold ones. */
  readonly wallet_address: string
  /** The quote whose terms to use. Default: the current terms. */
  readonly quote_id?: string
}

export type RampStartResponse = {
  readonly success: true
  readonly data: RampSession
}

/** pending: pay → processing, fail → failed, expire → expired; processing: complete → completed, fail → failed, expire → expired; completed: the end; failed: the end; expired: the end */
export type RampStatus = "pending" | "processing" | "completed" | "failed" | "expired"

export type RampStatusResponse = {
  readonly success: true
  readonly data: RampSession
}

export type RampSupported = {
  readonly provider: string
  /** True if no real money and no real coins are moved. */
  readonly test_mode: boolean
  readonly types: readonly RampType[]
  readonly fiat_currencies: readonly RampFiat[]
  readonly crypto_currencies: readonly RampCrypto[]
  readonly cryptos: readonly RampSupportedCrypto[]
  readonly payment_methods: readonly string[]
  readonly limits: RampLimits
  readonly fee_percentage: string
}

export type RampSupportedCrypto = {
  readonly code: RampCrypto
  readonly name: string
  /** The network of the wallet address. */
  readonly network: string
  readonly decimals: number
}

export type RampSupportedResponse = {
  readonly success: true
  readonly data: RampSupported
}

/** on: buy crypto for money; off: sell crypto for money. */
export type RampType = "on" | "off"

export type RampWebhookReceived = {
  readonly received: boolean
  readonly session_id: string | null
  readonly status: RampStatus | null
}

export type RampWebhookResponse = {
  readonly success: true
  readonly data: RampWebhookReceived
}

export type RateComparison = {
  readonly from_asset: string
  readonly to_asset: string
  readonly rates: readonly ProviderRate[]
  /** The provider with the highest bid. */
  readonly best_bid: string | null
  /** The provider with the lowest ask. */
  readonly best_ask: string | null
}

export type RateConvertPublicResponse = {
  readonly data: ConvertedAmount
}

export type RateConvertResponse = {
  readonly data: ConvertedAmount
}

export type RateGetPublicResponse = {
  readonly data: PairRate
}

export type RateGetResponse = {
  readonly data: PairRate
}

export type RateHistory = {
  readonly from_asset: string
  readonly to_asset: string
  readonly start_date: string
  readonly end_date: string
  /** The rate at the end of each UTC day; for today, the current one. */
  readonly rates: readonly HistoricalRate[]
}

export type RateJudgement = {
  readonly from_asset: string
  readonly to_asset: string
  /** Ten decimal places. */
  readonly rate: string
  /** Ten decimal places. */
  readonly reference_rate: string
  /** Percent, two decimal places. */
  readonly deviation_percent: string
  /** Percent, two decimal places. */
  readonly spread_percent: string | null
  readonly age_seconds: number | null
  readonly is_valid: boolean
  readonly problems: readonly string[]
}

/** The values of the environment, which apply unless others are set. */
export type RateLimitValues = {
  /** Calls of one key, or of one signed-in user, in a minute; 0 turns the limit off. */
  readonly per_minute: number
  /** The same in an hour; 0 turns the limit off. */
  readonly per_hour: number
  /** GraphQL calls of one user in a minute; 0 turns the limit off. */
  readonly graphql_user: number
  /** GraphQL calls from one address without a credential in a minute; 0 turns the limit off. */
  readonly graphql_guest: number
}

export type RateLimits = {
  /** Calls of one key, or of one signed-in user, in a minute; 0 turns the limit off. */
  readonly per_minute: number
  /** The same in an hour; 0 turns the limit off. */
  readonly per_hour: number
  /** GraphQL calls of one user in a minute; 0 turns the limit off. */
  readonly graphql_user: number
  /** GraphQL calls from one address without a credential in a minute; 0 turns the limit off. */
  readonly graphql_guest: number
  readonly configured: RateLimitValues
  readonly reason: string | null
  readonly set_by: string | null
  readonly set_at: string | null
}

export type RateLimitsGetResponse = {
  readonly data: RateLimits
}

export type RateLimitsSetRequest = {
  /** Calls of one key, or of one signed-in user, in a minute; 0 turns the limit off. */
  readonly per_minute?: number
  /** The same in an hour; 0 turns the limit off. */
  readonly per_hour?: number
  /** GraphQL calls of one user in a minute; 0 turns the limit off. */
  readonly graphql_user?: number
  /** GraphQL calls from one address without a credential in a minute; 0 turns the limit off. */
  readonly graphql_guest?: number
  /** Why; the reason of a switch is also shown to customers who are refused. */
  readonly reason: string
}

export type RateLimitsSetResponse = {
  readonly data: RateLimits
}

export type RateProvider = {
  readonly name: string
  readonly title: string
  readonly source: RateSource
  /** Whether the rates follow a formula instead of a market. */
  readonly simulated: boolean
  /** The assets that the provider quotes. */
  readonly assets: readonly string[]
  readonly last_update: string | null
}

export type RateProviderAggregateResponse = {
  readonly data: AggregatedRate
}

export type RateProviderCompareResponse = {
  readonly data: RateComparison
}

export type RateProviderHistoryResponse = {
  readonly data: RateHistory
}

export type RateProviderListResponse = {
  readonly data: readonly RateProvider[]
}

export type RateProviderRateResponse = {
  readonly data: ProviderRate
}

export type RateProviderValidateRequest = {
  /** The code of an asset, in any case. */
  readonly from: string
  /** The code of an asset, in any case. */
  readonly to: string
  /** A decimal number as text, at most 18 places. */
  readonly rate: string
  /** A decimal number as text, at most 18 places. */
  readonly bid?: string
  /** A decimal number as text, at most 18 places. */
  readonly ask?: string
  /** The time of the quote; it may be at most 300 seconds old. */
  readonly timestamp?: string
}

export type RateProviderValidateResponse = {
  readonly data: RateJudgement
}

export type RateRefreshRequest = {
  /** Pairs such as EUR/USD; default: all. */
  readonly pairs?: readonly string[]
}

export type RateSetRequest = {
  /** The code of an asset, in any case. */
  readonly from_asset: string
  /** A decimal number as text, at most 18 places. */
  readonly rate: string
  /** A decimal number as text, at most 18 places. */
  readonly bid?: string
  /** A decimal number as text, at most 18 places. */
  readonly ask?: string
  /** A time in the future from which the feeds may replace the rate; default: they never do. */
  readonly valid_until?: string
}

/** Where the rate comes from. */
export type RateSource = "manual" | "api" | "oracle" | "market"

export type RebalanceFrequency = "daily" | "weekly" | "monthly" | "quarterly" | "never"

export type Receipt = {
  readonly receiptId: string
  readonly merchantName: string | null
  readonly amount: string
  readonly asset: string
  readonly dateTime: string
  readonly networkFee: string
  readonly status: string
  /** A public link to this receipt; present only when it is created. */
  readonly sharePayload: string | null
  readonly shareExpiresAt: string | null
  readonly pdfUrl: string
}

/** The format of the receipt. */
export type ReceiptFormat = "json" | "pdf"

export type ReceiptGetResponse = {
  readonly success: true
  readonly data: Receipt
}

export type ReceiptShareResponse = {
  readonly success: true
  readonly data: Receipt
}

export type ReceiptUnshareResponse = {
  readonly success: true
  readonly data: {
    readonly message: string
  }
}

export type ReceiptViewResponse = {
  readonly success: true
  readonly data: SharedReceipt
}

export type RecentActivity = {
  readonly items: readonly Activity[]
  readonly count: number
  readonly has_more: boolean
}

export type RecentRecipient = {
  /** A user’s uuid, or an e-mail address. */
  readonly recipient: string
  readonly type: "user" | "email"
  readonly last_sent_at: string
  readonly times: number
}

export type Recipient = {
  /** An account is paid by a transfer. Money to an e-mail address waits until its owner claims it. */
  readonly kind: "own_account" | "account" | "email"
  /** The uuid of the account, or the e-mail address. */
  readonly recipient: string
  /** The name of an own account, or of the holder of an account that has paid the caller. */
  readonly name: string | null
  /** The caller’s reference of the last payment. */
  readonly last_reference: string | null
  readonly last_paid_at: string | null
  /** How many of the newest payments went to it. */
  readonly times: number
}

export type RecipientSearchResponse = {
  readonly data: readonly Recipient[]
}

export type RecurringInterval = "weekly" | "monthly" | "yearly"

export type RecurringPayment = {
  readonly merchant: string | null
  readonly counterparty_account: string | null
  /** The customer who is paid; null where it is not always the same account. */
  readonly counterparty_name: string | null
  readonly category: string
  readonly asset_code: string
  readonly interval: RecurringInterval
  /** The last amount. */
  readonly amount: string
  /** The payments of this rhythm that are known. */
  readonly payments: number
  readonly first_on: string
  readonly last_on: string
  /** When the next payment is expected. */
  readonly next_on: string
}

export type RecurringPayments = {
  readonly recurring: readonly RecurringPayment[]
}

export type RefreshedRates = {
  readonly message: string
  readonly updated_count: number
  readonly data: readonly ExchangeRate[]
}

export type RegulatoryAdapters = {
  readonly adapters: readonly ({
    readonly key: string
    readonly name: string
    readonly jurisdiction: "US" | "EU" | "UK" | "SG"
    readonly report_types: readonly string[]
    readonly available: boolean
    readonly sandbox: boolean
  })[]
  readonly total: number
  readonly demo_mode: boolean
}

export type RegulatoryAdaptersResponse = {
  readonly success: true
  readonly data: RegulatoryAdapters
}

export type RegulatoryApplicableResponse = {
  readonly success: true
  readonly data: ApplicableRegulations
}

export type RegulatoryDecision = {
  readonly decision_id: string
  /** The kind of decision: travel_rule_check, travel_rule_transfer, mica_check, mifid_report. */
  readonly kind: "travel_rule_check" | "travel_rule_transfer" | "mica_check" | "mifid_report"
  /** The id under which the caller knows the result. */
  readonly subject: string
  readonly user_uuid: string
  readonly rule_version: string
  readonly input: Readonly<Record<string, unknown>>
  readonly facts: Readonly<Record<string, unknown>>
  readonly output: Readonly<Record<string, unknown>>
  readonly created_at: string
}

export type RegulatoryDecisionGetResponse = {
  readonly success: true
  readonly data: RegulatoryDecision
}

export type RegulatoryDecisionListResponse = {
  readonly success: true
  readonly data: readonly RegulatoryDecision[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type RegulatoryDecisionReplayResponse = {
  readonly success: true
  readonly data: DecisionReplay
}

export type RegulatoryReportFileRequest = {
  /** The type of the report, such as CTR. */
  readonly report_type: string
  /** US, EU, UK or SG. */
  readonly jurisdiction: string
  /** The fields of the report; each type has its own required ones. A quarterly report names its quarter by the last day of the quarter as `reporting_date`, or by a `reporting_period` such as 2026-Q1; one that names none is about the oldest quarter that was not filed. */
  readonly report_data: Readonly<Record<string, unknown>>
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type RegulatoryReportFileResponse = {
  readonly success: true
  readonly data: FiledReport
}

export type RegulatoryReportListResponse = {
  readonly success: true
  readonly data: readonly RegulatoryReportState[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type RegulatoryReportState = {
  readonly status: "pending" | "processing" | "accepted"
  readonly message: string
  readonly details: {
    readonly reference: string
    readonly report_type: string
    readonly jurisdiction: string
    readonly regulator: string
    readonly submitted_at: string
    readonly reporting_deadline: string | null
    readonly simulated: boolean
  }
}

export type RegulatoryReportStatusResponse = {
  readonly success: true
  readonly data: RegulatoryReportState
}

export type RegulatoryStatus = {
  readonly overall_status: "operational" | "attention_required"
  readonly frameworks: {
    readonly mifid: {
      readonly enabled: boolean
      readonly status: "operational" | "attention_required"
      readonly last_checked: string | null
    }
    readonly mica: {
      readonly enabled: boolean
      readonly status: "operational" | "attention_required"
      readonly last_checked: string | null
    }
    readonly travel_rule: {
      readonly enabled: boolean
      readonly status: "operational" | "attention_required"
      readonly last_checked: string | null
    }
  }
  readonly jurisdictions: readonly ({
    readonly jurisdiction: "US" | "EU" | "UK" | "SG"
    readonly status: "operational" | "attention_required"
    readonly last_checked: string | null
  })[]
  readonly total_scheduled: number
  /** Within 30 days. */
  readonly upcoming_deadlines: number
  readonly overdue_filings: number
  readonly next_deadline: string | null
  /** The regulators are simulated. */
  readonly demo_mode: boolean
  readonly adapters_registered: number
}

export type RegulatoryStatusResponse = {
  readonly success: true
  readonly data: RegulatoryStatus
}

export type RegulatorySummaryResponse = {
  readonly success: true
  readonly data: ComplianceSummary
}

export type ReleasedEscrow = {
  readonly escrow_id: string
  readonly status: EscrowStatus
  readonly amount: number
  readonly fee: number
  readonly currency: AgentCurrency
  readonly released_to: string
  readonly released_by: string
  readonly released_at: string
}

export type RemovedDevices = {
  readonly removed: number
}

export type Reputation = {
  readonly agent_did: string
  readonly agent_id: string
  /** From 0 to 100, with two decimal places. */
  readonly score: number
  readonly trust_level: TrustLevel
  readonly total_transactions: number
  readonly successful_transactions: number
  readonly failed_transactions: number
  readonly cancelled_transactions: number
  /** In per cent, with two decimal places, rounded down. */
  readonly success_rate: number
  readonly average_rating: number | null
  readonly dispute_count: number
  readonly is_new_agent: boolean
}

export type ReputationFeedback = {
  readonly agent_did: string
  /** From 0 to 100, with two decimal places. */
  readonly previous_score: number
  /** From 0 to 100, with two decimal places. */
  readonly new_score: number
  readonly score_change: number
  readonly new_trust_level: TrustLevel
  readonly feedback_recorded: true
}

export type ReputationGetResponse = {
  readonly success: true
  readonly data: Reputation
}

export type ReputationGiveFeedbackRequest = {
  /** did:florin:agent:<id> */
  readonly reviewer_did: string
  /** The payment that the feedback is about. */
  readonly transaction_id: string
  readonly outcome: DealingOutcome
  /** From 1, bad, to 5, good. */
  readonly rating?: number
  /** A comment on the transaction. */
  readonly comment?: string
  /** The value of the transaction; counted up to its actual amount. */
  readonly transaction_value?: number
}

export type ReputationGiveFeedbackResponse = {
  readonly success: true
  readonly data: ReputationFeedback
}

export type ReputationHistoryItem = {
  readonly id: string
  readonly kind: "feedback" | "penalty"
  readonly reviewer_did: string | null
  readonly transaction_id: string | null
  readonly outcome: DealingOutcome | null
  readonly severity: PenaltySeverity | null
  readonly rating: number | null
  readonly comment: string | null
  /** From 0 to 100, with two decimal places. */
  readonly previous_score: number
  /** From 0 to 100, with two decimal places. */
  readonly new_score: number
  readonly score_change: number
  readonly created_at: string
}

export type ReputationHistoryResponse = {
  readonly success: true
  readonly data: readonly ReputationHistoryItem[]
}

export type ReputationLeader = {
  readonly rank: number
  readonly name: string
  readonly agent_did: string
  readonly agent_id: string
  /** From 0 to 100, with two decimal places. */
  readonly score: number
  readonly trust_level: TrustLevel
  readonly total_transactions: number
  readonly successful_transactions: number
  readonly failed_transactions: number
  readonly cancelled_transactions: number
  /** In per cent, with two decimal places, rounded down. */
  readonly success_rate: number
  readonly average_rating: number | null
  readonly dispute_count: number
  readonly is_new_agent: boolean
}

export type ReputationLeaderboardResponse = {
  readonly success: true
  readonly data: readonly ReputationLeader[]
}

export type ReputationPenalizeRequest = {
  readonly severity: PenaltySeverity
  /** The reason for the penalty. */
  readonly reason: string
}

export type ReputationPenalizeResponse = {
  readonly success: true
  readonly data: ReputationPenalty
}

export type ReputationPenalty = {
  readonly agent_did: string
  /** From 0 to 100, with two decimal places. */
  readonly previous_score: number
  /** From 0 to 100, with two decimal places. */
  readonly new_score: number
  readonly score_change: number
  readonly trust_level: TrustLevel
  readonly severity: PenaltySeverity
  readonly reason: string
}

export type ReputationTrustResponse = {
  readonly success: true
  readonly data: TrustEvaluation
}

export type RequestExchange = {
  /** The path and query as they were sent. */
  readonly url: string
  readonly idempotency_key: string | null
  /** JSON as text, with secrets replaced by [redacted] and cut at 16384 characters. */
  readonly request_body: string | null
  /** JSON as text, with secrets replaced by [redacted] and cut at 16384 characters. */
  readonly response_body: string | null
  /** Why the answer is not kept: it holds a secret, or it is a file or a stream. */
  readonly left_out: "secret" | "file" | null
  /** Whether a body was longer than what is kept of it. */
  readonly is_cut: boolean
}

export type RequestGetResponse = {
  readonly data: RequestLogDetail
}

/** Half, 95 and 99 percent of the calls took at most as long. */
export type RequestLatency = {
  readonly p50_ms: number
  readonly p95_ms: number
  readonly p99_ms: number
}

export type RequestLog = {
  readonly data: readonly RequestLogEntry[]
  /** Send this as `before` to read on, even when this page is short; null on the last page. */
  readonly next: string | null
}

export type RequestLogDetail = {
  readonly id: string
  /** As in the header X-Request-ID of the answer. */
  readonly request_id: string
  readonly operation: string
  readonly method: string
  /** The route with its parameters by name, not by value. */
  readonly path: string
  readonly status: number
  readonly error_code: string | null
  readonly duration_ms: number
  readonly credential_id: string | null
  readonly credential_kind: CredentialKind | null
  readonly user_agent: string | null
  readonly address: string
  /** The number of calls before this one that exceeded the rate of the log. */
  readonly omitted: number
  readonly created_at: string
  /** What was sent and answered; null for calls of a login, beyond the rate of kept bodies, or where the bank keeps none. */
  readonly exchange: RequestExchange | null
}

export type RequestLogEntry = {
  readonly id: string
  /** As in the header X-Request-ID of the answer. */
  readonly request_id: string
  readonly operation: string
  readonly method: string
  /** The route with its parameters by name, not by value. */
  readonly path: string
  readonly status: number
  readonly error_code: string | null
  readonly duration_ms: number
  readonly credential_id: string | null
  readonly credential_kind: CredentialKind | null
  readonly user_agent: string | null
  readonly address: string
  /** The number of calls before this one that exceeded the rate of the log. */
  readonly omitted: number
  readonly created_at: string
}

export type RequestStatistics = {
  /** The length of each stretch of time. */
  readonly stretch_seconds: number
  /** False if more calls were logged than are counted; then the earliest are missing. */
  readonly is_whole: boolean
  readonly data: readonly RequestStretch[]
}

export type RequestStretch = {
  /** The beginning of the stretch. */
  readonly at: string
  /** With those that exceeded the rate of the log. */
  readonly calls: number
  /** Logged calls answered with a status of 4xx. */
  readonly refused: number
  /** Logged calls answered with a status of 5xx. */
  readonly failed: number
  /** Null without calls. */
  readonly latency: RequestLatency | null
}

export type ResolvedEscrow = {
  readonly escrow_id: string
  readonly status: EscrowStatus
  readonly dispute_id: string
  readonly resolution_type: EscrowResolutionType
  readonly resolved_by: string
  readonly resolved_at: string
  readonly distribution: EscrowDistribution
  readonly fee: number
}

export type Reversal = {
  readonly reversal_id: string
  readonly account_uuid: string
  readonly amount: string
  readonly asset_code: string
  readonly transaction_type: TransactionSide
  readonly reversal_reason: string
  readonly original_transaction_id: string
  readonly authorized_by: string | null
  readonly status: string
  readonly created_at: string
  readonly completed_at: string | null
}

export type ReversalList = {
  readonly data: readonly Reversal[]
  readonly pagination: OffsetPagination
}

export type ReversalProgress = {
  readonly reversal_id: string
  readonly status: string
  /** Percent. */
  readonly progress: number
  readonly steps_completed: readonly string[]
  readonly error_message: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type ReversalStatusResponse = {
  readonly data: ReversalProgress
}

export type ReversalWithMessage = {
  readonly message: string
  readonly data: StartedReversal
}

export type RotatedSecret = {
  readonly id: string
  /** Shown only here: keep it. */
  readonly secret: string
  readonly previous_secret_valid_until: string | null
}

export type RuleApplication = {
  readonly event_id: string
  readonly status: RuleApplicationStatus
  readonly entry_id: string | null
  readonly problem: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly occurred_at: string
}

/** pending: the entry is posted shortly; failed: there is no entry, for the reason given. */
export type RuleApplicationStatus = "pending" | "posted" | "failed"

export type SanctionsDecideRequest = {
  /** confirmed: the name is that of the listed party; cleared: it is not. */
  readonly decision: "confirmed" | "cleared"
  /** The reason; it is stored with your name. */
  readonly reason: string
  /** When the exception for a cleared name ends: in 90 days by default, at most a year. */
  readonly expires_at?: string
}

export type SanctionsDecideResponse = {
  readonly success: true
  readonly data: SanctionsHit
}

export type SanctionsException = {
  readonly exception_id: string
  readonly hit_id: string
  readonly name: string
  readonly entry_id: string
  readonly reason: string
  readonly author: string
  readonly active: boolean
  readonly expires_at: string
  readonly revoked_by: string | null
  readonly revoked_at: string | null
  readonly created_at: string
}

export type SanctionsExceptionsResponse = {
  readonly success: true
  readonly data: readonly SanctionsException[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type SanctionsHit = {
  readonly hit_id: string
  readonly name: string
  /** The id of the entry in the list. */
  readonly entry_id: string
  readonly entry_name: string
  readonly program: string | null
  /** How alike the names are, from 0 to 1. */
  readonly score: number
  /** The SHA-256 of the list. */
  readonly list_version: string
  readonly source: "request" | "travel_rule" | "mica" | "transfer"
  readonly status: "open" | "confirmed" | "cleared"
  readonly seen_times: number
  readonly decided_by: string | null
  readonly decided_at: string | null
  readonly reason: string | null
  readonly created_at: string
  readonly last_seen_at: string
}

export type SanctionsHitsResponse = {
  readonly success: true
  readonly data: readonly SanctionsHit[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type SanctionsListState = {
  readonly configured: boolean
  /** The SHA-256 of the file. */
  readonly version: string | null
  readonly entries: number
  readonly loaded_at: string | null
  readonly threshold: number
  /** Why a changed file was not read; the last list stays in use. */
  readonly problem: string | null
}

export type SanctionsListStateResponse = {
  readonly success: true
  readonly data: SanctionsListState
}

export type SanctionsRevokeExceptionRequest = {
  /** The reason; it is stored with your name. */
  readonly reason: string
}

export type SanctionsRevokeExceptionResponse = {
  readonly success: true
  readonly data: SanctionsException
}

export type SanctionsScreenRequest = {
  /** The name to screen. */
  readonly name: string
}

export type SanctionsScreenResponse = {
  readonly success: true
  readonly data: SanctionsScreening
}

export type SanctionsScreening = {
  readonly name: string
  /** True if every hit is covered by an active exception. */
  readonly cleared: boolean
  readonly list_version: string | null
  readonly threshold: number
  readonly hits: readonly SanctionsHit[]
  readonly screened_at: string
}

export type SdkApiDescription = {
  /** The version of the format. */
  readonly openapi: string
  /** The version of the API. */
  readonly version: string
  /** The public address of the document. */
  readonly url: string
}

export type SdkBranding = {
  readonly name: string
  readonly color: string
}

/** The document, or its version and address as JSON. */
export type SdkDocumentFormat = "openapi" | "json"

export type SdkDownload = {
  readonly language: "typescript" | "python" | "java" | "go" | "csharp" | "php"
  readonly version: string
  readonly package_name: string
  readonly file_name: string
  /** The checksum of the archive. */
  readonly sha256: string
  readonly size_bytes: number
}

/** The archive, or its checksum and size as JSON. */
export type SdkDownloadFormat = "zip" | "json"

export type SdkGeneration = {
  readonly generation_id: string
  readonly status: "completed"
  readonly api_version: string
  readonly branding: SdkBranding
  readonly options: SdkOptions
  readonly modules: readonly string[]
  readonly created_at: string
  readonly expires_at: string
  readonly packages: readonly SdkPackage[]
}

export type SdkGenerationSummary = {
  readonly generation_id: string
  readonly status: "completed"
  readonly api_version: string
  readonly branding: SdkBranding
  readonly options: SdkOptions
  readonly modules: readonly string[]
  readonly created_at: string
  readonly expires_at: string
  readonly languages: readonly ("typescript" | "python" | "java" | "go" | "csharp" | "php")[]
}

export type SdkLanguage = {
  readonly language: "typescript" | "python" | "java" | "go" | "csharp" | "php"
  readonly name: string
  readonly package_manager: string
  readonly aliases: readonly string[]
}

export type SdkLanguageStatus = {
  /** Whether the partner has an SDK of this language. */
  readonly exists: boolean
  readonly language: "typescript" | "python" | "java" | "go" | "csharp" | "php"
  /** A link to the newest archive, valid for an hour. */
  readonly path: string | null
  readonly version: string | null
  readonly generation_id: string | null
}

export type SdkOptions = {
  readonly include_types: boolean
  readonly include_examples: boolean
  readonly include_tests: boolean
}

export type SdkPackage = {
  readonly language: "typescript" | "python" | "java" | "go" | "csharp" | "php"
  readonly version: string
  readonly package_name: string
  readonly file_name: string
  /** The checksum of the archive. */
  readonly sha256: string
  readonly size_bytes: number
  /** A link to the archive, valid for an hour. */
  readonly download_url: string
  /** The documentation of the API. */
  readonly docs_url: string
  readonly files: readonly string[]
}

export type SentAgentMessage = {
  readonly message_id: string
  readonly from_agent_did: string
  readonly to_agent_did: string
  readonly message_type: AgentMessageType
  readonly priority: AgentMessagePriority
  readonly status: AgentMessageStatus
  readonly requires_acknowledgment: boolean
  readonly correlation_id: string | null
  readonly sent_at: string
}

export type Session = {
  readonly user: User
  readonly access_token: string
  readonly refresh_token?: string
  readonly token_type: "Bearer"
  /** Seconds. */
  readonly expires_in: number
  /** Seconds. */
  readonly refresh_expires_in?: number
  /** The token only serves POST /api/auth/2fa/verify, which returns a full one. */
  readonly two_factor_required: boolean
}

export type SessionReply = {
  readonly success: boolean
  readonly data: Session
  readonly access_token: string
}

export type ShareAccount = {
  readonly id: string
  readonly account_number: string
  readonly user_id: string
  readonly group_id: string | null
  readonly currency: string
  /** How many shares the account holds. */
  readonly shares_purchased: number
  /** The price of one share. */
  readonly nominal_value: string
  /** Decimal. */
  readonly total_value: string
  /** Decimal. */
  readonly dividend_balance: string
  readonly status: ShareAccountStatus
  readonly last_moved_at: string
  readonly created_at: string
}

export type ShareAccountCloseResponse = {
  readonly success: true
  readonly data: ShareAccount
}

export type ShareAccountGetResponse = {
  readonly success: true
  readonly data: ShareAccount
}

export type ShareAccountListResponse = {
  readonly success: true
  readonly data: readonly ShareAccount[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ShareAccountMovementsResponse = {
  readonly success: true
  readonly data: readonly ShareMovement[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ShareAccountOpenRequest = {
  /** The group whose shares are bought. */
  readonly group_id?: string
  /** The code of the currency. */
  readonly currency?: string
}

export type ShareAccountOpenResponse = {
  readonly success: true
  readonly data: ShareAccount
}

export type ShareAccountPurchaseRequest = {
  /** How many shares. */
  readonly shares: number
  /** The account that pays; the caller’s first by default. */
  readonly account_id?: string
}

export type ShareAccountPurchaseResponse = {
  readonly success: true
  readonly data: ShareAccount
}

export type ShareAccountRedeemRequest = {
  /** How many shares. */
  readonly shares: number
  /** The account that is paid; the caller’s first by default. */
  readonly account_id?: string
}

export type ShareAccountRedeemResponse = {
  readonly success: true
  readonly data: ShareAccount
}

/** What may happen to a share account in each state. active: move → active, become_dormant → dormant, close → closed; dormant: move → active, close → closed; closed: the end. */
export type ShareAccountStatus = "active" | "dormant" | "closed"

export type ShareAccountWithdrawDividendsRequest = {
  /** The account that is paid; the caller’s first by default. */
  readonly account_id?: string
}

export type ShareAccountWithdrawDividendsResponse = {
  readonly success: true
  readonly data: ShareAccount
}

export type ShareMovement = {
  readonly id: string
  readonly type: "purchase" | "redemption" | "dividend" | "payout"
  readonly shares: number
  /** Decimal. */
  readonly amount: string
  readonly created_at: string
}

export type SharedReceipt = {
  readonly receiptId: string
  readonly merchantName: string | null
  readonly amount: string
  readonly asset: string
  readonly dateTime: string
  readonly networkFee: string
  readonly status: string
}

export type SignInSession = {
  readonly id: string
  /** Whether this request is part of it. */
  readonly is_current: boolean
  /** The browser and system in words, or “unknown”. */
  readonly device: string
  readonly user_agent: string | null
  /** The network address of the last sign-in or refresh. */
  readonly ip_address: string | null
  readonly signed_in_at: string
  readonly last_used_at: string | null
  /** The end of the session unless it is refreshed before. */
  readonly expires_at: string
}

export type SmsInfo = {
  readonly provider: "mock" | "vertexsms" | null
  readonly enabled: boolean
  readonly test_mode: boolean
  readonly networks: readonly string[]
}

export type SmsInfoResponse = {
  readonly data: SmsInfo
}

export type SmsRate = {
  /** The name of the country, in English. */
  readonly country: string
  readonly country_code: string
  /** Euros per part. */
  readonly rate_eur: string
  /** Millionths of a USDC, as a whole number. */
  readonly rate_usdc: string
}

export type SmsRatesResponse = {
  readonly data: SmsRate
}

export type SmsReportResponse = {
  readonly received: boolean
}

export type SmsSendRequest = {
  /** The phone number, with its country’s dial code. */
  readonly to: string
  /** Shown as the sender: up to 20 letters, digits and spaces. */
  readonly from?: string
  /** The text. */
  readonly message: string
}

export type SmsSendResponse = {
  readonly success: true
  readonly data: {
    readonly message_id: string
    readonly status: SmsStatus
    readonly parts: number
    readonly destination: string
    /** Millionths of a USDC, as a whole number. */
    readonly price_usdc: string
    readonly test_mode: boolean
  }
}

export type SmsState = {
  readonly message_id: string
  readonly status: SmsStatus
  readonly delivered_at: string | null
  readonly payment_status: "settled" | "pending"
  readonly parts: number
  readonly destination: string
  /** Millionths of a USDC, as a whole number. */
  readonly price_usdc: string
  readonly error_code: string | null
  readonly test_mode: boolean
}

export type SmsStatus = "pending" | "sent" | "delivered" | "failed"

export type SmsStatusResponse = {
  readonly success: true
  readonly data: SmsState
}

export type Soundness = "sound" | "broken" | "unknown"

export type SpendingAnalysis = {
  readonly period: SpendingPeriod
  /** The currency of the sums: the asset of all transactions, or USD at current rates when there are several assets. */
  readonly currency: string
  /** In whole units of the asset, exact. */
  readonly total_spent: number
  /** In whole units of the asset, exact. */
  readonly total_earned: number
  /** The number of transactions that were spending. */
  readonly transaction_count: number
  readonly by_category: Readonly<Record<string, SpentSum>>
  /** Every UTC day of a period of up to 366 days; for longer periods only the days with spending. */
  readonly by_day: Readonly<Record<string, SpentSum>>
  readonly top_merchants: readonly MerchantSpending[]
  readonly trends: SpendingTrends
  readonly insights: readonly string[]
  readonly not_counted: SpendingNotCounted
  /** Assets without a rate, which are left out of the sums. */
  readonly unconverted: readonly string[]
  readonly query_parsed: QueryParsed | null
  readonly filters_used: FiltersUsed
}

export type SpendingAnalysisRequest = {
  /** In plain words: "groceries over $20 last month". */
  readonly query?: string
  /** Only this account. */
  readonly account_uuid?: string
  /** From this day on. */
  readonly date_from?: string
  /** Up to the end of this day. */
  readonly date_to?: string
  /** Only this category. */
  readonly category?: string
  /** Only this asset. */
  readonly asset_code?: string
}

export type SpendingAnalysisResponse = {
  readonly success: true
  readonly data: SpendingAnalysis
}

export type SpendingBudgetCreateRequest = {
  /** The category that the budget is for. */
  readonly category: string
  /** Three to ten upper-case letters. */
  readonly asset_code: string
  readonly period: BudgetPeriod
  /** How much may be spent in each period. */
  readonly amount: string | number
  /** The share of the amount, in percent, from which a warning is given. */
  readonly warning_percent?: number
}

export type SpendingBudgetCreateResponse = {
  readonly data: Budget
}

export type SpendingBudgetGetResponse = {
  readonly data: BudgetStatus
}

export type SpendingBudgetListResponse = {
  readonly data: readonly BudgetStatus[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type SpendingBudgetUpdateRequest = {
  /** How much may be spent in each period. */
  readonly amount?: string | number
  /** The share of the amount, in percent, from which a warning is given. */
  readonly warning_percent?: number
}

export type SpendingBudgetUpdateResponse = {
  readonly data: Budget
}

export type SpendingDirection = "increasing" | "decreasing" | "stable"

/** Transfers between own accounts and exchanges of assets, which are not spending. */
export type SpendingNotCounted = {
  readonly own_transfers: SpentSum
  readonly exchanges: SpentSum
}

export type SpendingPeriod = {
  readonly from: string
  readonly to: string
}

export type SpendingRecurringListResponse = {
  readonly data: RecurringPayments
}

export type SpendingRule = {
  readonly id: string
  readonly reference: string | null
  readonly counterparty_account: string | null
  readonly category: string | null
  readonly merchant: string | null
  readonly priority: number
  readonly created_at: string
  readonly updated_at: string
}

export type SpendingRuleCreateRequest = {
  /** Up to five words that the reference must have, all of them, as whole words in upper or lower case. */
  readonly reference?: string | null
  /** The account that was paid, or that paid. */
  readonly counterparty_account?: string | null
  /** The category to assign. */
  readonly category?: string | null
  /** The merchant to assign. */
  readonly merchant?: string | null
  /** Rules with a smaller number come first, and the newest among equals. */
  readonly priority?: number
}

export type SpendingRuleCreateResponse = {
  readonly data: SpendingRule
}

export type SpendingRuleGetResponse = {
  readonly data: SpendingRule
}

export type SpendingRuleListResponse = {
  readonly data: readonly SpendingRule[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type SpendingRuleUpdateRequest = {
  /** Up to five words that the reference must have, all of them, as whole words in upper or lower case. */
  readonly reference?: string | null
  /** The account that was paid, or that paid. */
  readonly counterparty_account?: string | null
  /** The category to assign. */
  readonly category?: string | null
  /** The merchant to assign. */
  readonly merchant?: string | null
  /** Rules with a smaller number come first, and the newest among equals. */
  readonly priority?: number
}

export type SpendingRuleUpdateResponse = {
  readonly data: SpendingRule
}

export type SpendingTrends = {
  readonly direction: SpendingDirection
  /** Null when nothing was spent in the first half. */
  readonly change_percent: number | null
  /** Spending per day in the first half. */
  readonly first_half_avg: number
  /** Spending per day in the second half. */
  readonly second_half_avg: number
}

export type SpentSum = {
  /** In whole units of the asset, exact. */
  readonly total: number
  readonly count: number
}

export type StandingOrder = {
  readonly uuid: string
  readonly from_account: string
  readonly to_account: string
  readonly recipient_name: string | null
  readonly amount: string
  readonly asset_code: string
  readonly reference: string | null
  readonly frequency: StandingOrderFrequency
  readonly first_on: string
  readonly last_on: string | null
  readonly next_on: string | null
  readonly status: StandingOrderStatus
  readonly payments_made: number
  /** How many of the latest payments failed; after three the order is paused. */
  readonly failed_in_a_row: number
  readonly created_at: string
  readonly updated_at: string
}

export type StandingOrderCancelResponse = {
  readonly data: StandingOrder
}

export type StandingOrderChangeRequest = {
  /** What you call the payee; only you see it. */
  readonly recipient_name?: string | null
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount?: string | number
  /** A note that both sides see. */
  readonly reference?: string | null
  /** No payment is made after this day; without it, until the order is cancelled. */
  readonly last_on?: string | null
}

export type StandingOrderChangeResponse = {
  readonly data: StandingOrder
}

export type StandingOrderCreateRequest = {
  /** The uuid of your account that pays. */
  readonly from_account: string
  /** The uuid of the account that is paid. */
  readonly to_account: string
  /** What you call the payee; only you see it. */
  readonly recipient_name?: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Three to ten upper-case letters. */
  readonly asset_code: string
  /** A note that both sides see. */
  readonly reference?: string
  readonly frequency: StandingOrderFrequency
  /** The day of the first payment (UTC): today, or up to a year ahead. */
  readonly first_on: string
  /** No payment is made after this day; without it, until the order is cancelled. */
  readonly last_on?: string
}

export type StandingOrderCreateResponse = {
  readonly data: StandingOrder
}

/** How often it pays, counted from its first day. */
export type StandingOrderFrequency = "weekly" | "every_two_weeks" | "monthly" | "quarterly" | "yearly"

export type StandingOrderGetResponse = {
  readonly data: StandingOrder
}

export type StandingOrderListResponse = {
  readonly data: readonly StandingOrder[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type StandingOrderPauseResponse = {
  readonly data: StandingOrder
}

export type StandingOrderPayment = {
  readonly due_on: string
  readonly status: StandingOrderPaymentStatus
  readonly amount: string
  readonly asset_code: string
  readonly transfer_uuid: string | null
  /** Why it could not be made. */
  readonly reason: string | null
  readonly decided_at: string
}

export type StandingOrderPaymentStatus = "paid" | "failed"

export type StandingOrderPaymentsResponse = {
  readonly data: readonly StandingOrderPayment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type StandingOrderResumeResponse = {
  readonly data: StandingOrder
}

/** The state of a standing order. */
export type StandingOrderStatus = "active" | "paused" | "ended" | "cancelled"

export type StartedReversal = {
  readonly reversal_id: string
  readonly account_uuid: string
  readonly amount: string
  readonly asset_code: string
  readonly transaction_type: TransactionSide
  readonly reversal_reason: string
  readonly original_transaction_id: string
  readonly authorized_by: string | null
  readonly status: string
  readonly created_at: string
}

export type Statement = {
  readonly account: StatementAccount
  readonly period: StatementPeriod
  readonly generated_at: string
  readonly assets: readonly StatementAsset[]
}

export type StatementAccount = {
  readonly uuid: string
  readonly name: string
  readonly type: string
  /** The name of the owner; null for the customer of a manager. */
  readonly holder: string | null
  readonly iban: string | null
  readonly account_number: string
  /** Of the bank that keeps the account. */
  readonly bic: string | null
}

export type StatementAsset = {
  readonly asset_code: string
  readonly asset_name: string
  readonly opening_balance: string
  readonly total_in: string
  readonly total_out: string
  readonly closing_balance: string
  readonly transactions: readonly StatementLine[]
}

/** The format of the statement. */
export type StatementFormat = "json" | "csv" | "pdf"

export type StatementLine = {
  readonly uuid: string
  readonly booked_at: string
  readonly type: string
  readonly subtype: string | null
  readonly direction: string
  readonly description: string | null
  readonly related_account_uuid: string | null
  /** The name of the other party. Null for the bank itself, in trades, and for a payee until the money has arrived. */
  readonly counterparty_name: string | null
  /** Negative when money went out. */
  readonly amount: string
  readonly balance_after: string
}

export type StatementMessage = {
  /** The id of the statement or notification. */
  readonly id: string
  readonly account_uuid: string
  /** The IBAN, if the bank has IBANs. */
  readonly account_iban: string | null
  /** The currency of all amounts. */
  readonly currency: string
  readonly from: string
  readonly to: string
  /** The number of entries. */
  readonly entries: number
  /** The number of credit entries. */
  readonly credit_entries: number
  /** The sum of all credit entries. */
  readonly credit_sum: string
  /** The number of debit entries. */
  readonly debit_entries: number
  /** The sum of all debit entries. */
  readonly debit_sum: string
  /** The balance before the first entry. */
  readonly opening_balance: string
  /** The balance after the last entry. */
  readonly closing_balance: string
}

/** The message itself, or its balances and sums as JSON. */
export type StatementMessageFormat = "xml" | "json"

export type StatementPeriod = {
  readonly from: string
  readonly to: string
}

export type Status = {
  readonly status: "operational" | "partial_outage"
  readonly version: string
  readonly uptime_seconds: number
  readonly components: readonly Component[]
}

/** How much access without a session is left after this call. */
export type StillActive = {
  readonly api_keys: number
  /** Agents whose key can open sessions. */
  readonly agents: number
  readonly agent_keys: number
  readonly agent_sessions: number
  readonly webhooks: number
  readonly connected_programs: number
  /** Tokens with which others may pay by Interledger. */
  readonly interledger_grants: number
  /** Consents by which third parties read account data. */
  readonly open_banking_consents: number
  readonly passkeys: number
  /** Devices that sign in by biometrics. */
  readonly devices: number
  /** Mandates that agents of the user have issued and that are in force. */
  readonly agent_mandates: number
  /** Mandates by which creditors may collect from the accounts of the user. */
  readonly direct_debit_mandates: number
  /** Payments of payment files that are scheduled for a later day. */
  readonly scheduled_payments: number
  /** Batches of an operator that have not started. */
  readonly scheduled_batches: number
  /** Standing orders that are active or paused. */
  readonly standing_orders: number
  /** Cards ordered at the bank that are not frozen or cancelled. */
  readonly cards: number
}

export type StoreNotificationReceived = {
  readonly success: boolean
}

export type StreamHealth = "healthy" | "warning" | "critical"

export type StreamStatus = {
  readonly stream_key: string
  readonly length: number
  readonly pending: number
  readonly last_event_id: string | null
  readonly status: StreamStatusName
  readonly health: StreamHealth
  readonly consumer_groups: readonly ConsumerGroup[]
}

export type StreamStatusName = "active" | "empty"

export type SubmittedIntent = {
  readonly intentId: string
  readonly status: "CREATED" | "AWAITING_AUTH" | "SUBMITTING" | "PENDING" | "CONFIRMED" | "FAILED" | "CANCELLED" | "EXPIRED"
}

export type SubscriptionAppleNotificationRequest = {
  /** The notification as Apple signed it (JWS). */
  readonly signedPayload: string
}

export type SubscriptionGoogleNotificationRequest = {
  readonly message: PubSubMessage
}

export type SubscriptionProjection = {
  /** The service level of the caller. */
  readonly tier: "free" | "pro"
  /** With active, trialing, past_due, grace_period, paused the tier is pro. */
  readonly status: "active" | "trialing" | "past_due" | "grace_period" | "paused" | "cancelled" | "expired" | "refunded" | null
  readonly source: "apple_iap" | "google_play" | null
  readonly plan: "monthly_pro" | "annual_pro" | null
  readonly currentPeriodEnd: string | null
  readonly trialEndsAt: string | null
  readonly cancelledAtPeriodEnd: boolean
  readonly pausedUntil: string | null
  /** True when this verification withdrew a cancellation. */
  readonly reactivated: boolean
}

export type SubscriptionVerifyRequest = {
  /** The store it was bought in. */
  readonly platform: "apple_iap" | "google_play"
  /** A signed transaction (JWS) of Apple, or a purchase token of Google. */
  readonly receipt: string
  /** One of: zelta_pro_monthly, zelta_pro_annual. */
  readonly productId: string
  /** Apple only: must match the receipt. */
  readonly originalTransactionId?: string | null
  /** The version of the app. */
  readonly appVersion?: string | null
  /** ISO 4217; only EUR is accepted, which is also the default. */
  readonly currency?: string | null
  readonly withdrawalConsent?: WithdrawalConsent | null
}

/** The process that answered this request; all fields except open_streams are null for customers. */
export type SystemHealth = {
  readonly memory_usage_mb: number | null
  readonly memory_peak_mb: number | null
  readonly uptime_seconds: number | null
  readonly runtime_version: string | null
  /** Where jobs are stored. */
  readonly queue_connection: string | null
  /** Where rate limits are counted. */
  readonly cache_driver: string | null
  /** Processes of the bank on this database. */
  readonly nodes: number | null
  /** The number of live streams on this node; customers see the number of their own. */
  readonly open_streams: number
}

export type SystemStatusResponse = {
  readonly data: Status
}

export type TaskAnswerRequest = {
  /** The input of the skill; the task asks for missing fields later. */
  readonly input: Readonly<Record<string, unknown>>
}

export type TaskAnswerResponse = {
  readonly success: true
  readonly data: AgentTask
}

export type TaskCancelResponse = {
  readonly success: true
  readonly data: AgentTask
}

export type TaskGetResponse = {
  readonly success: true
  readonly data: AgentTask
}

export type TaskListResponse = {
  readonly success: true
  readonly data: readonly AgentTask[]
}

export type TaskSendRequest = {
  /** did:florin:agent:<id> */
  readonly sender_did: string
  /** One of the skills on the card. */
  readonly skill_id: string
  /** The input of the skill; the task asks for missing fields later. */
  readonly input: Readonly<Record<string, unknown>>
  /** Free-form; kept with the task. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type TaskSendResponse = {
  readonly success: true
  readonly data: AgentTask
}

/** The state of the task. */
export type TaskState = "submitted" | "working" | "input-required" | "completed" | "canceled" | "failed"

export type Teller = {
  readonly user_uuid: string
  /** The operator who named them. */
  readonly added_by: string
  readonly added_at: string
}

export type TellerAddRequest = {
  /** The uuid of the user. */
  readonly user_uuid: string
}

export type TellerListResponse = {
  readonly data: readonly Teller[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type TellerReconciliation = {
  readonly reconciliation_id: string
  readonly teller_id: string
  readonly currency: string
  /** Decimal. */
  readonly booked: string
  /** Decimal. */
  readonly counted: string
  /** Counted less booked: negative when cash is missing. */
  readonly difference: string
  readonly status: "balanced" | "short" | "over"
  readonly note: string | null
  readonly created_at: string
}

export type TellerRemoveResponse = {
  readonly message: string
}

export type TellerTransaction = {
  readonly transaction_id: string
  readonly type: "deposit" | "withdrawal" | "currency_exchange" | "collection" | "vault_in" | "vault_out"
  /** Decimal. */
  readonly amount: string
  readonly currency: string
  /** What a currency exchange paid out. */
  readonly target_amount: string | null
  readonly target_currency: string | null
  readonly account_id: string | null
  readonly teller_id: string
  readonly other_teller_id: string | null
  /** Of the currency, after the transaction. */
  readonly vault_balance: string
  readonly status: "completed"
  readonly created_at: string
}

export type TellerTransactionCreateRequest = {
  /** deposit and withdrawal of an account, or cash for another currency. */
  readonly type: "deposit" | "withdrawal" | "currency_exchange"
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The currency of the cash. */
  readonly currency: string
  /** The account of the customer; the caller’s first by default. For an exchange: the account that gets the other currency, which is paid in cash by default. */
  readonly account_id?: string
  /** The teller; the caller’s own by default. */
  readonly teller_id?: string
  /** The currency that a currency exchange pays out. */
  readonly target_currency?: string
}

export type TellerTransactionCreateResponse = {
  readonly success: true
  readonly data: TellerTransaction
}

export type TellerTransactionListResponse = {
  readonly success: true
  readonly data: readonly TellerTransaction[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type TellerVault = {
  readonly currency: string
  /** Decimal. */
  readonly balance: string
  /** What must stay in the vault. */
  readonly minimum: string
  /** What the vault may hold at most. */
  readonly limit: string | null
}

export type TellerWithMessage = {
  readonly data: Teller
  readonly message: string
}

export type Tenant = {
  readonly tenant_id: string
  readonly name: string
  readonly plan: "free" | "starter" | "growth" | "professional" | "enterprise"
  readonly domain: string | null
  readonly status: "active" | "suspended" | "deleting" | "deleted"
  readonly limits: TenantLimits
  readonly features: readonly string[]
  readonly delete_after: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type TenantCreateRequest = {
  /** The name of the tenant. */
  readonly name: string
  /** The plan, which sets its limits. */
  readonly plan: "free" | "starter" | "growth" | "professional" | "enterprise"
  /** Its own host name; it needs the plan enterprise, or a tier with custom_domain. */
  readonly domain?: string
}

export type TenantCreateResponse = {
  readonly data: Tenant
}

export type TenantCustomer = {
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly kyc_status: string
  readonly created_at: string
}

export type TenantCustomersResponse = {
  readonly data: readonly TenantCustomer[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type TenantDeleteResponse = {
  readonly data: Tenant
}

export type TenantGetResponse = {
  readonly data: Tenant
}

export type TenantLimits = {
  /** -1 means unlimited. */
  readonly max_users: number
  /** Calls a month; -1 means unlimited. */
  readonly max_api_calls: number
  /** -1 means unlimited. */
  readonly max_storage_mb: number
}

export type TenantListAllResponse = {
  readonly data: readonly TenantOverview[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type TenantListResponse = {
  readonly data: readonly Tenant[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type TenantOverview = {
  readonly tenant_id: string
  readonly name: string
  readonly domain: string | null
  readonly partner_id: string
  readonly partner_name: string
  readonly plan: "free" | "starter" | "growth" | "professional" | "enterprise"
  readonly limits: TenantLimits
  readonly status: "active" | "suspended" | "deleting" | "deleted"
  /** The number of its customers. */
  readonly people: number
  /** The number of their accounts that are not closed. */
  readonly accounts: number
  /** Calls of its customers in this month (UTC). */
  readonly calls_this_month: number
  readonly created_at: string
}

export type TenantReactivateResponse = {
  readonly data: Tenant
}

export type TenantRestoreResponse = {
  readonly data: Tenant
}

export type TenantSuspendResponse = {
  readonly data: Tenant
}

export type TenantUpdateRequest = {
  /** The name of the tenant. */
  readonly name?: string
  /** The plan, which sets its limits. */
  readonly plan?: "free" | "starter" | "growth" | "professional" | "enterprise"
  /** Its own host name; null for none. */
  readonly domain?: string | null
}

export type TenantUpdateResponse = {
  readonly data: Tenant
}

export type ThroughputStatus = "active" | "idle" | "unavailable"

export type TimeRemaining = {
  readonly days: number
  readonly hours: number
  readonly human_readable: string
}

export type Tokens = {
  readonly access_token: string
  readonly refresh_token?: string
  readonly token_type: "Bearer"
  /** Seconds. */
  readonly expires_in: number
  /** Seconds. */
  readonly refresh_expires_in?: number
}

export type TokensReply = {
  readonly success: boolean
  readonly data: Tokens
  readonly access_token: string
}

export type ToolCall = {
  readonly id: string
  readonly tool: string
  readonly client_id: string
  readonly client_name: string
  readonly grant_id: string | null
  readonly result: ToolCallResult
  readonly error_code: string | null
  readonly idempotency_key: string | null
  /** The amount counted against the daily limit, in cents. */
  readonly spent_minor: number | null
  readonly request_id: string
  readonly ip_address: string
  readonly user_agent: string | null
  readonly duration_ms: number
  readonly created_at: string
}

export type ToolCallListResponse = {
  readonly data: readonly ToolCall[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type ToolCallResult = "success" | "replayed" | "error" | "refused"

export type ToolListResponse = {
  readonly data: readonly ToolState[]
}

export type ToolSetEnabledRequest = {
  /** Whether clients may use the tool. */
  readonly enabled: boolean
  /** Why the tool is switched off, for the record. */
  readonly reason?: string
}

export type ToolSetEnabledResponse = {
  readonly data: ToolState
}

export type ToolState = {
  readonly name: string
  readonly title: string
  readonly scope: string | null
  readonly enabled: boolean
}

export type Transaction = {
  readonly uuid: string
  readonly account_uuid: string
  readonly type: TransactionType
  /** The kind within the type, such as fee, reversal or interest. */
  readonly subtype: string | null
  readonly direction: TransactionDirection
  readonly amount: string
  readonly asset_code: string
  readonly status: TransactionStatus
  readonly reference: string | null
  /** The reference, under another name. */
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** Null until the money has moved. */
  readonly balance_after: string | null
  /** The customer account on the other side; null for an account of the bank, and in trades. */
  readonly related_account_uuid: string | null
  /** The name of the other party. Null for the bank itself, in trades, and for a payee until the money has arrived. */
  readonly counterparty_name: string | null
  readonly transaction_group_uuid: string
  /** The transaction that this one reverses. */
  readonly parent_transaction_id: string | null
  readonly failure_reason: string | null
  readonly created_at: string
  readonly completed_at: string | null
}

/** Of the first matches, up to max_results. */
export type TransactionAnalytics = {
  readonly currency: string
  /** Decimal, in whole units. */
  readonly total_volume: string
  /** Decimal, in whole units. */
  readonly avg_amount: string
  /** Decimal, in whole units. */
  readonly median_amount: string
  readonly flagged_count: number
  readonly avg_risk_score: number
  readonly chains_involved: readonly string[]
  readonly bridges_used: readonly string[]
  readonly unconverted: readonly string[]
}

/** The sums of the period that the sentence compares with; null without one. */
export type TransactionComparison = {
  /** In whole units of the asset, exact. */
  readonly total_inflow: number
  /** In whole units of the asset, exact. */
  readonly total_outflow: number
  /** In whole units of the asset, exact. */
  readonly net_change: number
  readonly transaction_count: number
  /** In whole units of the asset, exact. */
  readonly average_transaction: number
  /** In whole units of the asset, exact. */
  readonly largest_transaction: number
  /** In whole units of the asset, exact. */
  readonly smallest_transaction: number
  /** The currency of the sums: the asset of all transactions, or USD at current rates when there are several assets. */
  readonly currency: string
  readonly period: string
  /** How much more was spent than in the period of the comparison. */
  readonly outflow_change: number
  /** How much more was received than in the period of the comparison. */
  readonly inflow_change: number
  /** Assets without a rate, which are left out of the sums. */
  readonly unconverted: readonly string[]
}

/** Whether the account received or paid. */
export type TransactionDirection = "incoming" | "outgoing"

export type TransactionGetResponse = {
  readonly data: Transaction
}

export type TransactionInsights = {
  /** Begins with aiq_. */
  readonly query_id: string
  readonly original_query: string
  readonly interpreted_query: InterpretedQuery
  readonly interpretation_confidence: number
  readonly total_results: number
  readonly transactions: readonly InsightTransaction[]
  readonly analytics: TransactionAnalytics | null
}

/** A CSV file has the first 2,500 that match, without pages. */
export type TransactionListFormat = "json" | "csv"

export type TransactionListResponse = {
  readonly data: readonly Transaction[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type TransactionQueryAnswer = {
  readonly transactions: readonly FoundTransaction[]
  readonly summary: TransactionSummary
  readonly total_count: number
  readonly comparison: TransactionComparison | null
  readonly nl_summary: string
  readonly query_parsed: QueryParsed | null
  readonly filters_used: FiltersUsed
}

export type TransactionQueryRequest = {
  /** In plain words: "groceries over $20 last month". */
  readonly query?: string
  /** Only this account. */
  readonly account_uuid?: string
  /** From this day on. */
  readonly date_from?: string
  /** Up to the end of this day. */
  readonly date_to?: string
  /** Only this category. */
  readonly category?: string
  /** Only this asset. */
  readonly asset_code?: string
  /** At least this much, in whole units. */
  readonly amount_min?: number
  /** At most this much, in whole units. */
  readonly amount_max?: number
  /** The largest number of transactions to return: 25 unless the sentence names a number. */
  readonly limit?: number
}

export type TransactionQueryResponse = {
  readonly success: true
  readonly data: TransactionQueryAnswer
}

export type TransactionReverseRequest = {
  /** The uuid of the transaction to reverse. */
  readonly transaction_id?: string
  /** Older name of `transaction_id`. */
  readonly original_transaction_id?: string
  /** The reason for the reversal. */
  readonly reason?: string
  /** Older name of `reason`. */
  readonly reversal_reason?: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount?: string | number
  /** Three to ten upper-case letters. */
  readonly asset_code?: string
  readonly transaction_type?: TransactionSide
  /** The name of the person who decided it; it grants no right. */
  readonly authorized_by?: string
}

/** Whether the original transaction was a debit or a credit of the account. */
export type TransactionSide = "debit" | "credit"

/** A minus means descending. */
export type TransactionSort = "-created_at" | "created_at" | "-amount" | "amount" | "-type" | "type" | "-status" | "status"

/** The status of the transaction. */
export type TransactionStatus = "pending" | "completed" | "failed"

export type TransactionSummary = {
  /** In whole units of the asset, exact. */
  readonly total_inflow: number
  /** In whole units of the asset, exact. */
  readonly total_outflow: number
  /** In whole units of the asset, exact. */
  readonly net_change: number
  readonly transaction_count: number
  /** In whole units of the asset, exact. */
  readonly average_transaction: number
  /** In whole units of the asset, exact. */
  readonly largest_transaction: number
  /** In whole units of the asset, exact. */
  readonly smallest_transaction: number
  /** The currency of the sums: the asset of all transactions, or USD at current rates when there are several assets. */
  readonly currency: string
  readonly period: string
  readonly by_asset: readonly AssetSummary[]
  /** Assets without a rate, which are left out of the sums. */
  readonly unconverted: readonly string[]
}

/** The type of the transaction. */
export type TransactionType = "deposit" | "withdrawal" | "transfer"

export type Transfer = {
  readonly uuid: string
  readonly from_account: string
  readonly to_account: string
  /** The name of the payer. */
  readonly from_name: string | null
  /** The name of the payee; null until the money has arrived. */
  readonly to_name: string | null
  readonly amount: string
  readonly asset_code: string
  readonly status: TransferStatus
  readonly reference: string | null
  readonly workflow_id: string | null
  readonly created_at: string
  readonly completed_at: string | null
  readonly estimated_completion: string | null
  readonly failure_reason: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly fees: TransferFees
}

export type TransferBulkRequest = {
  /** The transfers are made in the order given. */
  readonly transfers: readonly BulkTransferItem[]
  readonly mode?: BulkMode
  /** Report what would happen without moving money. */
  readonly simulate?: boolean
}

export type TransferCreateRequest = {
  /** The uuid of the account that pays. */
  readonly from_account?: string
  /** Older name of `from_account`. */
  readonly from_account_uuid?: string
  /** Older name of `from_account`. */
  readonly from_account_id?: string
  /** The uuid of the account that is paid. */
  readonly to_account?: string
  /** Older name of `to_account`. */
  readonly to_account_uuid?: string
  /** Older name of `to_account`. */
  readonly to_account_id?: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** Three to ten upper-case letters. */
  readonly asset_code?: string
  /** Older name of `asset_code`. */
  readonly currency?: string
  /** A note that both sides see. */
  readonly reference?: string
  /** Older name of `reference`. */
  readonly description?: string
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** False completes the transfer within this call; true, the default, completes it shortly afterwards. */
  readonly workflow_enabled?: boolean
  /** Report what would happen without moving money. */
  readonly simulate?: boolean
}

export type TransferDirection = "incoming" | "outgoing"

export type TransferFees = {
  readonly transfer_fee: string
  readonly currency: string
}

export type TransferGetResponse = {
  readonly data: Transfer
}

export type TransferListResponse = {
  readonly data: readonly ListedTransfer[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type TransferStatus = "pending" | "completed" | "failed"

export type TransferWithMessage = {
  readonly data: CreatedTransfer
  readonly message: string
}

export type TravelRuleCheck = {
  readonly check_id: string
  readonly transfer_id: string
  readonly is_compliant: boolean
  readonly risk_level: "low" | "medium" | "high" | "critical"
  readonly applicable_jurisdiction: string
  readonly applicable_regulations: readonly string[]
  readonly originator_verified: boolean
  readonly beneficiary_verified: boolean
  readonly threshold_analysis: {
    readonly amount_usd: string | null
    readonly exceeds_threshold: boolean
    readonly threshold_amount: number
    readonly threshold_currency: string
    readonly full_identification_required: boolean
  }
  readonly sanctions_screening: {
    readonly originator_cleared: boolean
    readonly beneficiary_cleared: boolean
    readonly screening_provider: "internal"
    /** Null when the bank has no list and screens no names. */
    readonly list_version: string | null
    readonly screened_at: string
  }
  readonly compliance_issues: readonly {
    readonly code: string
    readonly description: string
  }[]
  readonly recommendations: readonly string[]
  /** The version of the rules that decided. */
  readonly rule_version: string
  readonly checked_at: string
  readonly valid_until: string
}

export type TravelRuleCheckRequest = {
  /** Your own id of the transfer. */
  readonly transfer_id: string
  /** The originator. */
  readonly originator: {
    /** The name of the originator. */
    readonly name?: string
    /** The account of the originator: its uuid, IBAN or number at this bank, or as another bank writes it. */
    readonly account_number?: string
    /** The bank or provider of the originator. */
    readonly institution_name?: string
    /** The country of that bank, as an ISO 3166-1 code. */
    readonly institution_country?: string
    /** The address of the originator. */
    readonly address?: string
    /** The number of a document that identifies the originator. */
    readonly doc_id?: string
  }
  /** The beneficiary. */
  readonly beneficiary: {
    /** The name of the beneficiary. */
    readonly name?: string
    /** The account of the beneficiary: its uuid, IBAN or number at this bank, or as another bank writes it. */
    readonly account_number?: string
    /** The bank or provider of the beneficiary. */
    readonly institution_name?: string
    /** The country of that bank, as an ISO 3166-1 code. */
    readonly institution_country?: string
    /** The address of the beneficiary. */
    readonly address?: string
    /** The number of a document that identifies the beneficiary. */
    readonly doc_id?: string
  }
  /** The transfer itself. */
  readonly transfer_details: {
    /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
    readonly amount: string | number
    /** The currency or crypto-asset, in 3 to 10 capitals. */
    readonly currency: string
    /** The kind of asset, such as crypto or fiat. */
    readonly asset_type?: string
    /** The purpose of the transfer. */
    readonly purpose?: string
  }
  /** US, EU, UK or SG; by the currency when absent, and otherwise EU. */
  readonly jurisdiction?: string
}

export type TravelRuleCheckResponse = {
  readonly success: true
  readonly data: TravelRuleCheck
}

export type TravelRuleEnforceRequest = {
  /** Whether transfers to others need a check. */
  readonly enabled: boolean
  /** The reason; it is stored with your name. */
  readonly reason: string
}

export type TravelRuleEnforceResponse = {
  readonly success: true
  readonly data: TravelRuleEnforcement
}

export type TravelRuleEnforcement = {
  readonly enabled: boolean
  readonly environment: "live" | "sandbox"
  readonly reason: string | null
  readonly changed_by: string | null
  readonly changed_at: string | null
}

export type TravelRuleEnforcementResponse = {
  readonly success: true
  readonly data: TravelRuleEnforcement
}

export type TravelRuleRecord = {
  readonly record_id: string
  readonly transfer_id: string
  readonly status: "submitted" | "acknowledged" | "rejected"
  readonly is_compliant: boolean
  readonly threshold_exceeded: boolean
  readonly jurisdiction: string
  readonly issues: readonly {
    readonly code: string
    readonly description: string
  }[]
  /** The provider of the beneficiary is simulated. */
  readonly simulated: true
  readonly created_at: string
}

export type TravelRuleRecordsResponse = {
  readonly success: true
  readonly data: readonly TravelRuleRecord[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type TravelRuleSubmitRequest = {
  /** Your own id of the transfer. */
  readonly transfer_id: string
  /** The originator. */
  readonly originator: {
    /** The name of the originator. */
    readonly name: string
    /** The account of the originator. */
    readonly account: string
  }
  /** The beneficiary. */
  readonly beneficiary: {
    /** The name of the beneficiary. */
    readonly name: string
    /** The provider of the beneficiary: its LEI, DID or another id. */
    readonly vasp_id: string
  }
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The currency or crypto-asset, in 3 to 10 capitals. */
  readonly currency: string
  /** US, EU, UK or SG; by the currency when absent, and otherwise EU. */
  readonly jurisdiction?: string
}

export type TravelRuleSubmitResponse = {
  readonly success: true
  readonly data: TravelRuleRecord
}

export type TravelRuleThresholds = {
  readonly US: {
    readonly threshold: number
    readonly currency: string
    readonly regulation: string
    readonly applies_to: string
  }
  readonly EU: {
    readonly threshold: number
    readonly currency: string
    readonly regulation: string
    readonly applies_to: string
  }
  readonly UK: {
    readonly threshold: number
    readonly currency: string
    readonly regulation: string
    readonly applies_to: string
  }
  readonly SG: {
    readonly threshold: number
    readonly currency: string
    readonly regulation: string
    readonly applies_to: string
  }
}

export type TravelRuleThresholdsResponse = {
  readonly success: true
  readonly data: TravelRuleThresholds
}

/** A CSV file has all accounts, up to 2,500 lines. */
export type TrialBalanceFormat = "json" | "csv"

export type TrialBalanceGetResponse = {
  readonly success: true
  readonly data: readonly TrialBalanceRow[]
  readonly meta: PageMeta
  readonly from: string | null
  readonly to: string
  readonly totals: TrialBalanceTotals
  readonly links: PageLinks
}

export type TrialBalanceRow = {
  readonly account_code: string
  readonly name: string
  readonly type: LedgerAccountType
  readonly currency: string
  /** By how much debits exceed credits in the range. */
  readonly debit: string
  /** By how much credits exceed debits in the range. */
  readonly credit: string
  /** The same on the normal side of the account. */
  readonly balance: string
  /** The balance before the first day. */
  readonly opening_balance: string
  /** The balance at the end of the last day. */
  readonly closing_balance: string
}

export type TrialBalanceTotal = {
  readonly currency: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly debit: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly credit: string
  /** Whether debits and credits are equal. */
  readonly balanced: boolean
}

export type TrialBalanceTotals = {
  readonly currency: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly debit: string
  /** Decimal, with four places or as many as the asset has where it has more. */
  readonly credit: string
  /** Whether debits and credits are equal in every currency. */
  readonly balanced: boolean
  readonly currencies: readonly TrialBalanceTotal[]
}

export type TrustEvaluation = {
  readonly agent_a: {
    readonly did: string
    /** From 0 to 100, with two decimal places. */
    readonly score: number
    readonly trust_level: TrustLevel
  }
  readonly agent_b: {
    readonly did: string
    /** From 0 to 100, with two decimal places. */
    readonly score: number
    readonly trust_level: TrustLevel
  }
  /** From 0 to 100, with two decimal places. */
  readonly combined_trust_score: number
  readonly combined_trust_level: TrustLevel
  readonly escrow_recommended: boolean
  readonly instant_settlement_allowed: boolean
  readonly max_transaction_value: number
  readonly recommendations: readonly string[]
}

export type TrustLevel = "untrusted" | "low" | "neutral" | "high" | "trusted"

export type TurnoverStatistics = {
  /** US cents. */
  readonly total_debit_12_months: number
  /** US cents. */
  readonly total_credit_12_months: number
  /** US cents. */
  readonly average_monthly_debit: number
  /** US cents. */
  readonly average_monthly_credit: number
  readonly months_analyzed: number
}

export type TwoFactorConfirmRequest = {
  /** The six digits that the app shows. */
  readonly code: string
}

export type TwoFactorDisableRequest = {
  /** The password. */
  readonly password: string
}

export type TwoFactorRecoveryCodesResponse = {
  readonly message: string
  readonly recovery_codes: readonly string[]
}

export type TwoFactorSetup = {
  readonly message: string
  readonly secret: string
  /** An SVG image. */
  readonly qr_code: string
  readonly recovery_codes: readonly string[]
}

export type TwoFactorVerified = {
  readonly message: string
  readonly token: string
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

export type TwoFactorVerifyRequest = {
  /** The six digits that the app shows. */
  readonly code?: string
  /** A recovery code instead; each works once. */
  readonly recovery_code?: string
}

export type UnreadNotifications = {
  readonly unread_count: number
}

export type UpcomingCollection = {
  /** The collection. */
  readonly id: string
  /** Your mandate, which you can suspend or cancel before. */
  readonly mandate: string
  /** The reference of the mandate. */
  readonly mandate_id: string
  readonly creditor_name: string
  /** Your account that is debited. */
  readonly account_uuid: string
  readonly amount: string
  readonly currency: string
  readonly memo: string | null
  readonly status: UpcomingCollectionStatus
  /** When it is expected to settle. */
  readonly expected_at: string
}

export type UpcomingCollectionStatus = "pending" | "processing"

export type User = {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly email_verified_at: string | null
  readonly kyc_status: string
  readonly kyc_level: string | null
  readonly two_factor_confirmed_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type UserConfirmEmailResponse = {
  readonly data: Person
}

export type UserEndSessionsRequest = {
  /** The reason; the user sees it. */
  readonly reason: string
  /** Whether to end API keys, agent keys, agent sessions, webhooks, connected clients, Interledger grants, open banking consents, passkeys, devices, mandates, scheduled payments and scheduled batches as well. */
  readonly end_everything?: boolean
}

export type UserEndSessionsResponse = {
  readonly success: true
  readonly data: {
    readonly message: string
    readonly revoked_count: number
    readonly still_active: StillActive
    /** The calls that end this access. */
    readonly to_end_them: string
  }
}

export type UserEraseRequest = {
  /** For other operators and auditors; without names, because it is kept. */
  readonly reason: string
}

export type UserEraseResponse = {
  readonly data: Erasure
}

export type UserExportResponse = {
  readonly data: PersonalDataHoldings
}

export type UserListResponse = {
  readonly data: readonly Person[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type UserProfileResponse = {
  readonly data: Profile
}

export type UserReinstateRequest = {
  /** The reason; the user sees it. */
  readonly reason: string
  /** For operators; the user does not see it. */
  readonly note?: string
}

export type UserReinstateResponse = {
  readonly data: Person
}

export type UserReply = {
  readonly success: boolean
  readonly data: User
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly email_verified_at: string | null
  readonly kyc_status: string
  readonly kyc_level: string | null
  readonly two_factor_confirmed_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type UserResetTwoFactorRequest = {
  /** The reason; the user sees it. */
  readonly reason: string
}

export type UserResetTwoFactorResponse = {
  readonly data: Person
}

export type UserShowResponse = {
  readonly data: PersonDetail
}

export type UserStatus = "active" | "suspended"

export type UserSuspendRequest = {
  /** The reason; the user sees it. */
  readonly reason: string
  /** For operators; the user does not see it. */
  readonly note?: string
}

export type UserSuspendResponse = {
  readonly data: Person
}

export type UserVote = {
  readonly selected_options: readonly string[]
  /** Code → percent; they sum to 100. */
  readonly allocations: Readonly<Record<string, number>> | null
  readonly voted_at: string
}

export type UserVotingContext = {
  readonly has_voted: boolean
  readonly voting_power: number
  readonly can_vote: boolean
  readonly vote: UserVote | null
}

export type UserVotingPoll = {
  readonly uuid: string
  readonly title: string
  readonly description: string | null
  readonly type: PollType
  readonly status: PollStatus
  readonly options: readonly PollOption[]
  readonly start_date: string
  readonly end_date: string
  /** Percent, two decimal places. */
  readonly required_participation: number | null
  /** Percent, two decimal places. */
  readonly current_participation: number
  readonly user_context: UserVotingContext
  readonly metadata: UserVotingPollMetadata
  /** True once the poll is closed and counted. */
  readonly results_visible: boolean
  readonly time_remaining: TimeRemaining | null
}

export type UserVotingPollMetadata = {
  readonly is_gcu_poll: boolean
  readonly voting_month: string | null
  readonly template: string | null
}

export type UserVotingPollsMeta = {
  readonly basket_name: string
  readonly basket_code: string
  readonly basket_symbol: string
  readonly current_page: number
  readonly last_page: number
  readonly per_page: number
  /** The number of rows of all pages. Unbounded lists are counted up to 10,000; beyond that, the total is a lower bound. */
  readonly total: number
  readonly from: number | null
  readonly to: number | null
}

export type VaultTransfer = {
  readonly transactions: readonly TellerTransaction[]
}

export type VaultTransferCreateRequest = {
  /** The teller that gives the cash; without one it comes from outside. */
  readonly from_teller_id?: string
  /** The teller that gets the cash; without one it goes outside. */
  readonly to_teller_id?: string
  /** A decimal number as text ("12.50") or as a JSON number; never in exponent form. */
  readonly amount: string | number
  /** The code of the currency. */
  readonly currency?: string
}

export type VaultTransferCreateResponse = {
  readonly success: true
  readonly data: VaultTransfer
}

/** The numbers of verified items. */
export type VerifiedCounts = {
  readonly accounts: number
  readonly balances: number
  readonly moves: number
  readonly holds: number
}

export type Violation = {
  readonly account_uuid: string | null
  readonly environment: string | null
  readonly asset_code: string | null
  /** The uuid of the entry or the reservation. */
  readonly subject_uuid: string | null
  /** The number of the move within its balance. */
  readonly sequence: number | null
  /** The value computed from the moves and reservations. */
  readonly expected: string
  /** The stored value. */
  readonly found: string
  readonly found_at: string
}

export type Vote = {
  readonly id: number
  readonly poll_id: number
  readonly poll_uuid: string
  readonly user_uuid: string
  readonly selected_options: readonly string[]
  /** Code → percent; they sum to 100. */
  readonly allocations: Readonly<Record<string, number>> | null
  /** The power by the holdings when the vote was cast. */
  readonly voting_power: number
  /** The power that counted: voting_power, or less if the voter held less when voting ended. Null until then. */
  readonly counted_power: number | null
  readonly voted_at: string
  /** HMAC-SHA256 over the content of the vote. */
  readonly signature: string
  readonly poll: VotePoll
}

export type VoteGetResponse = {
  readonly data: Vote
}

export type VoteListResponse = {
  readonly data: readonly Vote[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type VotePoll = {
  readonly uuid: string
  readonly title: string
  readonly status: PollStatus
  readonly type: PollType
}

export type VoteStats = {
  readonly total_votes: number
  readonly total_voting_power: number
  /** Votes in the last 30 days. */
  readonly recent_votes: number
  readonly avg_voting_power: number
  /** The percentage of all polls in which the caller voted. */
  readonly participation_rate: number
}

export type VoteStatsResponse = {
  readonly data: VoteStats
}

export type VoteVerification = {
  readonly verified: boolean
  readonly message: string
}

export type VoteWithMessage = {
  readonly data: Vote
  readonly message: string
}

export type VotingBasket = {
  readonly basket_name: string
  readonly basket_code: string
  readonly basket_symbol: string
}

export type VotingDashboard = {
  readonly stats: VotingStats
  readonly next_poll: UserVotingPoll | null
  readonly basket_info: VotingBasket
}

export type VotingDashboardResponse = {
  readonly data: VotingDashboard
}

export type VotingHistoryMeta = {
  readonly current_page: number
  readonly last_page: number
  readonly per_page: number
  /** The number of rows of all pages. Unbounded lists are counted up to 10,000; beyond that, the total is a lower bound. */
  readonly total: number
  readonly from: number | null
  readonly to: number | null
  readonly total_votes: number
  readonly member_since: string
}

export type VotingHistoryResponse = {
  readonly data: readonly UserVotingPoll[]
  readonly meta: VotingHistoryMeta
  readonly links: PageLinks
}

export type VotingPollsResponse = {
  readonly data: readonly UserVotingPoll[]
  readonly meta: UserVotingPollsMeta
  readonly links: PageLinks
}

export type VotingPower = {
  readonly voting_power: number
  readonly can_vote: boolean
  readonly has_voted: boolean
  readonly strategy: VotingPowerStrategy
}

/** one_user_one_vote: every user has one vote; asset_weighted_vote: one vote for every 100.00 USD, and at least one from 1.00 USD; gcu_weighted_vote: one vote for every whole GCU. */
export type VotingPowerStrategy = "one_user_one_vote" | "asset_weighted_vote" | "gcu_weighted_vote"

export type VotingStats = {
  readonly active_polls: number
  readonly votes_cast: number
  /** GCU, four decimal places. */
  readonly gcu_balance: string
  /** Whole GCU. */
  readonly voting_power: number
}

export type VotingUpcomingResponse = {
  readonly data: readonly UserVotingPoll[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type VotingVoteRequest = {
  /** Code → percent, 0 to 100 with at most two decimal places. */
  readonly allocations: Readonly<Record<string, string | number>>
}

export type WalletActivityResponse = {
  readonly success: true
  readonly data: RecentActivity
}

export type WalletAddress = {
  readonly uuid: string
  readonly chain: WalletChain
  /** The same as chain. */
  readonly network: "polygon" | "base" | "arbitrum" | "ethereum" | "solana"
  readonly address: string
  readonly type: WalletAddressType
  /** Whether a contract of the bank is deployed at the address. */
  readonly deployed: boolean
  readonly label: string | null
  readonly public_key: string | null
  readonly derivation_path: string | null
  readonly is_active: boolean
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
}

export type WalletAddressType = "smart_account" | "pending" | "keypair"

export type WalletAddressesResponse = {
  readonly success: boolean
  readonly data: readonly WalletAddress[]
  readonly meta: PageMeta
  readonly count: number
  readonly links: PageLinks
}

/** The chain of the address. */
export type WalletChain = "polygon" | "base" | "arbitrum" | "ethereum" | "solana"

export type WalletCreateAddressRequest = {
  readonly chain: WalletChain
  /** The address in the format of its chain. */
  readonly address: string
  /** The user’s name for the address. */
  readonly label?: string
  /** The public key, as given by the user. */
  readonly public_key?: string
  /** m/44'/60'/0'/0/0 */
  readonly derivation_path?: string
  /** Free-form, stored unchanged: at most 16 KB as JSON and 5 levels. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type WalletCreateAddressResponse = {
  readonly success: true
  readonly data: WalletAddress
}

export type WalletDeleteAddressResponse = {
  readonly success: true
  readonly data: WalletAddress
}

export type Webhook = {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly is_active: boolean
  /** The same as is_active. */
  readonly active: boolean
  readonly description: string | null
  readonly name: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly retry_attempts: number
  readonly timeout_seconds: number
  readonly consecutive_failures: number
  /** Why the bank switched the webhook off; null if it did not. */
  readonly disabled_reason: string | null
  readonly disabled_at: string | null
  readonly last_triggered_at: string | null
  readonly last_success_at: string | null
  readonly last_failure_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type WebhookCreateRequest = {
  /** The address to send events to: https, and reachable from the internet. */
  readonly url: string
  /** Names of events, groups of events ("transfer.*"), or "*" for all events. */
  readonly events: readonly string[]
  /** Signs the deliveries; 8 to 255 printable ASCII characters without spaces, best `whsec_` and Base64. */
  readonly secret?: string
  /** A name for the webhook. */
  readonly name?: string
  /** What the webhook is for. */
  readonly description?: string | null
  /** Headers that are added to every delivery. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether events are sent to it. */
  readonly is_active?: boolean
  /** Older name of `is_active`. */
  readonly active?: boolean
  /** How often a failed delivery is tried again; 3 by default. */
  readonly retry_attempts?: number
  /** How long to wait for the receiver’s answer; 30 seconds by default. */
  readonly timeout_seconds?: number
}

export type WebhookCreateResponse = {
  readonly data: WebhookWithSecret
}

export type WebhookDay = {
  /** In UTC. */
  readonly date: string
  readonly delivered: number
  /** Attempts, so a delivery that is retried counts again. */
  readonly failed: number
}

export type WebhookDeliveriesResponse = {
  readonly data: readonly WebhookDelivery[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type WebhookDelivery = {
  readonly uuid: string
  readonly webhook_uuid: string
  readonly event_id: string
  readonly event_type: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly attempt_number: number
  readonly status: DeliveryStatus
  readonly response_status: number | null
  /** The first 4 KB of the answer. */
  readonly response_body: string | null
  readonly response_headers: Readonly<Record<string, string>> | null
  readonly duration_ms: number | null
  readonly error_message: string | null
  readonly delivered_at: string | null
  readonly next_retry_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type WebhookDeliveryResponse = {
  readonly data: WebhookDelivery
}

export type WebhookDetail = {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly is_active: boolean
  /** The same as is_active. */
  readonly active: boolean
  readonly description: string | null
  readonly name: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly retry_attempts: number
  readonly timeout_seconds: number
  readonly consecutive_failures: number
  /** Why the bank switched the webhook off; null if it did not. */
  readonly disabled_reason: string | null
  readonly disabled_at: string | null
  readonly last_triggered_at: string | null
  readonly last_success_at: string | null
  readonly last_failure_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly statistics: WebhookStatistics
}

export type WebhookEventsResponse = {
  /** The names of all events, by group. */
  readonly data: Readonly<Record<string, readonly string[]>>
}

export type WebhookGetResponse = {
  readonly data: WebhookDetail
}

export type WebhookListResponse = {
  readonly data: readonly Webhook[]
}

export type WebhookRedeliverResponse = {
  readonly data: WebhookDelivery
}

export type WebhookReplay = {
  readonly id: string
  /** Everything after this event is sent again, in order. */
  readonly after_event_id: string | null
  readonly message: string
}

export type WebhookReplayRequest = {
  /** The first event to send again. */
  readonly from_event_id?: string
  /** Events from this time on; a few slightly earlier ones may be included. */
  readonly from_time?: string
}

export type WebhookReplayResponse = {
  readonly data: WebhookReplay
}

export type WebhookRotateSecretRequest = {
  /** Signs the deliveries; 8 to 255 printable ASCII characters without spaces, best `whsec_` and Base64. */
  readonly secret?: string
  /** How long deliveries are also signed with the old secret; a day by default. */
  readonly overlap_seconds?: number
}

export type WebhookRotateSecretResponse = {
  readonly data: RotatedSecret
}

export type WebhookStatistics = {
  readonly total_deliveries: number
  readonly successful_deliveries: number
  readonly failed_deliveries: number
  readonly pending_deliveries: number
  readonly last_triggered_at: string | null
  /** Whether the log holds events that this webhook has not reached yet. */
  readonly is_behind: boolean
}

export type WebhookStatisticsResponse = {
  readonly data: readonly WebhookDay[]
}

export type WebhookTestRequest = {
  /** The type of the test event. */
  readonly event_type?: string
  /** The data of the test event. */
  readonly data?: Readonly<Record<string, unknown>>
}

export type WebhookTestResponse = {
  readonly data: WebhookDelivery
}

export type WebhookUpdateRequest = {
  /** The address to send events to: https, and reachable from the internet. */
  readonly url?: string
  /** Names of events, groups of events ("transfer.*"), or "*" for all events. */
  readonly events?: readonly string[]
  /** A name for the webhook. */
  readonly name?: string
  /** What the webhook is for. */
  readonly description?: string | null
  /** Headers that are added to every delivery. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether events are sent to it. */
  readonly is_active?: boolean
  /** Older name of `is_active`. */
  readonly active?: boolean
  /** How often a failed delivery is tried again; 3 by default. */
  readonly retry_attempts?: number
  /** How long to wait for the receiver’s answer; 30 seconds by default. */
  readonly timeout_seconds?: number
}

export type WebhookUpdateResponse = {
  readonly data: Webhook
}

export type WebhookWithSecret = {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly is_active: boolean
  /** The same as is_active. */
  readonly active: boolean
  readonly description: string | null
  readonly name: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly retry_attempts: number
  readonly timeout_seconds: number
  readonly consecutive_failures: number
  /** Why the bank switched the webhook off; null if it did not. */
  readonly disabled_reason: string | null
  readonly disabled_at: string | null
  readonly last_triggered_at: string | null
  readonly last_success_at: string | null
  readonly last_failure_at: string | null
  readonly created_at: string
  readonly updated_at: string
  /** Shown only here: keep it. */
  readonly secret: string
}

export type WhiteLabelConfig = {
  readonly logo_url: string | null
  readonly primary_color: string
  readonly features: Readonly<Record<string, boolean>>
  readonly updated_at: string | null
}

export type WhiteLabelGetResponse = {
  readonly data: WhiteLabelConfig
}

export type WhiteLabelUpdateRequest = {
  /** The logo url, an https address; null for none. */
  readonly logo_url?: string | null
  /** The primary color as #RRGGBB; null for the default. */
  readonly primary_color?: string | null
  /** Switches for the partner’s own pages, at most 100. */
  readonly features?: Readonly<Record<string, boolean>>
}

export type WhiteLabelUpdateResponse = {
  readonly data: WhiteLabelConfig
}

export type WhitepaperValidation = {
  readonly valid: boolean
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** Required, and given, from app version 1.3.1 on; optional before. */
export type WithdrawalConsent = {
  /** Whether the customer agreed. */
  readonly given: boolean
  /** When the text was shown. */
  readonly shownAt: string
  /** When the customer agreed. */
  readonly acceptedAt: string
  /** The text that was shown. */
  readonly consentText: string
  /** The version of the text. */
  readonly version: number
}

export type WorkQueue = {
  readonly name: string
  readonly title: string
  /** What the operator does about it. */
  readonly advice: string
  readonly count: number
  /** Whether there are more than were counted. */
  readonly has_more: boolean
  /** The page of the console where it is handled. */
  readonly page: string | null
}

export type WorkQueueListResponse = {
  readonly data: readonly WorkQueue[]
}

export type WorkflowCompensationInfo = {
  readonly has_compensation: boolean
  readonly compensation_logs: readonly WorkflowCompensationLog[]
  readonly compensation_count: number
}

export type WorkflowCompensationLog = {
  readonly step: string
  readonly action: string
  readonly timestamp: string
}

export type WorkflowDetail = {
  readonly workflow: WorkflowExecution
  readonly exceptions: readonly WorkflowException[]
  readonly compensation_info: WorkflowCompensationInfo
  readonly execution_timeline: readonly WorkflowTimelineItem[]
}

export type WorkflowException = {
  readonly class: string
  readonly message: string
  readonly timestamp: string
}

export type WorkflowExecution = {
  readonly id: string
  readonly workflow_name: string
  readonly status: WorkflowStatus
  readonly input_data: Readonly<Record<string, unknown>>
  readonly output_data: Readonly<Record<string, unknown>> | null
  readonly error: string | null
  readonly started_at: string
  readonly completed_at: string | null
  /** Milliseconds. */
  readonly duration_ms: number | null
  readonly steps: readonly WorkflowStep[]
}

export type WorkflowExecutionMetrics = {
  readonly total_executions: number
  readonly successful: number
  readonly failed: number
  /** Milliseconds. */
  readonly average_duration: number | null
}

export type WorkflowExecutionPeriods = {
  readonly last_24_hours: WorkflowExecutionMetrics
  readonly last_7_days: WorkflowExecutionMetrics
}

export type WorkflowGetResponse = {
  readonly data: WorkflowDetail
}

export type WorkflowListByStatusResponse = {
  readonly data: readonly WorkflowExecution[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type WorkflowListCompensationsResponse = {
  readonly data: readonly CompensatedWorkflow[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type WorkflowListFailedResponse = {
  readonly data: readonly WorkflowExecution[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type WorkflowListResponse = {
  readonly data: readonly WorkflowExecution[]
  readonly meta: PageMeta
  readonly stats: WorkflowStats
  readonly links: PageLinks
}

export type WorkflowMetrics = {
  readonly execution_metrics: WorkflowExecutionPeriods
  /** The last 7 days, by name of workflow. */
  readonly workflow_types: readonly WorkflowTypeMetrics[]
  readonly performance_metrics: WorkflowPerformance
}

export type WorkflowMetricsResponse = {
  readonly data: WorkflowMetrics
}

/** The last 7 days. */
export type WorkflowPerformance = {
  /** Milliseconds. */
  readonly median_duration: number | null
  /** Milliseconds. */
  readonly p95_duration: number | null
  /** Milliseconds. */
  readonly p99_duration: number | null
  /** Milliseconds. */
  readonly max_duration: number | null
  /** Percent of the ended workflows; null when none has ended. */
  readonly success_rate: number | null
}

export type WorkflowSearchResponse = {
  readonly data: readonly WorkflowExecution[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

/** The part to search; all parts when absent. The id is always searched. */
export type WorkflowSearchType = "class" | "arguments" | "output" | "exception"

export type WorkflowStats = {
  readonly total_workflows: number
  readonly by_status: WorkflowsByStatus
  /** Started within the last hour. */
  readonly recent_executions: number
  /** The average over all ended workflows, in milliseconds; null when none has ended. */
  readonly avg_execution_time: number | null
}

export type WorkflowStatsResponse = {
  readonly data: WorkflowStats
}

/** A transfer is running, completed or failed; a failed transfer has released the money that it reserved. */
export type WorkflowStatus = "created" | "pending" | "running" | "waiting" | "completed" | "failed" | "compensating" | "compensated"

export type WorkflowStep = {
  readonly name: string
  readonly status: WorkflowStepStatus
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly error: string | null
}

export type WorkflowStepStatus = "pending" | "running" | "completed" | "failed" | "compensated"

export type WorkflowTimelineItem = {
  readonly timestamp: string
  readonly index: number
  readonly class: string
  readonly result: string
}

export type WorkflowTypeMetrics = {
  readonly class: string
  readonly total_executions: number
  readonly running: number
  readonly successful: number
  readonly failed: number
}

export type WorkflowsByStatus = {
  readonly created: number
  readonly pending: number
  readonly running: number
  readonly waiting: number
  readonly completed: number
  readonly failed: number
  readonly compensating: number
  readonly compensated: number
}

export type Worth = {
  readonly period: "week" | "month" | "quarter" | "year"
  readonly currency: string
  /** Oldest first, one for each day; further apart for customers with very many moves or assets. */
  readonly points: readonly WorthPoint[]
  /** Assets that were counted at today’s rate on some day. */
  readonly at_todays_rate: readonly string[]
  /** Assets that have no rate and count for nothing. */
  readonly without_rate: readonly string[]
}

export type WorthPoint = {
  /** A day in UTC; the last one is today. */
  readonly date: string
  /** At the end of that day; now for today. */
  readonly total_usd: string
  /** Whether a rate of that day is missing and today’s is used instead. */
  readonly is_estimated: boolean
}

export type X402Configuration = {
  readonly version: number
  readonly protocol: string
  readonly issuer: string
  readonly enabled: boolean
  readonly facilitator: string | null
  readonly pay_to: string | null
  readonly default_network: string
  readonly networks: readonly string[]
  readonly supported_schemes: readonly string[]
  readonly supported_assets: readonly string[]
  readonly endpoints: Readonly<Record<string, string>>
}

export type X402Endpoint = {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Dollars. */
  readonly price: string
  readonly price_usd_cents: number
  readonly network: string
  readonly asset: string
  readonly scheme: string
  readonly description: string | null
  readonly mimeType: string
  readonly isActive: boolean
  readonly extra: {
    readonly name: string
    readonly version: string
  }
  readonly createdAt: string
  readonly updatedAt: string
}

export type X402EndpointCreateRequest = {
  /** The absolute path; a path outside /api is also sold under /api/v2. */
  readonly path: string
  /** The price, in US cents. */
  readonly price_usd_cents: number
  /** CAIP-2; see /x402/supported. */
  readonly network?: string
  /** The asset to pay in; see /x402/supported. */
  readonly asset?: string
  /** Shown to buyers. */
  readonly description?: string | null
  /** The HTTP method that has the price; * stands for any. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "*"
  /** The media type of the answer. */
  readonly mime_type?: string
  /** Whether payment is demanded now. */
  readonly is_active?: boolean
}

export type X402EndpointCreateResponse = {
  readonly data: X402Endpoint
  readonly message: string
}

export type X402EndpointGetResponse = {
  readonly data: X402Endpoint
}

export type X402EndpointListResponse = {
  readonly data: readonly X402Endpoint[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type X402EndpointUpdateRequest = {
  /** The absolute path; a path outside /api is also sold under /api/v2. */
  readonly path?: string
  /** The price, in US cents. */
  readonly price_usd_cents?: number
  /** CAIP-2; see /x402/supported. */
  readonly network?: string
  /** The asset to pay in; see /x402/supported. */
  readonly asset?: string
  /** Shown to buyers. */
  readonly description?: string | null
  /** The HTTP method that has the price; * stands for any. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "*"
  /** The media type of the answer. */
  readonly mime_type?: string
  /** Whether payment is demanded now. */
  readonly is_active?: boolean
}

export type X402EndpointUpdateResponse = {
  readonly data: X402Endpoint
}

export type X402LimitGetResponse = {
  readonly data: X402SpendingLimit
}

export type X402LimitListResponse = {
  readonly data: readonly X402SpendingLimit[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type X402LimitSetRequest = {
  /** Any name; if it is an address, payments from it count as spent. */
  readonly agent_id: string
  /** The kind of agent, in a word. */
  readonly agent_type?: string
  /** Millionths of a USDC. */
  readonly daily_limit?: string
  /** Millionths of a USDC. */
  readonly per_transaction_limit?: string
  /** Whether the agent may pay without approval. */
  readonly auto_pay_enabled?: boolean
}

export type X402LimitSetResponse = {
  readonly data: X402SpendingLimit
}

export type X402LimitUpdateRequest = {
  /** The kind of agent, in a word. */
  readonly agent_type?: string
  /** Millionths of a USDC. */
  readonly daily_limit?: string
  /** Millionths of a USDC. */
  readonly per_transaction_limit?: string
  /** Whether the agent may pay without approval. */
  readonly auto_pay_enabled?: boolean
}

export type X402LimitUpdateResponse = {
  readonly data: X402SpendingLimit
}

export type X402Network = {
  readonly id: string
  readonly name: string
  readonly testnet: boolean
  readonly chain_id: number | null
  readonly usdc_address: string
  readonly usdc_decimals: number
  readonly explorer_url: string
}

export type X402Payment = {
  readonly id: string
  readonly payerAddress: string | null
  readonly payToAddress: string
  /** Millionths of a USDC. */
  readonly amount: string
  readonly amountUsd: string
  readonly network: string
  readonly asset: string
  readonly scheme: string
  readonly status: X402PaymentStatus
  readonly transactionHash: string | null
  readonly endpoint: string
  readonly error: {
    readonly reason: string
    readonly message: string
  } | null
  readonly testMode: boolean
  readonly verifiedAt: string | null
  readonly settledAt: string | null
  readonly createdAt: string
}

export type X402PaymentGetResponse = {
  readonly data: X402Payment
}

export type X402PaymentListResponse = {
  readonly data: readonly X402Payment[]
  readonly meta: PageMeta
  readonly links: PageLinks
}

export type X402PaymentStatsResponse = {
  readonly data: X402Stats
}

/** The status of the payment. */
export type X402PaymentStatus = "pending" | "verified" | "settled" | "failed" | "expired"

export type X402SpendingLimit = {
  readonly id: string
  readonly agentId: string
  readonly agentType: string
  /** Millionths of a USDC. */
  readonly dailyLimit: string
  /** Millionths of a USDC. */
  readonly spentToday: string
  /** Millionths of a USDC. */
  readonly perTransactionLimit: string
  readonly autoPayEnabled: boolean
  /** Millionths of a USDC. */
  readonly remainingBudget: string
  /** The share of the daily limit in percent, rounded down to two decimals. */
  readonly spentPercentage: number
  readonly limitResetsAt: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type X402Stats = {
  readonly period: string
  readonly total_payments: number
  readonly total_settled: number
  readonly total_failed: number
  /** Millionths of a USDC. */
  readonly total_volume_atomic: string
  readonly total_volume_usd: string
  readonly unique_payers: number
}

export type X402Status = {
  readonly enabled: boolean
  readonly version: number
  readonly protocol: string
  readonly default_network: string
  readonly supported_schemes: readonly string[]
  /** Whether the bank itself pays others. */
  readonly client_enabled: boolean
  readonly test_mode: boolean
}

export type X402StatusResponse = {
  readonly data: X402Status
}

export type X402Supported = {
  readonly networks: readonly X402Network[]
  readonly contracts: Readonly<Record<string, string>>
  readonly supported_schemes: readonly string[]
  readonly supported_assets: readonly string[]
}

export type X402SupportedResponse = {
  readonly data: X402Supported
}

