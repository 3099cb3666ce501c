// SEPA creditor identifiers: country, two check digits, a business code of three characters, and a national part.
// The check digits are those of ISO 7064 MOD 97-10 over the national part and the country, without the business code.

const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/

const toDigits = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

export const isCreditorId = (text: string): boolean =>
  FORM.test(text) && BigInt(toDigits(text.slice(7) + text.slice(0, 4))) % 97n === 1n
