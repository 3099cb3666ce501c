// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const id = '0199d3a2-7c00-7000-8000-000000000081'
const partnerId = '0199d3a2-7c00-7000-8000-000000000071'
const account_id = '0199d3a2-7c00-7000-8000-000000000002'
export const examples = defineExamples(answers, {
  'partner_invoice.list': {},
  'partner_invoice.get': { input: { id } },
  'partner_invoice.pay': {
    input: { id, account_id },
    other: { account_id: undefined },
  },
  'partner_billing.outstanding': {},
  'partner_billing.breakdown': {},
  'partner_invoice.issue': { as: 'operator', input: { id: partnerId } },
  'partner_invoice.cancel': {
    as: 'operator',
    input: { id, reason: 'Agreed with the partner.' },
    other: { reason: 'Something else.' },
  },
  'partner_invoice.refund': {
    as: 'operator',
    input: { id, reason: 'Agreed with the partner.' },
    other: { reason: 'Something else.' },
  },
})
