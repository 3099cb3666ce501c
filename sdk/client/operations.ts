// One function for each operation, generated from the OpenAPI document of the bank.
import { operation, subscription } from './client.ts'
import type {
  AccountBalancesAtResponse,
  AccountBalancesDecimalResponse,
  AccountBalancesResponse,
  AccountBasketsResponse,
  AccountComposeBasketRequest,
  AccountComposeBasketResponse,
  AccountDecomposeBasketRequest,
  AccountDecomposeBasketResponse,
  AccountDepositRequest,
  AccountFreezeRequest,
  AccountGetResponse,
  AccountIdentifiersResponse,
  AccountInformationAccountResponse,
  AccountInformationAccountsResponse,
  AccountInformationBalancesResponse,
  AccountInformationTransactionsResponse,
  AccountIsoNotificationResponse,
  AccountIsoStatementResponse,
  AccountLegacyBalanceResponse,
  AccountLegacySummaryResponse,
  AccountListResponse,
  AccountOpenRequest,
  AccountReverseTransactionRequest,
  AccountStatementResponse,
  AccountTransactionsResponse,
  AccountUnfreezeRequest,
  AccountUpdateRequest,
  AccountWithMessage,
  AccountWithdrawRequest,
  AchFileBatchResponse,
  AchFileCreateRequest,
  AchFileCreateResponse,
  AchFileGetResponse,
  AchFileListResponse,
  AchFileParseRequest,
  AchFileParseResponse,
  AchReturnProcessRequest,
  AchReturnProcessResponse,
  ActivityFilter,
  AgentAgreementCheckResponse,
  AgentAgreementGetResponse,
  AgentAgreementNegotiateRequest,
  AgentAgreementNegotiateResponse,
  AgentAgreementRefreshRequest,
  AgentAgreementRefreshResponse,
  AgentAgreementRevokeResponse,
  AgentAuthChallengeRequest,
  AgentAuthChallengeResponse,
  AgentAuthLogInByDidRequest,
  AgentAuthLogInByDidResponse,
  AgentAuthLogInByKeyRequest,
  AgentAuthLogInByKeyResponse,
  AgentAuthRevokeRequest,
  AgentAuthRevokeResponse,
  AgentAuthScopesResponse,
  AgentAuthValidateRequest,
  AgentAuthValidateResponse,
  AgentCard,
  AgentConfigurationResponse,
  AgentDiscoverResponse,
  AgentGetResponse,
  AgentKeyCreateRequest,
  AgentKeyCreateResponse,
  AgentKeyListResponse,
  AgentKeyRevokeResponse,
  AgentListResponse,
  AgentMessageAcknowledgeResponse,
  AgentMessageGetResponse,
  AgentMessageListResponse,
  AgentMessageSendRequest,
  AgentMessageSendResponse,
  AgentMessageStatus,
  AgentPaymentCancelRequest,
  AgentPaymentCancelResponse,
  AgentPaymentConfirmResponse,
  AgentPaymentGetResponse,
  AgentPaymentInitiateRequest,
  AgentPaymentInitiateResponse,
  AgentPaymentListResponse,
  AgentPaymentStatus,
  AgentProtocolCapabilitiesResponse,
  AgentProtocolVersionsResponse,
  AgentRegisterRequest,
  AgentRegisterResponse,
  AgentRotateKeyRequest,
  AgentRotateKeyResponse,
  AgentSessionListResponse,
  AgentSessionRevokeAllResponse,
  AgentSetCapabilitiesRequest,
  AgentSetCapabilitiesResponse,
  AgentSetEndpointsRequest,
  AgentSetEndpointsResponse,
  AgentSetStatusRequest,
  AgentSetStatusResponse,
  AgentStatus,
  AgentType,
  AiQueryAskRequest,
  AiQueryAskResponse,
  AiQueryListResponse,
  AiTransactionQueryRequest,
  AiTransactionQueryResponse,
  ApiKeyCreateRequest,
  ApiKeyGetResponse,
  ApiKeyListOfUserResponse,
  ApiKeyListResponse,
  ApiKeyRevokeOfUserResponse,
  ApiKeyRevokeResponse,
  ApiKeyUpdateRequest,
  ApiKeyUpdateResponse,
  AssetCreateRequest,
  AssetGetPublicResponse,
  AssetGetResponse,
  AssetList,
  AssetType,
  AssetUpdateRequest,
  AssetWithMessage,
  AuditGetResponse,
  AuditedChanges,
  AuthChangePasswordRequest,
  AuthForgotPasswordRequest,
  AuthLoginRequest,
  AuthLogoutAllRequest,
  AuthLogoutAllResponse,
  AuthProveRequest,
  AuthRefreshRequest,
  AuthRegisterRequest,
  AuthResetPasswordRequest,
  AuthResetPasswordResponse,
  AuthSessionEndOfUserResponse,
  AuthSessionEndOthersResponse,
  AuthSessionListResponse,
  AuthVerifyEmailRequest,
  BalanceExplainResponse,
  BalanceHistoryResponse,
  BalanceList,
  BalanceSheetGetResponse,
  BankOverviewGetResponse,
  BasketComponentsResponse,
  BasketCreateRequest,
  BasketGetResponse,
  BasketHistoryResponse,
  BasketListResponse,
  BasketPerformanceResponse,
  BasketPeriod,
  BasketRebalanceRequest,
  BasketRebalancing,
  BasketTopPerformersResponse,
  BasketType,
  BasketValueResponse,
  BasketVoteReply,
  BasketWithMessage,
  BasketWorstPerformersResponse,
  BatchCancelRequest,
  BatchCancelled,
  BatchExecuteRequest,
  BatchList,
  BatchStarted,
  BatchStatus,
  BatchStatusResponse,
  BiometricChallengeRequest,
  BiometricChallengeResponse,
  BiometricDisableResponse,
  BiometricEnableRequest,
  BiometricEnableResponse,
  BiometricSessionListResponse,
  BiometricSessionRevokeAllResponse,
  BiometricSessionRevokeResponse,
  BiometricVerifyRequest,
  BiometricVerifyResponse,
  BrandingGetResponse,
  BridgeFeesResponse,
  BridgeInitiateRequest,
  BridgeInitiateResponse,
  BridgeListResponse,
  BridgeQuoteRequest,
  BridgeQuoteResponse,
  BridgeStartRequest,
  BridgeStartResponse,
  BridgeStatus,
  BridgeStatusResponse,
  BulkResult,
  CardEventReceived,
  CardGetResponse,
  CardListResponse,
  CardPaymentAuthorizeRequest,
  CardPaymentAuthorizeResponse,
  CardPaymentCaptureResponse,
  CardPaymentListResponse,
  CardPaymentRefundResponse,
  CardPaymentReverseResponse,
  CardWalletListResponse,
  CardholderLinkRequest,
  CardholderLinkResponse,
  CardholderListResponse,
  CashMovement,
  CashTellerCreateRequest,
  CashTellerCreateResponse,
  CashTellerGetResponse,
  CashTellerListResponse,
  CashTellerReconcileRequest,
  CashTellerReconcileResponse,
  CashTellerReconciliationsResponse,
  CashTellerSetVaultRequest,
  CashTellerSetVaultResponse,
  ChatAnswer,
  CollectionSheetCollectRequest,
  CollectionSheetCollectResponse,
  CollectionSheetCompleteRequest,
  CollectionSheetCompleteResponse,
  CollectionSheetCreateRequest,
  CollectionSheetCreateResponse,
  CollectionSheetGetResponse,
  CollectionSheetListResponse,
  ConsentAuthorizeRequest,
  ConsentAuthorizeResponse,
  ConsentCreateRequest,
  ConsentCreateResponse,
  ConsentEndResponse,
  ConsentGetResponse,
  ConsentListResponse,
  ConsentRejectResponse,
  ConsentReviewResponse,
  ConsentStatusResponse,
  ConversationChatRequest,
  ConversationDetail,
  ConversationListResponse,
  ConversationRateRequest,
  Conversion,
  CreatedApiKey,
  CredentialKind,
  CrossChainSwapExecuteRequest,
  CrossChainSwapExecuteResponse,
  CrossChainSwapListResponse,
  CrossChainSwapQuoteRequest,
  CrossChainSwapQuoteResponse,
  CrossChainSwapStartRequest,
  CrossChainSwapStartResponse,
  CrossChainSwapStatusResponse,
  CrosschainChainsResponse,
  CrosschainPortfolioResponse,
  CustomerAccountGetResponse,
  CustomerAccountListResponse,
  CustomerNoteCorrectRequest,
  CustomerNoteCorrectResponse,
  CustomerNoteCreateRequest,
  CustomerNoteCreateResponse,
  CustomerNoteGetResponse,
  CustomerNotes,
  DashboardDomainHealthResponse,
  DashboardEventThroughputResponse,
  DashboardMetricsResponse,
  DashboardProjectorLagResponse,
  DashboardStreamStatusResponse,
  DefiFlashLoanCreateRequest,
  DefiFlashLoanCreateResponse,
  DefiLendingBorrowRequest,
  DefiLendingBorrowResponse,
  DefiLendingRepayRequest,
  DefiLendingRepayResponse,
  DefiLendingSupplyRequest,
  DefiLendingSupplyResponse,
  DefiLendingWithdrawRequest,
  DefiLendingWithdrawResponse,
  DefiMarketListResponse,
  DefiPortfolioGetResponse,
  DefiPositionListResponse,
  DefiProtocolListResponse,
  DefiQuoteCreateRequest,
  DefiQuoteCreateResponse,
  DefiQuoteGetResponse,
  DefiStakingGetResponse,
  DefiStakingStakeRequest,
  DefiStakingStakeResponse,
  DefiStakingUnstakeRequest,
  DefiStakingUnstakeResponse,
  DefiSwapCreateRequest,
  DefiSwapCreateResponse,
  DefiSwapExecuteRequest,
  DefiSwapExecuteResponse,
  DefiSwapGetResponse,
  DefiSwapListResponse,
  DefiYieldListResponse,
  DemoGetResponse,
  DemoLoadResponse,
  DeviceBlockRequest,
  DeviceBlockResponse,
  DeviceGetResponse,
  DeviceListResponse,
  DeviceRegisterRequest,
  DeviceRegisterResponse,
  DeviceRemoveAllResponse,
  DeviceRemoveResponse,
  DeviceSetTokenRequest,
  DeviceSetTokenResponse,
  DeviceTrustResponse,
  DeviceUnblockResponse,
  DirectDebitCollectRequest,
  DirectDebitCollectResponse,
  DirectDebitMandateCancelResponse,
  DirectDebitMandateCreateRequest,
  DirectDebitMandateCreateResponse,
  DirectDebitMandateGetResponse,
  DirectDebitMandateListResponse,
  DirectDebitMandateResumeResponse,
  DirectDebitMandateSuspendResponse,
  DirectDebitRole,
  DirectDebitUpcomingResponse,
  DisputeAcceptRequest,
  DisputeAcceptResponse,
  DisputeAskRequest,
  DisputeAskResponse,
  DisputeGetResponse,
  DisputeListResponse,
  DisputeOpenRequest,
  DisputeOpenResponse,
  DisputeQueueResponse,
  DisputeRejectRequest,
  DisputeRejectResponse,
  DisputeSendMessageRequest,
  DisputeSendMessageResponse,
  DisputeWithdrawResponse,
  DividendDeclareRequest,
  DividendDeclareResponse,
  ErasureCreateResponse,
  ErasureDiscloseRequest,
  ErasureDiscloseResponse,
  ErasureListResponse,
  ErasurePreviewResponse,
  EscrowCancelRequest,
  EscrowCancelResponse,
  EscrowCreateRequest,
  EscrowCreateResponse,
  EscrowDisputeRequest,
  EscrowDisputeResponse,
  EscrowFundRequest,
  EscrowFundResponse,
  EscrowGetResponse,
  EscrowListResponse,
  EscrowReleaseRequest,
  EscrowReleaseResponse,
  EscrowResolveRequest,
  EscrowResolveResponse,
  EscrowStatus,
  Event,
  EventPage,
  ExchangeCandlesResponse,
  ExchangeConvertRequest,
  ExchangeEstimateResponse,
  ExchangeMarketTradesResponse,
  ExchangeMarketsResponse,
  ExchangeOrderBookResponse,
  ExchangeOrdersResponse,
  ExchangeQuoteResponse,
  ExchangeRateList,
  ExchangeRateWithMessage,
  ExchangeTradeRequest,
  ExchangeTradesResponse,
  FeatureListResponse,
  FeatureSwitchRequest,
  FeatureSwitchResponse,
  FeedbackTaken,
  FieldOfficerChangeRequest,
  FieldOfficerChangeResponse,
  FieldOfficerCreateRequest,
  FieldOfficerCreateResponse,
  FieldOfficerGetResponse,
  FieldOfficerListResponse,
  FilePaymentCancelResponse,
  FilePaymentGetResponse,
  FilePaymentStatus,
  FoundPayments,
  FundingGetResponse,
  GcuBuyRequest,
  GcuCompositionResponse,
  GcuGetResponse,
  GcuOperation,
  GcuPurchase,
  GcuQuoteResponse,
  GcuSale,
  GcuSellRequest,
  GcuSupportedBanksResponse,
  GcuTradingLimitsResponse,
  GcuValueHistory,
  GrantListOfUserResponse,
  GrantListResponse,
  GrantRevokeOfUserResponse,
  GrantRevokeResponse,
  GrantUpdateRequest,
  GrantUpdateResponse,
  GroupAttendanceListResponse,
  GroupMeetingListResponse,
  GroupMeetingRecordRequest,
  GroupMeetingRecordResponse,
  GroupMemberAddRequest,
  GroupMemberAddResponse,
  GroupMemberChangeRequest,
  GroupMemberChangeResponse,
  GroupMemberListResponse,
  GroupMemberRemoveResponse,
  Health,
  IncomeStatementGetResponse,
  Index,
  InterledgerConnectionListResponse,
  InterledgerConnectionOpenRequest,
  InterledgerConnectionOpenResponse,
  InterledgerGrantCreateRequest,
  InterledgerGrantCreateResponse,
  InterledgerGrantListResponse,
  InterledgerIncomingCreateRequest,
  InterledgerIncomingCreateResponse,
  InterledgerIncomingGetResponse,
  InterledgerIncomingListResponse,
  InterledgerOutgoingCreateRequest,
  InterledgerOutgoingCreateResponse,
  InterledgerPacketReceiveRequest,
  InterledgerPacketReceiveResponse,
  InterledgerPaymentCreateRequest,
  InterledgerPaymentCreateResponse,
  InterledgerPaymentGetResponse,
  InterledgerPaymentListResponse,
  InterledgerPaymentStatus,
  InterledgerPeerBalancesResponse,
  InterledgerPeerSettleRequest,
  InterledgerPeerSettleResponse,
  InterledgerQuoteCreateRequest,
  InterledgerQuoteCreateResponse,
  InterledgerQuoteGetResponse,
  InterledgerSpsp,
  InterledgerSupportedAssetsResponse,
  Iso20022GenerateRequest,
  Iso20022GenerateResponse,
  Iso20022ParseRequest,
  Iso20022ParseResponse,
  Iso20022SupportedTypesResponse,
  Iso20022ValidateRequest,
  Iso20022ValidateResponse,
  IssuedCardCancelResponse,
  IssuedCardCreateRequest,
  IssuedCardCreateResponse,
  IssuedCardFreezeResponse,
  IssuedCardGetResponse,
  IssuedCardListResponse,
  IssuedCardUnfreezeResponse,
  IssuedCardUpdateRequest,
  IssuedCardUpdateResponse,
  JournalEntryCreateRequest,
  JournalEntryCreateResponse,
  JournalEntryGetResponse,
  JournalEntryListResponse,
  JournalEntryReverseRequest,
  JournalEntryReverseResponse,
  JournalEntryStatus,
  LedgerAccountBalanceResponse,
  LedgerAccountCreateRequest,
  LedgerAccountCreateResponse,
  LedgerAccountGetResponse,
  LedgerAccountHistoryResponse,
  LedgerAccountListResponse,
  LedgerAccountType,
  LedgerAccountUpdateRequest,
  LedgerAccountUpdateResponse,
  LedgerIntegrityResponse,
  LedgerMovements,
  LedgerMovementsFormat,
  LedgerPeriodCloseRequest,
  LedgerPeriodCloseResponse,
  LedgerPeriodCreateRequest,
  LedgerPeriodCreateResponse,
  LedgerPeriodGetResponse,
  LedgerPeriodListResponse,
  LedgerPeriodReopenRequest,
  LedgerPeriodReopenResponse,
  LedgerPeriodStatus,
  LedgerRecheckGetResponse,
  LedgerRecheckResponse,
  LedgerRecheckStartRequest,
  LedgerRecheckStartResponse,
  LedgerReconciliationListResponse,
  LedgerReconciliationResolveRequest,
  LedgerReconciliationResolveResponse,
  LiveRequest,
  MachineRail,
  MandateAcceptResponse,
  MandateCompleteResponse,
  MandateCreateRequest,
  MandateCreateResponse,
  MandateDisputeRequest,
  MandateDisputeResponse,
  MandateExecuteRequest,
  MandateExecuteResponse,
  MandateGetResponse,
  MandateIssuerKeyResponse,
  MandateListResponse,
  MandateRevokeRequest,
  MandateRevokeResponse,
  MandateStatus,
  MandateType,
  MandateVerifyRequest,
  MandateVerifyResponse,
  MerchantCreateRequest,
  MerchantCreateResponse,
  MerchantGetResponse,
  MerchantListResponse,
  MerchantUpdateRequest,
  MerchantUpdateResponse,
  Message,
  MessageReply,
  MicaCheckRequest,
  MicaCheckResponse,
  MicaReservesResponse,
  MicaStatusResponse,
  MicaValidateWhitepaperRequest,
  MicaValidateWhitepaperResponse,
  MicrofinanceGroupActivateResponse,
  MicrofinanceGroupCloseResponse,
  MicrofinanceGroupCreateRequest,
  MicrofinanceGroupCreateResponse,
  MicrofinanceGroupGetResponse,
  MicrofinanceGroupListResponse,
  MicrofinanceGroupStatus,
  MicrofinanceLoanApplyRequest,
  MicrofinanceLoanApplyResponse,
  MicrofinanceLoanApproveResponse,
  MicrofinanceLoanCancelRequest,
  MicrofinanceLoanCancelResponse,
  MicrofinanceLoanDisburseResponse,
  MicrofinanceLoanGetResponse,
  MicrofinanceLoanListResponse,
  MicrofinanceLoanProvisionResponse,
  MicrofinanceLoanRejectRequest,
  MicrofinanceLoanRejectResponse,
  MicrofinanceLoanRepayRequest,
  MicrofinanceLoanRepayResponse,
  MicrofinanceLoanRepaymentsResponse,
  MicrofinanceLoanScheduleResponse,
  MicrofinanceLoanStatus,
  MicrofinanceLoanWriteOffRequest,
  MicrofinanceLoanWriteOffResponse,
  MifidReportRequest,
  MifidReportResponse,
  MifidStatusResponse,
  MobileActivityResponse,
  MobileConfigResponse,
  MobileFeedResponse,
  MobileStatusResponse,
  MobileTransactionResponse,
  MppConfiguration,
  MppLimitListResponse,
  MppLimitSetRequest,
  MppLimitSetResponse,
  MppPayLightningRequest,
  MppPayLightningResponse,
  MppPaymentStatus,
  MppPaymentsResponse,
  MppRailsResponse,
  MppResourceCreateRequest,
  MppResourceCreateResponse,
  MppResourceUpdateRequest,
  MppResourceUpdateResponse,
  MppResourcesResponse,
  MppStatsResponse,
  MppStatusResponse,
  NetworkGetResponse,
  NetworkListResponse,
  NetworkQuoteRequest,
  NetworkQuoteResponse,
  NetworkValidateAddressResponse,
  NotificationGetResponse,
  NotificationGroup,
  NotificationListResponse,
  NotificationPreferencesGetResponse,
  NotificationPreferencesUpdateRequest,
  NotificationPreferencesUpdateResponse,
  NotificationReadAllResponse,
  NotificationReadResponse,
  NotificationUnreadResponse,
  OrderCancelled,
  OrderPlaced,
  P2pTransferCancelResponse,
  P2pTransferClaimRequest,
  P2pTransferClaimResponse,
  P2pTransferCreateRequest,
  P2pTransferCreateResponse,
  P2pTransferGetResponse,
  P2pTransferListResponse,
  P2pTransferRecipientsResponse,
  PartnerBillingBreakdownResponse,
  PartnerBillingOutstandingResponse,
  PartnerBrandingGetResponse,
  PartnerBrandingUpdateRequest,
  PartnerBrandingUpdateResponse,
  PartnerGetResponse,
  PartnerInvoiceCancelRequest,
  PartnerInvoiceCancelResponse,
  PartnerInvoiceGetResponse,
  PartnerInvoiceIssueResponse,
  PartnerInvoiceListResponse,
  PartnerInvoicePayRequest,
  PartnerInvoicePayResponse,
  PartnerInvoiceRefundRequest,
  PartnerInvoiceRefundResponse,
  PartnerKeyRevokeRequest,
  PartnerKeyRevokeResponse,
  PartnerKeyRotateRequest,
  PartnerKeyRotateResponse,
  PartnerListResponse,
  PartnerLogoDeleteResponse,
  PartnerLogoGetResponse,
  PartnerLogoUploadRequest,
  PartnerLogoUploadResponse,
  PartnerMemberAddRequest,
  PartnerMemberAddResponse,
  PartnerMemberListResponse,
  PartnerMemberRemoveResponse,
  PartnerOnboardRequest,
  PartnerOnboardResponse,
  PartnerProfileGetResponse,
  PartnerProfileUpdateRequest,
  PartnerProfileUpdateResponse,
  PartnerReactivateRequest,
  PartnerReactivateResponse,
  PartnerReissueRequest,
  PartnerReissueResponse,
  PartnerSdkDownloadResponse,
  PartnerSdkGenerateRequest,
  PartnerSdkGenerateResponse,
  PartnerSdkGetResponse,
  PartnerSdkLanguagesResponse,
  PartnerSdkListResponse,
  PartnerSdkOpenapiSpecResponse,
  PartnerSdkStatusResponse,
  PartnerSuspendRequest,
  PartnerSuspendResponse,
  PartnerTerminateRequest,
  PartnerTerminateResponse,
  PartnerTierCompareResponse,
  PartnerTierGetResponse,
  PartnerUpdateRequest,
  PartnerUpdateResponse,
  PartnerUsageGetResponse,
  PartnerUsageHistoryResponse,
  PartnerWebhookSecretRotateResponse,
  PasskeyChallengeRequest,
  PasskeyChallengeResponse,
  PasskeyListOfUserResponse,
  PasskeyListResponse,
  PasskeyRegisterChallengeResponse,
  PasskeyRegisterRequest,
  PasskeyRegisterResponse,
  PasskeyRemoveOfUserResponse,
  PasskeyRemoveResponse,
  PasskeySession,
  PasskeyVerifyRequest,
  PasswordChanged,
  PaymentFileExecuteRequest,
  PaymentFileExecuteResponse,
  PaymentFileGetResponse,
  PaymentFileListResponse,
  PaymentFilePaymentsResponse,
  PaymentFileReportResponse,
  PaymentFileStatus,
  PaymentGetResponse,
  PaymentInitiationAuthorizeResponse,
  PaymentInitiationCancelResponse,
  PaymentInitiationCreateRequest,
  PaymentInitiationCreateResponse,
  PaymentInitiationGetResponse,
  PaymentInitiationListResponse,
  PaymentInitiationRejectResponse,
  PaymentInitiationReviewResponse,
  PaymentInitiationStatusResponse,
  PaymentIntentCancelRequest,
  PaymentIntentCancelResponse,
  PaymentIntentCreateForMerchantRequest,
  PaymentIntentCreateForMerchantResponse,
  PaymentIntentCreateRequest,
  PaymentIntentCreateResponse,
  PaymentIntentGetResponse,
  PaymentIntentListResponse,
  PaymentIntentSubmitRequest,
  PaymentIntentSubmitResponse,
  PaymentListFormat,
  PaymentStatus,
  PersonalDataExportResponse,
  PersonalDataFormat,
  PollCancelRequest,
  PollCreateRequest,
  PollGetResponse,
  PollListActiveResponse,
  PollListGcuResponse,
  PollListResponse,
  PollResultsResponse,
  PollStatus,
  PollType,
  PollVoteRequest,
  PollWithMessage,
  PostingRuleActivateResponse,
  PostingRuleApplicationsResponse,
  PostingRuleCreateRequest,
  PostingRuleCreateResponse,
  PostingRuleDeactivateResponse,
  PostingRuleListResponse,
  PostingRuleStatus,
  ProposalCreateRequest,
  ProposalListResponse,
  ProposalMyVotesResponse,
  ProposalReply,
  ProposalVoteReply,
  ProposalVoteRequest,
  ProposalWithMessage,
  ProvisionCategory,
  ProvisioningListResponse,
  ProvisioningRunResponse,
  ProvisioningSummaryResponse,
  RailGetResponse,
  RailListResponse,
  RailPaymentCancelResponse,
  RailPaymentCreateRequest,
  RailPaymentCreateResponse,
  RailPaymentGetResponse,
  RailPaymentListResponse,
  RailPaymentReceiveRequest,
  RailPaymentReceiveResponse,
  RailPaymentSendRequest,
  RailPaymentSendResponse,
  RailRouteRequest,
  RailRouteResponse,
  RailSupportedResponse,
  RampCheckoutResponse,
  RampCrypto,
  RampFiat,
  RampListResponse,
  RampQuoteResponse,
  RampStartRequest,
  RampStartResponse,
  RampStatusResponse,
  RampSupportedResponse,
  RampType,
  RampWebhookResponse,
  RateConvertPublicResponse,
  RateConvertResponse,
  RateGetPublicResponse,
  RateGetResponse,
  RateLimitsGetResponse,
  RateLimitsSetRequest,
  RateLimitsSetResponse,
  RateProviderAggregateResponse,
  RateProviderCompareResponse,
  RateProviderHistoryResponse,
  RateProviderListResponse,
  RateProviderRateResponse,
  RateProviderValidateRequest,
  RateProviderValidateResponse,
  RateRefreshRequest,
  RateSetRequest,
  RateSource,
  ReceiptFormat,
  ReceiptGetResponse,
  ReceiptShareResponse,
  ReceiptUnshareResponse,
  ReceiptViewResponse,
  RecipientSearchResponse,
  RefreshedRates,
  RegulatoryAdaptersResponse,
  RegulatoryApplicableResponse,
  RegulatoryDecisionGetResponse,
  RegulatoryDecisionListResponse,
  RegulatoryDecisionReplayResponse,
  RegulatoryReportFileRequest,
  RegulatoryReportFileResponse,
  RegulatoryReportListResponse,
  RegulatoryReportStatusResponse,
  RegulatoryStatusResponse,
  RegulatorySummaryResponse,
  ReputationGetResponse,
  ReputationGiveFeedbackRequest,
  ReputationGiveFeedbackResponse,
  ReputationHistoryResponse,
  ReputationLeaderboardResponse,
  ReputationPenalizeRequest,
  ReputationPenalizeResponse,
  ReputationTrustResponse,
  RequestGetResponse,
  RequestLog,
  RequestStatistics,
  ReversalList,
  ReversalStatusResponse,
  ReversalWithMessage,
  RuleApplicationStatus,
  SanctionsDecideRequest,
  SanctionsDecideResponse,
  SanctionsExceptionsResponse,
  SanctionsHitsResponse,
  SanctionsListStateResponse,
  SanctionsRevokeExceptionRequest,
  SanctionsRevokeExceptionResponse,
  SanctionsScreenRequest,
  SanctionsScreenResponse,
  SdkDocumentFormat,
  SdkDownloadFormat,
  SessionReply,
  ShareAccountCloseResponse,
  ShareAccountGetResponse,
  ShareAccountListResponse,
  ShareAccountMovementsResponse,
  ShareAccountOpenRequest,
  ShareAccountOpenResponse,
  ShareAccountPurchaseRequest,
  ShareAccountPurchaseResponse,
  ShareAccountRedeemRequest,
  ShareAccountRedeemResponse,
  ShareAccountWithdrawDividendsRequest,
  ShareAccountWithdrawDividendsResponse,
  SmsInfoResponse,
  SmsRatesResponse,
  SmsReportResponse,
  SmsSendRequest,
  SmsSendResponse,
  SmsStatusResponse,
  SpendingAnalysisRequest,
  SpendingAnalysisResponse,
  SpendingBudgetCreateRequest,
  SpendingBudgetCreateResponse,
  SpendingBudgetGetResponse,
  SpendingBudgetListResponse,
  SpendingBudgetUpdateRequest,
  SpendingBudgetUpdateResponse,
  SpendingRecurringListResponse,
  SpendingRuleCreateRequest,
  SpendingRuleCreateResponse,
  SpendingRuleGetResponse,
  SpendingRuleListResponse,
  SpendingRuleUpdateRequest,
  SpendingRuleUpdateResponse,
  StandingOrderCancelResponse,
  StandingOrderChangeRequest,
  StandingOrderChangeResponse,
  StandingOrderCreateRequest,
  StandingOrderCreateResponse,
  StandingOrderGetResponse,
  StandingOrderListResponse,
  StandingOrderPauseResponse,
  StandingOrderPaymentsResponse,
  StandingOrderResumeResponse,
  StandingOrderStatus,
  StatementFormat,
  StatementMessageFormat,
  StoreNotificationReceived,
  SubscriptionAppleNotificationRequest,
  SubscriptionGoogleNotificationRequest,
  SubscriptionProjection,
  SubscriptionVerifyRequest,
  SystemStatusResponse,
  TaskAnswerRequest,
  TaskAnswerResponse,
  TaskCancelResponse,
  TaskGetResponse,
  TaskListResponse,
  TaskSendRequest,
  TaskSendResponse,
  TaskState,
  TellerAddRequest,
  TellerListResponse,
  TellerRemoveResponse,
  TellerTransactionCreateRequest,
  TellerTransactionCreateResponse,
  TellerTransactionListResponse,
  TellerWithMessage,
  TenantCreateRequest,
  TenantCreateResponse,
  TenantCustomersResponse,
  TenantDeleteResponse,
  TenantGetResponse,
  TenantListAllResponse,
  TenantListResponse,
  TenantReactivateResponse,
  TenantRestoreResponse,
  TenantSuspendResponse,
  TenantUpdateRequest,
  TenantUpdateResponse,
  TokensReply,
  ToolCallListResponse,
  ToolListResponse,
  ToolSetEnabledRequest,
  ToolSetEnabledResponse,
  TransactionDirection,
  TransactionGetResponse,
  TransactionListFormat,
  TransactionListResponse,
  TransactionQueryRequest,
  TransactionQueryResponse,
  TransactionReverseRequest,
  TransactionSort,
  TransactionStatus,
  TransactionType,
  TransferBulkRequest,
  TransferCreateRequest,
  TransferGetResponse,
  TransferListResponse,
  TransferWithMessage,
  TravelRuleCheckRequest,
  TravelRuleCheckResponse,
  TravelRuleEnforceRequest,
  TravelRuleEnforceResponse,
  TravelRuleEnforcementResponse,
  TravelRuleRecordsResponse,
  TravelRuleSubmitRequest,
  TravelRuleSubmitResponse,
  TravelRuleThresholdsResponse,
  TrialBalanceFormat,
  TrialBalanceGetResponse,
  TwoFactorConfirmRequest,
  TwoFactorDisableRequest,
  TwoFactorRecoveryCodesResponse,
  TwoFactorSetup,
  TwoFactorVerified,
  TwoFactorVerifyRequest,
  UserConfirmEmailResponse,
  UserEndSessionsRequest,
  UserEndSessionsResponse,
  UserEraseRequest,
  UserEraseResponse,
  UserExportResponse,
  UserListResponse,
  UserProfileResponse,
  UserReinstateRequest,
  UserReinstateResponse,
  UserReply,
  UserResetTwoFactorRequest,
  UserResetTwoFactorResponse,
  UserShowResponse,
  UserSuspendRequest,
  UserSuspendResponse,
  VaultTransferCreateRequest,
  VaultTransferCreateResponse,
  VoteGetResponse,
  VoteListResponse,
  VoteStatsResponse,
  VoteVerification,
  VoteWithMessage,
  VotingDashboardResponse,
  VotingHistoryResponse,
  VotingPollsResponse,
  VotingPower,
  VotingUpcomingResponse,
  VotingVoteRequest,
  WalletActivityResponse,
  WalletAddressesResponse,
  WalletChain,
  WalletCreateAddressRequest,
  WalletCreateAddressResponse,
  WalletDeleteAddressResponse,
  WebhookCreateRequest,
  WebhookCreateResponse,
  WebhookDeliveriesResponse,
  WebhookDeliveryResponse,
  WebhookEventsResponse,
  WebhookGetResponse,
  WebhookListResponse,
  WebhookRedeliverResponse,
  WebhookReplayRequest,
  WebhookReplayResponse,
  WebhookRotateSecretRequest,
  WebhookRotateSecretResponse,
  WebhookStatisticsResponse,
  WebhookTestRequest,
  WebhookTestResponse,
  WebhookUpdateRequest,
  WebhookUpdateResponse,
  WhiteLabelGetResponse,
  WhiteLabelUpdateRequest,
  WhiteLabelUpdateResponse,
  WorkQueueListResponse,
  WorkflowGetResponse,
  WorkflowListByStatusResponse,
  WorkflowListCompensationsResponse,
  WorkflowListFailedResponse,
  WorkflowListResponse,
  WorkflowMetricsResponse,
  WorkflowSearchResponse,
  WorkflowSearchType,
  WorkflowStatsResponse,
  WorkflowStatus,
  X402Configuration,
  X402EndpointCreateRequest,
  X402EndpointCreateResponse,
  X402EndpointGetResponse,
  X402EndpointListResponse,
  X402EndpointUpdateRequest,
  X402EndpointUpdateResponse,
  X402LimitGetResponse,
  X402LimitListResponse,
  X402LimitSetRequest,
  X402LimitSetResponse,
  X402LimitUpdateRequest,
  X402LimitUpdateResponse,
  X402PaymentGetResponse,
  X402PaymentListResponse,
  X402PaymentStatsResponse,
  X402PaymentStatus,
  X402StatusResponse,
  X402SupportedResponse,
} from './types.ts'

