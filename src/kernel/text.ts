// Rules for text that is shown to people, such as names, and the formats that schemas refer to.
import Format from 'typebox/format'

// Control characters, zero-width characters and bidirectional overrides make text look like something else.
// All other characters, of any script, may be part of a name.
const DECEPTIVE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u

const isPlainText = (text: string): boolean => !DECEPTIVE.test(text) && text.trim() !== ''

Format.Set('plain-text', isPlainText)

/** Schema options of a one-line text that is shown to people. */
export const plainText = (maxLength: number) => ({ minLength: 1, maxLength, format: 'plain-text' })
