// The counterparty of a payment: reads the account that a caller names, in each common notation.
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { Invalid } from '../../../operation/error.ts'
import { isRoutingNumber } from '../../core/account-numbers/index.ts'
import type { CreditorForm } from './rails/routing.ts'

export interface Party {
  readonly name: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly routing_number: string | null
  readonly account_number: string | null
}

export interface PartyInput {
  readonly name?: string | null | undefined
  readonly iban?: string | null | undefined
  readonly bic?: string | null | undefined
  readonly routing_number?: string | null | undefined
  readonly account_number?: string | null | undefined
}

const US_ACCOUNT = /^[A-Za-z0-9 -]{1,17}$/
/** A number has at least one letter or digit: blanks alone name no account, and no file accepts them. */
const hasContent = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

const refuse = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })

export function readIban(text: string, field: string): string {
  const iban = electronicFormatIBAN(text) ?? ''
  if (!isValidIBAN(iban))
    throw refuse(field, `${text} is not a valid IBAN: its check digits or its length are wrong.`)
  return iban
}

/** Text is an IBAN, or a routing number and an account number with a colon between them. */
export function readParty(input: string | PartyInput, field: string): Party {
  if (typeof input === 'string') return readText(input.trim(), field)
  const { name = null, bic = null } = input
  const iban = filled(input.iban) ? readIban(input.iban, `${field}.iban`) : null
  const routing_number = filled(input.routing_number) ? input.routing_number : null
  const account_number = filled(input.account_number)
    ? readNumber(input.account_number, `${field}.account_number`)
    : null
  if (filled(bic) && !isValidBIC(bic))
    throw refuse(`${field}.bic`, `${bic} is not a valid BIC: it has 8 or 11 letters and digits.`)
  if (routing_number !== null) checkUs(routing_number, account_number, field)
  if (iban === null && account_number === null)
    throw refuse(field, 'Name the account by its iban, or by routing_number and account_number.')
  return { name, iban, bic: filled(bic) ? bic : null, routing_number, account_number }
}

const filled = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text !== ''

function readNumber(text: string, field: string): string {
  const number = text.trim()
  if (hasContent(number)) return number
  throw refuse(field, 'The account number is blank; give the number of the account.')
}

function checkUs(routing_number: string, account_number: string | null, field: string): void {
  if (!isRoutingNumber(routing_number))
    throw refuse(
      `${field}.routing_number`,
      `${routing_number} is not a valid routing number: it has nine digits, the last of which checks the others.`,
    )
  if (account_number === null || !US_ACCOUNT.test(account_number) || !hasContent(account_number))
    throw refuse(
      `${field}.account_number`,
      'The account number has 1 to 17 letters, digits, spaces or hyphens.',
    )
}

/** A party without any details. */
export const unknownParty: Party = {
  name: null,
  iban: null,
  bic: null,
  routing_number: null,
  account_number: null,
}

function readText(text: string, field: string): Party {
  const us = /^(\d{9})\s*[:/]\s*(.{1,34})$/.exec(text)
  if (us) {
    const [, routing_number = '', account_number = ''] = us
    checkUs(routing_number, account_number, field)
    return { ...unknownParty, routing_number, account_number }
  }
  if (/^[A-Za-z]{2}\d{2}/.test(text) && !text.includes('-'))
    return { ...unknownParty, iban: readIban(text, field) }
  // An account of this bank may be named by its number or id alone; the caller resolves it.
  return { ...unknownParty, account_number: readNumber(text, field) }
}

export function formOf({ iban, routing_number }: Party): CreditorForm {
  if (iban !== null) return { form: 'iban', country: iban.slice(0, 2) }
  return { form: routing_number === null ? 'other' : 'us' }
}

/** The account as one text, for lists and messages. */
export const writeParty = ({ iban, routing_number, account_number }: Party): string =>
  iban ?? (routing_number === null ? account_number! : `${routing_number}:${account_number!}`)