// Users, their sessions, and the authentication of requests.

/** Change the password; every other session ends. */
export const authChangePassword = /* @__PURE__ */ operation<AuthChangePasswordRequest, PasswordChanged>('POST', '/api/v2/auth/change-password')

/** Send a mail with a token to reset the password. */
export const authForgotPassword = /* @__PURE__ */ operation<AuthForgotPasswordRequest, MessageReply>('POST', '/api/v2/auth/forgot-password')

/** Sign in with e-mail and password. */
export const authLogin = /* @__PURE__ */ operation<AuthLoginRequest, SessionReply>('POST', '/api/v2/auth/login')

/** End this session. */
export const authLogout = /* @__PURE__ */ operation<object, MessageReply>('POST', '/api/v2/auth/logout')

/** End every session of the caller and, on request, all access that needs no session. */
export const authLogoutAll = /* @__PURE__ */ operation<Partial<AuthLogoutAllRequest>, AuthLogoutAllResponse>('POST', '/api/v2/auth/logout-all')

/** Reauthenticate with the password; it is valid for five minutes in this session. */
export const authProve = /* @__PURE__ */ operation<AuthProveRequest, MessageReply>('POST', '/api/v2/auth/prove')

/** Trade a refresh token, in the body or as the bearer, for new tokens. */
export const authRefresh = /* @__PURE__ */ operation<Partial<AuthRefreshRequest>, TokensReply>('POST', '/api/v2/auth/refresh')

/** Register and sign in. */
export const authRegister = /* @__PURE__ */ operation<AuthRegisterRequest, SessionReply>('POST', '/api/v2/auth/register')

/** Mail a new code to confirm the e-mail address of the account. */
export const authResendVerification = /* @__PURE__ */ operation<object, MessageReply>('POST', '/api/v2/auth/resend-verification')

/** Choose a new password with the token from the mail. */
export const authResetPassword = /* @__PURE__ */ operation<AuthResetPasswordRequest, AuthResetPasswordResponse>('POST', '/api/v2/auth/reset-password')

/** Confirm the e-mail address with the code from the mail; all earlier access is revoked, except this session. */
export const authVerifyEmail = /* @__PURE__ */ operation<AuthVerifyEmailRequest, MessageReply>('POST', '/api/v2/auth/verify-email')

/** End one session of the caller; its tokens stop working at once. */
export const authSessionEnd = /* @__PURE__ */ operation<{ id: string }, MessageReply>('DELETE', '/api/auth/sessions/{id}')

/** End one session of any user, who can sign in again. */
export const authSessionEndOfUser = /* @__PURE__ */ operation<{ uuid: string; id: string }, AuthSessionEndOfUserResponse>('DELETE', '/api/v2/users/{uuid}/sessions/{id}')

/** End every session of the caller except the one of this request. */
export const authSessionEndOthers = /* @__PURE__ */ operation<object, AuthSessionEndOthersResponse>('POST', '/api/auth/sessions/end-others')

/** The sessions in which the caller is signed in, newest first. */
export const authSessionList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, AuthSessionListResponse>('GET', '/api/auth/sessions', ['page', 'per_page'])

/** Switch two-factor sign-in on with a first code from the app. */
export const twoFactorConfirm = /* @__PURE__ */ operation<TwoFactorConfirmRequest, MessageReply>('POST', '/api/v2/auth/2fa/confirm')

/** Switch two-factor sign-in off; needs the password. */
export const twoFactorDisable = /* @__PURE__ */ operation<TwoFactorDisableRequest, MessageReply>('POST', '/api/v2/auth/2fa/disable')

/** Prepare two-factor sign-in: a secret for the authenticator app, and recovery codes. */
export const twoFactorEnable = /* @__PURE__ */ operation<object, TwoFactorSetup>('POST', '/api/v2/auth/2fa/enable')

/** Replace the recovery codes; the old ones stop working. */
export const twoFactorRecoveryCodes = /* @__PURE__ */ operation<object, TwoFactorRecoveryCodesResponse>('POST', '/api/v2/auth/2fa/recovery-codes')

/** Complete a sign-in with a code from the app or a recovery code. */
export const twoFactorVerify = /* @__PURE__ */ operation<Partial<TwoFactorVerifyRequest>, TwoFactorVerified>('POST', '/api/v2/auth/2fa/verify')

/** Confirm the e-mail address of a user without a mail; all their earlier access is revoked. */
export const userConfirmEmail = /* @__PURE__ */ operation<{ uuid: string }, UserConfirmEmailResponse>('POST', '/api/v2/users/{uuid}/confirm-email')

/** End all sessions of a user and, on request, all their other access. */
export const userEndSessions = /* @__PURE__ */ operation<{ uuid: string } & UserEndSessionsRequest, UserEndSessionsResponse>('POST', '/api/v2/users/{uuid}/end-sessions')

/** The calling user. */
export const userGet = /* @__PURE__ */ operation<object, UserReply>('GET', '/api/v2/auth/user')

/** The users of the bank and of its tenants, newest first. */
export const userList = /* @__PURE__ */ operation<{ search?: string; status?: "active" | "suspended"; tenant_id?: string; page?: number; per_page?: number }, UserListResponse>('GET', '/api/v2/users', ['search', 'status', 'tenant_id', 'page', 'per_page'])

/** The profile of the calling user. */
export const userProfile = /* @__PURE__ */ operation<object, UserProfileResponse>('GET', '/api/v2/profile')

/** Reinstate a suspended user; their credentials work again. */
export const userReinstate = /* @__PURE__ */ operation<{ uuid: string } & UserReinstateRequest, UserReinstateResponse>('POST', '/api/v2/users/{uuid}/reinstate')

/** Remove the second factor of a customer who is locked out; their sessions end, and they are notified by mail. */
export const userResetTwoFactor = /* @__PURE__ */ operation<{ uuid: string } & UserResetTwoFactorRequest, UserResetTwoFactorResponse>('POST', '/api/v2/users/{uuid}/reset-two-factor')

/** One user: their state, sessions, and how much other access they have. */
export const userShow = /* @__PURE__ */ operation<{ uuid: string }, UserShowResponse>('GET', '/api/v2/users/{uuid}')

/** Suspend a user: they cannot sign in and their credentials do not work; their accounts stay. */
export const userSuspend = /* @__PURE__ */ operation<{ uuid: string } & UserSuspendRequest, UserSuspendResponse>('POST', '/api/v2/users/{uuid}/suspend')

// Keys of API clients, with permissions, addresses, expiry and usage.

/** Create an API key; its secret is shown in this reply only. */
export const apiKeyCreate = /* @__PURE__ */ operation<ApiKeyCreateRequest, CreatedApiKey>('POST', '/api/v2/api-keys')

/** One API key with its usage. */
export const apiKeyGet = /* @__PURE__ */ operation<{ id: string }, ApiKeyGetResponse>('GET', '/api/v2/api-keys/{id}')

/** The caller’s API keys, newest first. */
export const apiKeyList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, ApiKeyListResponse>('GET', '/api/v2/api-keys', ['page', 'per_page'])

/** The API keys of a user, newest first, without their secrets. */
export const apiKeyListOfUser = /* @__PURE__ */ operation<{ uuid: string; page?: number; per_page?: number }, ApiKeyListOfUserResponse>('GET', '/api/v2/users/{uuid}/api-keys', ['page', 'per_page'])

/** Revoke an API key and make a new one with the same settings. */
export const apiKeyRegenerate = /* @__PURE__ */ operation<{ id: string }, CreatedApiKey>('POST', '/api/v2/api-keys/{id}/regenerate')

/** Revoke an API key; it stops working at once. */
export const apiKeyRevoke = /* @__PURE__ */ operation<{ id: string }, ApiKeyRevokeResponse>('DELETE', '/api/v2/api-keys/{id}')

/** Revoke an API key of any user; it stops working at once, and the user is notified. */
export const apiKeyRevokeOfUser = /* @__PURE__ */ operation<{ uuid: string; id: string }, ApiKeyRevokeOfUserResponse>('DELETE', '/api/v2/users/{uuid}/api-keys/{id}')

/** Change the name, permissions, addresses or expiry of an API key. */
export const apiKeyUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<ApiKeyUpdateRequest>, ApiKeyUpdateResponse>('PUT', '/api/v2/api-keys/{id}')

// Signing in with passkeys, and by the biometrics of a registered device.

/** A challenge for a device to sign with its key, valid for five minutes and one attempt. */
export const biometricChallenge = /* @__PURE__ */ operation<BiometricChallengeRequest, BiometricChallengeResponse>('POST', '/api/mobile/auth/biometric/challenge')

/** Disable signing in by biometrics on a device; the sessions opened with it end. */
export const biometricDisable = /* @__PURE__ */ operation<{ device_id: string }, BiometricDisableResponse>('DELETE', '/api/mobile/auth/biometric/disable', ['device_id'])

/** Enable signing in by biometrics on a device, by registering its public key. */
export const biometricEnable = /* @__PURE__ */ operation<BiometricEnableRequest, BiometricEnableResponse>('POST', '/api/mobile/auth/biometric/enable')

/** Sign in by the signature of a device over a challenge. */
export const biometricVerify = /* @__PURE__ */ operation<BiometricVerifyRequest, BiometricVerifyResponse>('POST', '/api/mobile/auth/biometric/verify')

/** The sessions that the caller opened by biometrics, newest first. */
export const biometricSessionList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, BiometricSessionListResponse>('GET', '/api/mobile/sessions', ['page', 'per_page'])

/** End a session that was opened by biometrics. */
export const biometricSessionRevoke = /* @__PURE__ */ operation<{ id: string }, BiometricSessionRevokeResponse>('DELETE', '/api/mobile/sessions/{id}')

/** End all sessions that the caller opened by biometrics. */
export const biometricSessionRevokeAll = /* @__PURE__ */ operation<object, BiometricSessionRevokeAllResponse>('DELETE', '/api/mobile/sessions')

/** Block a lost device; its biometric sessions end, and it is no longer trusted. */
export const deviceBlock = /* @__PURE__ */ operation<{ id: string } & Partial<DeviceBlockRequest>, DeviceBlockResponse>('POST', '/api/mobile/devices/{id}/block')

/** A device of the caller. */
export const deviceGet = /* @__PURE__ */ operation<{ id: string }, DeviceGetResponse>('GET', '/api/mobile/devices/{id}')

/** The devices of the caller, oldest first. */
export const deviceList = /* @__PURE__ */ operation<object, DeviceListResponse>('GET', '/api/mobile/devices')

/** Register a device, or update its description. */
export const deviceRegister = /* @__PURE__ */ operation<DeviceRegisterRequest, DeviceRegisterResponse>('POST', '/api/mobile/devices')

/** Remove a device; its biometric sessions end. */
export const deviceRemove = /* @__PURE__ */ operation<{ id: string }, DeviceRemoveResponse>('DELETE', '/api/mobile/devices/{id}')

/** Remove all devices of the caller; their biometric sessions end. */
export const deviceRemoveAll = /* @__PURE__ */ operation<object, DeviceRemoveAllResponse>('DELETE', '/api/mobile/devices')

/** Set or clear the token for push messages of a device. */
export const deviceSetToken = /* @__PURE__ */ operation<{ id: string } & DeviceSetTokenRequest, DeviceSetTokenResponse>('PATCH', '/api/mobile/devices/{id}/token')

/** Trust a device: biometric sessions on it last eight hours. */
export const deviceTrust = /* @__PURE__ */ operation<{ id: string }, DeviceTrustResponse>('POST', '/api/mobile/devices/{id}/trust')

/** Unblock a device that was blocked by its owner or after wrong signatures. */
export const deviceUnblock = /* @__PURE__ */ operation<{ id: string }, DeviceUnblockResponse>('POST', '/api/mobile/devices/{id}/unblock')

/** A challenge for a passkey to sign, valid for five minutes and one attempt. */
export const passkeyChallenge = /* @__PURE__ */ operation<Partial<PasskeyChallengeRequest>, PasskeyChallengeResponse>('POST', '/api/v2/mobile/auth/passkey/challenge')

/** The passkeys of the caller, oldest first. */
export const passkeyList = /* @__PURE__ */ operation<object, PasskeyListResponse>('GET', '/api/v2/mobile/auth/passkeys')

/** The passkeys of any user, oldest first. */
export const passkeyListOfUser = /* @__PURE__ */ operation<{ uuid: string }, PasskeyListOfUserResponse>('GET', '/api/v2/users/{uuid}/passkeys')

/** Register a new passkey of the caller. */
export const passkeyRegister = /* @__PURE__ */ operation<PasskeyRegisterRequest, PasskeyRegisterResponse>('POST', '/api/v2/mobile/auth/passkey/register')

/** The options with which a browser or a phone creates a passkey. */
export const passkeyRegisterChallenge = /* @__PURE__ */ operation<object, PasskeyRegisterChallengeResponse>('POST', '/api/v2/mobile/auth/passkey/register-challenge')

/** Remove a passkey; it no longer signs in. */
export const passkeyRemove = /* @__PURE__ */ operation<{ id: string }, PasskeyRemoveResponse>('DELETE', '/api/v2/mobile/auth/passkeys/{id}')

/** Remove a passkey of any user, who can then no longer sign in with it. */
export const passkeyRemoveOfUser = /* @__PURE__ */ operation<{ uuid: string; id: string }, PasskeyRemoveOfUserResponse>('DELETE', '/api/v2/users/{uuid}/passkeys/{id}')

/** Sign in with a passkey. */
export const passkeyVerify = /* @__PURE__ */ operation<PasskeyVerifyRequest, PasskeySession>('POST', '/api/v2/mobile/auth/passkey/verify')

// OAuth clients that users connect to the agent tools, and their grants.

/** The clients that the caller has connected, newest first. */
export const grantList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, GrantListResponse>('GET', '/api/v1/grants', ['page', 'per_page'])

/** The clients that a user has connected, newest first. */
export const grantListOfUser = /* @__PURE__ */ operation<{ uuid: string; page?: number; per_page?: number }, GrantListOfUserResponse>('GET', '/api/v2/users/{uuid}/grants', ['page', 'per_page'])

/** Disconnect a client; its tokens stop working at once. */
export const grantRevoke = /* @__PURE__ */ operation<{ grant_id: string }, GrantRevokeResponse>('DELETE', '/api/v1/grants/{grant_id}')

/** Disconnect a client of any user; its tokens stop working at once. */
export const grantRevokeOfUser = /* @__PURE__ */ operation<{ uuid: string; grant_id: string }, GrantRevokeOfUserResponse>('DELETE', '/api/v2/users/{uuid}/grants/{grant_id}')

/** Change the daily spending limit of a connected client. */
export const grantUpdate = /* @__PURE__ */ operation<{ grant_id: string } & GrantUpdateRequest, GrantUpdateResponse>('PATCH', '/api/v1/grants/{grant_id}')

// Partners that build their own bank on this one: keys, tenants, branding and usage.

/** The branding for a host name or a tenant; that of the bank for unknown ones. */
export const brandingGet = /* @__PURE__ */ operation<{ domain?: string; tenant?: string }, BrandingGetResponse>('GET', '/api/v1/branding', ['domain', 'tenant'])

/** One partner with its active keys. */
export const partnerGet = /* @__PURE__ */ operation<{ id: string }, PartnerGetResponse>('GET', '/api/v1/partners/{id}')

/** All partners, newest first. */
export const partnerList = /* @__PURE__ */ operation<{ status?: "active" | "suspended" | "terminated"; page?: number; per_page?: number }, PartnerListResponse>('GET', '/api/v1/partners', ['status', 'page', 'per_page'])

/** Make an organisation a partner; its credentials are shown in this reply only. */
export const partnerOnboard = /* @__PURE__ */ operation<PartnerOnboardRequest, PartnerOnboardResponse>('POST', '/api/v1/partner/onboard')

/** Reactivate a suspended partner. */
export const partnerReactivate = /* @__PURE__ */ operation<{ id: string } & Partial<PartnerReactivateRequest>, PartnerReactivateResponse>('POST', '/api/v1/partners/{id}/reactivate')

/** Replace a key or the webhook secret of a partner; the old one stops working at once. */
export const partnerReissue = /* @__PURE__ */ operation<{ id: string } & PartnerReissueRequest, PartnerReissueResponse>('POST', '/api/v1/partners/{id}/credentials')

/** Suspend a partner; its keys are rejected and its tenants accept no new customers until it is reactivated. */
export const partnerSuspend = /* @__PURE__ */ operation<{ id: string } & Partial<PartnerSuspendRequest>, PartnerSuspendResponse>('POST', '/api/v1/partners/{id}/suspend')

/** Terminate a partner for good; its keys are revoked and its tenants accept no new customers. */
export const partnerTerminate = /* @__PURE__ */ operation<{ id: string } & Partial<PartnerTerminateRequest>, PartnerTerminateResponse>('POST', '/api/v1/partners/{id}/terminate')

/** Change the terms of a partner: its tier, limits, addresses or contact. */
export const partnerUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<PartnerUpdateRequest>, PartnerUpdateResponse>('PUT', '/api/v1/partners/{id}')

/** The colours, logos, texts and styles that the tenants of the partner show. */
export const partnerBrandingGet = /* @__PURE__ */ operation<object, PartnerBrandingGetResponse>('GET', '/api/partner/v1/branding')

/** Set the colours, logos, texts and styles that the tenants of the partner show. */
export const partnerBrandingUpdate = /* @__PURE__ */ operation<Partial<PartnerBrandingUpdateRequest>, PartnerBrandingUpdateResponse>('PUT', '/api/partner/v1/branding')

/** Revoke the key of an environment without a new one; an operator can issue another. */
export const partnerKeyRevoke = /* @__PURE__ */ operation<PartnerKeyRevokeRequest, PartnerKeyRevokeResponse>('POST', '/api/partner/v1/keys/revoke')

/** Replace the key of an environment; the old one stops working at once. */
export const partnerKeyRotate = /* @__PURE__ */ operation<PartnerKeyRotateRequest, PartnerKeyRotateResponse>('POST', '/api/partner/v1/keys/rotate')

/** Remove the logo; the pages show the name alone. */
export const partnerLogoDelete = /* @__PURE__ */ operation<object, PartnerLogoDeleteResponse>('DELETE', '/api/v2/partner/config/logo')

/** The logo that the bank stores for the partner. */
export const partnerLogoGet = /* @__PURE__ */ operation<object, PartnerLogoGetResponse>('GET', '/api/v2/partner/config/logo')

/** Set the logo that the bank shows on its pages under the host names of the tenants. */
export const partnerLogoUpload = /* @__PURE__ */ operation<PartnerLogoUploadRequest, PartnerLogoUploadResponse>('PUT', '/api/v2/partner/config/logo')

/** Add a member by e-mail address, who may use the keys of the partner. */
export const partnerMemberAdd = /* @__PURE__ */ operation<PartnerMemberAddRequest, PartnerMemberAddResponse>('POST', '/api/partner/v1/members')

/** The members of the calling partner, oldest first. */
export const partnerMemberList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, PartnerMemberListResponse>('GET', '/api/partner/v1/members', ['page', 'per_page'])

/** Remove a member; they can no longer use the keys of the partner, effective at once. */
export const partnerMemberRemove = /* @__PURE__ */ operation<{ email: string }, PartnerMemberRemoveResponse>('DELETE', '/api/partner/v1/members/{email}')

/** The calling partner. */
export const partnerProfileGet = /* @__PURE__ */ operation<object, PartnerProfileGetResponse>('GET', '/api/partner/v1/profile')

/** Change the webhook address of the partner and the addresses that its keys work from. */
export const partnerProfileUpdate = /* @__PURE__ */ operation<Partial<PartnerProfileUpdateRequest>, PartnerProfileUpdateResponse>('PUT', '/api/partner/v1/profile')

