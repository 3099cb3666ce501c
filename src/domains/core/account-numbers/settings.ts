// The identifiers that other authorities gave the bank: a bank code with its country, a BIC, a routing number.
// Sandbox mode uses invented identifiers; in production an identifier that is not set is not shown.
import { isValidBIC } from 'ibantools'
import { defineSettings, type Variable } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'
import { accountDigits, isRoutingNumber, makeIbanFormat } from './iban.ts'

const optional = (
  summary: string,
  expected: string,
  isGood: (value: string) => boolean,
): Variable<string> => ({
  summary,
  fallback: '',
  expected,
  parse: (value) => (value === '' || isGood(value) ? value : undefined),
})

export const settings = defineSettings(
  {
    BANK_CODE: optional(
      'The country and bank code that IBANs of this bank begin with, such as LT99999; default: LT99999 in sandbox, none in production.',
      'two letters of a country that has IBANs, and digits',
      (value) => /^[A-Z]{2}\d{3,10}$/.test(value) && accountDigits(value) !== undefined,
    ),
    BANK_BIC: optional(
      'The BIC of this bank; default: FLORLT21XXX in sandbox, none in production.',
      'a BIC of 8 or 11 characters',
      isValidBIC,
    ),
    BANK_ROUTING_NUMBER: optional(
      'The routing number of this bank in the United States; default: 999999992 in sandbox, none in production.',
      'nine digits with a valid check digit',
      isRoutingNumber,
    ),
  },
  ({ BANK_CODE }) => {
    if (BANK_CODE !== '' && makeIbanFormat(BANK_CODE) === undefined)
      throw new StartError(
        `BANK_CODE is "${BANK_CODE}", but account numbers of that country need check digits of their own, which Florin does not compute; use the code of a country such as LT, DE or NL.`,
      )
  },
)
