// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const CONSENT = '0199d3a2-7c00-7000-8000-000000000061'
const PAYMENT = '0199d3a2-7c00-7000-8000-000000000062'
const ACCOUNT = '0199d3a2-7c00-7000-8000-000000000003'
const TPP = '0199d3a2-7c00-7000-8000-000000000001'
const IBAN = 'LT309999917437181429'
const CREDITOR = 'LT119999998240578302'
const API = 'https://bank.example/api/v1/open-banking'

const links = {
  self: { href: `${API}/consents/${CONSENT}` },
  status: { href: `${API}/consents/${CONSENT}/status` },
}

const paymentLinks = {
  self: { href: `${API}/payments/${PAYMENT}` },
  status: { href: `${API}/payments/${PAYMENT}/status` },
}

const received = {
  consentId: CONSENT,
  consentStatus: 'received',
  access: { accounts: [ACCOUNT], balances: [ACCOUNT], transactions: [ACCOUNT] },
  recurringIndicator: true,
  validUntil: '2026-05-30',
  frequencyPerDay: 4,
  lastActionDate: '2026-03-01',
  usedToday: 0,
  tpp_id: TPP,
  tpp_name: 'Ada Lovelace',
  id: CONSENT,
  status: 'awaiting_authorization',
  permissions: [
    'ReadAccountsBasic',
    'ReadAccountsDetail',
    'ReadBalances',
    'ReadTransactionsBasic',
    'ReadTransactionsDetail',
  ],
  expires_at: '2026-05-31T00:00:00.000Z',
  authorized_at: null,
  revoked_at: null,
  ended_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  _links: {
    scaRedirect: { href: `https://bank.example/open-banking/consents/${CONSENT}/authorize` },
    ...links,
  },
}

const opened = [{ resourceId: ACCOUNT, iban: IBAN }]
const granted = { accounts: opened, balances: opened, transactions: opened }

const authorized = {
  ...received,
  consentStatus: 'valid',
  status: 'authorized',
  authorized_at: '2026-03-01T12:05:00.000Z',
  _links: links,
  granted,
}

const account = {
  resourceId: ACCOUNT,
  account_id: ACCOUNT,
  iban: IBAN,
  bban: '9999917437181429',
  bic: 'FLORLT21XXX',
  currency: 'USD',
  name: 'Main account',
  ownerName: 'Ada Lovelace',
  cashAccountType: 'CACC',
  usage: 'PRIV',
  status: 'enabled',
  _links: {
    balances: { href: `${API}/accounts/${ACCOUNT}/balances` },
    transactions: { href: `${API}/accounts/${ACCOUNT}/transactions` },
  },
}

const payment = {
  payment_id: PAYMENT,
  paymentId: PAYMENT,
  status: 'AcceptedSettlementInProcess',
  status_code: 'ACSP',
  transactionStatus: 'ACSP',
  end_to_end_id: 'INVOICE-42',
  amount: '25.00',
  currency: 'USD',
  debtor_account: ACCOUNT,
  debtor_iban: IBAN,
  creditor_iban: CREDITOR,
  creditor_name: 'Charles Babbage',
  reference: 'Invoice 42',
  reason: null,
  tpp_id: TPP,
  tpp_name: 'Ada Lovelace',
  consentId: null,
  transfer_uuid: '0199d3a2-7c00-7000-8000-000000000063',
  authorized_at: '2026-03-01T12:00:00.000Z',
  completed_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  _links: paymentLinks,
}

const waiting = {
  ...payment,
  status: 'Received',
  status_code: 'RCVD',
  transactionStatus: 'RCVD',
  transfer_uuid: null,
  authorized_at: null,
  _links: {
    scaRedirect: { href: `https://bank.example/open-banking/payments/${PAYMENT}/authorize` },
    ...paymentLinks,
  },
}