/** All tiers side by side. */
export const partnerTierCompare = /* @__PURE__ */ operation<object, PartnerTierCompareResponse>('GET', '/api/partner/v1/tier/comparison')

/** The tier of the calling partner: its limits, price and features. */
export const partnerTierGet = /* @__PURE__ */ operation<object, PartnerTierGetResponse>('GET', '/api/partner/v1/tier')

/** The calls of this month, and their share of the monthly allowance. */
export const partnerUsageGet = /* @__PURE__ */ operation<object, PartnerUsageGetResponse>('GET', '/api/partner/v1/usage')

/** The calls of each day, newest first. */
export const partnerUsageHistory = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, PartnerUsageHistoryResponse>('GET', '/api/partner/v1/usage/history', ['page', 'per_page'])

/** Replace the secret that signs what the bank sends to the partner. */
export const partnerWebhookSecretRotate = /* @__PURE__ */ operation<object, PartnerWebhookSecretRotateResponse>('POST', '/api/partner/v1/webhook-secret/rotate')

/** Create a tenant of the calling partner. */
export const tenantCreate = /* @__PURE__ */ operation<TenantCreateRequest, TenantCreateResponse>('POST', '/api/v2/partner/tenants')

/** The customers who registered with a tenant, newest first. */
export const tenantCustomers = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, TenantCustomersResponse>('GET', '/api/v2/partner/tenants/{id}/customers', ['page', 'per_page'])

/** Delete a tenant after 14 days, within which it can be restored. */
export const tenantDelete = /* @__PURE__ */ operation<{ id: string }, TenantDeleteResponse>('DELETE', '/api/v2/partner/tenants/{id}')

/** One tenant of the calling partner. */
export const tenantGet = /* @__PURE__ */ operation<{ id: string }, TenantGetResponse>('GET', '/api/v2/partner/tenants/{id}')

/** The tenants of the calling partner, newest first. */
export const tenantList = /* @__PURE__ */ operation<{ status?: "active" | "suspended" | "deleting"; page?: number; per_page?: number }, TenantListResponse>('GET', '/api/v2/partner/tenants', ['status', 'page', 'per_page'])

/** The tenants of all partners, newest first, with their size and usage. */
export const tenantListAll = /* @__PURE__ */ operation<{ status?: "active" | "suspended" | "deleting" | "deleted"; partner_id?: string; page?: number; per_page?: number }, TenantListAllResponse>('GET', '/api/v2/tenants', ['status', 'partner_id', 'page', 'per_page'])

/** Reactivate a suspended tenant. */
export const tenantReactivate = /* @__PURE__ */ operation<{ id: string }, TenantReactivateResponse>('POST', '/api/v2/partner/tenants/{id}/reactivate')

/** Restore a tenant within the 14 days after its deletion. */
export const tenantRestore = /* @__PURE__ */ operation<{ id: string }, TenantRestoreResponse>('POST', '/api/v2/partner/tenants/{id}/restore')

/** Suspend a tenant. */
export const tenantSuspend = /* @__PURE__ */ operation<{ id: string }, TenantSuspendResponse>('POST', '/api/v2/partner/tenants/{id}/suspend')

/** Change the name, plan or domain of a tenant. */
export const tenantUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<TenantUpdateRequest>, TenantUpdateResponse>('PUT', '/api/v2/partner/tenants/{id}')

/** The logo, the primary colour and the switches of the partner’s own pages. */
export const whiteLabelGet = /* @__PURE__ */ operation<object, WhiteLabelGetResponse>('GET', '/api/v2/partner/config/whitelabel')

/** Set the logo, the primary colour and the switches of the partner’s own pages. */
export const whiteLabelUpdate = /* @__PURE__ */ operation<Partial<WhiteLabelUpdateRequest>, WhiteLabelUpdateResponse>('PUT', '/api/v2/partner/config/whitelabel')

// Double entry over many assets: accounts, balances, holds and moves.

/** Whether the ledger is sound, as proved from the moves and reservations alone. */
export const ledgerIntegrity = /* @__PURE__ */ operation<object, LedgerIntegrityResponse>('GET', '/api/v2/ledger/integrity')

/** Prove every account in quarantine again, in one call, and release those that are sound. For many accounts start a recheck. */
export const ledgerRecheck = /* @__PURE__ */ operation<object, LedgerRecheckResponse>('POST', '/api/v2/ledger/integrity/recheck')

/** How far a recheck of accounts in quarantine is. */
export const ledgerRecheckGet = /* @__PURE__ */ operation<{ uuid: string }, LedgerRecheckGetResponse>('GET', '/api/v2/ledger/integrity/rechecks/{uuid}')

/** Start a job that proves accounts in quarantine again and releases those that are sound. A second start for all accounts returns the job in progress. */
export const ledgerRecheckStart = /* @__PURE__ */ operation<LedgerRecheckStartRequest, LedgerRecheckStartResponse>('POST', '/api/v2/ledger/integrity/rechecks')

// The assets that can be held, their smallest units and their value.

/** Add an asset. */
export const assetCreate = /* @__PURE__ */ operation<AssetCreateRequest, AssetWithMessage>('POST', '/api/v2/assets')

/** Deactivate an asset that no customer holds. */
export const assetDeactivate = /* @__PURE__ */ operation<{ code: string }, AssetWithMessage>('DELETE', '/api/v2/assets/{code}')

/** One asset with its value and its supply. */
export const assetGet = /* @__PURE__ */ operation<{ code: string }, AssetGetResponse>('GET', '/api/v2/assets/{code}')

/** One asset with its value and its supply. */
export const assetGetPublic = /* @__PURE__ */ operation<{ code: string }, AssetGetPublicResponse>('GET', '/api/v1/assets/{code}')

/** All assets that can be held, ordered by code. */
export const assetList = /* @__PURE__ */ operation<{ include_inactive?: boolean; type?: AssetType; search?: string }, AssetList>('GET', '/api/v2/assets', ['include_inactive', 'type', 'search'])

/** All assets that can be held, ordered by code. */
export const assetListPublic = /* @__PURE__ */ operation<{ include_inactive?: boolean; type?: AssetType; search?: string }, AssetList>('GET', '/api/v1/assets', ['include_inactive', 'type', 'search'])

/** Change an asset; its precision cannot be changed. */
export const assetUpdate = /* @__PURE__ */ operation<{ code: string } & Partial<AssetUpdateRequest>, AssetWithMessage>('PUT', '/api/v2/assets/{code}')

// Notices about money and devices, in a list and pushed to phones.

/** Get one of your notifications. */
export const notificationGet = /* @__PURE__ */ operation<{ id: string }, NotificationGetResponse>('GET', '/api/v1/notifications/{id}')

/** List your notifications, newest first. */
export const notificationList = /* @__PURE__ */ operation<{ offset?: number; limit?: number; type?: NotificationGroup }, NotificationListResponse>('GET', '/api/v1/notifications', ['offset', 'limit', 'type'])

/** Mark a notification as read. */
export const notificationRead = /* @__PURE__ */ operation<{ id: string }, NotificationReadResponse>('POST', '/api/v1/notifications/{id}/read')

/** Mark all your notifications as read. */
export const notificationReadAll = /* @__PURE__ */ operation<object, NotificationReadAllResponse>('POST', '/api/v1/notifications/read-all')

/** Count your unread notifications. */
export const notificationUnread = /* @__PURE__ */ operation<object, NotificationUnreadResponse>('GET', '/api/v1/notifications/unread-count')

/** Read which notifications are pushed and mailed to you. */
export const notificationPreferencesGet = /* @__PURE__ */ operation<object, NotificationPreferencesGetResponse>('GET', '/api/mobile/notifications/preferences')

/** Choose which notifications are pushed and mailed to you; it also opens your list. */
export const notificationPreferencesUpdate = /* @__PURE__ */ operation<Partial<NotificationPreferencesUpdateRequest>, NotificationPreferencesUpdateResponse>('PUT', '/api/mobile/notifications/preferences')

// The IBAN and the domestic number under which other banks know an account.

/** The IBAN and numbers under which others can pay to an account. */
export const accountIdentifiers = /* @__PURE__ */ operation<{ uuid: string }, AccountIdentifiersResponse>('GET', '/api/v2/accounts/{uuid}/identifiers')

// Who may deposit and withdraw cash: owners, or operators and their tellers.

/** Who may deposit and withdraw cash at this bank, and whether the caller may. */
export const fundingGet = /* @__PURE__ */ operation<object, FundingGetResponse>('GET', '/api/v2/funding')

/** Name a teller, who may deposit cash to every account and withdraw it. */
export const tellerAdd = /* @__PURE__ */ operation<TellerAddRequest, TellerWithMessage>('POST', '/api/v2/tellers')

/** The current tellers, the newest first. */
export const tellerList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, TellerListResponse>('GET', '/api/v2/tellers', ['page', 'per_page'])

/** Remove a teller, who may no longer move cash from that moment on. */
export const tellerRemove = /* @__PURE__ */ operation<{ user_uuid: string }, TellerRemoveResponse>('DELETE', '/api/v2/tellers/{user_uuid}')

// Accounts: who owns them, their balances, and whether they are frozen or closed.

/** The balance of an account in each asset, in smallest units. */
export const accountBalances = /* @__PURE__ */ operation<{ uuid: string; asset?: string; positive?: boolean }, AccountBalancesResponse>('GET', '/api/v1/accounts/{uuid}/balances', ['asset', 'positive'])

/** The available, reserved and total balance of an account in each asset. */
export const accountBalancesDecimal = /* @__PURE__ */ operation<{ uuid: string; asset?: string; positive?: boolean }, AccountBalancesDecimalResponse>('GET', '/api/v2/accounts/{uuid}/balances', ['asset', 'positive'])

/** Open an account, for the caller unless another user is named. */
export const accountCreate = /* @__PURE__ */ operation<AccountOpenRequest, AccountWithMessage>('POST', '/api/v2/accounts')

/** Close an account that is empty and not frozen. */
export const accountDelete = /* @__PURE__ */ operation<{ uuid: string }, Message>('DELETE', '/api/v2/accounts/{uuid}')

/** Freeze an account: no money moves in or out until the user who froze it, or an operator, unfreezes it. */
export const accountFreeze = /* @__PURE__ */ operation<{ uuid: string } & AccountFreezeRequest, Message>('POST', '/api/v2/accounts/{uuid}/freeze')

/** One account. */
export const accountGet = /* @__PURE__ */ operation<{ uuid: string }, AccountGetResponse>('GET', '/api/v2/accounts/{uuid}')

/** The accounts the caller owns or manages, newest first. */
export const accountList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, AccountListResponse>('GET', '/api/v2/accounts', ['page', 'per_page'])

/** Open an account, for the caller unless another user is named. */
export const accountOpen = /* @__PURE__ */ operation<AccountOpenRequest, AccountWithMessage>('POST', '/api/v2/accounts')

/** Unfreeze an account; only the user who froze it or an operator may do this. */
export const accountUnfreeze = /* @__PURE__ */ operation<{ uuid: string } & AccountUnfreezeRequest, Message>('POST', '/api/v2/accounts/{uuid}/unfreeze')

/** Change the name or the metadata of an account. */
export const accountUpdate = /* @__PURE__ */ operation<{ uuid: string } & Partial<AccountUpdateRequest>, AccountWithMessage>('PUT', '/api/v2/accounts/{uuid}')

/** Balances of all accounts of the caller, largest first; operators see those of every account. */
export const balanceList = /* @__PURE__ */ operation<{ asset?: string; min_balance?: number; user_uuid?: string; limit?: number }, BalanceList>('GET', '/api/balances', ['asset', 'min_balance', 'user_uuid', 'limit'])

/** An account of any customer, with why it was frozen or closed and by whom. */
export const customerAccountGet = /* @__PURE__ */ operation<{ uuid: string }, CustomerAccountGetResponse>('GET', '/api/v2/customer-accounts/{uuid}')

/** Accounts of all customers, newest first, closed ones included. */
export const customerAccountList = /* @__PURE__ */ operation<{ search?: string; owner?: string; status?: "active" | "frozen" | "closed"; asset?: string; page?: number; per_page?: number }, CustomerAccountListResponse>('GET', '/api/v2/customer-accounts', ['search', 'owner', 'status', 'asset', 'page', 'per_page'])

// What the bank holds about a person: its export, and its erasure.

/** Erase the caller: their access ends, their accounts are closed, and their data is erased except what the law keeps. */
export const erasureCreate = /* @__PURE__ */ operation<object, ErasureCreateResponse>('POST', '/api/v2/personal-data/erasure')

/** Who an erased person was, for an authority that asks; it is kept sealed until the legal term is over. */
export const erasureDisclose = /* @__PURE__ */ operation<{ id: string } & ErasureDiscloseRequest, ErasureDiscloseResponse>('POST', '/api/v2/erasures/{id}/disclose')

/** The erasures of persons, newest first. */
export const erasureList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, ErasureListResponse>('GET', '/api/v2/erasures', ['page', 'per_page'])

/** What an erasure of the caller would erase and keep, and what stands in its way. */
export const erasurePreview = /* @__PURE__ */ operation<object, ErasurePreviewResponse>('GET', '/api/v2/personal-data/erasure')

/** Everything that the bank holds about the caller, as a file or in numbers. */
export const personalDataExport = /* @__PURE__ */ operation<{ format?: PersonalDataFormat }, PersonalDataExportResponse>('GET', '/api/v2/personal-data', ['format'])

/** Erase a user who asked for it outside the API, by the same rules. */
export const userErase = /* @__PURE__ */ operation<{ uuid: string } & UserEraseRequest, UserEraseResponse>('POST', '/api/v2/users/{uuid}/erase')

/** Everything that the bank holds about a user who asked for it, as a file or in numbers. */
export const userExport = /* @__PURE__ */ operation<{ uuid: string; format?: PersonalDataFormat }, UserExportResponse>('GET', '/api/v2/users/{uuid}/personal-data', ['format'])

// Exchange rates between assets, the providers they come from, and conversions at them.

/** Convert money inside an account at the current rate, rounded down. */
export const exchangeConvert = /* @__PURE__ */ operation<ExchangeConvertRequest, Conversion>('POST', '/api/exchange/convert')

/** Compute what an amount is worth in another asset; no money moves. */
export const rateConvert = /* @__PURE__ */ operation<{ from: string; to: string; amount: string }, RateConvertResponse>('GET', '/api/v2/exchange-rates/{from}/{to}/convert', ['amount'])

/** Compute what an amount is worth in another asset; no money moves. */
export const rateConvertPublic = /* @__PURE__ */ operation<{ from: string; to: string; amount: string }, RateConvertPublicResponse>('GET', '/api/v1/exchange-rates/{from}/{to}/convert', ['amount'])

/** The current value of one asset in another, through the dollar where needed. */
export const rateGet = /* @__PURE__ */ operation<{ from: string; to: string }, RateGetResponse>('GET', '/api/v2/exchange-rates/{from}/{to}')

/** The current value of one asset in another, through the dollar where needed. */
export const rateGetPublic = /* @__PURE__ */ operation<{ from: string; to: string }, RateGetPublicResponse>('GET', '/api/v1/exchange-rates/{from}/{to}')

/** Exchange rates as the providers gave them, newest first. */
export const rateList = /* @__PURE__ */ operation<{ from?: string; to?: string; asset?: string; source?: RateSource; active?: boolean; valid?: boolean; limit?: number }, ExchangeRateList>('GET', '/api/v2/exchange-rates', ['from', 'to', 'asset', 'source', 'active', 'valid', 'limit'])

/** Exchange rates as the providers gave them, newest first. */
export const rateListPublic = /* @__PURE__ */ operation<{ from?: string; to?: string; asset?: string; source?: RateSource; active?: boolean; valid?: boolean; limit?: number }, ExchangeRateList>('GET', '/api/v1/exchange-rates', ['from', 'to', 'asset', 'source', 'active', 'valid', 'limit'])

/** Ask the feeds for new rates, as an operator; rates younger than a minute and rates that an operator set are kept. In the sandbox this shows the current rates. */
export const rateRefresh = /* @__PURE__ */ operation<Partial<RateRefreshRequest>, RefreshedRates>('POST', '/api/v2/exchange-rates/refresh')

/** Set the value of one asset in dollars: until `valid_until`, or until an operator sets it again. */
export const rateSet = /* @__PURE__ */ operation<RateSetRequest, ExchangeRateWithMessage>('POST', '/api/v2/exchange-rates')

/** The mean of the providers' rates of a pair from the last day. */
export const rateProviderAggregate = /* @__PURE__ */ operation<{ from: string; to: string }, RateProviderAggregateResponse>('GET', '/api/v1/exchange-providers/aggregated', ['from', 'to'])

/** Every provider's last rate of a pair, and the best bid and ask. */
export const rateProviderCompare = /* @__PURE__ */ operation<{ from: string; to: string }, RateProviderCompareResponse>('GET', '/api/v1/exchange-providers/compare', ['from', 'to'])

/** The rate of a pair on each day of a period. */
export const rateProviderHistory = /* @__PURE__ */ operation<{ from: string; to: string; start_date: string; end_date: string }, RateProviderHistoryResponse>('GET', '/api/v1/exchange-providers/historical', ['from', 'to', 'start_date', 'end_date'])

/** The providers that rates come from. */
export const rateProviderList = /* @__PURE__ */ operation<object, RateProviderListResponse>('GET', '/api/v1/exchange-providers')

/** One provider's last rate of a pair. */
export const rateProviderRate = /* @__PURE__ */ operation<{ provider: string; from: string; to: string }, RateProviderRateResponse>('GET', '/api/v1/exchange-providers/{provider}/rate', ['from', 'to'])

/** Check whether a quote is plausible: near our rate, with a small spread, and recent. */
export const rateProviderValidate = /* @__PURE__ */ operation<RateProviderValidateRequest, RateProviderValidateResponse>('POST', '/api/v1/exchange-providers/validate')

// Deposits, withdrawals, transfers, and the completion of pending transfers.

/** Put money into an account. */
export const accountDeposit = /* @__PURE__ */ operation<{ uuid: string } & AccountDepositRequest, CashMovement>('POST', '/api/v2/accounts/{uuid}/deposit')

/** Take money out of an account. */
export const accountWithdraw = /* @__PURE__ */ operation<{ uuid: string } & AccountWithdrawRequest, CashMovement>('POST', '/api/v2/accounts/{uuid}/withdraw')

/** Make up to 1,000 transfers in one call: all or none, or each independently. */
export const transferBulk = /* @__PURE__ */ operation<TransferBulkRequest, BulkResult>('POST', '/api/v2/transfers/bulk')

/** Create a transfer: send money from an account of the caller to any other account. */
export const transferCreate = /* @__PURE__ */ operation<TransferCreateRequest, TransferWithMessage>('POST', '/api/v2/transfers')

/** One transfer; the owners of both accounts may read it. */
export const transferGet = /* @__PURE__ */ operation<{ uuid: string }, TransferGetResponse>('GET', '/api/v2/transfers/{uuid}')

/** The transfers of an account, newest first; the total counts up to 10,000. */
export const transferList = /* @__PURE__ */ operation<{ uuid: string; page?: number; per_page?: number }, TransferListResponse>('GET', '/api/v2/accounts/{uuid}/transfers', ['page', 'per_page'])

// Transaction history, statements, past balances, and reversals.

/** The balance of an account in each asset at a time in the past. */
export const accountBalancesAt = /* @__PURE__ */ operation<{ uuid: string; instant: string }, AccountBalancesAtResponse>('GET', '/api/v2/accounts/{uuid}/balances/at', ['instant'])

/** The dollar balance of an account and this month’s turnover, in cents. */
export const accountLegacyBalance = /* @__PURE__ */ operation<{ uuid: string }, AccountLegacyBalanceResponse>('GET', '/api/accounts/{uuid}/balance')

/** The dollar turnover of an account over twelve months, in cents. */
export const accountLegacySummary = /* @__PURE__ */ operation<{ uuid: string }, AccountLegacySummaryResponse>('GET', '/api/accounts/{uuid}/balance/summary')

/** Reversals of the transactions of an account, newest first. */
export const accountReversals = /* @__PURE__ */ operation<{ uuid: string; limit?: number; offset?: number }, ReversalList>('GET', '/api/v2/accounts/{uuid}/transactions/reversals', ['limit', 'offset'])

/** Reverse a completed transaction of an account, in full or in part. */
export const accountReverseTransaction = /* @__PURE__ */ operation<{ uuid: string } & Partial<AccountReverseTransactionRequest>, ReversalWithMessage>('POST', '/api/v2/accounts/{uuid}/transactions/reverse')

/** The statement of an account for a period; the current month so far when none is given. */
export const accountStatement = /* @__PURE__ */ operation<{ uuid: string; from?: string; to?: string; format?: StatementFormat }, AccountStatementResponse>('GET', '/api/v2/accounts/{uuid}/statement', ['from', 'to', 'format'])

/** The transactions of an account, newest first; with a filter by type or time the total counts up to 10,000. */
export const accountTransactions = /* @__PURE__ */ operation<{ uuid: string; page?: number; per_page?: number; type?: TransactionType; status?: TransactionStatus; asset_code?: string; direction?: TransactionDirection; search?: string; start_date?: string; end_date?: string; sort?: TransactionSort; limit?: number }, AccountTransactionsResponse>('GET', '/api/v2/accounts/{uuid}/transactions', ['page', 'per_page', 'type', 'status', 'asset_code', 'direction', 'search', 'start_date', 'end_date', 'sort', 'limit'])

/** Explain a balance: every entry in a period, who requested it, and a proof that they add up. */
export const balanceExplain = /* @__PURE__ */ operation<{ uuid: string; asset: string; from?: string; to?: string; page?: number; per_page?: number }, BalanceExplainResponse>('GET', '/api/v2/accounts/{uuid}/balances/{asset}/explain', ['from', 'to', 'page', 'per_page'])

/** What all accounts of the caller were worth in dollars, day by day. */
export const balanceHistory = /* @__PURE__ */ operation<{ period?: "week" | "month" | "quarter" | "year" }, BalanceHistoryResponse>('GET', '/api/v2/balances/history', ['period'])

/** A payment of any kind with its parties, amounts, fees, entries and timeline, and what can be done with it. */
export const paymentGet = /* @__PURE__ */ operation<{ uuid: string }, PaymentGetResponse>('GET', '/api/v2/payments/{uuid}')

/** Payments of all customers, newest first, for operators. A call searches up to 20,000 movements, and says how far back it came. */
export const paymentList = /* @__PURE__ */ operation<{ from?: string; to?: string; kind?: string; status?: PaymentStatus; asset_code?: string; amount_from?: string; amount_to?: string; party?: string; reference?: string; before?: string; limit?: number; format?: PaymentListFormat }, FoundPayments>('GET', '/api/v2/payments', ['from', 'to', 'kind', 'status', 'asset_code', 'amount_from', 'amount_to', 'party', 'reference', 'before', 'limit', 'format'])

/** The progress of a reversal. */
export const reversalStatus = /* @__PURE__ */ operation<{ reversal_id: string }, ReversalStatusResponse>('GET', '/api/v2/transactions/reversals/{reversal_id}/status')

/** One transaction. */
export const transactionGet = /* @__PURE__ */ operation<{ id: string }, TransactionGetResponse>('GET', '/api/v2/transactions/{id}')

/** Transactions of all accounts that the caller owns or manages, newest first; with a filter by type or time the total counts up to 10,000. */
export const transactionList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; type?: TransactionType; status?: TransactionStatus; asset_code?: string; direction?: TransactionDirection; search?: string; start_date?: string; end_date?: string; sort?: TransactionSort; account_uuid?: string; format?: TransactionListFormat }, TransactionListResponse>('GET', '/api/v2/transactions', ['page', 'per_page', 'type', 'status', 'asset_code', 'direction', 'search', 'start_date', 'end_date', 'sort', 'account_uuid', 'format'])

/** Reverse a completed transaction, in full or in part. */
export const transactionReverse = /* @__PURE__ */ operation<Partial<TransactionReverseRequest>, ReversalWithMessage>('POST', '/api/v2/transactions/reverse')

// Disputes of payments between customers: messages, decisions and refunds.

/** Accept a dispute and refund the payer, from the receiver or out of the bank’s money. */
export const disputeAccept = /* @__PURE__ */ operation<{ id: string } & DisputeAcceptRequest, DisputeAcceptResponse>('POST', '/api/v2/disputes/{id}/accept')

/** Ask the payer a question; the dispute expires if they do not answer in time. */
export const disputeAsk = /* @__PURE__ */ operation<{ id: string } & DisputeAskRequest, DisputeAskResponse>('POST', '/api/v2/disputes/{id}/ask')

/** A dispute with its messages, as a party of the payment or an operator sees it. */
export const disputeGet = /* @__PURE__ */ operation<{ id: string }, DisputeGetResponse>('GET', '/api/v2/disputes/{id}')

/** The disputes that the caller opened, and those of received payments that the bank told them of, newest first. */
export const disputeList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; payment_uuid?: string; status?: "open" | "awaiting_payer" | "accepted" | "rejected" | "withdrawn" | "expired" }, DisputeListResponse>('GET', '/api/v2/disputes', ['page', 'per_page', 'payment_uuid', 'status'])

/** Dispute a payment of the caller’s to another customer; the bank then decides. */
export const disputeOpen = /* @__PURE__ */ operation<DisputeOpenRequest, DisputeOpenResponse>('POST', '/api/v2/disputes')

/** The disputes of all customers: those to decide, the most urgent first, or those in one state, the newest first. */
export const disputeQueue = /* @__PURE__ */ operation<{ page?: number; per_page?: number; payment_uuid?: string; status?: "open" | "awaiting_payer" | "accepted" | "rejected" | "withdrawn" | "expired" }, DisputeQueueResponse>('GET', '/api/v2/dispute-queue', ['page', 'per_page', 'payment_uuid', 'status'])

/** Reject a dispute with a reason; the decision is final. */
export const disputeReject = /* @__PURE__ */ operation<{ id: string } & DisputeRejectRequest, DisputeRejectResponse>('POST', '/api/v2/disputes/{id}/reject')

/** Write to the bank about a dispute, or as an operator to one of the parties. */
export const disputeSendMessage = /* @__PURE__ */ operation<{ id: string } & DisputeSendMessageRequest, DisputeSendMessageResponse>('POST', '/api/v2/disputes/{id}/messages')

/** Withdraw a dispute that the bank has not decided. */
export const disputeWithdraw = /* @__PURE__ */ operation<{ id: string }, DisputeWithdrawResponse>('POST', '/api/v2/disputes/{id}/withdraw')

// The steps of transfers, and the steps that were undone when a transfer failed.

/** One workflow: its steps, its errors, and the steps that were undone. */
export const workflowGet = /* @__PURE__ */ operation<{ id: string }, WorkflowGetResponse>('GET', '/api/v2/workflows/{id}')

