// The text of mails. A mail can only be written as a `mailText` template. Values are treated as user input unless the
// code marks them as the bank's own, so that no user can make the bank mail a link to others.
import { plainWords } from '../kernel/text.ts'

declare const written: unique symbol
export type MailText = string & { readonly [written]: true }

/** The most characters of a user's text in a mail; more could hide the bank's own text. */
const QUOTED_MAX = 140

class Own {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Marks a value that the bank generated: a link to itself, a code, an amount, a date. Never user input. */
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
