// Rules for text that is shown to users, such as names, and the formats that schemas refer to.
import Format from 'typebox/format'

// Control characters, line separators, zero-width characters and bidirectional overrides make text look like
// something else. All other characters, of any script, may be part of a name.
const DECEPTIVE = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u

const isPlainText = (text: string): boolean => !DECEPTIVE.test(text) && text.trim() !== ''

Format.Set('plain-text', isPlainText)

/** Schema options of a one-line text that is shown to users. */
export const plainText = (maxLength: number) => ({ minLength: 1, maxLength, format: 'plain-text' })

// Mail programs link a dot, also a full-width or ideographic one, that a word follows directly. Initials such as J.R.R.
// are no address: one letter each.
const ADDRESS = /\/\/|[\p{L}\p{M}\p{N}_-][.。][\p{L}\p{M}\p{N}-]{2}/u

/** Names appear in mails and lists of other users, so a name that is a link would be unsolicited advertising. */
const isDisplayName = (text: string): boolean =>
  isPlainText(text) && /[\p{L}\p{N}]/u.test(text) && !ADDRESS.test(text.normalize('NFKC'))

Format.Set('display-name', isDisplayName)

/** Schema options of the name under which others see a person, a business or an agent. */
export const displayName = (maxLength: number) => ({
  minLength: 1,
  maxLength,
  format: 'display-name',
})

/** A user's text as words of one line, without anything that a mail program could turn into a link. */
export const plainWords = (text: string, max: number): string =>
  Array.from(tidy(text.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N} '’&#,()+/-]/gu, ' ')))
    .slice(0, max)
    .join('')

const NAME_MAX = 60

/** The same for a name: also without digits, which could be a phone number. */
export const plainName = (name: string): string =>
  tidy(plainWords(name, NAME_MAX).replace(/[^\p{L}\p{M} '’-]/gu, ' ')) || 'A customer'

const tidy = (text: string): string =>
  text
    .replace(/ +/g, ' ')
    .replace(/\/{2,}/g, ' ')
    .trim()

/** Shortens long input in messages. */
export const shorten = (text: string, length = 60): string =>
  text.length > length ? `${text.slice(0, length)}…` : text