/** Workflows of the caller’s accounts, newest first; operators see all workflows. */
export const workflowList = /* @__PURE__ */ operation<{ status?: WorkflowStatus; class?: string; search?: string; created_from?: string; created_to?: string; page?: number; per_page?: number }, WorkflowListResponse>('GET', '/api/v2/workflows', ['status', 'class', 'search', 'created_from', 'created_to', 'page', 'per_page'])

/** Workflows in one status, newest first. */
export const workflowListByStatus = /* @__PURE__ */ operation<{ status: string; page?: number; per_page?: number }, WorkflowListByStatusResponse>('GET', '/api/v2/workflows/status/{status}', ['page', 'per_page'])

/** Workflows that were undone, newest first, each with the steps that were undone. */
export const workflowListCompensations = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, WorkflowListCompensationsResponse>('GET', '/api/v2/workflows/compensations', ['page', 'per_page'])

/** Workflows that failed, newest first. */
export const workflowListFailed = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, WorkflowListFailedResponse>('GET', '/api/v2/workflows/failed', ['page', 'per_page'])

/** Executions, failures and durations of workflows in the last 24 hours and 7 days. */
export const workflowMetrics = /* @__PURE__ */ operation<object, WorkflowMetricsResponse>('GET', '/api/v2/workflows/metrics')

/** Workflows that contain a text in their name, input, output or error. */
export const workflowSearch = /* @__PURE__ */ operation<{ query: string; type?: WorkflowSearchType; page?: number; per_page?: number }, WorkflowSearchResponse>('GET', '/api/v2/workflows/search', ['query', 'type', 'page', 'per_page'])

/** The number of workflows in each status, and how long they take. */
export const workflowStats = /* @__PURE__ */ operation<object, WorkflowStatsResponse>('GET', '/api/v2/workflows/stats')

// Interest, fees, reconciliation, reports and maintenance over all accounts.

/** Stop a batch that has not ended, and undo its payments unless compensate is false. */
export const batchCancel = /* @__PURE__ */ operation<{ batch_id: string } & Partial<BatchCancelRequest>, BatchCancelled>('POST', '/api/v2/batch-operations/{batch_id}/cancel')

/** Run bank operations over many accounts, now or at a given time. */
export const batchExecute = /* @__PURE__ */ operation<BatchExecuteRequest, BatchStarted>('POST', '/api/v2/batch-operations/execute')

/** All batches, newest first. */
export const batchList = /* @__PURE__ */ operation<{ status?: BatchStatus; date_from?: string; date_to?: string; limit?: number; offset?: number }, BatchList>('GET', '/api/v2/batch-operations', ['status', 'date_from', 'date_to', 'limit', 'offset'])

/** The progress of a batch, the result of each operation, and the payments that were undone. */
export const batchStatus = /* @__PURE__ */ operation<{ batch_id: string }, BatchStatusResponse>('GET', '/api/v2/batch-operations/{batch_id}/status')

// Chart of accounts, journal, trial balance, periods and reconciliation.

/** Assets, liabilities and equity in one currency, now or at the end of a day. */
export const balanceSheetGet = /* @__PURE__ */ operation<{ date?: string; currency?: string }, BalanceSheetGetResponse>('GET', '/api/v1/ledger/balance-sheet', ['date', 'currency'])

/** Revenue, expenses and net income in one currency over a range of days. */
export const incomeStatementGet = /* @__PURE__ */ operation<{ from?: string; to?: string; currency?: string }, IncomeStatementGetResponse>('GET', '/api/v1/ledger/income-statement', ['from', 'to', 'currency'])

/** Post an entry to the journal; it is balanced in every currency or refused. */
export const journalEntryCreate = /* @__PURE__ */ operation<JournalEntryCreateRequest, JournalEntryCreateResponse>('POST', '/api/v1/ledger/entries')

/** One entry of the journal with its lines. */
export const journalEntryGet = /* @__PURE__ */ operation<{ id: string }, JournalEntryGetResponse>('GET', '/api/v1/ledger/entries/{id}')

/** The entries of the journal, newest first. */
export const journalEntryList = /* @__PURE__ */ operation<{ status?: JournalEntryStatus; source_domain?: string; account_code?: string; from?: string; to?: string; page?: number; per_page?: number }, JournalEntryListResponse>('GET', '/api/v1/ledger/entries', ['status', 'source_domain', 'account_code', 'from', 'to', 'page', 'per_page'])

/** Reverse an entry once, by a mirrored entry that is dated now and returned. */
export const journalEntryReverse = /* @__PURE__ */ operation<{ id: string } & JournalEntryReverseRequest, JournalEntryReverseResponse>('POST', '/api/v1/ledger/entries/{id}/reverse')

/** The balance of an account of the chart, now or at the end of a day. */
export const ledgerAccountBalance = /* @__PURE__ */ operation<{ code: string; date?: string }, LedgerAccountBalanceResponse>('GET', '/api/v1/ledger/accounts/{code}/balance', ['date'])

/** Add an account to the chart. */
export const ledgerAccountCreate = /* @__PURE__ */ operation<LedgerAccountCreateRequest, LedgerAccountCreateResponse>('POST', '/api/v1/ledger/accounts')

/** One account of the chart with its balances. */
export const ledgerAccountGet = /* @__PURE__ */ operation<{ code: string }, LedgerAccountGetResponse>('GET', '/api/v1/ledger/accounts/{code}')

/** The journal lines of an account with running sums, oldest first. */
export const ledgerAccountHistory = /* @__PURE__ */ operation<{ code: string; from?: string; to?: string; currency?: string; page?: number; per_page?: number }, LedgerAccountHistoryResponse>('GET', '/api/v1/ledger/accounts/{code}/history', ['from', 'to', 'currency', 'page', 'per_page'])

/** The chart of accounts with balances, by code. */
export const ledgerAccountList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; type?: LedgerAccountType }, LedgerAccountListResponse>('GET', '/api/v1/ledger/accounts', ['page', 'per_page', 'type'])

/** The moves of the ledger core that changed an account of the chart, newest first, for operators. Moves within the account, such as payments between customers, change nothing and are left out. */
export const ledgerAccountMovements = /* @__PURE__ */ operation<{ code: string; from?: string; to?: string; currency?: string; before?: string; limit?: number; format?: LedgerMovementsFormat }, LedgerMovements>('GET', '/api/v1/ledger/accounts/{code}/movements', ['from', 'to', 'currency', 'before', 'limit', 'format'])

/** Rename, describe, activate or deactivate an account of the chart. */
export const ledgerAccountUpdate = /* @__PURE__ */ operation<{ code: string } & Partial<LedgerAccountUpdateRequest>, LedgerAccountUpdateResponse>('PATCH', '/api/v1/ledger/accounts/{code}')

/** Close an accounting period and store its balances; its days then accept no entries. */
export const ledgerPeriodClose = /* @__PURE__ */ operation<{ id: string } & Partial<LedgerPeriodCloseRequest>, LedgerPeriodCloseResponse>('POST', '/api/v1/ledger/periods/{id}/close')

/** Create an accounting period, which is open until it is closed. */
export const ledgerPeriodCreate = /* @__PURE__ */ operation<LedgerPeriodCreateRequest, LedgerPeriodCreateResponse>('POST', '/api/v1/ledger/periods')

/** One accounting period. */
export const ledgerPeriodGet = /* @__PURE__ */ operation<{ id: string }, LedgerPeriodGetResponse>('GET', '/api/v1/ledger/periods/{id}')

/** The accounting periods, latest first. */
export const ledgerPeriodList = /* @__PURE__ */ operation<{ status?: LedgerPeriodStatus; page?: number; per_page?: number }, LedgerPeriodListResponse>('GET', '/api/v1/ledger/periods', ['status', 'page', 'per_page'])

/** Reopen the period that was closed last; its closing entries are reversed. */
export const ledgerPeriodReopen = /* @__PURE__ */ operation<{ id: string } & LedgerPeriodReopenRequest, LedgerPeriodReopenResponse>('POST', '/api/v1/ledger/periods/{id}/reopen')

/** Compare the general ledger with one part of the ledger core, by currency. */
export const ledgerReconciliationList = /* @__PURE__ */ operation<{ domain: string; period_id?: string; page?: number; per_page?: number }, LedgerReconciliationListResponse>('GET', '/api/v1/ledger/reconciliation/{domain}', ['period_id', 'page', 'per_page'])

/** Record why a part of the ledger core and the general ledger differ. */
export const ledgerReconciliationResolve = /* @__PURE__ */ operation<{ domain: string } & LedgerReconciliationResolveRequest, LedgerReconciliationResolveResponse>('POST', '/api/v1/ledger/reconciliation/{domain}/resolve')

/** Activate a posting rule again, for events from now on. */
export const postingRuleActivate = /* @__PURE__ */ operation<{ id: string }, PostingRuleActivateResponse>('POST', '/api/v1/ledger/posting-rules/{id}/activate')

/** The events that a rule was applied to, with the entry or the problem, newest first. */
export const postingRuleApplications = /* @__PURE__ */ operation<{ id: string; status?: RuleApplicationStatus; page?: number; per_page?: number }, PostingRuleApplicationsResponse>('GET', '/api/v1/ledger/posting-rules/{id}/applications', ['status', 'page', 'per_page'])

/** Add a rule that posts a journal entry for every event of one type from now on. */
export const postingRuleCreate = /* @__PURE__ */ operation<PostingRuleCreateRequest, PostingRuleCreateResponse>('POST', '/api/v1/ledger/posting-rules')

/** Deactivate a posting rule; events from now on make no entries. */
export const postingRuleDeactivate = /* @__PURE__ */ operation<{ id: string }, PostingRuleDeactivateResponse>('POST', '/api/v1/ledger/posting-rules/{id}/deactivate')

/** The posting rules, in the order in which they are applied. */
export const postingRuleList = /* @__PURE__ */ operation<{ status?: PostingRuleStatus; page?: number; per_page?: number }, PostingRuleListResponse>('GET', '/api/v1/ledger/posting-rules', ['status', 'page', 'per_page'])

/** The trial balance, which is zero in every currency: each account, and the totals. */
export const trialBalanceGet = /* @__PURE__ */ operation<{ from?: string; to?: string; currency?: string; type?: LedgerAccountType; page?: number; per_page?: number; format?: TrialBalanceFormat }, TrialBalanceGetResponse>('GET', '/api/v1/ledger/trial-balance', ['from', 'to', 'currency', 'type', 'page', 'per_page', 'format'])

// Order books by price and time, a house that quotes both sides, and settled trades.

/** Cancel an order that is still in the book. */
export const exchangeCancelOrder = /* @__PURE__ */ operation<{ order_id: string }, OrderCancelled>('DELETE', '/api/exchange/orders/{order_id}')

/** Get the prices of a pair by interval, oldest first; an interval without a trade is left out. */
export const exchangeCandles = /* @__PURE__ */ operation<{ base: string; quote: string; interval?: "1m" | "5m" | "1h" | "1d"; count?: number; before?: string }, ExchangeCandlesResponse>('GET', '/api/exchange/candles/{base}/{quote}', ['interval', 'count', 'before'])

/** Estimate what an order would cost or bring now, from the orders in the book. */
export const exchangeEstimate = /* @__PURE__ */ operation<{ account_uuid?: string; type: "buy" | "sell"; base_currency: string; quote_currency: string; amount: string | number; price?: string | number }, ExchangeEstimateResponse>('GET', '/api/exchange/estimate', ['account_uuid', 'type', 'base_currency', 'quote_currency', 'amount', 'price'])

/** List the trades of a pair without their parties, newest first. */
export const exchangeMarketTrades = /* @__PURE__ */ operation<{ base: string; quote: string; before?: number; limit?: number }, ExchangeMarketTradesResponse>('GET', '/api/exchange/trades/{base}/{quote}', ['before', 'limit'])

/** List all pairs with their order limits and the trading of the last 24 hours. */
export const exchangeMarkets = /* @__PURE__ */ operation<object, ExchangeMarketsResponse>('GET', '/api/exchange/markets')

/** Get the order book of a pair, best prices first. */
export const exchangeOrderBook = /* @__PURE__ */ operation<{ base: string; quote: string; depth?: number }, ExchangeOrderBookResponse>('GET', '/api/exchange/orderbook/{base}/{quote}', ['depth'])

/** List the caller’s orders, newest first; the total counts up to 10,000. */
export const exchangeOrders = /* @__PURE__ */ operation<{ status?: "open" | "filled" | "cancelled" | "all"; account_uuid?: string; pair?: string; base_currency?: string; quote_currency?: string; page?: number; per_page?: number }, ExchangeOrdersResponse>('GET', '/api/exchange/orders', ['status', 'account_uuid', 'pair', 'base_currency', 'quote_currency', 'page', 'per_page'])

/** Quote a conversion at the current rates; the quote is not binding. */
export const exchangeQuote = /* @__PURE__ */ operation<{ from_currency: string; to_currency: string; amount?: string | number; include_fees?: boolean }, ExchangeQuoteResponse>('GET', '/api/exchange/quote', ['from_currency', 'to_currency', 'amount', 'include_fees'])

/** Place an order to buy or sell. */
export const exchangeTrade = /* @__PURE__ */ operation<ExchangeTradeRequest, OrderPlaced>('POST', '/api/exchange/orders')

/** List the caller’s trades, newest first. */
export const exchangeTrades = /* @__PURE__ */ operation<{ account_uuid?: string; pair?: string; base_currency?: string; quote_currency?: string; page?: number; per_page?: number }, ExchangeTradesResponse>('GET', '/api/exchange/trades', ['account_uuid', 'pair', 'base_currency', 'quote_currency', 'page', 'per_page'])

// Baskets: assets that are made of fixed amounts of other assets, and their values.

/** List the baskets in an account with their values. */
export const accountBaskets = /* @__PURE__ */ operation<{ uuid: string }, AccountBasketsResponse>('GET', '/api/v2/accounts/{uuid}/baskets')

/** Exchange the parts of a basket for the basket; each part is rounded up, and composing GCU costs its fee. */
export const accountComposeBasket = /* @__PURE__ */ operation<{ uuid: string } & AccountComposeBasketRequest, AccountComposeBasketResponse>('POST', '/api/v2/accounts/{uuid}/baskets/compose')

/** Exchange a basket for its parts; each part is rounded down. */
export const accountDecomposeBasket = /* @__PURE__ */ operation<{ uuid: string } & AccountDecomposeBasketRequest, AccountDecomposeBasketResponse>('POST', '/api/v2/accounts/{uuid}/baskets/decompose')

/** Get the performance of each part of a basket over a period, best first. */
export const basketComponents = /* @__PURE__ */ operation<{ code: string; period?: BasketPeriod; limit?: number }, BasketComponentsResponse>('GET', '/api/v2/baskets/{code}/performance/components', ['period', 'limit'])

/** Create a basket, worth one dollar at first. */
export const basketCreate = /* @__PURE__ */ operation<BasketCreateRequest, BasketWithMessage>('POST', '/api/v2/baskets')

/** Get one basket with its parts and its latest values. */
export const basketGet = /* @__PURE__ */ operation<{ code: string }, BasketGetResponse>('GET', '/api/v2/baskets/{code}')

/** Get the value history of a basket over the last days, oldest first. */
export const basketHistory = /* @__PURE__ */ operation<{ code: string; days?: number; interval?: "all" | "daily" }, BasketHistoryResponse>('GET', '/api/v2/baskets/{code}/history', ['days', 'interval'])

/** List all baskets, ordered by code. */
export const basketList = /* @__PURE__ */ operation<{ type?: BasketType; active?: boolean; page?: number; per_page?: number }, BasketListResponse>('GET', '/api/v2/baskets', ['type', 'active', 'page', 'per_page'])

/** Get the performance of a basket over a period, from its stored values. */
export const basketPerformance = /* @__PURE__ */ operation<{ code: string; period?: BasketPeriod }, BasketPerformanceResponse>('GET', '/api/v2/baskets/{code}/performance', ['period'])

/** Rebalance a basket to its weights (operators only), or simulate it (any user). */
export const basketRebalance = /* @__PURE__ */ operation<{ code: string } & Partial<BasketRebalanceRequest>, BasketRebalancing>('POST', '/api/v2/baskets/{code}/rebalance')

/** Get the best-performing parts of a basket over a period. */
export const basketTopPerformers = /* @__PURE__ */ operation<{ code: string; period?: BasketPeriod; limit?: number }, BasketTopPerformersResponse>('GET', '/api/v2/baskets/{code}/performance/top-performers', ['period', 'limit'])

/** Get the current value of one basket, part by part. */
export const basketValue = /* @__PURE__ */ operation<{ code: string }, BasketValueResponse>('GET', '/api/v2/baskets/{code}/value')

/** Get the worst-performing parts of a basket over a period. */
export const basketWorstPerformers = /* @__PURE__ */ operation<{ code: string; period?: BasketPeriod; limit?: number }, BasketWorstPerformersResponse>('GET', '/api/v2/baskets/{code}/performance/worst-performers', ['period', 'limit'])

// The Global Currency Unit: its value, its composition, buying and selling it.

/** Buy GCU with money from an account; the fee is one percent. */
export const gcuBuy = /* @__PURE__ */ operation<GcuBuyRequest, GcuPurchase>('POST', '/api/v2/gcu/buy')

/** Get the composition of the GCU and how its parts have changed. */
export const gcuComposition = /* @__PURE__ */ operation<object, GcuCompositionResponse>('GET', '/api/v2/gcu/composition')

/** Get the value, composition and supply of the Global Currency Unit (GCU). */
export const gcuGet = /* @__PURE__ */ operation<object, GcuGetResponse>('GET', '/api/v2/gcu')

/** Quote buying or selling GCU; the price is guaranteed for five minutes. */
export const gcuQuote = /* @__PURE__ */ operation<{ operation: GcuOperation; amount: string; currency: string }, GcuQuoteResponse>('GET', '/api/v2/gcu/quote', ['operation', 'amount', 'currency'])

/** Sell GCU from an account for money; the fee is one percent. */
export const gcuSell = /* @__PURE__ */ operation<GcuSellRequest, GcuSale>('POST', '/api/v2/gcu/sell')

/** List the banks that can keep the money behind the GCU. */
export const gcuSupportedBanks = /* @__PURE__ */ operation<object, GcuSupportedBanksResponse>('GET', '/api/v2/gcu/supported-banks')

/** Get the caller’s limits on buying and selling GCU, and how much of them is used. */
export const gcuTradingLimits = /* @__PURE__ */ operation<object, GcuTradingLimitsResponse>('GET', '/api/v2/gcu/trading-limits')

/** Get the value history of the GCU by hour, day, week or month. */
export const gcuValueHistory = /* @__PURE__ */ operation<{ period?: "24h" | "7d" | "30d" | "90d" | "1y" | "all"; interval?: "hourly" | "daily" | "weekly" | "monthly" }, GcuValueHistory>('GET', '/api/v2/gcu/value-history', ['period', 'interval'])

// Proposals about the basket, polls, and the votes on both.

/** Activate a poll, between its start and its end. */
export const pollActivate = /* @__PURE__ */ operation<{ uuid: string }, PollWithMessage>('POST', '/api/polls/{uuid}/activate')

/** Cancel a poll that has not ended; its votes have no effect. */
export const pollCancel = /* @__PURE__ */ operation<{ uuid: string } & Partial<PollCancelRequest>, PollWithMessage>('POST', '/api/polls/{uuid}/cancel')

/** Close and count an ended poll now, instead of within the next minute. */
export const pollComplete = /* @__PURE__ */ operation<{ uuid: string }, PollWithMessage>('POST', '/api/polls/{uuid}/complete')

/** Create a poll; it takes votes once it is activated. */
export const pollCreate = /* @__PURE__ */ operation<PollCreateRequest, PollWithMessage>('POST', '/api/polls')

/** Get one poll. */
export const pollGet = /* @__PURE__ */ operation<{ uuid: string }, PollGetResponse>('GET', '/api/polls/{uuid}')

/** List all polls, newest first. */
export const pollList = /* @__PURE__ */ operation<{ status?: PollStatus; type?: PollType; page?: number; per_page?: number }, PollListResponse>('GET', '/api/polls', ['status', 'type', 'page', 'per_page'])

/** List polls that are open for votes, the one that ends first at the top. */
export const pollListActive = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, PollListActiveResponse>('GET', '/api/polls/active', ['page', 'per_page'])

/** List open polls that are weighed by GCU, with their current results. */
export const pollListGcu = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, PollListGcuResponse>('GET', '/api/v2/gcu/governance/active-polls', ['page', 'per_page'])

/** Get the current results of a poll or, once it is closed, the final ones. */
export const pollResults = /* @__PURE__ */ operation<{ uuid: string }, PollResultsResponse>('GET', '/api/polls/{uuid}/results')

/** Vote in a poll; a vote cannot be changed. */
export const pollVote = /* @__PURE__ */ operation<{ uuid: string } & PollVoteRequest, VoteWithMessage>('POST', '/api/polls/{uuid}/vote')

/** Get the caller’s voting power in a poll, and whether they may still vote. */
export const pollVotingPower = /* @__PURE__ */ operation<{ uuid: string }, VotingPower>('GET', '/api/polls/{uuid}/voting-power')

/** Activate a draft, so that it takes votes from its start on. */
export const proposalActivate = /* @__PURE__ */ operation<{ id: string }, ProposalWithMessage>('POST', '/api/v2/gcu/voting/proposals/{id}/activate')

/** Propose new target weights for the basket; if the proposal passes, they are applied. */
export const proposalCreate = /* @__PURE__ */ operation<ProposalCreateRequest, ProposalWithMessage>('POST', '/api/v2/gcu/voting/proposals')

/** Get one proposal with its current votes. */
export const proposalGet = /* @__PURE__ */ operation<{ id: string }, ProposalReply>('GET', '/api/v2/gcu/voting/proposals/{id}')

/** List proposals to change the basket, newest first. */
export const proposalList = /* @__PURE__ */ operation<{ status?: "active" | "upcoming" | "past"; page?: number; per_page?: number }, ProposalListResponse>('GET', '/api/v2/gcu/voting/proposals', ['status', 'page', 'per_page'])

/** List the caller’s votes on proposals, newest first. */
export const proposalMyVotes = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, ProposalMyVotesResponse>('GET', '/api/v2/gcu/voting/my-votes', ['page', 'per_page'])

/** Vote on a proposal with all GCU that the caller holds; if they hold less when voting ends, only that counts. A new vote replaces the last. */
export const proposalVote = /* @__PURE__ */ operation<{ id: string } & ProposalVoteRequest, ProposalVoteReply>('POST', '/api/v2/gcu/voting/proposals/{id}/vote')

/** Get one vote of the caller. */
export const voteGet = /* @__PURE__ */ operation<{ id: string }, VoteGetResponse>('GET', '/api/votes/{id}')

/** List the caller’s votes in polls, newest first. */
export const voteList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, VoteListResponse>('GET', '/api/votes', ['page', 'per_page'])

/** Get how often the caller voted in polls, and with how much power. */
export const voteStats = /* @__PURE__ */ operation<object, VoteStatsResponse>('GET', '/api/votes/stats')

/** Verify by its signature that a vote of the caller was not changed after it was cast. */
export const voteVerify = /* @__PURE__ */ operation<{ id: string }, VoteVerification>('POST', '/api/votes/{id}/verify')

/** Get the caller’s voting dashboard: open polls, voting power and the next poll. */
export const votingDashboard = /* @__PURE__ */ operation<object, VotingDashboardResponse>('GET', '/api/voting/dashboard')

/** List polls in which the caller voted, the latest vote first. */
export const votingHistory = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, VotingHistoryResponse>('GET', '/api/voting/polls/history', ['page', 'per_page'])

/** List open polls with the caller’s voting power and vote. */
export const votingPolls = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, VotingPollsResponse>('GET', '/api/voting/polls', ['page', 'per_page'])

/** List polls that begin within 30 days, the next first. */
export const votingUpcoming = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, VotingUpcomingResponse>('GET', '/api/voting/polls/upcoming', ['page', 'per_page'])

/** Vote on the weights of the basket; a vote cannot be changed, and the result is the mean weighted by power. */
export const votingVote = /* @__PURE__ */ operation<{ id: string } & VotingVoteRequest, BasketVoteReply>('POST', '/api/voting/polls/{id}/vote')

// Buying and selling crypto for money, through a provider outside the bank.

/** Get the checkout of a simulated session; nothing is paid there, and the session continues by itself. */
export const rampCheckout = /* @__PURE__ */ operation<{ session_id: string }, RampCheckoutResponse>('GET', '/api/v1/ramp/checkout/{session_id}')

/** List the caller’s sessions to buy or sell crypto, newest first. */
export const rampList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, RampListResponse>('GET', '/api/v1/ramp/sessions', ['page', 'per_page'])

/** Quote buying or selling crypto; the terms are guaranteed for one minute. */
export const rampQuote = /* @__PURE__ */ operation<{ type: RampType; fiat: RampFiat; amount: string; crypto: RampCrypto }, RampQuoteResponse>('GET', '/api/v1/ramp/quotes', ['type', 'fiat', 'amount', 'crypto'])

/** Start a session to buy or sell crypto; the user continues at the checkout URL. */
export const rampStart = /* @__PURE__ */ operation<RampStartRequest, RampStartResponse>('POST', '/api/v1/ramp/session')

/** Get a session to buy or sell crypto, with its status. */
export const rampStatus = /* @__PURE__ */ operation<{ session_id: string }, RampStatusResponse>('GET', '/api/v1/ramp/session/{session_id}')

/** List the supported coins, currencies, payment methods and limits. */
export const rampSupported = /* @__PURE__ */ operation<object, RampSupportedResponse>('GET', '/api/v1/ramp/supported')

/** Receive a signed webhook from a provider about the status of a session. */
export const rampWebhook = /* @__PURE__ */ operation<{ provider: string } & Readonly<Record<string, unknown>>, RampWebhookResponse>('POST', '/api/v1/ramp/webhook/{provider}')

// Wallet addresses of users, and a feed of their incoming and outgoing transfers.

/** List the latest incoming and outgoing transfers of all accounts that the caller owns or manages. */
export const walletActivity = /* @__PURE__ */ operation<{ limit?: number }, WalletActivityResponse>('GET', '/api/v1/wallet/activity', ['limit'])

/** List the caller’s wallet addresses, oldest first. */
export const walletAddresses = /* @__PURE__ */ operation<{ chain?: WalletChain; include_inactive?: boolean; page?: number; per_page?: number }, WalletAddressesResponse>('GET', '/api/v1/wallet/addresses', ['chain', 'include_inactive', 'page', 'per_page'])

/** Register a wallet address of the caller. */
export const walletCreateAddress = /* @__PURE__ */ operation<WalletCreateAddressRequest, WalletCreateAddressResponse>('POST', '/api/v1/wallet/addresses')

/** Remove a wallet address; it can be registered again. */
export const walletDeleteAddress = /* @__PURE__ */ operation<{ uuid: string }, WalletDeleteAddressResponse>('DELETE', '/api/v1/wallet/addresses/{uuid}')

// Swaps of tokens, lending, staking and flash loans on chains.

