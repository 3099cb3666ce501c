// Describes the client of a session from its User-Agent header. The header can claim anything, so the description
// only helps a user to recognise a session and never grants anything.
import { inHeader } from '../../../../operation/input-source.ts'

/** Enough to recognise any browser. */
const KEPT_LENGTH = 255

/** The field of operations that open a session. No header is longer, so the limit rejects no client. */
export const UserAgent = inHeader('User-Agent', {
  maxLength: 16_384,
  description: 'Kept with the session, cut to 255 characters.',
})

export const truncateUserAgent = (given: string | undefined): string | null =>
  given === undefined || given === '' ? null : given.slice(0, KEPT_LENGTH)

type Sign = readonly [pattern: RegExp, name: string]

/** In this order, because most browsers also claim to be those listed after them. */
const browsers: readonly Sign[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/\bPostmanRuntime\//, 'Postman'],
]

const systems: readonly Sign[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (signs: readonly Sign[], text: string): string | undefined =>
  signs.find(([pattern]) => pattern.test(text))?.[1]

/** "Firefox on Windows"; the name of a client that is no browser, such as "florin-sdk"; otherwise "unknown". */
export function describeUserAgent(text: string | null): string {
  if (text === null) return 'unknown'
  const browser = find(browsers, text) ?? /^[\w.-]{1,40}(?=\/|$)/.exec(text)?.[0]
  const system = find(systems, text)
  // Every browser calls itself Mozilla.
  const program = browser === 'Mozilla' ? undefined : browser
  if (program !== undefined && system !== undefined) return `${program} on ${system}`
  return program ?? system ?? 'unknown'
}
