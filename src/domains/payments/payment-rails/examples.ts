// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const ofMandate = { id: '0199d3a2-7c00-7000-8000-000000000072' }

const content = [
  '101 061000146 9999999922603010700A094101FEDERAL RESERVE        FLORIN                        ',
  '5220FLORIN                              1999999992PPDPAYMENT         260302   1999999990000001',
  '62202100002112345678900000000250000               Ben Field               0999999990000001   ',
].join('\n')

export const examples = defineExamples(answers, {
  'rail.list': {},
  'rail.get': { input: { id: 'ach' }, isShared: true },
  'rail.supported': {
    input: { country: 'US' },
    pathIsChoice: true,
  },
  'rail.route': {
    input: { amount: '25.00', currency: 'USD', creditor_account: '021000021:123456789' },
  },
  'rail_payment.create': {
    input: {
      amount: '25.00',
      currency: 'USD',
      rail: 'auto',
      creditor_account: '021000021:123456789',
      memo: 'Invoice 1042',
    },
    other: { amount: '26.00' },
  },
  'rail_payment.send': {
    input: {
      amount: '25.00',
      currency: 'USD',
      country: 'US',
      beneficiary: {
        name: 'Ben Field',
        routing_number: '021000021',
        account_number: '123456789',
      },
    },
    other: { amount: '26.00' },
  },
  'rail_payment.list': {},
  'rail_payment.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000071' } },
  'rail_payment.cancel': { input: { id: '0199d3a2-7c00-7000-8000-000000000071' } },
  'rail_payment.receive': {
    input: {
      rail: 'fednow',
      amount: '75.00',
      currency: 'USD',
      account: '999999992:061803398873',
      counterparty: { name: 'Employer Inc.' },
      external_id: 'NET-20260301-1',
      memo: 'Salary',
    },
    other: { external_id: 'NET-20260301-2' },
    as: 'operator',
  },
  'direct_debit_mandate.create': {
    input: {
      role: 'creditor',
      mandate_id: 'M-2026-001',
      creditor_id: 'DE98ZZZ09999999999',
      creditor_name: 'Ada’s Gym',
      debtor_name: 'Bakery Sonne',
      debtor_iban: 'DE89370400440532013000',
      max_amount: '100.00',
    },
    other: { mandate_id: 'M-2026-002' },
  },
  'direct_debit_mandate.list': {},
  'direct_debit_mandate.get': { input: ofMandate },
  'direct_debit_mandate.suspend': { input: ofMandate },
  'direct_debit_mandate.resume': { input: ofMandate },
  'direct_debit_mandate.cancel': { input: ofMandate },
  'direct_debit.upcoming': {},
  'direct_debit.collect': {
    input: {
      mandate: '0199d3a2-7c00-7000-8000-000000000072',
      amount: '40.00',
      memo: 'March',
    },
    other: { amount: '41.00' },
  },
  'ach_file.create': {
    input: {
      entries: [
        {
          routing_number: '021000021',
          account_number: '123456789',
          amount: '25.00',
          transaction_code: '22',
          name: 'Ben Field',
        },
      ],
      sec_code: 'PPD',
    },
    other: { sec_code: 'CCD' },
  },
  'ach_file.list': {},
  'ach_file.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000073' } },
  'ach_file.parse': { input: { content } },
  'ach_file.batch': { as: 'operator' },
  'ach_return.process': {
    input: { content },
    as: 'operator',
  },
})