/** Borrow, swap and repay in one step; if the loan is not repaid with its fee, nothing changes. */
export const defiFlashLoanCreate = /* @__PURE__ */ operation<DefiFlashLoanCreateRequest, DefiFlashLoanCreateResponse>('POST', '/api/v2/defi/flash-loan')

/** Borrow tokens against the supplies on the same chain. */
export const defiLendingBorrow = /* @__PURE__ */ operation<DefiLendingBorrowRequest, DefiLendingBorrowResponse>('POST', '/api/v1/defi/lending/borrow')

/** Repay a loan; an amount above the debt repays all of it. */
export const defiLendingRepay = /* @__PURE__ */ operation<DefiLendingRepayRequest, DefiLendingRepayResponse>('POST', '/api/v1/defi/lending/repay')

/** Supply tokens to a lending market for interest. */
export const defiLendingSupply = /* @__PURE__ */ operation<DefiLendingSupplyRequest, DefiLendingSupplyResponse>('POST', '/api/v1/defi/lending/supply')

/** Withdraw supplied tokens to the custody account; loans must stay covered. */
export const defiLendingWithdraw = /* @__PURE__ */ operation<DefiLendingWithdrawRequest, DefiLendingWithdrawResponse>('POST', '/api/v1/defi/lending/withdraw')

