// The name and colour that a partner gives an SDK. The name is user input: whatever it contains, the identifiers
// derived from it consist of letters and digits, and the title of letters, digits, spaces, dots and hyphens.

export interface Brand {
  /** For display: 'Acme Pay'. */
  readonly title: string
  /** 'acme-pay-sdk': npm, pip, Maven, NuGet, Composer and the archive. */
  readonly slug: string
  /** 'acme_pay_sdk': the module of Python. */
  readonly snake: string
  /** 'acmepaysdk': packages of Java and Go. */
  readonly flat: string
  /** 'AcmePaySdk': namespaces of C# and PHP. */
  readonly pascal: string
  /** '#1a365d' */
  readonly color: string
}

export const DEFAULT_COLOR = '#1a365d'
const WORDS_MAX = 40

/**
 * The suffix `sdk` keeps every name apart from the reserved words and standard modules of the languages: a brand
 * called "json" or "class" is valid.
 */
export function toBrand(name: string, color: string = DEFAULT_COLOR): Brand {
  const title = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} .-]+/gu, ' ')
    .replaceAll(/[ .-]{2,}/g, ' ')
    .replaceAll(/^[ .-]+|[ .-]+$/g, '')
  const ascii = title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .slice(0, WORDS_MAX)
    .trim()
  const words = ascii === '' ? ['bank'] : ascii.split(' ')
  const letters = /^[0-9]/.test(words[0]!) ? ['bank', ...words] : words
  const all = [...letters, 'sdk']
  return {
    title: title === '' ? 'Bank' : title,
    slug: all.join('-'),
    snake: all.join('_'),
    flat: all.join(''),
    pascal: all.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    color: /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_COLOR,
  }
}
