// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

export const examples = defineExamples({
  'account.identifiers': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000003' },
    output: {
      account_number: '17437181429',
      iban: 'LT309999917437181429',
      bban: '9999917437181429',
      bic: 'FLORLT21XXX',
      routing_number: '999999992',
    },
  },
})