export const examples = defineExamples({
  'consent.create': {
    input: {
      access: received.access,
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      redirect: 'https://tpp.example/done',
    },
    output: { ...received, granted: null },
    other: { frequencyPerDay: 2 },
  },
  'consent.list': { output: onePage(received) },
  'consent.get': { input: { id: CONSENT }, output: authorized },
  'consent.status': { input: { id: CONSENT }, output: { consentStatus: 'valid' } },
  'consent.review': {
    input: { id: CONSENT },
    output: {
      consentId: CONSENT,
      consentStatus: 'received',
      is_open: true,
      tpp_id: TPP,
      tpp_name: 'Ada Lovelace',
      warning: null,
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      choosable: false,
      total: 1,
      accounts: [
        {
          resourceId: ACCOUNT,
          iban: IBAN,
          name: 'Main account',
          details: true,
          balances: true,
          transactions: true,
        },
      ],
      redirect_uri: 'https://tpp.example/done',
    },
  },
  'consent.authorize': { input: { id: CONSENT, accounts: [IBAN] }, output: authorized },
  'consent.reject': {
    input: { id: CONSENT },
    output: {
      ...received,
      consentStatus: 'rejected',
      status: 'rejected',
      _links: links,
      granted: null,
    },
  },
  'consent.end': {
    input: { id: CONSENT },
    output: {
      ...authorized,
      consentStatus: 'revokedByPsu',
      status: 'revoked',
      revoked_at: '2026-03-02T09:00:00.000Z',
    },
  },
  'account_information.accounts': {
    input: { consent_id: CONSENT },
    output: {
      accounts: [account],
      total: 1,
      page: 1,
      per_page: 20,
      _links: { self: { href: `${API}/accounts` } },
    },
  },
  'account_information.account': {
    input: { id: ACCOUNT, consent_id: CONSENT },
    output: account,
  },
  'account_information.balances': {
    input: { id: ACCOUNT, consent_id: CONSENT },
    output: {
      resourceId: ACCOUNT,
      account_id: ACCOUNT,
      account: { iban: IBAN, currency: 'USD' },
      balances: [
        {
          balanceType: 'closingBooked',
          balanceAmount: { currency: 'USD', amount: '100.00' },
          referenceDate: '2026-03-01',
          creditLimitIncluded: false,
        },
        {
          balanceType: 'interimAvailable',
          balanceAmount: { currency: 'USD', amount: '75.00' },
          referenceDate: '2026-03-01',
          creditLimitIncluded: false,
        },
      ],
    },
  },
  'account_information.transactions': {
    input: { id: ACCOUNT, consent_id: CONSENT, from_date: '2026-03-01', to_date: '2026-03-31' },
    output: {
      resourceId: ACCOUNT,
      account_id: ACCOUNT,
      account: { iban: IBAN },
      booked: [
        {
          transactionId: '0199d3a2-7c00-7000-8000-000000000064',
          endToEndId: 'INVOICE-42',
          bookingDate: '2026-03-01',
          valueDate: '2026-03-01',
          transactionAmount: { currency: 'USD', amount: '-25.00' },
          creditorName: 'Charles Babbage',
          creditorAccount: { iban: CREDITOR },
          debtorName: null,
          debtorAccount: null,
          remittanceInformationUnstructured: 'Invoice 42',
          proprietaryBankTransactionCode: 'transfer',
        },
      ],
      pending: [],
      total: 1,
      page: 1,
      per_page: 20,
      _links: {
        self: { href: `${API}/accounts/${ACCOUNT}/transactions` },
        account: { href: `${API}/accounts/${ACCOUNT}` },
      },
    },
  },
  'payment_initiation.create': {
    input: {
      creditor_iban: CREDITOR,
      creditor_name: 'Charles Babbage',
      amount: '25.00',
      currency: 'USD',
      debtor_account: IBAN,
      reference: 'Invoice 42',
      end_to_end_id: 'INVOICE-42',
    },
    output: payment,
    other: { amount: '26.00' },
  },
  'payment_initiation.list': { output: onePage(payment) },
  'payment_initiation.get': {
    input: { id: PAYMENT },
    output: {
      ...payment,
      status: 'AcceptedSettlementCompleted',
      status_code: 'ACSC',
      transactionStatus: 'ACSC',
    },
  },
  'payment_initiation.status': {
    input: { id: PAYMENT },
    output: {
      status: 'AcceptedSettlementCompleted',
      status_code: 'ACSC',
      transactionStatus: 'ACSC',
    },
  },
  'payment_initiation.review': {
    input: { id: PAYMENT },
    output: {
      payment: waiting,
      is_open: true,
      warning: null,
      account_name: 'Main account',
      fee: '0.00',
      redirect_uri: null,
    },
  },
  'payment_initiation.authorize': { input: { id: PAYMENT }, output: payment },
  'payment_initiation.reject': {
    input: { id: PAYMENT },
    output: {
      ...payment,
      status: 'Rejected',
      status_code: 'RJCT',
      transactionStatus: 'RJCT',
      reason: 'The account holder rejected the payment.',
      transfer_uuid: null,
      authorized_at: null,
    },
  },
  'payment_initiation.cancel': {
    input: { id: PAYMENT },
    output: {
      ...payment,
      status: 'Cancelled',
      status_code: 'CANC',
      transactionStatus: 'CANC',
      transfer_uuid: null,
      authorized_at: null,
    },
  },
})
