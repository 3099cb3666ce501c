// The text of mails. A mail can only be written as a `mailText` template, and what is filled in is the words of a
// person unless the code says that it is the bank's own: so no one can have the bank mail their link to others.
import { plainWords } from '../kernel/text.ts'

declare const written: unique symbol
export type MailText = string & { readonly [written]: true }

/** The most characters of a person's text in a mail; more could hide what the bank says. */
const QUOTED_MAX = 140

class Own {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What the bank itself made: a link to itself, a code, an amount, a date. Never what a person wrote. */
export const own = (text: string): Own => new Own(text)

export const mailText = (
  words: TemplateStringsArray,
  ...values: readonly (string | Own)[]
): MailText =>
  words
    .map((part, index) => {
      const value = values[index]
      if (value === undefined) return part
      return part + (value instanceof Own ? value.text : plainWords(value, QUOTED_MAX))
    })
    .join('') as MailText

export const mailLines = (...lines: readonly MailText[]): MailText => lines.join('\n') as MailText