/** List the lending markets of a chain. */
export const defiMarketList = /* @__PURE__ */ operation<{ chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron" }, DefiMarketListResponse>('GET', '/api/v1/defi/lending/markets', ['chain'])

/** Get the caller’s positions in decentralized finance, summed up. */
export const defiPortfolioGet = /* @__PURE__ */ operation<{ wallet_address?: string }, DefiPortfolioGetResponse>('GET', '/api/v2/defi/portfolio', ['wallet_address'])

/** List the caller’s supplies, loans and stakes at an address. */
export const defiPositionList = /* @__PURE__ */ operation<{ wallet_address: string; chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"; protocol?: "uniswap_v3" | "curve" | "sushiswap" | "aave_v3" | "lido" | "demo" }, DefiPositionListResponse>('GET', '/api/v1/defi/positions', ['wallet_address', 'chain', 'protocol'])

/** List the protocols of decentralized finance that the bank knows. */
export const defiProtocolList = /* @__PURE__ */ operation<object, DefiProtocolListResponse>('GET', '/api/v1/defi/protocols')

/** Quote a swap of tokens; the terms hold for one swap within a minute. */
export const defiQuoteCreate = /* @__PURE__ */ operation<DefiQuoteCreateRequest, DefiQuoteCreateResponse>('POST', '/api/v1/defi/swap/quote')

/** Quote a swap of tokens over all exchanges of a chain. */
export const defiQuoteGet = /* @__PURE__ */ operation<{ from: string; to: string; amount: string | number; chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"; slippage_bps?: number }, DefiQuoteGetResponse>('GET', '/api/v2/defi/swap/quote', ['from', 'to', 'amount', 'chain', 'slippage_bps'])

/** Get the ether that the caller has staked at an address, and the interest rate. */
export const defiStakingGet = /* @__PURE__ */ operation<{ chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"; wallet_address: string }, DefiStakingGetResponse>('GET', '/api/v1/defi/staking', ['chain', 'wallet_address'])

/** Stake ether for interest. */
export const defiStakingStake = /* @__PURE__ */ operation<DefiStakingStakeRequest, DefiStakingStakeResponse>('POST', '/api/v1/defi/staking/stake')

/** Unstake ether; it arrives in the custody account three days later. */
export const defiStakingUnstake = /* @__PURE__ */ operation<DefiStakingUnstakeRequest, DefiStakingUnstakeResponse>('POST', '/api/v1/defi/staking/unstake')

/** Quote a swap and execute it in one step. */
export const defiSwapCreate = /* @__PURE__ */ operation<DefiSwapCreateRequest, DefiSwapCreateResponse>('POST', '/api/v2/defi/swap/execute')

/** Execute a quote; the output arrives when the chain has confirmed the swap. */
export const defiSwapExecute = /* @__PURE__ */ operation<DefiSwapExecuteRequest, DefiSwapExecuteResponse>('POST', '/api/v1/defi/swap/execute')

/** Get a swap with its status. */
export const defiSwapGet = /* @__PURE__ */ operation<{ swap_id: string }, DefiSwapGetResponse>('GET', '/api/v2/defi/swaps/{swap_id}')

/** List the caller’s swaps, newest first. */
export const defiSwapList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, DefiSwapListResponse>('GET', '/api/v2/defi/swaps', ['page', 'per_page'])

/** List the caller’s positions that earn interest, the highest rate first. */
export const defiYieldList = /* @__PURE__ */ operation<{ wallet_address: string }, DefiYieldListResponse>('GET', '/api/v1/defi/yield', ['wallet_address'])

// Bridges that carry tokens between chains, and swaps across them.

/** Compare fees and times of all protocols for a route. */
export const bridgeFees = /* @__PURE__ */ operation<{ from: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"; to: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "bsc" | "solana" | "bitcoin" | "tron"; token: string; amount: string }, BridgeFeesResponse>('GET', '/api/v2/crosschain/bridge/fees', ['from', 'to', 'token', 'amount'])

/** Start a bridge on a quote, which is then used up. */
export const bridgeInitiate = /* @__PURE__ */ operation<BridgeInitiateRequest, BridgeInitiateResponse>('POST', '/api/v1/crosschain/bridge/initiate')

/** List the caller’s bridges, newest first. */
export const bridgeList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; status?: BridgeStatus }, BridgeListResponse>('GET', '/api/v1/crosschain/bridges', ['page', 'per_page', 'status'])

/** Quote a bridge between two chains; the terms are guaranteed for five minutes. */
export const bridgeQuote = /* @__PURE__ */ operation<BridgeQuoteRequest, BridgeQuoteResponse>('POST', '/api/v1/crosschain/bridge/quote')

/** Quote and start a bridge in one step. */
export const bridgeStart = /* @__PURE__ */ operation<BridgeStartRequest, BridgeStartResponse>('POST', '/api/v2/crosschain/bridge')

/** Get a bridge with its status. */
export const bridgeStatus = /* @__PURE__ */ operation<{ id: string }, BridgeStatusResponse>('GET', '/api/v1/crosschain/bridge/{id}/status')

/** Start a swap across chains, on a quote or at the current terms. */
export const crossChainSwapExecute = /* @__PURE__ */ operation<CrossChainSwapExecuteRequest, CrossChainSwapExecuteResponse>('POST', '/api/v1/crosschain/swap/execute')

/** List the caller’s swaps across chains, newest first. */
export const crossChainSwapList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, CrossChainSwapListResponse>('GET', '/api/v1/crosschain/swaps', ['page', 'per_page'])

/** Quote a swap across chains. */
export const crossChainSwapQuote = /* @__PURE__ */ operation<CrossChainSwapQuoteRequest, CrossChainSwapQuoteResponse>('POST', '/api/v1/crosschain/swap/quote')

/** Bridge a token to another chain, and swap it there for another token if needed. */
export const crossChainSwapStart = /* @__PURE__ */ operation<CrossChainSwapStartRequest, CrossChainSwapStartResponse>('POST', '/api/v2/crosschain/swap')

/** Get a swap across chains with its status. */
export const crossChainSwapStatus = /* @__PURE__ */ operation<{ id: string }, CrossChainSwapStatusResponse>('GET', '/api/v1/crosschain/swap/{id}/status')

/** List the chains, and the bridge protocols that serve each. */
export const crosschainChains = /* @__PURE__ */ operation<object, CrosschainChainsResponse>('GET', '/api/v1/crosschain/chains')

/** Get the caller’s holdings on all chains, with their value. */
export const crosschainPortfolio = /* @__PURE__ */ operation<object, CrosschainPortfolioResponse>('GET', '/api/v2/crosschain/portfolio')

// Software agents with DIDs: their records, keys, sessions and scopes.

/** Show the addresses at which agents register, find each other and pay here (AP2). */
export const agentConfiguration = /* @__PURE__ */ operation<object, AgentConfigurationResponse>('GET', '/.well-known/ap2-configuration')

/** Find agents by capability, newest first. */
export const agentDiscover = /* @__PURE__ */ operation<{ capability?: string; type?: AgentType; status?: AgentStatus; limit?: number }, AgentDiscoverResponse>('GET', '/api/agent-protocol/agents/discover', ['capability', 'type', 'status', 'limit'])

/** Show one agent with its DID document. */
export const agentGet = /* @__PURE__ */ operation<{ did: string }, AgentGetResponse>('GET', '/api/agent-protocol/agents/{did}')

/** List the caller’s own agents, newest first. */
export const agentList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, AgentListResponse>('GET', '/api/agent-protocol/agents', ['page', 'per_page'])

/** Register an agent; it gets a DID, and a key pair if none is given. */
export const agentRegister = /* @__PURE__ */ operation<AgentRegisterRequest, AgentRegisterResponse>('POST', '/api/agent-protocol/agents/register')

/** Give an agent a new key; the old one and every session stop working. */
export const agentRotateKey = /* @__PURE__ */ operation<{ did: string } & Partial<AgentRotateKeyRequest>, AgentRotateKeyResponse>('PUT', '/api/agent-protocol/agents/{did}/keys')

/** Replace the capabilities of an agent. */
export const agentSetCapabilities = /* @__PURE__ */ operation<{ did: string } & AgentSetCapabilitiesRequest, AgentSetCapabilitiesResponse>('PUT', '/api/agent-protocol/agents/{did}/capabilities')

/** Set the address that an agent’s messages are pushed to; without one they are only fetched. */
export const agentSetEndpoints = /* @__PURE__ */ operation<{ did: string } & AgentSetEndpointsRequest, AgentSetEndpointsResponse>('PUT', '/api/agent-protocol/agents/{did}/endpoints')

/** Activate or deactivate an agent; an operator can suspend it. Its sessions end unless it becomes active. */
export const agentSetStatus = /* @__PURE__ */ operation<{ did: string } & AgentSetStatusRequest, AgentSetStatusResponse>('PUT', '/api/agent-protocol/agents/{did}/status')

/** Get a text for an agent to sign with its key; it is valid for five minutes and one attempt. */
export const agentAuthChallenge = /* @__PURE__ */ operation<AgentAuthChallengeRequest, AgentAuthChallengeResponse>('POST', '/api/agent-protocol/auth/challenge')

/** Sign an agent in by its signature over a challenge. */
export const agentAuthLogInByDid = /* @__PURE__ */ operation<AgentAuthLogInByDidRequest, AgentAuthLogInByDidResponse>('POST', '/api/agent-protocol/auth/did')

/** Sign an agent in by an API key; the session has the key’s scopes. */
export const agentAuthLogInByKey = /* @__PURE__ */ operation<AgentAuthLogInByKeyRequest, AgentAuthLogInByKeyResponse>('POST', '/api/agent-protocol/auth/api-key')

/** End the session of this token; holding the token is enough. */
export const agentAuthRevoke = /* @__PURE__ */ operation<AgentAuthRevokeRequest, AgentAuthRevokeResponse>('POST', '/api/agent-protocol/auth/session/revoke')

/** List every scope that an agent’s key can have, and the default scopes. */
export const agentAuthScopes = /* @__PURE__ */ operation<object, AgentAuthScopesResponse>('GET', '/api/agent-protocol/auth/scopes')

/** Check whether a session token is still valid, and to which agent it belongs. */
export const agentAuthValidate = /* @__PURE__ */ operation<AgentAuthValidateRequest, AgentAuthValidateResponse>('POST', '/api/agent-protocol/auth/session/validate')

/** Create an API key for an agent; only this reply shows it. */
export const agentKeyCreate = /* @__PURE__ */ operation<{ did: string } & AgentKeyCreateRequest, AgentKeyCreateResponse>('POST', '/api/agent-protocol/agents/{did}/api-keys')

/** List the API keys of an agent, newest first. */
export const agentKeyList = /* @__PURE__ */ operation<{ did: string; page?: number; per_page?: number }, AgentKeyListResponse>('GET', '/api/agent-protocol/agents/{did}/api-keys', ['page', 'per_page'])

/** Revoke an API key of an agent, and every session opened with it. */
export const agentKeyRevoke = /* @__PURE__ */ operation<{ did: string; key_id: string }, AgentKeyRevokeResponse>('DELETE', '/api/agent-protocol/agents/{did}/api-keys/{key_id}')

/** List the sessions of an agent, newest first. */
export const agentSessionList = /* @__PURE__ */ operation<{ did: string; page?: number; per_page?: number }, AgentSessionListResponse>('GET', '/api/agent-protocol/agents/{did}/sessions', ['page', 'per_page'])

/** End every session of an agent. */
export const agentSessionRevokeAll = /* @__PURE__ */ operation<{ did: string }, AgentSessionRevokeAllResponse>('DELETE', '/api/agent-protocol/agents/{did}/sessions')

// Versions of the agent protocol, and the agreements of pairs of agents on one.

/** Check whether two agents have an agreement that is still valid. */
export const agentAgreementCheck = /* @__PURE__ */ operation<{ did: string; other_did: string }, AgentAgreementCheckResponse>('GET', '/api/agent-protocol/agents/{did}/protocol/agreements/{other_did}/check')

/** Show the agreement of two agents, if there is one, and whether it is still valid. */
export const agentAgreementGet = /* @__PURE__ */ operation<{ did: string; other_did: string }, AgentAgreementGetResponse>('GET', '/api/agent-protocol/agents/{did}/protocol/agreements/{other_did}')

/** Agree with another agent on version, methods and capabilities; valid for a day. */
export const agentAgreementNegotiate = /* @__PURE__ */ operation<{ did: string } & AgentAgreementNegotiateRequest, AgentAgreementNegotiateResponse>('POST', '/api/agent-protocol/agents/{did}/protocol/negotiate')

/** Negotiate again from the agents’ present records; success replaces the old agreement. */
export const agentAgreementRefresh = /* @__PURE__ */ operation<{ did: string; other_did: string } & Partial<AgentAgreementRefreshRequest>, AgentAgreementRefreshResponse>('POST', '/api/agent-protocol/agents/{did}/protocol/agreements/{other_did}/refresh')

/** End the agreement of two agents; both agents can, and it is no error if there is none. */
export const agentAgreementRevoke = /* @__PURE__ */ operation<{ did: string; other_did: string }, AgentAgreementRevokeResponse>('DELETE', '/api/agent-protocol/agents/{did}/protocol/agreements/{other_did}')

/** Show the capabilities of a version of the protocol. */
export const agentProtocolCapabilities = /* @__PURE__ */ operation<{ version: string }, AgentProtocolCapabilitiesResponse>('GET', '/api/agent-protocol/protocol/versions/{version}/capabilities')

/** List the versions of the protocol that agents can use here. */
export const agentProtocolVersions = /* @__PURE__ */ operation<object, AgentProtocolVersionsResponse>('GET', '/api/agent-protocol/protocol/versions')

// Messages between agents, read from an inbox or pushed to an address, with acknowledgments.

/** Acknowledge a message; repeating the call changes nothing. */
export const agentMessageAcknowledge = /* @__PURE__ */ operation<{ did: string; message_id: string }, AgentMessageAcknowledgeResponse>('POST', '/api/agent-protocol/agents/{did}/messages/{message_id}/ack')

/** Show one message that the agent sent or received; this delivers it to its recipient. */
export const agentMessageGet = /* @__PURE__ */ operation<{ did: string; message_id: string }, AgentMessageGetResponse>('GET', '/api/agent-protocol/agents/{did}/messages/{message_id}')

/** List the messages that an agent received and sent, newest first; reading a message delivers it. */
export const agentMessageList = /* @__PURE__ */ operation<{ did: string; type?: "inbox" | "outbox" | "all"; status?: AgentMessageStatus; unacknowledged_only?: boolean; correlation_id?: string; after_sequence?: number; limit?: number }, AgentMessageListResponse>('GET', '/api/agent-protocol/agents/{did}/messages', ['type', 'status', 'unacknowledged_only', 'correlation_id', 'after_sequence', 'limit'])

/** Send a message to another agent; it waits in the inbox and is pushed to the recipient’s address. */
export const agentMessageSend = /* @__PURE__ */ operation<{ did: string } & AgentMessageSendRequest, AgentMessageSendResponse>('POST', '/api/agent-protocol/agents/{did}/messages')

// Money reserved between two agents until the agreed conditions are met.

/** Cancel an escrow: the buyer can before it is funded, the seller afterwards; reserved money goes back to the buyer. */
export const escrowCancel = /* @__PURE__ */ operation<{ escrow_id: string } & Partial<EscrowCancelRequest>, EscrowCancelResponse>('POST', '/api/agent-protocol/escrow/{escrow_id}/cancel')

/** Create an escrow between two agents; no money moves yet. */
export const escrowCreate = /* @__PURE__ */ operation<EscrowCreateRequest, EscrowCreateResponse>('POST', '/api/agent-protocol/escrow')

/** Dispute an escrow; its money waits until the dispute is resolved. */
export const escrowDispute = /* @__PURE__ */ operation<{ escrow_id: string } & EscrowDisputeRequest, EscrowDisputeResponse>('POST', '/api/agent-protocol/escrow/{escrow_id}/dispute')

/** Reserve the buyer’s money for an escrow. */
export const escrowFund = /* @__PURE__ */ operation<{ escrow_id: string } & EscrowFundRequest, EscrowFundResponse>('POST', '/api/agent-protocol/escrow/{escrow_id}/fund')

/** Show one escrow with its dispute to its buyer, seller or resolver. */
export const escrowGet = /* @__PURE__ */ operation<{ escrow_id: string }, EscrowGetResponse>('GET', '/api/agent-protocol/escrow/{escrow_id}')

/** List the escrows of the caller’s agents, newest first. */
export const escrowList = /* @__PURE__ */ operation<{ status?: EscrowStatus; limit?: number }, EscrowListResponse>('GET', '/api/agent-protocol/escrow', ['status', 'limit'])

/** Pay the seller what an escrow holds. */
export const escrowRelease = /* @__PURE__ */ operation<{ escrow_id: string } & Partial<EscrowReleaseRequest>, EscrowReleaseResponse>('POST', '/api/agent-protocol/escrow/{escrow_id}/release')

/** Decide a dispute: all to the seller, all back to the buyer, or a split. */
export const escrowResolve = /* @__PURE__ */ operation<{ escrow_id: string } & EscrowResolveRequest, EscrowResolveResponse>('POST', '/api/agent-protocol/escrow/{escrow_id}/resolve')

// Payments from agent to agent: reserved, then confirmed or cancelled.

/** Cancel a pending payment: the reserved money is available again. */
export const agentPaymentCancel = /* @__PURE__ */ operation<{ did: string; transaction_id: string } & Partial<AgentPaymentCancelRequest>, AgentPaymentCancelResponse>('POST', '/api/agent-protocol/agents/{did}/payments/{transaction_id}/cancel')

/** Confirm a pending payment: the receiver is paid. */
export const agentPaymentConfirm = /* @__PURE__ */ operation<{ did: string; transaction_id: string }, AgentPaymentConfirmResponse>('POST', '/api/agent-protocol/agents/{did}/payments/{transaction_id}/confirm')

/** Show one payment to its sender or its receiver. */
export const agentPaymentGet = /* @__PURE__ */ operation<{ did: string; transaction_id: string }, AgentPaymentGetResponse>('GET', '/api/agent-protocol/agents/{did}/payments/{transaction_id}')

/** Start a payment to another agent: the money is reserved until it is confirmed. */
export const agentPaymentInitiate = /* @__PURE__ */ operation<{ did: string } & AgentPaymentInitiateRequest, AgentPaymentInitiateResponse>('POST', '/api/agent-protocol/agents/{did}/payments')

/** List the payments that an agent sent and received, newest first. */
export const agentPaymentList = /* @__PURE__ */ operation<{ did: string; status?: AgentPaymentStatus; type?: "sent" | "received" | "all"; limit?: number }, AgentPaymentListResponse>('GET', '/api/agent-protocol/agents/{did}/payments', ['status', 'type', 'limit'])

// The reputation of agents: feedback on past transactions, scores, and trust.

/** Show the score and trust level of an agent, and the counts behind them. */
export const reputationGet = /* @__PURE__ */ operation<{ did: string }, ReputationGetResponse>('GET', '/api/agent-protocol/agents/{did}/reputation')

/** Give feedback on a transaction with this agent; once for each transaction. */
export const reputationGiveFeedback = /* @__PURE__ */ operation<{ did: string } & ReputationGiveFeedbackRequest, ReputationGiveFeedbackResponse>('POST', '/api/agent-protocol/agents/{did}/reputation/feedback')

/** List the changes to the score of an agent, newest first. */
export const reputationHistory = /* @__PURE__ */ operation<{ did: string; limit?: number }, ReputationHistoryResponse>('GET', '/api/agent-protocol/agents/{did}/reputation/history', ['limit'])

/** List the active agents with the best scores. */
export const reputationLeaderboard = /* @__PURE__ */ operation<{ limit?: number; capability?: string }, ReputationLeaderboardResponse>('GET', '/api/agent-protocol/reputation/leaderboard', ['limit', 'capability'])

/** Lower the score of an agent that misbehaved. */
export const reputationPenalize = /* @__PURE__ */ operation<{ did: string } & ReputationPenalizeRequest, ReputationPenalizeResponse>('POST', '/api/agent-protocol/agents/{did}/reputation/penalties')

/** Show how far two agents can trust each other, with advice for their transactions. */
export const reputationTrust = /* @__PURE__ */ operation<{ did: string; other_did: string }, ReputationTrustResponse>('GET', '/api/agent-protocol/agents/{did}/trust/{other_did}')

// AP2 mandates: carts, intents and payments as signed credentials with a life cycle.

/** Accept a mandate that was issued to the caller’s agent. */
export const mandateAccept = /* @__PURE__ */ operation<{ uuid: string }, MandateAcceptResponse>('POST', '/api/agent-protocol/mandates/{uuid}/accept')

/** Complete a mandate; every payment on it must be completed. */
export const mandateComplete = /* @__PURE__ */ operation<{ uuid: string }, MandateCompleteResponse>('POST', '/api/agent-protocol/mandates/{uuid}/complete')

/** Issue a mandate to another agent: a cart, an intent with a budget, or a payment. */
export const mandateCreate = /* @__PURE__ */ operation<MandateCreateRequest, MandateCreateResponse>('POST', '/api/agent-protocol/mandates')

/** Dispute a mandate; the dispute is counted in the other agent’s reputation. */
export const mandateDispute = /* @__PURE__ */ operation<{ uuid: string } & MandateDisputeRequest, MandateDisputeResponse>('POST', '/api/agent-protocol/mandates/{uuid}/dispute')

/** Put a payment on a mandate; an intent takes several payments within its budget. */
export const mandateExecute = /* @__PURE__ */ operation<{ uuid: string } & MandateExecuteRequest, MandateExecuteResponse>('POST', '/api/agent-protocol/mandates/{uuid}/execute')

/** Show one mandate with its credential to its issuer or its subject. */
export const mandateGet = /* @__PURE__ */ operation<{ uuid: string }, MandateGetResponse>('GET', '/api/agent-protocol/mandates/{uuid}')

/** Show the public keys with which the bank’s credentials are checked. */
export const mandateIssuerKey = /* @__PURE__ */ operation<object, MandateIssuerKeyResponse>('GET', '/api/agent-protocol/mandates/issuer-key')

/** List the mandates that the caller’s agents issued or received, newest first. */
export const mandateList = /* @__PURE__ */ operation<{ type?: MandateType; status?: MandateStatus; role?: "issuer" | "subject"; agent_did?: string; page?: number; per_page?: number }, MandateListResponse>('GET', '/api/agent-protocol/mandates', ['type', 'status', 'role', 'agent_did', 'page', 'per_page'])

/** Withdraw a mandate that the caller’s agent issued. */
export const mandateRevoke = /* @__PURE__ */ operation<{ uuid: string } & Partial<MandateRevokeRequest>, MandateRevokeResponse>('POST', '/api/agent-protocol/mandates/{uuid}/revoke')

/** Verify that the bank issued a credential, that it has not expired, and that its mandate is in force. */
export const mandateVerify = /* @__PURE__ */ operation<MandateVerifyRequest, MandateVerifyResponse>('POST', '/api/agent-protocol/mandates/verify')

// The agent card of the bank, and tasks that agents send it.

/** Show the agent card of the bank (A2A): its skills and how to use them. */
export const a2aCard = /* @__PURE__ */ operation<object, AgentCard>('GET', '/.well-known/agent.json')

/** Give a task the input that it waits for. */
export const taskAnswer = /* @__PURE__ */ operation<{ id: string } & TaskAnswerRequest, TaskAnswerResponse>('POST', '/api/agent-protocol/tasks/{id}/input')

/** Cancel a task; a task that is already running is canceled only if it fails. */
export const taskCancel = /* @__PURE__ */ operation<{ id: string }, TaskCancelResponse>('POST', '/api/agent-protocol/tasks/{id}/cancel')

/** Show one task with its state and its output or error. */
export const taskGet = /* @__PURE__ */ operation<{ id: string }, TaskGetResponse>('GET', '/api/agent-protocol/tasks/{id}')

/** List the tasks of the caller’s agents, newest first. */
export const taskList = /* @__PURE__ */ operation<{ sender_did?: string; state?: TaskState; limit?: number }, TaskListResponse>('GET', '/api/agent-protocol/tasks', ['sender_did', 'state', 'limit'])

/** Send the bank a task for one of its skills; it runs in the caller’s name. */
export const taskSend = /* @__PURE__ */ operation<TaskSendRequest, TaskSendResponse>('POST', '/api/agent-protocol/tasks/send')

// Paying for single requests: priced paths, rails, challenges, proofs that count once, receipts, spending limits of agents.

/** The configuration of payments for requests: rails and addresses. */
export const mppConfiguration = /* @__PURE__ */ operation<object, MppConfiguration>('GET', '/.well-known/mpp-configuration')

/** Pay the Lightning invoice of a challenge and return its preimage; sandbox only. */
export const mppPayLightning = /* @__PURE__ */ operation<MppPayLightningRequest, MppPayLightningResponse>('POST', '/api/v1/mpp/sandbox/lightning/pay')

/** The caller’s payments for requests, newest first: those made with the caller’s session; an operator sees all payments. */
export const mppPayments = /* @__PURE__ */ operation<{ page?: number; per_page?: number; status?: MppPaymentStatus; rail?: MachineRail }, MppPaymentsResponse>('GET', '/api/v1/mpp/payments', ['page', 'per_page', 'status', 'rail'])

/** The rails on which requests can be paid for. */
export const mppRails = /* @__PURE__ */ operation<object, MppRailsResponse>('GET', '/api/v1/mpp/supported-rails')

/** The requests that are for sale, and their prices. */
export const mppResources = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, MppResourcesResponse>('GET', '/api/v1/mpp/resources', ['page', 'per_page'])

/** Totals of the caller’s payments for requests, by rail; an operator sees the totals of all payments. */
export const mppStats = /* @__PURE__ */ operation<object, MppStatsResponse>('GET', '/api/v1/mpp/payments/stats')

/** Whether single requests can be paid for, and on which rails. */
export const mppStatus = /* @__PURE__ */ operation<object, MppStatusResponse>('GET', '/api/v1/mpp/status')

/** The spending limits of the caller’s agents for requests, with the amounts spent today. */
export const mppLimitList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, MppLimitListResponse>('GET', '/api/v1/mpp/spending-limits', ['page', 'per_page'])

/** Set an agent’s spending limit for requests; omitted fields keep their value or default. */
export const mppLimitSet = /* @__PURE__ */ operation<MppLimitSetRequest, MppLimitSetResponse>('POST', '/api/v1/mpp/spending-limits')

/** Put a price on a path; from then on requests to it must be paid for on one of its rails. */
export const mppResourceCreate = /* @__PURE__ */ operation<MppResourceCreateRequest, MppResourceCreateResponse>('POST', '/api/v1/mpp/resources')

/** Remove the price of a resource; its payments stay recorded. */
export const mppResourceDelete = /* @__PURE__ */ operation<{ id: string }, void>('DELETE', '/api/v1/mpp/resources/{id}')

/** Change a resource’s path, price or rails; omitted fields keep their value. */
export const mppResourceUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<MppResourceUpdateRequest>, MppResourceUpdateResponse>('PUT', '/api/v1/mpp/resources/{id}')

/** The configuration of payments by x402: networks, receiver and addresses. */
export const x402Configuration = /* @__PURE__ */ operation<object, X402Configuration>('GET', '/.well-known/x402-configuration')

/** Whether payments by x402 are accepted. */
export const x402Status = /* @__PURE__ */ operation<object, X402StatusResponse>('GET', '/api/v2/x402/status')

/** The supported chains, assets and schemes of payments by x402. */
export const x402Supported = /* @__PURE__ */ operation<object, X402SupportedResponse>('GET', '/api/v2/x402/supported')

/** Put a price on a path; from then on requests to it must be paid for. */
export const x402EndpointCreate = /* @__PURE__ */ operation<X402EndpointCreateRequest, X402EndpointCreateResponse>('POST', '/api/v2/x402/endpoints')

/** Remove the price of a path; its payments stay recorded. */
export const x402EndpointDelete = /* @__PURE__ */ operation<{ id: string }, void>('DELETE', '/api/v2/x402/endpoints/{id}')

/** One path with a price. */
export const x402EndpointGet = /* @__PURE__ */ operation<{ id: string }, X402EndpointGetResponse>('GET', '/api/v2/x402/endpoints/{id}')

/** The paths on which the caller has put a price, newest first. */
export const x402EndpointList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, X402EndpointListResponse>('GET', '/api/v2/x402/endpoints', ['page', 'per_page'])

/** Change an endpoint: its path, price or description, or whether it is active. */
export const x402EndpointUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<X402EndpointUpdateRequest>, X402EndpointUpdateResponse>('PUT', '/api/v2/x402/endpoints/{id}')

/** Remove an agent’s spending limit for endpoints. */
export const x402LimitDelete = /* @__PURE__ */ operation<{ agent_id: string }, void>('DELETE', '/api/v2/x402/spending-limits/{agent_id}')

/** One agent’s spending limit for endpoints, with the amount spent today. */
export const x402LimitGet = /* @__PURE__ */ operation<{ agent_id: string }, X402LimitGetResponse>('GET', '/api/v2/x402/spending-limits/{agent_id}')

/** The spending limits of the caller’s agents for endpoints, with the amounts spent today. */
export const x402LimitList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, X402LimitListResponse>('GET', '/api/v2/x402/spending-limits', ['page', 'per_page'])

/** Set an agent’s spending limit for endpoints; omitted fields keep their value or default. */
export const x402LimitSet = /* @__PURE__ */ operation<X402LimitSetRequest, X402LimitSetResponse>('POST', '/api/v2/x402/spending-limits')

/** Change an agent’s spending limit for endpoints. */
export const x402LimitUpdate = /* @__PURE__ */ operation<{ agent_id: string } & Partial<X402LimitUpdateRequest>, X402LimitUpdateResponse>('PUT', '/api/v2/x402/spending-limits/{agent_id}')

/** One payment for one of the caller’s paths. */
export const x402PaymentGet = /* @__PURE__ */ operation<{ id: string }, X402PaymentGetResponse>('GET', '/api/v2/x402/payments/{id}')

/** The payments for the caller’s paths, newest first; an operator sees all payments. */
export const x402PaymentList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; status?: X402PaymentStatus; network?: string; payer_address?: string }, X402PaymentListResponse>('GET', '/api/v2/x402/payments', ['page', 'per_page', 'status', 'network', 'payer_address'])

/** Totals of the payments for the caller’s paths. */
export const x402PaymentStats = /* @__PURE__ */ operation<{ period?: "day" | "week" | "month" | "24h" | "1d" | "7d" | "30d" }, X402PaymentStatsResponse>('GET', '/api/v2/x402/payments/stats', ['period'])

// Text messages: prices, sending each one once, delivery status.

/** The SMS provider in use, and the chains on which messages can be paid for. */
export const smsInfo = /* @__PURE__ */ operation<object, SmsInfoResponse>('GET', '/api/v1/sms/info')

/** The price per message part for a country. */
export const smsRates = /* @__PURE__ */ operation<{ country: string }, SmsRatesResponse>('GET', '/api/v1/sms/rates', ['country'])

/** Receive a delivery report from the SMS provider; unknown statuses are ignored. */
export const smsReport = /* @__PURE__ */ operation<Readonly<Record<string, unknown>>, SmsReportResponse>('POST', '/api/v1/webhooks/sms/dlr')

/** Send a text message and pay for it with the request; without a payment the answer states the price. */
export const smsSend = /* @__PURE__ */ operation<SmsSendRequest, SmsSendResponse>('POST', '/api/v1/sms/send')

/** The delivery status of a message. */
export const smsStatus = /* @__PURE__ */ operation<{ message_id: string }, SmsStatusResponse>('GET', '/api/v1/sms/status/{message_id}')

// Cards of an outside platform, kept up to date by its events, and cards ordered here.

/** One of the caller’s cards. */
export const cardGet = /* @__PURE__ */ operation<{ uuid: string }, CardGetResponse>('GET', '/api/v1/cards/{uuid}')

/** The caller’s cards, newest first. */
export const cardList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, CardListResponse>('GET', '/api/v1/cards', ['page', 'per_page'])

/** Receive a signed event of the card platform about a holder, a card or a wallet. */
export const cardWebhook = /* @__PURE__ */ operation<Readonly<Record<string, unknown>>, CardEventReceived>('POST', '/api/v1/webhooks/cardplatform')

/** Pay a merchant with a simulated card: the authorization holds the amount, or declines with a reason. */
export const cardPaymentAuthorize = /* @__PURE__ */ operation<{ id: string } & CardPaymentAuthorizeRequest, CardPaymentAuthorizeResponse>('POST', '/api/v1/issued-cards/{id}/payments')

/** Capture an authorized payment of a simulated card: the amount leaves the account. */
export const cardPaymentCapture = /* @__PURE__ */ operation<{ id: string }, CardPaymentCaptureResponse>('POST', '/api/v1/card-payments/{id}/capture')

/** List the payments of a card, newest first, with why some were declined. */
export const cardPaymentList = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, CardPaymentListResponse>('GET', '/api/v1/issued-cards/{id}/payments', ['page', 'per_page'])

/** Refund a captured payment of a simulated card: the amount comes back to the account. */
export const cardPaymentRefund = /* @__PURE__ */ operation<{ id: string }, CardPaymentRefundResponse>('POST', '/api/v1/card-payments/{id}/refund')

/** Reverse an authorized payment of a simulated card: the amount is available again. */
export const cardPaymentReverse = /* @__PURE__ */ operation<{ id: string }, CardPaymentReverseResponse>('POST', '/api/v1/card-payments/{id}/reverse')

/** The caller’s wallets at the card platform, which holds their money. */
export const cardWalletList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, CardWalletListResponse>('GET', '/api/v1/card-wallets', ['page', 'per_page'])

/** Link a cardholder of the platform to a user of the bank. */
export const cardholderLink = /* @__PURE__ */ operation<CardholderLinkRequest, CardholderLinkResponse>('POST', '/api/v1/cardholders')

/** The caller’s cardholder records at the platform, with the status of the identity check. */
export const cardholderList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, CardholderListResponse>('GET', '/api/v1/cardholders', ['page', 'per_page'])

/** Cancel a card for good; what is authorized already can still be captured. */
export const issuedCardCancel = /* @__PURE__ */ operation<{ id: string }, IssuedCardCancelResponse>('DELETE', '/api/v1/issued-cards/{id}')

/** Order a card that pays from one of your accounts, within limits. */
export const issuedCardCreate = /* @__PURE__ */ operation<IssuedCardCreateRequest, IssuedCardCreateResponse>('POST', '/api/v1/issued-cards')

/** Freeze a card: every payment is declined until it is unfrozen. */
export const issuedCardFreeze = /* @__PURE__ */ operation<{ id: string }, IssuedCardFreezeResponse>('POST', '/api/v1/issued-cards/{id}/freeze')

/** Get one of the cards that you ordered. */
export const issuedCardGet = /* @__PURE__ */ operation<{ id: string }, IssuedCardGetResponse>('GET', '/api/v1/issued-cards/{id}')

/** List the cards that you ordered, newest first, with what they took. */
export const issuedCardList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, IssuedCardListResponse>('GET', '/api/v1/issued-cards', ['page', 'per_page'])

/** Unfreeze a card. */
export const issuedCardUnfreeze = /* @__PURE__ */ operation<{ id: string }, IssuedCardUnfreezeResponse>('POST', '/api/v1/issued-cards/{id}/unfreeze')

/** Change the label or the limits of a card; omitted fields keep their value. */
export const issuedCardUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<IssuedCardUpdateRequest>, IssuedCardUpdateResponse>('PATCH', '/api/v1/issued-cards/{id}')

// Subscriptions bought in an app store, and the tier they entitle to.

/** Receive a signed notification of the App Store about a subscription. */
export const subscriptionAppleNotification = /* @__PURE__ */ operation<SubscriptionAppleNotificationRequest, StoreNotificationReceived>('POST', '/api/webhooks/apple/notifications')

/** The caller’s subscription, from any store. */
export const subscriptionGet = /* @__PURE__ */ operation<object, SubscriptionProjection>('GET', '/api/v1/subscription/me')

/** Receive a notification of Google Play about a subscription, pushed by Pub/Sub. */
export const subscriptionGoogleNotification = /* @__PURE__ */ operation<SubscriptionGoogleNotificationRequest, StoreNotificationReceived>('POST', '/api/webhooks/google/play')

/** Verify the receipt of a subscription bought in an app store, and activate it. */
export const subscriptionVerify = /* @__PURE__ */ operation<SubscriptionVerifyRequest, SubscriptionProjection>('POST', '/api/v1/subscription/iap/verify')

// Invoices to partners: what a period costs, and paying for it from an account.

/** The cost of the current period so far, as the next invoice would show it. */
export const partnerBillingBreakdown = /* @__PURE__ */ operation<object, PartnerBillingBreakdownResponse>('GET', '/api/partner/v1/billing/breakdown')

/** How much the calling partner owes. */
export const partnerBillingOutstanding = /* @__PURE__ */ operation<object, PartnerBillingOutstandingResponse>('GET', '/api/partner/v1/billing/outstanding')

/** Cancel an unpaid invoice; its period is not billed again. */
export const partnerInvoiceCancel = /* @__PURE__ */ operation<{ id: string } & Partial<PartnerInvoiceCancelRequest>, PartnerInvoiceCancelResponse>('POST', '/api/v1/partner-invoices/{id}/cancel')

/** One invoice of the calling partner. */
export const partnerInvoiceGet = /* @__PURE__ */ operation<{ id: string }, PartnerInvoiceGetResponse>('GET', '/api/partner/v1/billing/invoices/{id}')

/** Bill a partner for the days up to yesterday, such as before a change of its tier. */
export const partnerInvoiceIssue = /* @__PURE__ */ operation<{ id: string }, PartnerInvoiceIssueResponse>('POST', '/api/v1/partners/{id}/invoices')

/** The invoices of the calling partner, newest first. */
export const partnerInvoiceList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, PartnerInvoiceListResponse>('GET', '/api/partner/v1/billing/invoices', ['page', 'per_page'])

/** Pay an invoice from an account of the caller. */
export const partnerInvoicePay = /* @__PURE__ */ operation<{ id: string } & Partial<PartnerInvoicePayRequest>, PartnerInvoicePayResponse>('POST', '/api/partner/v1/billing/invoices/{id}/pay')

/** Refund a paid invoice to the account that paid it. */
export const partnerInvoiceRefund = /* @__PURE__ */ operation<{ id: string } & Partial<PartnerInvoiceRefundRequest>, PartnerInvoiceRefundResponse>('POST', '/api/v1/partner-invoices/{id}/refund')

// Reading, writing and checking messages of the ISO 20022 standard.

/** Write an ISO 20022 message, from an amount and two parties or from all its fields. */
export const iso20022Generate = /* @__PURE__ */ operation<Partial<Iso20022GenerateRequest>, Iso20022GenerateResponse>('POST', '/api/v1/iso20022/generate')

/** Read an ISO 20022 message of any supported type and version into fields. */
export const iso20022Parse = /* @__PURE__ */ operation<Iso20022ParseRequest, Iso20022ParseResponse>('POST', '/api/v1/iso20022/parse')

/** List the ISO 20022 message types that can be read and written, with their versions. */
export const iso20022SupportedTypes = /* @__PURE__ */ operation<object, Iso20022SupportedTypesResponse>('GET', '/api/v1/iso20022/supported-types')

/** Check an ISO 20022 message: structure, counts, sums, IBANs, BICs, currencies, dates; the answer names the elements that were not checked. */
export const iso20022Validate = /* @__PURE__ */ operation<Iso20022ValidateRequest, Iso20022ValidateResponse>('POST', '/api/v1/iso20022/validate')

// Account data and payments for third parties, with the consent of the account holder.

/** Get the details of an account that a consent covers. */
export const accountInformationAccount = /* @__PURE__ */ operation<{ id: string }, AccountInformationAccountResponse>('GET', '/api/v1/open-banking/accounts/{id}')

/** List the accounts whose details a consent covers. */
export const accountInformationAccounts = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, AccountInformationAccountsResponse>('GET', '/api/v1/open-banking/accounts', ['page', 'per_page'])

/** Get the balances of an account that a consent covers, in each currency. */
export const accountInformationBalances = /* @__PURE__ */ operation<{ id: string }, AccountInformationBalancesResponse>('GET', '/api/v1/open-banking/accounts/{id}/balances')

/** List the transactions of an account that a consent covers, newest first. */
export const accountInformationTransactions = /* @__PURE__ */ operation<{ id: string; from_date?: string; to_date?: string; dateFrom?: string; dateTo?: string; bookingStatus?: "booked" | "pending" | "both"; continuation?: string; page?: number; per_page?: number }, AccountInformationTransactionsResponse>('GET', '/api/v1/open-banking/accounts/{id}/transactions', ['from_date', 'to_date', 'dateFrom', 'dateTo', 'bookingStatus', 'continuation', 'page', 'per_page'])

/** Authorize a consent as the account holder; needs a login in the live environment. */
export const consentAuthorize = /* @__PURE__ */ operation<{ id: string } & Partial<ConsentAuthorizeRequest>, ConsentAuthorizeResponse>('POST', '/api/v1/open-banking/consents/{id}/authorize')

/** Request a consent to read account data; the account holder then decides about it. */
export const consentCreate = /* @__PURE__ */ operation<ConsentCreateRequest, ConsentCreateResponse>('POST', '/api/v1/open-banking/consents')

/** End a consent: the account holder revokes it, or the third party terminates it. */
export const consentEnd = /* @__PURE__ */ operation<{ id: string }, ConsentEndResponse>('DELETE', '/api/v1/open-banking/consents/{id}')

/** Get a consent, as the third party that requested it or the account holder who decided. */
export const consentGet = /* @__PURE__ */ operation<{ id: string }, ConsentGetResponse>('GET', '/api/v1/open-banking/consents/{id}')

/** List consents that the caller requested or decided about, newest first. */
export const consentList = /* @__PURE__ */ operation<{ role?: "tpp" | "psu"; status?: "received" | "valid" | "rejected" | "revokedByPsu" | "expired" | "terminatedByTpp" | "ended"; page?: number; per_page?: number }, ConsentListResponse>('GET', '/api/v1/open-banking/consents', ['role', 'status', 'page', 'per_page'])

/** Reject a consent as the account holder; needs a login in the live environment. */
export const consentReject = /* @__PURE__ */ operation<{ id: string }, ConsentRejectResponse>('POST', '/api/v1/open-banking/consents/{id}/reject')

/** Show the access that a consent would give, before deciding about it as the account holder. */
export const consentReview = /* @__PURE__ */ operation<{ id: string }, ConsentReviewResponse>('GET', '/api/v1/open-banking/consents/{id}/authorization')

/** Get the status of a consent. */
export const consentStatus = /* @__PURE__ */ operation<{ id: string }, ConsentStatusResponse>('GET', '/api/v1/open-banking/consents/{id}/status')

/** Authorize a payment as the account holder; needs a login in the live environment. */
export const paymentInitiationAuthorize = /* @__PURE__ */ operation<{ id: string }, PaymentInitiationAuthorizeResponse>('POST', '/api/v1/open-banking/payments/{id}/authorize')

/** Cancel a payment that waits for the account holder. */
export const paymentInitiationCancel = /* @__PURE__ */ operation<{ id: string }, PaymentInitiationCancelResponse>('DELETE', '/api/v1/open-banking/payments/{id}')

/** Initiate a payment; it waits for the account holder, unless the account to debit is the caller’s own. */
export const paymentInitiationCreate = /* @__PURE__ */ operation<PaymentInitiationCreateRequest, PaymentInitiationCreateResponse>('POST', '/api/v1/open-banking/payments')

/** Get a payment, as the user who initiated it or the account holder who decided. */
export const paymentInitiationGet = /* @__PURE__ */ operation<{ id: string }, PaymentInitiationGetResponse>('GET', '/api/v1/open-banking/payments/{id}')

/** List payments that the caller initiated or decided about, newest first. */
export const paymentInitiationList = /* @__PURE__ */ operation<{ role?: "tpp" | "psu"; page?: number; per_page?: number }, PaymentInitiationListResponse>('GET', '/api/v1/open-banking/payments', ['role', 'page', 'per_page'])

/** Reject a payment as the account holder; needs a login in the live environment. */
export const paymentInitiationReject = /* @__PURE__ */ operation<{ id: string }, PaymentInitiationRejectResponse>('POST', '/api/v1/open-banking/payments/{id}/reject')

/** Show a payment before deciding about it as the account holder. */
export const paymentInitiationReview = /* @__PURE__ */ operation<{ id: string }, PaymentInitiationReviewResponse>('GET', '/api/v1/open-banking/payments/{id}/authorization')

/** Get the status of a payment. */
export const paymentInitiationStatus = /* @__PURE__ */ operation<{ id: string }, PaymentInitiationStatusResponse>('GET', '/api/v1/open-banking/payments/{id}/status')

// Payments to and from other banks over payment rails, and direct debits.

/** Write all ACH payments that wait for the cut-off into a file now. */
export const achFileBatch = /* @__PURE__ */ operation<object, AchFileBatchResponse>('POST', '/api/v1/payment-rails/ach/files/batch')

/** Write a NACHA file from entries; no money moves. */
export const achFileCreate = /* @__PURE__ */ operation<AchFileCreateRequest, AchFileCreateResponse>('POST', '/api/v1/payment-rails/ach/files')

/** Get an ACH file, as JSON or as the file itself. */
export const achFileGet = /* @__PURE__ */ operation<{ id: string; format?: "json" | "ach" }, AchFileGetResponse>('GET', '/api/v1/payment-rails/ach/files/{id}', ['format'])

/** List your ACH files, newest first; operators see all files. */
export const achFileList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, AchFileListResponse>('GET', '/api/v1/payment-rails/ach/files', ['page', 'per_page'])

/** Parse a NACHA file strictly; an invalid one is rejected with the lines and the reasons. */
export const achFileParse = /* @__PURE__ */ operation<AchFileParseRequest, AchFileParseResponse>('POST', '/api/v1/payment-rails/ach/files/parse')

/** Process a NACHA file with returns and notifications of change, once. */
export const achReturnProcess = /* @__PURE__ */ operation<AchReturnProcessRequest, AchReturnProcessResponse>('POST', '/api/v1/payment-rails/ach/returns')

/** Collect money by direct debit from the debtor of one of your mandates. */
export const directDebitCollect = /* @__PURE__ */ operation<DirectDebitCollectRequest, DirectDebitCollectResponse>('POST', '/api/v1/payment-rails/collections')

/** List what other customers of this bank are about to collect from your accounts, the next first. */
export const directDebitUpcoming = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, DirectDebitUpcomingResponse>('GET', '/api/v1/payment-rails/collections/upcoming', ['page', 'per_page'])

/** Cancel a direct debit mandate for good. */
export const directDebitMandateCancel = /* @__PURE__ */ operation<{ id: string }, DirectDebitMandateCancelResponse>('POST', '/api/v1/payment-rails/mandates/{id}/cancel')

/** Record a direct debit mandate, as the creditor who collects or the debtor who authorizes it. */
export const directDebitMandateCreate = /* @__PURE__ */ operation<DirectDebitMandateCreateRequest, DirectDebitMandateCreateResponse>('POST', '/api/v1/payment-rails/mandates')

/** Get a direct debit mandate. */
export const directDebitMandateGet = /* @__PURE__ */ operation<{ id: string }, DirectDebitMandateGetResponse>('GET', '/api/v1/payment-rails/mandates/{id}')

/** List your direct debit mandates, newest first. */
export const directDebitMandateList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; role?: DirectDebitRole; status?: "active" | "suspended" | "cancelled" | "expired" }, DirectDebitMandateListResponse>('GET', '/api/v1/payment-rails/mandates', ['page', 'per_page', 'role', 'status'])

/** Resume a suspended direct debit mandate. */
export const directDebitMandateResume = /* @__PURE__ */ operation<{ id: string }, DirectDebitMandateResumeResponse>('POST', '/api/v1/payment-rails/mandates/{id}/resume')

/** Suspend a direct debit mandate: nothing is collected until it is resumed. */
export const directDebitMandateSuspend = /* @__PURE__ */ operation<{ id: string }, DirectDebitMandateSuspendResponse>('POST', '/api/v1/payment-rails/mandates/{id}/suspend')

/** Get a payment rail: whether it is open, when it opens next, limits and costs. */
export const railGet = /* @__PURE__ */ operation<{ id: string }, RailGetResponse>('GET', '/api/v1/payment-rails/rails/{id}')

/** List the payment rails with their limits, hours, cut-offs, holidays and costs. */
export const railList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, RailListResponse>('GET', '/api/v1/payment-rails/rails', ['page', 'per_page'])

/** Show which rail a payment would take and why, its fee, and when it would settle. */
export const railRoute = /* @__PURE__ */ operation<RailRouteRequest, RailRouteResponse>('POST', '/api/v1/payment-rails/route')

/** List the rails that reach a country. */
export const railSupported = /* @__PURE__ */ operation<{ country: string }, RailSupportedResponse>('GET', '/api/v1/payment-rails/supported/{country}')

/** Cancel a payment that is not submitted to its network yet; amount and fee are returned. */
export const railPaymentCancel = /* @__PURE__ */ operation<{ id: string }, RailPaymentCancelResponse>('POST', '/api/v1/payment-rails/payments/{id}/cancel')

/** Pay an account at another bank over a payment rail, named or chosen by the bank. */
export const railPaymentCreate = /* @__PURE__ */ operation<RailPaymentCreateRequest, RailPaymentCreateResponse>('POST', '/api/v1/payment-rails/payments')

/** Get a payment over a rail, with its status. */
export const railPaymentGet = /* @__PURE__ */ operation<{ id: string }, RailPaymentGetResponse>('GET', '/api/v1/payment-rails/payments/{id}')

/** List your payments over rails, sent and received, newest first. */
export const railPaymentList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; status?: "pending" | "processing" | "completed" | "failed" | "returned" | "cancelled" | "recovering"; rail?: "fednow" | "rtp" | "fedwire" | "ach" | "sct_inst" | "sepa_direct_debit" | "swift"; direction?: "outgoing" | "incoming" }, RailPaymentListResponse>('GET', '/api/v1/payment-rails/payments', ['page', 'per_page', 'status', 'rail', 'direction'])

/** Book an incoming payment from a network for a customer, or a direct debit that a mandate allows. */
export const railPaymentReceive = /* @__PURE__ */ operation<RailPaymentReceiveRequest, RailPaymentReceiveResponse>('POST', '/api/v1/payment-rails/incoming')

/** Pay a beneficiary in a country over the best rail that reaches it. */
export const railPaymentSend = /* @__PURE__ */ operation<RailPaymentSendRequest, RailPaymentSendResponse>('POST', '/api/v1/payment-rails/send')

// Files of payments: executed once, with a report on each payment; statements of accounts.

/** Get the notification of the entries of an account as a camt.054 message. */
export const accountIsoNotification = /* @__PURE__ */ operation<{ account: string; from?: string; to?: string; currency?: string; format?: StatementMessageFormat; transaction?: string }, AccountIsoNotificationResponse>('GET', '/api/v1/iso20022/accounts/{account}/notification', ['from', 'to', 'currency', 'format', 'transaction'])

/** Get the statement of an account as a camt.053 message, of any length. */
export const accountIsoStatement = /* @__PURE__ */ operation<{ account: string; from?: string; to?: string; currency?: string; format?: StatementMessageFormat }, AccountIsoStatementResponse>('GET', '/api/v1/iso20022/accounts/{account}/statement', ['from', 'to', 'currency', 'format'])

/** Cancel a scheduled payment of a file before it is executed. */
export const filePaymentCancel = /* @__PURE__ */ operation<{ id: string }, FilePaymentCancelResponse>('DELETE', '/api/v1/iso20022/payments/{id}')

/** Get a payment of a file. */
export const filePaymentGet = /* @__PURE__ */ operation<{ id: string }, FilePaymentGetResponse>('GET', '/api/v1/iso20022/payments/{id}')

/** Execute the payments of a pain.001 or pacs.008, idempotently by its MsgId, and answer with the status of each. */
export const paymentFileExecute = /* @__PURE__ */ operation<PaymentFileExecuteRequest, PaymentFileExecuteResponse>('POST', '/api/v1/iso20022/execute')

/** Get a file with the numbers of its settled, rejected and scheduled payments. */
export const paymentFileGet = /* @__PURE__ */ operation<{ id: string }, PaymentFileGetResponse>('GET', '/api/v1/iso20022/messages/{id}')

/** List the files that the caller has sent, newest first. */
export const paymentFileList = /* @__PURE__ */ operation<{ status?: PaymentFileStatus; page?: number; per_page?: number }, PaymentFileListResponse>('GET', '/api/v1/iso20022/messages', ['status', 'page', 'per_page'])

/** List the payments of a file, in its order. */
export const paymentFilePayments = /* @__PURE__ */ operation<{ id: string; status?: FilePaymentStatus; page?: number; per_page?: number }, PaymentFilePaymentsResponse>('GET', '/api/v1/iso20022/messages/{id}/payments', ['status', 'page', 'per_page'])

/** Get the current status report of a file: pain.002 or pacs.002. */
export const paymentFileReport = /* @__PURE__ */ operation<{ id: string }, PaymentFileReportResponse>('GET', '/api/v1/iso20022/messages/{id}/status-report')

// Payments through Interledger: quotes, packets, grants and STREAM connections.

/** List the assets that can be sent and received through Interledger. */
export const interledgerSupportedAssets = /* @__PURE__ */ operation<object, InterledgerSupportedAssetsResponse>('GET', '/api/v1/interledger/supported-assets')

/** Close a STREAM connection. */
export const interledgerConnectionClose = /* @__PURE__ */ operation<{ connection_id: string }, void>('DELETE', '/api/v1/interledger/connections/{connection_id}')

/** List the caller’s STREAM connections, newest first. */
export const interledgerConnectionList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, InterledgerConnectionListResponse>('GET', '/api/v1/interledger/connections', ['page', 'per_page'])

/** Open a STREAM connection to an address whose shared secret the caller knows. */
export const interledgerConnectionOpen = /* @__PURE__ */ operation<InterledgerConnectionOpenRequest, InterledgerConnectionOpenResponse>('POST', '/api/v1/interledger/connections')

/** Create a token with which other users may pay from an account, for an hour and up to a limit. */
export const interledgerGrantCreate = /* @__PURE__ */ operation<InterledgerGrantCreateRequest, InterledgerGrantCreateResponse>('POST', '/api/v1/interledger/grants')

/** List the grants that the caller has given, newest first. */
export const interledgerGrantList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, InterledgerGrantListResponse>('GET', '/api/v1/interledger/grants', ['page', 'per_page'])

/** Revoke a grant; its token is no longer valid. */
export const interledgerGrantRevoke = /* @__PURE__ */ operation<{ grant_id: string }, void>('DELETE', '/api/v1/interledger/grants/{grant_id}')

/** Create an incoming payment through Interledger; its address and secret are valid for an hour. */
export const interledgerIncomingCreate = /* @__PURE__ */ operation<InterledgerIncomingCreateRequest, InterledgerIncomingCreateResponse>('POST', '/api/v1/interledger/payments/incoming')

/** Get an incoming payment through Interledger of the caller. */
export const interledgerIncomingGet = /* @__PURE__ */ operation<{ incoming_payment_id: string }, InterledgerIncomingGetResponse>('GET', '/api/v1/interledger/payments/incoming/{incoming_payment_id}')

/** List the caller’s incoming payments through Interledger, newest first. */
export const interledgerIncomingList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, InterledgerIncomingListResponse>('GET', '/api/v1/interledger/payments/incoming', ['page', 'per_page'])

/** Pay on a quote from a wallet address, with the grant of its owner. */
export const interledgerOutgoingCreate = /* @__PURE__ */ operation<InterledgerOutgoingCreateRequest, InterledgerOutgoingCreateResponse>('POST', '/api/v1/interledger/payments/outgoing')

/** Receive an Interledger packet from the peer, and fulfil or reject it. */
export const interledgerPacketReceive = /* @__PURE__ */ operation<InterledgerPacketReceiveRequest, InterledgerPacketReceiveResponse>('POST', '/api/v1/interledger/packets')

/** Pay on a quote: the account is debited at once, and the packets are sent in the background. */
export const interledgerPaymentCreate = /* @__PURE__ */ operation<InterledgerPaymentCreateRequest, InterledgerPaymentCreateResponse>('POST', '/api/v1/interledger/payments')

/** Get a payment through Interledger with its status. */
export const interledgerPaymentGet = /* @__PURE__ */ operation<{ payment_id: string }, InterledgerPaymentGetResponse>('GET', '/api/v1/interledger/payments/{payment_id}')

/** List the caller’s payments through Interledger, newest first. */
export const interledgerPaymentList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; status?: InterledgerPaymentStatus }, InterledgerPaymentListResponse>('GET', '/api/v1/interledger/payments', ['page', 'per_page', 'status'])

