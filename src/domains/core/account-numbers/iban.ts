// Computes IBANs from account numbers and back. The ledger numbers accounts from one; the published number is
// a permutation of that, so that neighbouring numbers cannot be guessed and the size of the bank is not disclosed.
import { composeIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools'

/** Coprime to every power of ten, so that multiplying by it permutes the numbers of any length. */
const MULTIPLIER = 61_803_398_873n

const DIGITS_MIN = 10

export interface IbanFormat {
  /** The digits of the account, the same in the IBAN and in domestic payments. */
  write(count: bigint): string
  /** Undefined for text that is no account number of this bank. */
  read(digits: string): bigint | undefined
  toIban(digits: string): string
  /** The account number in an IBAN of this bank; undefined for IBANs of other banks and invalid ones. */
  fromIban(iban: string): string | undefined
}

/** How many digits are left for the account behind this country and bank code. */
export function accountDigits(bankCode: string): number | undefined {
  const country = getCountrySpecifications()[bankCode.slice(0, 2)]
  if (!country?.chars) return undefined
  const digits = country.chars - 4 - (bankCode.length - 2)
  return digits >= DIGITS_MIN ? digits : undefined
}

/** Undefined when IBANs of that country cannot be composed from a bank code and a number alone. */
export function makeIbanFormat(bankCode: string): IbanFormat | undefined {
  const length = accountDigits(bankCode)
  if (length === undefined) return undefined
  const modulus = 10n ** BigInt(length)
  const factor = MULTIPLIER % modulus
  const inverse = invert(factor, modulus)
  const countryCode = bankCode.slice(0, 2)
  const prefix = bankCode.slice(2)
  const toIban = (digits: string): string | null =>
    composeIBAN({ countryCode, bban: prefix + digits })
  const numbering: IbanFormat = {
    write: (count) => String((count * factor) % modulus).padStart(length, '0'),
    read(digits) {
      if (digits.length !== length || !/^\d+$/.test(digits)) return undefined
      return (BigInt(digits) * inverse) % modulus
    },
    toIban(digits) {
      const iban = toIban(digits)
      if (iban === null) throw new Error(`no IBAN can be composed from ${prefix}${digits}`)
      return iban
    },
    fromIban(iban) {
      const isOurs = iban.startsWith(countryCode) && iban.startsWith(prefix, 4)
      return isOurs && isValidIBAN(iban) ? iban.slice(4 + prefix.length) : undefined
    },
  }
  const samples = [1n, 2n, 3n, 12_345n].map((count) => toIban(numbering.write(count)))
  return samples.every((iban) => iban !== null && isValidIBAN(iban)) ? numbering : undefined
}

/** The number that undoes a multiplication modulo a power of ten, by the extended Euclidean algorithm. */
function invert(factor: bigint, modulus: bigint): bigint {
  let [r, next] = [modulus, factor]
  let [t, nextT] = [0n, 1n]
  while (next !== 0n) {
    const quotient = r / next
    ;[r, next] = [next, r - quotient * next]
    ;[t, nextT] = [nextT, t - quotient * nextT]
  }
  return ((t % modulus) + modulus) % modulus
}

/** Nine digits whose sum with the weights 3, 7 and 1 is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = Array.from(text).reduce(
    (total, digit, index) => total + Number(digit) * [3, 7, 1][index % 3]!,
    0,
  )
  return sum % 10 === 0
}
