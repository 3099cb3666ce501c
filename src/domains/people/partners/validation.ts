// Validates input of partners and operators that a schema cannot express: addresses, host names and URLs.
import { domainToASCII } from 'node:url'
import { Invalid } from '../../../operation/error.ts'
import { isAddressRange } from '../../../platform/addresses.ts'

export function checkAddresses(field: string, given: readonly string[]): string[] {
  const wrong = given.find((range) => !isAddressRange(range))
  if (wrong !== undefined)
    throw Invalid({
      errors: {
        [field]: [`"${wrong}" is neither an IP address nor a CIDR range such as 10.0.0.0/8.`],
      },
    })
  return [...new Set(given)]
}

/** An https address without credentials in it. */
export function checkHttps(field: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isFit = url?.protocol === 'https:' && url.username === '' && url.password === ''
  // Characters that could end an attribute or a url() are valid in some URLs, and needed in none of these.
  if (!isFit || /[\s"'<>\\()`]/.test(given))
    throw Invalid({
      errors: {
        [field]: [
          `The ${field.replaceAll('_', ' ')} field must be an address that begins with https://, without a password, quotes or spaces.`,
        ],
      },
    })
  return given
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** A host as the bank compares it: in lower case and ASCII, without a dot at its end; empty if it cannot be one. */
export const toPlainHost = (given: string): string =>
  domainToASCII(given.trim().replace(/\.$/, '')).toLowerCase()

/** A host name in that form; undefined for IP addresses and for names without a dot, such as localhost. */
export function toHostName(given: string): string | undefined {
  const host = toPlainHost(given)
  const labels = host.split('.')
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label))
  // The last label of an IP address is a number; that of a host name never is.
  return host.length <= 253 && isName && !/^\d+$/.test(labels.at(-1)!) ? host : undefined
}

export function checkHostName(field: string, given: string): string {
  const host = toHostName(given)
  if (host === undefined)
    throw Invalid({
      errors: { [field]: [`The ${field} field must be a host name such as bank.example.com.`] },
    })
  return host
}
