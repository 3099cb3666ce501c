// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const CONSENT = '0199d3a2-7c00-7000-8000-000000000061'
const PAYMENT = '0199d3a2-7c00-7000-8000-000000000062'
const ACCOUNT = '0199d3a2-7c00-7000-8000-000000000003'
const IBAN = 'LT309999917437181429'
const CREDITOR = 'LT119999998240578302'
const received = {
  access: { accounts: [ACCOUNT], balances: [ACCOUNT], transactions: [ACCOUNT] },
}

export const examples = defineExamples(answers, {
  'consent.create': {
    input: {
      access: received.access,
      recurringIndicator: true,
      validUntil: '2026-05-30',
      frequencyPerDay: 4,
      redirect: 'https://tpp.example/done',
    },
    other: { frequencyPerDay: 2 },
  },
  'consent.list': {},
  'consent.get': { input: { id: CONSENT } },
  'consent.status': { input: { id: CONSENT } },
  'consent.review': { input: { id: CONSENT } },
  'consent.authorize': { input: { id: CONSENT, accounts: [IBAN] } },
  'consent.reject': { input: { id: CONSENT } },
  'consent.end': { input: { id: CONSENT } },
  'account_information.accounts': { input: { consent_id: CONSENT } },
  'account_information.account': { input: { id: ACCOUNT, consent_id: CONSENT } },
  'account_information.balances': { input: { id: ACCOUNT, consent_id: CONSENT } },
  'account_information.transactions': {
    input: { id: ACCOUNT, consent_id: CONSENT, from_date: '2026-03-01', to_date: '2026-03-31' },
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
    other: { amount: '26.00' },
  },
  'payment_initiation.list': {},
  'payment_initiation.get': { input: { id: PAYMENT } },
  'payment_initiation.status': { input: { id: PAYMENT } },
  'payment_initiation.review': { input: { id: PAYMENT } },
  'payment_initiation.authorize': { input: { id: PAYMENT } },
  'payment_initiation.reject': { input: { id: PAYMENT } },
  'payment_initiation.cancel': { input: { id: PAYMENT } },
})