/** List the debt of the Interledger peer in each asset, with its credit limit. */
export const interledgerPeerBalances = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, InterledgerPeerBalancesResponse>('GET', '/api/v1/interledger/peer/balances', ['page', 'per_page'])

/** Record a settlement of the Interledger peer, which reduces its debt. */
export const interledgerPeerSettle = /* @__PURE__ */ operation<InterledgerPeerSettleRequest, InterledgerPeerSettleResponse>('POST', '/api/v1/interledger/peer/settlements')

/** Get, by SPSP, the address and secret with which a payment pointer is paid. */
export const interledgerPointerAsk = /* @__PURE__ */ operation<{ account: string }, InterledgerSpsp>('GET', '/user/{account}')

/** Quote a payment through Interledger; the quote is valid for 30 seconds and one payment. */
export const interledgerQuoteCreate = /* @__PURE__ */ operation<InterledgerQuoteCreateRequest, InterledgerQuoteCreateResponse>('POST', '/api/v1/interledger/quotes')

/** Get a quote of the caller. */
export const interledgerQuoteGet = /* @__PURE__ */ operation<{ quote_id: string }, InterledgerQuoteGetResponse>('GET', '/api/v1/interledger/quotes/{quote_id}')

// Payments from the app: payment intents, merchants, transfers between customers, receipts.

/** Register a merchant: a name under which payers pay an account of yours. */
export const merchantCreate = /* @__PURE__ */ operation<MerchantCreateRequest, MerchantCreateResponse>('POST', '/api/v1/payments/merchants')

/** Get a merchant before you pay it. */
export const merchantGet = /* @__PURE__ */ operation<{ id: string }, MerchantGetResponse>('GET', '/api/v1/payments/merchants/{id}')

/** List the merchants that you registered. */
export const merchantList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, MerchantListResponse>('GET', '/api/v1/payments/merchants', ['page', 'per_page'])

/** Change a merchant of yours, or open or close it. */
export const merchantUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<MerchantUpdateRequest>, MerchantUpdateResponse>('PATCH', '/api/v1/payments/merchants/{id}')

/** List the incoming and outgoing transfers of all accounts that the caller owns or manages, in pages. */
export const mobileActivity = /* @__PURE__ */ operation<{ page?: number; per_page?: number; filter?: ActivityFilter }, MobileActivityResponse>('GET', '/api/v2/mobile/activity', ['page', 'per_page', 'filter'])

/** Get the configuration of the app; no login is needed. */
export const mobileConfig = /* @__PURE__ */ operation<{ app_version?: string }, MobileConfigResponse>('GET', '/api/mobile/config', ['app_version'])

/** List the same activity from a cursor on, newest first. */
export const mobileFeed = /* @__PURE__ */ operation<{ cursor?: string; limit?: number; filter?: ActivityFilter }, MobileFeedResponse>('GET', '/api/v1/activity', ['cursor', 'limit', 'filter'])

/** Get the status of the bank’s service for apps. */
export const mobileStatus = /* @__PURE__ */ operation<{ app_version?: string }, MobileStatusResponse>('GET', '/api/v1/app/status', ['app_version'])

/** Get a transaction or a payment intent of yours as the app shows it. */
export const mobileTransaction = /* @__PURE__ */ operation<{ txId: string }, MobileTransactionResponse>('GET', '/api/v1/transactions/{txId}')

/** Get the status of a network. */
export const networkGet = /* @__PURE__ */ operation<{ network: string }, NetworkGetResponse>('GET', '/api/v1/networks/{network}/status')

/** List the networks over which merchants are paid, with their status. */
export const networkList = /* @__PURE__ */ operation<object, NetworkListResponse>('GET', '/api/v1/networks/status')

/** Estimate the fee and the duration of a payment over a network. */
export const networkQuote = /* @__PURE__ */ operation<NetworkQuoteRequest, NetworkQuoteResponse>('POST', '/api/v1/wallet/quote')

/** Check whether a text has the format of an address of a network. */
export const networkValidateAddress = /* @__PURE__ */ operation<{ address: string; network?: string }, NetworkValidateAddressResponse>('GET', '/api/v1/wallet/validate-address', ['address', 'network'])

/** Cancel an unclaimed transfer to an e-mail address; the money is returned to you. */
export const p2pTransferCancel = /* @__PURE__ */ operation<{ id: string }, P2pTransferCancelResponse>('POST', '/api/v2/mobile/transfers/p2p/{id}/cancel')

/** Claim money that waits for your e-mail address, with the code that was mailed there. */
export const p2pTransferClaim = /* @__PURE__ */ operation<P2pTransferClaimRequest, P2pTransferClaimResponse>('POST', '/api/v2/mobile/transfers/p2p/claim')

/** Send money to a user by uuid, at once, or to an e-mail address, where it waits to be claimed. */
export const p2pTransferCreate = /* @__PURE__ */ operation<P2pTransferCreateRequest, P2pTransferCreateResponse>('POST', '/api/v2/mobile/transfers/p2p')

/** Get a transfer that you sent or received. */
export const p2pTransferGet = /* @__PURE__ */ operation<{ id: string }, P2pTransferGetResponse>('GET', '/api/v2/mobile/transfers/p2p/{id}')

/** List the transfers that you sent to other users or received from them, newest first. */
export const p2pTransferList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; direction?: "outgoing" | "incoming"; status?: "pending" | "completed" | "cancelled" | "returned" }, P2pTransferListResponse>('GET', '/api/v2/mobile/transfers/p2p', ['page', 'per_page', 'direction', 'status'])

/** List the users and e-mail addresses to which you sent money last, each once. */
export const p2pTransferRecipients = /* @__PURE__ */ operation<{ limit?: number }, P2pTransferRecipientsResponse>('GET', '/api/v1/wallet/recent-recipients', ['limit'])

/** Cancel a payment intent that was not submitted. */
export const paymentIntentCancel = /* @__PURE__ */ operation<{ id: string } & Partial<PaymentIntentCancelRequest>, PaymentIntentCancelResponse>('POST', '/api/v2/mobile/payments/intents/{id}/cancel')

/** Create a payment intent: a payment that you authorize within 15 minutes. */
export const paymentIntentCreate = /* @__PURE__ */ operation<PaymentIntentCreateRequest, PaymentIntentCreateResponse>('POST', '/api/v2/mobile/payments/intents')

/** Create an intent to pay a merchant in a coin over a network. */
export const paymentIntentCreateForMerchant = /* @__PURE__ */ operation<PaymentIntentCreateForMerchantRequest, PaymentIntentCreateForMerchantResponse>('POST', '/api/v1/payments/intents')

/** Get a payment intent of yours, with its confirmations. */
export const paymentIntentGet = /* @__PURE__ */ operation<{ id: string }, PaymentIntentGetResponse>('GET', '/api/v2/mobile/payments/intents/{id}')

/** List your payment intents, newest first. */
export const paymentIntentList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, PaymentIntentListResponse>('GET', '/api/v2/mobile/payments/intents', ['page', 'per_page'])

/** Authorize a payment intent: your account is debited, and the payment is submitted to its network. */
export const paymentIntentSubmit = /* @__PURE__ */ operation<{ id: string } & Partial<PaymentIntentSubmitRequest>, PaymentIntentSubmitResponse>('POST', '/api/v2/mobile/payments/intents/{id}/submit')

/** Get the receipt of a confirmed payment, as data or as a PDF. */
export const receiptGet = /* @__PURE__ */ operation<{ txId: string; format?: ReceiptFormat }, ReceiptGetResponse>('GET', '/api/v1/transactions/{txId}/receipt', ['format'])

/** Create a public link to a receipt, valid for 30 days; an older link is revoked. */
export const receiptShare = /* @__PURE__ */ operation<{ txId: string }, ReceiptShareResponse>('POST', '/api/v1/transactions/{txId}/receipt')

/** Revoke the link that shows a receipt. */
export const receiptUnshare = /* @__PURE__ */ operation<{ txId: string }, ReceiptUnshareResponse>('DELETE', '/api/v1/transactions/{txId}/receipt')

/** Get a receipt by its public link. */
export const receiptView = /* @__PURE__ */ operation<{ token: string; format?: ReceiptFormat }, ReceiptViewResponse>('GET', '/api/v1/receipts/{token}', ['format'])

/** Search recipients: own accounts, recipients paid before, and the address or account in `q`. */
export const recipientSearch = /* @__PURE__ */ operation<{ q?: string; limit?: number }, RecipientSearchResponse>('GET', '/api/v2/recipients', ['q', 'limit'])

// Standing orders: payments of a fixed amount on fixed days, until they are cancelled.

/** Cancel a standing order for good. */
export const standingOrderCancel = /* @__PURE__ */ operation<{ uuid: string }, StandingOrderCancelResponse>('DELETE', '/api/v2/standing-orders/{uuid}')

/** Change the amount, the reference, the last day or the name of a standing order. */
export const standingOrderChange = /* @__PURE__ */ operation<{ uuid: string } & Partial<StandingOrderChangeRequest>, StandingOrderChangeResponse>('PATCH', '/api/v2/standing-orders/{uuid}')

/** Set up a standing order: a payment of a fixed amount on fixed days. */
export const standingOrderCreate = /* @__PURE__ */ operation<StandingOrderCreateRequest, StandingOrderCreateResponse>('POST', '/api/v2/standing-orders')

/** Get a standing order. */
export const standingOrderGet = /* @__PURE__ */ operation<{ uuid: string }, StandingOrderGetResponse>('GET', '/api/v2/standing-orders/{uuid}')

/** List your standing orders, newest first. */
export const standingOrderList = /* @__PURE__ */ operation<{ status?: StandingOrderStatus; page?: number; per_page?: number }, StandingOrderListResponse>('GET', '/api/v2/standing-orders', ['status', 'page', 'per_page'])

/** Pause a standing order: nothing is paid until it is resumed. */
export const standingOrderPause = /* @__PURE__ */ operation<{ uuid: string }, StandingOrderPauseResponse>('POST', '/api/v2/standing-orders/{uuid}/pause')

/** List the payments of a standing order with what became of each, newest first. */
export const standingOrderPayments = /* @__PURE__ */ operation<{ uuid: string; page?: number; per_page?: number }, StandingOrderPaymentsResponse>('GET', '/api/v2/standing-orders/{uuid}/payments', ['page', 'per_page'])

/** Resume a paused standing order; the payments of the pause are left out. */
export const standingOrderResume = /* @__PURE__ */ operation<{ uuid: string }, StandingOrderResumeResponse>('POST', '/api/v2/standing-orders/{uuid}/resume')

// Groups of borrowers, their loans, cash at tellers, collections and shares.

/** Create a teller with a vault for one currency. */
export const cashTellerCreate = /* @__PURE__ */ operation<CashTellerCreateRequest, CashTellerCreateResponse>('POST', '/api/v1/microfinance/teller/tellers')

/** Show a teller with the balances of the vaults. */
export const cashTellerGet = /* @__PURE__ */ operation<{ id: string }, CashTellerGetResponse>('GET', '/api/v1/microfinance/teller/tellers/{id}')

/** List the tellers, newest first: all for an operator, otherwise one’s own. */
export const cashTellerList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, CashTellerListResponse>('GET', '/api/v1/microfinance/teller/tellers', ['page', 'per_page'])

/** Report the cash that was counted in a vault; the difference is shown, not booked. */
export const cashTellerReconcile = /* @__PURE__ */ operation<{ id: string } & CashTellerReconcileRequest, CashTellerReconcileResponse>('POST', '/api/v1/microfinance/teller/tellers/{id}/reconcile')

/** List the counts of a teller’s cash, newest first. */
export const cashTellerReconciliations = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, CashTellerReconciliationsResponse>('GET', '/api/v1/microfinance/teller/tellers/{id}/reconciliations', ['page', 'per_page'])

/** Open a vault of a teller for a currency, or change its limits. */
export const cashTellerSetVault = /* @__PURE__ */ operation<{ id: string } & CashTellerSetVaultRequest, CashTellerSetVaultResponse>('PUT', '/api/v1/microfinance/teller/tellers/{id}/vaults')

/** Record collected cash: each line repays a loan, and the cash is booked to a vault. */
export const collectionSheetCollect = /* @__PURE__ */ operation<{ id: string } & CollectionSheetCollectRequest, CollectionSheetCollectResponse>('POST', '/api/v1/microfinance/collection-sheets/{id}/collections')

/** Complete a collection sheet although less was collected than expected. */
export const collectionSheetComplete = /* @__PURE__ */ operation<{ id: string } & Partial<CollectionSheetCompleteRequest>, CollectionSheetCompleteResponse>('POST', '/api/v1/microfinance/collection-sheets/{id}/complete')

/** Create a collection sheet: what a group should pay on a day, loan by loan. */
export const collectionSheetCreate = /* @__PURE__ */ operation<CollectionSheetCreateRequest, CollectionSheetCreateResponse>('POST', '/api/v1/microfinance/collection-sheets')

/** Show a collection sheet with its lines. */
export const collectionSheetGet = /* @__PURE__ */ operation<{ id: string }, CollectionSheetGetResponse>('GET', '/api/v1/microfinance/collection-sheets/{id}')

/** List collection sheets, newest first. */
export const collectionSheetList = /* @__PURE__ */ operation<{ group_id?: string; page?: number; per_page?: number }, CollectionSheetListResponse>('GET', '/api/v1/microfinance/collection-sheets', ['group_id', 'page', 'per_page'])

/** Credit a dividend to the shares of a group for the time they were held, from the bank’s interest on loans. */
export const dividendDeclare = /* @__PURE__ */ operation<{ id: string } & DividendDeclareRequest, DividendDeclareResponse>('POST', '/api/v1/microfinance/groups/{id}/dividends')

/** Change a field officer; an inactive officer can no longer collect. */
export const fieldOfficerChange = /* @__PURE__ */ operation<{ id: string } & Partial<FieldOfficerChangeRequest>, FieldOfficerChangeResponse>('PATCH', '/api/v1/microfinance/field-officers/{id}')

/** Appoint a field officer, who visits groups and collects what is due. */
export const fieldOfficerCreate = /* @__PURE__ */ operation<FieldOfficerCreateRequest, FieldOfficerCreateResponse>('POST', '/api/v1/microfinance/field-officers')

/** Show a field officer. */
export const fieldOfficerGet = /* @__PURE__ */ operation<{ id: string }, FieldOfficerGetResponse>('GET', '/api/v1/microfinance/field-officers/{id}')

/** List the field officers whom the caller appointed, newest first; all for an operator. */
export const fieldOfficerList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, FieldOfficerListResponse>('GET', '/api/v1/microfinance/field-officers', ['page', 'per_page'])

/** List how often each present member of a group attended its meetings. */
export const groupAttendanceList = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, GroupAttendanceListResponse>('GET', '/api/v1/microfinance/groups/{id}/attendance', ['page', 'per_page'])

/** List the meetings of a group, the latest first. */
export const groupMeetingList = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, GroupMeetingListResponse>('GET', '/api/v1/microfinance/groups/{id}/meetings', ['page', 'per_page'])

/** Record a meeting of a group, with the number of attendees or their ids. */
export const groupMeetingRecord = /* @__PURE__ */ operation<{ id: string } & Partial<GroupMeetingRecordRequest>, GroupMeetingRecordResponse>('POST', '/api/v1/microfinance/groups/{id}/meetings')

/** Add a member to a group of at most 30. */
export const groupMemberAdd = /* @__PURE__ */ operation<{ id: string } & GroupMemberAddRequest, GroupMemberAddResponse>('POST', '/api/v1/microfinance/groups/{id}/members')

/** Give a member of a group another role. */
export const groupMemberChange = /* @__PURE__ */ operation<{ id: string; user_id: string } & GroupMemberChangeRequest, GroupMemberChangeResponse>('PATCH', '/api/v1/microfinance/groups/{id}/members/{user_id}')

/** List the members of a group, also those who left, in the order in which they joined. */
export const groupMemberList = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, GroupMemberListResponse>('GET', '/api/v1/microfinance/groups/{id}/members', ['page', 'per_page'])

/** Leave a group or remove a member, who must have no open loan and guarantee none. */
export const groupMemberRemove = /* @__PURE__ */ operation<{ id: string; user_id: string }, GroupMemberRemoveResponse>('DELETE', '/api/v1/microfinance/groups/{id}/members/{user_id}')

/** Activate a group of at least 5 members, so that they may borrow. */
export const microfinanceGroupActivate = /* @__PURE__ */ operation<{ id: string }, MicrofinanceGroupActivateResponse>('POST', '/api/v1/microfinance/groups/{id}/activate')

/** Close a group that has no open loan. */
export const microfinanceGroupClose = /* @__PURE__ */ operation<{ id: string }, MicrofinanceGroupCloseResponse>('POST', '/api/v1/microfinance/groups/{id}/close')

/** Create a group of borrowers; the caller organises it. */
export const microfinanceGroupCreate = /* @__PURE__ */ operation<MicrofinanceGroupCreateRequest, MicrofinanceGroupCreateResponse>('POST', '/api/v1/microfinance/groups')

/** Show a group with its members to its organiser, a member or an operator. */
export const microfinanceGroupGet = /* @__PURE__ */ operation<{ id: string }, MicrofinanceGroupGetResponse>('GET', '/api/v1/microfinance/groups/{id}')

/** List the groups that the caller organises or is a member of, newest first. */
export const microfinanceGroupList = /* @__PURE__ */ operation<{ status?: MicrofinanceGroupStatus; page?: number; per_page?: number }, MicrofinanceGroupListResponse>('GET', '/api/v1/microfinance/groups', ['status', 'page', 'per_page'])

/** Apply for a loan as a member of an active group; no money moves yet. */
export const microfinanceLoanApply = /* @__PURE__ */ operation<MicrofinanceLoanApplyRequest, MicrofinanceLoanApplyResponse>('POST', '/api/v1/microfinance/loans')

/** Approve a loan; the other members of a joint or several group guarantee it. */
export const microfinanceLoanApprove = /* @__PURE__ */ operation<{ id: string }, MicrofinanceLoanApproveResponse>('POST', '/api/v1/microfinance/loans/{id}/approve')

/** Cancel a loan before it is paid out. */
export const microfinanceLoanCancel = /* @__PURE__ */ operation<{ id: string } & Partial<MicrofinanceLoanCancelRequest>, MicrofinanceLoanCancelResponse>('POST', '/api/v1/microfinance/loans/{id}/cancel')

/** Pay an approved loan out to the borrower’s account; its schedule starts today. */
export const microfinanceLoanDisburse = /* @__PURE__ */ operation<{ id: string }, MicrofinanceLoanDisburseResponse>('POST', '/api/v1/microfinance/loans/{id}/disburse')

/** Show a loan with its guarantors and the amount that pays it off today. */
export const microfinanceLoanGet = /* @__PURE__ */ operation<{ id: string }, MicrofinanceLoanGetResponse>('GET', '/api/v1/microfinance/loans/{id}')

/** List the caller’s loans and those of groups they organise, newest first. */
export const microfinanceLoanList = /* @__PURE__ */ operation<{ group_id?: string; user_id?: string; status?: MicrofinanceLoanStatus; page?: number; per_page?: number }, MicrofinanceLoanListResponse>('GET', '/api/v1/microfinance/loans', ['group_id', 'user_id', 'status', 'page', 'per_page'])

/** Show the provisioning class of a loan today, and what is booked for it. */
export const microfinanceLoanProvision = /* @__PURE__ */ operation<{ id: string }, MicrofinanceLoanProvisionResponse>('GET', '/api/v1/microfinance/loans/{id}/provision')

/** Reject a loan application. */
export const microfinanceLoanReject = /* @__PURE__ */ operation<{ id: string } & Partial<MicrofinanceLoanRejectRequest>, MicrofinanceLoanRejectResponse>('POST', '/api/v1/microfinance/loans/{id}/reject')

/** Repay a loan, in part or in full, from an account of the caller. */
export const microfinanceLoanRepay = /* @__PURE__ */ operation<{ id: string } & MicrofinanceLoanRepayRequest, MicrofinanceLoanRepayResponse>('POST', '/api/v1/microfinance/loans/{id}/repayments')

/** List the repayments of a loan, newest first. */
export const microfinanceLoanRepayments = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, MicrofinanceLoanRepaymentsResponse>('GET', '/api/v1/microfinance/loans/{id}/repayments', ['page', 'per_page'])

/** List the instalments of a loan that was paid out, with what is paid and due. */
export const microfinanceLoanSchedule = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, MicrofinanceLoanScheduleResponse>('GET', '/api/v1/microfinance/loans/{id}/schedule', ['page', 'per_page'])

/** Write off what is owed of a loan, as the bank’s loss. */
export const microfinanceLoanWriteOff = /* @__PURE__ */ operation<{ id: string } & MicrofinanceLoanWriteOffRequest, MicrofinanceLoanWriteOffResponse>('POST', '/api/v1/microfinance/loans/{id}/write-off')

/** List the loans of one provisioning class, the latest in payment first. */
export const provisioningList = /* @__PURE__ */ operation<{ category: ProvisionCategory; currency?: string; page?: number; per_page?: number }, ProvisioningListResponse>('GET', '/api/v1/microfinance/provisioning/{category}', ['currency', 'page', 'per_page'])

/** Review up to 200 loans that were not reviewed today, and book the changes of their provisions. */
export const provisioningRun = /* @__PURE__ */ operation<object, ProvisioningRunResponse>('POST', '/api/v1/microfinance/provisioning/run')

/** Sum up the provisions by class: of all loans for an operator, otherwise of one’s own. */
export const provisioningSummary = /* @__PURE__ */ operation<{ currency?: string }, ProvisioningSummaryResponse>('GET', '/api/v1/microfinance/provisioning', ['currency'])

/** Close an empty share account. */
export const shareAccountClose = /* @__PURE__ */ operation<{ id: string }, ShareAccountCloseResponse>('POST', '/api/v1/microfinance/share-accounts/{id}/close')

/** Show a share account. */
export const shareAccountGet = /* @__PURE__ */ operation<{ id: string }, ShareAccountGetResponse>('GET', '/api/v1/microfinance/share-accounts/{id}')

/** List the caller’s share accounts, newest first; all for an operator. */
export const shareAccountList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, ShareAccountListResponse>('GET', '/api/v1/microfinance/share-accounts', ['page', 'per_page'])

/** List the purchases, redemptions and dividends of a share account, newest first. */
export const shareAccountMovements = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number }, ShareAccountMovementsResponse>('GET', '/api/v1/microfinance/share-accounts/{id}/movements', ['page', 'per_page'])

/** Open a share account, for a group of the caller or for none. */
export const shareAccountOpen = /* @__PURE__ */ operation<Partial<ShareAccountOpenRequest>, ShareAccountOpenResponse>('POST', '/api/v1/microfinance/share-accounts')

