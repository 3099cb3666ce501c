// The language of the samples, which is chosen once for all operations and kept in the browser.
import { type Language, LANGUAGES } from './samples.ts'

const KEY = 'florin-language'

export function readLanguage(): Language {
  const kept = localStorage.getItem(KEY) ?? ''
  return Object.hasOwn(LANGUAGES, kept) ? (kept as Language) : 'curl'
}

export const keepLanguage = (language: Language): void => localStorage.setItem(KEY, language)
