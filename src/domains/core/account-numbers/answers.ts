// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'account.identifiers': {
    output: {
      account_number: '17437181429',
      iban: 'LT309999917437181429',
      bban: '9999917437181429',
      bic: 'FLORLT21XXX',
      routing_number: '999999992',
    },
    varies: ['account_number', 'bban', 'iban'],
  },
}