/** Buy shares at their price; an account holds at most 1000. */
export const shareAccountPurchase = /* @__PURE__ */ operation<{ id: string } & ShareAccountPurchaseRequest, ShareAccountPurchaseResponse>('POST', '/api/v1/microfinance/share-accounts/{id}/purchase')

/** Redeem shares at the price at which they were bought. */
export const shareAccountRedeem = /* @__PURE__ */ operation<{ id: string } & ShareAccountRedeemRequest, ShareAccountRedeemResponse>('POST', '/api/v1/microfinance/share-accounts/{id}/redeem')

/** Pay the dividends of a share account out to an account of the caller. */
export const shareAccountWithdrawDividends = /* @__PURE__ */ operation<{ id: string } & Partial<ShareAccountWithdrawDividendsRequest>, ShareAccountWithdrawDividendsResponse>('POST', '/api/v1/microfinance/share-accounts/{id}/withdraw-dividends')

/** Take cash in, pay it out, or exchange it at a teller; without one, at the caller’s own. */
export const tellerTransactionCreate = /* @__PURE__ */ operation<TellerTransactionCreateRequest, TellerTransactionCreateResponse>('POST', '/api/v1/microfinance/teller/transactions')

/** List the cash transactions of tellers, newest first. */
export const tellerTransactionList = /* @__PURE__ */ operation<{ teller_id?: string; page?: number; per_page?: number }, TellerTransactionListResponse>('GET', '/api/v1/microfinance/teller/transactions', ['teller_id', 'page', 'per_page'])

/** Move cash between two vaults, or between a vault and the bank’s money outside. */
export const vaultTransferCreate = /* @__PURE__ */ operation<VaultTransferCreateRequest, VaultTransferCreateResponse>('POST', '/api/v1/microfinance/teller/vault-transfers')

// Reports to regulators, MiCA, the travel rule, and screening of names.

/** Check whether a token meets the requirements of MiCA. */
export const micaCheck = /* @__PURE__ */ operation<MicaCheckRequest, MicaCheckResponse>('POST', '/api/v2/regtech/mica/check')

/** The reserves behind the tokens that customers hold, by the ledger’s figures. */
export const micaReserves = /* @__PURE__ */ operation<object, MicaReservesResponse>('GET', '/api/regtech/mica/reserves')

/** Show the status of the bank under MiCA: its authorization and the reserves it must keep. */
export const micaStatus = /* @__PURE__ */ operation<object, MicaStatusResponse>('GET', '/api/regtech/mica/status')

/** Check whether a white paper has everything that MiCA requires. */
export const micaValidateWhitepaper = /* @__PURE__ */ operation<Partial<MicaValidateWhitepaperRequest>, MicaValidateWhitepaperResponse>('POST', '/api/regtech/mica/whitepaper/validate')

/** Report a transaction under MiFID to the regulator of the EU or the UK. */
export const mifidReport = /* @__PURE__ */ operation<MifidReportRequest, MifidReportResponse>('POST', '/api/v2/regtech/mifid/reports')

/** Show the status of the bank under MiFID: best execution and reference data. */
export const mifidStatus = /* @__PURE__ */ operation<object, MifidStatusResponse>('GET', '/api/regtech/mifid/status')

/** The connections to regulators, and which reports each takes. */
export const regulatoryAdapters = /* @__PURE__ */ operation<object, RegulatoryAdaptersResponse>('GET', '/api/regtech/adapters')

/** Which regulations a transaction falls under. */
export const regulatoryApplicable = /* @__PURE__ */ operation<{ amount: string | number; currency: string; transaction_type: string; is_crypto?: boolean }, RegulatoryApplicableResponse>('GET', '/api/regtech/regulations/applicable', ['amount', 'currency', 'transaction_type', 'is_crypto'])

/** Show the compliance status of the bank, by framework and jurisdiction. */
export const regulatoryStatus = /* @__PURE__ */ operation<object, RegulatoryStatusResponse>('GET', '/api/v2/regtech/status')

/** The filings that are scheduled, due and overdue. */
export const regulatorySummary = /* @__PURE__ */ operation<{ jurisdiction?: string }, RegulatorySummaryResponse>('GET', '/api/regtech/compliance/summary', ['jurisdiction'])

/** One decision of the rules, with everything it was made from. */
export const regulatoryDecisionGet = /* @__PURE__ */ operation<{ id: string }, RegulatoryDecisionGetResponse>('GET', '/api/regtech/decisions/{id}')

/** The decisions of the rules, newest first, with everything they were made from. */
export const regulatoryDecisionList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; kind?: "travel_rule_check" | "travel_rule_transfer" | "mica_check" | "mifid_report" }, RegulatoryDecisionListResponse>('GET', '/api/regtech/decisions', ['page', 'per_page', 'kind'])

/** Replay a decision under the rules of its version, and compare the results. */
export const regulatoryDecisionReplay = /* @__PURE__ */ operation<{ id: string }, RegulatoryDecisionReplayResponse>('POST', '/api/regtech/decisions/{id}/replay')

/** File a report with a regulator on behalf of the bank. */
export const regulatoryReportFile = /* @__PURE__ */ operation<RegulatoryReportFileRequest, RegulatoryReportFileResponse>('POST', '/api/regtech/reports')

/** The reports to regulators, newest first. */
export const regulatoryReportList = /* @__PURE__ */ operation<{ page?: number; per_page?: number; jurisdiction?: "US" | "EU" | "UK" | "SG" }, RegulatoryReportListResponse>('GET', '/api/regtech/reports', ['page', 'per_page', 'jurisdiction'])

/** Show the status of a report: of the caller’s own, or of any for an operator. */
export const regulatoryReportStatus = /* @__PURE__ */ operation<{ reference: string; jurisdiction?: string }, RegulatoryReportStatusResponse>('GET', '/api/regtech/reports/{reference}/status', ['jurisdiction'])

/** Confirm a hit, or clear it with an exception that expires. */
export const sanctionsDecide = /* @__PURE__ */ operation<{ id: string } & SanctionsDecideRequest, SanctionsDecideResponse>('POST', '/api/regtech/sanctions/hits/{id}/decision')

/** The exceptions for names that are like one on the list, newest first. */
export const sanctionsExceptions = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, SanctionsExceptionsResponse>('GET', '/api/regtech/sanctions/exceptions', ['page', 'per_page'])

/** The hits on the sanctions list, newest first. */
export const sanctionsHits = /* @__PURE__ */ operation<{ page?: number; per_page?: number; status?: "open" | "confirmed" | "cleared"; name?: string }, SanctionsHitsResponse>('GET', '/api/regtech/sanctions/hits', ['page', 'per_page', 'status', 'name'])

/** The sanctions list in use: its version, size, and whether it could be read. */
export const sanctionsListState = /* @__PURE__ */ operation<object, SanctionsListStateResponse>('GET', '/api/regtech/sanctions/list')

/** End an exception before it expires; the name is a hit again. */
export const sanctionsRevokeException = /* @__PURE__ */ operation<{ id: string } & SanctionsRevokeExceptionRequest, SanctionsRevokeExceptionResponse>('POST', '/api/regtech/sanctions/exceptions/{id}/revoke')

/** Screen a name against the sanctions list; hits are recorded. */
export const sanctionsScreen = /* @__PURE__ */ operation<SanctionsScreenRequest, SanctionsScreenResponse>('POST', '/api/regtech/sanctions/screen')

/** Check whether a transfer meets the travel rule; the check is valid for 30 minutes. */
export const travelRuleCheck = /* @__PURE__ */ operation<TravelRuleCheckRequest, TravelRuleCheckResponse>('POST', '/api/v1/regtech/travel-rule/check')

/** Switch the enforcement of the travel rule on or off, from the next transfer on. */
export const travelRuleEnforce = /* @__PURE__ */ operation<TravelRuleEnforceRequest, TravelRuleEnforceResponse>('PUT', '/api/regtech/travel-rule/enforcement')

/** Whether transfers to others need a travel-rule check. */
export const travelRuleEnforcement = /* @__PURE__ */ operation<object, TravelRuleEnforcementResponse>('GET', '/api/regtech/travel-rule/enforcement')

/** The transfers that you recorded for the travel rule, newest first. */
export const travelRuleRecords = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, TravelRuleRecordsResponse>('GET', '/api/v2/regtech/travel-rule/transfers', ['page', 'per_page'])

/** Record the data of a transfer for the travel rule and the provider of the beneficiary. */
export const travelRuleSubmit = /* @__PURE__ */ operation<TravelRuleSubmitRequest, TravelRuleSubmitResponse>('POST', '/api/v2/regtech/travel-rule/transfers')

/** The amounts from which the travel rule applies, by jurisdiction. */
export const travelRuleThresholds = /* @__PURE__ */ operation<object, TravelRuleThresholdsResponse>('GET', '/api/regtech/travel-rule/thresholds')

// What operators switched off, and the rate limits they set while the bank runs.

/** What operators can switch off, and what is off now. */
export const featureList = /* @__PURE__ */ operation<object, FeatureListResponse>('GET', '/api/v2/features')

/** Switch a part of the bank off or on again. While it is off, customers can read but change nothing there; operators can. */
export const featureSwitch = /* @__PURE__ */ operation<{ feature: string } & FeatureSwitchRequest, FeatureSwitchResponse>('PUT', '/api/v2/features/{feature}')

/** The rate limits in effect, and those of the environment. */
export const rateLimitsGet = /* @__PURE__ */ operation<object, RateLimitsGetResponse>('GET', '/api/v2/rate-limits')

/** Set the rate limits of all callers, effective at once on every node. Omitted limits return to the value of the environment. */
export const rateLimitsSet = /* @__PURE__ */ operation<RateLimitsSetRequest, RateLimitsSetResponse>('PUT', '/api/v2/rate-limits')

// Who changed what, when, and from where.

/** One change of the audit trail, with the fields that it changed. */
export const auditGet = /* @__PURE__ */ operation<{ id: string }, AuditGetResponse>('GET', '/api/v2/audit/{id}')

/** Every change that was requested at the bank, newest first. Payments are in the ledger, which records who made them. */
export const auditList = /* @__PURE__ */ operation<{ user_uuid?: string; agent_uuid?: string; target_uuid?: string; operation?: string; by_operator?: boolean; since?: string; until?: string; before?: string; format?: "json" | "csv"; limit?: number }, AuditedChanges>('GET', '/api/v2/audit', ['user_uuid', 'agent_uuid', 'target_uuid', 'operation', 'by_operator', 'since', 'until', 'before', 'format', 'limit'])

// Notes of operators about customers, with their authors and corrections.

/** Correct a note; its earlier texts stay. */
export const customerNoteCorrect = /* @__PURE__ */ operation<{ uuid: string; id: string } & CustomerNoteCorrectRequest, CustomerNoteCorrectResponse>('PUT', '/api/v2/users/{uuid}/notes/{id}')

/** Note something about a user for other operators. */
export const customerNoteCreate = /* @__PURE__ */ operation<{ uuid: string } & CustomerNoteCreateRequest, CustomerNoteCreateResponse>('POST', '/api/v2/users/{uuid}/notes')

/** One note about a user, with its earlier texts. */
export const customerNoteGet = /* @__PURE__ */ operation<{ uuid: string; id: string }, CustomerNoteGetResponse>('GET', '/api/v2/users/{uuid}/notes/{id}')

/** What operators noted about a user, newest first. The user never sees it. */
export const customerNoteList = /* @__PURE__ */ operation<{ uuid: string; before?: string; limit?: number }, CustomerNotes>('GET', '/api/v2/users/{uuid}/notes', ['before', 'limit'])

// The log of the caller’s own calls, with their ids, statuses and times.

/** One of your own calls, with what was sent and answered if a program made it. */
export const requestGet = /* @__PURE__ */ operation<{ id: string }, RequestGetResponse>('GET', '/api/v2/requests/{id}')

/** Your own calls of the last three days and those of your keys and agents, newest first; a key sees only its own. Calls above the rate of the log are counted, not stored. */
export const requestList = /* @__PURE__ */ operation<{ request_id?: string; failed?: boolean; credential_id?: string; credential_kind?: CredentialKind; operation?: string; method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; path?: string; status?: "2xx" | "3xx" | "4xx" | "5xx"; since?: string; until?: string; before?: string; limit?: number }, RequestLog>('GET', '/api/v2/requests', ['request_id', 'failed', 'credential_id', 'credential_kind', 'operation', 'method', 'path', 'status', 'since', 'until', 'before', 'limit'])

/** How many calls you made over time, how many were refused, and how long they took; a key sees only its own. */
export const requestStatistics = /* @__PURE__ */ operation<{ period?: "hour" | "day" | "three_days"; credential_id?: string; credential_kind?: CredentialKind }, RequestStatistics>('GET', '/api/v2/requests/statistics', ['period', 'credential_id', 'credential_kind'])

/** Your calls as they are answered, as server-sent events, beginning with those of the last seconds; a key sees only its own. */
export const requestStream = /* @__PURE__ */ subscription<{ credential_id?: string; credential_kind?: CredentialKind }, LiveRequest>('/api/v2/requests/stream', ['credential_id', 'credential_kind'])

// All events of the bank in one order: page by page, or as a live stream.

/** Events about the caller’s accounts in order, from the first event or after a given one. */
export const eventList = /* @__PURE__ */ operation<{ types?: readonly string[]; account_uuid?: string; after?: string; since?: string; limit?: number }, EventPage>('GET', '/api/v2/events', ['types', 'account_uuid', 'after', 'since', 'limit'])

/** The same events live, as server-sent events; `Last-Event-ID` or `after` resumes after an event. An item `stream.reset` says that events were lost by a restore. */
export const eventStream = /* @__PURE__ */ subscription<{ types?: readonly string[]; account_uuid?: string; after?: string }, Event>('/api/v2/events/stream', ['types', 'account_uuid', 'after'])

// Events sent to an address of the customer: signed, in order, at least once.

/** Set up a webhook that sends events to an address; the secret is shown in this reply only. */
export const webhookCreate = /* @__PURE__ */ operation<WebhookCreateRequest, WebhookCreateResponse>('POST', '/api/v2/webhooks')

/** Delete a webhook and the record of its deliveries. */
export const webhookDelete = /* @__PURE__ */ operation<{ id: string }, void>('DELETE', '/api/v2/webhooks/{id}')

/** The recorded delivery attempts of a webhook, newest first: failures and the latest successes. */
export const webhookDeliveries = /* @__PURE__ */ operation<{ id: string; page?: number; per_page?: number; status?: "pending" | "delivered" | "failed" | "success"; event_type?: string; event_id?: string }, WebhookDeliveriesResponse>('GET', '/api/v2/webhooks/{id}/deliveries', ['page', 'per_page', 'status', 'event_type', 'event_id'])

/** One delivery attempt. */
export const webhookDelivery = /* @__PURE__ */ operation<{ id: string; delivery_id: string }, WebhookDeliveryResponse>('GET', '/api/v2/webhooks/{id}/deliveries/{delivery_id}')

/** The names of all events, by group. */
export const webhookEvents = /* @__PURE__ */ operation<object, WebhookEventsResponse>('GET', '/api/v2/webhooks/events')

/** One webhook with statistics of its deliveries. */
export const webhookGet = /* @__PURE__ */ operation<{ id: string }, WebhookGetResponse>('GET', '/api/v2/webhooks/{id}')

/** The caller’s webhooks, newest first. */
export const webhookList = /* @__PURE__ */ operation<object, WebhookListResponse>('GET', '/api/v2/webhooks')

/** Send one recorded delivery again, whether or not it succeeded. */
export const webhookRedeliver = /* @__PURE__ */ operation<{ id: string; delivery_id: string }, WebhookRedeliverResponse>('POST', '/api/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver')

/** Send all events again in order, starting with an event or at a time. */
export const webhookReplay = /* @__PURE__ */ operation<{ id: string } & Partial<WebhookReplayRequest>, WebhookReplayResponse>('POST', '/api/v2/webhooks/{id}/replay')

/** Replace the secret; the new one is shown in this reply only, and the old one also signs for a while. */
export const webhookRotateSecret = /* @__PURE__ */ operation<{ id: string } & Partial<WebhookRotateSecretRequest>, WebhookRotateSecretResponse>('POST', '/api/v2/webhooks/{id}/rotate-secret')

/** How many deliveries of a webhook succeeded and failed on each day, oldest first. */
export const webhookStatistics = /* @__PURE__ */ operation<{ id: string; days?: number }, WebhookStatisticsResponse>('GET', '/api/v2/webhooks/{id}/statistics', ['days'])

/** Send a test event to a webhook. */
export const webhookTest = /* @__PURE__ */ operation<{ id: string } & Partial<WebhookTestRequest>, WebhookTestResponse>('POST', '/api/v2/webhooks/{id}/test')

/** Change the address, the events or other settings of a webhook, or switch it on or off. */
export const webhookUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<WebhookUpdateRequest>, WebhookUpdateResponse>('PUT', '/api/v2/webhooks/{id}')

// Event throughput, errors, and how far the readers of the event log lag behind.

/** Events and failed calls of each domain; customers see their own events and calls. */
export const dashboardDomainHealth = /* @__PURE__ */ operation<object, DashboardDomainHealthResponse>('GET', '/api/v1/live-dashboard/domain-health')

/** The number of events in the last hour and the last day; customers see their own. */
export const dashboardEventThroughput = /* @__PURE__ */ operation<object, DashboardEventThroughputResponse>('GET', '/api/v1/live-dashboard/event-throughput')

/** All figures of the live dashboard at once. Operators see the whole bank; customers see their own figures, and null for the process and its error rate. */
export const dashboardMetrics = /* @__PURE__ */ operation<object, DashboardMetricsResponse>('GET', '/api/v1/live-dashboard/metrics')

/** How far each reader of the event log lags behind its end; customers see how many of their own events are unread. */
export const dashboardProjectorLag = /* @__PURE__ */ operation<object, DashboardProjectorLagResponse>('GET', '/api/v1/live-dashboard/projector-lag')

/** Each group of events as a stream: its length, and how many events each of its readers has not read yet; customers see their own events and live streams. */
export const dashboardStreamStatus = /* @__PURE__ */ operation<object, DashboardStreamStatusResponse>('GET', '/api/v1/live-dashboard/stream-status')

// What the bank holds and owes, what moved on each day, and what waits for operators.

/** What the bank holds and owes by asset, what came in, went out and was paid on each day, and how many customers moved money. */
export const bankOverviewGet = /* @__PURE__ */ operation<{ days?: number }, BankOverviewGetResponse>('GET', '/api/v2/bank/overview', ['days'])

/** What waits for operators: each queue with its count, by title. */
export const workQueueList = /* @__PURE__ */ operation<object, WorkQueueListResponse>('GET', '/api/v2/bank/work-queues')

// Health and status of the service, and an index of its addresses.

/** Answers as long as the process runs; does not check the database. */
export const systemHealth = /* @__PURE__ */ operation<object, Health>('GET', '/api/health')

/** The addresses of the documentation, the OpenAPI document, registration and the status page. */
export const systemIndex = /* @__PURE__ */ operation<object, Index>('GET', '/api')

/** The components of the service and whether each of them works now. */
export const systemStatus = /* @__PURE__ */ operation<object, SystemStatusResponse>('GET', '/api/v2/status')

// SDKs in several languages, generated for partners with their name and colour.

/** Download the archive of an SDK by a link, which is valid for an hour. */
export const partnerSdkDownload = /* @__PURE__ */ operation<{ generation_id: string; language: string; format?: SdkDownloadFormat; expires: number; signature: string }, PartnerSdkDownloadResponse>('GET', '/api/v2/partner/sdk/generations/{generation_id}/{language}/download', ['format', 'expires', 'signature'])

/** Generate SDKs with the name and colour of the partner, as archives to download. */
export const partnerSdkGenerate = /* @__PURE__ */ operation<Partial<PartnerSdkGenerateRequest>, PartnerSdkGenerateResponse>('POST', '/api/v2/partner/sdk/generate')

/** SDKs that the calling partner had generated, with new links to their archives. */
export const partnerSdkGet = /* @__PURE__ */ operation<{ generation_id: string }, PartnerSdkGetResponse>('GET', '/api/v2/partner/sdk/generations/{generation_id}')

/** The languages in which SDKs are generated. */
export const partnerSdkLanguages = /* @__PURE__ */ operation<object, PartnerSdkLanguagesResponse>('GET', '/api/partner/v1/sdk/languages')

/** The SDKs that the calling partner had generated, newest first. */
export const partnerSdkList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, PartnerSdkListResponse>('GET', '/api/v2/partner/sdk/generations', ['page', 'per_page'])

/** The OpenAPI document that SDKs are generated from; as JSON, its version and address. */
export const partnerSdkOpenapiSpec = /* @__PURE__ */ operation<{ format?: SdkDocumentFormat }, PartnerSdkOpenapiSpecResponse>('GET', '/api/partner/v1/sdk/openapi-spec', ['format'])

/** Whether the calling partner has an SDK of a language, and where the newest one is. */
export const partnerSdkStatus = /* @__PURE__ */ operation<{ language: "typescript" | "python" | "java" | "go" | "csharp" | "php" | "javascript" }, PartnerSdkStatusResponse>('GET', '/api/partner/v1/sdk/{language}')

// The demo data for a new bank in sandbox mode.

/** Whether the demo data can be loaded into this bank, and how far the load is. */
export const demoGet = /* @__PURE__ */ operation<object, DemoGetResponse>('GET', '/api/v2/demo')

/** Load the demo data into an empty bank in sandbox mode: five users and their last three months. */
export const demoLoad = /* @__PURE__ */ operation<object, DemoLoadResponse>('POST', '/api/v2/demo')

// Categories by rules, budgets with alerts, and recurring payments.

/** Set a budget for a category in a week, a month or a year. */
export const spendingBudgetCreate = /* @__PURE__ */ operation<SpendingBudgetCreateRequest, SpendingBudgetCreateResponse>('POST', '/api/v2/spending/budgets')

/** Delete a budget. */
export const spendingBudgetDelete = /* @__PURE__ */ operation<{ id: string }, void>('DELETE', '/api/v2/spending/budgets/{id}')

/** Show a budget with what was spent in its current period. */
export const spendingBudgetGet = /* @__PURE__ */ operation<{ id: string }, SpendingBudgetGetResponse>('GET', '/api/v2/spending/budgets/{id}')

/** List the budgets of the caller with what was spent in their current periods. */
export const spendingBudgetList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, SpendingBudgetListResponse>('GET', '/api/v2/spending/budgets', ['page', 'per_page'])

/** Change the amount of a budget, or when it warns. */
export const spendingBudgetUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<SpendingBudgetUpdateRequest>, SpendingBudgetUpdateResponse>('PATCH', '/api/v2/spending/budgets/{id}')

/** The payments of the caller that recur, the next expected first. */
export const spendingRecurringList = /* @__PURE__ */ operation<object, SpendingRecurringListResponse>('GET', '/api/v2/spending/recurring')

/** Add a rule that assigns a category or a merchant, also to past transactions. */
export const spendingRuleCreate = /* @__PURE__ */ operation<Partial<SpendingRuleCreateRequest>, SpendingRuleCreateResponse>('POST', '/api/v2/spending/categories/rules')

/** Delete a rule; its transactions get the category that they had without it. */
export const spendingRuleDelete = /* @__PURE__ */ operation<{ id: string }, void>('DELETE', '/api/v2/spending/categories/rules/{id}')

/** Show a rule. */
export const spendingRuleGet = /* @__PURE__ */ operation<{ id: string }, SpendingRuleGetResponse>('GET', '/api/v2/spending/categories/rules/{id}')

/** List the rules of the caller, in the order in which they are applied. */
export const spendingRuleList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, SpendingRuleListResponse>('GET', '/api/v2/spending/categories/rules', ['page', 'per_page'])

/** Change a rule; omitted fields keep their value, and null removes one. */
export const spendingRuleUpdate = /* @__PURE__ */ operation<{ id: string } & Partial<SpendingRuleUpdateRequest>, SpendingRuleUpdateResponse>('PATCH', '/api/v2/spending/categories/rules/{id}')

// Finding transactions and analysing spending, asked in plain words or by fields.

/** Answer a question about transactions in plain words, and keep it in the history. */
export const aiQueryAsk = /* @__PURE__ */ operation<AiQueryAskRequest, AiQueryAskResponse>('POST', '/api/v2/ai/query')

/** List the questions that the caller asked in plain words, newest first. */
export const aiQueryList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, AiQueryListResponse>('GET', '/api/v2/ai/queries', ['page', 'per_page'])

/** Find transactions by a sentence, with risk scores, flags and figures about them. */
export const aiTransactionQuery = /* @__PURE__ */ operation<AiTransactionQueryRequest, AiTransactionQueryResponse>('POST', '/api/v1/ai/transactions')

/** Spending in a period by category, day and merchant, with trends and notable facts. */
export const spendingAnalysis = /* @__PURE__ */ operation<Partial<SpendingAnalysisRequest>, SpendingAnalysisResponse>('POST', '/api/ai/query/spending-analysis')

/** Find transactions by a sentence or by fields, with their sums. */
export const transactionQuery = /* @__PURE__ */ operation<Partial<TransactionQueryRequest>, TransactionQueryResponse>('POST', '/api/ai/query/transactions')

// Tools that connected clients call for their users, and the daily limits of clients.

/** All tools, and whether each is switched on. */
export const toolList = /* @__PURE__ */ operation<object, ToolListResponse>('GET', '/api/v1/mcp/tools')

/** Switch a tool off or on; takes effect at once for all clients. */
export const toolSetEnabled = /* @__PURE__ */ operation<{ tool: string } & ToolSetEnabledRequest, ToolSetEnabledResponse>('PUT', '/api/v1/mcp/tools/{tool}')

/** The tool calls that connected clients made for the caller, newest first. */
export const toolCallList = /* @__PURE__ */ operation<{ page?: number; per_page?: number }, ToolCallListResponse>('GET', '/api/v1/mcp/calls', ['page', 'per_page'])

// Conversations with the assistant, in plain words and from the caller’s own data.

/** Ask the assistant in plain words; starts or continues a conversation. */
export const conversationChat = /* @__PURE__ */ operation<ConversationChatRequest, ChatAnswer>('POST', '/api/ai/chat')

/** Delete a conversation with everything in it. */
export const conversationDelete = /* @__PURE__ */ operation<{ conversationId: string }, void>('DELETE', '/api/ai/conversations/{conversationId}')

/** Get a conversation with all of its messages. */
export const conversationGet = /* @__PURE__ */ operation<{ conversationId: string }, ConversationDetail>('GET', '/api/ai/conversations/{conversationId}')

/** List the conversations of the caller, the most recently active first. */
export const conversationList = /* @__PURE__ */ operation<{ limit?: number }, ConversationListResponse>('GET', '/api/ai/conversations', ['limit'])

/** Rate an answer of the assistant; a later rating replaces an earlier one. */
export const conversationRate = /* @__PURE__ */ operation<ConversationRateRequest, FeedbackTaken>('POST', '/api/ai/feedback')
